//! gcov is the judge of tests: compiled with its counters, each passes the lines that it is said to cover, and no others
//! of those that there are.

use super::{Folder, explore, items};
use serde_json::Value;
use std::collections::BTreeSet;
use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};

/// Programs that end by themselves, each with what is hard to tell of it.
const PROGRAMS: [(&str, &str); 5] = [
    (
        "loops",
        "extern int input(void);
static int half(int x) {
    if (x % 2)
        return -1;
    return x / 2;
}
int main(void) {
    int odd = 0, sum = 0;
    for (int i = input(); i > 0 && odd < 3; i = input()) {
        if (half(i) < 0) {
            odd++;
            continue;
        }
        sum += 1;
    }
    if (odd == 3)
        return 1;
    while (sum > 40)
        sum -= 7;
    return sum == 38;
}
",
    ),
    (
        "choices",
        "extern int input(void);
enum kind { NONE, ONE, TWO, MANY };
static int kind(int n) {
    switch (n) {
    case 0:
        return NONE;
    case 1:
        return ONE;
    case 2:
        return TWO;
    default:
        if (n < 0)
            return NONE;
        return MANY;
    }
}
int main(void) {
    int k = kind(input());
    do {
        k++;
    } while (k < 2);
    if (k == 4)
        goto end;
    k = 7;
end:
    return k;
}
",
    ),
    (
        "memory",
        "#include <string.h>
int count(const char *text, char what) {
    int found = 0;
    if (!text)
        return -1;
    if (strlen(text) > 5)
        return -2;
    for (; *text; text++)
        if (*text == what)
            found++;
    return found;
}
",
    ),
    (
        "never",
        "int sign(int x) {
    int s = (x > 0) - (x < 0);
    if (s > 1)
        return 7;
    if (s == 0)
        return 0;
    return s > 0 ? 1 : -1;
}
",
    ),
    (
        "leaves",
        "#include <setjmp.h>
static jmp_buf outside;
static int digit(int c) {
    if (c < '0' || c > '9')
        longjmp(outside, 1);
    return c - '0';
}
int number(const char text[2]) {
    int tens = digit(text[0]);
    return 10 * tens + digit(text[1]);
}
",
    ),
];

/// The compiler's command for a test, which stands in its first comment.
fn compiler(harness: &Path, folder: &Path) -> Option<Command> {
    let text = fs::read_to_string(harness).ok()?;
    let line = text.lines().find_map(|line| line.strip_prefix("//   cc ")?.split_once(" && ./"))?.0;
    let mut command = Command::new("gcc");
    command.current_dir(folder).args(["--coverage", "-fprofile-abs-path"]);
    for word in line.split(' ') {
        match word {
            _ if harness.ends_with(word) => command.arg(harness),
            _ if harness.with_extension("").ends_with(word) => command.arg("harness"),
            _ => command.arg(word.trim_matches('\'')),
        };
    }
    Some(command)
}

/// The lines of a file that a compiled test passes, and those that it does not pass.
fn counted(harness: &Path, folder: &Path, file: &str) -> Option<(BTreeSet<u64>, BTreeSet<u64>)> {
    let output = compiler(harness, folder)?.output().ok()?;
    assert!(output.status.success(), "{}: {}", harness.display(), String::from_utf8_lossy(&output.stderr));
    Command::new(folder.join("harness")).current_dir(folder).stdin(Stdio::null()).output().ok()?;
    let mut gcov = Command::new("gcov");
    let counts = fs::read_dir(folder).ok()?.flatten().map(|entry| entry.path());
    gcov.current_dir(folder).args(["--json-format", "--stdout"]);
    gcov.args(counts.filter(|path| path.extension().is_some_and(|end| end == "gcda")));
    let output = gcov.output().ok()?;
    let (mut passed, mut others) = (BTreeSet::new(), BTreeSet::new());
    for line in String::from_utf8_lossy(&output.stdout).lines() {
        let Ok(report) = serde_json::from_str::<Value>(line) else { continue };
        let files = report["files"].as_array()?;
        let is_it = |entry: &&Value| entry["file"].as_str().is_some_and(|name| Path::new(name).ends_with(file));
        for line in files.iter().filter(is_it).flat_map(|entry| entry["lines"].as_array()).flatten() {
            let to = if line["count"].as_u64()? > 0 { &mut passed } else { &mut others };
            to.insert(line["line_number"].as_u64()?);
        }
    }
    others.retain(|line| !passed.contains(line));
    Some((passed, others))
}

#[test]
fn gcov_agrees_with_what_tests_cover() {
    let is_there =
        |tool: &str| Command::new(tool).arg("--version").output().is_ok_and(|output| output.status.success());
    if !is_there("gcc") || !is_there("gcov") {
        println!("there is no gcc with gcov here, so nobody is asked");
        return;
    }
    let mut compared = 0;
    for (name, text) in PROGRAMS {
        let folder = Folder::new(name);
        let file = folder.file(&format!("{name}.c"), text);
        let entry = if text.contains("int main") {
            "main"
        } else {
            text.split([' ', '(']).find(|w| ["count", "sign", "number"].contains(w)).expect("an entry")
        };
        let out = folder.path("out");
        let shown = out.display().to_string();
        let output = explore(&[&file, "--entry", entry, "--out", &shown, "--timeout", "20s"]);
        assert!(output.status.success(), "{name}: {}", String::from_utf8_lossy(&output.stderr));
        let text = fs::read_to_string(out.join("explore.json")).expect("it is written");
        let found: Value = serde_json::from_str(&text).expect("it is JSON");
        let lines: BTreeSet<u64> = items(&found)
            .iter()
            .filter(|item| item["kind"] == "line")
            .filter_map(|item| item["line"].as_u64())
            .collect();
        for (number, test) in found["tests"].as_array().expect("tests").iter().enumerate() {
            if test["end"]["kind"] != "over" || !test["stops_at"].is_null() {
                continue;
            }
            let covers = test["covers"].as_array().expect("items").iter().filter_map(Value::as_u64);
            let covers = covers.map(|item| &items(&found)[item as usize]).filter(|item| item["kind"] == "line");
            let covers: BTreeSet<u64> = covers.filter_map(|item| item["line"].as_u64()).collect();
            let place = folder.path(&format!("run{number}"));
            fs::create_dir_all(&place).expect("a folder");
            let harness = out.join(format!("tests/test{:03}.c", number + 1));
            let Some((passed, others)) = counted(&harness, &place, &format!("{name}.c")) else { continue };
            let missing: Vec<&u64> = covers.intersection(&others).collect();
            let unsaid: Vec<&u64> = passed.intersection(&lines).filter(|line| !covers.contains(line)).collect();
            assert!(missing.is_empty() && unsaid.is_empty(), "{name}, test {}: {missing:?} {unsaid:?}", number + 1);
            compared += 1;
        }
    }
    assert!(compared >= PROGRAMS.len(), "only {compared} tests were compared");
}
