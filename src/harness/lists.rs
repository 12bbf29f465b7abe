//! Lists of arguments that a program is handed, `va_list`: made as a variadic function leaves them whose arguments are all
//! in memory, which for x86-64 is where a witness has them.

use super::memory::Making;
pub(super) use crate::frontend::c::is_list;
use crate::frontend::c::tree::Type;
use crate::program::said::{LENGTH, said_of};
use crate::question::DataModel;
use crate::term::Int;

/// The member of it that leads to arguments in memory.
const MEMORY: &str = "overflow_arg_area";

/// The same struct by a name of the harness's: `runtime.c` has it.
pub(super) const SPELLED: &str = "struct lariat_list";

/// The list that a type is, or is an array of.
pub(super) fn list_of(ty: &Type) -> Option<&Type> {
    match ty {
        Type::Array(of, _) => list_of(of),
        ty => is_list(ty).then_some(ty),
    }
}

impl Making<'_> {
    /// A list at a place in memory, with what the witness has in it.
    pub fn list(&mut self, name: &str, at: &str, position: &Int) -> Result<(), String> {
        if !cfg!(target_arch = "x86_64") || self.feeder.model != DataModel::Lp64 {
            return Err(format!("`{name}` is a list of arguments, which a harness makes for x86-64 only"));
        }
        let (child, memory) = (format!("{name}.{MEMORY}"), format!("(({SPELLED} *)&{at})->{MEMORY}"));
        let bytes = self.value(&said_of(&child, LENGTH), position);
        self.line(format!("lariat_begin(&{at}, {bytes});"));
        self.objects(&Type::Void, &child, &memory, &(position * (Int::ONE << 64)), &bytes)?;
        if self.feeder.is_placed(&child) {
            self.place_later((&child, &Type::Void), &memory, position);
        }
        Ok(())
    }
}
