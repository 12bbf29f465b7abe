//! `make bench-condition`: which programs take part, how a condition is put in front of them, and what fuzzers say.

use super::{Folder, question};
use crate::experiment::summary;
use crate::fuzzer::{self, Run};
use crate::generate::{self, Made};
use crate::tools::assumed::filled;
use crate::tools::harness::{self, Words};
use crate::{process, programs};
use std::process::Command;
use std::time::Duration;

/// A condition over some of the arguments of DOIF.
const HEADER: &str = "\
struct lariat_inputs {
    int32_t A[LARIAT_ELEMENTS]; /* A: an array, line 5 */
    int32_t A_length; /* A.length: a number of elements */
    int32_t n; /* n: an integer, line 5 */
};
static inline int lariat_condition(const struct lariat_inputs *in) {
    return (in->n == 25) & (in->A_length == 32) & (in->A[31] == 7);
}
";

const WORDS: Words = Words {
    head: "#include <stdint.h>\nextern int printf(const char *, ...);\n\
           #define ASSUME(in) printf(\"%d\", lariat_condition(in))",
    fail: || String::new(),
    arbitrary: |name| if name == "A" { "A[31] = 7;".into() } else { format!("{name} = 25;") },
    assume: "ASSUME",
};

#[test]
fn ten_programs_of_the_corpus_are_chosen() {
    let chosen = programs::corpus().expect("the corpus can be read");
    assert_eq!(chosen.len(), 10);
    let folders: Vec<_> = chosen.iter().map(|q| q.file.parent().expect("a folder").to_path_buf()).collect();
    assert!(folders.windows(2).all(|w| w[0] < w[1]), "{folders:?}");
    assert!(chosen.iter().all(|q| q.expect == "reachable"));
}

#[test]
fn a_condition_is_asked_about_the_arguments() {
    let folder = Folder::new("assumed");
    harness::write(&question("doif"), Some(HEADER), &folder.0, &WORDS).expect("a harness");
    let mut cc = Command::new("cc");
    cc.args(["-Wno-uninitialized", "-o", "program", harness::FILE]).current_dir(&folder.0);
    let Ok(output) = cc.output() else {
        eprintln!("skipped: there is no cc");
        return;
    };
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let ended = process::run(&mut Command::new(folder.0.join("program")), Duration::from_secs(60)).expect("it runs");
    assert_eq!(ended.stdout, "1");
    let locals = harness::locals("void F(int m) {}", "F").expect("one parameter");
    assert!(filled(HEADER, &locals, &|name| name.into()).is_err());
}

/// Whether there is a compiler that knows libFuzzer is not for this test to say.
#[test]
fn what_a_fuzzer_calls_is_c() {
    for (program, header) in [("doif", Some(HEADER)), ("windriver", None), ("hw", None)] {
        let folder = Folder::new(&format!("fuzzer-{program}"));
        let question = question(program);
        let source = harness::source(&question).expect("a program");
        let text = fuzzer::fuzzer(&question, header, &source, 1).expect("a fuzzer");
        let header = "#include <stdint.h>\n#define LARIAT_FUZZER_FILTER(in) do { if (!lariat_condition(in)) return 0; } while (0)\n"
            .to_string()
            + header.unwrap_or_default();
        let files = [("program.c", source.as_str()), ("fuzzer.c", &text), ("condition.h", &header)];
        harness::put(&folder.0, &files).expect("files");
        let mut cc = Command::new("cc");
        cc.args(["-std=gnu17", "-Wall", "-Werror", "-fsyntax-only", "fuzzer.c"]).current_dir(&folder.0);
        let Ok(output) = cc.output() else {
            eprintln!("skipped: there is no cc");
            return;
        };
        assert!(output.status.success(), "{program}: {}", String::from_utf8_lossy(&output.stderr));
    }
}

#[test]
fn the_last_words_of_a_fuzzer_are_its_figures() {
    let read = |text: &str| fuzzer::read(text, process::End::Code(0));
    let run = read("INFO: Seed: 1\n\nlariat: reached 12 3 40\n").expect("figures");
    assert_eq!(run, Run { reached: true, runs: 12, rejected: 3, cpu_ms: 40.0 });
    assert!(!read("lariat: over 12 0 40").expect("figures").reached);
    for silence in ["", "lariat: reached 12", "lariat: lost 1 2 3", "lariat: over x 0 1"] {
        assert!(read(silence).is_err(), "{silence}");
    }
    assert!(fuzzer::read("lariat: over 1 2 3", process::End::Signal(11)).is_err());
}

#[test]
fn what_most_seeds_do_not_reach_has_no_time() {
    let run = |reached, ms| Run { reached, runs: 10, rejected: 5, cpu_ms: ms };
    let some = summary(&[run(true, 3.0), run(true, 1.0), run(false, 9.0)]);
    assert_eq!((some.reached, some.of, some.cpu_ms, some.rejected), (2, 3, Some(3.0), 0.5));
    let few = summary(&[run(false, 3.0), run(true, 1.0), run(false, 9.0)]);
    assert_eq!((few.reached, few.cpu_ms, few.runs), (1, None, None));
}

#[test]
fn headers_say_whether_they_say_anything() {
    let made = |text: &str| Made { text: text.into(), walls_ms: vec![], cpus_ms: vec![] };
    let (nothing, all) = (made("int holds = 0;"), made("    way = 1; /* c0 */\n    holds |= way;\n"));
    let some = made("    way = 1; /* c0 */\n    way &= (1 < 2);\n    holds |= way;\n");
    assert_eq!([&nothing, &all, &some].map(Made::is_false), [true, false, false]);
    assert_eq!([&nothing, &all, &some].map(Made::is_true), [false, true, false]);
    let made = generate::make(&question("oneloop"), &generate::IN_C, 1).expect("a header");
    assert!(made.is_false() && made.cpus_ms.len() == 1, "{}", made.text);
}
