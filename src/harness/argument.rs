//! The arguments of the entry function: from the witness, and as C.
//!
//! A struct, or an array of structs, is an array for each of its integers in a program, named by its path; C
//! knows the layout, so the harness writes member by member.

use super::feed::{Feed, Feeder, Group, Tape};
use super::floats;
use super::meeting::Moves;
use super::memory::{HERE, Memory};
use super::streams;
use super::survey::Parameter;
use super::text::{literal, write_tape};
use crate::frontend::c::tree::{Field, StructType, Type};
use crate::program::said::{LENGTH, NULL, is_inside, parts_of, said_of};
use crate::program::{Input, InputKind};
use crate::replay::InputValue;
use crate::term::{Format, Int, Symbol, floor_div};
use std::fmt::Write;

/// Arrays that need more bytes are not allocated.
const MOST_BYTES: u64 = 4 << 30;

/// Addresses of arguments have remainders by this that the harness chooses; `runtime.c` has the same number.
const BLOCK: u64 = 64;

/// How many bytes a further argument takes where a function looks for it.
const WORD: u64 = 8;

/// A call with more further arguments is not written.
const MOST_FURTHER: u64 = 256;

/// One argument of the entry function.
#[derive(Clone, Debug)]
pub(super) enum Argument {
    /// Nothing looks at it.
    Nothing,
    /// A null pointer.
    Null,
    /// An integer, or a rank of this format.
    Value { value: Int, bytes: u64, format: Option<Format> },
    /// A pointer to so many elements, at an address with this remainder if that matters.
    Array { count: Int, tape: Tape, at: Option<Int> },
    /// Numbers behind the other arguments.
    Further(Vec<Int>),
    /// Memory with pointers inside.
    Memory(Memory),
    /// A struct of this type, or a pointer to so many.
    Struct { base: String, count: Option<Int>, members: Vec<Member> },
}

/// The integers of one member of a struct.
#[derive(Clone, Debug)]
pub(super) struct Member {
    /// The names on the way to it, and how many dimensions each has.
    pub path: Vec<(String, usize)>,
    pub is_bit_field: bool,
    pub tape: Tape,
}

impl Feeder<'_> {
    /// What the entry function is called with, or why a harness cannot give it.
    pub fn arguments(&self, group: Option<Group>) -> Result<Vec<Argument>, String> {
        let group = group.unwrap_or_default();
        self.survey.parameters.iter().enumerate().map(|(i, p)| self.argument(i, p, &group)).collect()
    }

    fn argument(&self, i: usize, parameter: &Parameter, group: &Group) -> Result<Argument, String> {
        match parameter.is_further {
            true => self.further(parameter, group).map(Argument::Further),
            false => self.declared(i, parameter, group),
        }
    }

    /// What is said of a parameter beside its values.
    fn own(&self, kind: InputKind, name: &str) -> Option<Symbol> {
        let is_it = |i: &&Input| i.kind == kind && i.span == self.survey.entry && i.name == name;
        self.program.inputs.iter().find(is_it).map(|i| i.symbol)
    }

    fn scalar(&self, symbol: Symbol) -> Option<&Int> {
        self.witness.values.get(&symbol).and_then(InputValue::scalar)
    }

    /// The numbers that a variadic function is called with behind its parameters.
    fn further(&self, parameter: &Parameter, group: &Group) -> Result<Vec<Int>, String> {
        let Some(name) = &parameter.name else { return Ok(vec![]) };
        let of_it = |input: &&&Input| input.name == *name || is_inside(&input.name, name);
        let length = self.own(InputKind::Length, &said_of(name, LENGTH)).and_then(|symbol| self.scalar(symbol));
        let bytes = length.map_or(Ok(0), u64::try_from).unwrap_or(u64::MAX);
        let mut values = None;
        for input in group.iter().filter(of_it).filter(|input| input.kind != InputKind::Length) {
            if input.name == *name && self.bytes(input) == 1 {
                values = Some(input.symbol);
            } else {
                return Err("the further arguments of the entry function have pointers inside".into());
            }
        }
        let count = bytes / WORD;
        if count > MOST_FURTHER {
            return Err(format!("the entry function has {count} further arguments"));
        }
        if count > 0 && self.survey.lists_hold_others {
            return Err("the further arguments of the entry function may be other things than integers".into());
        }
        let byte = |i: u64| values.map_or(Int::ZERO, |symbol| self.value(symbol, i));
        let word = |at: u64| (0..WORD).rev().fold(Int::ZERO, |sum, i| sum * 256 + byte(at * WORD + i));
        Ok((0..count).map(word).collect())
    }

    fn declared(&self, i: usize, parameter: &Parameter, group: &Group) -> Result<Argument, String> {
        let Some(name) = &parameter.name else { return Ok(Argument::Nothing) };
        let is_elsewhere = self.is_placed(name) || self.program.within.contains_key(name);
        let is_placed = matches!(parameter.ty, Type::Pointer(_)) && is_elsewhere;
        let has_pointers = super::memory::leads_on(&parameter.ty) || self.program.inner.contains_key(name);
        if has_pointers || is_placed {
            return self.memory(parameter, group, self.given_strings(i, group)).map(Argument::Memory);
        }
        let all: Vec<&Input> = group.iter().copied().filter(|i| i.name == *name || is_inside(&i.name, name)).collect();
        let scalar = |symbol| self.scalar(symbol).cloned();
        let length = self.own(InputKind::Length, &said_of(name, LENGTH));
        let null = self.own(InputKind::Scalar, &said_of(name, NULL)).filter(|_| length.is_some());
        if null.and_then(scalar).is_some_and(|v| v == Int::ONE) {
            return Ok(Argument::Null);
        }
        let count = length.map(|symbol| scalar(symbol).unwrap_or(Int::ZERO));
        let members: Vec<&Input> = all.iter().copied().filter(|i| i.name != *name && Some(i.symbol) != null).collect();
        if !members.is_empty() {
            return self.structs(parameter, count, &members);
        }
        let Some(input) = all.iter().find(|i| i.name == *name) else {
            // Nothing says what is in it, but it may be there.
            return match count {
                Some(_) => self.memory(parameter, group, None).map(Argument::Memory),
                None => Ok(Argument::Nothing),
            };
        };
        Ok(match count {
            Some(count) => {
                Argument::Array { tape: self.whole(input, &(&count - Int::ONE)), count, at: self.remainder(name) }
            }
            None if matches!(input.kind, InputKind::Array { .. }) => match parameter.ty {
                Type::Struct(_) => Argument::Memory(self.memory(parameter, group, None)?),
                _ => self.of_bytes(input, &parameter.ty),
            },
            None => {
                let value = scalar(input.symbol).unwrap_or(Int::ZERO);
                Argument::Value { value, bytes: self.bytes(input), format: self.format(input) }
            }
        })
    }

    /// The remainder of the address of what a parameter points to, by what the harness can choose, if the witness says it.
    fn remainder(&self, parameter: &str) -> Option<Int> {
        let name = format!("&{parameter}");
        let is_it = |i: &&Input| i.name == name && i.kind == InputKind::Scalar;
        let input = self.program.inputs.iter().find(is_it)?;
        let value = self.witness.values.get(&input.symbol)?.scalar()?;
        Some(value - floor_div(value, &Int::from(BLOCK)) * Int::from(BLOCK))
    }

    /// An argument that is bytes in the program.
    fn of_bytes(&self, input: &Input, ty: &Type) -> Argument {
        let bytes = match (input.kind, ty) {
            (InputKind::Array { size: Some(size), .. }, _) => size,
            _ => 8,
        };
        let byte = |i: u64| self.value(input.symbol, i) * (Int::ONE << (8 * i) as usize);
        let bits = (0..bytes).fold(Int::ZERO, |sum, i| sum + byte(i));
        match floats::format_of(ty) {
            Some(format) => {
                let rank = u64::try_from(bits).map_or(0, |bits| format.rank(bits));
                Argument::Value { value: Int::from(rank), bytes, format: Some(format) }
            }
            None => Argument::Value { value: bits, bytes, format: None },
        }
    }

    /// How many arguments the program is given, where a parameter is these.
    fn given_strings(&self, i: usize, group: &Group) -> Option<Int> {
        let first = self.survey.parameters.first()?.name.as_deref()?;
        let is_it = i == 1 && self.program.entry == "main" && matches!(self.survey.parameters[0].ty, Type::Int(_));
        let input = group.iter().find(|input| input.name == first).filter(|_| is_it);
        let count =
            input.and_then(|input| self.witness.values.get(&input.symbol)).and_then(InputValue::scalar).cloned();
        is_it.then(|| count.unwrap_or(Int::ZERO))
    }

    fn structs(&self, parameter: &Parameter, count: Option<Int>, inputs: &[&Input]) -> Result<Argument, String> {
        let name = parameter.name.as_deref().unwrap_or_default();
        let (Some(of), Some(base)) = (parameter.structure(), parameter.structure_name()) else {
            return Err(format!("the type of `{name}` has no name, so a harness cannot make one"));
        };
        let members = inputs.iter().map(|input| self.member(of, input)).collect::<Result<_, _>>()?;
        Ok(Argument::Struct { base, count, members })
    }

    fn member(&self, of: &StructType, input: &Input) -> Result<Member, String> {
        let (mut path, mut is_bit_field, mut of) = (Vec::new(), false, Some(of));
        for name in parts_of(&input.name).skip(1) {
            let Some(field) = of.and_then(|of| field(of, name)) else {
                return Err(format!("the member `{name}` of `{}` is not known", input.name));
            };
            let (mut ty, mut dimensions) = (&field.ty, 0);
            while let Type::Array(element, _) = ty {
                (ty, dimensions) = (element, dimensions + 1);
            }
            is_bit_field = field.bits.is_some();
            path.push((name.to_string(), dimensions));
            of = if let Type::Struct(inner) = ty { Some(inner) } else { None };
        }
        Ok(Member { path, is_bit_field, tape: self.whole(input, &Int::from(u64::MAX)) })
    }

    /// All values of an input of the entry function, up to this index.
    fn whole(&self, input: &Input, high: &Int) -> Tape {
        let mut tape = self.empty(input, &input.name);
        match self.witness.values.get(&input.symbol) {
            Some(InputValue::Scalar(v)) => tape.default = floats::bits(v, tape.format),
            _ => (tape.ranges, tape.default) = self.whole_of(input, high),
        }
        tape
    }
}

/// A member by its name, which members without a name count as theirs.
fn field<'a>(of: &'a StructType, name: &str) -> Option<&'a Field> {
    let fields = of.fields()?;
    let own = fields.iter().find(|f| f.name.as_deref() == Some(name));
    own.or_else(|| {
        let nameless = fields.iter().filter(|f| f.name.is_none());
        nameless.filter_map(|f| if let Type::Struct(inner) = &f.ty { field(inner, name) } else { None }).next()
    })
}

/// Statements that make the arguments, and the arguments.
pub(super) fn write(feed: &Feed, out: &mut String) -> Result<(String, String), String> {
    let (mut declared, mut calls, mut arguments) = (String::new(), String::new(), Vec::new());
    let mut moves = Moves::default();
    for (i, argument) in feed.arguments.iter().enumerate() {
        arguments.push(match argument {
            Argument::Nothing | Argument::Null => "0".to_string(),
            Argument::Value { value, format, .. } => match format {
                Some(format) => floats::constant(*format, format.bits_of(value)),
                None => literal(value),
            },
            Argument::Array { count, tape, at } => {
                check_size(&tape.name, count, tape.bytes)?;
                write_tape(&format!("lariat_argument_{i}"), tape, out);
                let of = format!("({count}, {}, &lariat_argument_{i}", tape.bytes);
                let make = at
                    .as_ref()
                    .map_or_else(|| format!("lariat_array{of})"), |at| format!("lariat_array_at{of}, {at})"));
                let _ = writeln!(declared, "    void *lariat_{i} = {make};");
                format!("lariat_{i}")
            }
            Argument::Further(values) => {
                // Each is as wide as what a function looks for.
                arguments.extend(values.iter().map(|value| format!("(unsigned long long){}", literal(value))));
                continue;
            }
            Argument::Memory(memory) => {
                let variable = format!("lariat_{i}");
                write_memory(memory, &variable, out, (&mut declared, &mut calls));
                moves.add(memory, &variable, &mut declared);
                memory.argument.replace(HERE, &variable)
            }
            Argument::Struct { base, count, members } => {
                let pointer = if count.is_some() { "(void *)" } else { "*" };
                let count = count.clone().unwrap_or(Int::ONE);
                let _ = writeln!(declared, "    {base} *lariat_{i} = lariat_objects({count}, sizeof({base}));");
                for (j, member) in members.iter().enumerate() {
                    check_size(&member.tape.name, &count, member.tape.bytes)?;
                    let tape = format!("lariat_argument_{i}_{j}");
                    write_tape(&tape, &member.tape, out);
                    // Objects begin with zeros.
                    if !member.tape.ranges.is_empty() || member.tape.default != Int::ZERO {
                        calls.push_str(&write_member(&format!("lariat_{i}"), &count, member, &tape));
                    }
                }
                format!("{pointer}lariat_{i}")
            }
        });
    }
    for (i, returned) in feed.returned.iter().enumerate() {
        let variable = super::returned::variable(i);
        write_memory(&returned.memory, &variable, out, (&mut declared, &mut calls));
        moves.add(&returned.memory, &variable, &mut declared);
        let _ = writeln!(calls, "    {variable}_all = (void *){variable};");
    }
    Ok((declared + &calls + &moves.statements(), arguments.join(", ")))
}

/// What is declared, and the statements that make the rest.
pub(super) fn write_memory(
    memory: &Memory,
    variable: &str,
    out: &mut String,
    (declared, calls): (&mut String, &mut String),
) {
    for (number, tape) in memory.tapes.iter().enumerate() {
        write_tape(&format!("{variable}_{number}"), tape, out);
    }
    for line in &memory.lines {
        let line = line.replace(HERE, variable);
        let makes = ["lariat_objects(", streams::OPENED];
        let is_declared = makes.iter().any(|made| line.contains(&format!("*{variable} = {made}")));
        let _ = writeln!(if is_declared { &mut *declared } else { &mut *calls }, "    {line}");
    }
}

fn check_size(name: &str, count: &Int, bytes: u64) -> Result<(), String> {
    match count * Int::from(bytes) > Int::from(MOST_BYTES) {
        true => Err(format!("`{name}` has {count} elements, which a harness does not allocate")),
        false => Ok(()),
    }
}

/// A loop over the objects, and over each array on the way to a member, in the order of the indices.
fn write_member(objects: &str, count: &Int, member: &Member, tape: &str) -> String {
    let mut out = String::new();
    let mut indices = Vec::new();
    let mut each = |end: &str| {
        let i = format!("lariat_i{}", indices.len());
        let _ = write!(out, " for ({i} = 0; {i} < {end}; {i}++)");
        indices.push(i.clone());
        i
    };
    let mut place = format!("{objects}[{}]", each(&count.to_string()));
    for (position, (name, dimensions)) in member.path.iter().enumerate() {
        place = format!("{place}.{name}");
        // All dimensions of the last one are filled at once.
        for _ in 0..if position + 1 < member.path.len() { *dimensions } else { 0 } {
            let i = each(&format!("sizeof {place} / sizeof {place}[0]"));
            place = format!("{place}[{i}]");
        }
    }
    let bytes = member.tape.bytes;
    let _ = match member.is_bit_field {
        true => write!(out, " {place} = lariat_next(&{tape});"),
        false => write!(out, " lariat_fill((void *)&{place}, sizeof {place} / {bytes}, {bytes}, &{tape});"),
    };
    // Loops that declare their own are no C89.
    format!("    {{ unsigned long long {};{out} }}\n", indices.join(", "))
}
