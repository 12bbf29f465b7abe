//! `rand`, `getchar`, `scanf`: what a program reads from the world.

use crate::frontend::c::lower::scope::{Fallible, Lowering};
use crate::frontend::c::lower::value::{Operand, Value};
use crate::frontend::c::tree::{Expr, ExprKind, IntKind, Type};
use crate::term::{Cmp, Range};

impl<'a> Lowering<'a> {
    /// The result of a function that reads an integer of a range.
    pub fn ranged_input(&mut self, name: &str, range: Range) -> Value {
        self.read_ranged(name, IntKind::Int, range)
    }

    /// `scanf` and its like: the first arguments are read, as many as the result says.
    pub fn scan(&mut self, name: &str, call: &'a Expr, arguments: &'a [Expr], skip: usize) -> Fallible<Operand> {
        let Some((format, places)) = arguments.get(skip..).and_then(<[_]>::split_first) else {
            return Err(self.problem(format!("`{name}` takes a format"), call.span));
        };
        let ExprKind::String(text) = &format.bare().kind else {
            return self.refuse(&format!("`{name}` with a format that is no literal"), format.span);
        };
        let text = text.split(|byte| *byte == 0).next().unwrap_or_default();
        let wanted = conversions(&String::from_utf8_lossy(text));
        let Some(kinds) = wanted.filter(|kinds| kinds.len() == places.len()) else {
            let problem = self.problem(format!("this format of `{name}` is not supported"), format.span);
            return Err(problem.with_help("integers can be read: %d %i %u %x %o %c with hh, h, l or ll"));
        };
        let mut values = self.unsequenced(arguments, |this, at, place| {
            if at <= skip {
                return this.passed(place);
            }
            let Operand::Pointer(p) = this.expression(place)? else {
                return Err(this.problem("this is not a pointer", place.span));
            };
            let kind = kinds[at - skip - 1];
            let bits = |k: IntKind| k.storage_bits(this.rules.model);
            match &p.to {
                Type::Int(to) if bits(*to) == bits(kind) => Ok(Operand::Pointer(this.keep_pointer(p))),
                other => this.refuse(&format!("a {} is read into {}", kind.name(), other.describe()), place.span),
            }
        })?;
        self.owe_streams(name, arguments, &values, call.span);
        let pointers = values.split_off(skip + 1);
        self.about_to_call(name);
        self.inside_call();
        let count = self.ranged_input(name, Range::new(-1, pointers.len()));
        let terms = self.rules.terms;
        for (i, p) in pointers.iter().enumerate() {
            let Operand::Pointer(p) = p else { continue };
            let (yes, no) = (self.flow.fresh(), self.flow.fresh());
            let was_read = terms.cmp(Cmp::Gt, self.rules.term(&count), terms.int(i));
            self.flow.branch(was_read, yes, no);
            self.flow.resume(yes);
            let target = self.pointed_to(p, places[i].span)?;
            let v = self.read_result(&format!("{name} {}", i + 1), kinds[i]);
            let v = self.as_type(Operand::Int(v), &target.ty.clone(), places[i].span)?;
            self.write(&target, &v, places[i].span)?;
            self.flow.jump(no);
            self.flow.resume(no);
        }
        Ok(Operand::Int(count))
    }
}

/// The integer types a format reads; nothing if it reads anything else.
fn conversions(format: &str) -> Option<Vec<IntKind>> {
    let mut kinds = Vec::new();
    let mut rest = format;
    while let Some((_, after)) = rest.split_once('%') {
        if let Some(after) = after.strip_prefix('%') {
            rest = after;
            continue;
        }
        let length = after.find(|c| c != 'h' && c != 'l').unwrap_or(after.len());
        let (length, after) = after.split_at(length);
        let signed = match after.chars().next()? {
            'd' | 'i' => true,
            'u' | 'x' | 'X' | 'o' => false,
            'c' if length.is_empty() => {
                kinds.push(IntKind::Char);
                rest = &after[1..];
                continue;
            }
            _ => return None,
        };
        let kind = match length {
            "hh" => IntKind::SChar,
            "h" => IntKind::Short,
            "" => IntKind::Int,
            "l" => IntKind::Long,
            "ll" => IntKind::LongLong,
            _ => return None,
        };
        kinds.push(if signed { kind } else { kind.unsigned_version() });
        rest = &after[1..];
    }
    Some(kinds)
}
