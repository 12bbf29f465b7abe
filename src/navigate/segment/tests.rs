//! Segments against single runs, from random states: where all that a segment asks for holds, as many single
//! runs get through and end with its values.
//!
//! Single runs evaluate the nodes of the subchains one by one and know nothing of closed forms. What holds is
//! judged for the values a segment was made with, and for others. Each kind of guard has to be met by segments
//! that hold and by some that do not.

use super::segment::{Segment, segment};
use crate::chain::{Advance, ChainId, Form, Node, Unfolding};
use crate::constraint::{State, Summaries};
use crate::engine::testing::prepared;
use crate::interval::Domain;
use crate::solver::Model;
use crate::term::{Int, Range, Scope, Sort, Symbol, Term, Terms};
use fastrand::Rng;
use std::collections::{BTreeMap, BTreeSet};

/// States to begin in, for each sequence of subchains.
const STATES: usize = 1000;

/// What came of the states.
#[derive(Debug, Default)]
struct Tally {
    held: usize,
    refused: usize,
}

/// The values of a state: variables, and what the model has for everything else.
struct Values<'a> {
    variables: BTreeMap<Symbol, Int>,
    model: &'a Model<'a>,
}

impl Scope for Values<'_> {
    fn int(&self, s: Symbol) -> Option<Int> {
        self.variables.get(&s).cloned().or_else(|| self.model.int(s))
    }
    fn element(&self, array: Symbol, index: &Int) -> Option<Int> {
        self.model.element(array, index)
    }
}

/// The loops of a function `f`, towards its `return 1`.
fn form(terms: &Terms, text: &str) -> Form {
    let target = 1 + text.lines().position(|l| l.contains("return 1")).expect("a target");
    let prepared = prepared(terms, text, "f", &target.to_string());
    let mut unfolding = Unfolding::new(terms, &prepared.sliced, prepared.aimed.target, 1000);
    let mut todo = vec![unfolding.root()];
    while let Some(mut path) = todo.pop() {
        if let Advance::Choices(edges) = unfolding.advance(&mut path).expect("few chains") {
            todo.extend(edges.into_iter().map(|e| {
                let mut longer = path.clone();
                unfolding.take(&mut longer, e);
                longer
            }));
        }
    }
    unfolding.form.clone()
}

/// Runs the nodes of a subchain; `false` at a condition that does not hold.
fn run(terms: &Terms, nodes: &[Node], values: &mut Values) -> bool {
    nodes.iter().all(|node| match node {
        Node::Assume { condition, .. } => terms.eval_bool(*condition, values) == Ok(true),
        Node::Transform { assignments, .. } => {
            let value = |t: Term| terms.eval_int(t, values).expect("no division by zero");
            let new: Vec<_> = assignments.iter().map(|(x, e)| (*x, value(*e))).collect();
            values.variables.extend(new);
            true
        }
        Node::Loop(_) => unreachable!("there is one loop"),
    })
}

/// A value of a variable: mostly small, often one of few, sometimes at an end of its range.
fn value(rng: &mut Rng, range: &Range) -> Int {
    let small = Int::from(rng.i64(0..6));
    let wanted = match (rng.u8(..8), &range.lo, &range.hi) {
        (0, Some(lo), _) => lo + small,
        (1, _, Some(hi)) => hi - small,
        (2..=4, ..) => Int::from(rng.i64(0..3)),
        _ => Int::from(rng.i64(-3..30)),
    };
    if range.contains(&wanted) { wanted } else { range.lo.clone().unwrap_or_default() }
}

/// Elements that are often equal to their neighbours.
fn elements(rng: &mut Rng, model: &mut Model, array: Symbol) {
    let (usual, rare) = (rng.i64(-1..4), rng.u8(2..40));
    for index in -5..60 {
        let value = if rng.u8(..rare) == 0 { rng.i64(-2..6) } else { usual };
        model.set_element(array, index.into(), value.into());
    }
}

/// Whether all that a segment asks for holds.
fn holds(terms: &Terms, found: &Segment, model: &Model) -> bool {
    let of_elements = found.elements.iter().all(|fact| {
        let mut index = fact.from.clone();
        while index <= fact.to {
            let element = terms.select(terms.sym(fact.array), terms.int(index.clone()));
            if terms.eval_bool(fact.predicate.of(terms, element), model) != Ok(true) {
                return false;
            }
            index += 1;
        }
        true
    });
    of_elements && found.conditions.iter().all(|c| terms.eval_bool(*c, model) == Ok(true))
}

/// The sequences of so many different subchains of the first loop.
fn sequences(form: &Form, length: usize) -> Vec<Vec<ChainId>> {
    let all = &form.loops[0].subchains;
    let mut found = vec![vec![]];
    for _ in 0..length {
        found = found
            .iter()
            .flat_map(|s: &Vec<ChainId>| {
                all.iter().filter(|c| !s.contains(c)).map(|c| [s.clone(), vec![*c]].concat()).collect::<Vec<_>>()
            })
            .collect();
    }
    found
}

/// Segments of so many subchains in turn. An exact kind is refused only where single runs do not get through.
fn check(text: &str, in_turn: usize, is_exact: bool) -> Tally {
    let terms = Terms::new();
    let form = form(&terms, text);
    let summaries = Summaries::new();
    let mut rng = Rng::with_seed(7);
    let mut tally = Tally::default();
    for chains in sequences(&form, in_turn) {
        let Some(template) = summaries.template(&terms, &form, crate::chain::LoopId(0), &chains) else { continue };
        let nodes: Vec<Node> = chains.iter().flat_map(|c| form.subchains[c.0].nodes.clone()).collect();
        let mut read: BTreeSet<Symbol> = form.loops[0].carried.clone();
        for node in &nodes {
            match node {
                Node::Assume { condition, .. } => read.extend(terms.symbols(*condition)),
                Node::Transform { assignments, .. } => read.extend(assignments.iter().flat_map(|a| terms.symbols(a.1))),
                Node::Loop(_) => unreachable!("there is one loop"),
            }
        }
        for _ in 0..STATES {
            // Some variables have a value, others one of many: that in the first model, or that in the second.
            let (mut first, mut second) = (Model::new(&terms), Model::new(&terms));
            let mut entry = State::new();
            for &s in &read {
                let info = terms.info(s);
                match info.sort {
                    Sort::Array => {
                        elements(&mut rng, &mut first, s);
                        elements(&mut rng, &mut second, s);
                    }
                    _ if rng.bool() => drop(entry.insert(s, terms.int(value(&mut rng, &info.range)))),
                    sort => {
                        let unknown = terms.symbol(info.name, sort, info.range.clone());
                        first.set_int(unknown, value(&mut rng, &info.range));
                        second.set_int(unknown, value(&mut rng, &info.range));
                        entry.insert(s, terms.sym(unknown));
                    }
                }
            }
            let wanted = Int::from(rng.i64(3..14));
            let Some(found) = segment(&terms, &template, &entry, &Domain::new(), &first, &wanted) else { continue };
            assert!(found.times >= Int::from(3) && found.times <= wanted);
            for (model, is_own) in [(&first, true), (&second, false)] {
                let at_entry = |t: &Term| terms.eval_int(*t, model).expect("a value");
                let variables = entry.iter().map(|(s, t)| (*s, at_entry(t))).collect();
                let mut values = Values { variables, model };
                let mut runs = Int::ZERO;
                while runs < found.times && run(&terms, &nodes, &mut values) {
                    runs += 1;
                }
                let gets_through = runs == found.times;
                let context = || format!("{text}\n{chains:?} ×{} from {:?}", found.times, model);
                if holds(&terms, &found, model) {
                    assert!(gets_through, "only {runs} single runs get through: {}", context());
                    for s in &form.loops[0].carried {
                        let after = found.values.get(s).or(entry.get(s)).expect("a value");
                        assert_eq!(at_entry(after), values.variables[s], "{}: {}", terms.name(*s), context());
                    }
                    tally.held += 1;
                } else {
                    assert!(!(is_exact && is_own && gets_through), "needlessly refused: {}", context());
                    tally.refused += 1;
                }
            }
        }
    }
    tally
}

/// Checks one kind of guard, which has to be met both ways.
fn checked(text: &str, in_turn: usize, is_exact: bool) {
    let tally = check(text, in_turn, is_exact);
    assert!(tally.held >= 10 && tally.refused >= 10, "{tally:?}\n{text}");
}

/// A loop over these parameters, all of which matter afterwards.
fn program(parameters: &[&str], body: &str) -> String {
    let names: Vec<&str> = parameters.iter().map(|p| p.rsplit(' ').next().expect("a name")).collect();
    let all: Vec<String> = names.iter().enumerate().map(|(i, n)| format!("{n} != {}", i + 7)).collect();
    format!(
        "extern int nd(void);\nint f({}) {{\nint A[50];\n{body}\nif ({})\nreturn 1;\nreturn 0; }}",
        parameters.join(", "),
        all.join(" && ")
    )
}

#[test]
fn bounds_on_the_way_up_and_down() {
    checked(&program(&["int i", "int n", "int x"], "while (i < n) { i += 2; x++; }"), 1, true);
    checked(&program(&["int i", "int n", "int x"], "while (i > n) { i -= 3; x -= 2; }"), 1, true);
}

#[test]
fn a_slope_that_is_not_known() {
    checked(&program(&["int i", "int n", "int d"], "while (i < n) { i += d; }"), 1, true);
}

#[test]
fn equations_that_stay() {
    checked(&program(&["int i", "int j"], "while (i == j + 2) { i++; j++; }"), 1, true);
    checked(&program(&["int i", "int j", "int d"], "while (i == j) { i += d; j += 2; }"), 1, true);
}

#[test]
fn disequations_that_are_crossed_or_not() {
    checked(&program(&["int i", "int n", "int x"], "while (i != n) { i += 3; x++; }"), 1, true);
    checked(&program(&["int i", "int n"], "while (i != n) { i--; n++; }"), 1, true);
}

#[test]
fn wraps_while_the_quotient_stays() {
    let body = "while (i < n) { i++; w += 7; if (w < 100) x++; }";
    checked(&program(&["int i", "int n", "int x", "unsigned char w"], body), 1, false);
    let body = "while (u != 3) { u--; x++; }";
    checked(&program(&["unsigned u", "int x"], body), 1, false);
}

#[test]
fn remainders_that_stay() {
    let body = "while (u % 4 == y) { u += 4; x++; }";
    checked(&program(&["unsigned u", "unsigned y", "int x"], body), 1, false);
    let body = "while (u / 8 < y) { u += 8; x++; }";
    checked(&program(&["unsigned u", "unsigned y", "int x"], body), 1, false);
}

#[test]
fn sums_of_what_grows() {
    checked(&program(&["int i", "int n", "int s"], "while (i < n) { s += i; i++; }"), 1, false);
}

#[test]
fn elements_on_the_way_up_and_down() {
    let up = "while (i < n) { if (A[i] == 1) a++; else if (A[i] > 3) b++; i++; }";
    checked(&program(&["int i", "int n", "int a", "int b"], up), 1, true);
    let down = "while (i > n) { if (A[i] == 1) a++; else if (A[i] > 3) b++; i--; }";
    checked(&program(&["int i", "int n", "int a", "int b"], down), 1, true);
}

#[test]
fn two_predicates_on_one_element_and_one_with_a_variable() {
    let two = "while (i < n) { if (A[i] >= 1) if (A[i] <= 2) a++; i++; }";
    checked(&program(&["int i", "int n", "int a"], two), 1, true);
    let variable = "while (i < n) { if (A[i] < a) b++; i++; }";
    checked(&program(&["int i", "int n", "int a", "int b"], variable), 1, true);
    let another = "while (i < n) { if (A[i] == A[2]) b++; i++; }";
    checked(&program(&["int i", "int n", "int b"], another), 1, true);
}

#[test]
fn streams_of_values() {
    let body = "while (i < n) { int v = nd(); i++; if (v > 0 && v < 3) a++; else if (v == 3) b++; }";
    checked(&program(&["int i", "int n", "int a", "int b"], body), 1, true);
}

#[test]
fn disjunctions() {
    checked(&program(&["int i", "int n", "int j"], "while (i < n || j > n) { i += 2; j -= 3; }"), 1, false);
}

#[test]
fn values_that_hold_from_the_first_run_on() {
    let body = "while (i < n) { x = i; y = n; i++; }";
    checked(&program(&["int i", "int n", "int x", "int y"], body), 1, true);
}

#[test]
fn two_subchains_in_turn() {
    let body = "while (i < n) { i++; if (p == 0) x++; else y += 2; p = 1 - p; }";
    checked(&program(&["int i", "int n", "int x", "int y", "int p"], body), 2, true);
    let body = "while (i != n) { i++; if (i - x > 0) x += 2; else y++; }";
    checked(&program(&["int i", "int n", "int x", "int y"], body), 2, true);
}
