//! Where a value is left open: either paths are given up there, or they go on with any value, to be given up at a target.

use super::{Aimed, Edge, EdgeRef, Gap, Instruction, LocationId, Mark, Program, Role};
use crate::term::{Range, Sort, Symbol, Term, Terms};
use petgraph::visit::{Dfs, Reversed, Visitable};
use std::collections::{BTreeMap, BTreeSet};

/// Whether there is such a place.
pub fn is_open(program: &Program) -> bool {
    program.marks.iter().any(|(mark, _)| matches!(mark, Mark::Open(..)))
}

/// Gives paths up at all such places.
pub fn close(program: &mut Program) {
    let (mut closed, mut inputs) = (BTreeSet::new(), BTreeSet::<Symbol>::new());
    for (mark, at) in &mut program.marks {
        if let Mark::Open(gap, input) = mark {
            closed.insert(*at);
            inputs.insert(*input);
            *mark = Mark::Gap(gap.clone());
        }
    }
    if !closed.is_empty() {
        *program = program.with_edges(|from, _, _| !closed.contains(&from));
        program.inputs.retain(|input| !inputs.contains(&input.symbol));
        program.silent.retain(|input| !inputs.contains(input));
    }
}

/// Lets paths go on where they may lead to where the program is aimed at, and gives them up there.
pub fn open_to(program: &mut Program, terms: &Terms, aimed: &Aimed) {
    let failing: BTreeSet<_> = aimed.failing.iter().copied().collect();
    let leading = before(program, aimed);
    let (mut gaps, mut opened) = (vec![], BTreeMap::new());
    for (mark, at) in &program.marks {
        if let Mark::Open(gap, _) = mark
            && leading.contains(at)
        {
            let number = gaps.iter().position(|known| known == gap).unwrap_or(gaps.len());
            if number == gaps.len() {
                gaps.push(gap.clone());
            }
            opened.insert(*at, number);
        }
    }
    if !opened.is_empty() {
        let old = std::mem::take(&mut program.graph);
        program.graph = old.filter_map(|_, at| Some(*at), |_, _| None);
        let met = terms.symbol("open", Sort::Int, Range::new(0, gaps.len()));
        program.variables.push(met);
        let mut paths = Paths::new(program, terms, (met, &gaps));
        for (&at, &number) in &opened {
            paths.go_on(at, number);
        }
        for &hit in &aimed.hits {
            paths.stop_before(hit);
        }
        for e in old.edge_references() {
            match failing.contains(&e.id()) {
                true => paths.stop_where_fails((e.source(), e.target()), e.weight()),
                false => paths.keep((e.source(), e.target()), e.weight().clone()),
            }
        }
        paths.begin();
    }
    // Whatever is read where no way leads to the target, nothing is missed.
    program.marks.retain(|(mark, _)| !matches!(mark, Mark::Open(..)));
}

/// The locations from which there are ways to where the program is aimed at.
fn before(program: &Program, aimed: &Aimed) -> BTreeSet<LocationId> {
    let failing = aimed.failing.iter().filter_map(|e| program.graph.edge_endpoints(*e)).map(|(from, _)| from);
    let reversed = Reversed(&program.graph);
    let ends = aimed.hits.iter().copied().chain(failing).collect();
    let mut search = Dfs::from_parts(ends, reversed.visit_map());
    std::iter::from_fn(|| search.next(reversed)).collect()
}

/// A program that is put together again, with a variable that says whether any value was taken, and instead of what.
struct Paths<'a> {
    terms: &'a Terms,
    program: &'a mut Program,
    met: Symbol,
    /// Where paths are given up, by the values of the variable from 1.
    given_up: Vec<LocationId>,
    /// What the ways out of a location lead out of instead.
    out_of: BTreeMap<LocationId, LocationId>,
    /// What the ways into a location lead into instead.
    into: BTreeMap<LocationId, LocationId>,
}

impl<'a> Paths<'a> {
    fn new(program: &'a mut Program, terms: &'a Terms, (met, gaps): (Symbol, &[Gap])) -> Paths<'a> {
        let mut given_up = vec![];
        for gap in gaps {
            let at = program.add_location(program.graph[program.start].span);
            program.marks.push((Mark::Gap(gap.clone()), at));
            given_up.push(at);
        }
        Paths { terms, program, met, given_up, out_of: BTreeMap::new(), into: BTreeMap::new() }
    }

    fn is_met(&self, number: usize) -> Term {
        self.terms.eq(self.terms.sym(self.met), self.terms.int(number))
    }

    fn add(&mut self, (from, to): (LocationId, LocationId), instruction: Instruction, role: Role) {
        self.program.add_edge(from, to, instruction, self.program.graph[from].span, role);
    }

    fn keep(&mut self, (from, to): (LocationId, LocationId), edge: Edge) {
        let from = self.out_of.get(&from).copied().unwrap_or(from);
        let to = self.into.get(&to).copied().unwrap_or(to);
        self.program.graph.add_edge(from, to, edge);
    }

    /// Any value is taken at a location.
    fn go_on(&mut self, at: LocationId, number: usize) {
        let on = self.program.add_location(self.program.graph[at].span);
        self.add((at, on), Instruction::Assign(self.met, self.terms.int(number + 1)), Role::Step);
        self.out_of.insert(at, on);
    }

    /// Only paths get to a location on which no value was open.
    fn stop_before(&mut self, hit: LocationId) {
        let gate = self.program.add_location(self.program.graph[hit].span);
        self.into.insert(hit, gate);
        self.add((gate, hit), Instruction::Assume(self.is_met(0)), Role::Branch);
        for (i, at) in self.given_up.clone().into_iter().enumerate() {
            self.add((gate, at), Instruction::Assume(self.is_met(i + 1)), Role::Branch);
        }
    }

    /// Only paths violate a check on which no value was open.
    fn stop_where_fails(&mut self, (from, to): (LocationId, LocationId), check: &Edge) {
        let Instruction::Assume(holds) = check.instruction else { return self.keep((from, to), check.clone()) };
        let asked = self.program.add_location(check.span);
        self.keep((asked, to), check.clone());
        let from = self.out_of.get(&from).copied().unwrap_or(from);
        let asks = self.terms.or(vec![holds, self.is_met(0)]);
        self.add((from, asked), Instruction::Assume(asks), Role::Branch);
        for (i, at) in self.given_up.clone().into_iter().enumerate() {
            let fails = self.terms.and(vec![self.terms.not(holds), self.is_met(i + 1)]);
            self.add((from, at), Instruction::Assume(fails), Role::Branch);
        }
    }

    fn begin(self) {
        let first = self.program.add_location(self.program.graph[self.program.start].span);
        let start = self.into.get(&self.program.start).copied().unwrap_or(self.program.start);
        self.program.add_edge(
            first,
            start,
            Instruction::Assign(self.met, self.terms.int(0)),
            self.program.graph[first].span,
            Role::Step,
        );
        self.program.start = first;
    }
}

#[cfg(test)]
mod tests {
    use super::super::{Original, aim};
    use super::*;
    use crate::frontend::{Options, lower};
    use crate::program::said::OPEN;
    use crate::source::Source;

    const TEXT: &str = "union u { long i; char *p; };
int f(union u *a) {
    if (a->p && *a->p == 'x') {
        long n = a->i;
        if (n > 5) { large: return 1; }
        return 7 / (int)(n & 1);
    }
    other: return 0;
}";

    /// The program, as `of` has it.
    fn with(of: impl Fn(Program, &Terms) -> Original) -> (Original, Terms) {
        let terms = Terms::new();
        let options = Options { entry: "f".into(), ..Options::default() };
        let program = lower(&terms, &mut Source::from_text("a.c", TEXT), &options).expect("the text is supported");
        assert!(is_open(&program));
        (of(program, &terms), terms)
    }

    fn has_open_inputs(program: &Program) -> bool {
        program.inputs.iter().any(|input| input.name == OPEN)
    }

    #[test]
    fn paths_are_given_up_where_nobody_says_what_is_asked() {
        let (closed, terms) = with(|program, _| Original::of(program));
        assert!(!is_open(&closed) && !has_open_inputs(&closed));
        let given_up: Vec<_> = closed.gaps().iter().map(|(at, _)| closed.out_edges(*at).len()).collect();
        assert!(!given_up.is_empty() && given_up.iter().all(|ways| *ways == 0));
        assert!(closed.closed().is_none());
        let opened = closed.opened_to(&terms, &"label:large".parse().expect("a target")).expect("it was open");
        assert_eq!(opened.closed().expect("it was closed").graph.edge_count(), closed.graph.edge_count());
    }

    /// No way leads to a hit on which a value was open: there the gap is.
    #[test]
    fn paths_are_given_up_at_the_target() {
        for target in ["label:large", "division"] {
            let target = target.parse().expect("a target");
            let (opened, terms) = with(|program, terms| Original::open_to(program, terms, &target));
            assert!(!is_open(&opened) && has_open_inputs(&opened));
            let aimed = aim(&opened, &terms, &target).expect("the target is there");
            let is_asked = |at: LocationId| {
                let ways = opened.graph.edges_directed(at, petgraph::Direction::Incoming);
                ways.clone().count() > 0 && ways.into_iter().all(|e| matches!(e.weight().role, Role::Branch))
            };
            let failing = aimed.failing.iter().filter_map(|e| opened.graph.edge_endpoints(*e)).map(|(from, _)| from);
            let ends: Vec<_> = aimed.hits.iter().copied().chain(failing).collect();
            assert!(!ends.is_empty() && ends.into_iter().all(is_asked));
            assert!(opened.gaps().iter().any(|(_, gap)| matches!(gap, Gap::AddressBytes)));
        }
    }

    #[test]
    fn what_leads_nowhere_is_no_gap() {
        let target = "label:other".parse().expect("a target");
        let (opened, _) = with(|program, terms| Original::open_to(program, terms, &target));
        assert!(opened.gaps().iter().all(|(_, gap)| !matches!(gap, Gap::AddressBytes)));
    }
}
