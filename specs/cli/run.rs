//! `lariat run`: inputs as answers show them.

use super::{File, lariat};

/// What answers show of what one pointer of several leads to is taken as it is, and so is a text for all of it.
#[test]
fn texts_that_pointers_of_several_lead_to_are_given_as_they_are_shown() {
    let program = "#include <stdlib.h>\nint main(int argc, char **argv) {\n    \
                   if (argc > 2 && atoi(argv[1]) == 42 && argv[2][0] == 0)\n        return 1;\n    return 0;\n}\n";
    let file = File::new("rows.c", program);
    let run = |inputs: &[&str]| {
        let given = [&["run", file.name(), "--target", "5", "--inputs", "argc=3"], inputs].concat();
        let output = lariat(&given);
        let [said, wrong] = [&output.stdout, &output.stderr].map(|text| String::from_utf8_lossy(text).into_owned());
        (output.status.code(), said, wrong)
    };
    for reached in [
        &["argv[1]=\"42\"", "argv[2]=\"\""][..],
        &["argv[1][0..2]=\"+42\"", "argv[1][3]=0", "argv[2][0]=0"],
        &["argv[2]=0", "argv[1]=52,50,0"],
    ] {
        assert_eq!(run(reached).0, Some(0), "{reached:?}");
    }
    assert_eq!(run(&["argv[1]=\"43\"", "argv[2]=\"\""]).0, Some(1));
    let (code, said, _) = run(&["argv[1]=\"42\"", "argv[2]=\"2\""]);
    assert_eq!(code, Some(1));
    assert!(said.contains("argv[1][0..1] = \"42\"   argv[1][2] = 0"), "{said}");
    let (code, _, why) = run(&["argv[1][0..2]=\"4\""]);
    assert!(code == Some(2) && why.contains("3 values are wanted, and 2 are given"), "{why}");
}

/// An answer that followed more pointers than usual is run as it is, and inputs that no depth knows are refused.
#[test]
fn answers_that_followed_more_pointers_are_run() {
    let program = "struct node { struct node *next; int v; };\nint f(struct node *n) {\n    \
                   if (n->next->next->next->next->v == 3)\n        return 1;\n    return 0;\n}\n";
    let file = File::new("followed.c", program);
    let answer = lariat(&["reach", file.name(), "--entry", "f", "--target", "5", "--format", "json"]);
    assert_eq!(answer.status.code(), Some(0));
    let text = String::from_utf8_lossy(&answer.stdout).into_owned();
    assert!(text.contains("n.next.next.next.next.v"), "{text}");
    let given = File::exact("followed.json", text.as_bytes());
    let run = |more: &[&str]| lariat(&[&["run", file.name(), "--entry", "f", "--target", "5"], more].concat());
    assert_eq!(run(&["--inputs", given.name()]).status.code(), Some(0));
    let exactly = run(&["--depth", "3", "--inputs", given.name()]);
    let why = String::from_utf8_lossy(&exactly.stderr).into_owned();
    assert!(exactly.status.code() == Some(2) && why.contains("no input `n.next.next.next.length`"), "{why}");
    assert_eq!(run(&["--inputs", "n.prev.v[0]=3"]).status.code(), Some(2));
}
