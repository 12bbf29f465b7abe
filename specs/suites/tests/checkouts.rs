//! Checkouts: the layout is theirs, the programs are ours.

use super::Folder;

/// Holds for every input.
pub const HOLDS: &str = "int main() {\n  int n;\n  int i;\n  assume((n >= 0));\n  i = 0;\n  while (i < n) {\n    i = i + 1;\n  }\n  assert(i == n);\n}\n";

/// Fails for 3 runs of the loop.
pub const FAILS: &str =
    "int main() {\n  int i;\n  i = 0;\n  while (unknown()) {\n    i = i + 1;\n  }\n  assert(i != 3);\n}\n";

/// Is not followed.
pub const WIDE: &str = "long double main() {\n  int x;\n  x = 0;\n  assert(x == 0);\n}\n";

/// Of code2inv.
pub fn code2inv(name: &str, programs: &[(&str, &str)]) -> Folder {
    let folder = Folder::new(name);
    folder.write("benchmarks/nl-bench/c/nl-1.c", HOLDS);
    folder.write("benchmarks/C_instances/c/notes.txt", "no program");
    for (file, text) in programs {
        folder.write(&format!("benchmarks/C_instances/c/{file}"), text);
    }
    folder
}

/// Of 2LS: tests in `kiki` with their program and `test.desc`.
pub fn two_ls(name: &str, tests: &[(&str, &str, &str)]) -> Folder {
    let folder = Folder::new(name);
    for empty in ["kiki", "invariants", "arrays", "interprocedural"] {
        folder.write(&format!("regression/{empty}/Makefile"), "default:\n");
    }
    for (test, program, desc) in tests {
        folder.write(&format!("regression/kiki/{test}/main.c"), program);
        folder.write(&format!("regression/kiki/{test}/test.desc"), desc);
    }
    folder
}

/// Of duet: programs, the runs of `regression.txt`, and what each run prints.
pub fn duet(name: &str, programs: &[(&str, &str)], runs: &str, baselines: &[(&str, &str)]) -> Folder {
    let folder = Folder::new(name);
    folder.write("regression/cra/regression.txt", runs);
    for (file, text) in programs {
        folder.write(&format!("regression/cra/code/{file}"), text);
    }
    for (run, text) in baselines {
        folder.write(&format!("regression/cra/baselines/{run}.baseline"), text);
    }
    folder
}
