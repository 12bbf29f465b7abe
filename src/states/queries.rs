//! How many queries are to be expected of a variable from a location on: if few, states that differ in it may become one.

use super::limits::queries::{CAP, MOST_COUNTED};
use crate::loops::nesting::{Part, parts};
use crate::program::{EdgeIndex, Instruction, LocationId, Program};
use crate::question::Merge;
use crate::term::{Symbol, Term, Terms};
use rustc_hash::{FxHashMap, FxHashSet};
use std::rc::Rc;

/// Of each variable that some query may have to do with, how many.
type Count = FxHashMap<Symbol, u64>;

/// What is expected at each location.
pub(super) struct Queries {
    counts: Vec<Rc<Count>>,
}

impl Queries {
    /// What is counted in one of the ways there are; nothing where states are merged whatever is expected, or never. What
    /// leads to a location in `ends` is not gone after.
    pub fn of(
        terms: &Terms,
        program: &Program,
        (how, kappa): (Merge, usize),
        ends: &FxHashSet<LocationId>,
    ) -> Option<Queries> {
        let counting = Counting::new(terms, program, ends);
        match how {
            Merge::None | Merge::Aggressive => None,
            Merge::LatticeBased => Some(Queries { counts: counting.fixpoint() }),
            Merge::Recursive => Some(Queries { counts: counting.rounds(kappa) }),
        }
    }

    /// How many queries are expected of variables from a location on.
    pub fn expected(&self, at: LocationId, variables: impl IntoIterator<Item = Symbol>) -> u64 {
        let count = &self.counts[at.index()];
        variables.into_iter().fold(0, |sum: u64, s| sum.saturating_add(count.get(&s).copied().unwrap_or(0)))
    }
}

struct Counting<'p> {
    terms: &'p Terms,
    program: &'p Program,
    edges: Vec<Vec<(EdgeIndex, LocationId)>>,
    /// The variables of the condition that decides how it goes on.
    own: Vec<FxHashSet<Symbol>>,
}

/// A loop, and what is in it.
struct Loop {
    head: LocationId,
    members: FxHashSet<LocationId>,
}

/// Counting through some rounds of each loop.
struct Rounds<'c, 'p> {
    of: &'c Counting<'p>,
    loops: Vec<Loop>,
    /// The loops that each location is in, from the outermost one.
    around: Vec<Vec<usize>>,
    kappa: usize,
    known: FxHashMap<(LocationId, Vec<usize>), Rc<Count>>,
}

impl<'p> Counting<'p> {
    fn new(terms: &'p Terms, program: &'p Program, ends: &FxHashSet<LocationId>) -> Counting<'p> {
        let mut of = Counting { terms, program, edges: vec![], own: vec![] };
        for at in program.graph.node_indices() {
            let edges = program.out_edges(at);
            let conditions = edges.iter().filter_map(|e| match program.graph[*e].instruction {
                Instruction::Assume(condition) => Some(condition),
                _ => None,
            });
            of.own.push(conditions.flat_map(|c| terms.symbols(c)).collect());
            let to = |e: EdgeIndex| Some((e, program.graph.edge_endpoints(e)?.1)).filter(|(_, to)| !ends.contains(to));
            of.edges.push(edges.into_iter().filter_map(to).collect());
        }
        of
    }

    /// What is expected before an edge, given what is after it: an assignment ends a variable unless it reads it.
    fn before(&self, edge: EdgeIndex, after: &Count, sum: &mut Count) {
        let reads = |t: Term, s: Symbol| self.terms.symbols(t).contains(&s);
        let is_ended = |s: Symbol| match &self.program.graph[edge].instruction {
            Instruction::Assign(to, t) => *to == s && !reads(*t, s),
            Instruction::Copy(pairs) => {
                pairs.iter().any(|(to, _)| *to == s) && pairs.iter().all(|(_, from)| *from != s)
            }
            Instruction::Skip | Instruction::Assume(_) => false,
        };
        for (s, count) in after.iter().filter(|(s, _)| !is_ended(**s)) {
            let known = sum.entry(*s).or_default();
            *known = known.saturating_add(*count);
        }
    }

    fn own(&self, at: LocationId) -> Count {
        self.own[at.index()].iter().map(|s| (*s, 1)).collect()
    }

    /// The least counts that are what successors have and the own one, up to a limit.
    fn fixpoint(&self) -> Vec<Rc<Count>> {
        let places: Vec<LocationId> = self.program.graph.node_indices().collect();
        let mut counts: Vec<Rc<Count>> = places.iter().map(|_| Rc::default()).collect();
        loop {
            let mut is_changed = false;
            for at in places.iter().rev() {
                let mut sum = self.own(*at);
                self.edges[at.index()].iter().for_each(|(e, to)| self.before(*e, &counts[to.index()], &mut sum));
                sum.values_mut().for_each(|count| *count = (*count).min(CAP));
                if *counts[at.index()] != sum {
                    counts[at.index()] = Rc::new(sum);
                    is_changed = true;
                }
            }
            if !is_changed {
                return counts;
            }
        }
    }

    fn rounds(&self, kappa: usize) -> Vec<Rc<Count>> {
        let places = self.program.graph.node_count();
        let mut rounds =
            Rounds { of: self, loops: vec![], around: vec![vec![]; places], kappa, known: FxHashMap::default() };
        rounds.add(&parts(self.program));
        let places = self.program.graph.node_indices();
        places.map(|at| rounds.count(at, vec![kappa; rounds.around[at.index()].len()])).collect()
    }
}

impl Rounds<'_, '_> {
    fn add(&mut self, parts: &[Part]) {
        for part in parts {
            if let Part::Loop { head, inside, members } = part {
                let number = self.loops.len();
                self.loops.push(Loop { head: *head, members: members.iter().copied().collect() });
                members.iter().for_each(|at| self.around[at.index()].push(number));
                self.add(inside);
            }
        }
    }

    /// What is expected where each loop around may still be gone round so often.
    fn count(&mut self, at: LocationId, left: Vec<usize>) -> Rc<Count> {
        let key = (at, left);
        if let Some(known) = self.known.get(&key) {
            return known.clone();
        }
        let (of, left) = (self.of, &key.1);
        let around = self.around[at.index()].clone();
        let mut sum = of.own(at);
        let leaves = |l: usize, to: LocationId| !self.loops[l].members.contains(&to);
        // Where no round is left, and the loop can be left, it is.
        let over: Vec<usize> = around
            .iter()
            .zip(left)
            .filter(|(l, left)| **left == 0 && of.edges[at.index()].iter().any(|(_, to)| leaves(**l, *to)))
            .map(|(l, _)| *l)
            .collect();
        let on = of.edges[at.index()].iter().filter(|(_, to)| over.iter().all(|l| leaves(*l, *to)));
        let on: Vec<(EdgeIndex, LocationId)> = on.copied().collect();
        for (edge, to) in on {
            let then = self.around[to.index()].iter().map(|l| match around.iter().position(|own| own == l) {
                None => Some(self.kappa),
                Some(place) if self.loops[*l].head == to => left[place].checked_sub(1),
                Some(place) => Some(left[place]),
            });
            let Some(then) = then.collect::<Option<Vec<usize>>>() else { continue };
            // So many that nobody merges.
            let after = match self.known.len() < MOST_COUNTED {
                true => self.count(to, then),
                false => Rc::new(of.own.iter().flatten().map(|s| (*s, u64::MAX)).collect()),
            };
            of.before(edge, &after, &mut sum);
        }
        let sum = Rc::new(sum);
        self.known.insert(key, sum.clone());
        sum
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::program::Role;
    use crate::term::{Cmp, Range, Sort};

    /// The graph of listing 4.8: a location for each line, and two for line 23, which checks an index before its
    /// condition; what follows failing checks is 0.
    fn listing() -> (Terms, Program, [Symbol; 5]) {
        let terms = Terms::new();
        let mut program = Program::new("main", vec![]);
        let symbol = |name: &str| terms.symbol(name, Sort::Int, Range::ALL);
        let [r, arg, argc, argv, i] = ["r", "arg", "argc", "argv", "i"].map(symbol);
        let lines: Vec<LocationId> = (0..=40).map(|_| program.add_location(Default::default())).collect();
        let is = |a: Symbol, b: Symbol| terms.cmp(Cmp::Lt, terms.sym(a), terms.sym(b));
        let element = terms.eq(terms.sum([terms.sym(argv), terms.sym(arg), terms.sym(i)]), terms.int(0));
        let plus = |s: Symbol| Instruction::Assign(s, terms.offset(terms.sym(s), 1));
        let mut edge = |from: usize, to: usize, instruction: Instruction| {
            program.add_edge(lines[from], lines[to], instruction, Default::default(), Role::Step);
        };
        let mut branch = |from: usize, condition: Term, to: [usize; 2]| {
            edge(from, to[0], Instruction::Assume(condition));
            edge(from, to[1], Instruction::Assume(terms.not(condition)));
        };
        branch(19, is(arg, argc), [21, 32]);
        branch(23, element, [24, 0]);
        branch(24, element, [25, 30]);
        branch(27, element, [23, 0]);
        branch(32, terms.eq(terms.sym(r), terms.int(0)), [36, 33]);
        edge(21, 23, Instruction::Assign(i, terms.int(0)));
        edge(25, 27, plus(i));
        edge(30, 19, plus(arg));
        edge(33, 36, Instruction::Skip);
        program.start = lines[19];
        (terms, program, [r, arg, argc, argv, i])
    }

    fn expected(how: (Merge, usize), line: usize, which: usize) -> u64 {
        let (terms, program, symbols) = listing();
        let at = |line: usize| LocationId::new(line + 1);
        let ends = FxHashSet::from_iter([at(0)]);
        Queries::of(&terms, &program, how, &ends).expect("counted").expected(at(line), [symbols[which]])
    }

    #[test]
    fn the_counts_of_the_listing_come_out() {
        let (once, arg) = ((Merge::Recursive, 1), 1);
        let found = [27, 25, 23, 21, 19, 32].map(|line| expected(once, line, arg));
        assert_eq!(found, [4, 4, 7, 7, 8, 0]);
        // No round at all: only the condition; and twice as many rounds are more.
        assert_eq!(expected((Merge::Recursive, 0), 19, arg), 1);
        assert!(expected((Merge::Recursive, 2), 19, arg) > 8);
        // What is assigned before it is read is not expected; r is used behind the loops, once for each way there.
        assert_eq!(expected(once, 21, 4), 0);
        assert_eq!(expected(once, 32, 0), 1);
    }

    #[test]
    fn the_fixpoint_ends_at_its_limit() {
        let lattice = (Merge::LatticeBased, 1);
        assert_eq!(expected(lattice, 19, 1), CAP);
        assert_eq!(expected(lattice, 32, 1), 0);
        assert_eq!(expected(lattice, 32, 0), 1);
        assert_eq!(expected(lattice, 21, 4), 0);
    }
}
