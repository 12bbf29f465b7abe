//! The parts of structs and arrays, one by one where they are few, and in loops where they are many.

use super::place::Target;
use super::scope::{Fallible, Lowering};
use crate::frontend::c::layout::{member, union_storage};
use crate::frontend::c::tree::Type;
use crate::source::Bytes;
use crate::term::{Int, Range, Sort, Term};

/// So many values are copied one by one; more, and arrays of more than `FEW_ELEMENTS` of them are copied in loops.
const FEW_VALUES: u64 = 256;
const FEW_ELEMENTS: u64 = 16;

/// More values than that, outside of loops, are not copied.
const MOST_VALUES: usize = 4096;

/// The parts of two places of one type, in pairs.
pub(super) struct Parts {
    /// Arrays with more elements are copied in loops.
    longest: u64,
    /// Parts that have no parts.
    pub few: Vec<(Target, Target)>,
    /// Arrays whose elements are too many.
    pub many: Vec<Many>,
}

/// Two arrays with as many elements.
pub(super) struct Many {
    /// What they are arrays of, as each is seen.
    of: [Type; 2],
    length: u64,
    from: Target,
    to: Target,
}

impl Parts {
    /// Whether there are parts that are stored one after the other in loops.
    pub fn are_many(ty: &Type) -> bool {
        values_in(ty) > FEW_VALUES
    }

    /// No parts yet of something of this type.
    pub fn of(ty: &Type) -> Parts {
        let longest = if Parts::are_many(ty) { FEW_ELEMENTS } else { FEW_VALUES };
        Parts { longest, few: vec![], many: vec![] }
    }
}

impl<'a> Lowering<'a> {
    /// Finds the parts of two places; whether they are not too many.
    pub fn elements(&mut self, ty: &Type, from: Target, to: Target, out: &mut Parts) -> bool {
        match ty {
            Type::Struct(s) if !s.0.union => {
                let fields = s.fields().unwrap_or_default().to_vec();
                // A flexible array member is behind what is assigned.
                let flexible = member(ty, self.rules.model).map(|member| member.field);
                let parts = (0..fields.len()).filter(|i| !fields[*i].is_padding() && flexible != Some(*i));
                parts.into_iter().all(|i| {
                    let (from, to) = (self.field(&from, i), self.field(&to, i));
                    self.elements(&fields[i].ty, from, to, out)
                })
            }
            Type::Array(of, Some(n)) => {
                let from_of = if let Type::Array(of, _) = &from.ty { of.clone() } else { of.clone() };
                let in_bytes = [&from, &to].iter().any(|t| t.choices.iter().any(|(_, p)| self.is_bytes(p.object)));
                if *n > out.longest && !in_bytes {
                    out.many.push(Many { of: [*from_of, (**of).clone()], length: *n, from, to });
                    return true;
                }
                (0..*n).all(|i| {
                    let (from, to) = (self.element(&from, i, &from_of), self.element(&to, i, of));
                    self.elements(of, from, to, out)
                })
            }
            Type::Struct(s) => {
                let kind = union_storage(s, self.rules.model);
                let ty = kind.map_or_else(|| Type::Pointer(Box::new(Type::Void)), Type::Int);
                let seen = |mut t: Target| {
                    let is_volatile = matches!(&t.ty, Type::Struct(s) if s.0.plain.is_some());
                    let ty = if is_volatile { ty.clone().volatile() } else { ty.clone() };
                    t.choices.iter_mut().for_each(|(_, p)| p.ty = ty.clone());
                    Target { ty, choices: t.choices }
                };
                out.few.push((seen(from), seen(to)));
                out.few.len() <= MOST_VALUES
            }
            _ => {
                out.few.push((from, to));
                out.few.len() <= MOST_VALUES
            }
        }
    }

    /// Does something for all elements of two arrays, in a loop.
    pub fn for_all(
        &mut self,
        many: &Many,
        span: Bytes,
        each: &mut dyn FnMut(&mut Self, Target, Target) -> Fallible<()>,
    ) -> Fallible<()> {
        let terms = self.rules.terms;
        let i = terms.symbol(self.qualified("i"), Sort::Int, Range::ALL);
        self.flow.program.variables.push(i);
        self.temporaries.insert(i);
        self.flow.assign(i, terms.int(0));
        let (header, body, out) = (self.flow.fresh(), self.flow.fresh(), self.flow.fresh());
        self.flow.jump_or_start(header);
        self.loops += 1;
        let at = terms.sym(i);
        self.flow.branch(terms.lt(at, terms.int(Int::from(many.length))), body, out);
        self.flow.resume(body);
        // What is in them counts as accessed already.
        let done = self.without_notes(|this| this.each_at(many, at, span, each));
        self.flow.settle();
        self.flow.assign(i, terms.offset(at, 1));
        self.flow.jump(header);
        self.loops -= 1;
        self.flow.resume(out);
        done
    }

    fn each_at(
        &mut self,
        many: &Many,
        at: Term,
        span: Bytes,
        each: &mut dyn FnMut(&mut Self, Target, Target) -> Fallible<()>,
    ) -> Fallible<()> {
        let [from_of, of] = &many.of;
        let (from, to) = (self.element_at(&many.from, at, from_of), self.element_at(&many.to, at, of));
        let mut parts = Parts::of(of);
        if !self.elements(of, from, to, &mut parts) {
            return self.refuse("so many values in one", span);
        }
        for (from, to) in parts.few {
            each(self, from, to)?;
        }
        parts.many.iter().try_for_each(|inner| self.for_all(inner, span, each))
    }
}

/// How many values something holds.
fn values_in(ty: &Type) -> u64 {
    match ty {
        Type::Array(of, Some(n)) => values_in(of).saturating_mul(*n),
        Type::Struct(s) if !s.0.union => {
            s.fields().unwrap_or_default().iter().fold(0, |sum: u64, field| sum.saturating_add(values_in(&field.ty)))
        }
        _ => 1,
    }
}
