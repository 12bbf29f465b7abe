//! Where C has what functions without a body store, so that a harness can make them store it: behind which argument,
//! or in which global variable.

use super::memory::Outer;
use super::pointer::Pointer;
use super::scope::Lowering;
use super::value::Operand;
use crate::frontend::c::layout::{Path, Step};
use crate::frontend::c::points_to::{ObjectKey, Region};
use crate::frontend::c::tree::IntKind;
use crate::program::{ElementsOf, Stored};
use crate::term::Term;

/// So many arguments are passed in registers, at least, on the machines that harnesses run on.
const REGISTERS: usize = 6;

impl<'a> Lowering<'a> {
    /// Which argument leads to a part of an object, and how far behind that it is.
    pub fn stored_by_argument(
        &self,
        values: &[Operand],
        (object, key, path): (usize, ObjectKey, &Path),
        kind: IntKind,
    ) -> Option<Stored> {
        let (number, _, begin) = self.leading_argument(values, key)?;
        if begin.contains(&Step::Element) {
            return None;
        }
        let offset = self.first_byte(object, path)? - self.first_byte(object, begin)?;
        Some(Stored::Argument { number, offset, ty: kind.name() })
    }

    /// The same for all elements of a part, where the argument leads to the first.
    pub fn elements_by_argument(
        &self,
        values: &[Operand],
        (object, key, path): (usize, ObjectKey, &Path),
        kind: Option<IntKind>,
    ) -> Option<Stored> {
        let terms = self.rules.terms;
        let node = self.names.way(key)[0];
        let global = self.tree.variables.iter().find(|v| self.points_to.is_visible(key) && v.node == node);
        let (of, begins) = match global {
            Some(v) => (ElementsOf::Variable(v.name.clone(), v.span.text), 0),
            None => {
                let (number, p, begin) = self.leading_argument(values, key)?;
                // Of what is declared in a loop the last instance is there.
                let instance = match self.objects[object].outer.first() {
                    Some(Outer::Instances(number)) => Some(terms.sym(*number)),
                    _ => None,
                };
                let is_first = |t: Term| terms.as_int(t).is_some_and(|at| at.is_zero()) || Some(t) == instance;
                if !is_first(p.row) || !is_first(p.index.term) {
                    return None;
                }
                (ElementsOf::Argument(number), self.first_byte(object, begin)?)
            }
        };
        let offset = self.first_byte(object, path)? - begins;
        let at = |row: i64, index: i64| {
            i64::try_from(&terms.as_int(self.byte_offset(object, path, terms.int(row), terms.int(index))?)?).ok()
        };
        let single = self.objects[object].outer.iter().filter(|outer| matches!(outer, Outer::Single)).count();
        let dimensions = path.iter().filter(|step| **step == Step::Element).count() - single;
        let ty = kind?.name();
        let first = at(0, 0)?;
        match (dimensions, path.last()) {
            (1, _) => {
                let step = at(0, 1)? - first;
                Some(Stored::Elements { of, offset, inner: 1, steps: (step, step), ty, each: None })
            }
            (2, Some(Step::Element)) => {
                let inner = u64::try_from(&terms.as_int(self.extent(object, path)?)?).ok()?;
                Some(Stored::Elements {
                    of,
                    offset,
                    inner,
                    steps: (at(0, 1)? - first, at(1, 0)? - first),
                    ty,
                    each: None,
                })
            }
            _ => None,
        }
    }

    /// Which argument leads to an object only, the pointer, and the part that it leads to.
    fn leading_argument<'v>(&self, values: &'v [Operand], key: ObjectKey) -> Option<(usize, &'v Pointer, &Path)> {
        // How structs are passed depends on what is in them.
        if values.iter().any(|value| matches!(value, Operand::Struct(_))) {
            return None;
        }
        // Floating-point arguments are passed in other registers.
        let is_plain = |value: &&Operand| !matches!(value, Operand::Int(v) if v.kind.format().is_some());
        values.iter().filter(is_plain).take(REGISTERS).enumerate().find_map(|(number, value)| {
            let Operand::Pointer(p) = value else { return None };
            let region = usize::try_from(p.reach.only()?).ok().filter(|n| *n > 0)?;
            match self.names.region_of(region) {
                Region::Part(pointed, begin) if *pointed == key => Some((number, p, begin)),
                _ => None,
            }
        })
    }

    /// Where a part of an object begins, in bytes.
    fn first_byte(&self, object: usize, path: &Path) -> Option<i64> {
        let terms = self.rules.terms;
        i64::try_from(&terms.as_int(self.byte_offset(object, path, terms.int(0), terms.int(0))?)?).ok()
    }
}
