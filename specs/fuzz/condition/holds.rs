//! Whether inputs satisfy a condition in C: headers are compiled with them and run.

use super::solvers::ELEMENTS;
use lariat::program::Program;
use lariat::replay::{InputValue, Witness};
use lariat::term::Int;
use std::collections::HashMap;
use std::fmt::Write;
use std::path::PathBuf;
use std::process::Command;
use std::sync::atomic::{AtomicU64, Ordering};

/// An input as an initialiser, whether it reaches the target, and whether the condition itself holds.
type Given = (String, bool, bool);

/// Headers with inputs, compiled and run at once.
#[derive(Default)]
pub struct Compiled {
    /// By case: its name, the header, and the inputs.
    cases: Vec<(String, String, Vec<Given>)>,
    numbers: HashMap<String, usize>,
}

/// More inputs of one case are not tried.
const MOST_INPUTS: usize = 400;

impl Compiled {
    /// Takes an input along: whether it reached the target, and whether the condition itself holds.
    pub fn add(
        &mut self,
        name: &str,
        forms: &super::Forms,
        program: &Program,
        (witness, reached, held): (&Witness, bool, bool),
    ) {
        let at = *self.numbers.entry(name.to_string()).or_insert_with(|| {
            self.cases.push((name.to_string(), forms.header.clone(), vec![]));
            self.cases.len() - 1
        });
        let (_, header, inputs) = &mut self.cases[at];
        if inputs.len() >= MOST_INPUTS && !reached {
            return;
        }
        let declared = header.split_once("struct lariat_inputs {").and_then(|(_, rest)| rest.split_once("};"));
        let declared = declared.map_or("", |(fields, _)| fields);
        let mut text = String::from("{ ");
        for (input, name) in program.inputs.iter().zip(&forms.names) {
            let field: String = name.chars().map(|c| if c.is_ascii_alphanumeric() { c } else { '_' }).collect();
            let value = &witness.values[&input.symbol];
            let size = declared.split_once(&format!(" {field}[")).and_then(|(_, rest)| rest.split_once(']'));
            match (value.scalar(), size) {
                (Some(v), _) if declared.contains(&format!(" {field};")) => {
                    write!(text, ".{field} = {}, ", literal(v)).unwrap();
                }
                (None, Some((size, _))) => {
                    let size = size.parse().unwrap_or(ELEMENTS);
                    write!(text, ".{field} = {}, ", elements(value, size)).unwrap();
                }
                _ => {}
            }
        }
        text.push('}');
        inputs.push((text, reached, held));
    }

    /// Compiles all and runs it. C may only be weaker than the condition.
    pub fn run(&self) {
        if Command::new("gcc").arg("--version").output().is_err() {
            println!("gcc is not there: nothing is compiled");
            return;
        }
        // Tests of one process run at a time.
        static NUMBER: AtomicU64 = AtomicU64::new(0);
        let number = NUMBER.fetch_add(1, Ordering::Relaxed);
        let folder =
            PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(format!("condition-{}-{number}", std::process::id()));
        std::fs::create_dir_all(&folder).unwrap();
        let mut main = String::from("#include <stdio.h>\n");
        let mut calls = String::new();
        let mut files = vec![];
        for (i, (_, header, inputs)) in self.cases.iter().enumerate() {
            let all: Vec<&str> = inputs.iter().map(|(text, ..)| text.as_str()).collect();
            let text = format!(
                "#define LARIAT_ELEMENTS {ELEMENTS}\n{header}\n#include <stdio.h>\n\
                 static const struct lariat_inputs all[] = {{\n{}\n}};\nvoid run{i}(void) {{\n\
                 for (unsigned long k = 0; k < sizeof all / sizeof *all; k++) putchar('0' + lariat_condition(&all[k]));\n\
                 putchar('\\n');\n}}\n",
                all.join(",\n")
            );
            let file = folder.join(format!("c{i}.c"));
            std::fs::write(&file, text).unwrap();
            files.push(file);
            writeln!(main, "void run{i}(void);").unwrap();
            writeln!(calls, "  run{i}();").unwrap();
        }
        write!(main, "int main(void) {{\n{calls}  return 0;\n}}\n").unwrap();
        std::fs::write(folder.join("main.c"), main).unwrap();
        let binary = folder.join("all");
        let flags = [
            "-std=gnu11",
            "-Wall",
            "-Wno-missing-field-initializers",
            "-fsanitize=undefined",
            "-fno-sanitize-recover=all",
        ];
        let mut command = Command::new("gcc");
        command.args(flags).arg("-Wno-unused-function").arg("-o").arg(&binary).arg(folder.join("main.c")).args(&files);
        let done = command.output().unwrap();
        let said = String::from_utf8_lossy(&done.stderr);
        assert!(done.status.success() && said.is_empty(), "gcc complains: {said}");
        let done = Command::new(&binary).output().unwrap();
        assert!(done.status.success(), "{}", String::from_utf8_lossy(&done.stderr));
        let text = String::from_utf8_lossy(&done.stdout);
        let mut exact = (0, 0);
        for ((name, header, inputs), line) in self.cases.iter().zip(text.lines()) {
            for ((input, reached, held), said) in inputs.iter().zip(line.chars()) {
                let said = said == '1';
                assert!(!*reached || said, "{name}: {input} reaches the target and fails in C\n{header}");
                assert!(!*held || said, "{name}: {input} satisfies the condition and fails in C\n{header}");
                exact.0 += usize::from(said == *held);
                exact.1 += 1;
            }
        }
        println!("in C {} of {} inputs fare as in the condition itself", exact.0, exact.1);
        let _ = std::fs::remove_dir_all(folder);
    }
}

fn elements(value: &InputValue, size: usize) -> String {
    let all = (0..size).map(|i| literal(&value.element(&Int::from(i)).unwrap_or(Int::ZERO)));
    format!("{{ {} }}", all.collect::<Vec<_>>().join(", "))
}

/// A number in C: neither the largest ones nor the least one are plain constants.
fn literal(v: &Int) -> String {
    match i64::try_from(v.clone()) {
        Ok(i64::MIN) => "(-9223372036854775807LL - 1)".into(),
        Ok(v) => v.to_string(),
        Err(_) => format!("{v}ULL"),
    }
}
