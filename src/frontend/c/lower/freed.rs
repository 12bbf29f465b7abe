//! `free`, and what is never freed.
//!
//! Freed can be what was allocated, also outside of the program: an object that a pointer from outside points to. That
//! it was allocated is assumed. A leak is memory that is not freed where the program ends, pointed to or not.

use super::pointer::Pointer;
use super::scope::{Fallible, Lowering};
use crate::frontend::c::layout::Step;
use crate::frontend::c::points_to::{Mortal, ObjectKey, Region};
use crate::program::{Check, Gap};
use crate::source::Bytes;
use crate::term::{Cmp, Range, Sort, Symbol, Term};

/// What is taken to hold of what comes from outside and is freed.
const ALLOCATED: &str = "what comes from outside and is freed was allocated, each object by itself";

impl<'a> Lowering<'a> {
    /// `free(p)`
    pub fn give_back(&mut self, p: Pointer, span: Bytes) -> Fallible<()> {
        let terms = self.rules.terms;
        let p = self.keep_pointer(p);
        let known = self.is_no_number(&p);
        self.flow.follow_if(known, Gap::Address);
        let is_null = terms.eq(p.object, terms.int(0));
        let mut fine = vec![];
        let mut freed: Vec<(ObjectKey, Term, Term)> = vec![];
        for number in p.reach.regions.clone() {
            let Region::Part(key, path) = self.names.region_of(number).clone() else { continue };
            if !matches!(self.points_to.mortal(key), Some(Mortal::Freed { .. })) {
                continue;
            }
            if self.outside.contains(&key) {
                self.results.insert(ALLOCATED.to_string());
            }
            let here = terms.eq(p.object, terms.int(number));
            let Some(begins) = self.is_beginning(key, &path, &p) else {
                return self.refuse("freeing such a part of memory", span);
            };
            fine.push(terms.and(vec![here, begins]));
            freed.push((key, here, self.instance(key, &path, &p)));
        }
        let fine = terms.or([vec![is_null], fine].concat());
        let place = self.place(span);
        self.at(place, |this| this.flow.owe(Check::Free, fine));
        self.check_freed_once(&p, span);
        self.count_blocks(&p, -1);
        for (key, here, instance) in freed {
            let Some((Mortal::Freed { instances }, symbol)) = self.life(key) else { continue };
            let now = terms.sym(symbol);
            let value = match instances {
                false => terms.ite(here, terms.int(1), now),
                true => {
                    let one = terms.ite(here, terms.int(1), terms.select(now, instance));
                    terms.store(now, instance, one)
                }
            };
            self.flow.assign(symbol, value);
        }
        Ok(())
    }

    /// Whether a pointer to a region of memory points to its first byte.
    fn is_beginning(&mut self, key: ObjectKey, path: &[Step], p: &Pointer) -> Option<Term> {
        let terms = self.rules.terms;
        let zero = terms.int(0);
        if self.is_never_accessed(key) {
            return Some(terms.eq(p.index.term, zero));
        }
        let object = self.early_object(key)?;
        let offset = self.byte_offset(object, path, p.row, p.index.term)?;
        Some(terms.eq(offset, zero))
    }

    /// One more block is allocated, or one is freed, if that is asked.
    pub fn count_blocks(&mut self, p: &Pointer, change: i64) {
        let Some(blocks) = self.blocks else { return };
        let terms = self.rules.terms;
        let is_own = |n: &usize| self.names.object_of(*n).is_some_and(|key| self.names.is_allocated(key));
        let own: Vec<Term> =
            p.reach.regions.iter().filter(|n| is_own(n)).map(|n| terms.eq(p.object, terms.int(*n))).collect();
        let now = terms.sym(blocks);
        self.flow.assign(blocks, terms.ite(terms.or(own), terms.offset(now, change), now));
    }

    /// Counts blocks that are not freed, for the question whether there are any in the end.
    pub fn begin_counting(&mut self) {
        let terms = self.rules.terms;
        let blocks: Symbol = terms.symbol("blocks that are not freed", Sort::Int, Range::at_least(0));
        self.flow.program.variables.push(blocks);
        self.flow.prologue.push((blocks, terms.int(0), self.flow.span));
        self.blocks = Some(blocks);
    }

    /// The program ends here: nothing may be left.
    pub fn check_leaks(&mut self) {
        let Some(blocks) = self.blocks.filter(|_| self.flow.is_live()) else { return };
        let terms = self.rules.terms;
        self.flow.owe(Check::Leak, terms.cmp(Cmp::Le, terms.sym(blocks), terms.int(0)));
        self.flow.settle();
    }
}
