//! How many bytes there are from a pointer on: what `realloc` keeps.

use crate::frontend::c::layout;
use crate::frontend::c::lower::scope::{Fallible, Lowering};
use crate::frontend::c::lower::value::{Operand, Value};
use crate::frontend::c::points_to::{Mortal, Region};
use crate::frontend::c::tree::{Expr, IntKind};
use crate::term::{Int, Range};

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
            let Some(object) = (if self.raw.contains(&key) { None } else { self.early_object(key) }) else { continue };
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
}
