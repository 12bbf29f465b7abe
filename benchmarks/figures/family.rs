//! Search loops in a row: a string that contains 1 to 12 words, like Hello, HW and HWM.
//!
//! One more word must cost about the same again. Chains of a naive chain program
//! form are multiplied by three with each.

use crate::measure::{self, Measured};
use crate::questions::Question;
use std::fmt::Write;

const WORDS: [&str; 12] =
    ["Hello", "World", "At", "Microsoft!", "rope", "loop", "knot", "Prague", "Brno", "count", "every", "way"];

/// Measures all members of the family.
pub fn measure(runs: usize) -> Result<Vec<Measured>, String> {
    let folder = std::env::temp_dir().join(format!("lariat-words-{}", std::process::id()));
    std::fs::create_dir_all(&folder).map_err(|e| e.to_string())?;
    let measured = (1..=WORDS.len()).map(|n| {
        let file = folder.join(format!("words-{n:02}.c"));
        std::fs::write(&file, program(&WORDS[..n])).map_err(|e| e.to_string())?;
        let question = Question {
            file,
            entry: "Words".into(),
            target: "call:reach_error".into(),
            expect: "reachable".into(),
            define: None,
        };
        measure::measure(&question, runs)
    });
    let all = measured.collect();
    let _ = std::fs::remove_dir_all(&folder);
    all
}

/// The loops of `benchmarks/hwm.c` for other words.
fn program(words: &[&str]) -> String {
    let mut text = "extern void reach_error(void);\n\nvoid Words(const char *A) {\n".to_string();
    for (n, word) in words.iter().enumerate() {
        let _ = write!(
            text,
            "    const char W{n}[] = \"{word}\";
    int found{n} = 0;
    for (int i = 0; A[i] != 0; ++i) {{
        int j = i, k = 0;
        while (W{n}[k] != 0 && A[j] != 0 && A[j] == W{n}[k]) {{
            ++j;
            ++k;
        }}
        if (W{n}[k] == 0) {{
            found{n} = 1;
            break;
        }}
        if (A[j] == 0)
            break;
    }}
"
        );
    }
    let all: Vec<String> = (0..words.len()).map(|n| format!("found{n} == 1")).collect();
    let _ = write!(text, "    if ({})\n        reach_error();\n}}\n", all.join(" && "));
    text
}
