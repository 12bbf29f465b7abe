//! Arrays of which only certain elements are ever used become a variable for each of these.
//!
//! What is stored to one element then is known to leave the others as they are, without a solver that says so, and
//! elements that the target does not depend on are gone with its slice.

use super::{Edge, Instruction, Program};
use crate::term::{Int, Node, Sort, Symbol, SymbolInfo, Term, Terms};
use rustc_hash::FxHashMap;
use std::collections::{BTreeMap, BTreeSet};

/// An array of which more elements are used stays one.
const MOST_ELEMENTS: usize = 1024;

/// The elements of each array that are variables now.
type Elements = BTreeMap<Symbol, BTreeMap<Int, Symbol>>;

/// What is known of the arrays of a program.
struct Use<'t> {
    terms: &'t Terms,
    /// Which elements are used, by array.
    used: BTreeMap<Symbol, BTreeSet<Int>>,
    /// Those that are used otherwise.
    whole: BTreeSet<Symbol>,
}

/// Does in place what the module is for. Locations keep their numbers; further ones are added.
pub fn apart(terms: &Terms, program: &mut Program) {
    let is_array = |s: &Symbol| terms.info(*s).sort == Sort::Array;
    let used = program.variables.iter().copied().filter(is_array).map(|s| (s, BTreeSet::new())).collect();
    let mut all = Use { terms, used, whole: BTreeSet::new() };
    for edge in program.graph.edge_weights() {
        all.instruction(&edge.instruction);
    }
    let Use { used, whole, .. } = all;
    let few = |(s, used): &(Symbol, BTreeSet<Int>)| !whole.contains(s) && used.len() <= MOST_ELEMENTS;
    let elements: Elements = used.into_iter().filter(few).map(|(s, used)| (s, variables(terms, s, &used))).collect();
    if elements.is_empty() {
        return;
    }
    program.variables.retain(|s| !elements.contains_key(s));
    program.variables.extend(elements.values().flat_map(BTreeMap::values));
    let mut memo = FxHashMap::default();
    let mut of = |t: Term| rewritten(terms, t, &elements, &mut memo);
    let before = std::mem::take(&mut program.graph);
    for location in before.node_weights() {
        program.graph.add_node(*location);
    }
    let mut made = vec![];
    for edge in before.raw_edges() {
        let (mut at, to, Edge { instruction, span, role }) = (edge.source(), edge.target(), edge.weight.clone());
        let instructions = match instruction {
            Instruction::Assume(t) => vec![Instruction::Assume(of(t))],
            Instruction::Assign(variable, t) => match elements.get(&variable) {
                Some(variables) => one_by_one(terms, assigned(terms, (variable, variables), t, &mut of), &mut made),
                None => vec![Instruction::Assign(variable, of(t))],
            },
            other => vec![other],
        };
        let Some((last, others)) = instructions.split_last() else {
            program.add_edge(at, to, Instruction::Skip, span, role);
            continue;
        };
        for instruction in others {
            let next = program.add_location(before[to].span);
            program.add_edge(at, next, instruction.clone(), span, role);
            at = next;
        }
        program.add_edge(at, to, last.clone(), span, role);
    }
    program.variables.extend(made);
}

/// A variable for each of these elements of an array.
fn variables(terms: &Terms, array: Symbol, used: &BTreeSet<Int>) -> BTreeMap<Int, Symbol> {
    let SymbolInfo { name, range, .. } = terms.info(array);
    let variable = |at: &Int| terms.symbol(format!("{name}[{at}]"), Sort::Int, range.clone());
    used.iter().map(|at| (at.clone(), variable(at))).collect()
}

impl Use<'_> {
    fn instruction(&mut self, instruction: &Instruction) {
        match instruction {
            Instruction::Skip => {}
            Instruction::Assume(t) => self.term(*t),
            Instruction::Assign(to, t) if self.used.contains_key(to) => {
                let (stored, base) = stores(self.terms, *t);
                for (index, value) in stored {
                    self.term(index);
                    self.term(value);
                    match self.terms.as_int(index) {
                        Some(at) => drop(self.used.entry(*to).or_default().insert(at)),
                        None => drop(self.whole.insert(*to)),
                    }
                }
                if self.terms.as_symbol(base) != Some(*to) {
                    self.term(base);
                }
            }
            Instruction::Assign(_, t) => self.term(*t),
            Instruction::Copy(pairs) => self.whole.extend(pairs.iter().flat_map(|(to, from)| [*to, *from])),
        }
    }

    /// Finds elements at constant indices, and arrays that occur otherwise.
    fn term(&mut self, t: Term) {
        let terms = self.terms;
        self.whole.extend(terms.as_symbol(t));
        terms.visit([t], &mut |t, node| {
            if let Node::Select(array, index) = node
                && let (Some(array), Some(index)) = (terms.as_symbol(*array), terms.as_int(*index))
            {
                if let Some(used) = self.used.get_mut(&array) {
                    used.insert(index);
                }
            } else {
                self.whole.extend(terms.children(t).into_iter().filter_map(|child| terms.as_symbol(child)));
            }
        });
    }
}

/// What is stored one after the other, the last first, and to what.
fn stores(terms: &Terms, mut t: Term) -> (Vec<(Term, Term)>, Term) {
    let mut found = vec![];
    while let Node::Store(array, index, value) = &*terms.node(t) {
        found.push((*index, *value));
        t = *array;
    }
    (found, t)
}

/// What an assignment to an array assigns to its elements.
fn assigned(
    terms: &Terms,
    (to, variables): (Symbol, &BTreeMap<Int, Symbol>),
    t: Term,
    mut of: impl FnMut(Term) -> Term,
) -> Vec<(Symbol, Term)> {
    let (stored, base) = stores(terms, t);
    let mut values: BTreeMap<Int, Term> = BTreeMap::new();
    if terms.as_symbol(base) != Some(to) {
        let base = of(base);
        values.extend(variables.keys().map(|at| (at.clone(), terms.select(base, terms.int(at.clone())))));
    }
    for (index, value) in stored.into_iter().rev() {
        let Some(at) = terms.as_int(index) else { continue };
        values.insert(at, of(value));
    }
    values.into_iter().map(|(at, value)| (variables[&at], value)).collect()
}

/// The same assignments one after the other: where a value reads what is assigned before it, all are kept first.
fn one_by_one(terms: &Terms, all: Vec<(Symbol, Term)>, made: &mut Vec<Symbol>) -> Vec<Instruction> {
    let targets: BTreeSet<Symbol> = all.iter().map(|(to, _)| *to).collect();
    let reads_some = |(_, value): &(Symbol, Term)| terms.symbols(*value).iter().any(|s| targets.contains(s));
    if all.len() < 2 || !all.iter().any(reads_some) {
        return all.into_iter().map(|(to, value)| Instruction::Assign(to, value)).collect();
    }
    let kept: Vec<Symbol> = all.iter().map(|(to, _)| terms.symbol("kept", Sort::Int, terms.info(*to).range)).collect();
    made.extend(&kept);
    let first = kept.iter().zip(&all).map(|(kept, (_, value))| Instruction::Assign(*kept, *value));
    let second = kept.iter().zip(&all).map(|(kept, (to, _))| Instruction::Assign(*to, terms.sym(*kept)));
    first.chain(second).collect()
}

/// A term that speaks of variables instead of elements.
fn rewritten(terms: &Terms, t: Term, elements: &Elements, memo: &mut FxHashMap<Term, Term>) -> Term {
    if let Some(done) = memo.get(&t) {
        return *done;
    }
    let node = terms.node(t);
    let element = match &*node {
        Node::Select(array, index) => terms.as_symbol(*array).zip(terms.as_int(*index)),
        _ => None,
    };
    let done = match element.and_then(|(array, index)| elements.get(&array)?.get(&index)) {
        Some(variable) => terms.sym(*variable),
        None => {
            let old = terms.children(t);
            let new: Vec<Term> = old.iter().map(|c| rewritten(terms, *c, elements, memo)).collect();
            if old == new { t } else { terms.rebuild(&node, &new) }
        }
    };
    memo.insert(t, done);
    done
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::frontend::{Options, lower};
    use crate::program::{Original, aim};
    use crate::replay::{Goal, InputValue, Limits, Outcome, Witness, run};
    use crate::source::Source;

    /// The arrays that are left of `f`, and that runs with these values of `n` get to `L` in both programs or in neither.
    fn left(body: &str, values: std::ops::Range<i64>) -> Vec<String> {
        let terms = Terms::new();
        let text = format!("int f(int n) {{ {body} return 0; }}");
        let options = Options { entry: "f".into(), ..Options::default() };
        let original = Original::of(lower(&terms, &mut Source::from_text("a.c", &text), &options).unwrap());
        let aimed = aim(&original, &terms, &"label:L".parse().unwrap()).unwrap();
        let mut program = aimed.program.clone();
        apart(&terms, &mut program);
        let goal = Goal::locations([aimed.target]);
        let mut reached = BTreeSet::new();
        for n in values {
            let mut witness = Witness::default();
            let input = original.inputs.iter().find(|input| input.name == "n").unwrap();
            witness.set(input.symbol, InputValue::Scalar(n.into()));
            let outcomes = [&aimed.program, &program].map(|program| {
                let run = run(&terms, program, &witness, &goal, &Limits::steps(10_000));
                matches!(run.outcome, Outcome::Reached(_))
            });
            assert_eq!(outcomes[0], outcomes[1], "{n}: {body}");
            reached.insert(outcomes[0]);
        }
        assert_eq!(reached.len(), 2, "{body}");
        let arrays = program.variables.iter().filter(|s| terms.info(**s).sort == Sort::Array);
        arrays.map(|s| terms.name(*s)).collect()
    }

    #[test]
    fn constant_indices_make_variables() {
        let sum = "int a[3] = {1, 2}; for (int i = 0; i < n; i++) { a[2] += a[0]; a[0] = a[1]; }";
        assert!(left(&format!("{sum} if (a[2] == 5) {{ L: return 1; }}"), 0..6).is_empty());
        // What is copied is read before it is overwritten.
        let swapped = "struct { int v[2]; } p = {{1, n}}, q = p; p.v[0] = q.v[1]; p.v[1] = q.v[0];";
        assert!(left(&format!("{swapped} if (p.v[0] == 4 && p.v[1] == 1) {{ L: return 1; }}"), 0..6).is_empty());
    }

    #[test]
    fn other_arrays_stay() {
        // An index may be an element itself, and what is stored beside it another one.
        let index = "unsigned char d[2] = {0}, e[256] = {0}; d[1] = n; if (n < 0 || n > 1) return 0; e[d[n]] = 5; \
                     if (e[1] == 5) { L: return 1; }";
        assert_eq!(left(index, 0..3), ["d", "e"]);
        let value = "unsigned char d[2] = {1}, e[256] = {0}; d[1] = n; if (n < 0 || n > 1) return 0; \
                     e[(unsigned char)n] = d[n]; if (e[0] == 1) { L: return 1; }";
        assert_eq!(left(value, 0..3), ["d", "e"]);
        let indexed = "int a[3] = {1, 2}; a[2] = n; if (n >= 0 && n < 3 && a[n] == 2) { L: return 1; }";
        assert_eq!(left(indexed, 0..4), ["a"]);
        let stored = "int a[3] = {0}; if (n < 0 || n > 2) return 0; a[n] = 4; if (a[1] == 4) { L: return 1; }";
        assert_eq!(left(stored, 0..4), ["a"]);
    }
}
