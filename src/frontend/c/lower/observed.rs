//! What others see of the entry function when it is over: memory that was there before, and how the program ends.

use super::memory::{Content, Object};
use super::scope::Lowering;
use super::value::Operand;
use crate::program::Observed;
use crate::term::{Range, Sort, Term};

/// As statuses: a signal, and what is none.
const ABORTED: i64 = 256;
const FOUND: i64 = 257;

impl<'a> Lowering<'a> {
    /// The program ends in a function, which was given this.
    pub fn note_status(&mut self, name: &str, given: Option<Operand>) {
        if !self.returns || !self.flow.is_live() {
            return;
        }
        let terms = self.rules.terms;
        let status: Term = match (name, given) {
            // As much of it is seen (POSIX).
            ("exit" | "_exit" | "_Exit" | "quick_exit", Some(Operand::Int(v))) => terms.modulo(v.term, terms.int(256)),
            ("abort", _) => terms.int(ABORTED),
            _ => terms.int(FOUND),
        };
        let symbol = match self.flow.program.observed.status {
            Some(known) => known,
            None => {
                let symbol = terms.symbol("status", Sort::Int, Range::new(-1, FOUND));
                self.flow.program.variables.push(symbol);
                self.flow.program.observed.status = Some(symbol);
                symbol
            }
        };
        self.flow.assign(symbol, status);
    }
}

/// All of it: global variables, and what pointers from outside lead to.
pub(super) fn observed(lowering: &Lowering) -> Observed {
    let mut observed = lowering.flow.program.observed.clone();
    let globals = lowering.lasting.iter().map(|object| (&lowering.objects[*object], false));
    let outside = lowering.outside.iter().filter_map(|key| lowering.object_of.get(key));
    let mut all: Vec<(&Object, bool)> =
        globals.chain(outside.map(|object| (&lowering.objects[*object], true))).collect();
    all.sort_by_key(|(object, _)| object.key);
    for (object, is_outside) in all {
        for (path, leaf) in &object.leaves {
            let variables = leaf.content.variables();
            match leaf.content {
                Content::Int { .. } if object.bytes && !variables.is_empty() => {
                    observed.besides.push(format!("the bytes of `{}`", object.name));
                }
                Content::Int { .. } if is_outside => observed.outside.extend(variables),
                Content::Int { .. } => observed.globals.extend(variables),
                // What nobody reads of them need not be in variables.
                Content::Pointer { .. } if is_outside && lowering.points_to.held(object.key, path).stored => {
                    observed.besides.push(format!("the pointer `{}`", leaf.name));
                }
                Content::Pointer { .. } => observed.pointers.push((leaf.name.clone(), variables)),
                Content::Volatile { .. } => observed.besides.push(format!("`{}`, which is volatile", leaf.name)),
                Content::Unmodelled(_) => {}
            }
        }
    }
    observed.besides.sort();
    observed.besides.dedup();
    observed
}
