//! Names and indices as people see them.

use super::{File, lariat};

/// Variables of models of the library go by the function that the program calls, not by what the model is made of.
#[test]
fn models_of_the_library_are_known_by_the_functions_of_the_library() {
    let program = "#include <stdlib.h>\n#include <string.h>\nint main(int argc, char **argv) {\n    \
                   char *more = realloc(malloc(argc), 2 * argc);\n    \
                   if (more && argc > 2 && strcspn(argv[1], \"ab\") == 3 && strtol(argv[2], 0, 16) == 255)\n        \
                   return 1;\n    return 0;\n}\n";
    let file = File::new("models.c", program);
    let output = lariat(&["program", file.name(), "--target", "7", "--stage", "original"]);
    let shown = String::from_utf8_lossy(&output.stdout).into_owned();
    let is_part = |c: char| c.is_ascii_alphanumeric() || c == '_' || c == '.';
    let names: Vec<&str> = shown.split(|c| !is_part(c)).filter(|name| name.contains('.')).collect();
    for wanted in ["realloc.", "strcspn.", "strtol."] {
        assert!(names.iter().any(|name| name.starts_with(wanted)), "{wanted} is in no name: {shown}");
    }
    let inner: Vec<&&str> = names.iter().filter(|name| name.split('.').any(|part| part.starts_with("__"))).collect();
    assert!(inner.is_empty(), "{inner:?}");
}

/// There are 2^64 places for what each of several pointers leads to, which is nothing that people count.
#[test]
fn bytes_behind_pointers_of_several_are_shown_by_their_pointers() {
    let program = "int f(char **p) {\n    int *q = (int *)p[2];\n    if (p[1][0] == 'a' && q[1] == 7)\n        \
                   return 1;\n    return 0;\n}\n";
    let file = File::new("bytes.c", program);
    let output = lariat(&["reach", file.name(), "--entry", "f", "--target", "5"]);
    let shown = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(shown.contains("p[1][0] = 'a'") && shown.contains("p[2][4] = 7"), "{shown}");
    // As it is shown it can be given.
    let given = ["p.length=3", "p[1]=\"a\"", "p[2]=0,0,0,0,7,0,0,0"];
    let output = lariat(&[&["run", file.name(), "--entry", "f", "--target", "5", "--inputs"], &given[..]].concat());
    assert_eq!(output.status.code(), Some(0), "{}", String::from_utf8_lossy(&output.stdout));
}
