//! Writes the folders of the Z3 library into every binary as run paths: the one beside an installed program, as
//! `make install` has it, and the one of this checkout, so that what is built here runs without environment variables;
//! and says which builds look at what is expected of the code (`expected!`).

use std::path::Path;

fn main() {
    println!("cargo:rerun-if-changed=build.rs");
    println!("cargo:rerun-if-changed=.z3/ready");
    println!("cargo:rerun-if-changed=.clang/ready");
    println!("cargo:rustc-check-cfg=cfg(checked)");
    if std::env::var("PROFILE").is_ok_and(|profile| profile == "debug") {
        println!("cargo:rustc-cfg=checked");
    }
    if std::env::var_os("CARGO_FEATURE_VENDORED_Z3").is_some() {
        return;
    }
    let root = std::env::var("CARGO_MANIFEST_DIR").expect("cargo sets it");
    let folder = Path::new(&root).join(".z3/lib");
    if !folder.join("libz3.so").exists() {
        println!("cargo:warning=no Z3 library in .z3/lib: run `make setup`, or build with `--features vendored-z3`");
    }
    let installed = if cfg!(target_os = "macos") { "@loader_path" } else { "$ORIGIN" };
    println!("cargo:rustc-link-arg=-Wl,-rpath,{installed}/../lib/lariat");
    println!("cargo:rustc-link-arg=-Wl,-rpath,{}", folder.display());
}
