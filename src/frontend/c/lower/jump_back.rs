//! `setjmp` and `longjmp`: ways out of functions that are called, back to where one of their callers said.
//!
//! The models (`library/jumps.c`) keep a number where the program keeps what it needs to go back: that of a call of
//! `setjmp`, in one copy of the function that calls it. A jump goes out of its function first, and out of each that
//! called it, as long as none of the calls of `setjmp` there is the one: the number has to be its, it has to have been
//! called since the function was, and with the same memory. With other memory it was copied there, which is not followed.
//! Where one copy of a function stands for several calls all of them are left, and their stack begins anew when it is
//! entered again; unless one of them may be gone back to, or something that lives in one: nothing says which.

use super::jump::Label;
use super::lifetime::Lived;
use super::pointer::Pointer;
use super::scope::{Fallible, Lowering};
use super::value::{Operand, Value};
use crate::frontend::c::facts;
use crate::frontend::c::tree::{Expr, IntKind, NodeId};
use crate::program::{Gap, LocationId, Mark, Span};
use crate::term::{Range, Sort, Symbol, Term};

/// That is open in C (C11 7.13.2.1p3).
const KEPT: &str = "variables hold what was stored last when `longjmp` goes back, also those that are not volatile and have \
                    changed since `setjmp`, which C leaves open";

/// A call of `setjmp` in the function that is open.
pub(super) struct Landing {
    call: NodeId,
    number: i64,
    /// Whether it was called since the function was, and with what.
    is_set: Symbol,
    env: Pointer,
    label: Label,
}

/// Jumps that have come out to a function that is open, all from one place in it.
pub(super) struct Leaving {
    from: LocationId,
    span: Span,
    /// What lives there, and what is declared.
    lived: Vec<Lived>,
    declared: Vec<usize>,
    repeated: bool,
}

/// What a jump has with it.
#[derive(Clone, Copy)]
pub(super) struct Jump {
    /// Where what `longjmp` is handed is.
    object: Symbol,
    row: Symbol,
    index: Symbol,
    number: Symbol,
    /// What `setjmp` gives.
    value: Symbol,
}

impl<'a> Lowering<'a> {
    /// Notes a call of `setjmp` for the function that called its model; its number.
    pub fn set_jump(&mut self, call: &'a Expr, arguments: &'a [Expr]) -> Fallible<Operand> {
        let [env] = arguments else { return self.refuse("this", call.span) };
        let Operand::Pointer(env) = self.expression(env)? else { return self.refuse("this", call.span) };
        let env = self.keep_pointer(env);
        let terms = self.rules.terms;
        self.jumps += 1;
        let number = self.jumps;
        let is_set = self.lasting_number("setjmp.called", Range::new(0, 1));
        self.flow.settle();
        self.flow.assign(is_set, terms.int(1));
        // Where it goes on is known when the model gets there.
        let at = self.flow.fresh();
        let (model, caller) = match &mut self.frames[..] {
            // Only where it is called by its name is the function known to go back there.
            [.., caller, model] if caller.repeated => (model.site, caller),
            _ => return self.refuse("a call of `setjmp` through a pointer", call.span),
        };
        let label = Label { at, declared: caller.declared.clone(), blocks: caller.blocks.clone() };
        caller.landings.push(Landing { call: model, number, is_set, env, label });
        Ok(Operand::Int(self.rules.int(number, IntKind::Long)))
    }

    /// Where jumps lead to the call of `setjmp` whose model is open: what it gives.
    pub fn landed(&mut self) -> Fallible<Operand> {
        let value = self.jump().value;
        self.flow.settle();
        self.flow.assign(value, self.rules.terms.int(0));
        if let [.., caller, model] = &self.frames[..]
            && let Some(landing) = caller.landings.iter().rfind(|landing| landing.call == model.site)
        {
            let at = landing.label.at;
            self.flow.jump_or_start(at);
        }
        let range = IntKind::Int.range(self.rules.model);
        Ok(Operand::Int(Value { term: self.rules.terms.sym(value), kind: IntKind::Int, range }))
    }

    /// `longjmp`: what it is handed, the number that is there, and what `setjmp` gives.
    pub fn jump_back(&mut self, call: &'a Expr, arguments: &'a [Expr]) -> Fallible<()> {
        let [env, number, value] = arguments else { return self.refuse("this", call.span) };
        let Operand::Pointer(env) = self.expression(env)? else { return self.refuse("this", call.span) };
        let (number, value) = (self.integer(number)?, self.integer(value)?);
        let (number, value) = (self.rules.term(&number), self.rules.term(&value));
        let jump = self.jump();
        self.flow.settle();
        let all = [
            (jump.object, env.object),
            (jump.row, env.row),
            (jump.index, env.index.term),
            (jump.number, number),
            (jump.value, value),
        ];
        all.into_iter().for_each(|(symbol, term)| self.flow.assign(symbol, term));
        if let Some((caller, function)) = self.calling_back.last().cloned() {
            // Its caller may have said where it goes on, too.
            let why = "which leaves it with `longjmp`".to_string();
            self.flow.mark(Mark::Gap(Gap::CalledBack { caller, function, why }));
            self.flow.end();
        }
        if self.flow.is_live() {
            self.leave_for(self.frames.len() - 1);
        }
        Ok(())
    }

    /// What jumps have with them.
    fn jump(&mut self) -> Jump {
        if let Some(known) = self.jump {
            return known;
        }
        let given = IntKind::Int.range(self.rules.model);
        let mut number = |what: &str, range: Range| self.lasting_number(&format!("longjmp.{what}"), range);
        let [object, row, index, to] = ["object", "row", "index", "number"].map(|what| number(what, Range::ALL));
        let value = number("value", given);
        *self.jump.insert(Jump { object, row, index, number: to, value })
    }

    /// Jumps are on their way out of one of the functions that are open; execution stands where they have come to.
    fn leave_for(&mut self, frame: usize) {
        let (from, span, repeated) = (self.flow.here(), self.flow.span, self.is_repeated());
        self.flow.leave();
        let of = &mut self.frames[frame];
        let (lived, declared) = (of.lived.clone(), of.declared.iter().map(|d| d.2).collect());
        of.leaving.push(Leaving { from, span, lived, declared, repeated });
    }

    /// Where the jumps out of the function lead whose body has ended: to calls of `setjmp` in it, or further out.
    pub fn finish_leaving(&mut self) {
        let frame = self.frame();
        let (landings, leaving) = (std::mem::take(&mut frame.landings), std::mem::take(&mut frame.leaving));
        frame.calls_matter |= !landings.is_empty() || !frame.mortals.is_empty();
        if landings.is_empty() && leaving.is_empty() {
            return;
        }
        // Of calls that share a copy nothing says which one a jump leads to, nor what ends with those that it leaves.
        let is_shared = (frame.is_on_stack || !frame.tails.is_empty()) && !landings.is_empty();
        let is_shared = is_shared || frame.stack.is_some() && frame.calls_matter;
        // Who leaves what runs when the program ends does what C leaves undefined (C11 7.22.4.4p3).
        let function = self.tree.function(self.frame().function);
        let is_left = !is_shared && !facts::is_at_end(function) && function.destructor.is_none();
        let frame = self.frame();
        let (mortals, exit, out) = (frame.mortals.clone(), frame.exit, self.flow.fresh());
        let has_jumps = !leaving.is_empty();
        for jump in leaving {
            self.at(jump.span, |this| {
                this.flow.resume(jump.from);
                if is_left {
                    landings.iter().for_each(|landing| this.lead_back(&jump, landing));
                }
                this.flow.jump(out);
            });
        }
        if has_jumps {
            self.flow.resume(out);
            if is_left {
                self.end_all(&mortals);
                self.forget_landings(&landings);
                self.leave_function();
            } else {
                self.end_of_jump();
            }
        }
        // Who returns has called none.
        self.flow.resume(exit);
        self.forget_landings(&landings);
        self.frame().exit = self.flow.here();
        self.flow.leave();
    }

    /// A jump leads to a call of `setjmp`, if it does; execution goes on where it does not.
    fn lead_back(&mut self, leaving: &Leaving, landing: &Landing) {
        let (terms, jump) = (self.rules.terms, self.jump());
        let is = |symbol: Symbol, term: Term| terms.eq(terms.sym(symbol), term);
        let is_it = terms.and(vec![is(landing.is_set, terms.int(1)), is(jump.number, terms.int(landing.number))]);
        let [found, unknown, back, other] = [(); 4].map(|()| self.flow.fresh());
        self.flow.branch(is_it, found, other);
        self.flow.resume(found);
        let env = &landing.env;
        let pairs = [(jump.object, env.object), (jump.row, env.row), (jump.index, env.index.term)];
        let is_same = terms.and(pairs.map(|(x, y)| is(x, y)).to_vec());
        self.flow.branch(is_same, back, unknown);
        self.flow.resume(unknown);
        self.end_of_jump();
        self.flow.resume(back);
        // Of what is declared in a block that was left nothing is known there.
        match landing.label.declared.iter().all(|d| leaving.declared.contains(&d.2)) {
            true => {
                self.results.insert(KEPT.to_string());
                self.enter_label(&landing.label, (&leaving.lived, &leaving.declared), leaving.repeated);
            }
            false => self.end_of_jump(),
        }
        self.flow.resume(other);
    }

    fn forget_landings(&mut self, landings: &[Landing]) {
        let zero = self.rules.terms.int(0);
        landings.iter().for_each(|landing| self.flow.assign(landing.is_set, zero));
    }

    /// Jumps go on in the caller; out of the entry function nobody of the program is any more.
    fn leave_function(&mut self) {
        match self.frames.len() {
            0 | 1 if self.returns => self.end_of_jump(),
            0 | 1 => {
                self.check_leaks();
                self.flow.end();
            }
            n => self.leave_for(n - 2),
        }
    }

    fn end_of_jump(&mut self) {
        self.flow.mark(Mark::Gap(Gap::JumpBack));
        self.flow.end();
    }

    /// A variable of the program's model that is 0 at first.
    fn lasting_number(&mut self, name: &str, range: Range) -> Symbol {
        let symbol = self.rules.terms.symbol(name.to_string(), Sort::Int, range);
        self.flow.program.variables.push(symbol);
        self.flow.program.jumps.insert(symbol);
        self.flow.prologue.push((symbol, self.rules.terms.int(0), self.flow.span));
        symbol
    }
}
