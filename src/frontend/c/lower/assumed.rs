//! What a question assumes: C conditions over what is in scope when the entry function begins.
//!
//! What would be undefined in an assumption is part of it: there it does not
//! hold, which is never an overflow or an access out of bounds of the program.
//! Whether assumptions contradict one another is not asked here.

use super::scope::{Fallible, Lowering};
use crate::diagnostic::{Diagnostic, Subject};
use crate::frontend::c::tree::{Expr, ExprKind, Seen};
use crate::frontend::flow::Owed;
use crate::program::{About, Assumption, Gap, Instruction, Role};
use crate::source::Bytes;

/// What people have to know who get one wrong.
const HELP: &str = "an assumption is a condition over the parameters of the entry function, elements of arrays, and globals, without macros";

impl<'a> Lowering<'a> {
    /// Lowers the assumptions at the place where execution stands: the parameters are bound, nothing else happened.
    pub fn assume(&mut self, assumptions: &'a [Expr]) {
        for (i, e) in assumptions.iter().enumerate() {
            let marking = std::mem::replace(&mut self.marking, false);
            let lowered = self.assume_one(i, e);
            self.marking = marking;
            if let Err(problem) = lowered {
                // What is wrong with something it names is shown where it is named.
                let elsewhere = problem.span.file != self.place(e.span).file;
                let problem = match elsewhere {
                    true => {
                        self.problem(format!("it names something that is not modelled: {}", problem.message), e.span)
                    }
                    false => problem,
                };
                self.report(problem.about(Subject::Assumption(i)));
            }
        }
    }

    fn assume_one(&mut self, index: usize, e: &'a Expr) -> Fallible<()> {
        self.check_assumption(e)?;
        let condition = self.condition(e)?;
        let defined = self.owed_by_assumption(e.span)?;
        for term in defined.into_iter().map(|owed| owed.condition).chain([condition]) {
            if self.rules.terms.as_bool(term) != Some(true) {
                self.flow.emit(Instruction::Assume(term), Role::Given(index));
            }
        }
        let text = self.assume_texts[index].trim();
        let about = About::Given(index);
        self.flow.program.assumptions.push(Assumption {
            name: "assume",
            otherwise: None,
            text: format!("{text} at the entry"),
            about,
        });
        Ok(())
    }

    /// What has to hold for an assumption to be defined. The model must not end there; but where something that runs
    /// before the entry function may have stored to what is read, it does as everywhere.
    pub fn owed_by_assumption(&mut self, span: Bytes) -> Fallible<Vec<Owed>> {
        let owed = std::mem::take(&mut self.flow.owed);
        let (stored, owed): (Vec<Owed>, Vec<Owed>) =
            owed.into_iter().partition(|owed| matches!(owed.gap(), Some(Gap::Stored(_))));
        if let Some(gap) = owed.iter().find_map(|owed| owed.gap()) {
            return Err(self.problem(format!("this cannot be assumed: {gap}"), span));
        }
        self.flow.owed = stored;
        self.flow.settle();
        Ok(owed)
    }

    /// A problem with what an assumption may not have.
    fn check_assumption(&self, e: &Expr) -> Fallible<()> {
        let mut found: Option<Diagnostic> = None;
        e.walk(self.tree, &mut |seen| {
            let Seen::Expr(e) = seen else { return };
            let (message, help) = match &e.kind {
                ExprKind::Call { .. } => ("a call is not possible in an assumption", HELP),
                ExprKind::Statement(_) => ("statements are not possible in an assumption", HELP),
                ExprKind::Assign(..) => ("an assumption cannot change anything", "`==` compares"),
                ExprKind::AssignOp(..) | ExprKind::Step { .. } => ("an assumption cannot change anything", HELP),
                _ => return,
            };
            found.get_or_insert_with(|| self.problem(message, e.span).with_help(help));
        });
        found.map_or(Ok(()), Err)
    }
}
