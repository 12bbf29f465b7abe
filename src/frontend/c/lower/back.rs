//! Functions of the program that one which is not there was handed, and calls: any number of times, with what else it
//! was handed or with objects of its own.

use super::external::External;
use super::place::Target;
use super::pointer::Pointer;
use super::scope::{Fallible, Lowering};
use super::value::{Operand, Value};
use crate::frontend::c::facts::{self, CalledBack};
use crate::frontend::c::layout::{Step, size_of};
use crate::frontend::c::points_to::{Region, way_back};
use crate::frontend::c::tree::{Binary, Expr, IntKind, Signature, Type};
use crate::program::{Gap, Mark, Store, Stored};
use crate::term::{Int, Range};

/// When such a function calls what it is handed, and with what.
pub(super) const CALLS_BACK: &str = "functions without a body call a function of the program that they are handed by its name only then, with what else they are handed, or another element of its array, or with an object of their own";

/// What a function that is not there is handed, and which of it it calls.
#[derive(Clone, Copy)]
struct Handed<'a, 'v> {
    arguments: &'a [Expr],
    values: &'v [Operand],
    called: &'a Expr,
}

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
        let handed_over = |argument: &'a Expr| Some((argument, facts::called_back(self.tree, argument)?));
        let all: Vec<(&Expr, CalledBack)> = arguments.iter().filter_map(handed_over).collect();
        if all.is_empty() {
            return Ok(());
        }
        let terms = self.rules.terms;
        self.flow.settle();
        // Each of them any number of times, in any order.
        let header = self.flow.fresh();
        self.flow.jump_or_start(header);
        self.loops += 1;
        for (argument, CalledBack { function: id, signature }) in all {
            let called = self.tree.function(id).name.clone();
            let (body, next) = (self.flow.fresh(), self.flow.fresh());
            let (again, input) = self.read_stored(&format!("{name} calls {called}"), IntKind::Int, Range::new(0, 1));
            self.flow.program.silent.insert(input);
            let place = Stored::Call { function: called.clone() };
            self.flow.program.stores.insert(input, Store { function: name.into(), place });
            self.flow.branch(terms.eq(again.term, terms.int(1)), body, next);
            self.flow.resume(body);
            let handed = Handed { arguments, values, called: argument };
            match signature.map(|signature| self.all_handed_on(&format!("{name} gives {called}"), handed, signature)) {
                Ok(Ok(given)) => {
                    let signature = self.signature_of(id, argument.span)?;
                    self.calling_back.push((name.to_string(), called.clone()));
                    let done = self.inline(id, &signature, given, (argument.id, argument.span));
                    self.calling_back.pop();
                    done?;
                    if self.tree.function(id).noreturn {
                        self.flow.end();
                    }
                    stores(self);
                }
                Ok(Err(problem)) => self.not_followed(name, &called, format!("where {}", problem.message)),
                Err(why) => self.not_followed(name, &called, why.into()),
            }
            self.flow.jump(header);
            self.flow.resume(next);
        }
        self.loops -= 1;
        self.called_back = true;
        Ok(())
    }

    /// The model ends where such a function is called.
    fn not_followed(&mut self, caller: &str, called: &str, why: String) {
        self.flow.owed.clear();
        self.about_to_call(called);
        let (caller, function) = (caller.to_string(), called.to_string());
        self.flow.mark(Mark::Gap(Gap::CalledBack { caller, function, why }));
        self.flow.end();
    }

    /// The arguments of such a call.
    #[inline(never)]
    fn all_handed_on(&mut self, name: &str, handed: Handed<'a, '_>, signature: &Signature) -> Fallible<Vec<Operand>> {
        let mut given = vec![];
        for (i, ty) in signature.parameters.iter().enumerate() {
            given.push(self.handed_on(handed, ty, (&format!("{name} {}", i + 1), &way_back(handed.called, i)))?);
        }
        Ok(given)
    }

    /// An argument of such a call.
    #[inline(never)]
    fn handed_on(&mut self, handed: Handed<'a, '_>, ty: &Type, (name, way): (&str, &[usize])) -> Fallible<Operand> {
        let Handed { arguments, values, called: at } = handed;
        let terms = self.rules.terms;
        let to = match ty {
            Type::Int(kind) => return Ok(Operand::Int(self.read_ranged(name, *kind, kind.range(self.rules.model)))),
            Type::Pointer(to) => to,
            Type::Struct(_) => return self.struct_handed_on(handed, ty, (name, way)),
            _ => return self.refuse(&format!("a parameter of {}", ty.with_article()), at.span),
        };
        let mut chosen: Option<Pointer> = None;
        for i in facts::handed_on(arguments, ty) {
            let (argument, Operand::Pointer(p)) = (&arguments[i], &values[i]) else { continue };
            let Operand::Pointer(mut p) = self.as_type(Operand::Pointer(p.clone()), ty, at.span)? else { continue };
            if let Some(of) = facts::one_of_several(argument) {
                p = self.one_of_several(p, of, name, at)?;
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
                let function = External { name, way, ty, stores_globals: false, ends: None };
                self.result_outside(function, ty, at.span)
            }
        }
    }

    /// A struct that such a function hands on: one that it is handed, or any.
    #[inline(never)]
    fn struct_handed_on(
        &mut self,
        handed: Handed<'a, '_>,
        ty: &Type,
        (name, way): (&str, &[usize]),
    ) -> Fallible<Operand> {
        let Handed { arguments, values, called: at } = handed;
        let terms = self.rules.terms;
        let function = External { name, way, ty, stores_globals: false, ends: None };
        let Operand::Struct(mut chosen) = self.result_outside(function, ty, at.span)? else {
            return self.refuse(&format!("a parameter of {}", ty.with_article()), at.span);
        };
        for i in facts::handed_on(arguments, ty) {
            let Operand::Struct(other) = &values[i] else { continue };
            let which = self.read_ranged(&format!("{name} which"), IntKind::Int, Range::new(0, 1));
            let is_other = terms.eq(which.term, terms.int(1));
            let under = |c, target: &Target| -> Vec<_> {
                target.choices.iter().map(|(k, place)| (terms.and(vec![c, *k]), place.clone())).collect()
            };
            let choices = [under(is_other, other), under(terms.not(is_other), &chosen)].concat();
            chosen = Target { choices, ..chosen };
        }
        Ok(Operand::Struct(chosen))
    }

    /// Another element of the array that a pointer leads into, or the same.
    #[inline(never)]
    fn one_of_several(&mut self, p: Pointer, of: &Type, name: &str, at: &'a Expr) -> Fallible<Pointer> {
        let terms = self.rules.terms;
        let to = p.to.clone();
        let mut p = p;
        if to == Type::Void {
            p = match of {
                // What it leads to says what it is an element of.
                Type::Void => {
                    let mut all = p.reach.regions.clone().into_iter();
                    match all.find_map(|number| self.region_type(number)) {
                        Some(of) => Pointer { to: of, ..p },
                        None => return Ok(p),
                    }
                }
                of => self.pointer_as(p, of, at.span)?,
            };
        }
        let mut arrays = vec![];
        for number in p.reach.regions.clone() {
            let Region::Part(key, path) = self.names.region_of(number).clone() else { continue };
            let Some(object) = self.early_object(key) else { continue };
            if self.is_bytes(object) || path.last() == Some(&Step::Element) {
                arrays.push((number, object, path));
            }
        }
        if arrays.is_empty() || self.is_single_struct(&p) {
            return Ok(Pointer { to, ..p });
        }
        let by = self.read_ranged(&format!("{name} index"), IntKind::Long, IntKind::Int.range(self.rules.model));
        let by = Value { range: Range::ALL, ..by };
        // What leads into no array stays as it is.
        let stays = terms.eq(by.term, terms.int(0));
        let is_one = arrays.iter().map(|(number, ..)| terms.eq(p.object, terms.int(*number)));
        let moves = terms.or(is_one.chain([stays]).collect());
        self.flow.know(moves);
        let p = self.moved(p, Binary::Add, &by, at.span)?;
        let mut inside = vec![stays];
        for (number, object, path) in arrays {
            let row = self.row_alive(number, &p);
            let mut is_there = vec![terms.eq(p.object, terms.int(number)), self.inside(object, &path, row, &p.index)];
            if let (true, Some(size)) = (self.is_bytes(object), size_of(&p.to, self.rules.model)) {
                let term = terms.offset(p.index.term, Int::from(size) - Int::ONE);
                is_there.push(self.inside(object, &path, row, &Value { term, range: Range::ALL, ..p.index.clone() }));
            }
            inside.push(terms.and(is_there));
        }
        // It hands on nothing that is not there.
        self.flow.know(terms.or(inside));
        Ok(Pointer { to, ..p })
    }
}
