//! Every spec whose answer is `unreachable` has a certificate that z3 confirms, except those that `uncertified.txt` names,
//! each with how it was refuted. Asked is one of so many; `make whole` asks all, those of the list as well, with 10 s for
//! each, and fails where the list is not right any more. cvc5, if it is installed, confirms some of them.

use super::shared::Shared;
use super::*;
use crate::tools::sample::is_sampled;
use lariat::budget::Budget;
use lariat::certificate::{self, Outcome};
use lariat::question::{Other, Question};
use lariat::spec::{self, Expected};
use lariat::term::Terms;
use lariat::{certify, reach};
use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;

/// Without `LARIAT_CERTIFY=all` one of so many is asked.
const EVERY: usize = 30;
/// cvc5 checks one of so many certificates.
const APART: usize = 24;
/// For deep terms.
const STACK: usize = 512 << 20;

/// What became of one question.
enum Came {
    Confirmed,
    Undecided(String),
    /// How it was refuted, and why it has no certificate.
    Uncertified(&'static str, String),
}

/// Asks one question, and z3 about the certificate, which lies in `folder` then.
fn came(asked: &spec::Asked, folder: &Path, z3: &mut Shared, limit: Duration) -> Came {
    let includes = asked.include.iter().map(|f| format!("-I{}", f.display()));
    let flags: Vec<String> = includes.chain(asked.define.iter().map(|d| format!("-D{d}"))).collect();
    let other = |file: &PathBuf| Other { file: file.clone(), flags: flags.clone() };
    let mut question = Question {
        others: asked.others.iter().map(other).collect(),
        flags: flags.clone(),
        entry: asked.entry.clone(),
        assume: asked.assume.clone(),
        havoc: asked.havoc.iter().cloned().collect(),
        data_model: asked.data_model,
        signed_overflow: asked.signed_overflow,
        world: asked.world,
        ..Question::about(asked.program.clone(), asked.target.clone())
    };
    question.forms.certificate = true;
    let name = format!("{} {}", asked.program.display(), asked.name);
    let answer = reach::reach(&question, &Budget::lasting(limit)).unwrap_or_else(|e| panic!("{name}: {e}"));
    let Some(certified) = answer.certificate else { panic!("{name}: nothing is said of a certificate") };
    let files = match certified.files {
        Ok(files) => files,
        Err(why) => return Came::Uncertified(answer.refuted_by.map_or("nothing", |by| by.word()), why),
    };
    certificate::write(folder, &files).unwrap_or_else(|e| panic!("{name}: {e}"));
    confirmed(asked, folder, z3).unwrap_or_else(|why| panic!("{name}: {why}"))
}

/// What z3 says of the queries that follow from the program in a folder, which are all that there is, if that program is
/// the one that was asked about. The error says what is wrong with it.
fn confirmed(asked: &spec::Asked, folder: &Path, z3: &mut Shared) -> Result<Came, String> {
    let terms = Terms::new();
    let wrong = |outcome: Outcome| format!("{outcome:?}");
    let opened = certificate::opened(folder)?;
    let read = opened.certificate(&terms).map_err(wrong)?;
    let budget = Budget::unlimited();
    certify::compare(&terms, &read, &asked.program, &budget).map_err(|e| e.to_string())??;
    let queries = opened.queries(&read).map_err(wrong)?;
    for query in &queries {
        let text = std::fs::read_to_string(folder.join(&query.file)).map_err(|e| e.to_string())?;
        match z3.said(&text).as_str() {
            "unsat" => {}
            "unknown" | "timeout" => return Ok(Came::Undecided(query.file.clone())),
            said => return Err(format!("z3 says `{said}` of {}, which should show that {}", query.file, query.shows)),
        }
    }
    Ok(Came::Confirmed)
}

#[test]
fn every_unreachable_spec_is_certified_and_confirmed() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let all = std::env::var("LARIAT_CERTIFY").is_ok_and(|wanted| wanted == "all");
    let limit = Duration::from_secs(if all { 10 } else { 120 });
    let collection = spec::load(&[root.join("specs")]).expect("the folder is there");
    let uncertified =
        std::fs::read_to_string(root.join("specs/certificate/uncertified.txt")).expect("the list is there");
    let lines = uncertified.lines().filter(|line| !line.starts_with('#'));
    let listed: BTreeMap<&str, &str> =
        lines.map(|line| line.split_once(' ').expect("a word and a name")).map(|(by, name)| (name, by)).collect();
    let name = |asked: &spec::Asked| {
        let program = asked.program.strip_prefix(root).unwrap_or(&asked.program);
        format!("{} {}", program.display(), asked.name)
    };
    let questions = collection.specs.iter().flat_map(|s| &s.questions);
    let unreachable = questions.filter(|a| a.expect == Some(Expected::Unreachable) && a.expect_today.is_none());
    let asked = unreachable.filter(|a| all || !listed.contains_key(name(a).as_str()));
    let asked: Vec<&spec::Asked> = asked.filter(|asked| all || is_sampled(asked, EVERY)).collect();
    let (command, other, next) = (z3(), installed("cvc5"), AtomicU32::new(0));
    let work = || {
        let mut z3 = Shared::z3(&command, 10_000);
        let mut done = Vec::new();
        loop {
            let number = next.fetch_add(1, Ordering::Relaxed) as usize;
            let Some(one) = asked.get(number) else { return done };
            let folder = Folder::new("certificate");
            let came = came(one, &folder.path("proof"), &mut z3, limit);
            if let (Came::Confirmed, Some(cvc5), true) = (&came, &other, number.is_multiple_of(APART)) {
                let output = lariat(&folder, &["check-certificate", "proof", "--solver", cvc5, "--timeout", "5s"]);
                let said = String::from_utf8_lossy(&output.stdout).into_owned();
                // It may not know, but never say that a query can be satisfied.
                assert!(matches!(output.status.code(), Some(0 | 3)), "{}: {said}", name(one));
                println!("cvc5: {}", said.lines().next().unwrap_or_default());
            }
            done.push((*one, came));
        }
    };
    let (mut confirmed, mut undecided, mut left) = (BTreeSet::new(), BTreeMap::new(), BTreeMap::new());
    std::thread::scope(|threads| {
        let spawn = |_| std::thread::Builder::new().stack_size(STACK).spawn_scoped(threads, work).expect("a thread");
        let workers = std::thread::available_parallelism().map_or(1, usize::from);
        let workers: Vec<_> = (0..workers).map(spawn).collect();
        for (one, came) in workers.into_iter().flat_map(|w| w.join().expect("no panic")) {
            match came {
                Came::Confirmed => drop(confirmed.insert(name(one))),
                Came::Undecided(query) => drop(undecided.insert(name(one), query)),
                Came::Uncertified(by, why) => drop(left.insert(name(one), (by, why))),
            }
        }
    });
    let kind = |by: &str| listed.values().filter(|known| **known == by).count();
    println!(
        "{} of {} certified and confirmed; without a certificate: {} refuted by counters, {} by exhausted search, {} by unrolling, {} by summaries",
        confirmed.len(),
        asked.len(),
        kind("counters"),
        kind("search"),
        kind("unrolling"),
        kind("summaries"),
    );
    left.iter().for_each(|(name, (by, why))| println!("{by} {name}\n    {why}"));
    assert!(undecided.is_empty(), "z3 cannot decide a query of these: {undecided:#?}");
    let missing: Vec<&String> = left.keys().filter(|name| !listed.contains_key(name.as_str())).collect();
    assert!(missing.is_empty(), "without a certificate, and not listed: {missing:#?}");
    // Which of the engines that have no certificate is the first to refute depends on the machine.
    let without = ["counters", "search", "unrolling", "summaries"];
    let other: Vec<&String> = left.iter().filter(|(_, (by, _))| !without.contains(by)).map(|l| l.0).collect();
    assert!(other.is_empty(), "refuted in a way that has certificates: {other:#?}");
    let is_known = |word: &&&str| without.contains(*word) || **word == "ranges";
    let words: Vec<&&str> = listed.values().filter(|word| !is_known(word)).collect();
    assert!(words.is_empty(), "not how anything is refuted: {words:?}");
    let better: Vec<&str> = listed.into_keys().filter(|name| confirmed.contains(*name)).collect();
    assert!(better.is_empty(), "listed, but certified now: {better:#?}");
}
