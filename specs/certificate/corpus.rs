//! Every small spec that expects `unreachable`: what is certified is confirmed, and what is not is counted and named.
//! `LARIAT_CERTIFY="specs/corpus" cargo test --test certificate what_is_certified -- --nocapture` asks other folders.

use super::*;
use lariat::question::{DataModel, Overflow};
use lariat::spec::{self, Expected};

/// What became of one question.
enum Came {
    Confirmed,
    Undecided,
    Uncertified(String),
}

fn came(asked: &spec::Asked, solver: &str) -> Came {
    let folder = Folder::new();
    let mut args = vec!["reach".to_string(), asked.program.display().to_string(), "--timeout".into(), "3s".into()];
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

#[test]
fn what_is_certified_is_confirmed() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let wanted = std::env::var("LARIAT_CERTIFY").unwrap_or_else(|_| "specs/warnings specs/papers".into());
    let folders: Vec<PathBuf> = wanted.split_whitespace().map(|f| root.join(f)).collect();
    let collection = spec::load(&folders).expect("the folders are there");
    let all = collection.specs.iter().flat_map(|s| &s.questions);
    let asked: Vec<&spec::Asked> = all.filter(|a| a.expect == Some(Expected::Unreachable)).collect();
    let (solver, next) = (z3(), AtomicU32::new(0));
    let (mut confirmed, mut left) = (0, Vec::new());
    std::thread::scope(|threads| {
        let work = || {
            let mut done = Vec::new();
            while let Some(one) = asked.get(next.fetch_add(1, Ordering::Relaxed) as usize) {
                done.push((one, came(one, &solver)));
            }
            done
        };
        let workers: Vec<_> = (0..2).map(|_| threads.spawn(work)).collect();
        for (one, came) in workers.into_iter().flat_map(|w| w.join().expect("no panic")) {
            let name = format!("{} {}", one.program.strip_prefix(root).unwrap_or(&one.program).display(), one.target);
            match came {
                Came::Confirmed => confirmed += 1,
                Came::Undecided => left.push(format!("{name}: undecided")),
                Came::Uncertified(why) => left.push(format!("{name}: {why}")),
            }
        }
    });
    left.sort();
    println!("{confirmed} of {} certified and confirmed; not so:\n{}", asked.len(), left.join("\n"));
    // More may come; fewer would be a loss that somebody has to explain.
    assert!(confirmed >= asked.len() / 2, "{confirmed} of {}", asked.len());
}
