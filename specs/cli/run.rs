
/// What answers show of what one pointer of several leads to is taken as it is, and so is a text for all of it.
#[test]
fn texts_that_pointers_of_several_lead_to_are_given_as_they_are_shown() {
    let program = "#include <stdlib.h>\nint main(int argc, char **argv) {\n    \
                   if (argc > 2 && atoi(argv[1]) == 42 && argv[2][0] == 0)\n        return 1;\n    return 0;\n}\n";
    let file = File::new("rows.c", program);
    let run = |inputs: &[&str]| {
        let given = [&["run", file.name(), "--target", "4", "--inputs", "argc=3"], inputs].concat();
        let output = lariat(&given);
        (output.status.code(), String::from_utf8_lossy(&output.stderr).into_owned())
    };
    for reached in [
        &["argv[1]=\"42\"", "argv[2]=\"\""][..],
        &["argv[1][0..2]=\"+42\"", "argv[1][3]=0", "argv[2][0]=0"],
        &["argv[2]=0", "argv[1]=52,50,0"],
    ] {
        assert_eq!(run(reached).0, Some(0), "{reached:?}");
    }
    assert_eq!(run(&["argv[1]=\"43\"", "argv[2]=\"\""]).0, Some(1));
    assert_eq!(run(&["argv[1]=\"42\"", "argv[2]=\"2\""]).0, Some(1));
    let (code, why) = run(&["argv[1][0..2]=\"4\""]);
    assert!(code == Some(2) && why.contains("3 values are wanted, and 2 are given"), "{why}");
}
