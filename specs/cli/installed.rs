//! What `make install` puts into a folder works wherever the folder is moved, and loads nothing from the checkout.

use crate::tools::scratch::Folder;
use std::path::Path;
use std::process::Command;

const PROGRAM: &str = "#include <stddef.h>
#include <string.h>
int main(int argc, char **argv) {
  if (argc > 1 && strlen(argv[1]) == offsetof(struct { char text[3]; char end; }, end))
    return 1;
  return 0;
}
";

#[test]
fn an_installed_program_can_be_moved() {
    let folder = Folder::new("installed");
    let (first, moved) = (folder.0.join("first"), folder.0.join("moved"));
    let checkout = Path::new(env!("CARGO_MANIFEST_DIR"));
    let install = Command::new("python3")
        .arg(checkout.join(".ci/install"))
        .arg(env!("CARGO_BIN_EXE_lariat"))
        .arg(&first)
        .output();
    let Ok(install) = install else { return eprintln!("skipped: there is no python3, which installs") };
    assert!(install.status.success(), "{}", String::from_utf8_lossy(&install.stderr));
    std::fs::rename(&first, &moved).expect("the folder moves");
    std::fs::write(folder.0.join("three.c"), PROGRAM).expect("a program");
    let run = Command::new(moved.join("bin/lariat"))
        .args(["reach", "three.c", "--target", "5"])
        .current_dir(&folder.0)
        .env_remove("LD_LIBRARY_PATH")
        .env_remove("LARIAT_CLANG")
        // The loader of glibc writes down which libraries it begins with.
        .env("LD_DEBUG", "files")
        .env("LD_DEBUG_OUTPUT", folder.0.join("loaded"))
        .output()
        .expect("the installed program runs");
    let said = String::from_utf8_lossy(&run.stdout);
    assert!(said.starts_with("reachable"), "{said}{}", String::from_utf8_lossy(&run.stderr));
    let notes = std::fs::read_dir(&folder.0).expect("the folder").flatten().map(|entry| entry.path());
    let notes = notes.filter(|path| path.file_name().is_some_and(|n| n.to_string_lossy().starts_with("loaded")));
    let loaded: String = notes.map(|path| std::fs::read_to_string(path).unwrap_or_default()).collect();
    if loaded.is_empty() {
        return eprintln!("skipped, which libraries are loaded: this loader does not say");
    }
    let begun = |path: &Path| {
        loaded.lines().filter(|l| l.contains("calling init: ") && l.contains(&*path.to_string_lossy())).count()
    };
    let libraries = ["libz3.so", "libclang.so"].iter().filter(|name| moved.join("lib/lariat").join(name).exists());
    assert_eq!(begun(&folder.0), libraries.count(), "{loaded}");
    assert_eq!(begun(checkout), 0, "{loaded}");
}
