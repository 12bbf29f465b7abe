//! What a witness gives, put where C asks for it: arguments, results of functions by name, and variables by declaration.
//!
//! A program has an input for each inlined copy of a call or declaration, C has one function and one declaration.
//! Where there is one copy its values are the witness's; where there are several, a run that keeps its trail says
//! in which order they were read.

use super::argument::Argument;
use super::floats;
use super::globals::Global;
use super::left::is_left;
use super::order::Order;
use super::returned::{Returned, of_result};
use super::survey::{Local, Survey};
use crate::frontend::DataModel;
use crate::frontend::c::{Known, known_function};
use crate::program::said::SPURIOUS;
use crate::program::{About, Assumption, Check, Input, InputKind, Mark, Program, Store, Stored};
use crate::replay::{Goal, InputValue, RangeValue, Run, Witness, encode};
use crate::term::{Format, Int, Range, Symbol, Terms};
use rustc_hash::FxHashSet;
use std::collections::{BTreeMap, BTreeSet};

/// What the models of the library call `errno`.
const ERRNO: &str = "__errno";

/// No value of 64 bits is beyond the integers of so many, not even one that stands for a floating-point value.
const MOST_BITS: u32 = 66;

/// No function stores to more elements of an array.
const MOST_ELEMENTS: u64 = 1 << 20;

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
    /// Static variables of functions, which begin with this.
    pub statics: Vec<Tape>,
    /// What global variables hold when the entry function is called.
    pub globals: Vec<Global>,
    /// The same of `errno`, if that matters.
    pub errno: Option<Int>,
    /// Variables of functions without an initialiser begin with zeros.
    pub zeroed: bool,
    /// Pointers and structs that functions without a body give.
    pub returned: Vec<Returned>,
    /// What such functions store to arrays.
    pub elements: Vec<Elements>,
    /// Variables of other files that lead to streams, and do not here.
    pub null_streams: BTreeSet<String>,
}

/// What a function without a body stores to the elements of an array, in one of its calls.
#[derive(Clone, Debug)]
pub(super) struct Elements {
    pub store: Store,
    pub tape: Tape,
    /// So many.
    pub count: Int,
    /// In which call of the function, from 0; in each of them if there is none.
    pub call: Option<u64>,
}

/// Values one after the other.
#[derive(Clone, Debug)]
pub(super) struct Tape {
    /// The function or variable.
    pub name: String,
    /// The bytes of one value.
    pub bytes: u64,
    /// If the values are the bits of floating-point values, what of.
    pub format: Option<Format>,
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
    /// Of a function, what it stores: so many values follow on each result.
    pub places: Vec<Store>,
    /// For a local variable where its initialiser could stand: the text, and the byte of it.
    pub end: (u32, usize),
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
    /// What a function without a body stores to elements of an array.
    Elements(String),
    /// What a function without a body returned, by its name.
    Returned(String),
    /// By its number in the survey.
    Local(usize),
    External,
    /// By its number in the survey.
    Static(usize),
    /// By its number in the survey.
    Global(usize),
    /// `errno`, which the library has.
    Errno,
    /// Variables of functions without an initialiser, which the compiler can be told to set to zeros.
    Zeroed,
}

impl Origin {
    /// Whether it is a function that reads several things at once, and gives their number first.
    pub fn is_scan(&self) -> bool {
        matches!(self, Origin::Function(name) if matches!(known_function(name), Some(Known::Scan(_))))
    }
}

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
    pub model: DataModel,
}

impl Feeder<'_> {
    /// Everything that the run read, or why it cannot be fed.
    pub fn feed(&self) -> Result<Feed, String> {
        let mut groups = self.groups()?;
        let order = self.order(&groups)?;
        let mut feed = Feed { arguments: self.arguments(groups.remove(&Origin::Parameter))?, ..Feed::default() };
        feed.null_streams = self.null_streams();
        let returned = self.returning();
        let mut contents: BTreeMap<&str, Group> = returned.iter().map(|name| (*name, vec![])).collect();
        for (origin, group) in &groups {
            if let Origin::Returned(name) = origin
                && let Some(all) = contents.get_mut(name.as_str())
            {
                all.extend(group);
            }
        }
        for (origin, group) in groups {
            match &origin {
                Origin::Parameter | Origin::Returned(_) => {}
                Origin::Elements(name) => {
                    let read: Vec<&Input> = group.iter().copied().filter(|i| self.was_read(i)).collect();
                    let symbols: Vec<Symbol> = read.iter().map(|input| input.symbol).collect();
                    for (input, call) in read.iter().zip(self.calls_that_store(name, &symbols)?) {
                        match (input.kind, call) {
                            (InputKind::Stream { .. }, _) => feed.elements.push(self.elements(input, None)?),
                            (_, Some(call)) => feed.elements.push(self.elements(input, Some(call))?),
                            (_, None) => {}
                        }
                    }
                }
                Origin::Function(name) => {
                    let places = self.places(name);
                    feed.functions.push(Tape { places, ..self.tape(&origin, name, &group, &order)? });
                }
                Origin::Local(number) | Origin::Static(number) => {
                    let is_static = matches!(origin, Origin::Static(_));
                    let of = if is_static { &self.survey.statics } else { &self.survey.locals };
                    let Local { name, end, .. } = &of[*number];
                    let Some(end) = *end else {
                        let line = group[0].span.line;
                        return Err(format!(
                            "the witness sets `{name}` (line {line}), which a macro or a header declares"
                        ));
                    };
                    let to = if is_static { &mut feed.statics } else { &mut feed.locals };
                    to.push(Tape { end, ..self.tape(&origin, name, &group, &order)? });
                }
                Origin::Global(number) => feed.globals.push(self.global(*number, &group)?),
                Origin::Zeroed => feed.zeroed = true,
                Origin::Errno => {
                    let value = group.first().and_then(|input| self.witness.values.get(&input.symbol));
                    feed.errno = value.and_then(|value| value.scalar().cloned());
                }
                Origin::External => {
                    for input in group.iter().filter(|i| self.was_read(i) || has_length(i)) {
                        feed.externals.push(self.tape(&origin, &input.name, &vec![*input], &order)?);
                    }
                }
            }
        }
        for (name, group) in contents {
            feed.returned.push(self.returned(name, &group, feed.functions.iter().find(|tape| tape.name == name))?);
        }
        Ok(feed)
    }

    /// The inputs that matter, by what they are in C.
    pub fn groups(&self) -> Result<BTreeMap<Origin, Group<'_>>, String> {
        let read: FxHashSet<Symbol> = self.run.extents.iter().map(|e| e.input).collect();
        let mut groups: BTreeMap<Origin, Group> = BTreeMap::new();
        let matters = |input: &&Input| input.kind != InputKind::Length && !is_left(self.program, input);
        let is_wide = |input: &Input| !Range::signed(MOST_BITS).includes(&self.terms.symbol_range(input.symbol));
        for input in self.program.inputs.iter().filter(matters) {
            if is_wide(input) && read.contains(&input.symbol) {
                return Err(format!("`{}` has 128 bits, and a harness feeds values of 64", input.name));
            }
            match self.origin(input) {
                Some(origin) => groups.entry(origin).or_default().push(input),
                None if !read.contains(&input.symbol) => {}
                None if self.is_zeroed(input) => groups.entry(Origin::Zeroed).or_default().push(input),
                // What need not fail does not fail where a harness runs.
                None if input.name == SPURIOUS && self.wants_zeros(input) => {}
                None if self.opened_variable(input).is_some() => {}
                None if self.is_of_printing(input) => {}
                // Nobody can give it another value.
                None if self.terms.symbol_range(input.symbol).constant().is_some() => {}
                None => return Err(self.refusal(input)),
            }
        }
        let was_read = |group: &Group| group.iter().any(|i| read.contains(&i.symbol));
        // A function takes part in the order of its calls even where nothing looks at a result.
        groups.retain(|origin, group| {
            let is_made = matches!(origin, Origin::Parameter | Origin::Function(_) | Origin::Returned(_));
            is_made || was_read(group) || *origin == Origin::External && group.iter().any(|i| has_length(i))
        });
        Ok(groups)
    }

    /// Whether the run read an input.
    pub fn was_read(&self, input: &Input) -> bool {
        self.run.extents.iter().any(|e| e.input == input.symbol)
    }

    /// Whether nothing but zeros is wanted of a part of a variable without an initialiser, or of memory: these are there
    /// mostly, where a program begins.
    fn is_zeroed(&self, input: &Input) -> bool {
        let has_it = |about: &About| match about {
            About::Symbols(all) | About::Seen(all) => all.contains(&input.symbol),
            _ => false,
        };
        let is_unstored = |a: &Assumption| a.name == Check::Uninitialised.word() && has_it(&a.about);
        self.wants_zeros(input)
            && (self.survey.locals.iter().any(|local| local.is_at(input.span))
                || self.program.assumptions.iter().any(is_unstored))
    }

    /// Whether all values of an input are zeros.
    fn wants_zeros(&self, input: &Input) -> bool {
        match self.witness.values.get(&input.symbol) {
            Some(InputValue::Scalar(v)) => v.is_zero(),
            Some(InputValue::Elements { ranges, default }) => {
                default.is_zero() && ranges.iter().all(|r| r.value.is_zero() && r.slope.is_zero())
            }
            None => true,
        }
    }

    fn origin(&self, input: &Input) -> Option<Origin> {
        let plain = input.name.rsplit('.').next().unwrap_or(&input.name);
        // A member may be called as the variable is.
        let is_local = |l: &Local| l.is_at(input.span) && l.name == plain && !l.is_struct();
        if let Some(number) = self.survey.locals.iter().position(is_local) {
            return Some(Origin::Local(number));
        }
        let is_static = |l: &Local| is_local(l) && l.is_made_of(input.kind);
        if let Some(number) = self.survey.statics.iter().position(is_static) {
            return Some(Origin::Static(number));
        }
        // Members and whether a pointer is null have the name of the parameter in front of their own.
        let root = input.name.trim_start_matches(['(', '*']).split(['.', ')', '-']).next();
        let is_parameter = self.survey.parameters.iter().any(|p| p.name.as_deref() == root);
        let global = root.filter(|_| !is_parameter).and_then(|root| self.global_called(root, input));
        let returned = of_result(&input.name).filter(|name| self.gives(name).is_some());
        match input.kind {
            InputKind::Array { .. } | InputKind::Stream { .. } if let Some(function) = self.stores_elements(input) => {
                Some(Origin::Elements(function.to_string()))
            }
            InputKind::Array { .. } if let Some(name) = returned => Some(Origin::Returned(name.to_string())),
            InputKind::Scalar | InputKind::Array { .. } if is_parameter && input.span == self.survey.entry => {
                Some(Origin::Parameter)
            }
            InputKind::Stream { .. } if self.place_of(input).is_some() && !self.calls_back(input) => {
                Some(Origin::Function(called(&input.name).to_string()))
            }
            // Nor can it be made to call another here.
            InputKind::Stream { .. } if self.calls_back(input) => None,
            // What a function without a body stores elsewhere, no function can be made to store here.
            InputKind::Stream { .. } if stores(&input.name) => None,
            InputKind::Stream { .. } if self.is_input_function(called(&input.name)) => {
                Some(Origin::Function(called(&input.name).to_string()))
            }
            InputKind::Scalar | InputKind::Array { size: Some(_), .. } | InputKind::Array { length: Some(_), .. }
                if self.survey.externals.contains_key(&input.name) =>
            {
                Some(Origin::External)
            }
            InputKind::Scalar if input.name == ERRNO => Some(Origin::Errno),
            InputKind::Scalar | InputKind::Array { .. } => global.map(Origin::Global),
            _ => None,
        }
    }

    /// What a function without a body stores to variables in each call, in the order in which the harness has it.
    pub fn places(&self, function: &str) -> Vec<Store> {
        let all = self.program.stores.values();
        let is_one = |store: &&Store| store.function == function && !matches!(store.place, Stored::Elements { .. });
        all.filter(is_one).collect::<BTreeSet<&Store>>().into_iter().cloned().collect()
    }

    /// Whether a function without a body calls another one that it is handed, in this run.
    fn calls_back(&self, input: &Input) -> bool {
        let store = self.program.stores.get(&input.symbol);
        let is_any = |value: &InputValue| match value {
            InputValue::Scalar(v) => !v.is_zero(),
            InputValue::Elements { ranges, default } => {
                !default.is_zero() || ranges.iter().any(|r| !r.value.is_zero() || !r.slope.is_zero())
            }
        };
        matches!(store, Some(Store { place: Stored::Call { .. }, .. }))
            && self.witness.values.get(&input.symbol).is_some_and(is_any)
    }

    /// The function that stores an array.
    fn stores_elements(&self, input: &Input) -> Option<&str> {
        let store = self.program.stores.get(&input.symbol)?;
        let Stored::Elements { each, .. } = store.place else { return None };
        let calls = self.program.marks.iter().filter(|(m, _)| matches!(m, Mark::Call(n) if *n == store.function));
        // Another call may be given something else.
        (each.is_none() || calls.count() == 1).then_some(&store.function)
    }

    /// What a function stores to an array, as far as the run looks at it.
    fn elements(&self, input: &Input, call: Option<u64>) -> Result<Elements, String> {
        let store = self.program.stores[&input.symbol].clone();
        let mut tape = self.empty(input, &input.name);
        if let Stored::Elements { each: Some(each), .. } = store.place {
            (tape.ranges, tape.default) = self.whole_of(input, &Int::from(u64::MAX));
            return Ok(Elements { store, tape, count: Int::from(each), call });
        }
        let read = self.run.extents.iter().find(|e| e.input == input.symbol).and_then(|e| e.indices.clone());
        let last = read.map_or(Int::ZERO, |(_, last)| last);
        if last > Int::from(MOST_ELEMENTS) {
            return Err(format!(
                "the witness sets `{}[{last}]`, and a harness stores no more than {MOST_ELEMENTS}",
                input.name
            ));
        }
        (tape.ranges, tape.default) = self.whole_of(input, &last);
        Ok(Elements { store, tape, count: last + Int::ONE, call })
    }

    /// Which of these this input is a value of.
    pub fn place_of(&self, input: &Input) -> Option<usize> {
        let store = self.program.stores.get(&input.symbol)?;
        let calls = self.program.marks.iter().filter(|(m, _)| matches!(m, Mark::Call(n) if *n == store.function));
        // Another call may be given something else.
        if matches!(store.place, Stored::Argument { .. }) && calls.count() > 1 {
            return None;
        }
        self.places(&store.function).iter().position(|place| place == store)
    }

    /// Whether the harness defines this function: what reads from the world; what only prints is the library's.
    fn is_input_function(&self, name: &str) -> bool {
        let is_called = || self.program.marks.iter().any(|(m, _)| matches!(m, Mark::Call(n) if n == name));
        let reads = match known_function(name) {
            None | Some(Known::Random | Known::Character | Known::Scan(_) | Known::Ask) => true,
            Some(_) => false,
        };
        !self.survey.bodies.contains_key(name) && reads && is_called()
    }

    /// A value of an input by its number.
    pub fn value(&self, input: Symbol, number: u64) -> Int {
        let of = |v: &InputValue| v.scalar().cloned().or_else(|| v.element(&Int::from(number)));
        self.witness.values.get(&input).and_then(of).unwrap_or(Int::ZERO)
    }

    pub fn empty(&self, input: &Input, name: &str) -> Tape {
        let is_array = matches!(input.kind, InputKind::Array { .. });
        let name = name.to_string();
        let (bytes, default, format) = (self.bytes(input), Int::ZERO, self.format(input));
        Tape {
            name,
            bytes,
            format,
            taken: 1,
            is_array,
            ranges: vec![],
            default,
            count: None,
            places: vec![],
            end: (0, 0),
        }
    }

    /// The format of the values of this input, if they are ranks.
    pub fn format(&self, input: &Input) -> Option<Format> {
        Format::of_range(&self.terms.symbol_range(input.symbol))
    }

    /// What a witness gives, from index 0 to `high`, and elsewhere; of floating-point values the bits.
    pub fn whole_of(&self, input: &Input, high: &Int) -> (Vec<RangeValue>, Int) {
        let (ranges, default) = elements(self.witness.values.get(&input.symbol), high);
        let format = self.format(input);
        (floats::ranges(ranges, format), floats::bits(&default, format))
    }

    /// A value of an input by its number; of a floating-point value the bits.
    pub fn bits(&self, input: &Input, number: u64) -> Int {
        floats::bits(&self.value(input.symbol, number), self.format(input))
    }

    /// The bytes of a value of this input.
    pub fn bytes(&self, input: &Input) -> u64 {
        if let Some(format) = self.format(input) {
            return u64::from(format.bits() / 8);
        }
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
                    let v = floats::bits(v, tape.format);
                    tape.ranges = vec![RangeValue::constant(Int::ZERO, Int::ZERO, v)];
                }
                _ => (tape.ranges, tape.default) = self.whole_of(input, &Int::from(u64::MAX)),
            },
        }
        Ok(tape)
    }

    /// The number of elements of an array that is declared somewhere; of one run of its declaration, if that is
    /// repeated.
    pub fn taken(&self, input: &Input) -> Result<u64, String> {
        let InputKind::Array { size, each, length } = input.kind else { return Ok(1) };
        if let Some(length) = length {
            let value = self.witness.values.get(&length).and_then(InputValue::scalar);
            let count = value.map_or(Some(0), |v| u64::try_from(v.clone()).ok());
            let fits = count.filter(|n| *n <= MOST_ELEMENTS);
            return fits.ok_or_else(|| format!("`{}` has more elements than are written down", input.name));
        }
        size.or(each).ok_or_else(|| format!("the size of `{}` is not known", input.name))
    }
}

/// Whether an input says what an array has of which another one says how long it is.
fn has_length(input: &Input) -> bool {
    matches!(input.kind, InputKind::Array { length: Some(_), .. })
}

/// Whether an input is what a function without a body stores.
fn stores(input: &str) -> bool {
    input.contains(' ') && !matches!(known_function(called(input)), Some(Known::Scan(_)))
}

/// The function whose call gives an input of this name.
fn called(input: &str) -> &str {
    input.split(' ').next().unwrap_or(input)
}

/// The elements from index 0 to `high`, and the value of those that are in no range.
pub(super) fn elements(value: Option<&InputValue>, high: &Int) -> (Vec<RangeValue>, Int) {
    let Some(InputValue::Elements { ranges, default }) = value else { return (vec![], Int::ZERO) };
    let mut all: Vec<RangeValue> = ranges.iter().filter_map(|r| r.clip(&Int::ZERO, high)).collect();
    all.sort_by(|a, b| a.from.cmp(&b.from));
    (all, default.clone())
}
