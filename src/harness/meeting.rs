//! Pointers from outside that lead into the objects of others, or not to the beginning of their own.
//!
//! Each has an object all the same, into which others may lead: it is made first, and what leads elsewhere is moved
//! once all are there.

use super::feed::Feeder;
use super::memory::{HERE, Making, Memory};
use crate::frontend::c::tree::Type;
use crate::program::said::{INTO, OFFSET, is_inside, parts_of, said_of};
use crate::replay::InputValue;
use crate::term::Int;
use std::fmt::Write;

/// Behind the name of a variable with memory: the one with where pointers in it lead.
const MOVED: &str = "_moved";

/// Statements that move pointers, once everything is made: nothing before that is known where all of it leads.
#[derive(Default)]
pub(super) struct Moves {
    reads: String,
    writes: String,
}

impl Moves {
    /// Those in some memory, given its variable, and what is declared: what is led to is moved before what leads there.
    pub fn add(&mut self, memory: &Memory, variable: &str, declared: &mut String) {
        if memory.moves.is_empty() {
            return;
        }
        let all = format!("{variable}{MOVED}");
        let _ = writeln!(declared, "    void **{all} = lariat_objects({}, sizeof(void *));", memory.moves.len());
        for (i, (at, to)) in memory.moves.iter().enumerate() {
            let (at, to) = (at.replace(HERE, variable), to.replace(HERE, variable));
            let _ = writeln!(self.reads, "    {all}[{i}] = {to};");
            let _ = writeln!(self.writes, "    *(void **)&{at} = {all}[{i}];");
        }
    }

    /// All of them.
    pub fn statements(self) -> String {
        self.reads + &self.writes
    }
}

impl Feeder<'_> {
    /// Whether a parameter of this name leads somewhere, or others to its object, as inputs say.
    pub fn is_placed(&self, name: &str) -> bool {
        let (own, into, of_others) = (said_of(name, OFFSET), said_of(name, INTO), format!(".{INTO}{name}"));
        let of_members = format!(".{INTO}&{name}.");
        let is_others = |input: &str| input.ends_with(&of_others) || input.contains(&of_members);
        let is_it = |input: &str| input == own || input.starts_with(&into) || is_others(input);
        let all = self.program.inputs.iter().filter(|input| input.span == self.survey.entry);
        all.into_iter().any(|input| is_it(&input.name))
    }

    /// The pointer into whose object another one leads, by name.
    fn led_into(&self, name: &str, at: &Int) -> Option<&str> {
        let prefix = said_of(name, INTO);
        let all = self.program.inputs.iter().filter(|input| input.span == self.survey.entry).rev();
        let is_inside = |value: &InputValue| match value {
            InputValue::Scalar(v) => *v == Int::ONE,
            of => of.element(at) == Some(Int::ONE),
        };
        let chosen = |symbol| self.witness.values.get(&symbol).is_some_and(is_inside);
        all.filter(|input| chosen(input.symbol)).find_map(|input| input.name.strip_prefix(&prefix))
    }

    /// The variable of a parameter, or the address of one at file scope; a member of either, or the address of that.
    fn variable_of(&self, name: &str) -> Option<String> {
        let (is_address, name) = name.strip_prefix('&').map_or((false, name), |name| (true, name));
        let mut parts = parts_of(name);
        let first = parts.next()?;
        let rest: Vec<&str> = parts.collect();
        let member = !rest.is_empty();
        let parameter = self.survey.parameters.iter().position(|p| p.name.as_deref() == Some(first));
        let global = self.survey.globals.iter().find(|global| global.name == first).map(|global| &global.ty);
        let global = global.or_else(|| self.survey.constants.get(first));
        let (ty, base) = match (parameter, global) {
            (Some(number), _) => {
                let Type::Pointer(to) = &self.survey.parameters[number].ty else { return None };
                let base = format!("lariat_{number}");
                let within = self.program.within.get(first).filter(|_| !member);
                let inside = within.map(|offset| format!("((char *){base} + {offset})"));
                (&**to, inside.unwrap_or(base))
            }
            (None, Some(ty)) => (ty, format!("&{first}")),
            (None, None) => return None,
        };
        // Another object than that of the variable may be called so.
        let mut of = ty;
        for part in &rest {
            let Type::Struct(s) = of else { return None };
            of = &s.fields()?.iter().find(|field| field.name.as_deref() == Some(part))?.ty;
        }
        if matches!(of, Type::Array(..)) {
            // Which element it is says the place of the pointer.
            return None;
        }
        let sign = if is_address { "&" } else { "" };
        Some(if member { format!("{sign}({base})->{}", rest.join(".")) } else { base })
    }
}

impl Making<'_> {
    /// The pointer of a parameter of this name, whose object is in a variable.
    pub fn placed(&self, name: &str, variable: &str) -> Option<String> {
        let offset = self.value(&said_of(name, OFFSET), &Int::ZERO);
        let into = self.feeder.led_into(name, &Int::ZERO);
        let into =
            into.map(|other| self.feeder.variable_of(other)).map_or(Some(None), |variable| variable.map(Some))?;
        Some(match into {
            Some(other) if offset.is_zero() => format!("(void *){other}"),
            // It may be of another type.
            Some(other) => format!("(void *)((char *)({other}) + {offset} * (long)sizeof(*{variable}))"),
            None if offset.is_zero() => format!("(void *){}", self.inside(name, variable)),
            None => format!("(void *)({} + {offset})", self.inside(name, variable)),
        })
    }

    /// Where a pointer leads whose object is at a place.
    fn inside(&self, name: &str, at: &str) -> String {
        match self.within(name) {
            0 => at.to_string(),
            offset => format!("((char *){at} + {offset})"),
        }
    }

    /// The statements that move a pointer at a place in memory to where it leads.
    pub fn place_later(&mut self, (name, to): (&str, &Type), at: &str, position: &Int) {
        let offset = self.value(&said_of(name, OFFSET), position);
        let into = self.feeder.led_into(name, position).map(|other| {
            // Of several it is the one that the pointer began at.
            let of_it = match other.strip_prefix('&') {
                Some(member) => is_inside(name, member),
                // What is beside it in bytes is found from the variable.
                None => {
                    let is_member = !at.starts_with("(*(") && parts_of(other).count() > 1;
                    is_member && parts_of(name).next() == parts_of(other).next()
                }
            };
            if other == name {
                return self.inside(other, &first_of(at));
            }
            match self.feeder.variable_of(other).filter(|_| !of_it) {
                Some(variable) => variable,
                None => self.inside(other, &beside(name, at, other, matches!(to, Type::Pointer(_)))),
            }
        });
        if into.is_some() || !offset.is_zero() || self.within(name) > 0 {
            // What has no size is not moved.
            let to = match into {
                Some(other) if offset.is_zero() => other,
                // It may be of another type.
                Some(other) => format!("((char *)({other}) + {offset} * (long)sizeof(*{at}))"),
                None if offset.is_zero() => self.inside(name, at),
                None => format!("({} + {offset})", self.inside(name, at)),
            };
            self.memory.moves.push((at.to_string(), format!("(void *){to}")));
        }
    }
}

/// The first of all elements that stand where one does.
fn first_of(at: &str) -> String {
    let mut parts = at.split('[');
    let before = parts.next().unwrap_or_default().to_string();
    parts.fold(before, |all, part| match part.split_once(']') {
        Some((index, rest)) if index.bytes().all(|c| c.is_ascii_digit()) => format!("{all}[0]{rest}"),
        _ => format!("{all}[{part}"),
    })
}

/// Where another member is of the struct that leads to a pointer, given the names of both and where the pointer is: what
/// that leads to, or its address; which is that of a pointer itself where such pointers are led to.
fn beside(name: &str, at: &str, other: &str, to_pointers: bool) -> String {
    let (sign, other) = other.strip_prefix('&').map_or(("", other), |other| ("&", other));
    let common = parts_of(name).zip(parts_of(other)).take_while(|(a, b)| a == b).count();
    let own = parts_of(name).count() - common;
    let holder = (0..own).try_fold(at, |at, _| around(at)).unwrap_or(at);
    if (sign.is_empty() || to_pointers) && parts_of(other).count() == common {
        // It was followed from there.
        return format!("{sign}{}", without_element(holder));
    }
    let rest: String = parts_of(other).skip(common).map(|part| format!(".{part}")).collect();
    format!("{sign}{holder}{rest}")
}

/// What a member is in, or a pointer to it that is seen as one to something else.
fn around(at: &str) -> Option<&str> {
    let element = without_element(at);
    let pointer = match element.strip_prefix("((").filter(|_| element.ends_with(')')) {
        Some(seen) => seen.split_once(')')?.1.strip_suffix(')')?,
        None => at,
    };
    pointer.rsplit_once('.').map(|(holder, _)| holder)
}

/// A pointer, where this is an element that it leads to.
fn without_element(at: &str) -> &str {
    at.strip_suffix(']').and_then(|at| at.rsplit_once('[')).map_or(at, |(pointer, _)| pointer)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_of_all_elements_is_found() {
        assert_eq!(first_of("here[3].to[12].p"), "here[0].to[0].p");
        assert_eq!(first_of("(*(struct s **)(here + 8))"), "(*(struct s **)(here + 8))");
        assert_eq!(first_of("here[2]"), "here[0]");
    }

    #[test]
    fn members_are_found_beside_each_other() {
        assert_eq!(beside("c.end", "here[0].end", "c.p", false), "here[0].p");
        assert_eq!(beside("c.in.end", "here[0].in.end", "c.p", false), "here[0].p");
        assert_eq!(beside("c.in.next", "here[0].in.next", "&c.in", false), "&here[0].in");
        assert_eq!(beside("c.in.next", "here[0].in[2].next", "&c.in", false), "&here[0].in[2]");
        let at = "((struct s *)here[0].in[2].next)[0].node.next";
        assert_eq!(beside("c.in.next.node.next", at, "&c.in", false), "&here[0].in[2]");
        assert_eq!(beside("c.in.next", "here[0].in.next", "&c.end.first", false), "&here[0].end.first");
        assert_eq!(beside("c.next.back", "here[0].next[2].back", "c.next", false), "here[0].next");
        assert_eq!(
            beside("c.in.next.next.back", "here[0].in.next[0].next[0].back", "c.in.next", false),
            "here[0].in.next"
        );
        assert_eq!(beside("c.head.next.next", "here[0].head[0].next[0].next", "c.tail", false), "here[0].tail");
        assert_eq!(beside("c.next.back", "here[0].next[0].back", "&c.next", true), "&here[0].next");
        assert_eq!(beside("c.next.end", "here[0].next[2].end", "c.next.in.p", false), "here[0].next[2].in.p");
    }
}
