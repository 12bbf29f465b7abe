//! KLEE's format for test cases: objects with a name and bytes, in the order in which a program makes them symbolic.
//!
//! Numbers of the format are big-endian; the bytes of an object are as a little-endian machine has them. An object
//! without bytes cannot be read back by KLEE, so arrays without elements are left out.

use super::argument::Argument;
use super::feed::{Feeder, Origin};
use super::floats;
use super::order::{Event, Events};
use crate::program::Input;
use crate::term::{Int, Symbol, floor_div};
use rustc_hash::FxHashMap;

/// More bytes of inputs are not written.
const MOST_BYTES: u64 = 64 << 20;

/// The number of a read that nothing looks at.
const NOTHING: u64 = u64::MAX;

/// One input.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Object {
    pub name: String,
    pub bytes: Vec<u8>,
}

/// The inputs in the order of the program: arguments first, then variables of other files, then what is read on the way.
pub(super) fn objects(feeder: &Feeder) -> Result<Vec<Object>, String> {
    let groups = feeder.groups()?;
    let mut objects = Vec::new();
    let mut room = MOST_BYTES;
    let mut push = |name: &str, count: &Int, bytes: u64, value: &dyn Fn(u64) -> Int| {
        let total = u64::try_from(count * Int::from(bytes)).ok().filter(|total| *total <= room);
        let Some(total) = total else { return Err(format!("more than {} MiB of inputs", MOST_BYTES >> 20)) };
        room -= total;
        let all = (0..total / bytes).flat_map(|i| little_endian(&value(i), bytes)).collect::<Vec<u8>>();
        if !all.is_empty() {
            objects.push(Object { name: name.to_string(), bytes: all });
        }
        Ok(())
    };
    let arguments = feeder.arguments(groups.get(&Origin::Parameter).cloned())?;
    for (argument, parameter) in arguments.iter().zip(&feeder.survey.parameters) {
        let name = parameter.name.as_deref().unwrap_or_default();
        match argument {
            Argument::Nothing => {}
            Argument::Further(values) if values.is_empty() => {}
            Argument::Further(_) => {
                return Err("the further arguments of a variadic function are no object of KLEE's".into());
            }
            Argument::Value { value, bytes, format } => {
                push(name, &Int::ONE, *bytes, &|_| floats::bits(value, *format))?;
            }
            Argument::Array { count, tape, .. } => push(name, count, tape.bytes, &|i| tape.value(i))?,
            Argument::Null => return Err(format!("`{name}` is null, which no object of KLEE's is")),
            Argument::Memory(_) if feeder.is_placed(name) => {
                return Err(format!(
                    "`{name}` leads into what another pointer does, or to its middle, which no object of KLEE's says"
                ));
            }
            Argument::Memory(_) => return Err(format!("`{name}` has pointers inside, which no object of KLEE's has")),
            Argument::Struct { .. } => {
                return Err(format!("`{name}` has the layout of a struct, which is known to the compiler only"));
            }
        }
    }
    if let Some(input) = groups.get(&Origin::Zeroed).and_then(|group| group.first()) {
        let (name, line) = (&input.name, input.span.line);
        return Err(format!("the witness sets `{name}` (line {line}), which no object of KLEE's is"));
    }
    let is_global = |origin: &&Origin| matches!(origin, Origin::Global(_) | Origin::Static(_) | Origin::Errno);
    if let Some(origin) = groups.keys().find(is_global) {
        let name = &groups[origin][0].name;
        return Err(format!("the witness sets the global variable `{name}`, which no object of KLEE's is"));
    }
    for input in groups.get(&Origin::External).into_iter().flatten() {
        let count = Int::from(feeder.taken(input)?);
        push(&input.name, &count, feeder.bytes(input), &|i| feeder.bits(input, i))?;
    }
    if let Some(name) = feeder.returning().first() {
        return Err(format!("`{name}` returns a pointer or a struct, which no object of KLEE's is"));
    }
    let all = groups.values().flatten();
    if let Some(input) = all.into_iter().find(|i| feeder.place_of(i).is_some() && feeder.was_read(i)) {
        return Err(format!("the witness stores `{}`, which no test case of KLEE can", input.name));
    }
    let events: Events = feeder.events(&groups);
    let place = |s: Symbol| feeder.program.inputs.iter().position(|i| i.symbol == s).unwrap_or(usize::MAX);
    let heard: Vec<Symbol> = events.values().filter_map(|event| event.input).collect();
    // Arrays that no step reads as a whole stand where they are declared, which is where they were lowered.
    let locals = groups.iter().filter(|(origin, _)| matches!(origin, Origin::Local(_))).flat_map(|(_, group)| group);
    let mut silent: Vec<&Input> = locals.copied().filter(|i| !heard.contains(&i.symbol)).collect();
    silent.sort_by_key(|i| std::cmp::Reverse(place(i.symbol)));
    let mut numbers: FxHashMap<Symbol, u64> = FxHashMap::default();
    let mut declare = |input: &Input, number: u64| {
        let size = feeder.taken(input)?;
        let name = input.name.rsplit('.').next().unwrap_or(&input.name);
        let value = |i: u64| match number {
            NOTHING => Int::ZERO,
            _ => feeder.bits(input, number * size + i),
        };
        push(name, &Int::from(size), feeder.bytes(input), &value)
    };
    for Event { origin, input, .. } in feeder.walk(&events)? {
        let Some(group) = groups.get(origin) else { continue };
        let read = input.and_then(|s| feeder.program.input(s));
        if let Some(read) = read {
            while let Some(array) = silent.pop_if(|i| place(i.symbol) < place(read.symbol)) {
                declare(array, 0)?;
            }
        }
        match read {
            Some(input) => {
                let number = numbers.entry(input.symbol).or_insert(0);
                declare(input, *number)?;
                *number += 1;
            }
            // What nothing looks at is made all the same.
            None => declare(group[0], NOTHING)?,
        }
    }
    while let Some(array) = silent.pop() {
        declare(array, 0)?;
    }
    Ok(objects)
}

fn little_endian(v: &Int, bytes: u64) -> Vec<u8> {
    let modulus = Int::ONE << 64;
    let v = u64::try_from(v - floor_div(v, &modulus) * &modulus).expect("a remainder of 2^64");
    v.to_le_bytes()[..bytes as usize].to_vec()
}

/// The file: one argument, the program, and no symbolic ones.
pub(super) fn encode(program: &str, objects: &[Object]) -> Result<Vec<u8>, String> {
    let mut out = b"KTEST".to_vec();
    let number = |n: usize, out: &mut Vec<u8>| {
        let n = u32::try_from(n).map_err(|_| "more inputs than the format of KLEE can hold".to_string())?;
        out.extend(n.to_be_bytes());
        Ok::<(), String>(())
    };
    number(3, &mut out)?;
    number(1, &mut out)?;
    number(program.len(), &mut out)?;
    out.extend(program.as_bytes());
    number(0, &mut out)?;
    number(0, &mut out)?;
    number(objects.len(), &mut out)?;
    for Object { name, bytes } in objects {
        number(name.len(), &mut out)?;
        out.extend(name.as_bytes());
        number(bytes.len(), &mut out)?;
        out.extend(bytes);
    }
    Ok(out)
}
