//! What global variables hold when the entry function is called, where they may hold anything: set by their names, in a
//! function behind the file that defines them.

use super::argument::write_memory;
use super::feed::{Feed, Feeder, Group};
use super::meeting::Moves;
use super::memory::Memory;
use super::survey;
use super::text::{Parts, literal};
use crate::program::said::INTO;
use crate::program::{About, Input, InputKind};
use crate::replay::InputValue;
use crate::term::Int;
use std::fmt::Write;

/// What the assumption is called that volatile memory can hold anything.
const VOLATILE: &str = "volatile";

/// One variable.
#[derive(Clone, Debug)]
pub(super) struct Global {
    /// The text that defines it.
    text: u32,
    /// How it gets its value.
    pub memory: Memory,
}

impl Feeder<'_> {
    /// The number of the variable at file scope that an input is a part of, given the first name in that of the input.
    pub fn global_called(&self, root: &str, input: &Input) -> Option<usize> {
        let all = self.survey.globals.iter().enumerate();
        let named: Vec<(usize, &survey::Global)> = all.filter(|(_, global)| global.name == root).collect();
        let at = named.iter().find(|(_, global)| global.place == input.span);
        // What pointers lead to has no place but the entry function, which does not tell two of one name apart.
        let only = named.first().filter(|_| named.len() == 1 && input.span == self.survey.entry);
        at.or(only).map(|(number, _)| *number)
    }

    /// Why an input cannot be fed that is none of what a harness sets.
    pub fn refusal(&self, input: &Input) -> String {
        let (name, line) = (&input.name, input.span.line);
        let has_it = |about: &About| matches!(about, About::Symbols(all) if all.contains(&input.symbol));
        match self.program.assumptions.iter().any(|a| a.name == VOLATILE && has_it(&a.about)) {
            true => format!(
                "`{name}` (line {line}) is volatile, and no harness chooses what reads of it find (`--volatile memory`: what the program stored)"
            ),
            false => format!("the witness sets `{name}` (line {line}), which a harness cannot"),
        }
    }

    /// Sets a variable.
    pub fn global(&self, number: usize, group: &Group) -> Result<Global, String> {
        let survey::Global { name, ty, text, .. } = &self.survey.globals[number];
        let inside = format!("{name}.");
        let leads_away = |input: &&&Input| {
            let into = input.name.split_once(INTO).map(|(_, into)| into.trim_start_matches('&'));
            let is_away = into.is_some_and(|into| into != name && !into.starts_with(&inside));
            is_away && self.was_read(input)
        };
        if let Some(input) = group.iter().find(leads_away)
            && !matches!(self.witness.values.get(&input.symbol), Some(InputValue::Scalar(v)) if v.is_zero())
        {
            return Err(format!("the witness sets `{}`, which a harness cannot", input.name));
        }
        let mut making = self.making(group);
        // It begins with something else than zeros, and what is constant in it is stored to as well.
        making.line(format!("lariat_clear((void *)&{name}, sizeof({name}));"));
        match group.iter().find(|input| input.name == *name).map(|input| (*input, input.kind)) {
            // Integers, or the bytes of whatever it is.
            Some((input, InputKind::Array { size: Some(size), .. })) => {
                making.fill(input, &format!("&{name}"), &Int::ZERO, &Int::from(size));
                making.pointers_in_bytes((name, &Int::ZERO), &format!("&{name}"), &Int::from(size))?;
            }
            _ => making.objects(ty, name, &format!("(&{name})"), &Int::ZERO, &Int::ONE)?,
        }
        Ok(Global { text: *text, memory: making.memory })
    }
}

/// The function behind a file that sets the variables it defines, if there are any.
pub(super) fn write(parts: &Parts, file: u32, out: &mut String) {
    let home = |at: u32| parts.others.iter().map(|(number, _)| *number).find(|n| *n == at).unwrap_or(parts.main);
    for (i, global) in parts.feed.globals.iter().enumerate().filter(|(_, global)| home(global.text) == file) {
        let (mut declared, mut calls) = (String::new(), String::new());
        let (variable, mut moves) = (format!("lariat_global_{i}"), Moves::default());
        write_memory(&global.memory, &variable, out, (&mut declared, &mut calls));
        moves.add(&global.memory, &variable, &mut declared);
        calls += &moves.statements();
        let _ = writeln!(out, "void lariat_set_global_{i}(void) {{\n{declared}{calls}}}");
    }
}

/// The calls of these functions, in front of that of the entry function, and what `errno` is set to.
pub(super) fn calls(feed: &Feed) -> String {
    let mut out = String::new();
    if let Some(errno) = &feed.errno {
        let place = "int *lariat_errno_place(void) LARIAT_SYMBOL(\"__errno_location\")";
        let _ = writeln!(out, "    {{ extern {place}; *lariat_errno_place() = {}; }}", literal(errno));
    }
    for i in 0..feed.globals.len() {
        let _ = writeln!(out, "    {{ void lariat_set_global_{i}(void); lariat_set_global_{i}(); }}");
    }
    out
}
