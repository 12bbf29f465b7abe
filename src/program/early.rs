//! What every way to a target asks of values that nothing changes, asked where the program begins: ways that cannot get
//! there end before what takes long.

use super::{Instruction, LocationId, Program, Role, prune};
use crate::term::{Symbol, Term, Terms};
use petgraph::algo::dominators::simple_fast;
use petgraph::visit::Reversed;
use rustc_hash::FxHashMap;

/// The program with these conditions in front, if there are any that it asks only later. Who reaches the target in one
/// does so in the other. Locations keep their numbers.
pub fn asked_early(terms: &Terms, program: &Program, target: LocationId) -> Option<Program> {
    let on_the_way = prune::towards(program, target);
    let mut changes: FxHashMap<Symbol, usize> = FxHashMap::default();
    for edge in on_the_way.graph.edge_weights() {
        match &edge.instruction {
            Instruction::Assign(x, _) => *changes.entry(*x).or_default() += 1,
            Instruction::Copy(copies) => copies.iter().for_each(|(x, _)| *changes.entry(*x).or_default() += 1),
            Instruction::Assume(_) | Instruction::Skip => {}
        }
    }
    // What variables hold that get a value before anything is asked, and no other.
    let mut held: FxHashMap<Symbol, Term> = FxHashMap::default();
    let steady = |t: Term, held: &FxHashMap<Symbol, Term>| {
        let t = terms.substitute(t, &|s| held.get(&s).copied());
        terms.symbols(t).iter().all(|s| !changes.contains_key(s)).then_some(t)
    };
    let (mut found, mut has_branched) = (vec![], false);
    // The locations on all ways, in their order.
    for at in simple_fast(Reversed(&on_the_way.graph), target).dominators(on_the_way.start)? {
        let edges: Vec<_> = on_the_way.graph.edges(at).map(|e| e.weight()).collect();
        match edges[..] {
            [only] => match only.instruction {
                Instruction::Assume(c) if has_branched => {
                    let parts = terms.conjuncts(c).into_iter().filter_map(|c| steady(c, &held));
                    found.extend(parts.filter(|c| terms.as_bool(*c).is_none()));
                }
                Instruction::Assign(x, t) if !has_branched && changes[&x] == 1 => {
                    held.extend(steady(t, &held).map(|t| (x, t)));
                }
                _ => {}
            },
            _ => has_branched = true,
        }
    }
    if found.is_empty() {
        return None;
    }
    let mut early = program.clone();
    let (first, span) = (early.start, early.graph[early.start].span);
    early.start = early.add_location(span);
    early.add_edge(early.start, first, Instruction::Assume(terms.and(found)), span, Role::Known);
    Some(early)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::frontend::{Options, lower};
    use crate::program::{Original, aim};
    use crate::source::Source;

    /// What is asked early on the way to `T` in a function.
    fn asked(text: &str) -> Option<String> {
        let terms = Terms::new();
        let mut source = Source::from_text("test.c", text);
        let options = Options { entry: "f".into(), ..Options::default() };
        let original = Original::of(lower(&terms, &mut source, &options).expect("the text is supported"));
        let aimed = aim(&original, &terms, &"label:T".parse().expect("a target")).expect("it is there");
        let early = asked_early(&terms, &aimed.program, aimed.target)?;
        let mut first = early.graph.edges(early.start);
        match (first.next().map(|e| e.weight().instruction.clone()), first.next()) {
            (Some(Instruction::Assume(c)), None) => Some(terms.show(c)),
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn what_all_ways_ask_of_what_never_changes_is_asked_early() {
        let counts = "int c = 0; for (unsigned i = 0; i < x; i++) c ^= i;";
        assert_eq!(
            asked(&format!("int f(unsigned x) {{ {counts} if (x == 3 && c) {{ T: return 1; }} return c; }}")),
            Some("x = 3".into())
        );
        // Not where some way goes around it, where it may have changed, or where nothing was asked before.
        for end in ["if (x == 3 || c) { T: return 1; }", "x++; if (x == 3) { T: return 1; }", "if (c == 3) { T: ; }"] {
            assert_eq!(asked(&format!("int f(unsigned x) {{ {counts} {end} return c; }}")), None, "{end}");
        }
        assert_eq!(asked("int f(int x) { if (x != 3) return 0; T: return 1; }"), None);
    }
}
