//! The programs of all specs as text and back: the same text again, and the same meaning.

use crate::tools::sample::is_sampled;
use lariat::budget::Budget;
use lariat::certificate::{self, Asked, Certificate};
use lariat::invariant::Facts;
use lariat::program::{EdgeRef, Instruction, Program, aim, prune};
use lariat::question::{Other, RECURSION};
use lariat::spec;
use lariat::task::{self, Reading};
use lariat::term::{Int, Scope, Sort, Symbol, Term, Terms};
use lariat::world::World;
use std::collections::{BTreeSet, HashMap};
use std::path::Path;

/// Values that depend only on the position of a symbol among those that occur.
struct Values<'a> {
    position: &'a HashMap<Symbol, u64>,
    seed: u64,
}

impl Values<'_> {
    fn value(&self, parts: [u64; 2]) -> Int {
        let mixed = parts.iter().fold(self.seed.wrapping_mul(0x9e37_79b9_7f4a_7c15), |h, p| {
            (h ^ p).wrapping_mul(0xff51_afd7_ed55_8ccd).rotate_left(29)
        });
        // Small values meet, large ones leave their types.
        match mixed % 5 {
            0 => Int::from(mixed >> 20) - Int::from(1u64 << 43),
            1 => Int::from((mixed >> 20) % 600) - Int::from(300),
            _ => Int::from((mixed >> 20) % 9) - Int::from(2),
        }
    }
}

impl Scope for Values<'_> {
    fn int(&self, s: Symbol) -> Option<Int> {
        Some(self.value([self.position[&s], 1]))
    }

    fn element(&self, array: Symbol, index: &Int) -> Option<Int> {
        let index = u64::try_from(index.clone()).unwrap_or_else(|_| index.to_string().len() as u64 + 1000);
        Some(self.value([self.position[&array], index.wrapping_add(2)]))
    }
}

/// The symbols that occur, in the order in which they are declared.
fn positions(terms: &Terms, program: &Program) -> HashMap<Symbol, u64> {
    let mut occurring: BTreeSet<Symbol> = BTreeSet::new();
    for edge in program.graph.edge_weights() {
        match &edge.instruction {
            Instruction::Skip => {}
            Instruction::Assign(x, t) => {
                occurring.insert(*x);
                occurring.extend(terms.symbols(*t));
            }
            Instruction::Assume(t) => occurring.extend(terms.symbols(*t)),
            Instruction::Copy(copies) => occurring.extend(copies.iter().flat_map(|(x, y)| [*x, *y])),
        }
    }
    let all = program.variables.iter().copied().chain(program.inputs.iter().map(|i| i.symbol));
    let found: HashMap<Symbol, u64> = { all.filter(|s| occurring.contains(s)) }.zip(0..).collect();
    assert_eq!(found.len(), occurring.len(), "programs list their symbols");
    found
}

/// Terms that say what an instruction does: arrays by the elements at some places.
fn probes(terms: &Terms, t: Term) -> Vec<Term> {
    match terms.sort(t) {
        Sort::Int | Sort::Bool => vec![t],
        Sort::Array => (-1..6).map(|i| terms.select(t, terms.int(i))).collect(),
    }
}

fn same_meaning(ours: (&Terms, &Program), theirs: (&Terms, &Program)) {
    let (mine, other) = (positions(ours.0, ours.1), positions(theirs.0, theirs.1));
    assert_eq!(ours.1.graph.edge_count() + usize::from(restarts(ours.1)), theirs.1.graph.edge_count());
    let skipped = usize::from(restarts(ours.1));
    let at = |position: &HashMap<Symbol, u64>, s: &Symbol| position[s];
    for (a, b) in ours.1.graph.edge_references().zip(theirs.1.graph.edge_references().skip(skipped)) {
        assert_eq!(a.weight().span, b.weight().span);
        let (x, y) = match (&a.weight().instruction, &b.weight().instruction) {
            (Instruction::Skip, Instruction::Skip) => continue,
            (Instruction::Assign(x, s), Instruction::Assign(y, t)) => {
                assert_eq!(at(&mine, x), at(&other, y));
                (*s, *t)
            }
            (Instruction::Assume(s), Instruction::Assume(t)) => (*s, *t),
            (a, b) => panic!("{a:?} became {b:?}"),
        };
        for (x, y) in probes(ours.0, x).into_iter().zip(probes(theirs.0, y)) {
            for seed in 0..12 {
                let before = ours.0.eval(x, &Values { position: &mine, seed });
                let after = theirs.0.eval(y, &Values { position: &other, seed });
                // Simplified terms may have lost a division by zero, which has no value, but never get one.
                assert!(before == after || before.is_err() && after.is_ok(), "{before:?} {after:?} {}", ours.0.show(x));
            }
        }
    }
}

/// Whether an edge leads back to the start, which then gets a place before it.
fn restarts(program: &Program) -> bool {
    program.graph.edge_references().any(|e| e.target() == program.start)
}

/// One of so many programs is looked at; `LARIAT_ROUNDTRIP=all` looks at each.
const EVERY: usize = 8;

#[test]
fn programs_survive_their_text() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let folders = ["specs/corpus", "specs/warnings", "specs/papers", "benchmarks"].map(|f| root.join(f));
    let collection = spec::load(&folders).expect("the folders are there");
    let budget = Budget::unlimited();
    let all = std::env::var("LARIAT_ROUNDTRIP").is_ok_and(|all| all == "all");
    let mut seen = 0;
    let mut before = BTreeSet::new();
    for asked in collection.specs.iter().flat_map(|s| &s.questions) {
        // What differs in nothing but its target differs in little.
        let same = (
            &asked.program,
            &asked.entry,
            &asked.define,
            &asked.assume,
            format!("{:?}", asked.data_model),
            &asked.havoc,
        );
        if !before.insert(same) || !all && !is_sampled(asked, EVERY) {
            continue;
        }
        let terms = Terms::new();
        let includes = asked.include.iter().map(|f| format!("-I{}", f.display()));
        let flags: Vec<String> = includes.chain(asked.define.iter().map(|d| format!("-D{d}"))).collect();
        // Whatever they say: only the text is looked at.
        let others: Vec<Other> =
            asked.others.iter().map(|file| Other { file: file.clone(), flags: flags.clone() }).collect();
        let havoc: BTreeSet<String> = asked.havoc.iter().cloned().collect();
        let reading = Reading {
            program: &asked.program,
            flags: &flags,
            others: &others,
            entry: &asked.entry,
            data_model: asked.data_model,
            signed_overflow: asked.signed_overflow,
            recursion: RECURSION,
            world: World::default(),
            assume: &asked.assume,
            havoc: &havoc,
            leaks: false,
            returns: false,
            outputs: false,
            tape: false,
            apart: lariat::frontend::Apart::Nothing,
            open_to: None,
            solves: false,
            ways: 0,
            budget: &budget,
            ahead: None,
        };
        let original = task::load(&terms, &reading).expect("specs can be read");
        let aimed = aim(&original, &terms, &asked.target).expect("specs have targets");
        let program = prune::towards(&aimed.program, aimed.target);
        let certificate = Certificate {
            version: "0".into(),
            clang: "Clang".into(),
            asked: Asked {
                program: asked.program.display().to_string(),
                flags,
                others: others.clone(),
                entry: asked.entry.clone(),
                target: asked.target.to_string(),
                assume: asked.assume.clone(),
                havoc: havoc.clone(),
                data_model: "lp64".into(),
                signed_overflow: "wrap".into(),
                recursion: RECURSION,
                world: World::default(),
            },
            assumptions: original.assumptions.iter().map(|a| a.text.clone()).collect(),
            program,
            target: aimed.target,
            facts: Facts::new(),
        };
        let name = || format!("{} {}", asked.program.display(), asked.target);
        let again = |text: &str| {
            let terms = Terms::new();
            let read = certificate::read(&terms, text).unwrap_or_else(|e| panic!("{}: {e}\n{text}", name()));
            (certificate::text(&terms, &read), terms, read)
        };
        let (text, read_terms, read) = again(&certificate::text(&terms, &certificate));
        let (same, ..) = again(&text);
        assert!(same == text, "{}: {} lines", name(), text.lines().count());
        assert_eq!((&read.asked, &read.assumptions), (&certificate.asked, &certificate.assumptions));
        same_meaning((&terms, &certificate.program), (&read_terms, &read.program));
        let own = Terms::new();
        let found = certificate::read(&own, &text).expect("it was read before");
        certificate::same(&own, &found, &terms, &certificate).unwrap_or_else(|e| panic!("{}: {e}", name()));
        seen += 1;
    }
    assert!(seen > if all { 300 } else { 300 / EVERY }, "{seen} programs");
}
