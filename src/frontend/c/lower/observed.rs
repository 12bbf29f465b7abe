//! What others see of the entry function when it is over: memory that was there before, and how the program ends.

use super::memory::{Content, Object};
use super::place::Target;
use super::scope::{Fallible, Lowering};
use super::value::Operand;
use crate::frontend::c::points_to::Region;
use crate::program::{Observed, Returned};
use crate::source::Bytes;
use crate::term::{Int, Range, Sort, Term};

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

impl<'a> Lowering<'a> {
    /// The pointer that the entry function returned, where its body has ended, if it can be told by what it leads into.
    pub fn returned_pointer(&mut self, target: Target) -> Fallible<Option<Returned>> {
        let terms = self.rules.terms;
        let Operand::Pointer(pointer) = self.read(target, Bytes::default())? else { return Ok(None) };
        let reach = &pointer.reach;
        let into = match (reach.regions.first(), reach.regions.len()) {
            (None, _) => None,
            (Some(number), 1) => match self.names.region_of(*number).clone() {
                Region::Part(key, path) if self.outside.contains(&key) => match self.object_of.get(&key) {
                    Some(object) => Some((self.objects[*object].name.clone(), format!("{path:?}"))),
                    None => return Ok(None),
                },
                _ => return Ok(None),
            },
            _ => return Ok(None),
        };
        if reach.wild || terms.as_int(pointer.row) != Some(Int::ZERO) {
            return Ok(None);
        }
        let is_null = terms.eq(pointer.object, terms.int(0));
        let otherwise = [(is_null, terms.bool(false)), (terms.not(is_null), terms.bool(true))];
        let index = terms.ite(is_null, terms.int(0), terms.replace(pointer.index.term, &otherwise));
        let name = into.as_ref().map_or_else(|| "result".to_string(), |(object, _)| format!("result - {object}"));
        let mut known = |name: String, range: Range, value: Term| {
            let symbol = terms.symbol(name, Sort::Int, range);
            self.flow.program.variables.push(symbol);
            self.flow.assign(symbol, value);
            symbol
        };
        let null = known("result is null".into(), Range::new(0, 1), terms.ite(is_null, terms.int(1), terms.int(0)));
        let index = known(name, Range::ALL, index);
        Ok(Some(Returned { into, null, index }))
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
