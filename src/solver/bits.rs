//! What is known of bitwise operations without going through their bits.

use super::encode::{Backend, Encoder, Op};
use crate::term::{BitOp, Int, Term};

impl<B: Backend> Encoder<'_, B> {
    /// How large the result of a bitwise operation is, beside its operands: what solvers see late, who go through bits.
    pub(super) fn of_bits(&mut self, t: Term, (op, bits): (BitOp, u32), (a, b): (Term, Term)) -> Vec<(String, B::Ast)> {
        let (r, x, y) = (self.term(t), self.term(a), self.term(b));
        let (zero, end) = (self.backend.int(&Int::ZERO), self.backend.int(&(Int::ONE << bits as usize)));
        let mut facts = vec![];
        // Negative operands, and those with more bits, are taken modulo a power of two.
        let mut unless = |this: &mut Self, exceptions: Vec<B::Ast>, op: Op, bound: &B::Ast| {
            let holds = this.backend.apply(op, &[r.clone(), bound.clone()]);
            let all = [exceptions, vec![holds]].concat();
            facts.push((format!("the size of {}", this.terms.show(t)), this.backend.apply(Op::Or, &all)));
        };
        let negative = |this: &mut Self, v: &B::Ast| this.backend.apply(Op::Lt, &[v.clone(), zero.clone()]);
        match op {
            BitOp::And => {
                for v in [&x, &y] {
                    let except = vec![negative(self, v)];
                    unless(self, except, Op::Le, v);
                }
            }
            BitOp::Or | BitOp::Xor => {
                let sum = self.backend.apply(Op::Add, &[x.clone(), y.clone()]);
                let except = vec![negative(self, &x), negative(self, &y)];
                unless(self, except, Op::Le, &sum);
                for v in [&x, &y].into_iter().filter(|_| op == BitOp::Or) {
                    let except = vec![negative(self, v), self.backend.apply(Op::Le, &[end.clone(), v.clone()])];
                    unless(self, except, Op::Ge, v);
                }
            }
            BitOp::Shr => {
                let except = vec![negative(self, &x)];
                unless(self, except, Op::Le, &x);
            }
            BitOp::Shl => {}
        }
        facts
    }
}
