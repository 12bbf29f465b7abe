//! Where the Z3 library of the package around this one is, for the programs here.

fn main() {
    println!("cargo:rerun-if-changed=build.rs");
    let here = std::env::var("CARGO_MANIFEST_DIR").expect("cargo sets it");
    println!("cargo:rustc-link-arg=-Wl,-rpath,{here}/../../.z3/lib");
}
