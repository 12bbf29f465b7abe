//! Calls of a function by itself that get no copy of their own: one copy runs again, and what it held is on a stack.
//!
//! Copies show what the first calls do; the last copy of a function stands for all further ones. Where it is called again
//! by itself, or by what it calls, the variables that are still read afterwards go onto a stack, an array for each, and
//! with them the number of the call; where it ends with something on the stack, it goes on behind that call. Only
//! numbers and pointers can be on such a stack; for other variables each call has an object of its own, see
//! [`beside_stack`](super::beside_stack).

use super::memory::{Object, Outer};
use super::scope::{Fallible, Lowering};
use super::value::Operand;
use crate::frontend::c::points_to::Purpose;
use crate::frontend::c::tree::{FunctionId, NodeId, Variable};
use crate::program::live::Live;
use crate::program::ssa::writes;
use crate::program::{
    Edge, Gap, Graph, InputKind, Instruction, Location, LocationId, Mark, Recursion, RecursiveCall, Role, Span,
};
use crate::source::Bytes;
use crate::term::{Int, Range, Sort, Symbol, Terms};
use rustc_hash::{FxHashMap, FxHashSet};
use std::cell::LazyCell;
use std::collections::BTreeSet;

/// The calls that run a copy again.
#[derive(Debug, Default)]
pub(super) struct Stack {
    calls: Vec<Pushed>,
    /// Where its result goes.
    result: Option<usize>,
    /// Where the copy is entered from outside.
    entered: LocationId,
    /// How many edges there were before the copy.
    edges: usize,
}

/// A call with which something goes onto the stack.
#[derive(Debug)]
struct Pushed {
    /// Where its arguments are known, and from where on they are stored.
    from: LocationId,
    to: LocationId,
    /// Where it goes on afterwards.
    back: LocationId,
    span: Span,
    /// What it is where the stack cannot hold what it needs.
    gap: Gap,
}

impl<'a> Lowering<'a> {
    /// Whether the next copy of a function is its last one, which runs again.
    pub fn has_stack(&self, function: FunctionId) -> bool {
        let depths = &self.points_to.depths;
        let depth = self.frames.iter().filter(|f| f.function == function).count();
        !self.frames.is_empty() && depths.is_stacked(function) && depth == depths.of(function, self.recursion)
    }

    /// The open call that runs again where a function is called.
    pub fn on_stack(&self, id: FunctionId) -> Option<usize> {
        let at = self.frames.iter().rposition(|f| f.function == id)?;
        let is_flat = |id: FunctionId| self.points_to.depths.is_stacked(id);
        let is_stacked = self.frames[at..].iter().all(|f| is_flat(f.function) && f.cleanups.is_empty());
        Some(at).filter(|at| is_stacked && self.frames[*at].stack.is_some())
    }

    /// A call that runs an open one again.
    pub fn call_on_stack(
        &mut self,
        open: usize,
        arguments: Vec<Operand>,
        (site, span): (NodeId, Bytes),
    ) -> Fallible<Operand> {
        let places = self.frames[open].parameters.clone();
        let function = self.tree.function(self.frames[open].function);
        let mut values = vec![];
        for ((place, parameter), argument) in places.iter().zip(&function.parameters).zip(arguments) {
            let argument = match place {
                Some(place) => self.as_type(argument, &place.ty.clone(), span)?,
                None => argument,
            };
            values.push(match argument {
                // It may be in a parameter of the call that goes on.
                Operand::Struct(_) => {
                    let Variable { ty, node, .. } = self.tree.variable(*parameter);
                    let own = self.temporary(&self.qualified("argument"), ty, *node, Purpose::Through)?;
                    self.sequenced(|this| this.write(&this.target(own.clone()), &argument, span))?;
                    Operand::Struct(self.target(own))
                }
                argument => self.keep_operand(argument),
            });
        }
        self.flow.settle();
        let from = self.flow.here();
        self.flow.leave();
        let (to, back) = (self.flow.fresh(), self.flow.fresh());
        self.flow.resume(to);
        self.sequenced(|this| {
            let mut known = places.into_iter().zip(&values).filter_map(|(place, value)| Some((place?, value)));
            known.try_for_each(|(place, value)| {
                this.begin_again(&place);
                this.write(&this.target(place), value, span)
            })
        })?;
        self.flow.jump(self.frames[open].start);
        let gap = self.too_deep(self.frames[open].function);
        let call = Pushed { from, to, back, span: self.flow.span, gap };
        self.frames[open].stack.get_or_insert_default().calls.push(call);
        self.flow.resume(back);
        match self.frames[open].result.clone() {
            Some(place) => {
                let ty = place.ty.clone();
                let result = self.sequenced(|this| this.read(this.target(place), span))?;
                let Operand::Struct(_) = result else { return Ok(self.keep_operand(result)) };
                // The next call has another result in the same place.
                let own = self.result_of(&function.name, &ty, site)?;
                self.sequenced(|this| this.write(&this.target(own.clone()), &result, span))?;
                Ok(Operand::Struct(self.target(own)))
            }
            None => Ok(Operand::Void),
        }
    }

    /// The copy that is open begins, which may run again.
    pub fn begin_stack(&mut self) {
        self.flow.settle();
        let (entered, edges) = (self.flow.here(), self.flow.program.graph.edge_count());
        self.flow.leave();
        let frame = self.frame();
        let (start, result) = (frame.start, frame.result.as_ref().map(|place| place.object));
        if let Some(stack) = &mut frame.stack {
            (stack.entered, stack.edges, stack.result) = (entered, edges, result);
        }
        self.flow.resume(start);
    }

    /// A copy that may run again has ended: where something is on the stack, it goes on behind the last call.
    pub fn end_stack(&mut self, stack: &Stack, function: FunctionId, start: LocationId, way: &[NodeId]) {
        let exit = self.flow.here();
        self.flow.leave();
        if stack.calls.is_empty() {
            self.flow.resume(stack.entered);
            self.flow.jump(start);
            self.flow.resume(exit);
            return;
        }
        let kept = self.kept(stack, way);
        let terms = self.rules.terms;
        let name = self.qualified("stack");
        let depth = self.stack_variable(format!("{name}.depth"), Sort::Int, Range::at_least(0));
        let calls = self.stack_variable(format!("{name}.calls"), Sort::Array, Range::new(0, stack.calls.len()));
        let at = terms.sym(depth);
        self.flow.resume(stack.entered);
        // What is around may run again as well, with something of this on the stack.
        let is_inside = self.frames.iter().any(|f| f.stack.is_some());
        let bottom = if is_inside { self.keep_term(at) } else { terms.int(0) };
        if !is_inside {
            self.flow.assign(depth, bottom);
        }
        self.flow.jump(start);
        let (outer, inner) = (self.flow.fresh(), self.flow.fresh());
        self.flow.resume(exit);
        self.flow.branch(terms.eq(at, bottom), outer, inner);
        self.flow.resume(inner);
        self.flow.assign(depth, terms.offset(at, -1));
        let (around, mut places) = (self.flow.span, FxHashMap::default());
        let function = self.tree.function(function).name.clone();
        let mut recursion =
            Recursion { function, start, entered: stack.entered, exit, outer, inner, depth, calls: vec![] };
        for (number, (call, kept)) in stack.calls.iter().zip(kept).enumerate() {
            let (here, next) = (self.flow.fresh(), self.flow.fresh());
            match number + 1 < stack.calls.len() {
                true => self.flow.branch(terms.eq(terms.select(terms.sym(calls), at), terms.int(number)), here, next),
                false => self.flow.jump(here),
            }
            self.flow.span = call.span;
            self.flow.resume(here);
            let symbols = kept.iter().flatten();
            let arrays: Vec<(Symbol, Symbol)> =
                symbols.clone().map(|s| (*s, self.array_of(*s, &name, &mut places))).collect();
            for (symbol, array) in &arrays {
                self.flow.assign(*symbol, terms.select(terms.sym(*array), at));
            }
            self.flow.jump(call.back);
            self.flow.resume(call.from);
            let known = kept.is_some().then(|| symbols.clone().copied().collect());
            recursion.calls.push(RecursiveCall { from: call.from, to: call.to, back: call.back, kept: known });
            if kept.is_none() {
                self.flow.mark(Mark::Gap(call.gap.clone()));
                self.flow.end();
            } else {
                for (symbol, array) in &arrays {
                    self.flow.assign(*array, terms.store(terms.sym(*array), at, terms.sym(*symbol)));
                }
                self.flow.assign(calls, terms.store(terms.sym(calls), at, terms.int(number)));
                self.flow.assign(depth, terms.offset(at, 1));
                self.flow.jump(call.to);
            }
            self.flow.span = around;
            self.flow.resume(next);
        }
        self.flow.program.recursions.push(recursion);
        self.flow.resume(outer);
    }

    /// A variable of a stack, which is empty when the program begins.
    fn stack_variable(&mut self, name: String, sort: Sort, range: Range) -> Symbol {
        let terms = self.rules.terms;
        let first = if sort == Sort::Array { terms.table(vec![]) } else { terms.int(0) };
        let symbol = terms.symbol(name, sort, range);
        self.flow.program.variables.push(symbol);
        self.flow.prologue.push((symbol, first, self.flow.span));
        self.stacks.insert(symbol);
        symbol
    }

    /// Where a variable is while it is on the stack.
    fn array_of(&mut self, symbol: Symbol, stack: &str, known: &mut FxHashMap<Symbol, Symbol>) -> Symbol {
        if let Some(known) = known.get(&symbol) {
            return *known;
        }
        let terms = self.rules.terms;
        let range = terms.symbol_range(symbol);
        // What was not computed yet where others may need it is on the stack as well.
        let first = if range.contains(&Int::ZERO) { Int::ZERO } else { range.lo.clone().unwrap_or_default() };
        self.flow.prologue.push((symbol, terms.int(first), self.flow.span));
        let range = if range.contains(&Int::ZERO) { range } else { Range::ALL };
        let name = format!("{stack}.{}", self.rules.terms.info(symbol).name);
        let array = self.stack_variable(name, Sort::Array, range);
        known.insert(symbol, array);
        array
    }

    /// What each call puts on the stack: what is the copy's own and may still be read behind the call; nothing where that
    /// cannot be on one.
    fn kept(&mut self, stack: &Stack, way: &[NodeId]) -> Vec<Option<Vec<Symbol>>> {
        let mut copy = Part::default();
        let graph = &self.flow.program.graph;
        for edge in &graph.raw_edges()[stack.edges..] {
            copy.add(edge.source(), edge.target(), edge.weight.clone());
        }
        let written = copy.graph.edge_weights().flat_map(|edge| writes(&edge.instruction));
        let written: BTreeSet<Symbol> = written.collect();
        let Some(own) = self.own(written, way, stack.result) else { return vec![None; stack.calls.len()] };
        // What is read behind a call is needed before it, and so is what its arguments are.
        let skip = Edge { instruction: Instruction::Skip, span: Span::default(), role: Role::Step };
        for call in &stack.calls {
            copy.add(call.from, call.back, skip.clone());
            copy.add(call.from, call.to, skip.clone());
        }
        let backs: Vec<LocationId> = stack.calls.iter().map(|call| copy.at(call.back)).collect();
        let terms = self.rules.terms;
        let live = Live::of_some(terms, &copy.graph, &|s| own.contains(&s), &mut self.mentioned);
        let is_number = |s: &Symbol| terms.info(*s).sort == Sort::Int;
        let kept = backs.into_iter().map(|back| live.at(back).collect::<Vec<_>>());
        kept.map(|all| all.iter().all(is_number).then_some(all)).collect()
    }

    /// Those of some variables that are of the calls that are open up to here or of those that they make, and not of what
    /// outlives these, as the result of the last one does; nothing if it is not known of all of them what they are of.
    fn own(&mut self, all: BTreeSet<Symbol>, way: &[NodeId], result: Option<usize>) -> Option<FxHashSet<Symbol>> {
        self.owners.learn(&self.objects, self.rules.terms);
        let is_own = |at: &usize| {
            // Each time its declaration runs it is another instance, which nothing else changes.
            let has_instances = matches!(self.objects[*at].outer.first(), Some(Outer::Instances(_)));
            self.names.is_variable_of(self.objects[*at].key, way) && Some(*at) != result && !has_instances
        };
        let others = LazyCell::new(|| self.outlasting());
        let mut own = FxHashSet::default();
        for symbol in all {
            let of = self.owners.of(symbol);
            if self.temporaries.contains(&symbol) || of.iter().any(is_own) {
                own.insert(symbol);
            } else if of.is_empty() && !others.contains(&symbol) {
                return None;
            }
        }
        Some(own)
    }

    /// Variables that are none of an object, and outlast all calls.
    fn outlasting(&self) -> FxHashSet<Symbol> {
        let cursors = self.flow.program.inputs.iter().filter_map(|input| match input.kind {
            InputKind::Stream { cursor } => Some(cursor),
            _ => None,
        });
        let mut others: FxHashSet<Symbol> = self.lives.values().copied().chain(cursors).collect();
        others.extend(&self.stacks);
        others.extend(self.done_outside.values());
        others.extend(&self.flow.program.jumps);
        others.extend(self.blocks);
        others
    }
}

/// The objects that variables are of.
#[derive(Default)]
pub(super) struct Owners {
    of: FxHashMap<Symbol, Vec<usize>>,
    /// So many objects were looked at.
    known: usize,
}

impl Owners {
    /// Looks at the objects that there are by now.
    fn learn(&mut self, objects: &[Object], terms: &Terms) {
        for (at, object) in objects.iter().enumerate().skip(self.known) {
            let mut note = |symbol: Symbol| self.of.entry(symbol).or_default().push(at);
            object.leaves.values().flat_map(|leaf| leaf.content.variables()).for_each(&mut note);
            for outer in &object.outer {
                match outer {
                    Outer::Instances(symbol) | Outer::Lengths(symbol) => note(*symbol),
                    Outer::Elements(length) => terms.symbols(*length).into_iter().for_each(&mut note),
                    Outer::Family | Outer::Single => {}
                }
            }
        }
        self.known = objects.len();
    }

    fn of(&self, symbol: Symbol) -> &[usize] {
        self.of.get(&symbol).map_or(&[], Vec::as_slice)
    }
}

/// A part of a graph, with locations of its own.
#[derive(Default)]
struct Part {
    graph: Graph,
    locations: FxHashMap<LocationId, LocationId>,
}

impl Part {
    fn add(&mut self, from: LocationId, to: LocationId, edge: Edge) {
        let (from, to) = (self.at(from), self.at(to));
        self.graph.add_edge(from, to, edge);
    }

    /// The location that stands for one of the whole graph.
    fn at(&mut self, location: LocationId) -> LocationId {
        *self.locations.entry(location).or_insert_with(|| self.graph.add_node(Location { span: Span::default() }))
    }
}
