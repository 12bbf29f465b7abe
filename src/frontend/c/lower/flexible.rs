//! Flexible array members: the last member of a struct, with as many elements as its object has room for.

use super::memory::{Object, Outer};
use super::place::Target;
use super::pointer::Pointer;
use super::scope::{Fallible, Lowering};
use super::value::Value;
use crate::frontend::c::layout::{Flexible, Path, Step, member, part};
use crate::frontend::c::points_to::{Dimension, Region};
use crate::frontend::c::tree::{Refusal, Type};
use crate::source::Bytes;
use crate::term::{Int, Symbol, Term};

impl<'a> Lowering<'a> {
    /// The way to the elements of the flexible array member of an object.
    pub fn flexible_path(&self, object: &Object) -> Option<Path> {
        let field = member(&object.ty, self.rules.model)?.field;
        let outer = std::iter::repeat_n(Step::Element, object.outer.len());
        Some(outer.chain([Step::Field(field), Step::Element]).collect())
    }

    /// The length of a flexible array member, as a variable.
    pub fn room(&mut self, name: &str, ty: &Type, dimension: Dimension) -> Outer {
        let member = match (member(ty, self.rules.model), ty) {
            (Some(member), Type::Struct(s)) => s.fields().and_then(|f| f[member.field].name.clone()),
            _ => None,
        };
        self.dimension(&member.map_or(name.to_string(), |member| format!("{name}.{member}")), dimension)
    }

    /// The leaves of a flexible array member of which it is known how long it is.
    pub fn flexible_leaves(&mut self, object: &mut Object) {
        let Some(path) = self.flexible_path(object) else { return };
        let whole = &path[..path.len() - 1];
        let Some(Type::Array(of, _)) = part(&object.ty, &whole[object.outer.len()..]).cloned() else { return };
        let Some(leaf) = object.leaves.remove(whole) else { return };
        self.collect_leaves(object.key, &leaf.name, &of, &path, true, &mut object.leaves);
    }

    /// How many elements the flexible array member has that a path goes into: nothing if it goes elsewhere.
    pub fn flexible_length(&self, object: &Object, path: &[Step]) -> Option<Outer> {
        let length = object.flexible?;
        (self.flexible_path(object)? == path).then_some(length)
    }

    /// The lengths of the arrays that a path goes into, by their rows, where these vary.
    pub fn lengths(&self, object: usize, path: &[Step]) -> Option<Symbol> {
        let of = &self.objects[object];
        let outer = path.len().checked_sub(1).and_then(|last| of.outer.get(last).copied());
        match outer.or_else(|| self.flexible_length(of, path)) {
            Some(Outer::Lengths(lengths)) => Some(lengths),
            _ => None,
        }
    }

    /// Of memory of so many bytes that holds a struct with a flexible array member: how many such structs (one, or
    /// none), and how many elements the member has.
    pub fn flexible_room(&self, flexible: &Flexible, bytes: &Value) -> (Term, Term) {
        let terms = self.rules.terms;
        let size = self.rules.term(bytes);
        let offset = Int::from(flexible.offset);
        let fits = match bytes.range.lo.as_ref().is_some_and(|lo| *lo >= offset) {
            true => terms.bool(true),
            false => terms.le(terms.int(offset.clone()), size),
        };
        let behind = terms.sub(size, terms.int(offset));
        let count = terms.div(behind, terms.int(Int::from(flexible.element)));
        let choose = |yes: Term| match terms.as_bool(fits) {
            Some(true) => yes,
            _ => terms.ite(fits, yes, terms.int(0)),
        };
        (choose(terms.int(1)), choose(count))
    }

    /// Says how many elements the flexible array member of an object, or of its last instance, has.
    pub fn set_room(&mut self, object: usize, room: Term) {
        let terms = self.rules.terms;
        match self.objects[object].flexible {
            Some(Outer::Elements(length)) => {
                if let Some(variable) = terms.as_symbol(length) {
                    self.flow.assign(variable, room);
                }
            }
            Some(Outer::Lengths(lengths)) => {
                let ty = self.objects[object].ty.clone();
                let Some(Flexible { field, .. }) = member(&ty, self.rules.model) else { return };
                let first = self.element(&self.target(self.whole(object)), 0, &ty);
                let array: Target = self.field(&first, field);
                let row = self.position(&array.choices[0].1);
                self.flow.prologue.push((lengths, terms.table(vec![]), self.flow.span));
                self.flow.assign(lengths, terms.store(terms.sym(lengths), row, room));
            }
            _ => {}
        }
    }

    /// Whether a pointer is to memory that holds one struct and the elements of its flexible array member.
    pub fn is_single_struct(&mut self, p: &Pointer) -> bool {
        let in_block = |of: &Object| matches!(of.outer.last(), Some(Outer::Elements(_) | Outer::Lengths(_)));
        self.flexible_objects(p).into_iter().any(|object| in_block(&self.objects[object]))
    }

    /// The objects with a flexible array member, of known length, that a pointer to such a struct can point to.
    fn flexible_objects(&mut self, p: &Pointer) -> Vec<usize> {
        if member(&p.to, self.rules.model).is_none() {
            return vec![];
        }
        let mut objects = Vec::new();
        for number in p.reach.regions.clone() {
            let Region::Part(key, _) = *self.names.region_of(number) else { continue };
            let object = self.early_object(key);
            objects.extend(object.filter(|object| self.objects[*object].flexible.is_some()));
        }
        objects
    }

    /// Of so many bytes from a pointer to a struct with a flexible array member on: how many elements of the member
    /// these are, and when all of them are the struct and whole elements. Nothing for other pointers.
    pub fn flexible_bytes(&mut self, p: &Pointer, bytes: &Value, span: Bytes) -> Fallible<Option<(Term, Term)>> {
        let Some(Flexible { offset, element, .. }) = member(&p.to, self.rules.model) else { return Ok(None) };
        if self.flexible_objects(p).is_empty() {
            return Ok(None);
        }
        self.check_whole(&p.to, span)?;
        let terms = self.rules.terms;
        let (size, element) = (self.rules.term(bytes), terms.int(Int::from(element)));
        let behind = terms.sub(size, terms.int(Int::from(offset)));
        let rest = terms.modulo(behind, element);
        let whole = terms.and(vec![terms.le(terms.int(0), behind), terms.eq(rest, terms.int(0))]);
        Ok(Some((terms.div(behind, element), whole)))
    }

    /// The first element of the flexible array member of the struct that a pointer points to.
    pub fn flexible_start(&mut self, p: &Pointer, span: Bytes) -> Fallible<Pointer> {
        let of = self.pointed_to(p, span)?;
        let field = member(&of.ty, self.rules.model).map_or(0, |member| member.field);
        let array = self.field(&of, field);
        let start = self.decay(&array);
        Ok(self.keep_pointer(start))
    }

    /// A struct is assigned or set as a whole: refused if nobody says whether elements of a flexible array member are.
    pub fn check_whole(&self, ty: &Type, span: Bytes) -> Fallible<()> {
        match member(ty, self.rules.model) {
            Some(flexible) if !flexible.is_behind() => {
                let what = "as a whole, whose flexible array member begins in its padding, so that it is open which elements go with it,";
                let help = Some("give the members one by one their values".into());
                self.refused(&Refusal { what: format!("{} {what}", ty.describe()), help }, span)
            }
            _ => Ok(()),
        }
    }
}
