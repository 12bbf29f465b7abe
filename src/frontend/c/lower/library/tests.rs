//! The models against the functions they stand for.

use super::{FUNCTIONS, defined, names};
use crate::frontend::c::facts::SETTINGS;
use std::fmt::Write;
use std::process::Command;

const HEADERS: &str = "#define _GNU_SOURCE
#include <arpa/inet.h>
#include <ctype.h>
#include <errno.h>
#include <fnmatch.h>
#include <getopt.h>
#include <inttypes.h>
#include <malloc.h>
#include <math.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <time.h>
#include <unistd.h>
#include <wchar.h>
#include <wctype.h>
#undef __builtin_assume
#define __builtin_assume(x) ((x) ? (void)0 : abort())
";

/// What the C library of many systems does not have.
const RARE: [&str; 2] = ["strlcpy", "strlcat"];

#[test]
fn the_functions_of_the_text_are_known_by_name() {
    let names: Vec<&str> = names().collect();
    assert!(["strlen", "strchr", "memcmp", "abs", "ispunct", "tolower"].iter().all(|n| names.contains(n)));
    assert!(names.iter().all(|n| n.chars().all(|c| matches!(c, 'a'..='z' | '0'..='9' | '_'))), "{names:?}");
    let mut others = names.iter().filter(|n| !n.starts_with("__"));
    assert_eq!(others.find(|n| !crate::frontend::c::facts::is_of_library(n)), None);
}

#[test]
fn models_do_what_the_functions_of_the_system_do() {
    let compare = concat!(
        include_str!("compare.c"),
        include_str!("compare_more.c"),
        include_str!("compare_calendar.c"),
        include_str!("compare_options.c"),
        include_str!("compare_texts.c")
    );
    let names = || defined(FUNCTIONS);
    let untried = names().find(|name| !compare.contains(&format!("model_{name}(")) && !RARE.contains(name));
    assert_eq!(untried, None, "compare.c tries each of them");
    let folder = std::env::temp_dir().join(format!("lariat-models-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a folder for scratch files");
    let mut text = HEADERS.to_string();
    let renamed = || names().chain(SETTINGS);
    renamed().for_each(|name| writeln!(text, "#undef {name}\n#define {name} model_{name}").expect("a string grows"));
    text.push_str(FUNCTIONS);
    renamed().for_each(|name| writeln!(text, "#undef {name}").expect("a string grows"));
    text.push_str(compare);
    let (file, program) = (folder.join("compare.c"), folder.join("compare"));
    std::fs::write(&file, text).expect("a scratch file");
    let compiler = std::env::var("CC").unwrap_or_else(|_| "cc".into());
    let compiled =
        Command::new(&compiler).args(["-w", "-fno-builtin", "-O1", "-o"]).arg(&program).arg(&file).arg("-lm").output();
    let Ok(compiled) = compiled else { return eprintln!("skipped: there is no `{compiler}` that compiles models") };
    assert!(compiled.status.success(), "{}", String::from_utf8_lossy(&compiled.stderr));
    let run = Command::new(&program).output().expect("what was compiled runs");
    assert!(run.status.success(), "{}", String::from_utf8_lossy(&run.stdout));
    std::fs::remove_dir_all(&folder).expect("scratch files go");
}

#[test]
fn the_page_about_c_names_every_model() {
    let page = include_str!("../../../../../docs/c.md");
    let row = page.lines().find(|line| line.starts_with("| library |")).expect("the row of the library");
    let modelled = row.split('|').nth(2).unwrap_or_default();
    let is_of_ctype = |name: &str| name.starts_with("is") || name.starts_with("to");
    let mut unnamed = super::names().filter(|n| !is_of_ctype(n) && *n != "__errno_location");
    assert_eq!(unnamed.find(|name| !modelled.contains(&format!("`{name}`"))), None);
}
