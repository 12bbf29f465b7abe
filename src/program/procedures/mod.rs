//! Functions that call themselves, without their stack: a call either only says what is known of all calls that are over,
//! or begins one that never ends.
//!
//! A copy of such a function that runs again keeps on a stack what its calls need (see [`Recursion`]). In a run that has
//! reached a location, each call was over by then or is still open. So the run is one of a program that has no stack,
//! which decides at each call whether it skips the call, and gives what it may have changed any values for which the
//! *summary* of the function holds, or goes into it and never comes back. Where a summary does not hold at the end of the
//! function there is a way to the target. What that program never reaches is not reached in the one with the stack:
//! by induction on the calls that are over, all of them satisfy the summary. This is partial correctness of recursive
//! procedures (Hoare, Procedures and Parameters: An Axiomatic Approach, 1971).

#[cfg(test)]
mod tests;

use super::live::Live;
use super::ssa::{reads, writes};
use super::{Aimed, EdgeRef, Graph, Input, InputKind, Instruction, LocationId, Program, Role, Span};
use crate::term::{Range, Sort, Symbol, Term, Terms};
use petgraph::Direction::Incoming;
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::BTreeSet;

/// A function that calls itself, of which one copy runs again: what it needs behind a call is on a stack meanwhile.
#[derive(Clone, Debug)]
pub struct Recursion {
    /// Its name.
    pub function: String,
    /// Where the copy begins, each time.
    pub start: LocationId,
    /// From where it is entered from outside.
    pub entered: LocationId,
    /// Where it is over.
    pub exit: LocationId,
    /// Where it goes on from there if nothing is on the stack.
    pub outer: LocationId,
    /// From here it goes on behind the call that is on top of the stack.
    pub inner: LocationId,
    /// The number of calls on the stack.
    pub depth: Symbol,
    /// The calls of the copy by itself.
    pub calls: Vec<RecursiveCall>,
}

/// A call that runs a copy again.
#[derive(Clone, Debug)]
pub struct RecursiveCall {
    /// Where its arguments are known. Its stack is filled on the way from here.
    pub from: LocationId,
    /// From where on parameters get their values, and the copy begins again.
    pub to: LocationId,
    /// Where it goes on afterwards.
    pub back: LocationId,
    /// The variables that have the values then that they had before; nothing where the stack cannot hold them.
    pub kept: Option<Vec<Symbol>>,
}

/// A program without some of its stacks.
#[derive(Clone, Debug)]
pub struct Unstacked {
    aimed: Aimed,
    /// What stands for them.
    pub procedures: Vec<Procedure>,
    /// Counts what is skipped, so that each time is different.
    cursor: Symbol,
    /// Whether a call is skipped.
    skips: Symbol,
}

/// What a summary of a copy of a function is about.
#[derive(Clone, Debug)]
pub struct Procedure {
    recursion: Recursion,
    /// Variables that have other values in other calls when these begin, and such a value as a variable that keeps it.
    pub entry: Vec<(Symbol, Symbol)>,
    /// Variables that have other values when a call is over, where they are needed; and a stream of such values.
    pub results: Vec<(Symbol, Symbol)>,
    /// What it reads that has one value in all its calls.
    pub lasting: Vec<Symbol>,
    /// What may change in it.
    assigned: BTreeSet<Symbol>,
    /// Its calls: that from outside, and those of itself in their order.
    pub calls: Vec<Skipped>,
    /// Where a summary is stated that nobody knows yet.
    pub unstated: LocationId,
}

/// A call that may be skipped.
#[derive(Clone, Debug)]
pub struct Skipped {
    /// Where it begins.
    pub from: LocationId,
    /// Where what it runs begins, unless that is the way on from there.
    to: Option<LocationId>,
    /// Where it is over.
    pub back: LocationId,
    /// With what values it begins, in the order of [`Procedure::entry`]: as variables that have them where it is over.
    pub entry: Vec<Symbol>,
    /// What has the values of [`Procedure::results`] where it is over: they themselves, but for those that the caller
    /// gets back from the stack.
    pub results: Vec<Symbol>,
    /// The values of `entry` as terms where it begins.
    values: Vec<Term>,
}

impl Procedure {
    /// What stands for a symbol of the summary where a call is over.
    pub fn at_call(&self, call: &Skipped, s: Symbol) -> Symbol {
        let entry = self.entry.iter().map(|(_, kept)| kept).zip(&call.entry);
        let mut all = entry.chain(self.results.iter().map(|(own, _)| own).zip(&call.results));
        all.find(|(own, _)| **own == s).map_or(s, |(_, given)| *given)
    }

    /// What its summary is about.
    pub fn about(&self) -> impl Iterator<Item = Symbol> {
        let changing = self.entry.iter().map(|(_, kept)| kept).chain(self.results.iter().map(|(s, _)| s));
        changing.chain(&self.lasting).copied()
    }

    /// Where it is over.
    pub fn exit(&self) -> LocationId {
        self.recursion.exit
    }

    /// The name of the function.
    pub fn function(&self) -> &str {
        &self.recursion.function
    }
}

impl Unstacked {
    /// The plan for a program, if it has a function that calls itself whose changes are integers alone.
    pub fn of(terms: &Terms, aimed: &Aimed) -> Option<Unstacked> {
        if aimed.program.recursions.is_empty() {
            return None;
        }
        let (mut all, readers) = (aimed.clone(), readers(terms, &aimed.program));
        let found: Vec<Procedure> = aimed
            .program
            .recursions
            .iter()
            .filter_map(|recursion| procedure(terms, (aimed, &readers), recursion))
            .map(|(recursion, lasting, assigned)| Procedure {
                unstated: all.program.add_location(aimed.program.graph[recursion.exit].span),
                recursion,
                entry: vec![],
                results: vec![],
                lasting,
                assigned,
                calls: vec![],
            })
            .collect();
        if found.is_empty() {
            return None;
        }
        let cursor = terms.symbol("calls", Sort::Int, Range::at_least(0));
        let skips = terms.symbol("skips", Sort::Array, Range::new(0, 1));
        let mut plan = Unstacked { aimed: all, procedures: found, cursor, skips };
        // What is read behind a call, or where a further one begins, is needed where an earlier one is over.
        let live = Live::of(terms, &aimed.program);
        for procedure in &mut plan.procedures {
            procedure.complete(terms, &aimed.program, &live)?;
        }
        Some(plan)
    }

    /// The program that states these summaries, over what they are about, in the order of the procedures; or such as
    /// nobody knows.
    pub fn stating(&self, terms: &Terms, summaries: Option<&[Term]>) -> Aimed {
        let program = &self.aimed.program;
        let mut made = Maker { terms, plan: self, out: program.clone(), target: self.aimed.target };
        made.out.graph = Graph::new();
        for location in program.graph.node_weights() {
            made.out.graph.add_node(*location);
        }
        let mut entered: FxHashMap<LocationId, LocationId> = FxHashMap::default();
        for (number, procedure) in self.procedures.iter().enumerate() {
            let summary = summaries.map(|all| all[number]);
            made.ends(procedure, summary);
            for skipped in &procedure.calls {
                let inside = made.call(procedure, skipped, summary);
                match skipped.to {
                    Some(to) => made.out.add_edge(inside, to, Instruction::Skip, program.graph[to].span, Role::Step),
                    None => drop(entered.insert(skipped.from, inside)),
                }
            }
        }
        let is_gone = |from: LocationId, to: LocationId| {
            let has = |p: &Procedure| {
                let Recursion { exit, outer, inner, calls, .. } = &p.recursion;
                from == *exit && (to == *inner || to == *outer) || calls.iter().any(|call| call.from == from)
            };
            self.procedures.iter().any(has)
        };
        for edge in program.graph.edge_references().filter(|e| !is_gone(e.source(), e.target())) {
            let from = entered.get(&edge.source()).copied().unwrap_or(edge.source());
            made.out.graph.add_edge(from, edge.target(), edge.weight().clone());
        }
        made.declare();
        Aimed { program: made.out, ..self.aimed.clone() }
    }
}

/// A recursion whose calls may be skipped, with the numbers that its copy reads only, and with what it assigns.
fn procedure(
    terms: &Terms,
    (aimed, readers): (&Aimed, &Readers),
    recursion: &Recursion,
) -> Option<(Recursion, Vec<Symbol>, BTreeSet<Symbol>)> {
    let graph = &aimed.program.graph;
    let is_known = |call: &RecursiveCall| call.kept.is_some() && aimed.program.gap_at(call.from).is_none();
    if recursion.calls.is_empty() || !recursion.calls.iter().all(is_known) {
        return None;
    }
    let ends: FxHashSet<LocationId> = recursion.calls.iter().map(|call| call.back).collect();
    let taken = reached(graph, recursion.inner, &|at| if ends.contains(&at) { Some(vec![]) } else { None });
    if taken.contains(&aimed.target) || taken.contains(&recursion.exit) {
        return None;
    }
    let mut own: BTreeSet<LocationId> = taken.iter().filter(|at| !ends.contains(at)).copied().collect();
    for call in &recursion.calls {
        let filled = reached(graph, call.from, &|at| if at == call.to { Some(vec![]) } else { None });
        let has_way = filled.contains(&call.to) && !filled.contains(&aimed.target);
        if !has_way || !filled.iter().all(|at| *at == call.to || graph.edges(*at).count() == 1) {
            return None;
        }
        own.extend(filled.into_iter().filter(|at| *at != call.to));
    }
    // What fills the stack, and takes from it, does nothing else: it gives variables back, and arrays are its own.
    let written: BTreeSet<Symbol> =
        own.iter().flat_map(|at| graph.edges(*at)).flat_map(|edge| writes(&edge.weight().instruction)).collect();
    let is_kept = |s: &Symbol| recursion.calls.iter().flat_map(|call| call.kept.iter().flatten()).any(|kept| kept == s);
    let is_own = |s: &Symbol| match terms.info(*s).sort {
        Sort::Array => readers.get(s).is_none_or(|all| all.is_subset(&own)),
        _ => *s == recursion.depth || is_kept(s),
    };
    if !written.iter().all(is_own) {
        return None;
    }
    let calls: FxHashMap<LocationId, &RecursiveCall> = recursion.calls.iter().map(|c| (c.from, c)).collect();
    let inside = reached(graph, recursion.start, &|at| match calls.get(&at) {
        Some(call) => Some(vec![call.to, call.back]),
        None => (at == recursion.exit).then(Vec::new),
    });
    let steps = inside.iter().filter(|at| !calls.contains_key(at) && **at != recursion.exit);
    let steps = steps.flat_map(|at| graph.edges(*at)).map(|edge| &edge.weight().instruction);
    let assigned: BTreeSet<Symbol> = steps.clone().flat_map(writes).collect();
    let is_number = |s: &Symbol| terms.info(*s).sort == Sort::Int;
    let lasts = |s: &Symbol| is_number(s) && !assigned.contains(s);
    let read: BTreeSet<Symbol> = steps.flat_map(|instruction| reads(terms, instruction)).filter(lasts).collect();
    assigned.iter().all(is_number).then(|| (recursion.clone(), read.into_iter().collect(), assigned))
}

/// From where arrays are read.
type Readers = FxHashMap<Symbol, BTreeSet<LocationId>>;

fn readers(terms: &Terms, program: &Program) -> Readers {
    let mut readers = Readers::default();
    for edge in program.graph.edge_references() {
        let read = reads(terms, &edge.weight().instruction).into_iter().filter(|s| terms.info(*s).sort == Sort::Array);
        for array in read {
            readers.entry(array).or_default().insert(edge.source());
        }
    }
    readers
}

/// The locations that are reached from one, where some have other ways on.
fn reached(
    graph: &Graph,
    from: LocationId,
    other: &dyn Fn(LocationId) -> Option<Vec<LocationId>>,
) -> BTreeSet<LocationId> {
    let (mut seen, mut todo) = (BTreeSet::from([from]), vec![from]);
    while let Some(at) = todo.pop() {
        let next = other(at).unwrap_or_else(|| graph.neighbors(at).collect());
        todo.extend(next.into_iter().filter(|to| seen.insert(*to)));
    }
    seen
}

impl Procedure {
    /// Adds what its summary is about, given what may still be read where in the program; nothing if its arguments are not
    /// known.
    fn complete(&mut self, terms: &Terms, program: &Program, live: &Live) -> Option<()> {
        let Recursion { start, entered, outer, calls, .. } = &self.recursion;
        let passed = calls.iter().map(|call| passed(terms, program, (call.to, *start))).collect::<Option<Vec<_>>>()?;
        let changes = |s: &Symbol| self.assigned.contains(s) || passed.iter().any(|values| values.contains_key(s));
        let begins: Vec<Symbol> = live.at(*start).filter(changes).collect();
        let named = |name: String, s: Symbol, sort: Sort| terms.symbol(name, sort, terms.symbol_range(s));
        let fresh = |name: &str, s: Symbol, sort: Sort| named(format!("{name}#{}", terms.name(s)), s, sort);
        self.entry = begins.iter().map(|s| (*s, named(format!("{}₀", terms.name(*s)), *s, Sort::Int))).collect();
        let none = (FxHashMap::default(), &[][..]);
        let from_outside = ((*entered, None, *outer), &none.0, none.1);
        let by_itself = calls.iter().zip(&passed).map(|(call, values)| {
            ((call.from, Some(call.to), call.back), values, call.kept.as_deref().unwrap_or_default())
        });
        let all: Vec<_> = [from_outside].into_iter().chain(by_itself).collect();
        let needed = all.iter().flat_map(|((.., back), _, kept)| live.at(*back).filter(|s| !kept.contains(s)));
        let results: BTreeSet<Symbol> = needed.filter(|s| self.assigned.contains(s)).collect();
        let skipped = all.iter().map(|((from, to, back), values, kept)| {
            let values = begins.iter().map(|s| values.get(s).copied().unwrap_or_else(|| terms.sym(*s))).collect();
            let entry = begins.iter().map(|s| fresh("argument", *s, Sort::Int)).collect();
            let own = |s: &Symbol| if kept.contains(s) { fresh("result", *s, Sort::Int) } else { *s };
            let results = results.iter().map(own).collect();
            Skipped { from: *from, to: *to, back: *back, entry, results, values }
        });
        let skipped = skipped.collect();
        let results = results.into_iter().map(|s| (s, fresh("result", s, Sort::Array))).collect();
        (self.results, self.calls) = (results, skipped);
        Some(())
    }
}

/// What variables are given on a way without branches, in terms of the values at its beginning.
fn passed(terms: &Terms, program: &Program, (from, to): (LocationId, LocationId)) -> Option<FxHashMap<Symbol, Term>> {
    let (mut at, mut values) = (from, FxHashMap::default());
    for _ in 0..program.graph.node_count() {
        if at == to {
            return Some(values);
        }
        let mut edges = program.graph.edges(at);
        let (Some(edge), None) = (edges.next(), edges.next()) else { return None };
        match &edge.weight().instruction {
            Instruction::Assign(s, value) => {
                let value = terms.substitute(*value, &|s| values.get(&s).copied());
                values.insert(*s, value);
            }
            // Fewer ways are taken where it does not hold.
            Instruction::Skip | Instruction::Assume(_) => {}
            Instruction::Copy(_) => return None,
        }
        at = edge.target();
    }
    None
}

/// A program without stacks, as far as it is made.
struct Maker<'a> {
    terms: &'a Terms,
    plan: &'a Unstacked,
    out: Program,
    target: LocationId,
}

impl Maker<'_> {
    /// Where it stands after these instructions.
    fn after(&mut self, from: LocationId, instructions: impl Iterator<Item = Instruction>, span: Span) -> LocationId {
        instructions.fold(from, |at, instruction| {
            let next = self.out.add_location(span);
            self.out.add_edge(at, next, instruction, span, Role::Step);
            next
        })
    }

    /// That what the stream that decides says next is 0, or not.
    fn chosen(&self, is_zero: bool) -> Instruction {
        let terms = self.terms;
        let next = terms.select(terms.sym(self.plan.skips), terms.sym(self.plan.cursor));
        Instruction::Assume(terms.eq(next, terms.int(if is_zero { 0 } else { 1 })))
    }

    fn counted(&self) -> Instruction {
        Instruction::Assign(self.plan.cursor, self.terms.offset(self.terms.sym(self.plan.cursor), 1))
    }

    /// A call is skipped, or begins and never ends; where it has begun.
    fn call(&mut self, of: &Procedure, call: &Skipped, summary: Option<Term>) -> LocationId {
        let terms = self.terms;
        let span = self.out.graph[call.from].span;
        let given = call.entry.iter().zip(&call.values).map(|(s, value)| Instruction::Assign(*s, *value));
        let at = self.after(call.from, given, span);
        let begins = of.entry.iter().zip(&call.entry);
        let begins = begins.map(|((_, kept), given)| Instruction::Assign(*kept, terms.sym(*given)));
        let begins = [self.chosen(true), self.counted()].into_iter().chain(begins);
        let inside = self.after(at, begins, span);
        let next = |stream: Symbol| terms.select(terms.sym(stream), terms.sym(self.plan.cursor));
        let results = of.results.iter().zip(&call.results);
        let results: Vec<Instruction> = results.map(|((_, any), own)| Instruction::Assign(*own, next(*any))).collect();
        let known = summary.map(|summary| {
            let there = |s: Symbol| Some(terms.sym(of.at_call(call, s)));
            Instruction::Assume(terms.substitute(summary, &there))
        });
        let over = [self.chosen(false)].into_iter().chain(results).chain([self.counted()]).chain(known);
        let over = self.after(at, over, span);
        self.out.add_edge(over, call.back, Instruction::Skip, span, Role::Step);
        inside
    }

    /// Where it is over, the summary has to hold.
    fn ends(&mut self, of: &Procedure, summary: Option<Term>) {
        let span = self.out.graph[of.exit()].span;
        let fails = summary.map_or(Instruction::Skip, |summary| Instruction::Assume(self.terms.not(summary)));
        self.out.add_edge(of.exit(), of.unstated, fails, span, Role::Branch);
        self.out.add_edge(of.unstated, self.target, Instruction::Skip, span, Role::Step);
    }

    /// What it has more than the program with stacks.
    fn declare(&mut self) {
        let cursor = self.plan.cursor;
        let before = self.out.add_location(Span::default());
        expected!(self.out.graph.edges_directed(before, Incoming).next().is_none());
        self.out.add_edge(
            before,
            self.out.start,
            Instruction::Assign(cursor, self.terms.int(0)),
            Span::default(),
            Role::Step,
        );
        self.out.start = before;
        self.out.variables.push(cursor);
        let mut streams = vec![self.plan.skips];
        for procedure in &self.plan.procedures {
            self.out.variables.extend(procedure.entry.iter().map(|(_, kept)| *kept));
            let calls = procedure.calls.iter().flat_map(|call| call.entry.iter().chain(&call.results)).copied();
            let calls: Vec<Symbol> = calls.filter(|s| !procedure.assigned.contains(s)).collect();
            self.out.variables.extend(calls);
            streams.extend(procedure.results.iter().map(|(_, stream)| *stream));
        }
        let kind = InputKind::Stream { cursor };
        let input = |symbol| Input { symbol, name: self.terms.name(symbol), span: Span::default(), kind };
        self.out.inputs.extend(streams.into_iter().map(input));
        self.out.recursions.clear();
    }
}
