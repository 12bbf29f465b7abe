//! Options that say how a program is read.

use super::{File, check};

/// What `--confirm` says of a witness that passes its target: where there is no compiler, that there is none.
fn confirmed() -> &'static str {
    let found = lariat::confirm::compiler(&std::sync::atomic::AtomicBool::new(false));
    found.map_or("no C compiler found", |_| "confirmed yes")
}

#[test]
fn macros_reach_the_preprocessor() {
    let text = "#ifndef LIMIT\n#define LIMIT 1\n#endif\nint main(void) {\n  if (LIMIT == 17 && defined_as(2) == 3)\n    reach_error();\n  return 0;\n}\n";
    let file = File::new("define.c", text);
    let reach = |define: &[&str], verdict: &str| {
        let args = [&["reach", file.name(), "--target", "7", "-D", "defined_as(x)=(x + 1)"], define].concat();
        check(&args, 0, verdict);
    };
    reach(&[], "unreachable");
    reach(&["-D", "LIMIT=17"], "replayed  yes");
    reach(&["-DLIMIT=17"], "replayed  yes");
    reach(&["-D", "LIMIT"], "unreachable");
    for subcommand in ["chains", "constraints"] {
        check(&[subcommand, file.name(), "-D", "defined_as(x)=3", "-D", "LIMIT=17", "--target", "7"], 0, "c0");
    }
    check(&["run", file.name(), "-D", "defined_as(x)=3", "-D", "LIMIT=17", "--target", "7"], 0, "reached");
    check(&["run", file.name(), "-D", "defined_as(x)=3", "--target", "7"], 1, "the program is over");
}

/// A solver reads them as one file.
#[test]
fn each_system_of_a_script_begins_afresh() {
    let text = "int main(void) {\n  int n = 0;\n  for (int i = 0; i < 5; i++)\n    if (__VERIFIER_nondet_int())\n      break;\n    else\n      for (int j = 0; j < 3; j++)\n        n++;\n  if (n == 3)\n    reach_error();\n  return 0;\n}\n";
    let file = File::new("systems.c", text);
    let script = check(&["constraints", file.name(), "--target", "11", "--format", "smt2"], 0, "(check-sat)");
    let systems: Vec<&str> = script.split("(reset)\n").collect();
    assert!(systems.len() > 2, "{script}");
    for system in systems {
        assert!(system.starts_with("; S(c"), "{system}");
        for once in ["; S(", "(set-logic", "(check-sat)"] {
            assert_eq!(system.matches(once).count(), 1, "{once}\n{system}");
        }
    }
}

#[test]
fn flags_behind_two_dashes_are_those_of_compilers() {
    let text = "int main(void) {
  if (sizeof(long) == 4)
    return 1;
  if (N == 3)
    return 2;
  char c = -1;
  if (c == 255)
    return 3;
  return 0;
}
";
    let file = File::new("flags.c", text);
    let reach = |target: &str, more: &[&str], code, part: &str| {
        check(&[&["reach", file.name(), "--target", target, "-D", "N=2"], more].concat(), code, part)
    };
    reach("4", &[], 0, "unreachable");
    reach("4", &["--", "-O2", "-Wall", "-g", "-m32", "-c", "-o", "x.o"], 0, "replayed  yes");
    reach("6", &["--", "-D", "N=3"], 0, "replayed  yes");
    reach("6", &["--", "-UN", "-DN=4"], 0, "unreachable");
    reach("9", &[], 0, "unreachable");
    reach("9", &["--confirm", "--", "-funsigned-char"], 0, confirmed());
    reach("9", &["--", "-ffast-math"], 2, "the flag `-ffast-math` is not supported: leave it out");
    reach("9", &["--", "-fplugin=x.so"], 2, "the flag `-fplugin=x.so` is not supported");
    reach("9", &["--", "other.c"], 2, "`other.c` behind `--` is no flag");
    reach("9", &["--data-model", "lp64", "--", "-m32"], 2, "`--data-model` contradicts");
    for command in ["doctor", "run"] {
        check(&[command, file.name(), "--", "-DN=3", "-std=c99"], 0, "");
    }
    check(&["--version"], 0, "clang version");
}

#[test]
fn flags_come_from_a_database_of_commands() {
    let folder = std::env::temp_dir().join(format!("lariat-cli-{}-database", std::process::id()));
    std::fs::create_dir_all(folder.join("include")).expect("a folder");
    std::fs::write(folder.join("include/limit.h"), "#define LIMIT (BASE + 1)\n").expect("a header");
    let program =
        "#include \"limit.h\"\nint main(int n) {\n  if (n > 0 && n + LIMIT < 0)\n    return 1;\n  return 0;\n}\n";
    std::fs::write(folder.join("p.c"), program).expect("a program");
    let shown = folder.to_str().expect("a plain path");
    let commands = format!(
        r#"[{{"directory": "{shown}", "file": "p.c", "command": "cc -O2 -fwrapv -Iinclude -DBASE=2147483646 -c p.c -o p.o"}}]"#
    );
    std::fs::write(folder.join("compile_commands.json"), commands).expect("a database");
    let file = folder.join("p.c");
    let args = ["reach", file.to_str().expect("a plain path"), "--target", "4"];
    check(&args, 2, "'limit.h' file not found");
    check(&[&args[..], &["-p", shown, "--confirm"]].concat(), 0, confirmed());
    check(&[&args[..], &["-p", shown, "--signed-overflow", "undefined"]].concat(), 0, "unreachable");
    check(&[&args[..], &["-p", "/nonexistent"]].concat(), 2, "cannot read /nonexistent/compile_commands.json");
    let _ = std::fs::remove_dir_all(&folder);
}

#[test]
fn included_files_are_found() {
    let folders = ["one", "two"].map(|n| std::env::temp_dir().join(format!("lariat-cli-{}-{n}", std::process::id())));
    for (folder, text) in folders.iter().zip(["#define A 1\n", "#define B 2\n"]) {
        std::fs::create_dir_all(folder).expect("a folder");
        std::fs::write(folder.join(if text.contains('A') { "a.h" } else { "b.h" }), text).expect("a header");
    }
    let file = File::new("include.c", "#include \"a.h\"\n#include \"b.h\"\nint main(void) {\n  return A + B;\n}\n");
    let [one, two] = folders.each_ref().map(|f| f.to_str().expect("a plain path"));
    let args = ["reach", file.name(), "--target", "5"];
    check(&[&args[..], &["-I", one, "-I", two]].concat(), 0, "replayed  yes");
    let missing = check(&[&args[..], &["-I", one]].concat(), 2, "b.h");
    assert!(missing.contains("'b.h' file not found") && missing.contains("-I DIR"), "{missing}");
    for folder in &folders {
        let _ = std::fs::remove_dir_all(folder);
    }
}

#[test]
fn the_data_model_reaches_the_headers() {
    let file = File::new(
        "model.c",
        "#include <limits.h>\nint main(void) {\n  if (LONG_MAX == INT_MAX && sizeof(long) == 4)\n    reach_error();\n  return 0;\n}\n",
    );
    let args = ["reach", file.name(), "--target", "5"];
    check(&args, 0, "unreachable");
    check(&[&args[..], &["--data-model", "ilp32"]].concat(), 0, "replayed  yes");
}

#[test]
fn every_engine_answers_alone_and_says_how() {
    let doors = "specs/corpus/invariants/doors.c";
    let twins = "specs/corpus/invariants/turns_and_twins.c";
    let reach = |file: &str, define: &str, engine: &str, part: &str| {
        check(&["reach", file, "-D", define, "--target", "call:reach_error", "--engine", engine, "--stats"], 0, part)
    };
    reach(doors, "LEAST=4", "chains", "path found\n");
    let by_spacer = reach(doors, "LEAST=4", "invariants", "path found by Spacer");
    assert!(by_spacer.contains("replayed  yes") && by_spacer.contains("round ×"), "{by_spacer}");
    reach(doors, "LEAST=3", "invariants", "excluded by");
    let told = reach(twins, "ROUNDS=100000", "informed", ", with facts at loop heads");
    assert!(told.contains("twin = other: always at the head of the loop"), "{told}");
    reach(twins, "ROUNDS=7", "informed", "path found, with facts at loop heads");
}

#[test]
fn unrolling_excludes_what_guards_bound_and_not_what_comes_behind_a_gap() {
    let reach = |file: &File, define: &str, part: &str, exit: i32| {
        check(
            &["reach", file.name(), "-D", define, "--entry", "f", "--target", "label:L", "--engine", "bounded"],
            exit,
            part,
        )
    };
    // Only what is asked of the length behind its loop bounds that.
    let text = "#include <string.h>\nint f(const char *s) { unsigned long l = strlen(s); int n = 0; if (l >= 12) return 0;\n\
                for (unsigned long i = 0; i < l; i++) n += s[i] == ','; if (n > MOST) { L: return 1; } return 0; }";
    let length = File::new("length.c", text);
    reach(&length, "MOST=11", "unreachable", 0);
    reach(&length, "MOST=10", "reachable", 0);
    // Control states have locations of their own, those on ways to the gap as well.
    let cases: String = ('a'..='f')
        .enumerate()
        .map(|(k, c)| format!("case {k}: state = s[i] == '{c}' ? {k} + 1 : 0; break;\n"))
        .collect();
    let machine = format!(
        "int f(const char *s, unsigned n) {{ int state = 0; if (n > LENGTH) return 0;\n\
         for (unsigned i = 0; i < n; i++) switch (state) {{ {cases} default: return 1; }}\n\
         if (state == 6 && __builtin_return_address(0) != 0) return 3;\n\
         if (state > 6) {{ L: return 2; }} return 0; }}"
    );
    let machine = File::new("gap-behind-states.c", &machine);
    reach(&machine, "LENGTH=5", "unreachable", 0);
    reach(&machine, "LENGTH=6", "what is not modelled may be reached", 3);
}

#[test]
fn one_engine_after_the_other_says_the_same_each_time() {
    let reach = |jobs: &str, least: &str| {
        let file = "specs/corpus/invariants/doors.c";
        let args = ["reach", file, "-D", least, "--target", "call:reach_error", "--stats", "--jobs", jobs];
        let said = check(&args, 0, "");
        let costs = ["wall time", "memory", "doors.c:"];
        said.lines().filter(|line| !costs.iter().any(|cost| line.contains(cost))).collect::<Vec<_>>().join("\n")
    };
    let said = reach("1", "LEAST=4");
    assert!(said.contains("replayed  yes"), "{said}");
    assert_eq!(said, reach("1", "LEAST=4"));
    for jobs in ["2", "3", "4"] {
        assert!(reach(jobs, "LEAST=4").contains("replayed  yes"));
        assert!(reach(jobs, "LEAST=3").contains("excluded by"));
    }
    check(&["reach", "specs/corpus/invariants/doors.c", "--target", "1", "--jobs", "0"], 2, "at least 1");
}

#[test]
fn a_function_of_the_library_is_an_input_if_that_is_said() {
    let text = "#include <unistd.h>\nint main(void) {\n  if (gethostid() == 7)\n    return 1;\n  return 0;\n}\n";
    let file = File::new("clock.c", text);
    let args = ["reach", file.name(), "--target", "5"];
    check(&args, 3, "--havoc gethostid");
    let said = check(&[&args[..], &["--havoc", "gethostid", "--confirm"]].concat(), 0, "gethostid@4[0] = 7");
    assert!(said.contains(confirmed()), "{said}");
    check(&[&args[..], &["--havoc", "gethostid", "--havoc", "main"]].concat(), 2, "`main` has a body");
    let line = ["run", file.name(), "--havoc", "gethostid", "--inputs", "gethostid=7", "--target", "5"];
    check(&line, 0, "reached");
}
