//! Functions of the program that one which is not there was handed, and calls: any number of times, with what else it
//! was handed or with objects of its own.

use super::external::External;
use super::pointer::Pointer;
use super::scope::{Fallible, Lowering};
use super::value::{Operand, Value};
use crate::frontend::c::facts;
use crate::frontend::c::points_to::{Region, way_back};
use crate::frontend::c::tree::{Binary, Expr, IntKind, Type};
use crate::program::{Store, Stored};
use crate::term::Range;

/// When such a function calls what it is handed, and with what.
pub(super) const CALLS_BACK: &str = "functions without a body call a function of the program that they are handed only then, with what else they are handed or an object of their own";

impl<'a> Lowering<'a> {
    /// All that a function which is not there calls, of what it is handed; what it stores in between `stores` says.
    #[inline(never)]
    pub fn call_back(
        &mut self,
        function: External,
        arguments: &'a [Expr],
        values: &[Operand],
        stores: &dyn Fn(&mut Self),
    ) -> Fallible<()> {
        let External { name, stores_globals, .. } = function;
        if !stores_globals || self.world.external == crate::world::External::Pure {
            return Ok(());
        }
        for argument in arguments {
            let Some((id, signature)) = facts::called_back(self.tree, argument) else { continue };
            if self.frames.iter().any(|frame| frame.function == id) {
                continue;
            }
            let called = self.tree.function(id).name.clone();
            let terms = self.rules.terms;
            self.flow.settle();
            let (header, body, out) = (self.flow.fresh(), self.flow.fresh(), self.flow.fresh());
            self.flow.jump_or_start(header);
            self.loops += 1;
            let (again, input) = self.read_stored(&format!("{name} calls {called}"), IntKind::Int, Range::new(0, 1));
            self.flow.program.silent.insert(input);
            let place = Stored::Call { function: called.clone() };
            self.flow.program.stores.insert(input, Store { function: name.into(), place });
            self.flow.branch(terms.eq(again.term, terms.int(1)), body, out);
            self.flow.resume(body);
            let mut given = vec![];
            for (i, ty) in signature.parameters.iter().enumerate() {
                let shown = format!("{name} gives {called} {}", i + 1);
                given.push(self.handed_on((arguments, values), ty, (&shown, &way_back(argument, i)), argument)?);
            }
            self.inline(id, signature, given, (argument.id, argument.span))?;
            stores(self);
            self.flow.jump(header);
            self.loops -= 1;
            self.flow.resume(out);
            self.called_back = true;
        }
        Ok(())
    }

    /// An argument of such a call.
    #[inline(never)]
    fn handed_on(
        &mut self,
        (arguments, values): (&'a [Expr], &[Operand]),
        ty: &Type,
        (name, way): (&str, &[usize]),
        at: &'a Expr,
    ) -> Fallible<Operand> {
        let terms = self.rules.terms;
        let to = match ty {
            Type::Int(kind) => return Ok(Operand::Int(self.read_ranged(name, *kind, kind.range(self.rules.model)))),
            Type::Pointer(to) => to,
            _ => return self.refuse(&format!("a parameter of type {}", ty.describe()), at.span),
        };
        let mut chosen: Option<Pointer> = None;
        for i in facts::handed_on(arguments, ty) {
            let (argument, Operand::Pointer(p)) = (&arguments[i], &values[i]) else { continue };
            let Operand::Pointer(mut p) = self.as_type(Operand::Pointer(p.clone()), ty, at.span)? else { continue };
            if facts::is_one_of_several(&argument.ty, ty) {
                p = self.one_of_several(p, name, at)?;
            }
            chosen = Some(match chosen {
                None => p,
                Some(other) => {
                    let which = self.read_ranged(&format!("{name} which"), IntKind::Int, Range::new(0, 1));
                    self.choose_pointer(terms.eq(which.term, terms.int(1)), p, other)
                }
            });
        }
        match (chosen, &**to) {
            (Some(p), _) => Ok(Operand::Pointer(self.keep_pointer(p))),
            (None, Type::Void) => Ok(Operand::Pointer(self.null_pointer(Type::Void))),
            (None, _) => {
                let function = External { name, way, ty, stores_globals: false };
                self.result_outside(function, ty, at.span)
            }
        }
    }

    /// Another element of the array that a pointer leads into, or the same.
    #[inline(never)]
    fn one_of_several(&mut self, p: Pointer, name: &str, at: &'a Expr) -> Fallible<Pointer> {
        let terms = self.rules.terms;
        let by = self.read_ranged(&format!("{name} index"), IntKind::Long, IntKind::Int.range(self.rules.model));
        let by = Value { range: Range::ALL, ..by };
        let p = self.moved(p, Binary::Add, &by, at.span)?;
        let mut inside = vec![];
        for number in p.reach.regions.clone() {
            let Region::Part(key, path) = self.names.region_of(number).clone() else { continue };
            let Some(object) = (if self.raw.contains(&key) { None } else { self.early_object(key) }) else { continue };
            let row = self.row_alive(number, &p);
            let is_there = self.inside(object, &path, row, &p.index);
            inside.push(terms.and(vec![terms.eq(p.object, terms.int(number)), is_there]));
        }
        // It hands on nothing that is not there.
        self.flow.know(terms.or(inside));
        Ok(p)
    }
}
