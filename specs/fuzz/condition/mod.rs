//! Conditions against brute force: an input that reaches the target satisfies the condition in every form.
//!
//! `small` has programs with small domains and `cases` random ones, `brute` runs them on all inputs; whether an input
//! satisfies a form is for evaluation, for z3 and cvc5 (`solvers`), and for gcc to say (`holds`). `strength` is how much
//! of the other inputs is excluded.
//!
//! `LARIAT_CONDITIONS=N` tries N random programs, from the seed `LARIAT_CONDITIONS_SEED` on, of those with at most
//! `LARIAT_CONDITIONS_LOOPS` loops, which take longer the more they are; with `LARIAT_CONDITIONS_ALL`
//! every witness of the corpus takes part, and the small programs that take long.

pub mod brute;
pub mod cases;
mod holds;
pub mod small;
pub mod solvers;
mod strength;
mod witnesses;

use brute::{Tried, try_all};
use holds::Compiled;
use lariat::budget::Budget;
use lariat::condition::{Condition, Format, Quantifiers, Variant, Wanted};
use lariat::program::{Original, Program};
use lariat::question::Question;
use lariat::replay::Witness;
use lariat::term::Terms;
use small::Case;
use solvers::{given, is_cvc5_there, said_by_cvc5, said_by_z3};
use std::collections::BTreeMap;
use std::time::Duration;
use strength::Strength;

fn setting(name: &str, default: u64) -> u64 {
    std::env::var(name).ok().and_then(|v| v.parse().ok()).unwrap_or(default)
}

/// Whether nothing is left out.
fn is_whole() -> bool {
    std::env::var_os("LARIAT_CONDITIONS_ALL").is_some()
}

/// How many inputs there were, and how many of those that do not reach the target were excluded, by form.
#[derive(Default)]
struct Tally {
    inputs: usize,
    reaching: usize,
    excluded: BTreeMap<&'static str, usize>,
    asked: usize,
    undecided: usize,
    has_cvc5: bool,
    /// How often cvc5 was asked the same, and did not say.
    asked_too: usize,
    undecided_too: usize,
}

impl Tally {
    fn add(&mut self, other: Tally) {
        self.inputs += other.inputs;
        self.reaching += other.reaching;
        self.asked += other.asked;
        self.undecided += other.undecided;
        self.has_cvc5 |= other.has_cvc5;
        self.asked_too += other.asked_too;
        self.undecided_too += other.undecided_too;
        other.excluded.into_iter().for_each(|(name, count)| *self.excluded.entry(name).or_default() += count);
    }
}

/// The time for a condition: enough for all its steps on a busy machine. One that is cut short may be any weaker.
const LONGEST: Duration = Duration::from_secs(120);

/// Seeds of programs whose heavy condition once kept what the light one excludes.
const ONCE_WRONG: [u64; 1] = [600_196];

/// So many random programs are compared before the next ones are made.
const AT_A_TIME: usize = 25;

const LIGHT: Wanted = Wanted { variant: Variant::Light, quantifiers: Quantifiers::Keep, format: Format::Smt2 };
const HEAVY: Wanted = Wanted { variant: Variant::Heavy, ..LIGHT };
const ELIMINATED: Wanted = Wanted { quantifiers: Quantifiers::Eliminate, ..HEAVY };

/// Every form of the conditions of one case.
struct Forms {
    /// Name, script.
    scripts: Vec<(&'static str, String)>,
    names: Vec<String>,
    /// Whether powers are in it: scripts leave out what is said of those that have no bound.
    has_powers: bool,
    /// Name, term over inputs.
    terms: Vec<(&'static str, lariat::term::Term)>,
    header: String,
}

fn forms(terms: &Terms, program: &Original, question: &Question, budget: &dyn Fn() -> Budget) -> Forms {
    let of = |wanted: Wanted| Condition::of(terms, program, question, &wanted, &budget()).expect("a condition");
    let unfold = |bound| Wanted { quantifiers: Quantifiers::Unfold(bound), ..HEAVY };
    let in_c = Wanted { format: Format::CAssume, quantifiers: Quantifiers::Eliminate, ..HEAVY };
    let eliminated = |variant| Wanted { variant, quantifiers: Quantifiers::Eliminate, ..HEAVY };
    let kept = of(HEAVY);
    let script = |condition: &Condition, wanted| condition.written(terms, question, &wanted).expect("a script");
    let all = [("keep light", LIGHT), ("unfold=1", unfold(1)), ("unfold=3", unfold(3)), ("unfold=32", unfold(32))];
    let others = all.map(|(name, wanted)| (name, script(&of(wanted), wanted)));
    let (light, heavy) = (of(eliminated(Variant::Light)), of(eliminated(Variant::Heavy)));
    Forms {
        scripts: [("keep heavy", script(&kept, HEAVY))].into_iter().chain(others).collect(),
        names: kept.names(terms),
        has_powers: script(&kept, Wanted { format: Format::Text, ..HEAVY }).contains('^'),
        terms: vec![
            ("eliminate light", light.term(terms).expect("only inputs")),
            ("eliminate heavy", heavy.term(terms).expect("only inputs")),
        ],
        header: script(&heavy, in_c),
    }
}

/// Compares all forms on all inputs of the cases; gcc compiles all headers at once.
fn compare(cases: &[Case], most_asked: usize) -> Tally {
    let mut tally = Tally { has_cvc5: is_cvc5_there(), ..Tally::default() };
    let mut compiled = Compiled::default();
    for case in cases {
        let terms = Terms::new();
        let (program, question) = case.load(&terms);
        let tried = try_all(&terms, &program, case);
        let forms = forms(&terms, &program, &question, &|| Budget::lasting(LONGEST));
        let fail = |form: &str, one: &Tried| -> ! {
            panic!("{}: {:?} reaches the target and does not satisfy {form}\n{}", case.name, one.witness, case.text)
        };
        let mut asked = (0, 0);
        for (i, one) in tried.iter().enumerate() {
            tally.inputs += 1;
            tally.reaching += usize::from(one.reached);
            let held: Vec<bool> =
                forms.terms.iter().map(|(_, t)| terms.eval_bool(*t, &one.witness).unwrap_or(true)).collect();
            for ((name, _), held) in forms.terms.iter().zip(&held) {
                if one.reached && !held {
                    fail(name, one);
                }
                *tally.excluded.entry(name).or_default() += usize::from(!held);
            }
            assert!(held[0] || !held[1], "{}: heavy, and not light: {:?}\n{}", case.name, one.witness, case.text);
            compiled.add(&case.name, &forms, &program, (&one.witness, one.reached, held[1]));
            // Some inputs of either kind, all over them.
            let count = if one.reached { &mut asked.0 } else { &mut asked.1 };
            if *count < most_asked && (i % 7 == 0 || one.reached) {
                *count += 1;
                let about = format!("{}: {:?}\n{}", case.name, one.witness, case.text);
                let input = (&one.witness, one.reached, held[1]);
                check_scripts(&about, &forms, &program, input, &mut tally);
            }
        }
    }
    compiled.run();
    tally
}

/// What solvers say of the scripts: necessary, and each weaker than the one before. `about` says which input it is.
fn check_scripts(
    about: &str,
    forms: &Forms,
    program: &Program,
    (witness, reached, eliminated): (&Witness, bool, bool),
    tally: &mut Tally,
) {
    let mut said: BTreeMap<&str, Option<bool>> = BTreeMap::new();
    for (name, script) in &forms.scripts {
        let Some(script) = given(script, program, &forms.names, witness) else { return };
        let held = said_by_z3(&script);
        tally.asked += 1;
        tally.undecided += usize::from(held.is_none());
        assert!(!reached || held != Some(false), "z3 refutes {name} of {about}");
        if tally.has_cvc5 {
            let too = said_by_cvc5(&script);
            tally.asked_too += 1;
            tally.undecided_too += usize::from(too.is_none());
            let agree = too.is_none() || held.is_none() || too == held;
            assert!(agree, "{name}: z3 says {held:?}, cvc5 {too:?} of {about}");
            assert!(!reached || too != Some(false), "cvc5 refutes {name} of {about}");
        }
        said.insert(name, held);
    }
    said.insert("eliminate heavy", Some(eliminated));
    let of_scripts = [
        ("keep heavy", "keep light"),
        ("keep heavy", "unfold=32"),
        ("unfold=32", "unfold=3"),
        ("unfold=3", "unfold=1"),
    ];
    // A few rounds are unfolded before counters are eliminated.
    let of_others = [("unfold=32", "eliminate heavy"), ("keep heavy", "eliminate heavy")];
    let others = of_others.into_iter().filter(|_| !forms.has_powers);
    for (stronger, weaker) in of_scripts.into_iter().chain(others) {
        assert_ne!((said[stronger], said[weaker]), (Some(true), Some(false)), "{stronger}, not {weaker}: {about}");
    }
}

fn report(title: &str, tally: &Tally) {
    let others = tally.inputs - tally.reaching;
    println!("{title}: {} inputs, {} reach the target; of the others are excluded", tally.inputs, tally.reaching);
    for (name, excluded) in &tally.excluded {
        println!("  {name}: {excluded} of {others}");
    }
    println!("  z3 was asked {} times and did not say {} times", tally.asked, tally.undecided);
    match tally.has_cvc5 {
        true => println!("  cvc5 was asked {} times and did not say {} times", tally.asked_too, tally.undecided_too),
        false => println!("  skipped: there is no cvc5 on the PATH"),
    }
}

#[test]
fn inputs_that_reach_the_target_satisfy_every_form() {
    for case in if is_whole() { small::all() } else { small::small() } {
        let tally = compare(std::slice::from_ref(&case), 1);
        report(&case.name, &tally);
        assert!(tally.reaching > 0 || case.is_dead, "{}: nothing reaches the target", case.name);
    }
}

#[test]
fn inputs_of_random_programs_satisfy_every_form() {
    let first = setting("LARIAT_CONDITIONS_SEED", 1);
    let most = usize::try_from(setting("LARIAT_CONDITIONS_LOOPS", 4)).expect("a number of loops");
    // Programs that nothing reaches the target of say little, and are many.
    let is_told = |case: &Case| {
        // Each loop has a variable that counts.
        if case.text.matches("\n  int i").count() > most {
            return false;
        }
        let terms = Terms::new();
        let (program, _) = case.load(&terms);
        try_all(&terms, &program, case).iter().any(|one| one.reached)
    };
    let count = usize::try_from(setting("LARIAT_CONDITIONS", 3)).expect("a number of programs");
    let mut all =
        ONCE_WRONG.into_iter().map(cases::random).chain((first..).map(cases::random).filter(is_told).take(count));
    let (mut tally, mut done) = (Tally::default(), 0);
    // Some at a time: what is found out of them is said, and memory does not grow.
    loop {
        let cases: Vec<Case> = all.by_ref().take(AT_A_TIME).collect();
        if cases.is_empty() {
            break;
        }
        tally.add(compare(&cases, 1));
        done += cases.len();
        report(&format!("{done} random programs"), &tally);
    }
    assert!(tally.reaching > 0);
}

#[test]
fn gaps_are_ways_like_others() {
    let text = "extern void reach_error(void);\nint down(int n) { return n <= 0 ? 0 : down((int[]){ n - 1 }[0]); }\n\
                void prog(int n) {\n  int r = down(n);\n  if (r > 0)\n    reach_error();\n}\n";
    let case = Case { name: "gap".into(), text: text.into(), entry: "prog", domains: vec![], is_dead: true };
    let terms = Terms::new();
    let (program, question) = case.load(&terms);
    assert!(!program.gaps().is_empty());
    let condition = Condition::of(&terms, &program, &question, &ELIMINATED, &Budget::unlimited()).unwrap();
    let whole = condition.term(&terms).unwrap();
    let mut witness = Witness::default();
    for (n, expected) in [(1, false), (1_000_000, true)] {
        witness.set(program.inputs[0].symbol, lariat::replay::InputValue::Scalar(n.into()));
        assert_eq!(terms.eval_bool(whole, &witness), Ok(expected), "{n}: {}", terms.show(whole));
    }
}

/// The programs are those of the papers with smaller numbers; of more than so many inputs some are tried. Six of the nine
/// of \[ELN\] are asked about, unless all are.
#[test]
fn much_of_what_does_not_get_there_is_excluded() {
    let strengths = |cases: Vec<Case>| -> Vec<Strength> {
        let asked =
            cases.iter().filter(|case| is_whole() || small::small().iter().any(|small| small.name == case.name));
        asked.map(|case| strength::measure(case, 500).unwrap()).collect()
    };
    let others = if is_whole() { small::other_papers() } else { vec![] };
    let (nine, others) = (strengths(small::eln()), strengths(others));
    for s in nine.iter().chain(&others) {
        let [ranges, light, heavy] = [s.ranges, s.light, s.heavy].map(|n| 100.0 * s.share(n));
        println!("{}: of {} inputs (all: {}), {} reach the target", s.name, s.inputs, s.is_all, s.reaching);
        println!("  of the others ranges exclude {ranges:.1} %, light {light:.1} %, heavy {heavy:.1} %");
        if let Some(kept) = &s.kept {
            println!("  kept: {}, with counters: {:?}", kept.input, kept.with_counters);
        }
        assert_eq!(s.lost, 0, "{}: light excludes what heavy keeps", s.name);
    }
    let half = nine.iter().filter(|s| s.share(s.heavy) >= 0.5).count();
    assert!(half >= 6, "of nine programs only {half}");
}
