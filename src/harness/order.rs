//! In which order copies of one call or declaration read their inputs.
//!
//! The edges of the program that read are known; a run that keeps its trail, or one that has no read in a loop, says
//! the rest.

use super::feed::{Feeder, Group, Origin};
use super::survey::Local;
use crate::frontend::c::FORMATTED;
use crate::program::{EdgeIndex, Input, InputKind, Instruction, LocationId, Mark, Span};
use crate::replay::{Code, Limits, Outcome};
use crate::term::{Int, Symbol};
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::{BTreeMap, BTreeSet};

/// Longer runs are not executed to find out the order of reads.
const MOST_STEPS: u64 = 10_000_000;

/// More values are not listed one by one.
const MOST_VALUES: usize = 200_000;

/// Edges that read an input, or would if anything looked at the value.
pub(super) type Events = FxHashMap<EdgeIndex, Event>;

/// A step that reads an input, or would.
#[derive(Clone, Debug)]
pub(super) struct Event {
    pub origin: Origin,
    pub input: Option<Symbol>,
    /// A call of a function begins with it.
    begins: bool,
}

/// Values in the order in which they are read, where the witness alone does not say it.
pub(super) struct Order {
    pub lists: BTreeMap<Origin, Vec<Int>>,
}

impl Feeder<'_> {
    /// Whether a variable counts how often the declaration of this array ran so far.
    pub fn is_base(&self, v: Symbol, span: Span, input: &Input) -> bool {
        let has_base = matches!(input.kind, InputKind::Array { each: Some(_), .. });
        has_base && span == input.span && self.terms.name(v) == format!("{}#", input.name)
    }

    /// The values of groups with several members, and of those some of whose reads were left out, as they are read.
    pub fn order(&self, groups: &BTreeMap<Origin, Group>) -> Result<Order, String> {
        let events = self.events(groups);
        let is_mixed = |origin: &&Origin| {
            let inputs: BTreeSet<Option<Symbol>> =
                events.values().filter(|e| e.origin == **origin).map(|e| e.input).collect();
            self.takes_several(origin) || groups[*origin].len() > 1 || inputs.len() > 1
        };
        let mixed: BTreeSet<&Origin> =
            groups.keys().filter(|o| matches!(o, Origin::Function(_) | Origin::Local(_))).filter(is_mixed).collect();
        let mut lists: BTreeMap<Origin, Vec<Vec<Int>>> = mixed.iter().map(|o| ((*o).clone(), vec![])).collect();
        if mixed.is_empty() {
            return Ok(Order { lists: BTreeMap::new() });
        }
        if let Some(Origin::Local(number)) = mixed.iter().find(|o| self.is_silent(&groups[**o], &events)) {
            let name = &self.survey.locals[*number].name;
            return Err(format!("the array `{name}` has several copies, which the harness cannot tell apart"));
        }
        let mut reads: FxHashMap<Symbol, u64> = FxHashMap::default();
        let mut total = 0;
        for Event { origin, input, begins } in self.walk(&events)? {
            let Some(list) = lists.get_mut(origin) else { continue };
            let size = self.taken(groups[origin][0])?;
            let values = match *input {
                None => (0..size).map(|_| Int::ZERO).collect(),
                Some(input) => {
                    let number = reads.entry(input).or_insert(0);
                    *number += 1;
                    let first = (*number - 1) * size;
                    let of = |i: u64| match self.program.input(input) {
                        Some(known) => self.bits(known, first + i),
                        None => self.value(input, first + i),
                    };
                    (0..size).map(of).collect::<Vec<Int>>()
                }
            };
            total += values.len();
            let part = input.and_then(|s| self.program.input(s)).and_then(|input| self.part_of_call(input));
            if part.is_some() && *begins {
                list.push(vec![]);
            }
            match (part, list.last_mut()) {
                (Some(part), Some(call)) => {
                    call.resize(call.len().max(part + 1), Int::ZERO);
                    call[part] = values.into_iter().next().unwrap_or(Int::ZERO);
                }
                _ => list.push(values),
            }
            if total > MOST_VALUES {
                return Err(format!("more than {MOST_VALUES} values of inputs"));
            }
        }
        let flat = |(origin, calls): (Origin, Vec<Vec<Int>>)| {
            let whole = |mut call: Vec<Int>| {
                // What was read and is not looked at takes its place, too.
                let count = match &origin {
                    Origin::Function(name) if !origin.is_scan() => Some(self.places(name).len()),
                    _ => call.first().and_then(|count| usize::try_from(count).ok()).filter(|_| origin.is_scan()),
                };
                call.resize(count.map_or(call.len(), |count| count + 1), Int::ZERO);
                call
            };
            let all = calls.into_iter().flat_map(whole).collect();
            (origin, all)
        };
        Ok(Order { lists: lists.into_iter().map(flat).collect() })
    }

    /// The reads of a run that has none in a loop: each happened once or never, and in the order in which the
    /// program was lowered. A scalar counts as read where it is given to its variable.
    fn without_loops<'e>(&self, events: &'e Events) -> Option<Vec<&'e Event>> {
        let is_scalar = |input: &Input| input.kind == InputKind::Scalar;
        let is_once = |input: &Option<Symbol>| input.and_then(|s| self.program.input(s)).is_some_and(is_scalar);
        if !events.values().all(|event| is_once(&event.input)) {
            return None;
        }
        let of: FxHashMap<Symbol, &Event> = events.values().filter_map(|event| Some((event.input?, event))).collect();
        let read = self.program.inputs.iter().filter(|i| self.was_read(i));
        Some(read.filter_map(|i| of.get(&i.symbol).copied()).collect())
    }

    /// The reads of the run, one after the other.
    pub fn walk<'e>(&self, events: &'e Events) -> Result<Vec<&'e Event>, String> {
        if let Some(walked) = self.without_loops(events) {
            return Ok(walked);
        }
        let (mut walked, mut last) = (Vec::new(), None);
        for edge in &self.trail()? {
            let Some(event) = events.get(edge) else {
                last = None;
                continue;
            };
            // A read that was left out of a stream is two steps that do nothing.
            let Event { origin, input, .. } = event;
            let repeats = input.is_none() && matches!(origin, Origin::Local(_)) && last == Some(origin);
            last = (input.is_none() && !repeats).then_some(origin);
            if !repeats {
                walked.push(event);
            }
        }
        Ok(walked)
    }

    /// The steps of the run.
    fn trail(&self) -> Result<Vec<EdgeIndex>, String> {
        let too_long = || format!("more than {MOST_STEPS} steps to find out in which order inputs are read");
        if self.run.steps > MOST_STEPS {
            return Err(too_long());
        }
        let limits = Limits { trail: usize::MAX, reads: 0, stop: self.stop, ..Limits::steps(MOST_STEPS) };
        let again = Code::new(self.terms, self.program).run(self.witness, self.goal, &limits);
        match again.outcome {
            Outcome::Reached(_) => Ok(again.trail),
            Outcome::Stopped => Err("the time was over before it was known in which order inputs are read".into()),
            _ => Err(too_long()),
        }
    }

    /// In which call of a function, from 0, the run stores each of these inputs, which are arrays.
    pub fn calls_that_store(&self, function: &str, inputs: &[Symbol]) -> Result<Vec<Option<u64>>, String> {
        let mut marks: FxHashMap<LocationId, u64> = FxHashMap::default();
        for (_, at) in self.program.marks.iter().filter(|(m, _)| matches!(m, Mark::Call(name) if name == function)) {
            *marks.entry(*at).or_default() += 1;
        }
        if marks.values().sum::<u64>() == 1 {
            return Ok(vec![Some(0); inputs.len()]);
        }
        let (mut calls, mut found) = (0, vec![None; inputs.len()]);
        for edge in self.trail()? {
            let from = self.program.graph.edge_endpoints(edge).map(|(from, _)| from);
            calls += from.and_then(|from| marks.get(&from)).copied().unwrap_or(0);
            if let Instruction::Assign(_, t) = self.program.graph[edge].instruction
                && let Some(i) = inputs.iter().position(|s| self.terms.as_symbol(t) == Some(*s))
            {
                found[i] = Some(u64::saturating_sub(calls, 1));
            }
        }
        Ok(found)
    }

    /// Whether one of the inputs of a local variable has no step that reads it, and which values are read where matters.
    fn is_silent(&self, group: &Group, events: &Events) -> bool {
        let heard: FxHashSet<Symbol> = events.values().filter_map(|event| event.input).collect();
        let is_given = |i: &Input| self.witness.values.get(&i.symbol).is_some_and(|value| !value.is_zero());
        group.iter().any(|i| !heard.contains(&i.symbol)) && group.iter().any(|i| is_given(i))
    }

    /// The edges that read an input of a group, or would if anything looked at the value.
    pub fn events(&self, groups: &BTreeMap<Origin, Group>) -> Events {
        let mut origins: FxHashMap<Symbol, &Origin> = FxHashMap::default();
        let is_read_on_the_way = |origin: &&Origin| matches!(origin, Origin::Function(_) | Origin::Local(_));
        for (origin, group) in groups.iter().filter(|(origin, _)| is_read_on_the_way(origin)) {
            origins.extend(group.iter().map(|i| (i.symbol, origin)));
        }
        let mut events = Events::default();
        let formatted = Mark::Call(FORMATTED.into());
        let marks = self.program.marks.iter();
        let others: FxHashSet<_> = marks.filter(|(mark, _)| *mark == formatted).map(|(_, at)| *at).collect();
        for (mark, at) in self.program.marks.iter().filter(|(_, at)| !others.contains(at)) {
            let Mark::Call(name) = mark else { continue };
            let origin = Origin::Function(name.clone());
            if groups.contains_key(&origin) {
                let event = Event { origin, input: None, begins: true };
                events.extend(self.program.out_edges(*at).into_iter().map(|e| (e, event.clone())));
            }
        }
        for e in self.program.graph.edge_indices() {
            let edge = &self.program.graph[e];
            match &edge.instruction {
                Instruction::Assign(v, t) => {
                    let read = self.terms.symbols(*t).into_iter().find(|s| self.is_read(*s, &origins));
                    // The first value of a base is no read.
                    let is_first = self.terms.as_int(*t).is_some();
                    let array = groups.values().flatten().find(|i| !is_first && self.is_base(*v, edge.span, i));
                    if let Some(input) = read.or(array.map(|i| i.symbol))
                        && let Some(origin) = origins.get(&input)
                    {
                        let begins = events.contains_key(&e);
                        events.insert(e, Event { origin: (*origin).clone(), input: Some(input), begins });
                    }
                }
                Instruction::Skip => {
                    let is_here = |l: &Local| l.is_at(edge.span);
                    let local = self.survey.locals.iter().position(is_here).map(Origin::Local);
                    if let Some(origin) = local.filter(|o| groups.contains_key(o)) {
                        events.entry(e).or_insert(Event { origin, input: None, begins: false });
                    }
                }
                Instruction::Assume(_) | Instruction::Copy(_) => {}
            }
        }
        events
    }

    /// Whether one call of a function takes several values.
    fn takes_several(&self, origin: &Origin) -> bool {
        matches!(origin, Origin::Function(name) if origin.is_scan() || !self.places(name).is_empty())
    }

    /// Which of the things that one call reads this is, if that call gives its result first: `scanf 2` is the second.
    fn part_of_call(&self, input: &Input) -> Option<usize> {
        match self.place_of(input) {
            Some(place) => Some(place + 1),
            None => input.name.split_once(' ').and_then(|(_, part)| part.parse().ok()),
        }
    }

    /// Whether reading this symbol takes a value from a group, once each time.
    fn is_read(&self, s: Symbol, origins: &FxHashMap<Symbol, &Origin>) -> bool {
        let is_one = |i: &Input| matches!(i.kind, InputKind::Scalar | InputKind::Stream { .. });
        origins.contains_key(&s) && self.program.input(s).is_some_and(is_one)
    }
}
