//! Functions that are not there: without a body, or pointed to from outside.
//!
//! Their results are inputs; what they store [`escape`](super::escape) says.

use super::scope::{Fallible, Lowering};
use super::value::Operand;
use crate::frontend::c::tree::{Expr, Type};
use crate::source::Bytes;

impl<'a> Lowering<'a> {
    /// A call of such a function, by what people call it; nothing as a result if it does not return.
    pub fn call_outside(
        &mut self,
        name: &str,
        arguments: &'a [Expr],
        result: Option<&Type>,
        stores_globals: bool,
        span: Bytes,
    ) -> Fallible<Operand> {
        let values = self.unsequenced(arguments, |this, _, argument| match this.expression(argument)? {
            Operand::Struct(_) => {
                this.refuse(&format!("passing a struct to `{name}`, which has no body,"), argument.span)
            }
            value => Ok(value),
        })?;
        self.about_to_call(name);
        // What the call gives comes first: it stands where the call is marked.
        let value = match result {
            None | Some(Type::Void) => Operand::Void,
            Some(Type::Int(kind)) => Operand::Int(self.read_result(name, *kind)),
            Some(other) => return self.refuse(&format!("the result of `{name}`, {},", other.with_article()), span),
        };
        if result.is_some() {
            self.store_outside(name, stores_globals, &values);
        }
        Ok(value)
    }
}
