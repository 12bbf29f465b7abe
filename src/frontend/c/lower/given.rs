//! What functions that are not there store to more than one variable: to each element of an array, and to pointers.

use super::external::External;
use super::memory::{Cell, Outer, Place};
use super::scope::{Fallible, Lowering};
use super::value::Operand;
use crate::frontend::c::layout::{Path, Step};
use crate::frontend::c::points_to::{ObjectKey, RETURNED};
use crate::frontend::c::tree::{IntKind, Type};
use crate::program::{Store, Stored};
use crate::source::Bytes;
use crate::term::{Range, Term};

impl<'a> Lowering<'a> {
    /// All elements of a part of an object get values, one after the other.
    #[inline(never)]
    pub fn store_each(
        &mut self,
        (name, values): (&str, &[Operand]),
        (object, key, path): (usize, ObjectKey, &Path),
        (kind, bits, cell): (IntKind, Option<u32>, &Cell),
    ) {
        let terms = self.rules.terms;
        let (Some((first, count)), Some(variable)) = (self.stretch(object, path), cell.variable) else { return };
        let range = match bits {
            Some(bits) => crate::program::type_range(bits, kind.signed()),
            None => kind.range(self.rules.model),
        };
        let shown = format!("{name} {}", self.objects[object].leaves[path].name);
        let i = self.variable(self.qualified("i"), IntKind::Long);
        self.flow.assign(i, terms.int(0));
        let (header, body, out) = (self.flow.fresh(), self.flow.fresh(), self.flow.fresh());
        self.flow.jump_or_start(header);
        self.loops += 1;
        self.flow.branch(terms.lt(terms.sym(i), count), body, out);
        self.flow.resume(body);
        let (value, input) = self.read_stored(&shown, kind, range);
        let each = terms.as_int(count).and_then(|n| u64::try_from(&n).ok());
        let place = self.elements_by_argument(values, (object, key, path), Some(kind).filter(|_| bits.is_none()));
        if let (Some(Stored::Elements { of, offset, inner, steps, ty, .. }), Some(_)) = (place, each) {
            let place = Stored::Elements { of, offset, inner, steps, ty, each };
            self.flow.program.stores.insert(input, Store { function: name.into(), place });
        }
        let at = terms.add(first, terms.sym(i));
        self.flow.assign(variable, terms.store(terms.sym(variable), at, value.term));
        self.flow.assign(i, terms.offset(terms.sym(i), 1));
        self.flow.jump(header);
        self.loops -= 1;
        self.flow.resume(out);
    }

    /// The position of the first element of a part that such a function stores to, and how many there are, if they lie
    /// side by side.
    pub fn stretch(&self, object: usize, path: &[Step]) -> Option<(Term, Term)> {
        let terms = self.rules.terms;
        let of = &self.objects[object];
        let (mut first, mut count) = (terms.int(0), terms.int(1));
        for end in (1..=path.len()).filter(|end| path[end - 1] == Step::Element) {
            match of.outer.get(end - 1) {
                // Other instances of a variable do not live any more, those of allocated memory may.
                Some(Outer::Instances(number)) if !self.names.is_allocated(of.key) => first = terms.sym(*number),
                Some(Outer::Single) => {}
                Some(Outer::Elements(n)) if end == 1 => count = *n,
                Some(_) => return None,
                None => {
                    let n = terms.as_int(self.extent(object, &path[..end])?)?;
                    (first, count) = (terms.scale(first, n.clone()), terms.scale(count, n));
                }
            }
        }
        Some((first, count))
    }

    /// A pointer is what it was, null, or leads to an object of such a function.
    #[inline(never)]
    pub fn redirect(&mut self, name: &str, object: usize, key: ObjectKey, path: &Path) -> Fallible<()> {
        let terms = self.rules.terms;
        let Some(ty @ Type::Pointer(_)) = self.node(object, path) else {
            self.foreseen(false, "a pointer that is stored");
            return Ok(());
        };
        let way = self.points_to.way_stored(&self.names, key, path);
        let leaf = self.objects[object].leaves[path].name.clone();
        let shown = format!("{name} {leaf}");
        let function = External { name: &shown, way: &way, ty: &ty, stores_globals: false, ends: None };
        let (changes, _) = self.read_stored(&format!("{name} changes {leaf}"), IntKind::Int, Range::new(0, 1));
        let (yes, join) = (self.flow.fresh(), self.flow.fresh());
        self.flow.branch(terms.eq(changes.term, terms.int(1)), yes, join);
        self.flow.resume(yes);
        if let Operand::Pointer(p) = self.result_outside(function, &ty, Bytes::default())? {
            let zero = terms.int(0);
            let place = Place {
                object,
                path: path.clone(),
                row: zero,
                index: zero,
                ty: ty.clone(),
                bits: None,
                around: vec![],
            };
            self.store_pointer(&place, &p, false, Bytes::default())?;
        }
        self.flow.jump(join);
        self.flow.resume(join);
        Ok(())
    }

    /// Whether such a function may lead a pointer to objects of its own, which the model follows.
    pub fn redirects(&mut self, key: ObjectKey, path: &Path) -> bool {
        if self.points_to.is_unsure(key) || !self.points_to.is_redirected(key, path) {
            return false;
        }
        let way = self.points_to.way_stored(&self.names, key, path);
        let all = self.names.key([way.as_slice(), &[RETURNED]].concat());
        self.points_to.byte_path(all).is_none()
    }
}
