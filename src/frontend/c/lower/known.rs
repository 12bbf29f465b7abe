//! Functions without a body that the analysis knows by name.

use super::builtins::{Builtin, builtin};
use super::facts;
use super::order;
use super::scope::{Fallible, Lowering};
use super::value::Operand;
use crate::frontend::c::tree::{Expr, IntKind, Type};
use crate::program::{Instruction, Mark, Role};
use crate::term::{Int, Range};

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
    /// New memory: as many bytes as its argument says.
    Allocate,
    /// New memory, all 0: its arguments are the number of elements and the size of one.
    AllocateZeros,
    /// Memory is given back.
    Free,
    /// Bytes get a value.
    Set,
    /// Memory is copied.
    Copy,
    /// Memory is copied, within one array too.
    Move,
    /// Reads an integer that is not negative.
    Random,
    /// Reads a character, or -1.
    Character,
    /// Reads integers, after so many arguments.
    Scan(usize),
}

/// What a name without a body stands for.
pub(crate) fn known(name: &str) -> Option<Known> {
    Some(match name {
        "assert" | "__VERIFIER_assert" | "__CPROVER_assert" => Known::Assert,
        "__assert_fail" | "__assert_rtn" | "__assert" | "_assert" | "__assert_func" | "__assert_perror_fail" => {
            Known::Failure
        }
        "assume" | "__VERIFIER_assume" | "__CPROVER_assume" | "__builtin_assume" => Known::Assume,
        "abort" | "exit" | "_exit" | "_Exit" | "quick_exit" | "reach_error" | "__VERIFIER_error" => Known::End,
        "__builtin_unreachable" | "__builtin_trap" | "__builtin_abort" | "__builtin_exit" => Known::End,
        "printf" | "puts" | "putchar" | "putc" | "fputc" | "fputs" | "fprintf" | "fflush" | "perror" | "vprintf" => {
            Known::Print
        }
        "__builtin_printf" | "__builtin_puts" | "__builtin_putchar" => Known::Print,
        "__builtin_expect" => Known::Expect,
        "malloc" | "alloca" | "__builtin_malloc" | "__builtin_alloca" => Known::Allocate,
        "calloc" | "__builtin_calloc" => Known::AllocateZeros,
        "free" | "__builtin_free" => Known::Free,
        "memset" | "__builtin_memset" => Known::Set,
        "memcpy" | "__builtin_memcpy" => Known::Copy,
        "memmove" | "__builtin_memmove" => Known::Move,
        "rand" | "random" => Known::Random,
        "getchar" | "getc" | "fgetc" => Known::Character,
        "scanf" | "__isoc99_scanf" | "__isoc23_scanf" => Known::Scan(0),
        "fscanf" | "__isoc99_fscanf" | "__isoc23_fscanf" => Known::Scan(1),
        "srand" | "srandom" | "setbuf" | "setvbuf" => Known::Print,
        _ => return None,
    })
}

/// Whether a function without a body changes memory through its arguments.
pub(super) fn writes_memory(name: &str) -> bool {
    matches!(builtin(name), Some(Builtin::Overflows(_)))
        || matches!(known(name), Some(Known::Set | Known::Copy | Known::Move | Known::Scan(_)))
}

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
                self.unsequenced(arguments, |this, _, argument| this.for_effect(argument).map(|()| Operand::Void))?;
                self.about_to_call(name);
                self.flow.end();
            }
            Known::Print => {
                // What only reads matters where it is read beside a store, or may be undefined.
                let is_beside_store = arguments.iter().any(order::has_side_effect);
                self.unsequenced(arguments, |this, _, argument| {
                    let is_integer = matches!(argument.ty, Type::Int(_) | Type::Volatile(_));
                    if is_integer || is_beside_store || facts::has_effects(this.tree, argument) {
                        this.for_effect(argument)?;
                    }
                    Ok(Operand::Void)
                })?;
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
            Known::Allocate | Known::AllocateZeros => return self.allocation(known, name, call, arguments),
            Known::Set | Known::Copy | Known::Move => return self.block_call(known, name, call, arguments),
            Known::Scan(skip) => return self.scan(name, call, arguments, skip),
            Known::Random | Known::Character => {
                self.about_to_call(name);
                let most = IntKind::Int.range(self.rules.model).hi.unwrap_or(Int::ZERO);
                let range = if known == Known::Random { Range::new(0, most) } else { Range::new(-1, 255) };
                return Ok(Operand::Int(self.ranged_input(name, range)));
            }
            Known::Free => {
                self.unsequenced(arguments, |this, _, argument| this.expression(argument))?;
                self.about_to_call(name);
            }
        }
        Ok(Operand::Void)
    }
}
