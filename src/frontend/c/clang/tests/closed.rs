//! The closed world is closed: everything that Clang has for C, and every name of the lists, stands in a small program
//! here, which is either understood as a compiler understands it, or refused by name.

mod hidden;
mod programs;
mod seen;

use super::super::lists::{HARMLESS, HARMLESS_PRAGMAS, IN_LAYOUTS, OF_FUNCTIONS, PLAIN_SECTIONS, SAME_AGAIN};
use crate::frontend::c::{Options, lower};
use crate::program::{Original, Target, aim};
use crate::replay::{Goal, Limits, Outcome, Witness, run};
use crate::source::Source;
use crate::term::Terms;
use hidden::HIDDEN;
use programs::{ATTRIBUTES, NEW, NEWER, PRAGMAS, REFUSED, RIGHT, UNUSED_PRAGMAS};
use std::collections::BTreeSet;
use std::process::Command;

/// A function whose result says whether something means what it should.
fn function(number: usize, declared: &str, body: &str) -> String {
    let text = format!("{declared}\nint test@(void) {{ int r = 0;\n{body}\nreturn r != 0; }}\n");
    text.replace('@', &number.to_string())
}

/// Where an attribute stands, in a program that tells.
fn with_attribute(place: char, attribute: &str) -> (String, String) {
    let a = format!("__attribute__(({attribute}))");
    let (declared, body) = match place {
        'f' => (format!("{a} static int f@(int *x) {{ return *x + 1; }}"), "int k = 4; r = f@(&k) == 5;".to_string()),
        'g' => (format!("{a} int f@(int x) {{ return x + 1; }}"), "r = f@(4) == 5;".to_string()),
        'v' => (format!("{a} int v@ = 3;"), "r = v@ == 3;".to_string()),
        'r' => (format!("struct s@ {{ int a, b; }} {a};"), "struct s@ x = { 3, 4 }; r = x.b == 4;".to_string()),
        'm' => (
            format!("struct s@ {{ int n, a[2] {a}; }};"),
            "struct s@ x = { 3, { 4, 5 } }; r = x.a[1] == 5;".to_string(),
        ),
        'y' => (format!("struct s@ {{ int n; int a[] {a}; }};"), "struct s@ x = { 3 }; r = x.n == 3;".to_string()),
        'c' => (format!("struct s@ {{ char n[2] {a}; }};"), "struct s@ x = { \"ab\" }; r = x.n[1] == 'b';".to_string()),
        't' => (format!("typedef int {a} t@;"), "t@ x = 3; r = x == 3;".to_string()),
        'e' => (format!("enum {a} e@ {{ A@ = 2 }};"), "enum e@ x = A@; r = x == 2;".to_string()),
        's' => (String::new(), format!("switch (2) {{ case 2: r++; {a}; case 3: r++; }} r = r == 2;")),
        'l' => (String::new(), format!("if (r == 0) {a} {{ r = 1; }}")),
        'p' => (format!("int f@(int *x {a}) {{ return *x + 1; }}"), "int k = 4; r = f@(&k) == 5;".to_string()),
        other => panic!("no place {other}"),
    };
    (declared, body)
}

/// Programs, with the name of what they are about.
fn right() -> Vec<(String, String, String)> {
    let attributes = ATTRIBUTES.iter().map(|(place, text)| {
        let (declared, body) = with_attribute(*place, text);
        (text.to_string(), declared, body)
    });
    let pragmas = PRAGMAS.iter().map(|text| {
        let declared =
            format!("#pragma {text}\nint f@(int x) {{\n#pragma GCC diagnostic ignored \"-Wall\"\nreturn x + 1; }}");
        (text.to_string(), declared, "r = f@(4) == 5;".to_string())
    });
    let others =
        RIGHT.iter().map(|(declared, body)| (format!("{declared} {body}"), declared.to_string(), body.to_string()));
    attributes.chain(pragmas).chain(others).collect()
}

/// What a front end makes of a function: whether its result is 1; or what stands in the way.
fn meaning(number: usize, text: &str, flag: &str) -> Result<bool, String> {
    let text = format!("{text}\nint main(void) {{ if (test{number}()) {{ yes: return 1; }} no: return 0; }}\n");
    let (terms, mut source) = (Terms::new(), Source::from_text("test.c", text));
    let said =
        |all: Vec<crate::diagnostic::Diagnostic>| all.into_iter().map(|d| d.message).collect::<Vec<_>>().join("; ");
    let arguments = if flag.is_empty() { vec![] } else { vec![flag.to_string()] };
    let options = Options { arguments, ..Options::default() };
    let program = Original::of(lower(&terms, &mut source, &options).map_err(said)?);
    let gets_to = |label: &str| {
        let aimed = aim(&program, &terms, &Target::Label(label.into())).expect("the label is there");
        let goal = Goal::locations(aimed.hits);
        matches!(run(&terms, &program, &Witness::default(), &goal, &Limits::steps(10_000)).outcome, Outcome::Reached(_))
    };
    match (gets_to("yes"), gets_to("no")) {
        (true, false) => Ok(true),
        (false, true) => Ok(false),
        both => {
            let gaps: Vec<String> = program.gaps().into_iter().map(|(_, gap)| gap.to_string()).collect();
            Err(format!("a run gets to {both:?}: {}", gaps.join("; ")))
        }
    }
}

/// A compiler that understands all of Clang's C, if there is one.
fn clang() -> Option<String> {
    let versions = [22, 21, 20, 19, 18, 17];
    let all = versions.iter().map(|v| format!("/usr/lib/llvm-{v}/bin/clang")).chain(["clang".to_string()]);
    all.into_iter().find(|name| Command::new(name).arg("--version").output().is_ok_and(|o| o.status.success()))
}

#[test]
fn what_is_not_refused_means_what_a_compiler_makes_of_it() {
    let all = right();
    let (mut texts, mut wrong) = (Vec::new(), Vec::new());
    for (i, (name, declared, body)) in all.iter().enumerate() {
        let text = function(i, declared, body);
        let said = meaning(i, &text, "");
        if NEW.contains(&name.as_str()) && said.is_err() {
            println!("skipped: {name}, which this library does not know: {said:?}");
            texts.push(function(i, "", "r = 1;"));
            continue;
        }
        if said != Ok(true) {
            wrong.push(format!("{name}: {said:?}\n{text}"));
        }
        texts.push(text);
    }
    for (flag, declared, body) in NEWER {
        let text = function(0, declared, body);
        let said = meaning(0, &text, flag);
        if said != Ok(true) {
            wrong.push(format!("{flag}: {said:?}\n{text}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    let Some(clang) = clang() else { return println!("skipped: there is no clang to compare with") };
    let folder = std::env::temp_dir().join(format!("lariat-closed-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a folder");
    let (source, program) = (folder.join("a.c"), folder.join("a.out"));
    let calls = (0..texts.len()).map(|i| format!("if (!test{i}()) printf(\"{i}\\n\");\n"));
    let main =
        format!("int printf(const char *, ...);\nint main(void) {{ {} return 0; }}\n", calls.collect::<String>());
    std::fs::write(&source, texts.concat() + &main).expect("the program is written");
    let made = Command::new(clang).args(["-std=gnu17", "-w", "-O0", "-o"]).arg(&program).arg(&source).output();
    let made = made.expect("clang runs");
    assert!(made.status.success(), "{}", String::from_utf8_lossy(&made.stderr));
    let output = Command::new(&program).output().expect("the program runs");
    let _ = std::fs::remove_dir_all(&folder);
    let wrong = String::from_utf8_lossy(&output.stdout).into_owned();
    let wrong: Vec<&str> = wrong.lines().map(|i| all[i.parse::<usize>().expect("a number")].0.as_str()).collect();
    assert!(wrong.is_empty() && output.status.success(), "the compiler says otherwise: {wrong:?} {:?}", output.status);
}

#[test]
fn what_is_refused_is_refused_by_name() {
    let said = |declared: &str, body: &str| meaning(0, &function(0, declared, body), "");
    let is_named = |said: &Result<bool, String>, named: &str| {
        said.as_ref().is_err_and(|text| text.contains(named) && text.contains("is not supported"))
    };
    let all = REFUSED.iter().map(|(declared, body, named)| (declared, body, named, said(declared, body)));
    let wrong: Vec<_> = all.filter(|(.., named, said)| !is_named(said, named)).collect();
    assert!(wrong.is_empty(), "{wrong:#?}");
}

/// Each name of the lists stands in a program, and no program is about anything else.
#[test]
fn every_name_of_the_lists_has_a_program() {
    let name = |text: &str| text.split(['(', ',']).next().unwrap_or_default().trim().trim_matches('_').to_string();
    let used: BTreeSet<String> = ATTRIBUTES.iter().map(|(_, text)| name(text)).collect();
    let texts: String = RIGHT.iter().map(|(declared, body)| format!("{declared} {body}\n")).collect();
    let refused: String = REFUSED.iter().map(|(declared, body, _)| format!("{declared} {body}\n")).collect();
    let newer: String = NEWER.iter().map(|(_, declared, body)| format!("{declared} {body}\n")).collect();
    let texts = texts + &newer;
    for listed in [HARMLESS, IN_LAYOUTS, OF_FUNCTIONS, SAME_AGAIN].concat() {
        let is_there = used.contains(listed.trim_matches('_')) || texts.contains(listed) || refused.contains(listed);
        assert!(is_there, "no program uses the attribute `{listed}`");
    }
    for section in PLAIN_SECTIONS {
        let quoted = format!("\"{section}");
        let is_there = texts.contains(&quoted) || ATTRIBUTES.iter().any(|(_, text)| text.contains(&quoted));
        assert!(is_there, "no program uses {section}");
    }
    for pragma in HARMLESS_PRAGMAS {
        let is_there = PRAGMAS.iter().chain(UNUSED_PRAGMAS).any(|text| text.starts_with(pragma));
        assert!(is_there, "no program uses `#pragma {pragma}`");
    }
    let lists = [HARMLESS, IN_LAYOUTS, OF_FUNCTIONS, SAME_AGAIN, &["section"]].concat();
    let lists: Vec<&str> = lists.iter().map(|n| n.trim_matches('_')).collect();
    let unlisted: Vec<&String> = used.iter().filter(|name| !lists.contains(&name.as_str())).collect();
    assert!(unlisted.is_empty(), "not on any list: {unlisted:?}");
}

/// Each kind of node, of type, of storage and of call that the library has occurs in a program here, or is none of C's.
#[test]
fn every_kind_of_the_library_has_a_program() {
    let Some(kinds) = seen::kinds_of_the_library() else { return println!("skipped: clang-sys is not to be found") };
    let mut found = BTreeSet::new();
    let all = right().into_iter().map(|(_, declared, body)| (declared, body));
    let refused = REFUSED.iter().map(|(declared, body, _)| (declared.to_string(), body.to_string()));
    for (declared, body) in all.chain(refused) {
        seen::kinds_in(&function(0, &declared, &body), "-std=gnu17", &mut found);
    }
    for (flag, declared, body) in NEWER {
        seen::kinds_in(&function(0, declared, body), flag, &mut found);
    }
    let missing = kinds.iter().filter(|(name, value)| {
        let of = name.split('_').next().unwrap_or_default();
        !found.contains(&(of.to_string(), *value)) && !is_hidden(name)
    });
    let missing: Vec<&String> = missing.map(|(name, _)| name).collect();
    assert!(missing.is_empty(), "no program has {missing:?}");
}

/// Whether a kind is one of another language, or never shown.
fn is_hidden(name: &str) -> bool {
    HIDDEN.iter().any(|hidden| match hidden.split_once('*') {
        Some((start, end)) => name.starts_with(start) && name.ends_with(end),
        None => name == *hidden,
    })
}
