//! Every spec whose answer is `unreachable` has a certificate that z3 confirms, except those that `uncertified.txt` names.
//! `LARIAT_CERTIFY=all cargo test --test certificate every_unreachable` asks those as well, with 10 s for each, and fails
//! where the list is not right any more.

use super::*;
use lariat::question::{DataModel, Overflow};
use lariat::spec::{self, Expected};
use std::collections::{BTreeMap, BTreeSet};

/// What became of one question.
enum Came {
    Confirmed,
    Undecided,
    Uncertified(String),
}

fn came(asked: &spec::Asked, solver: &str, timeout: &str) -> Came {
    let folder = Folder::new();
    let mut args = vec!["reach".to_string(), asked.program.display().to_string(), "--timeout".into(), timeout.into()];
    let mut option = |name: &str, value: String| args.extend([name.to_string(), value]);
    option("--entry", asked.entry.clone());
    option("--target", asked.target.to_string());
    option("--certificate", "proof".into());
    asked.define.iter().for_each(|d| option("-D", d.clone()));
    asked.include.iter().for_each(|f| option("-I", f.display().to_string()));
    asked.assume.iter().for_each(|a| option("--assume", a.clone()));
    let model = if matches!(asked.data_model, DataModel::Ilp32) { "ilp32" } else { "lp64" };
    option("--data-model", model.into());
    let overflow = if matches!(asked.signed_overflow, Overflow::Wrap) { "wrap" } else { "undefined" };
    option("--signed-overflow", overflow.into());
    let args: Vec<&str> = args.iter().map(String::as_str).collect();
    let output = lariat(&folder, &args);
    let answer = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(matches!(output.status.code(), Some(0 | 3)), "{args:?}: {answer}");
    if !folder.path("proof").exists() {
        let words: Vec<&str> = answer.split_whitespace().skip_while(|w| *w != "uncertified:").collect();
        assert!(!words.is_empty(), "{args:?}: {answer}");
        return Came::Uncertified(words.join(" ").split(" assuming ").next().unwrap_or_default().to_string());
    }
    let program = asked.program.display().to_string();
    let args = ["check-certificate", "proof", "--solver", solver, "--program", &program, "--timeout", "10s"];
    let output = lariat(&folder, &args);
    let answer = String::from_utf8_lossy(&output.stdout).into_owned();
    match output.status.code() {
        Some(0) => Came::Confirmed,
        Some(3) => Came::Undecided,
        _ => panic!("{program} {}: {answer}", asked.target),
    }
}

/// Questions without a certificate, by program and name.
const UNCERTIFIED: &str = include_str!("uncertified.txt");

#[test]
fn every_unreachable_spec_is_certified_and_confirmed() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let all = std::env::var("LARIAT_CERTIFY").is_ok_and(|wanted| wanted == "all");
    let collection = spec::load(&[root.join("specs")]).expect("the folder is there");
    let listed: BTreeSet<&str> = UNCERTIFIED.lines().filter(|line| !line.starts_with('#')).collect();
    let name = |asked: &spec::Asked| {
        let program = asked.program.strip_prefix(root).unwrap_or(&asked.program);
        format!("{} {}", program.display(), asked.name)
    };
    let questions = collection.specs.iter().flat_map(|s| &s.questions);
    let unreachable = questions.filter(|a| a.expect == Some(Expected::Unreachable) && a.expect_today.is_none());
    let asked: Vec<&spec::Asked> = unreachable.filter(|a| all || !listed.contains(name(a).as_str())).collect();
    let (solver, next) = (z3(), AtomicU32::new(0));
    let (mut confirmed, mut left) = (BTreeSet::new(), BTreeMap::new());
    std::thread::scope(|threads| {
        let work = || {
            let mut done = Vec::new();
            while let Some(one) = asked.get(next.fetch_add(1, Ordering::Relaxed) as usize) {
                done.push((one, came(one, &solver, if all { "10s" } else { "60s" })));
            }
            done
        };
        let workers = std::thread::available_parallelism().map_or(1, usize::from);
        let workers: Vec<_> = (0..workers).map(|_| threads.spawn(work)).collect();
        for (one, came) in workers.into_iter().flat_map(|w| w.join().expect("no panic")) {
            match came {
                Came::Confirmed => drop(confirmed.insert(name(one))),
                Came::Undecided => drop(left.insert(name(one), "undecided".to_string())),
                Came::Uncertified(why) => drop(left.insert(name(one), why)),
            }
        }
    });
    println!(
        "{} of {} certified and confirmed; {} are listed as uncertified",
        confirmed.len(),
        asked.len(),
        listed.len()
    );
    left.iter().for_each(|(name, why)| println!("{name}: {why}"));
    let missing: Vec<&String> = left.keys().filter(|name| !listed.contains(name.as_str())).collect();
    assert!(missing.is_empty(), "without a certificate, and not listed: {missing:#?}");
    let better: Vec<&str> = listed.into_iter().filter(|name| confirmed.contains(*name)).collect();
    assert!(better.is_empty(), "listed, but certified now: {better:#?}");
}
