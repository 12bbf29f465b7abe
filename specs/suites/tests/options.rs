//! Options of a test of 2LS: which only say how to prove, and which ask for something.

use super::tool::two_ls_options::question;
use lariat::question::DataModel;

#[test]
fn how_to_prove_changes_no_question() {
    let plain = question("").expect("a question");
    assert_eq!(plain.targets, ["assert"]);
    for options in
        ["--k-induction --havoc", "--unwind 2 --zones", "--inline-partial 7", "--arrays --intervals --inline"]
    {
        assert_eq!(question(options).as_ref(), Ok(&plain), "{options}");
    }
}

#[test]
fn properties_become_targets() {
    let targets = |options: &str| question(options).map(|q| q.targets);
    assert_eq!(targets("--bounds-check"), Ok(vec!["assert", "bounds"]));
    assert_eq!(targets("--signed-overflow-check --no-assertions"), Ok(vec!["overflow"]));
    assert_eq!(targets("--div-by-zero-check"), Ok(vec!["assert", "division"]));
    let other = question("--function f --32 -D N=4").expect("a question");
    assert_eq!((other.entry.as_str(), other.data_model), ("f", DataModel::Ilp32));
    assert_eq!(other.define, ["N=4"]);
}

#[test]
fn other_questions_are_none_of_ours() {
    for (options, part) in [
        ("--termination", "--termination asks about termination"),
        ("--preconditions --sufficient", "--preconditions"),
        ("--bounds-check --pointer-check", "--pointer-check"),
        ("--something-new", "what --something-new asks is not known here"),
        ("--no-assertions", "no property"),
        ("--unwind", "--unwind without a value"),
    ] {
        let why = question(options).expect_err(options);
        assert!(why.contains(part), "{why}");
    }
}
