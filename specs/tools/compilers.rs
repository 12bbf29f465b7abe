//! Which compilers are there.

use std::process::Command;

/// Whether a command is there that says its version.
pub fn is_there(name: &str) -> bool {
    let asked = Command::new(name).arg("--version").output();
    asked.is_ok_and(|output| output.status.success())
}

/// Clang by its name, or with a version: the newest one.
pub fn clang() -> Option<String> {
    let versioned = (11..=30).rev().map(|version| format!("clang-{version}"));
    std::iter::once("clang".to_string()).chain(versioned).find(|name| is_there(name))
}
