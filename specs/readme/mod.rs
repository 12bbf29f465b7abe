//! The README and the pages of `docs/` are true: their commands are run, and print what is said there; their links lead
//! somewhere (`links`). What they say of `src/` as a whole is true as well (`rooms`).
//!
//! C blocks that begin with `// NAME.c` or `// NAME.h` and YAML blocks that begin with
//! `# NAME.yaml` or `# NAME.yml` become files, and in `sh` blocks the lines that
//! begin with `$ ` are commands, run one after the other; what follows is what
//! they print. Times and the amount of space between words may differ.
//! `LARIAT_README=bless cargo test --test specs readme::` writes what is printed now into
//! the page, unless a verdict changed: that is a decision and not a detail.

mod links;
mod rooms;

use crate::tools::scratch;
use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::atomic::AtomicBool;

/// A command of a page, and the lines that follow it there.
struct Example {
    command: String,
    /// The first line of its output, from 0.
    line: usize,
    printed: Vec<String>,
}

/// The lines of a page's code blocks, with the language of their block and their number.
fn code(readme: &str) -> Vec<(&str, usize, &str)> {
    let mut found = Vec::new();
    let mut language = None;
    for (number, line) in readme.lines().enumerate() {
        match (line.strip_prefix("```"), language) {
            (Some(name), None) => language = Some(name),
            (Some(_), Some(_)) => language = None,
            (None, Some(language)) => found.push((language, number, line)),
            (None, None) => {}
        }
    }
    found
}

fn examples(readme: &str) -> Vec<Example> {
    let mut examples: Vec<Example> = Vec::new();
    for (_, number, line) in code(readme).into_iter().filter(|(language, ..)| *language == "sh") {
        match (line.strip_prefix("$ "), examples.last_mut()) {
            (Some(command), _) => {
                examples.push(Example { command: command.to_string(), line: number + 1, printed: vec![] });
            }
            // Another block without a command says how to install.
            (None, Some(last)) if last.line + last.printed.len() == number => last.printed.push(line.to_string()),
            (None, _) => {}
        }
    }
    examples
}

/// The file that a block becomes, if its first line names one.
fn file_name<'a>(language: &str, line: &'a str) -> Option<&'a str> {
    let (comment, endings): (&str, &[&str]) = match language {
        "c" => ("// ", &[".c", ".h"]),
        "microc" => ("// ", &[".mc"]),
        "yaml" => ("# ", &[".yaml", ".yml"]),
        _ => return None,
    };
    line.strip_prefix(comment).filter(|name| endings.iter().any(|e| name.ends_with(e)) && !name.contains(' '))
}

/// A folder with the files of a page and the benchmarks; gone when dropped.
struct Folder(scratch::Folder);

impl Folder {
    fn new(page: &str, readme: &str) -> Folder {
        let folder = Folder(scratch::Folder::new(&page.replace('/', "-")));
        let benchmarks = Path::new(env!("CARGO_MANIFEST_DIR")).join("benchmarks");
        std::os::unix::fs::symlink(benchmarks, folder.0.path("benchmarks")).expect("a link");
        let mut file: Option<(PathBuf, usize)> = None;
        for (language, number, line) in code(readme) {
            file = match (file_name(language, line), file) {
                (Some(name), _) => Some((folder.0.path(name), number)),
                (None, Some((path, last))) if last + 1 == number => Some((path, number)),
                (None, _) => None,
            };
            if let Some((path, _)) = &file {
                std::fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
                let text = std::fs::read_to_string(path).unwrap_or_default();
                std::fs::write(path, format!("{text}{line}\n")).expect("a file");
            }
        }
        folder
    }

    /// What a command prints on either side.
    fn run(&self, command: &str) -> Vec<String> {
        let bin = Path::new(env!("CARGO_BIN_EXE_lariat")).parent().expect("a folder").display().to_string();
        let path = std::env::var("PATH").unwrap_or_default();
        let output = Command::new("sh")
            .args(["-c", &format!("exec 2>&1; {command}")])
            // After the commands of this machine: z3 as `make setup` provides it.
            .env("PATH", format!("{bin}:{path}:{}", Path::new(env!("CARGO_MANIFEST_DIR")).join(".z3/bin").display()))
            .env_remove("CI")
            .current_dir(&self.0)
            .output()
            .expect("a shell");
        String::from_utf8_lossy(&output.stdout).lines().map(|l| l.trim_end().to_string()).collect()
    }
}

/// The words of a line, with a sign for every time, for what compiled a witness, and for the version of Clang.
fn normal(line: &str) -> String {
    let mut out = String::new();
    let mut words = line.split_whitespace().peekable();
    let mut before = "";
    while let Some(word) = words.next() {
        let last = std::mem::replace(&mut before, word);
        if last == "version" || last == "yes" && word.starts_with('(') && word.ends_with(',') {
            let _ = write!(out, "{} ", if last == "yes" { "(COMPILER," } else { "VERSION" });
            continue;
        }
        let is_number = word.trim_start_matches('<').parse::<f64>().is_ok();
        let is_time = is_number && matches!(words.peek(), Some(&("ms" | "s" | "ms:" | "s:" | "ms)" | "s)")));
        if is_time {
            words.next();
        }
        // Which inputs are found first is a matter of time, and with that how many cover all.
        let is_count = is_number && last == "tests";
        let measured = word == "\"wall_ms\":";
        if measured {
            words.next();
        }
        let shown = match (is_time, is_count) {
            (true, _) => "TIME",
            (_, true) => "COUNT",
            _ => word,
        };
        let _ = write!(out, "{shown} ");
    }
    out
}

fn same(left: &[String], right: &[String]) -> bool {
    left.iter().map(|l| normal(l)).eq(right.iter().map(|l| normal(l)))
}

/// What a command prints, without what only a compiler makes possible where there is none, which is told; and without what
/// is a matter of time: how far a search got that the time ended, and which input of an exploration shows an error.
fn comparable(command: &str, printed: &[String]) -> Vec<String> {
    let printed = &without_nearest(printed)[..];
    let printed = &if command.starts_with("lariat explore") { without_inputs(printed) } else { printed.to_vec() }[..];
    let is_about = |line: &String| {
        command.starts_with("cc ") || line.contains("confirmed") || line.contains("no C compiler found")
    };
    match lariat::confirm::compiler(&AtomicBool::new(false)) {
        Err(why) if printed.iter().any(is_about) => {
            eprintln!("skipped, lines about compiled witnesses of `{command}`: {why}");
            printed.iter().filter(|line| !is_about(line)).cloned().collect()
        }
        _ => printed.to_vec(),
    }
}

/// Of the errors only where they are and what they are.
fn without_inputs(printed: &[String]) -> Vec<String> {
    let mut is_error = false;
    let each = printed.iter().map(|line| {
        is_error = line.starts_with("errors") || is_error && line.starts_with("  ");
        match line.split_once(": ") {
            Some((error, _)) if is_error => error.to_string(),
            _ => line.clone(),
        }
    });
    each.collect()
}

/// Where the time was over: only that something is said to be nearest.
fn without_nearest(printed: &[String]) -> Vec<String> {
    let is_over = |line: &String| line.trim_start().starts_with("because") && line.contains("the time limit of");
    if !printed.iter().any(is_over) {
        return printed.to_vec();
    }
    let (mut left, mut is_inside) = (vec![], false);
    for line in printed {
        let is_first = line.trim_start().starts_with("nearest");
        is_inside = is_first || is_inside && line.starts_with("      ");
        match (is_first, is_inside) {
            (true, _) => left.push("nearest".to_string()),
            (false, true) => {}
            (false, false) => left.push(line.clone()),
        }
    }
    left
}

/// The verdicts in an output.
fn verdicts(printed: &[String]) -> Vec<&str> {
    let words = printed.iter().filter_map(|l| l.split_whitespace().next());
    words.filter(|w| ["reachable", "unreachable", "unknown"].contains(w)).collect()
}

/// The same question to one engine after the other, if the command is only that.
fn in_turn(command: &str) -> Option<String> {
    let is_only = command.starts_with("lariat reach ") && !command.contains(['|', ';', '&', '>', '<', '$']);
    (is_only && !command.contains("--jobs")).then(|| format!("{command} --jobs 1"))
}

/// A test for each page with commands, which has at least so many of them.
macro_rules! pages {
    ($($test:ident: $page:literal, $least:literal;)*) => {
        $(#[test]
        fn $test() {
            is_true($page, $least);
        })*

        const WITH_COMMANDS: &[&str] = &[$($page),*];
    };
}

pages! {
    the_readme_is_true: "README.md", 8;
    the_guide_to_libraries_is_true: "docs/library.md", 6;
    explorations_are_true: "docs/explore.md", 4;
    what_is_said_of_loops_is_true: "docs/loops.md", 2;
    what_is_said_of_conditions_is_true: "docs/condition.md", 5;
    what_is_said_of_trees_is_true: "docs/tree.md", 3;
    what_is_said_of_two_functions_is_true: "docs/equal.md", 4;
    what_is_said_of_states_is_true: "docs/states.md", 2;
    what_is_said_of_microc_is_true: "docs/microc.md", 3;
    what_is_said_of_certificates_is_true: "docs/certificates.md", 17;
    what_is_said_of_ci_is_true: "docs/ci.md", 4;
    what_is_said_of_generated_programs_is_true: "docs/generate.md", 3;
    what_is_said_of_json_is_true: "docs/json.md", 1;
    what_is_said_of_stages_is_true: "docs/ARCHITECTURE.md", 4;
}

/// The README and the pages beside it.
fn pages() -> Vec<String> {
    let folder = std::fs::read_dir(Path::new(env!("CARGO_MANIFEST_DIR")).join("docs")).expect("the pages");
    let names = folder.flatten().map(|entry| entry.file_name().to_string_lossy().into_owned());
    let mut pages: Vec<String> = names.filter(|n| n.ends_with(".md")).map(|n| format!("docs/{n}")).collect();
    pages.sort();
    pages.insert(0, "README.md".into());
    pages
}

fn text(page: &str) -> String {
    std::fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join(page)).expect("the page")
}

#[test]
fn every_page_with_commands_is_run() {
    let with_commands: Vec<String> = pages().into_iter().filter(|page| !examples(&text(page)).is_empty()).collect();
    let mut run = WITH_COMMANDS.to_vec();
    run.sort();
    assert_eq!(with_commands, run);
}

fn is_true(page: &str, least: usize) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(page);
    let readme = std::fs::read_to_string(&path).expect("the page");
    let folder = Folder::new(page, &readme);
    let bless = std::env::var("LARIAT_README").is_ok_and(|v| v == "bless");
    let mut lines: Vec<String> = readme.lines().map(str::to_string).collect();
    let examples = examples(&readme);
    assert!(examples.len() >= least, "{page} has {} commands", examples.len());
    let printed: Vec<Vec<String>> = examples.iter().map(|example| folder.run(&example.command)).collect();
    // From the last to the first, so that the numbers of lines stay true.
    for (example, printed) in examples.iter().zip(printed).rev() {
        let of = |printed: &[String]| comparable(&example.command, printed);
        let is_shown = |printed: &[String]| same(&of(printed), &of(&example.printed));
        // Which input or proof comes first is a matter of time, but for engines that come one after the other.
        if is_shown(&printed) || in_turn(&example.command).is_some_and(|command| is_shown(&folder.run(&command))) {
            continue;
        }
        let decided = example.printed.is_empty() || verdicts(&printed) == verdicts(&example.printed);
        if bless && decided {
            lines.splice(example.line..example.line + example.printed.len(), printed);
            continue;
        }
        panic!("$ {}\n{}\n\nbut {page} says\n\n{}", example.command, printed.join("\n"), example.printed.join("\n"));
    }
    if bless {
        std::fs::write(&path, lines.join("\n") + "\n").expect("the page is written");
    }
}

#[test]
fn times_and_spaces_do_not_matter() {
    assert_eq!(normal("reachable  a.c:3     0.5 ms"), normal("reachable  a.c:3  12 ms"));
    assert_ne!(normal("reachable  a.c:3     0.5 ms"), normal("reachable  a.c:4     0.5 ms"));
    assert_eq!(normal("2 questions in 31 ms: 2 as expected"), normal("2 questions in 1.2 s: 2 as expected"));
    assert_ne!(normal("2 questions in 31 ms: 2 as expected"), normal("2 questions in 31 ms: 1 as expected"));
    assert_eq!(normal("confirmed yes (cc, 3 ms)"), normal("confirmed yes (cc, <1 ms)"));
    assert_ne!(normal("confirmed yes (cc, 3 ms)"), normal("confirmed no: (cc, 3 ms)"));
    assert_eq!(normal("confirmed yes (cc, 3 ms)"), normal("confirmed yes (/usr/bin/clang, 3 ms)"));
    assert_eq!(normal("read by clang version 18.1.1"), normal("read by clang version 22.1.0"));
    assert_ne!(normal("c1 ×13"), normal("c1 ×14"));
    assert_eq!(normal("tests     7 cover all that is covered"), normal("tests     8 cover all that is covered"));
    assert_ne!(normal("lines     7 covered"), normal("lines     8 covered"));
}

#[test]
fn how_far_a_search_got_that_the_time_ended_does_not_matter() {
    let answer = |because: &str, nearest: &[&str]| -> Vec<String> {
        let nearest = nearest.iter().copied();
        ["unknown  a.c:3", because]
            .into_iter()
            .chain(nearest)
            .chain(["  assuming  nothing"])
            .map(str::to_string)
            .collect()
    };
    let (over, other) = ("  because   the time limit of 1 s is over", "  because   it is not known");
    let [short, long] = [&["  nearest   chain c0"][..], &["  nearest   chain c1, which", "            goes on"]];
    assert_eq!(without_nearest(&answer(over, short)), without_nearest(&answer(over, long)));
    assert_ne!(without_nearest(&answer(over, short)), without_nearest(&answer(over, &[])));
    assert_ne!(without_nearest(&answer(other, short)), without_nearest(&answer(other, long)));
}
