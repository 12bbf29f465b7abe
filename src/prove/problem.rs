//! What the search for facts works on: blocks, what matters at each cut point, and the facts so far.

use super::houdini::Guesses;
use super::samples::Samples;
use super::{Ghost, What};
use crate::budget::Budget;
use crate::invariant::{Fact, Facts, conditions};
use crate::loops::blocks::{Block, Cut, Uncut, cut};
use crate::program::{InputKind, LocationId, Program};
use crate::solver::Smt;
use crate::term::{Node, Sort, Symbol, Term, Terms};
use rustc_hash::FxHashSet;
use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

/// A program to be proved to miss its target.
pub struct Problem<'t> {
    /// The store of its terms.
    pub terms: &'t Terms,
    /// Its cut points and blocks. What a stream gives is an unknown of the block that reads it: no two reads are the same.
    pub cut: Cut,
    /// The same with what streams give.
    pub exact: Cut,
    /// The variables and inputs at each cut point on which it depends whether the target is reached.
    pub relevant: BTreeMap<LocationId, BTreeSet<Symbol>>,
    /// What is known to hold.
    pub facts: Facts,
    /// The ghosts of the program.
    pub ghosts: Vec<Ghost>,
    /// What instructions assign.
    pub variables: FxHashSet<Symbol>,
    /// What reads of streams give.
    pub reads: BTreeSet<Symbol>,
    /// The blocks that skip a call of a function.
    pub calls: Vec<Skip>,
    /// Guesses for which there was too little time, without those that do not hold.
    pub open: Option<Guesses>,
    /// States that there are, once somebody asks for them.
    pub samples: Option<Rc<Samples<'t>>>,
}

/// A block that skips a call of a function: what holds where the function is over is known of what it gives.
pub struct Skip {
    /// Where the block begins and ends.
    pub block: (LocationId, LocationId),
    /// Where the function is over.
    pub exit: LocationId,
    /// What stands where the block ends for variables where the function is over; others are the same.
    pub there: BTreeMap<Symbol, Symbol>,
}

impl Skip {
    /// What facts where the function is over say where a block begins that skips a call of it. Those that speak of
    /// more than a summary do are left out.
    pub fn said<'a>(&self, terms: &Terms, block: &Block, facts: impl IntoIterator<Item = &'a Fact>) -> Vec<Fact> {
        let after = |s: Symbol| {
            let s = *self.there.get(&s)?;
            Some(block.effect.get(&s).copied().unwrap_or_else(|| terms.sym(s)))
        };
        let said = |f: &Fact| Fact { bound: f.bound.clone(), body: terms.substitute(f.body, &after) };
        let is_about =
            |f: &&Fact| terms.symbols(f.body).iter().all(|s| self.there.contains_key(s) || f.bound.contains(s));
        facts.into_iter().filter(is_about).map(said).collect()
    }
}

impl<'t> Problem<'t> {
    /// With facts that hold whatever is found. Ghosts matter everywhere.
    pub fn new(
        terms: &'t Terms,
        program: &Program,
        target: LocationId,
        facts: Facts,
        ghosts: Vec<Ghost>,
        budget: &Budget,
    ) -> Result<Problem<'t>, Uncut> {
        let cut = cut(terms, program, target, budget)?;
        Ok(Problem::of_cut(terms, program, cut, (facts, ghosts), BTreeMap::new()))
    }

    /// The same of a program that is cut already; some symbols matter at some points in any case.
    pub fn of_cut(
        terms: &'t Terms,
        program: &Program,
        mut cut: Cut,
        (facts, ghosts): (Facts, Vec<Ghost>),
        mattering: BTreeMap<LocationId, BTreeSet<Symbol>>,
    ) -> Problem<'t> {
        let stream = |i: &&crate::program::Input| matches!(i.kind, InputKind::Stream { .. });
        let streams: FxHashSet<Symbol> = program.inputs.iter().filter(stream).map(|i| i.symbol).collect();
        let mut reads = BTreeSet::new();
        let exact = cut.clone();
        for block in &mut cut.blocks {
            *block = with_unknown_reads(terms, block, &streams, &mut reads);
        }
        let lasting = program.variables.iter().copied().chain(program.inputs.iter().map(|i| i.symbol));
        let lasting = lasting.filter(|s| !streams.contains(s)).collect();
        let relevant = relevant(terms, &cut, &lasting, (&ghosts, mattering));
        let variables = program.variables.iter().copied().collect();
        Problem {
            terms,
            cut,
            exact,
            variables,
            relevant,
            facts,
            ghosts,
            reads,
            calls: Vec::new(),
            open: None,
            samples: None,
        }
    }

    /// Whether variables are multiplied with one another somewhere.
    pub fn has_products(&self) -> bool {
        let blocks = self.cut.blocks.iter();
        self.terms.has_product(blocks.flat_map(|block| block.conditions.iter().chain(block.effect.values()).copied()))
    }

    /// The ghost with this value.
    pub fn ghost(&self, what: What) -> Option<Symbol> {
        self.ghosts.iter().find(|g| g.what == what).map(|g| g.symbol)
    }

    /// The integers that matter at a point.
    pub fn ints(&self, at: LocationId) -> Vec<Symbol> {
        self.relevant_of(at, Sort::Int)
    }

    /// The arrays that matter at a point.
    pub fn arrays(&self, at: LocationId) -> Vec<Symbol> {
        self.relevant_of(at, Sort::Array)
    }

    fn relevant_of(&self, at: LocationId, sort: Sort) -> Vec<Symbol> {
        let all = self.relevant.get(&at).into_iter().flatten().copied();
        all.filter(|s| self.terms.info(*s).sort == sort).collect()
    }

    /// The points where facts can hold.
    pub fn points(&self) -> Vec<LocationId> {
        self.cut.points.iter().copied().filter(|p| *p != self.cut.start).collect()
    }

    /// What is known where a block begins, and of the call that it skips.
    pub fn given(&self, block: &Block) -> Cow<'_, [Fact]> {
        let known = self.facts.get(&block.from).filter(|_| block.from != self.cut.start);
        let known = known.map_or(&[][..], Vec::as_slice);
        match self.skipped(block) {
            None => Cow::Borrowed(known),
            Some(call) => {
                let said = self.facts.get(&call.exit).into_iter().flatten();
                Cow::Owned([known, &call.said(self.terms, block, said)].concat())
            }
        }
    }

    /// The call that a block skips.
    pub fn skipped(&self, block: &Block) -> Option<&Skip> {
        self.calls.iter().find(|call| call.block == (block.from, block.to))
    }

    /// Adds facts that hold at a point.
    pub fn add(&mut self, at: LocationId, facts: impl IntoIterator<Item = Fact>) {
        self.facts.entry(at).or_default().extend(facts);
    }

    /// Whether the facts exclude every block to the target. `false` says nothing.
    pub fn excludes_target(&self, smt: &mut Smt) -> bool {
        self.cut.blocks.iter().filter(|w| w.to == self.cut.target).all(|block| {
            let all = conditions(self.terms, block, &self.given(block), None);
            let all: Vec<Term> = all.into_iter().map(|c| c.term).collect();
            smt.decide(&all).outcome().is_unsat()
        })
    }
}

/// A block in which each read of a stream is an unknown.
fn with_unknown_reads(
    terms: &Terms,
    block: &Block,
    streams: &FxHashSet<Symbol>,
    unknowns: &mut BTreeSet<Symbol>,
) -> Block {
    let mut reads = Vec::new();
    let roots = block.conditions.iter().chain(block.effect.values()).copied();
    terms.visit(roots, &mut |t, node| {
        if let Node::Select(array, _) = node
            && let Some(stream) = terms.as_symbol(*array).filter(|s| streams.contains(s))
        {
            let unknown = terms.symbol(terms.name(stream), Sort::Int, terms.symbol_range(stream));
            unknowns.insert(unknown);
            reads.push((t, terms.sym(unknown)));
        }
    });
    if reads.is_empty() {
        return block.clone();
    }
    let mut replaced = terms.replacing(&reads);
    let conditions = block.conditions.iter().map(|t| replaced(*t)).collect();
    let effect = block.effect.iter().map(|(s, t)| (*s, replaced(*t))).collect();
    Block { conditions, effect, ..block.clone() }
}

/// The `lasting` symbols on which conditions later on, or ghosts, or others that matter at some points, depend, by cut
/// point.
pub fn relevant(
    terms: &Terms,
    cut: &Cut,
    lasting: &FxHashSet<Symbol>,
    (ghosts, mattering): (&[Ghost], BTreeMap<LocationId, BTreeSet<Symbol>>),
) -> BTreeMap<LocationId, BTreeSet<Symbol>> {
    let own = || ghosts.iter().map(|g| g.symbol).collect();
    let mut found: BTreeMap<LocationId, BTreeSet<Symbol>> = cut.points.iter().map(|at| (*at, own())).collect();
    mattering.into_iter().for_each(|(at, symbols)| found.entry(at).or_default().extend(symbols));
    loop {
        let mut grew = false;
        for block in &cut.blocks {
            let after = found.get(&block.to).into_iter().flatten();
            let values = after.map(|s| block.effect.get(s).copied().unwrap_or_else(|| terms.sym(*s)));
            let roots: Vec<Term> = values.chain(block.conditions.iter().copied()).collect();
            let here = found.entry(block.from).or_default();
            terms.visit(roots, &mut |_, node| {
                if let Node::Symbol(s) = node
                    && lasting.contains(s)
                {
                    grew |= here.insert(*s);
                }
            });
        }
        if !grew {
            return found;
        }
    }
}
