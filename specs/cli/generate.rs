//! `lariat generate`.

use super::check;

#[test]
fn a_seed_is_the_same_program_in_every_process() {
    let one = ["generate", "--language", "c", "--seed", "7", "--generate-divisions", "--error-guaranteed"];
    let text = check(&one, 0, "int main(void) {");
    assert_eq!(check(&one, 0, ""), text);
    let folder = std::env::temp_dir().join(format!("lariat-cli-{}-generated", std::process::id()));
    let out = folder.to_str().expect("a plain path");
    // The command in its first line makes a program again, alone or among others.
    let command = text.lines().next().and_then(|l| l.strip_prefix("// lariat ")).expect("a command");
    let words: Vec<&str> = command.split(' ').collect();
    assert_eq!(check(&words, 0, ""), text);
    check(&[&one[..3], &one[5..], &["--seed", "6", "--count", "3", "--out", out]].concat(), 0, "");
    let files = [6, 7, 8].map(|seed| std::fs::read_to_string(folder.join(format!("{seed}.c"))).expect("a file"));
    assert_eq!(files[1], text);
    assert!(files[0] != files[1] && files[2] != files[1]);
    let _ = std::fs::remove_dir_all(&folder);
}

#[test]
fn what_cannot_be_made_is_refused() {
    check(&["generate", "--count", "0", "--out", "."], 2, "--count is at least 1");
    check(&["generate", "--count", "2"], 2, "several programs need a folder: --out DIR");
    check(&["generate", "--loop-gen-prob", "1.5"], 2, "a probability lies between 0 and 1, which 1.5 does not");
    check(&["generate", "--loop-gen-prob", "0.9"], 2, "together at most 1, not 1.05");
    check(&["generate", "--max-block-depth", "17"], 2, "blocks are nested at most 16 deep, not 17");
    check(&["generate", "--max-top-lvl-stmts-count", "0"], 2, "its limit cannot be 0");
    check(&["generate", "--seed", "18446744073709551615", "--count", "2", "--out", "."], 2, "no seeds that large");
}
