//! Pointers and structs that functions without a body return: made before the entry function is called, and given by
//! their numbers.

use super::feed::{Feed, Feeder, Group, Tape};
use super::memory::Memory;
use super::stores;
use super::survey::Parameter;
use super::text::literal;
use crate::frontend::c::tree::Type;
use crate::program::said::parts_of;
use crate::term::Int;
use std::collections::BTreeSet;
use std::fmt::Write;

/// So many different ones are made, at most.
const MOST_RETURNED: usize = 4096;

/// What a function returns.
#[derive(Clone, Debug)]
pub(super) struct Returned {
    /// The function.
    pub name: String,
    /// The numbers of what is made.
    numbers: Vec<Int>,
    /// An array of that.
    pub memory: Memory,
    /// What it is called if it is a struct.
    pub structure: Option<String>,
}

impl Feeder<'_> {
    /// The functions without a body that are called and return pointers or structs.
    pub fn returning(&self) -> BTreeSet<&str> {
        let names = self.program.inputs.iter().filter_map(|input| of_result(&input.name));
        names.collect::<BTreeSet<&str>>().into_iter().filter(|name| self.gives(name).is_some()).collect()
    }

    /// The pointer or struct that a function gives, as a parameter of that type is declared.
    pub fn gives(&self, name: &str) -> Option<Parameter> {
        let gives = match self.survey.declared.get(name) {
            Some(prototype) => prototype.gives.clone(),
            None => Parameter::of_type(self.called_back(name)?),
        };
        let is_callback = !self.survey.declared.contains_key(name);
        Some(gives).filter(|p| matches!(p.ty, Type::Pointer(_)) || matches!(p.ty, Type::Struct(_)) && !is_callback)
    }

    /// What a function from outside gives, by the members that lead to it.
    fn called_back(&self, name: &str) -> Option<Type> {
        let mut parts = parts_of(name);
        let root = parts.next();
        let mut ty = &self.survey.parameters.iter().find(|p| p.name.as_deref() == root)?.ty;
        loop {
            ty = match ty {
                Type::Pointer(to) | Type::Array(to, _) => to,
                Type::Struct(s) => {
                    let part = parts.next()?;
                    &s.fields()?.iter().find(|field| field.name.as_deref() == Some(part))?.ty
                }
                Type::Function(signature) => return Some(signature.result.clone()),
                _ => return None,
            };
        }
    }

    /// All that a function returns in a run, by what its tape says of each call.
    pub fn returned(&self, name: &str, group: &Group, tape: Option<&Tape>) -> Result<Returned, String> {
        let Some(gives) = self.gives(name) else { return Err(format!("what `{name}` returns is not known")) };
        let mut numbers = BTreeSet::from([Int::ZERO]);
        if let Some(tape) = tape {
            numbers.insert(tape.default.clone());
            for range in &tape.ranges {
                let mut at = range.from.clone();
                while at <= range.to && numbers.len() <= MOST_RETURNED {
                    numbers.extend(range.at(&at));
                    at = if range.slope.is_zero() { &range.to + Int::ONE } else { at + &range.step };
                }
            }
        }
        let is_struct = matches!(gives.ty, Type::Struct(_));
        if numbers.len() > MOST_RETURNED {
            return Err(format!("`{name}` returns more than {MOST_RETURNED} different things"));
        }
        let numbers: Vec<Int> = numbers.into_iter().collect();
        let memory = self.array_of(&format!("{name}()"), &gives, group, &numbers)?;
        let structure = gives.structure_name().filter(|_| is_struct);
        Ok(Returned { name: name.into(), numbers, memory, structure })
    }
}

/// The function of which an input says what it returns, if that is what it says.
pub(super) fn of_result(input: &str) -> Option<&str> {
    input.trim_start_matches(['(', '*']).split_once("()").map(|(name, _)| name)
}

/// The variable with what a function returns, by the function's number.
pub(super) fn variable(number: usize) -> String {
    format!("lariat_returned_{number}")
}

/// What such a function returns, given the number of that.
pub(super) fn one(number: usize, which: &str) -> String {
    format!("{}_one({which})", variable(number))
}

/// In front of the program: what finds a pointer by its number. Structs are known behind it.
pub(super) fn declare(feed: &Feed, out: &mut String) {
    for (i, Returned { numbers, .. }) in feed.returned.iter().enumerate() {
        let (variable, count) = (variable(i), numbers.len());
        let numbers = numbers.iter().map(literal).collect::<Vec<_>>().join(", ");
        let _ = writeln!(
            out,
            "static void **{variable}_all;\n\
             static __attribute__((unused)) unsigned long long {variable}_at(unsigned long long number) {{\n    \
             static const unsigned long long numbers[] = {{{numbers}}};\n    unsigned long long i;\n    \
             for (i = 0; i < {count}; i++)\n        if (numbers[i] == number)\n            return i;\n    \
             return 0;\n}}\n\
             static __attribute__((unused)) void *{variable}_one(unsigned long long number) {{\n    \
             return {variable}_all[{variable}_at(number)];\n}}"
        );
    }
}

/// Behind the program: functions that return structs.
pub(super) fn write(feed: &Feed, out: &mut String) {
    for (i, Returned { name, structure, .. }) in feed.returned.iter().enumerate() {
        let Some(structure) = structure else { continue };
        let (variable, own) = (variable(i), format!("{}_given", variable(i)));
        let given = |number: &str| format!("return (({structure} *){variable}_all)[{variable}_at({number})];");
        let (declared, parameters, body) = match stores::storing(feed, name, given) {
            Some(all) => (all.declared, all.parameters, all.body),
            None => {
                let tape = feed.functions.iter().position(|tape| tape.name == *name);
                let number = tape.map_or("0".into(), |i| format!("lariat_next(&lariat_function_{i})"));
                (String::new(), "void".to_string(), given(&number))
            }
        };
        let _ = writeln!(
            out,
            "{declared}extern {structure} {own}({parameters}) LARIAT_SYMBOL(\"{name}\");\n\
             {structure} {own}({parameters}) {{ {body} }}"
        );
    }
}
