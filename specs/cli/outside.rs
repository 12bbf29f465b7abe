//! What answers about calls of functions without a body rest on: each is listed where it decides, and nowhere else.

use super::{File, check};

const PROGRAM: &str = "extern int number(unsigned long); extern int value(void); extern void look(const char *);
struct s { int n; };
extern void see(const struct s *);
static int hidden;
void set(void) { hidden = 1; }
int calls(void) { hidden = 0; int x = value(); if (hidden) { calls: return x; } return 0; }
int numbers(void) { int x = 1; number((unsigned long)&x); if (x != 1) { numbers: return 1; } return 0; }
int constant(void) { char t[4] = \"abc\"; look(t); if (t[0] != 'a') { constant: return 1; } return 0; }
int frees(struct s *p) { p->n = 1; see(p); if (p->n != 1) { frees: return 1; } return 0; }
int alone(int n) { if (n > 3 && n < 2) { alone: return 1; } return 0; }
";

const ALL: [(&str, &str); 5] = [
    ("calls", "functions without a body call no functions of the program"),
    ("numbers", "functions without a body store nowhere by an address that is a number"),
    ("constant", "functions without a body store nothing through pointers to const"),
    ("frees", "; they free nothing"),
    ("alone", ""),
];

#[test]
fn what_functions_without_a_body_do_not_do_is_listed_where_it_decides() {
    let file = File::new("outside.c", PROGRAM);
    for (entry, text) in ALL {
        let target = format!("label:{entry}");
        let answer = check(&["reach", file.name(), "--entry", entry, "--target", &target], 0, "unreachable");
        let words = answer.split_whitespace().collect::<Vec<_>>().join(" ");
        assert!(words.contains(text), "{entry}: {answer}");
        assert_eq!(words.contains("functions without a body"), !text.is_empty(), "{entry}: {answer}");
    }
}
