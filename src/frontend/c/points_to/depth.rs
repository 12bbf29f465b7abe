//! How often functions may call themselves: as often as was asked for, and less where the program would be too large.
//!
//! A function that calls itself twice has twice as many copies with each call that is followed, and functions that call
//! each other multiply these. So where there is too much, the one whose last calls take most is followed one call less,
//! again and again; each call that is not followed is a gap, which says how many are. The same program gets the same
//! depths each time.

use super::walk::MOST_STATEMENTS;
use crate::frontend::c::facts;
use crate::frontend::c::tree::{ExprKind, Function, FunctionId, Seen, Tree, Unary, VariableId};
use petgraph::algo::tarjan_scc;
use petgraph::graphmap::DiGraphMap;
use rustc_hash::FxHashMap;
use std::collections::{BTreeMap, BTreeSet};

/// Calls are followed less than asked for where there would be more statements than this, in all copies of functions, as far
/// as calls by name tell: a program of so many is hardly ever small enough, and that would only turn out when it is made.
const TOO_MANY_STATEMENTS: usize = 150_000;

/// Where they are followed less, there are at most so many: each further call costs more than what it shows is mostly
/// worth.
const ENOUGH_STATEMENTS: usize = 5_000;

/// The same where further calls are followed as well, with a stack: what copies show more is more exact, not more.
const ENOUGH_BEFORE_STACK: usize = 300;

/// So many calls of functions by themselves are looked at first where most of a large program is due to further ones.
pub(crate) const FIRST_CALLS: usize = 3;

/// A program of so many statements is not large, whatever they are due to.
const NOT_LARGE: usize = 500;

/// What is due to further calls is so many times what there is without them.
const MOST_OF_IT: usize = 4;

/// How often functions may call themselves that would make a program too large.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Depths {
    entry: Option<FunctionId>,
    less: BTreeMap<FunctionId, usize>,
    /// Functions that call themselves, whose further calls have their variables on a stack, but for these.
    stacked: BTreeMap<FunctionId, BTreeSet<VariableId>>,
}

/// A copy of a function.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Copy {
    pub function: FunctionId,
    /// The copy that calls it, which comes before it.
    pub caller: Option<usize>,
    /// How many copies of the function are open in it, with itself.
    pub depth: usize,
    /// How many of its statements are there.
    pub statements: usize,
}

impl Depths {
    /// Those of a program of which not too much is known.
    pub fn new(tree: &Tree, calls: &Calls, entry: FunctionId, asked: usize) -> Depths {
        // A call that could be a loop may turn out to be none.
        let loops = calls.of.keys().copied().filter(|id| !facts::tail_calls(tree, *id).is_empty());
        let recursive: BTreeSet<FunctionId> = calls.recursive().chain(loops).collect();
        let stacked = recursive.into_iter().filter_map(|id| Some((id, facts::beside_stack(tree, id)?)));
        let never_within = tree.functions.iter().position(facts::is_arrival).map(|at| (FunctionId(at), 0));
        let less = never_within.into_iter().collect();
        let mut depths = Depths { entry: Some(entry), less, stacked: stacked.collect() };
        let first = depths.clone();
        let followed = |depths: &Depths, id: &FunctionId| first.is_stacked(*id) && depths.of(*id, asked) > 1;
        while let Err(copies) = calls.copies(entry, &depths, asked, ENOUGH_BEFORE_STACK) {
            match depths.last_calls(&copies, asked).filter(|most| followed(&depths, most)) {
                Some(most) => drop(depths.less.insert(most, depths.of(most, asked) - 1)),
                None => break,
            }
        }
        if calls.copies(entry, &depths, asked, TOO_MANY_STATEMENTS).is_err() {
            depths.shrink(calls, entry, asked);
        }
        depths
    }

    /// Whether further calls of a function have their variables on a stack.
    pub fn is_stacked(&self, function: FunctionId) -> bool {
        self.stacked.contains_key(&function)
    }

    /// Whether each such call of a function has an object of its own for a variable.
    pub fn is_beside_stack(&self, function: FunctionId, variable: VariableId) -> bool {
        self.stacked.get(&function).is_some_and(|beside| beside.contains(&variable))
    }

    /// The variables of a function of which each such call has an object of its own.
    pub fn beside_stack(&self, function: FunctionId) -> impl Iterator<Item = VariableId> {
        self.stacked.get(&function).into_iter().flatten().copied()
    }

    /// How often a function may call itself, if that is less than asked for.
    pub fn less(&self, function: FunctionId) -> Option<usize> {
        self.less.get(&function).copied()
    }

    /// How often a function may call itself.
    pub fn of(&self, function: FunctionId, asked: usize) -> usize {
        self.less(function).unwrap_or(asked)
    }

    /// Follows fewer calls, until what calls by name tell is small enough; nothing if there is no call less to follow.
    /// The copies are those of a program that is too large.
    pub fn reduce(mut self, calls: &Calls, entry: FunctionId, asked: usize, copies: &[Copy]) -> Option<Depths> {
        self.step(copies, asked)?;
        self.shrink(calls, entry, asked);
        Some(self)
    }

    /// Follows fewer calls, until what calls by name tell is small enough or there is no call less to follow.
    fn shrink(&mut self, calls: &Calls, entry: FunctionId, asked: usize) {
        loop {
            let copies = calls.all(entry, self, asked, MOST_STATEMENTS);
            if copies.statements <= ENOUGH_STATEMENTS || self.step(&copies.all, asked).is_none() {
                return;
            }
        }
    }

    fn step(&mut self, copies: &[Copy], asked: usize) -> Option<()> {
        let most = self.last_calls(copies, asked)?;
        let less = self.of(most, asked) - 1;
        self.less.insert(most, less);
        Some(())
    }

    /// How often calls of a function by itself are followed at least: the entry function has no stack, a copy in it may.
    fn least(&self, function: FunctionId) -> usize {
        usize::from(self.entry == Some(function) && self.is_stacked(function))
    }

    /// The function whose last calls of itself that are followed take most.
    fn last_calls(&self, copies: &[Copy], asked: usize) -> Option<FunctionId> {
        let mut below: Vec<usize> = copies.iter().map(|copy| copy.statements).collect();
        for (at, copy) in copies.iter().enumerate().rev() {
            if let Some(caller) = copy.caller {
                below[caller] += below[at];
            }
        }
        let mut saved: BTreeMap<FunctionId, usize> = BTreeMap::new();
        for (at, copy) in copies.iter().enumerate() {
            let limit = self.of(copy.function, asked);
            if limit > self.least(copy.function) && copy.depth > limit {
                *saved.entry(copy.function).or_default() += below[at];
            }
        }
        saved.into_iter().max_by_key(|(function, saved)| (*saved, *function)).map(|(function, _)| function)
    }
}

/// The function that takes most of a program, with how many copies of it there are.
pub(crate) fn largest(copies: &[Copy]) -> Option<(FunctionId, usize)> {
    let mut all: BTreeMap<FunctionId, (usize, usize)> = BTreeMap::new();
    for copy in copies {
        let (statements, count) = all.entry(copy.function).or_default();
        *statements += copy.statements;
        *count += 1;
    }
    all.into_iter().max_by_key(|(_, sizes)| *sizes).map(|(function, (_, count))| (function, count))
}

/// What functions call by name, and how many statements they have.
pub(crate) struct Calls {
    of: FxHashMap<FunctionId, (usize, Vec<FunctionId>)>,
}

/// Copies on their way.
struct Copies<'a> {
    depths: &'a Depths,
    asked: usize,
    most: usize,
    open: FxHashMap<FunctionId, usize>,
    statements: usize,
    all: Vec<Copy>,
}

impl Calls {
    pub fn new(tree: &Tree) -> Calls {
        let with_body = tree.functions.iter().enumerate().filter(|(_, f)| f.body.is_some() && f.refused.is_none());
        Calls { of: with_body.map(|(at, f)| (FunctionId(at), calls(tree, FunctionId(at), f))).collect() }
    }

    /// The functions that call themselves, as far as calls by name tell.
    fn recursive(&self) -> impl Iterator<Item = FunctionId> {
        let calls = |(id, (_, called)): (&FunctionId, &(usize, Vec<FunctionId>))| {
            called.iter().map(|to| (id.0, to.0)).collect::<Vec<_>>()
        };
        let graph: DiGraphMap<usize, ()> = self.of.iter().flat_map(calls).collect();
        let components = tarjan_scc(&graph).into_iter();
        let is_recursive = move |ids: &Vec<usize>| ids.len() > 1 || graph.contains_edge(ids[0], ids[0]);
        components.filter(is_recursive).flatten().map(FunctionId)
    }

    /// Whether the copies there are have at most so many statements; else those up to there.
    pub fn copies(&self, entry: FunctionId, depths: &Depths, asked: usize, most: usize) -> Result<(), Vec<Copy>> {
        let copies = self.all(entry, depths, asked, most);
        if copies.statements <= most { Ok(()) } else { Err(copies.all) }
    }

    /// Whether a program is large, and mostly so because functions call themselves more often than is looked at first.
    pub fn are_mostly_further_calls(&self, tree: &Tree, entry: FunctionId, asked: usize) -> bool {
        let size = |asked: usize| {
            let depths = Depths::new(tree, self, entry, asked);
            self.all(entry, &depths, asked, MOST_STATEMENTS).statements
        };
        if asked <= FIRST_CALLS || self.recursive().next().is_none() {
            return false;
        }
        let all = size(asked);
        all > NOT_LARGE && all > (1 + MOST_OF_IT) * size(FIRST_CALLS)
    }

    /// The copies there are; of those of a program that has more statements than `most`, the first.
    fn all<'a>(&self, entry: FunctionId, depths: &'a Depths, asked: usize, most: usize) -> Copies<'a> {
        let mut copies = Copies { depths, asked, most, open: FxHashMap::default(), statements: 0, all: vec![] };
        self.copy(entry, None, &mut copies);
        copies
    }

    /// A copy of a function, and of what it calls.
    fn copy(&self, id: FunctionId, caller: Option<usize>, copies: &mut Copies) {
        let Some((statements, called)) = self.of.get(&id) else { return };
        let open = copies.open.get(&id).copied().unwrap_or(0);
        if open > copies.depths.of(id, copies.asked) || copies.statements > copies.most {
            return;
        }
        copies.open.insert(id, open + 1);
        copies.statements += statements;
        let at = copies.all.len();
        copies.all.push(Copy { function: id, caller, depth: open + 1, statements: *statements });
        called.iter().for_each(|called| self.copy(*called, Some(at), copies));
        copies.open.insert(id, open);
    }
}

/// How many statements a function has, and what it calls by name, without calls of itself that are loops.
fn calls(tree: &Tree, id: FunctionId, function: &Function) -> (usize, Vec<FunctionId>) {
    let tails = facts::tail_calls(tree, id);
    let (mut statements, mut called) = (0, vec![]);
    if let Some(body) = &function.body {
        body.walk(tree, &mut |seen| match seen {
            Seen::Stmt(_) => statements += 1,
            Seen::Expr(e) => {
                let ExprKind::Call { callee, .. } = &e.kind else { return };
                let mut direct = &**callee;
                while let ExprKind::Unary(Unary::Address | Unary::Deref, inner) = &direct.kind {
                    direct = inner;
                }
                if let ExprKind::Function(named) = &direct.kind
                    && let Some(to) = with_body(tree, tree.called(e, *named))
                    && !(to == id && tails.contains(&e.id))
                {
                    called.push(to);
                }
            }
        });
    }
    (statements, called)
}

fn with_body(tree: &Tree, id: FunctionId) -> Option<FunctionId> {
    let function = tree.function(id);
    match function.body {
        Some(_) => Some(id),
        None => tree.built_in(&function.name),
    }
}
