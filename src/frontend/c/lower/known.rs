//! Calls of functions that the analysis knows by name.

use super::scope::{Fallible, Lowering};
use super::value::Operand;
use crate::frontend::c::facts::{self, Known};
use crate::frontend::c::tree::{Expr, ExprKind, Function, IntKind, Type};
use crate::program::{Check, Gap, Instruction, Mark, Role};
use crate::source::Bytes;
use crate::term::{Cmp, Int, Range};

impl<'a> Lowering<'a> {
    /// A call of a known function.
    pub fn call_known(&mut self, known: Known, name: &str, call: &'a Expr, arguments: &'a [Expr]) -> Fallible<Operand> {
        // A second argument is what to print.
        let most = if name == "__CPROVER_assert" { 2 } else { 1 };
        if matches!(known, Known::Assert | Known::Assume) && !(1..=most).contains(&arguments.len()) {
            return Err(self.problem(format!("`{name}` takes one argument"), call.span));
        }
        match known {
            Known::Assert => {
                self.about_to_call(name);
                let (holds, fails) = (self.flow.fresh(), self.flow.fresh());
                self.branch_on(&arguments[0], holds, fails)?;
                self.flow.resume(fails);
                self.flow.mark(Mark::AssertFailure);
                self.note_status("abort", None);
                self.flow.end();
                self.flow.resume(holds);
            }
            Known::Failure => {
                self.about_to_call(name);
                self.flow.mark(Mark::AssertFailure);
                self.note_status("abort", None);
                self.flow.end();
            }
            Known::Assume => {
                let condition = self.condition(&arguments[0])?;
                self.about_to_call(name);
                self.flow.emit(Instruction::Assume(condition), Role::Assumed);
            }
            Known::End => {
                let values = self.unsequenced(arguments, |this, _, argument| match this.returns {
                    true => this.expression(argument),
                    false => this.for_effect(argument).map(|()| Operand::Void),
                })?;
                self.about_to_call(name);
                let status = values.into_iter().next().map(|value| self.keep_operand(value));
                if facts::exits(name) {
                    self.exit(call)?;
                }
                self.note_status(name, status);
                self.flow.end();
            }
            Known::SetJump => return self.set_jump(call, arguments),
            Known::Landed => return self.landed(),
            Known::JumpBack => self.jump_back(call, arguments)?,
            Known::JumpOut => self.jump_out(name, call, arguments)?,
            Known::NotFollowed => {
                let why = match arguments.first().map(|e| &e.bare().kind) {
                    Some(ExprKind::String(text)) => String::from_utf8_lossy(text).trim_end_matches('\0').to_string(),
                    _ => return self.refuse("this", call.span),
                };
                self.about_to_call(name);
                self.flow.mark(Mark::Gap(Gap::Library(why)));
                self.flow.end();
            }
            Known::Print | Known::Ask => {
                self.check_declared(name, call)?;
                self.prints |= known == Known::Print && arguments.iter().any(|e| facts::may_print_wrongly(name, e));
                self.check_only_prints(name, arguments)?;
                let values = self.unsequenced(arguments, |this, _, argument| this.passed(argument))?;
                self.owe_streams(name, arguments, &values, call.span);
                self.check_printed(name, arguments, &values)?;
                self.about_to_call(name);
                return match (known, &call.ty) {
                    (Known::Ask, Type::Int(kind)) => Ok(Operand::Int(self.ask(name, *kind))),
                    (_, Type::Int(kind)) => {
                        let result = self.read_result(name, *kind);
                        if self.unused != Some(call.id)
                            && let Some(says) = self.printed(name, arguments, &values, &result)
                        {
                            self.flow.know(says);
                        }
                        Ok(Operand::Int(result))
                    }
                    (_, Type::Void) => Ok(Operand::Void),
                    (_, ty) => self.refuse(&format!("the result of `{name}`, {},", ty.with_article()), call.span),
                };
            }
            Known::Expect => {
                let Some((first, rest)) = arguments.split_first() else {
                    return Err(self.problem(format!("`{name}` takes two arguments"), call.span));
                };
                let v = self.integer(first)?;
                for argument in rest {
                    self.constant(argument)?;
                }
                return Ok(Operand::Int(self.rules.convert(v, IntKind::Long)));
            }
            Known::Fails => return Ok(Operand::Int(self.may_fail())),
            Known::Room => return self.room_behind(call, arguments),
            Known::Apart => self.apart_call(call, arguments)?,
            Known::Read => return self.read_block(call, arguments),
            Known::Allocate | Known::AllocateZeros => return self.allocation(known, name, call, arguments),
            Known::Set | Known::Copy | Known::Move => return self.block_call(known, name, call, arguments),
            Known::Scan(skip) => return self.scan(name, call, arguments, skip),
            Known::Random | Known::Character => {
                let values = self.unsequenced(arguments, |this, _, argument| this.passed(argument))?;
                self.owe_streams(name, arguments, &values, call.span);
                self.about_to_call(name);
                let most = IntKind::Int.range(self.rules.model).hi.unwrap_or(Int::ZERO);
                let range = if known == Known::Random { Range::new(0, most) } else { Range::new(-1, 255) };
                return Ok(Operand::Int(self.ranged_input(name, range)));
            }
            Known::Free => {
                let values = self.unsequenced(arguments, |this, _, argument| this.expression(argument))?;
                self.about_to_call(name);
                if let Some(Operand::Pointer(p)) = values.into_iter().next() {
                    self.give_back(p, call.span)?;
                }
            }
        }
        Ok(Operand::Void)
    }

    /// `longjmp`, where nothing of the program calls `setjmp`, or from a function that one without a body calls. So a
    /// function that is not there has called it, and execution goes on in that one. It has called the entry function, or
    /// what hands back to the program then.
    fn jump_out(&mut self, name: &str, call: &'a Expr, arguments: &'a [Expr]) -> Fallible<()> {
        if self.returns {
            return self.refuse(&format!("`{name}` in a function of which the result matters"), call.span);
        }
        self.unsequenced(arguments, |this, _, argument| this.expression(argument))?;
        self.about_to_call(name);
        if let Some((caller, function)) = self.calling_back.last().cloned() {
            let why = format!("which leaves it with `{name}`");
            self.flow.mark(Mark::Gap(Gap::CalledBack { caller, function, why }));
            self.flow.end();
        }
        if self.flow.is_live() {
            self.check_leaks();
        }
        self.flow.end();
        Ok(())
    }

    /// Evaluates what a function of the library is passed that nothing but the world reads. Of the streams that are always
    /// there there is no value.
    pub fn passed(&mut self, argument: &'a Expr) -> Fallible<Operand> {
        if facts::is_read(argument) || facts::is_some_stream(self.tree, argument) {
            return self.expression(argument);
        }
        if facts::has_effects(self.tree, argument) {
            self.for_effect(argument)?;
        }
        Ok(Operand::Void)
    }

    /// Owes that streams that a function of the library is given are not null.
    pub fn owe_streams(&mut self, name: &str, arguments: &'a [Expr], values: &[Operand], span: Bytes) {
        let terms = self.rules.terms;
        let place = self.place(span);
        for (argument, value) in arguments.iter().zip(values) {
            if let Operand::Pointer(p) = value
                && p.reach.null
                && facts::is_followed_stream(self.tree, name, argument)
            {
                // C11 7.1.4.
                self.at(place, |this| this.flow.owe(Check::Null, terms.cmp(Cmp::Ne, p.object, terms.int(0))));
            }
        }
    }

    /// What runs when the program ends by a call.
    fn exit(&mut self, call: &'a Expr) -> Fallible<()> {
        let ends = |function: &Function| facts::is_at_end(function) || function.destructor.is_some();
        if self.frames.iter().any(|frame| ends(self.tree.function(frame.function))) {
            self.flow.mark(Mark::Gap(Gap::Library("`exit` is called while the program ends already".into())));
            self.flow.end();
        }
        if self.flow.is_live() {
            self.run_after((call.id, call.span))?;
        }
        self.check_leaks();
        Ok(())
    }

    /// Refuses what has the name of a library function and takes something that no such function does.
    fn check_declared(&self, name: &str, call: &'a Expr) -> Fallible<()> {
        let ExprKind::Call { callee, .. } = &call.kind else { return Ok(()) };
        let Type::Function(signature) = &callee.bare().ty else { return Ok(()) };
        let is_known = |ty: &Type| match ty {
            Type::Int(_) => true,
            Type::Pointer(to) | Type::Array(to, _) => match &**to {
                Type::Void => true,
                Type::Int(kind) => {
                    matches!((kind.storage_bits(self.rules.model), facts::is_wide(name)), (8, _) | (32, true))
                }
                Type::Struct(_) => facts::is_stream(to) || facts::is_list(to),
                _ => false,
            },
            _ => false,
        };
        match signature.parameters.iter().all(is_known) {
            true => Ok(()),
            false => {
                self.refuse(&format!("`{name}`, which is declared as something else than the library's,"), call.span)
            }
        }
    }

    /// Whether the entry function is given a list of arguments, or what becomes one.
    fn is_given_lists(&self) -> bool {
        let Some(entry) = self.frames.first().map(|frame| self.tree.function(frame.function)) else { return false };
        let Type::Function(signature) = &entry.ty else { return false };
        let is_list = |ty: &Type| matches!(ty, Type::Pointer(to) if facts::is_list(to));
        signature.parameters.iter().any(is_list) || entry.parameters.len() > signature.parameters.len()
    }

    /// Refuses `%n`, which stores; also where the format is not to be seen and an argument could be for that.
    fn check_only_prints(&mut self, name: &str, arguments: &'a [Expr]) -> Fallible<()> {
        let is_list = name.starts_with('v');
        let Some(format) = facts::format_of(name).and_then(|at| arguments.get(at)) else { return Ok(()) };
        let texts = facts::formats(self.tree, name, format);
        let place = |e: &&Expr| facts::is_counted_in(&e.ty);
        match texts {
            Some(texts) if texts.iter().any(|text| facts::stores(text)) => {
                self.refuse(&format!("`{name}` with `%n`"), arguments[0].span)
            }
            None if let Some(e) = arguments.iter().find(place) => {
                self.refuse(&format!("`{name}` with a format that may have `%n` in it"), e.span)
            }
            None if is_list && self.tree.counting.is_said => match self.tree.counting.argument {
                Some(span) => self.refuse(&format!("`{name}` with a format that may have `%n` in it"), span),
                None => Ok(()),
            },
            None if !is_list || self.tree.counting.argument.is_some() || self.is_given_lists() => {
                self.results.insert(format!("what `{name}` is told to write fits its format, which is no literal"));
                Ok(())
            }
            _ => Ok(()),
        }
    }
}
