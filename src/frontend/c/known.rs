//! Functions without a body that the analysis knows by name.

use super::scope::{Fallible, Lowering};
use super::types::{IntKind, Type};
use super::value::Operand;
use crate::program::{Instruction, Mark, Role};
use lang_c::ast::CallExpression;
use lang_c::span::Node;

/// What a known function does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Known {
    /// Fails if its argument is 0.
    Assert,
    /// An assertion has failed: what the standard `assert` macro calls.
    Failure,
    /// The path goes on only if its argument is not 0.
    Assume,
    /// The path ends.
    End,
    /// Only output.
    Print,
    /// Its first argument.
    Expect,
}

/// What a name without a body stands for.
pub(crate) fn known(name: &str) -> Option<Known> {
    Some(match name {
        "assert" | "__VERIFIER_assert" => Known::Assert,
        "__assert_fail" | "__assert_rtn" | "__assert" | "_assert" | "__assert_func" | "__assert_perror_fail" => {
            Known::Failure
        }
        "assume" | "__VERIFIER_assume" | "__builtin_assume" => Known::Assume,
        "abort" | "exit" | "_exit" | "_Exit" | "quick_exit" | "reach_error" | "__VERIFIER_error" => Known::End,
        "__builtin_unreachable" | "__builtin_trap" | "__builtin_abort" | "__builtin_exit" => Known::End,
        "printf" | "puts" | "putchar" | "putc" | "fputc" | "fputs" | "fprintf" | "fflush" | "perror" | "vprintf" => {
            Known::Print
        }
        "__builtin_printf" | "__builtin_puts" | "__builtin_putchar" => Known::Print,
        "__builtin_expect" => Known::Expect,
        _ => return None,
    })
}

impl<'a> Lowering<'a> {
    /// A call of a known function.
    pub fn call_known(&mut self, known: Known, name: &str, call: &'a Node<CallExpression>) -> Fallible<Operand> {
        let arguments = &call.node.arguments;
        if matches!(known, Known::Assert | Known::Assume) && arguments.len() != 1 {
            return Err(self.problem(format!("`{name}` takes one argument"), call.span));
        }
        match known {
            Known::Assert => {
                self.about_to_call(name);
                let (holds, fails) = (self.flow.fresh(), self.flow.fresh());
                self.branch_on(&arguments[0], holds, fails)?;
                self.flow.resume(fails);
                self.flow.mark(Mark::AssertFailure);
                self.flow.end();
                self.flow.resume(holds);
            }
            Known::Failure => {
                self.about_to_call(name);
                self.flow.mark(Mark::AssertFailure);
                self.flow.end();
            }
            Known::Assume => {
                let condition = self.condition(&arguments[0])?;
                self.about_to_call(name);
                self.flow.emit(Instruction::Assume(condition), Role::Assumed);
            }
            Known::End => {
                for argument in arguments {
                    self.for_effect(argument)?;
                }
                self.about_to_call(name);
                self.flow.end();
            }
            Known::Print => {
                for argument in arguments {
                    if self.facts.has_effects(argument) || matches!(self.type_of(argument), Ok(Type::Int(_))) {
                        self.for_effect(argument)?;
                    }
                }
                self.about_to_call(name);
                return Ok(Operand::Int(self.read_result(name, IntKind::Int)));
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
        }
        Ok(Operand::Void)
    }
}
