//! Memory that is allocated: an object for each call that can be reached, typed by its first use.
//!
//! A call that can run again makes an instance each time. Allocation succeeds,
//! and memory that was given back keeps what it held.

use super::begin::When;
use super::memory::Outer;
use super::pointer::Pointer;
use super::scope::{Fallible, Lowering};
use super::value::{Operand, Value};
use crate::frontend::c::facts::Known;
use crate::frontend::c::layout::{self, Step, member};
use crate::frontend::c::points_to::{Dimension, ObjectKey, Purpose, Reach, Region};
use crate::frontend::c::tree::{Binary, Expr, IntKind, Type};
use crate::source::Bytes;
use crate::term::{Int, Symbol, Term};
use crate::world::Malloc;

impl<'a> Lowering<'a> {
    /// `malloc`, `calloc` and their like.
    pub fn allocation(&mut self, known: Known, name: &str, call: &'a Expr, arguments: &'a [Expr]) -> Fallible<Operand> {
        let wanted = if known == Known::AllocateZeros { 2 } else { 1 };
        if arguments.len() != wanted {
            return Err(self.problem(format!("`{name}` takes {wanted} arguments, not {}", arguments.len()), call.span));
        }
        let mut bytes = self.rules.int(1, IntKind::ULong);
        for v in self.unsequenced(arguments, |this, _, argument| this.integer(argument).map(Operand::Int))? {
            let Operand::Int(v) = v else { continue };
            let v = self.rules.convert(v, IntKind::ULong);
            bytes = self.with_needs(|rules, needs| rules.binary(Binary::Mul, bytes, v, needs));
        }
        self.about_to_call(name);
        self.inside_call();
        let key = self.key_here(call.id, Purpose::Allocated);
        let repeated = self.is_repeated();
        let path = vec![Step::Element; if repeated { 2 } else { 1 }];
        let number = self.region(Region::Part(key, path));
        let reach = Reach { regions: [number].into(), ..Reach::default() };
        let terms = self.rules.terms;
        let shown = self.qualified(name);
        let mut pointer = Pointer {
            to: Type::Void,
            object: terms.int(number),
            row: terms.int(0),
            index: self.rules.int(0, IntKind::Long),
            reach,
            name: Some(shown.clone()),
            of_array: false,
        };
        let is_local = name.ends_with("alloca");
        if self.world.malloc == Malloc::MayFail && !is_local {
            let is_null = self.read_failure(name.strip_prefix("__builtin_").unwrap_or(name));
            pointer.object = terms.ite(is_null, terms.int(0), pointer.object);
            pointer.reach.add(&Reach { null: true, ..Reach::default() });
        }
        if is_local {
            self.begin_life_of_call(key);
        } else if !self.is_of_library() {
            self.count_blocks(&pointer, 1);
        }
        let Some(ty) = self.points_to.allocated(key).cloned() else {
            return Ok(Operand::Pointer(pointer));
        };
        let object = match member(&ty, self.rules.model) {
            Some(flexible) => {
                let (count, room) = self.flexible_room(&flexible, &bytes);
                self.block_object(key, &shown, ty, count, Some(room), call.span)?
            }
            None => {
                let count = self.elements_in(&bytes, &ty, call.span)?;
                self.block_object(key, &shown, ty, count, None, call.span)?
            }
        };
        self.allocated.push(object);
        if let Some(Outer::Instances(instance)) = self.objects[object].outer.first() {
            pointer.row = terms.sym(*instance);
        }
        match known {
            Known::AllocateZeros if repeated => self.begin_zero(object, When::Before),
            Known::AllocateZeros => self.begin_zero(object, When::Now),
            _ => self.begin_unknown(object, repeated),
        }
        // The number of the instance is that of now.
        let pointer = self.keep_pointer(pointer);
        Ok(Operand::Pointer(pointer))
    }

    /// An object of so many elements; where this can run again, a new instance of it each time.
    pub fn sized_object(&mut self, key: ObjectKey, name: &str, ty: Type, count: Term, span: Bytes) -> Fallible<usize> {
        match (self.points_to.byte_path(key), self.byte_count(count, &ty)) {
            (Some(_), Some(bytes)) => self.block_object(key, name, ty, bytes, None, span),
            _ => self.block_object(key, name, ty, count, None, span),
        }
    }

    /// The same, with the number of elements of a flexible array member.
    fn block_object(
        &mut self,
        key: ObjectKey,
        name: &str,
        ty: Type,
        count: Term,
        room: Option<Term>,
        span: Bytes,
    ) -> Fallible<usize> {
        let terms = self.rules.terms;
        let repeated = self.is_repeated();
        let object = match self.object_of.get(&key).copied() {
            Some(object) => {
                self.check_sizes(object, count, room, span)?;
                object
            }
            None => {
                let outer = match (repeated, terms.as_int(count)) {
                    (false, Some(_)) => vec![Outer::Elements(count)],
                    (false, None) => vec![self.dimension(name, Dimension::Elements)],
                    (true, Some(_)) => vec![self.dimension(name, Dimension::Instances), Outer::Elements(count)],
                    (true, None) => {
                        let instances = self.dimension(name, Dimension::Instances);
                        vec![instances, self.dimension(name, Dimension::Lengths)]
                    }
                };
                let flexible = room.map(|n| match (repeated, terms.as_int(n)) {
                    (_, Some(_)) => Outer::Elements(n),
                    (false, None) => self.room(name, &ty, Dimension::Elements),
                    (true, None) => self.room(name, &ty, Dimension::Lengths),
                });
                self.object_with(key, name, ty, outer, flexible, span)?
            }
        };
        let mut row = terms.int(0);
        if let Some(Outer::Instances(instance)) = self.objects[object].outer.first().copied() {
            self.begin_instance(object);
            row = terms.sym(instance);
        }
        self.set_length(object, row, count);
        if let Some(room) = room {
            self.set_room(object, room);
        }
        Ok(object)
    }

    /// An object that was made before its size was known has room for what is known now.
    fn check_sizes(&mut self, object: usize, count: Term, room: Option<Term>, span: Bytes) -> Fallible<()> {
        let terms = self.rules.terms;
        let of = &self.objects[object];
        let repeated = self.is_repeated();
        let varies = |n: Term| repeated && terms.as_int(n).is_none();
        let fits = |outer: Option<Outer>, n: Term| match outer {
            Some(Outer::Lengths(_)) => true,
            Some(Outer::Elements(is)) => is == n || terms.as_symbol(is).is_some() && !varies(n),
            _ => false,
        };
        if fits(of.outer.last().copied(), count) && room.is_none_or(|n| fits(of.flexible, n)) {
            return Ok(());
        }
        self.refuse("memory of several sizes that is allocated at one place", span)
    }

    /// Whether what is allocated now stays the library's own: nobody has to free it.
    fn is_of_library(&self) -> bool {
        let kept = ["__environment", "__said", "__stream", "__folder"];
        let function = self.frames.last().map(|frame| self.tree.function(frame.function));
        function.is_some_and(|f| f.library && kept.contains(&f.name.as_str()))
    }

    /// Everything that says what allocated memory is or holds, and whether it was freed.
    pub fn allocated_symbols(&self) -> Vec<Symbol> {
        let terms = self.rules.terms;
        let of = |object: &usize| {
            let object = &self.objects[*object];
            let contents = object.leaves.values().flat_map(|leaf| leaf.content.terms());
            let read = contents.flat_map(|t| terms.symbols(t));
            read.chain(self.size_variables(object)).collect::<Vec<_>>()
        };
        let freed = self.lives.iter().filter(|(key, _)| self.names.is_allocated(**key)).map(|(_, life)| *life);
        self.allocated.iter().flat_map(of).chain(freed).chain(self.blocks).collect()
    }

    /// The number of whole elements that fit into memory of a size.
    fn elements_in(&mut self, bytes: &Value, ty: &Type, span: Bytes) -> Fallible<Term> {
        let Some(size) = layout::size_of(ty, self.rules.model).filter(|size| *size > 0) else {
            return self.refuse(&format!("memory that is used as {}, of unknown size,", ty.describe()), span);
        };
        let terms = self.rules.terms;
        Ok(terms.div(self.rules.term(bytes), terms.int(Int::from(size))))
    }

    /// Says how many elements the object, or its last instance, has.
    fn set_length(&mut self, object: usize, row: Term, count: Term) {
        let terms = self.rules.terms;
        match self.objects[object].outer.last().copied() {
            Some(Outer::Elements(length)) => {
                if let Some(variable) = terms.as_symbol(length) {
                    self.flow.assign(variable, count);
                }
            }
            Some(Outer::Lengths(lengths)) => {
                self.flow.prologue.push((lengths, terms.table(vec![]), self.flow.span));
                self.flow.assign(lengths, terms.store(terms.sym(lengths), row, count));
            }
            _ => {}
        }
    }
}
