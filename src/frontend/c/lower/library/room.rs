//! How many bytes there are from a pointer on: what `realloc` keeps.

use crate::frontend::c::layout::{self, Flexible, Step};
use crate::frontend::c::lower::memory::{Outer, Place};
use crate::frontend::c::lower::pointer::Pointer;
use crate::frontend::c::lower::scope::{Fallible, Lowering};
use crate::frontend::c::lower::value::{Operand, Value};
use crate::frontend::c::points_to::{Mortal, Region};
use crate::frontend::c::tree::{Expr, IntKind, Type};
use crate::term::{Int, Range, Term};

impl<'a> Lowering<'a> {
    /// The bytes up to the end of the memory that a pointer points to; none where it is null, or where nothing ever
    /// looks at that memory.
    pub fn room_behind(&mut self, call: &'a Expr, arguments: &'a [Expr]) -> Fallible<Operand> {
        let [argument] = arguments else {
            return Err(self.problem("this function takes one argument", call.span));
        };
        let Operand::Pointer(p) = self.expression(argument)? else {
            return Err(self.problem("this is not a pointer", argument.span));
        };
        let terms = self.rules.terms;
        let p = self.keep_pointer(p);
        let mut room = terms.int(0);
        for number in p.reach.regions.clone() {
            let Region::Part(key, path) = self.names.region_of(number).clone() else { continue };
            // What cannot be freed cannot be resized: there the path ends.
            if !matches!(self.points_to.mortal(key), Some(Mortal::Freed { .. })) {
                continue;
            }
            let Some(object) = self.early_object(key) else { continue };
            if let Some(bytes) = self.with_member(object, &path, &p) {
                room = terms.ite(terms.eq(p.object, terms.int(number)), bytes, room);
                continue;
            }
            let size = match self.is_bytes(object) {
                true => Some(1),
                false => self.node(object, &path).and_then(|ty| layout::size_of(&ty, self.rules.model)),
            };
            let length = match self.lengths(object, &path) {
                Some(lengths) => Some(terms.select(terms.sym(lengths), p.row)),
                None => self.extent(object, &path),
            };
            let is_counted = self.counts_bytes(&self.objects[object].outer) && self.objects[object].flexible.is_none();
            let (Some(size), Some(length), true) = (size, length, is_counted) else {
                return self.refuse("changing the size of such memory", call.span);
            };
            let bytes = terms.scale(terms.sub(length, self.rules.term(&p.index)), Int::from(size));
            room = terms.ite(terms.eq(p.object, terms.int(number)), bytes, room);
        }
        let (term, kind) = (self.keep_term(room), IntKind::ULong);
        Ok(Operand::Int(Value { term, kind, range: Range::at_least(0) }))
    }

    /// The bytes of memory that holds a struct and the elements of its flexible array member, if a pointer leads to such.
    fn with_member(&self, object: usize, path: &[Step], p: &Pointer) -> Option<Term> {
        let terms = self.rules.terms;
        let flexible = self.objects[object].flexible?;
        let Flexible { offset, element, .. } = layout::member(&self.node(object, path)?, self.rules.model)?;
        let ty = Type::Void;
        let place =
            Place { object, path: path.to_vec(), row: p.row, index: p.index.term, ty, bits: None, around: vec![] };
        let length = match flexible {
            Outer::Elements(length) => length,
            Outer::Lengths(lengths) => terms.select(terms.sym(lengths), self.position(&place)),
            Outer::Instances(_) | Outer::Single | Outer::Family => return None,
        };
        let bytes = terms.offset(terms.scale(length, Int::from(element)), Int::from(offset));
        // There may be room for no struct at all.
        let count = self.size_at(object, path, p.row)?;
        Some(terms.ite(terms.le(terms.int(1), count), bytes, terms.int(0)))
    }
}
