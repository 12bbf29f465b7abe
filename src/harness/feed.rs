//! What a witness gives, put where C asks for it: arguments, results of functions by name, and variables by declaration.
//!
//! A program has an input for each inlined copy of a call or declaration, C has one function and one declaration.
//! Where there is one copy its values are the witness's; where there are several, a run that keeps its trail says
//! in which order they were read.

use super::survey::{Local, Survey};
use crate::program::{EdgeIndex, Input, InputKind, Instruction, Mark, Program, Span};
use crate::replay::{Code, Goal, InputValue, Limits, Outcome, RangeValue, Run, Witness, encode};
use crate::term::{Int, Symbol, Terms};
use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};

/// Longer runs are not executed to find out the order of reads.
const MOST_STEPS: u64 = 10_000_000;

/// More values are not listed one by one.
const MOST_VALUES: usize = 200_000;

/// All that has to be fed.
#[derive(Clone, Debug, Default)]
pub(super) struct Feed {
    /// What the entry function is called with.
    pub arguments: Vec<Argument>,
    /// Functions without a body whose results are inputs.
    pub functions: Vec<Tape>,
    /// Local variables without an initialiser.
    pub locals: Vec<Tape>,
    /// Variables that another file would define.
    pub externals: Vec<Tape>,
}

/// One argument of the entry function.
#[derive(Clone, Debug)]
pub(super) enum Argument {
    /// Nothing looks at it.
    Nothing,
    /// An integer.
    Value { value: Int, bytes: u64 },
    /// A pointer to so many elements.
    Array { count: Int, tape: Tape },
}

/// Values one after the other.
#[derive(Clone, Debug)]
pub(super) struct Tape {
    /// The function or variable.
    pub name: String,
    /// The bytes of one value.
    pub bytes: u64,
    /// How many values each reader takes: the elements of an array. One if it is no array.
    pub taken: u64,
    /// Whether it is an array.
    pub is_array: bool,
    /// The values by their number, in the order of their beginnings; the first range that has it decides.
    pub ranges: Vec<RangeValue>,
    /// The value where none has.
    pub default: Int,
    /// How many there are; `None` if they have no end.
    pub count: Option<u64>,
    /// For a variable the end of its declarator in the text.
    pub end: usize,
}

impl Tape {
    /// A value by its number.
    pub fn value(&self, number: u64) -> Int {
        let number = Int::from(number);
        self.ranges.iter().find_map(|r| r.at(&number)).unwrap_or_else(|| self.default.clone())
    }
}

/// What an input is in C.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Origin {
    Parameter,
    Function(String),
    /// By its number in the survey.
    Local(usize),
    External,
}

/// Edges that read an input, or would if anything looked at the value.
pub(super) type Events = HashMap<EdgeIndex, (Origin, Option<Symbol>)>;

/// A group of inputs that C cannot tell apart: copies of one call or declaration.
pub(super) type Group<'a> = Vec<&'a Input>;

pub(super) struct Feeder<'a> {
    pub terms: &'a Terms,
    pub program: &'a Program,
    pub survey: &'a Survey,
    pub witness: &'a Witness,
    pub goal: &'a Goal,
    pub run: &'a Run,
    pub stop: &'a dyn Fn() -> bool,
}

impl Feeder<'_> {
    /// Everything that the run read, or why it cannot be fed.
    pub fn feed(&self) -> Result<Feed, String> {
        let mut groups = self.groups()?;
        let order = self.order(&groups)?;
        let mut feed = Feed { arguments: self.arguments(groups.remove(&Origin::Parameter)), ..Feed::default() };
        for (origin, group) in groups {
            match &origin {
                Origin::Parameter => {}
                Origin::Function(name) => feed.functions.push(self.tape(&origin, name, &group, &order)?),
                Origin::Local(number) => {
                    let Local { name, end, .. } = &self.survey.locals[*number];
                    feed.locals.push(Tape { end: *end, ..self.tape(&origin, name, &group, &order)? });
                }
                Origin::External => {
                    for input in group.iter().filter(|i| self.was_read(i)) {
                        feed.externals.push(self.tape(&origin, &input.name, &vec![*input], &order)?);
                    }
                }
            }
        }
        Ok(feed)
    }

    /// The inputs that matter, by what they are in C.
    pub fn groups(&self) -> Result<BTreeMap<Origin, Group<'_>>, String> {
        let read: HashSet<Symbol> = self.run.extents.iter().map(|e| e.input).collect();
        let mut groups: BTreeMap<Origin, Group> = BTreeMap::new();
        for input in self.program.inputs.iter().filter(|i| i.kind != InputKind::Length) {
            match self.origin(input) {
                Some(origin) => groups.entry(origin).or_default().push(input),
                None if !read.contains(&input.symbol) => {}
                None => {
                    let (name, line) = (&input.name, input.span.line);
                    return Err(format!("the witness sets `{name}` (line {line}), which a harness cannot"));
                }
            }
        }
        let was_read = |group: &Group| group.iter().any(|i| read.contains(&i.symbol));
        // A function takes part in the order of its calls even where nothing looks at a result.
        groups.retain(|origin, group| matches!(origin, Origin::Parameter | Origin::Function(_)) || was_read(group));
        Ok(groups)
    }

    /// Whether the run read an input.
    fn was_read(&self, input: &Input) -> bool {
        self.run.extents.iter().any(|e| e.input == input.symbol)
    }

    fn origin(&self, input: &Input) -> Option<Origin> {
        let plain = input.name.rsplit('.').next().unwrap_or(&input.name);
        let is_local = |l: &Local| l.place == input.span && l.name == plain;
        if let Some(number) = self.survey.locals.iter().position(is_local) {
            return Some(Origin::Local(number));
        }
        let is_parameter = self.survey.parameters.iter().flatten().any(|p| *p == input.name);
        match input.kind {
            InputKind::Scalar | InputKind::Array { .. } if is_parameter && input.span == self.survey.entry => {
                Some(Origin::Parameter)
            }
            InputKind::Stream { .. } if self.is_input_function(&input.name) => {
                Some(Origin::Function(input.name.clone()))
            }
            InputKind::Scalar | InputKind::Array { size: Some(_), .. }
                if self.survey.externals.contains_key(&input.name) =>
            {
                Some(Origin::External)
            }
            _ => None,
        }
    }

    /// Whether the harness defines this function; what only prints is the library's.
    fn is_input_function(&self, name: &str) -> bool {
        let is_called = || self.program.marks.iter().any(|(m, _)| matches!(m, Mark::Call(n) if n == name));
        !self.survey.bodies.contains_key(name) && crate::frontend::c::known_function(name).is_none() && is_called()
    }

    pub fn arguments(&self, group: Option<Group>) -> Vec<Argument> {
        let group = group.unwrap_or_default();
        let argument = |name: &Option<String>| {
            let Some(input) = group.iter().find(|i| Some(&i.name) == name.as_ref()) else { return Argument::Nothing };
            let value = self.witness.values.get(&input.symbol);
            let InputKind::Array { length: Some(length), .. } = input.kind else {
                let value = value.and_then(InputValue::scalar).cloned().unwrap_or(Int::ZERO);
                return Argument::Value { value, bytes: self.bytes(input) };
            };
            let given = self.witness.values.get(&length).and_then(InputValue::scalar).cloned().unwrap_or(Int::ZERO);
            let (ranges, default) = elements(value, &(&given - Int::ONE));
            let tape = Tape { ranges, default, is_array: true, ..self.empty(input, &input.name) };
            Argument::Array { count: given, tape }
        };
        self.survey.parameters.iter().map(argument).collect()
    }

    fn empty(&self, input: &Input, name: &str) -> Tape {
        let is_array = matches!(input.kind, InputKind::Array { .. });
        let name = name.to_string();
        let (bytes, default) = (self.bytes(input), Int::ZERO);
        Tape { name, bytes, taken: 1, is_array, ranges: vec![], default, count: None, end: 0 }
    }

    /// The bytes of a value of this input.
    pub fn bytes(&self, input: &Input) -> u64 {
        let range = self.terms.info(input.symbol).range;
        let fits = |bits: u32| {
            crate::term::Range::signed(bits).includes(&range) || crate::term::Range::unsigned(bits).includes(&range)
        };
        [8, 16, 32].into_iter().find(|b| fits(*b)).map_or(8, |bits| u64::from(bits) / 8)
    }

    fn tape(&self, origin: &Origin, name: &str, group: &Group, order: &Order) -> Result<Tape, String> {
        let input = group[0];
        let mut tape = self.empty(input, name);
        if tape.is_array {
            tape.taken = self.taken(input)?;
        }
        match order.lists.get(origin) {
            Some(values) => {
                let numbered = values.iter().enumerate().map(|(i, v)| (Int::from(i), v.clone()));
                tape.ranges = encode(&numbered.collect());
                tape.count = Some(values.len() as u64);
            }
            None if group.len() > 1 => return Err(format!("the order in which `{name}` is read is not known")),
            None => match self.witness.values.get(&input.symbol) {
                Some(InputValue::Scalar(v)) => {
                    tape.ranges = vec![RangeValue::constant(Int::ZERO, Int::ZERO, v.clone())];
                }
                value => (tape.ranges, tape.default) = elements(value, &Int::from(u64::MAX)),
            },
        }
        Ok(tape)
    }

    /// The number of elements of an array that is declared somewhere; where the declaration is repeated, its
    /// cursor says how far it moves.
    pub fn taken(&self, input: &Input) -> Result<u64, String> {
        let InputKind::Array { size, .. } = input.kind else { return Ok(1) };
        if let Some(size) = size {
            return Ok(size);
        }
        let moved = self.program.graph.edge_weights().find_map(|e| match &e.instruction {
            Instruction::Assign(v, _) if self.is_base(*v, e.span, input) => self.step_of(*v),
            _ => None,
        });
        moved.ok_or_else(|| format!("the size of `{}` is not known", input.name))
    }

    /// Whether a variable counts the elements that copies of this array took so far.
    fn is_base(&self, v: Symbol, span: Span, input: &Input) -> bool {
        let has_base = matches!(input.kind, InputKind::Array { size: None, length: None });
        has_base && span == input.span && self.terms.name(v) == format!("{}#", input.name)
    }

    /// The base of an array begins one array below 0.
    fn step_of(&self, base: Symbol) -> Option<u64> {
        self.program.graph.edge_weights().find_map(|e| match &e.instruction {
            Instruction::Assign(v, t) if *v == base => self.terms.as_int(*t).and_then(|c| u64::try_from(-c).ok()),
            _ => None,
        })
    }

    /// The values of groups with several members, and of those some of whose reads were left out, as they are read.
    fn order(&self, groups: &BTreeMap<Origin, Group>) -> Result<Order, String> {
        let events = self.events(groups);
        let is_mixed = |origin: &&Origin| {
            let inputs: BTreeSet<Option<Symbol>> = events.values().filter(|e| e.0 == **origin).map(|e| e.1).collect();
            groups[*origin].len() > 1 || inputs.len() > 1
        };
        let mixed: BTreeSet<&Origin> =
            groups.keys().filter(|o| matches!(o, Origin::Function(_) | Origin::Local(_))).filter(is_mixed).collect();
        let mut order = Order { lists: mixed.iter().map(|o| ((*o).clone(), vec![])).collect() };
        if mixed.is_empty() {
            return Ok(order);
        }
        if let Some(Origin::Local(number)) = mixed.iter().find(|o| self.is_silent(&groups[**o], &events)) {
            let name = &self.survey.locals[*number].name;
            return Err(format!("the array `{name}` has several copies, which the harness cannot tell apart"));
        }
        let mut reads: HashMap<Symbol, u64> = HashMap::new();
        for (origin, input) in self.walk(&events)? {
            let Some(list) = order.lists.get_mut(origin) else { continue };
            let size = self.taken(groups[origin][0])?;
            match input {
                None => list.extend((0..size).map(|_| Int::ZERO)),
                Some(input) => {
                    let number = reads.entry(input).or_insert(0);
                    list.extend((0..size).map(|i| self.value(input, *number * size + i)));
                    *number += 1;
                }
            }
            if list.len() > MOST_VALUES {
                return Err(format!("more than {MOST_VALUES} values of inputs"));
            }
        }
        Ok(order)
    }

    /// A value of an input by its number.
    pub fn value(&self, input: Symbol, number: u64) -> Int {
        let of = |v: &InputValue| v.scalar().cloned().or_else(|| v.element(&Int::from(number)));
        self.witness.values.get(&input).and_then(of).unwrap_or(Int::ZERO)
    }

    /// The reads of a run that has none in a loop: each happened once or never, and in the order in which the
    /// program was lowered. A scalar counts as read where it is given to its variable.
    fn without_loops<'e>(&self, events: &'e Events) -> Option<Vec<(&'e Origin, Option<Symbol>)>> {
        let is_scalar = |input: &Input| input.kind == InputKind::Scalar;
        let is_once = |input: &Option<Symbol>| input.and_then(|s| self.program.input(s)).is_some_and(is_scalar);
        if !events.values().all(|(_, input)| is_once(input)) {
            return None;
        }
        let origins: HashMap<Symbol, &Origin> = events.values().filter_map(|(o, input)| Some(((*input)?, o))).collect();
        let read = self.program.inputs.iter().filter(|i| self.was_read(i));
        Some(read.filter_map(|i| Some((*origins.get(&i.symbol)?, Some(i.symbol)))).collect())
    }

    /// The reads of the run, one after the other.
    pub fn walk<'e>(&self, events: &'e Events) -> Result<Vec<(&'e Origin, Option<Symbol>)>, String> {
        if let Some(walked) = self.without_loops(events) {
            return Ok(walked);
        }
        let too_long = || format!("more than {MOST_STEPS} steps to find out in which order inputs are read");
        if self.run.steps > MOST_STEPS {
            return Err(too_long());
        }
        let limits = Limits { trail: usize::MAX, reads: 0, stop: self.stop, ..Limits::steps(MOST_STEPS) };
        let again = Code::new(self.terms, self.program).run(self.witness, self.goal, &limits);
        if !matches!(again.outcome, Outcome::Reached(_)) {
            return Err(too_long());
        }
        let (mut walked, mut last) = (Vec::new(), None);
        for edge in &again.trail {
            let Some((origin, input)) = events.get(edge) else {
                last = None;
                continue;
            };
            // A read that was left out of a stream is two steps that do nothing.
            let repeats = input.is_none() && matches!(origin, Origin::Local(_)) && last == Some(origin);
            last = (input.is_none() && !repeats).then_some(origin);
            if !repeats {
                walked.push((origin, *input));
            }
        }
        Ok(walked)
    }

    /// Whether one of the inputs of a local variable has no step that reads it.
    fn is_silent(&self, group: &Group, events: &Events) -> bool {
        let heard: HashSet<Symbol> = events.values().filter_map(|(_, input)| *input).collect();
        group.iter().any(|i| !heard.contains(&i.symbol))
    }

    /// The edges that read an input of a group, or would if anything looked at the value.
    pub fn events(&self, groups: &BTreeMap<Origin, Group>) -> Events {
        let mut origins: HashMap<Symbol, &Origin> = HashMap::new();
        let is_read_on_the_way = |origin: &&Origin| matches!(origin, Origin::Function(_) | Origin::Local(_));
        for (origin, group) in groups.iter().filter(|(origin, _)| is_read_on_the_way(origin)) {
            origins.extend(group.iter().map(|i| (i.symbol, origin)));
        }
        let mut events = HashMap::new();
        for (mark, at) in &self.program.marks {
            let Mark::Call(name) = mark else { continue };
            let origin = Origin::Function(name.clone());
            if groups.contains_key(&origin) {
                let edges = self.program.out_edges(*at).into_iter();
                events.extend(edges.map(|e| (e, (origin.clone(), None))));
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
                        events.insert(e, ((*origin).clone(), Some(input)));
                    }
                }
                Instruction::Skip => {
                    let is_here = |l: &Local| l.place == edge.span;
                    let local = self.survey.locals.iter().position(is_here).map(Origin::Local);
                    if let Some(origin) = local.filter(|o| groups.contains_key(o)) {
                        events.entry(e).or_insert((origin, None));
                    }
                }
                Instruction::Assume(_) | Instruction::Copy(_) => {}
            }
        }
        events
    }

    /// Whether reading this symbol takes a value from a group, once each time.
    fn is_read(&self, s: Symbol, origins: &HashMap<Symbol, &Origin>) -> bool {
        let is_one = |i: &Input| matches!(i.kind, InputKind::Scalar | InputKind::Stream { .. });
        origins.contains_key(&s) && self.program.input(s).is_some_and(is_one)
    }
}

/// Values in the order in which they are read, where the witness alone does not say it.
struct Order {
    lists: BTreeMap<Origin, Vec<Int>>,
}

/// The elements from index 0 to `high`, and the value of those that are in no range.
fn elements(value: Option<&InputValue>, high: &Int) -> (Vec<RangeValue>, Int) {
    let Some(InputValue::Elements { ranges, default }) = value else { return (vec![], Int::ZERO) };
    let mut all: Vec<RangeValue> = ranges.iter().filter_map(|r| r.clip(&Int::ZERO, high)).collect();
    all.sort_by(|a, b| a.from.cmp(&b.from));
    (all, default.clone())
}
