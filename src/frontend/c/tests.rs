//! What C texts mean, checked by running the graphs: a small stepper, independent of the real interpreter.

use super::{DataModel, Options, Overflow, lower};
use crate::program::{EdgeRef, Gap, Input, InputKind, Instruction, Mark, Program, Role};
use crate::source::Source;
use crate::term::{Int, Scope, Sort, Symbol, Terms};
use crate::world::{External, World as Outside};
use rustc_hash::{FxHashMap, FxHashSet};

/// Reads a text that begins in `main`, or in `entry`, which may have any parameters. What gives inputs stores nothing.
fn read(text: &str, options: &Options) -> Result<(Terms, Program), Vec<String>> {
    let world = Outside { external: External::Pure, ..options.world };
    read_as_asked(text, &Options { world, ..options.clone() })
}

fn read_as_asked(text: &str, options: &Options) -> Result<(Terms, Program), Vec<String>> {
    let terms = Terms::new();
    let mut source = Source::from_text("test.c", text);
    let entry = if text.contains(" entry(") { "entry".into() } else { options.entry.clone() };
    match lower(&terms, &mut source, &Options { entry, ..options.clone() }) {
        Ok(program) => {
            check_well_formed(&terms, &program);
            Ok((terms, program))
        }
        Err(problems) => Err(problems.iter().map(|d| d.headline(&source)).collect()),
    }
}

/// The problems of a text whose entry is `main`, or where its model ends because something is not supported.
fn problems(text: &str) -> Vec<String> {
    let program = match read(text, &Options::default()) {
        Ok((_, program)) => program,
        Err(problems) => return problems,
    };
    let problem = |(_, gap): (_, &Gap)| match gap {
        Gap::Unsupported { at, .. } => Some(format!("{at}: {gap}")),
        _ => None,
    };
    program.gaps().into_iter().filter_map(problem).collect()
}

#[test]
fn reading_stops_where_it_is_told_to() {
    let text = "int f(int n) { return n ? f(n - 1) : 0; } int main(void) { return f(3); }";
    let mut source = Source::from_text("test.c", text);
    let options = Options::default();
    let parsed = super::parse(&mut source, &options).expect("C");
    let asked = std::cell::Cell::new(0);
    let lower = |until: usize| {
        asked.set(0);
        let stop = || asked.replace(asked.get() + 1) >= until;
        parsed.lower(&Terms::new(), &source, &options, &stop)
    };
    assert!(lower(usize::MAX).is_ok_and(|program| program.is_some()));
    let often = asked.get();
    assert!(often > 20, "each copy of a function asks, not {often}");
    for until in 0..often {
        // No half of a program, and no problem that the source does not have.
        assert!(matches!(lower(until), Ok(None)), "stopped after {until}");
    }
}

/// Ways out exclude one another by being branches, and variables are assigned before they are read.
fn check_well_formed(terms: &Terms, program: &Program) {
    for at in program.graph.node_indices() {
        let edges: Vec<_> = program.graph.edges(at).collect();
        let branches = edges.iter().filter(|e| e.weight().role == Role::Branch).count();
        assert!(edges.len() <= 1 || branches == edges.len(), "location {} branches without Role::Branch", at.index());
        assert!(program.graph[at].span.line > 0 || edges.is_empty() || at == program.start);
    }
    let variables: FxHashSet<Symbol> = program.variables.iter().copied().collect();
    let inputs: FxHashSet<Symbol> = program.inputs.iter().map(|i| i.symbol).collect();
    assert!(variables.is_disjoint(&inputs));
    // A bit for each variable.
    let numbers: FxHashMap<Symbol, usize> = program.variables.iter().enumerate().map(|(i, v)| (*v, i)).collect();
    let nothing = vec![0u64; numbers.len() / 64 + 1];
    let mut assigned: FxHashMap<_, Vec<u64>> = FxHashMap::from_iter([(program.start, nothing)]);
    let mut todo = vec![program.start];
    while let Some(at) = todo.pop() {
        for e in program.graph.edges(at) {
            let mut met = assigned[&at].clone();
            if let Instruction::Assign(v, _) = &e.weight().instruction {
                assert!(variables.contains(v), "{} is assigned", terms.name(*v));
                met[numbers[v] / 64] |= 1 << (numbers[v] % 64);
            }
            let known = assigned.get(&e.target());
            known.into_iter().flatten().zip(&mut met).for_each(|(known, met)| *met &= known);
            if known != Some(&met) {
                assigned.insert(e.target(), met);
                todo.push(e.target());
            }
        }
    }
    for e in program.graph.edge_references() {
        let (Instruction::Assign(_, t) | Instruction::Assume(t)) = &e.weight().instruction else { continue };
        let Some(before) = assigned.get(&e.source()) else { continue };
        for s in terms.symbols(*t) {
            let is_length = terms.name(s).ends_with(".length");
            assert!(variables.contains(&s) || inputs.contains(&s) || is_length, "{} is unknown", terms.name(s));
            let is_assigned = numbers.get(&s).is_none_or(|n| before[n / 64] >> (n % 64) & 1 == 1);
            assert!(is_assigned, "{} is read unassigned", terms.name(s));
        }
    }
}

/// The values of a run: inputs by name, then what instructions assign.
struct World<'a> {
    program: &'a Program,
    given: FxHashMap<&'a str, Vec<i64>>,
    ints: FxHashMap<Symbol, Int>,
    arrays: FxHashMap<Symbol, FxHashMap<Int, Int>>,
    origins: FxHashMap<Symbol, Symbol>,
    /// Arrays that are 0 where nothing was stored.
    zeros: FxHashSet<Symbol>,
}

impl World<'_> {
    fn input(&self, s: Symbol) -> Option<&Input> {
        self.program.input(s)
    }
}

impl Scope for World<'_> {
    fn int(&self, s: Symbol) -> Option<Int> {
        if let Some(input) = self.input(s) {
            let given = |name: &str| self.given.get(name);
            return Some(match input.kind {
                InputKind::Length => {
                    let name = input.name.strip_suffix(".length").unwrap();
                    Int::from(given(name).map_or(0, Vec::len))
                }
                _ => Int::from(given(&input.name).map_or(0, |v| v[0])),
            });
        }
        self.ints.get(&s).cloned()
    }

    fn element(&self, array: Symbol, index: &Int) -> Option<Int> {
        if let Some(v) = self.arrays.get(&array).and_then(|a| a.get(index)) {
            return Some(v.clone());
        }
        if self.zeros.contains(&array) {
            return Some(Int::ZERO);
        }
        let origin = self.origins.get(&array).copied().unwrap_or(array);
        let input = self.input(origin)?;
        let at = usize::try_from(index.clone()).ok();
        let given = self.given.get(input.name.as_str());
        Some(Int::from(given.and_then(|v| v.get(at?)).copied().unwrap_or(0)))
    }
}

/// What a run did.
struct Run {
    /// The marks of the locations it passed, in order.
    marks: Vec<Mark>,
    /// The values that were assigned to the variable `shown`.
    shown: Vec<Int>,
}

/// Runs a program on the given values of its inputs, up to the end of the path.
fn run(terms: &Terms, program: &Program, given: &[(&'static str, &[i64])]) -> Run {
    let given = given.iter().map(|(n, v)| (*n, v.to_vec())).collect();
    let (ints, arrays, origins, zeros) =
        (FxHashMap::default(), FxHashMap::default(), FxHashMap::default(), FxHashSet::default());
    let mut world = World { program, given, ints, arrays, origins, zeros };
    let mut run = Run { marks: vec![], shown: vec![] };
    let mut at = program.start;
    for _ in 0..1_000_000 {
        run.marks.extend(program.marks.iter().filter(|(_, l)| *l == at).map(|(m, _)| m.clone()));
        let open: Vec<_> = program
            .graph
            .edges(at)
            .filter(|e| match &e.weight().instruction {
                Instruction::Assume(t) => terms.eval_bool(*t, &world).unwrap(),
                _ => true,
            })
            .collect();
        assert!(open.len() <= 1, "more than one way out of location {}", at.index());
        let Some(e) = open.first() else { return run };
        if let Instruction::Assign(v, t) = &e.weight().instruction {
            if terms.sort(*t) == Sort::Array {
                assign_array(terms, &mut world, *v, *t);
            } else {
                let value = terms.eval_int(*t, &world).unwrap();
                assert!(terms.info(*v).range.contains(&value), "{} := {value} out of range", terms.name(*v));
                if terms.name(*v) == "shown" {
                    run.shown.push(value.clone());
                }
                world.ints.insert(*v, value);
            }
        }
        at = e.target();
    }
    panic!("no end");
}

fn assign_array(terms: &Terms, world: &mut World, v: Symbol, t: crate::term::Term) {
    use crate::term::Node;
    let content = match &*terms.node(t) {
        Node::Symbol(s) => {
            world.origins.insert(v, *s);
            world.zeros.remove(&v);
            FxHashMap::default()
        }
        Node::Table(values) => {
            world.zeros.insert(v);
            values.iter().enumerate().map(|(i, x)| (Int::from(i), x.clone())).collect()
        }
        Node::Store(rest, i, x) => {
            let (i, x) = (terms.eval_int(*i, world).unwrap(), terms.eval_int(*x, world).unwrap());
            assert_eq!(terms.as_symbol(*rest), Some(v), "a store of another array");
            let mut content = world.arrays.remove(&v).unwrap_or_default();
            content.insert(i, x);
            content
        }
        other => panic!("an array {other:?}"),
    };
    world.arrays.insert(v, content);
}

/// The lines a run of `main` passes, without repetitions in a row.
fn lines(text: &str, given: &[(&'static str, &[i64])]) -> Vec<u32> {
    let (terms, program) = read(text, &Options::default()).unwrap();
    let mut lines: Vec<u32> = run(&terms, &program, given)
        .marks
        .iter()
        .filter_map(|m| match m {
            Mark::Line { line, .. } => Some(*line),
            _ => None,
        })
        .collect();
    lines.dedup();
    lines
}

/// The values a run of `main` passes to `show`.
fn shown(body: &str, options: &Options, given: &[(&'static str, &[i64])]) -> Vec<Int> {
    let text = format!("static long long shown;\nvoid show(long long v) {{ shown = v; }}\n{body}");
    let (terms, program) = read(&text, options).unwrap();
    run(&terms, &program, given).shown.split_off(1)
}

mod broken;
mod compiled;
mod initial;
mod meaning;
mod memory;
mod memory_programs;
mod random;
mod recursion;
mod refused;
mod volatile;
mod wide;
