//! One process of a solver for many queries.

use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

/// What is printed after the answer to a query.
const END: &str = "end of query";

/// A solver that reads SMT-LIB from its input, and forgets all between queries.
pub struct Shared {
    child: Child,
    input: ChildStdin,
    output: BufReader<ChildStdout>,
}

impl Shared {
    /// z3, with so many milliseconds for each query.
    pub fn z3(command: &str, limit: u32) -> Shared {
        let mut z3 = Command::new(command);
        z3.args(["-in", &format!("-t:{limit}")]).stdin(Stdio::piped()).stdout(Stdio::piped());
        let mut child = z3.spawn().expect("z3 starts");
        let input = child.stdin.take().expect("an input");
        let output = BufReader::new(child.stdout.take().expect("an output"));
        Shared { child, input, output }
    }

    /// All that it says to one query.
    pub fn said(&mut self, query: &str) -> String {
        write!(self.input, "(reset)\n{query}\n(echo \"{END}\")\n").expect("z3 reads");
        self.input.flush().expect("z3 reads");
        let mut said = String::new();
        loop {
            let mut line = String::new();
            let read = self.output.read_line(&mut line).expect("z3 writes text");
            assert!(read > 0, "z3 ended, having said {said}, with the query\n{query}");
            if line.trim() == END {
                return said.trim().to_string();
            }
            said.push_str(&line);
        }
    }
}

impl Drop for Shared {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

#[test]
fn nothing_is_left_of_earlier_queries() {
    let mut z3 = Shared::z3(&super::z3(), 1_000);
    let x = "(declare-const x Int)\n";
    assert_eq!(z3.said(&format!("{x}(assert (< x x))\n(check-sat)")), "unsat");
    assert_eq!(z3.said(&format!("{x}(assert (< x 3))\n(check-sat)")), "sat");
    assert!(z3.said("(assert (< x 3))\n(check-sat)").contains("error"), "it does not know x any more");
    assert_eq!(z3.said(&format!("{x}(assert (< x 3 x))\n(check-sat)")), "unsat");
}
