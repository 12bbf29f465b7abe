//! The program `lariat`; everything is in [`cli`] and the library.

mod cli;

fn main() {
    let exit = cli::main();
    // An engine that was left behind must not keep the process.
    std::process::exit(exit as i32);
}
