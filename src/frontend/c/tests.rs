//! What C texts mean, checked by running the graphs: a small stepper, independent of the real interpreter.

use super::{DataModel, Options, Overflow, lower};
use crate::program::{EdgeRef, Input, InputKind, Instruction, Mark, Program, Role};
use crate::source::Source;
use crate::term::{Int, Scope, Sort, Symbol, Terms};
use std::collections::HashMap;

fn read(text: &str, options: &Options) -> Result<(Terms, Program), Vec<String>> {
    let terms = Terms::new();
    let source = Source::from_text("test.c", text);
    match lower(&terms, &source, options) {
        Ok(program) => {
            check_well_formed(&terms, &program);
            Ok((terms, program))
        }
        Err(problems) => Err(problems.iter().map(|d| d.headline(&source)).collect()),
    }
}

/// From each location at most two or more ways that are branches, or a single one; marks exist.
fn check_well_formed(_: &Terms, program: &Program) {
    for at in program.graph.node_indices() {
        let edges: Vec<_> = program.graph.edges(at).collect();
        let branches = edges.iter().filter(|e| e.weight().role == Role::Branch).count();
        assert!(edges.len() <= 1 || branches == edges.len(), "location {} branches without Role::Branch", at.index());
    }
    assert!(program.marks.iter().all(|(_, at)| program.graph.node_weight(*at).is_some()));
}

/// The values of a run: inputs by name, then what instructions assign.
struct World<'a> {
    program: &'a Program,
    given: HashMap<&'a str, Vec<i64>>,
    ints: HashMap<Symbol, Int>,
    arrays: HashMap<Symbol, HashMap<Int, Int>>,
    origins: HashMap<Symbol, Symbol>,
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
        let origin = self.origins.get(&array).copied().unwrap_or(array);
        let input = self.input(origin)?;
        let at = usize::try_from(index.clone()).ok();
        let given = self.given.get(input.name.as_str());
        Some(Int::from(given.and_then(|v| v.get(at?)).copied().unwrap_or(0)))
    }
}

/// The names and lines of all marks passed, in order, up to the end of the path.
fn trace(terms: &Terms, program: &Program, given: &[(&'static str, &[i64])]) -> Vec<Mark> {
    let given = given.iter().map(|(n, v)| (*n, v.to_vec())).collect();
    let mut world = World { program, given, ints: HashMap::new(), arrays: HashMap::new(), origins: HashMap::new() };
    let (mut at, mut passed) = (program.start, Vec::new());
    for _ in 0..100_000 {
        passed.extend(program.marks.iter().filter(|(_, l)| *l == at).map(|(m, _)| m.clone()));
        let open: Vec<_> = program
            .graph
            .edges(at)
            .filter(|e| match &e.weight().instruction {
                Instruction::Assume(t) => terms.eval_bool(*t, &world).unwrap(),
                _ => true,
            })
            .collect();
        assert!(open.len() <= 1, "more than one way out of location {}", at.index());
        let Some(e) = open.first() else { return passed };
        if let Instruction::Assign(v, t) = &e.weight().instruction {
            match terms.sort(*t) {
                Sort::Array => assign_array(terms, &mut world, *v, *t),
                _ => {
                    let value = terms.eval_int(*t, &world).unwrap();
                    assert!(terms.info(*v).range.contains(&value), "{} := {value} out of range", terms.name(*v));
                    world.ints.insert(*v, value);
                }
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
            HashMap::new()
        }
        Node::Table(values) => (0..64).map(|i| (Int::from(i), values.get(i).cloned().unwrap_or(Int::ZERO))).collect(),
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

/// Runs `main`; gives the arguments of the calls of `out(int)`, then how the run ended.
fn outputs(text: &str, options: &Options, given: &[(&'static str, &[i64])]) -> Vec<i64> {
    let _ = (text, options, given);
    unimplemented!()
}

#[test]
fn show() {
    let text = "int f(int a[], int n) { int s = 0; for (int i = 0; i < n; i++) { if (a[i] > 0 && i / n < 3) s += a[i]; else s--; } return s; }\nextern int nd(void); int main(void) { int t[3] = {1,2,3}; int x = nd(); \nif (f(t, x) > 2) assert(x < 3); return 0; }";
    let (terms, program) = read(text, &Options::default()).unwrap();
    println!("{}", crate::program::show(&program, &terms));
    let _ = (outputs as fn(_, _, _) -> _, trace as fn(_, _, _) -> _, DataModel::Lp64, Overflow::Wrap);
}
