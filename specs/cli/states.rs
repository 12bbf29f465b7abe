//! Options of `--engine states`.

use super::{File, check};

const PROGRAM: &str = "extern int nd(void);
int main(void) {
  int a = 0, n = nd();
  for (int i = 0; i < n; i++)
    a += 3;
  if (a == 300)
    return 1;
  if (a == 301)
    return 2;
  return 0;
}
";

#[test]
fn techniques_go_together_and_what_would_change_nothing_is_refused() {
    let file = File::exact("states.c", PROGRAM.as_bytes());
    let reach = |line: &str, more: &[&str], code: i32, wanted: &str| {
        check(&[&["reach", file.name(), "--target", line][..], more].concat(), code, wanted)
    };
    let all = ["--engine", "states", "--search", "klee", "--seed", "3", "--merge", "recursive", "--kappa", "2"];
    let all = [&all[..], &["--limit-cost", "4", "--dynamic", "--subsumption", "--summaries", "exact"]].concat();
    reach("7", &all, 0, "replayed  yes");
    let answer = reach("9", &[&all[..], &["--format", "json"]].concat(), 0, "\"unreachable\"");
    for field in [
        "states",
        "paths",
        "steps",
        "merged",
        "subsumed",
        "summarised",
        "queries",
        "counting_us",
        "covered",
        "coverage",
    ] {
        assert!(answer.contains(&format!("\"{field}\":")), "{field}\n{answer}");
    }
    reach("9", &["--engine", "states", "--timeout", "1", "--expect", "unknown"], 0, "time limit");
    reach("9", &["--engine", "states", "--summaries", "exact", "--stats"], 0, "summarised");
    reach("9", &["--merge", "aggressive"], 2, "--merge is for --engine states");
    reach("9", &["--engine", "states", "--kappa", "2"], 2, "--kappa needs --merge");
    reach("9", &["--engine", "states", "--summaries", "guess"], 2, "--summaries guess is not for --engine states");
}
