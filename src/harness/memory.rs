//! Arguments with pointers inside: the memory that a witness says there is, made member by member.
//!
//! A program has an array of inputs for all integers at one part of all objects that one kind of pointer points to:
//! 2^64 positions for each pointer, in the order of the pointers' own positions.

use super::argument::Argument;
use super::feed::{Feed, Feeder, Group, Tape, elements};
use super::floats;
use super::lists;
use super::streams::{OPENED, leads_to_stream};
use super::survey::Parameter;
use super::text::literal;
use crate::frontend::c::is_stream;
use crate::frontend::c::tree::{IntKind, Type};
use crate::program::said::{LENGTH, NULL, THERE, is_inside, member_of, said_of};
use crate::program::{InnerPointer, Input, InputKind};
use crate::replay::{InputValue, RangeValue};
use crate::term::{Int, floor_div};
use std::collections::{BTreeMap, BTreeSet};

/// More objects are not made one by one.
const MOST_OBJECTS: u64 = 4096;

/// What stands for the variable of the harness with the argument, and in front of the names of its tapes.
pub(super) const HERE: &str = "LARIAT_HERE";

/// An argument with all that it leads to.
#[derive(Clone, Debug)]
pub(super) struct Memory {
    /// Statements in C.
    pub lines: Vec<String>,
    /// Places of pointers, and where each is moved to once everything is made.
    pub moves: Vec<(String, String)>,
    /// The values that these read, by their numbers.
    pub tapes: Vec<Tape>,
    /// The argument, given the variable.
    pub argument: String,
    /// Functions from outside to which something in it points.
    pub callbacks: BTreeSet<String>,
}

pub(super) struct Making<'f> {
    pub feeder: &'f Feeder<'f>,
    inputs: BTreeMap<&'f str, &'f Input>,
    /// The number of the null pointer that ends the arguments of the program.
    last: Option<Int>,
    pub memory: Memory,
}

/// Whether an argument of this type needs more than an array or a struct of integers.
pub(super) fn leads_on(ty: &Type) -> bool {
    match ty {
        Type::Pointer(to) => matches!(**to, Type::Function(_) | Type::Void) || has_pointer(to),
        ty => has_pointer(ty),
    }
}

fn has_pointer(ty: &Type) -> bool {
    match ty {
        Type::Pointer(_) => true,
        Type::Array(of, _) => has_pointer(of),
        Type::Struct(s) => s.fields().unwrap_or_default().iter().any(|f| has_pointer(&f.ty)),
        _ => false,
    }
}

/// The name of a C function for a function from outside.
pub(super) fn callback(name: &str) -> String {
    let plain: String = name.chars().map(|c| if c.is_ascii_alphanumeric() { c } else { '_' }).collect();
    format!("lariat_callback_{plain}")
}

impl Feed {
    /// All memory that is made.
    pub fn memories(&self) -> impl Iterator<Item = &Memory> {
        let arguments = self.arguments.iter().filter_map(|argument| match argument {
            Argument::Memory(memory) => Some(memory),
            _ => None,
        });
        let globals = self.globals.iter().map(|global| &global.memory);
        arguments.chain(globals).chain(self.returned.iter().map(|returned| &returned.memory))
    }
}

impl Feeder<'_> {
    /// An argument with pointers inside; `arguments` is how many strings the program is given, if it is these.
    pub fn memory(&self, p: &Parameter, group: &Group, arguments: Option<Int>) -> Result<Memory, String> {
        let name = p.name.as_deref().unwrap_or_default();
        let mut making = self.making(group);
        making.led(name)?;
        making.last = arguments.clone();
        match &p.ty {
            Type::Pointer(_) if making.is_null(name, &Int::ZERO) && !self.is_placed(name) => {
                making.memory.argument = "0".into()
            }
            Type::Pointer(to) if matches!(**to, Type::Function(_)) => making.memory.argument = making.function(name),
            Type::Pointer(to) => {
                let to = lists::list_of(to).unwrap_or(to);
                let spelled = spelled(to, p).ok_or_else(|| format!("the type of `{name}` has no name"))?;
                let count = match arguments {
                    Some(n) => n + 1,
                    None => making.count_of(to, name),
                };
                let made = making.made(to, name, HERE, &count);
                making.line(format!("{spelled} *{HERE} = {made};"));
                if made != OPENED {
                    making.objects(to, name, HERE, &Int::ZERO, &count)?;
                }
                making.memory.argument = match making.is_null(name, &Int::ZERO) {
                    true => "0".into(),
                    false => {
                        making.placed(name, HERE).ok_or_else(|| format!("`{name}` leads into what has no name"))?
                    }
                };
            }
            ty => {
                let spelled = spelled(ty, p).ok_or_else(|| format!("the type of `{name}` has no name"))?;
                making.line(format!("{spelled} *{HERE} = lariat_objects(1, sizeof(*{HERE}));"));
                match making.inputs.get(name).map(|input| (*input, input.kind)) {
                    Some((input, InputKind::Array { size: Some(size), .. })) => {
                        making.fill(input, HERE, &Int::ZERO, &Int::from(size));
                        making.pointers_in_bytes((name, &Int::ZERO), HERE, &Int::from(size))?;
                    }
                    _ => making.element(ty, (name, false), &format!("{HERE}[0]"), &Int::ZERO)?,
                }
                making.memory.argument = format!("*{HERE}");
            }
        }
        Ok(making.memory)
    }
}

impl<'f> Feeder<'f> {
    /// Nothing made yet of what these inputs say.
    pub fn making(&'f self, group: &Group<'f>) -> Making<'f> {
        let (argument, callbacks) = (HERE.into(), BTreeSet::new());
        let memory = Memory { lines: vec![], moves: vec![], tapes: vec![], argument, callbacks };
        let inputs = group.iter().copied().map(|input| (input.name.as_str(), input));
        let lengths = self.program.inputs.iter().filter(|i| i.kind == InputKind::Length && i.span == self.survey.entry);
        let inputs = inputs.chain(lengths.map(|input| (input.name.as_str(), input))).collect();
        Making { feeder: self, inputs, last: None, memory }
    }

    /// Pointers or structs at these positions of an array, one after the other in memory.
    pub fn array_of(&self, name: &str, p: &Parameter, group: &Group, positions: &[Int]) -> Result<Memory, String> {
        let spelled = spelled(&p.ty, p).ok_or_else(|| format!("the type of `{name}` has no name"))?;
        let mut making = self.making(group);
        making.line(format!("{spelled} *{HERE} = lariat_objects({}, sizeof(*{HERE}));", positions.len()));
        for (i, position) in positions.iter().enumerate() {
            making.element(&p.ty, (name, false), &format!("{HERE}[{i}]"), position)?;
        }
        Ok(making.memory)
    }
}

impl Making<'_> {
    pub fn line(&mut self, line: String) {
        self.memory.lines.push(line);
    }

    pub fn value(&self, name: &str, at: &Int) -> Int {
        let value = self.inputs.get(name).and_then(|input| self.feeder.witness.values.get(&input.symbol));
        match value {
            Some(InputValue::Scalar(v)) => v.clone(),
            Some(of) => of.element(at).unwrap_or(Int::ZERO),
            None => Int::ZERO,
        }
    }

    /// What people call a member of an object.
    fn member(&self, object: &str, member: &str) -> String {
        let [led_to, plain] = [true, false].map(|is_led_to| member_of(object, member, is_led_to));
        let is_known = |input: &str| input == led_to || is_inside(input, &led_to);
        if led_to != plain && self.inputs.keys().any(|input| is_known(input)) { led_to } else { plain }
    }

    /// In C, how large each of the objects is that a pointer points to: those that are bytes are counted so, and nothing
    /// is known of those of which the program does not say what is in them.
    fn size_of_each(&self, to: &Type, name: &str, at: &str) -> String {
        let is_bytes = self.inputs.contains_key(name) && !is_integers(to);
        let is_unknown = matches!(to, Type::Struct(s) if s.fields().is_none());
        if is_bytes || is_unknown { "1".into() } else { format!("sizeof(*{at})") }
    }

    /// How many objects a parameter points to. Streams and lists that are only handed on are not looked at in the program,
    /// but there.
    fn count_of(&self, to: &Type, name: &str) -> Int {
        let length = self.inputs.get(said_of(name, LENGTH).as_str());
        let is_said = length.is_some_and(|input| self.feeder.was_read(input));
        match (leads_to_stream(to) || lists::is_list(to)) && !is_said {
            true => Int::ONE,
            false => self.value(&said_of(name, LENGTH), &Int::ZERO),
        }
    }

    /// In C, what makes the objects that a pointer points to.
    fn made(&self, to: &Type, name: &str, at: &str, count: &Int) -> String {
        match self.feeder.is_opened(to, name) {
            true => OPENED.into(),
            false => format!("lariat_objects({}, {})", literal(count), self.size_of_each(to, name, at)),
        }
    }

    /// What an object is seen as, if nothing else says what it is.
    fn led(&self, name: &str) -> Result<Option<Type>, String> {
        match self.feeder.survey.led.get(name) {
            Some(None) => Err(format!("what `{name}` is seen as has no name")),
            Some(Some(ty)) => Ok(Some(ty.clone())),
            None => Ok(None),
        }
    }

    /// How many bytes behind the beginning of its object a pointer leads, if to a member of it.
    pub fn within(&self, name: &str) -> u64 {
        self.feeder.program.within.get(name).copied().unwrap_or(0)
    }

    fn is_null(&self, name: &str, at: &Int) -> bool {
        self.value(&said_of(name, NULL), at) == Int::ONE
    }

    /// So many objects from a position on, which are there already.
    pub fn objects(&mut self, ty: &Type, name: &str, at: &str, first: &Int, count: &Int) -> Result<(), String> {
        if let Some(input) = self.inputs.get(name).copied()
            && (is_integers(ty) || *ty == Type::Void || !matches!(ty, Type::Pointer(_)))
        {
            // Integers, or an object that is bytes.
            let (mut count, mut first, mut ty) = (count.clone(), first.clone(), ty);
            while let Type::Array(of, n) = ty {
                let n = Int::from(n.unwrap_or(1));
                (count, first, ty) = (count * &n, first * n, of);
            }
            self.fill(input, at, &first, &count);
            return self.pointers_in_bytes((name, &floor_div(&first, &(Int::ONE << 64))), at, &count);
        }
        if is_integers(ty) || *ty == Type::Void {
            return Ok(());
        }
        if let Type::Pointer(to) = ty {
            let child = format!("(*{name})");
            let known = [LENGTH, NULL].map(|what| said_of(&child, what));
            let is_looked_at = known.iter().any(|input| self.inputs.contains_key(input.as_str()));
            if !is_looked_at && is_stream(to) {
                // The library looks at it.
                for i in 0..u64::try_from(count).unwrap_or(MOST_OBJECTS).min(MOST_OBJECTS) {
                    self.line(format!("*(void **)&{at}[{i}] = {OPENED};"));
                }
                return Ok(());
            }
            if !is_looked_at && !matches!(**to, Type::Function(_)) {
                return Ok(());
            }
        }
        let n = u64::try_from(count).ok().filter(|n| *n <= MOST_OBJECTS);
        let n = n.ok_or_else(|| format!("`{name}` has {count} elements, which a harness does not make one by one"))?;
        for i in 0..n {
            self.element(ty, (name, false), &format!("{at}[{i}]"), &(first + i))?;
        }
        Ok(())
    }

    /// The pointers of an object that is bytes, with its number of several, of which so many are there, and filled.
    pub fn pointers_in_bytes(&mut self, (name, number): (&str, &Int), at: &str, bytes: &Int) -> Result<(), String> {
        let size = IntKind::ULong.bits(self.feeder.model) / 8;
        for pointer in self.feeder.program.inner.get(name).into_iter().flatten() {
            let InnerPointer { at: offset, holder, name: child, row, to, is_function, is_shared } = pointer;
            let position = Int::from(*row);
            let is_elsewhere = Int::from(*holder) != *number || bytes - Int::from(*offset) < Int::from(size);
            if is_elsewhere || *is_shared && self.value(&said_of(child, THERE), &position).is_zero() {
                continue;
            }
            let place = format!("((char *)({at}) + {offset})");
            if *is_function {
                if !self.is_null(child, &position) {
                    let function = self.function(child);
                    self.line(format!("*(void **){place} = {function};"));
                }
                continue;
            }
            let void = Type::Void;
            let to = match to.as_deref() {
                Some("void") => Some(&void),
                Some(name) => self.feeder.survey.pointed.get(name),
                None => None,
            };
            let Some(to) = to else {
                if self.is_read(child) {
                    return Err(format!("what `{child}` leads to has no name"));
                }
                continue;
            };
            let spelled = if *to == Type::Void { "char".into() } else { to.spelled().unwrap_or_default() };
            let ty = Type::Pointer(Box::new(to.clone()));
            self.element(&ty, (child, true), &format!("(*({spelled} **){place})"), &position)?;
        }
        Ok(())
    }

    /// Whether the run read anything of what a pointer leads to.
    fn is_read(&self, name: &str) -> bool {
        let of_it = |input: &&Input| input.name == name || is_inside(&input.name, name);
        self.feeder.program.inputs.iter().filter(of_it).any(|input| self.feeder.was_read(input))
    }

    pub fn fill(&mut self, input: &Input, at: &str, first: &Int, count: &Int) {
        if *count <= Int::ZERO {
            return;
        }
        let mut tape = self.feeder.empty(input, &input.name);
        let value = self.feeder.witness.values.get(&input.symbol);
        (tape.ranges, tape.default) = match value {
            Some(InputValue::Scalar(v)) => (vec![], v.clone()),
            Some(InputValue::Elements { ranges, default }) => {
                let clipped = ranges.iter().filter_map(|r| r.clip(first, &(first + count - 1)));
                let shifted =
                    clipped.map(|r| RangeValue { from: &r.from - first, to: &r.to - first, ..r }).collect::<Vec<_>>();
                let inside = InputValue::Elements { ranges: shifted, default: default.clone() };
                elements(Some(&inside), &(count - Int::ONE))
            }
            None => (vec![], Int::ZERO),
        };
        let format = tape.format;
        tape.ranges = floats::ranges(std::mem::take(&mut tape.ranges), format);
        tape.default = floats::bits(&tape.default, format);
        // Memory begins with zeros.
        if tape.ranges.is_empty() && tape.default.is_zero() {
            return;
        }
        let (bytes, number) = (tape.bytes, self.memory.tapes.len());
        self.memory.tapes.push(tape);
        self.line(format!("lariat_fill((void *)({at}), {}, {bytes}, &{HERE}_{number});", literal(count)));
    }

    /// One object, or a part of one, at a position; with its name, and whether that is a member's.
    fn element(&mut self, ty: &Type, (name, is_member): (&str, bool), at: &str, position: &Int) -> Result<(), String> {
        match ty {
            Type::Int(_) | Type::Volatile(_) => {
                let value = self.value(name, position);
                if !value.is_zero() {
                    let value = match floats::format_of(ty) {
                        Some(format) => floats::constant(format, format.bits_of(&value)),
                        None => literal(&value),
                    };
                    // What is constant is stored to as well.
                    let of = if let Type::Int(kind) | Type::Volatile(kind) = ty { kind.name() } else { "int" };
                    self.line(format!("*({of} *)&{at} = {value};"));
                }
            }
            Type::Array(of, n) => {
                let n = n.unwrap_or(0);
                let first = position * Int::from(n);
                if is_integers(of) {
                    return self.objects(of, name, at, &first, &Int::from(n));
                }
                for i in 0..n.min(MOST_OBJECTS) {
                    self.element(of, (name, is_member), &format!("{at}[{i}]"), &(&first + i))?;
                }
            }
            ty if lists::is_list(ty) => self.list(name, at, position)?,
            Type::Struct(s) if s.0.union => {
                if let Some(input) = self.inputs.get(name).copied() {
                    self.fill(input, &format!("&{at}"), position, &Int::ONE);
                }
            }
            Type::Struct(s) => {
                for field in s.fields().unwrap_or_default().iter().filter(|f| !f.is_padding()) {
                    match &field.name {
                        Some(own) if field.bits.is_some() => {
                            let value = self.value(&self.member(name, own), position);
                            if !value.is_zero() {
                                self.line(format!("{at}.{own} = {};", literal(&value)));
                            }
                        }
                        Some(own) => {
                            let (name, at) = (self.member(name, own), format!("{at}.{own}"));
                            self.element(&field.ty, (&name, true), &at, position)?;
                        }
                        None => self.element(&field.ty, (name, true), at, position)?,
                    }
                }
            }
            Type::Pointer(to) if matches!(**to, Type::Function(_)) => {
                let child = pointed(name, is_member);
                if !self.is_null(&child, position) {
                    let function = self.function(&child);
                    self.line(format!("*(void **)&{at} = {function};"));
                }
            }
            Type::Pointer(to) => {
                let child = pointed(name, is_member);
                let is_placed = self.feeder.is_placed(&child);
                let is_null = self.is_null(&child, position);
                if is_null && !is_placed || self.last.as_ref() == Some(position) && name == "argv" {
                    return Ok(());
                }
                let count = self.value(&said_of(&child, LENGTH), position);
                let count = if count.is_zero() && self.last.is_some() { Int::ONE } else { count };
                let known = [LENGTH, NULL].map(|what| said_of(&child, what));
                if self.last.is_none()
                    && !is_placed
                    && !leads_to_stream(ty)
                    && !known.iter().any(|input| self.inputs.contains_key(input.as_str()))
                {
                    // Nothing looks at it.
                    return Ok(());
                }
                let led = self.led(&child)?;
                let (to, leads) = match &led {
                    Some(led) => (led, format!("(({} *){at})", led.spelled().unwrap_or_default())),
                    None => (&**to, at.to_string()),
                };
                let made = self.made(to, &child, &leads, &count);
                self.line(format!("*(void **)&{at} = {made};"));
                if made != OPENED {
                    self.objects(to, &child, &leads, &(position * (Int::ONE << 64)), &count)?;
                }
                match is_null {
                    true => self.memory.moves.push((at.to_string(), "0".into())),
                    false if is_placed || self.within(&child) > 0 => self.place_later((&child, to), at, position),
                    false => {}
                }
            }
            Type::Void | Type::Function(_) | Type::Other(_) => {}
        }
        Ok(())
    }

    /// A pointer to a function from outside.
    fn function(&mut self, name: &str) -> String {
        self.memory.callbacks.insert(name.to_string());
        format!("(void *){}", callback(name))
    }
}

/// What people call what a pointer of this name points to.
fn pointed(name: &str, is_member: bool) -> String {
    if is_member { name.to_string() } else { format!("(*{name})") }
}

fn is_integers(ty: &Type) -> bool {
    match ty {
        Type::Int(_) | Type::Volatile(_) => true,
        Type::Array(of, _) => is_integers(of),
        _ => false,
    }
}

/// What a type is called in C, given how the parameter is declared that leads to it.
fn spelled(ty: &Type, p: &Parameter) -> Option<String> {
    Some(match ty {
        Type::Void => "char".into(),
        Type::Int(kind) | Type::Volatile(kind) => kind.name().into(),
        ty if lists::is_list(ty) => lists::SPELLED.into(),
        Type::Struct(_) => p.structure_name()?,
        Type::Pointer(to) => match &**to {
            Type::Function(_) | Type::Array(..) => "void *".into(),
            Type::Void => "void *".into(),
            to => format!("{} *", spelled(to, p)?),
        },
        Type::Array(..) | Type::Function(_) | Type::Other(_) => return None,
    })
}
