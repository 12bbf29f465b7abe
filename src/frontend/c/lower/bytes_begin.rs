//! What byte objects are made of, and what they hold at first.

use super::begin::{When, Which};
use super::bytes::{NUMBERS, POINTERS};
use super::memory::{Content, Leaf, Object, Outer, Place};
use super::scope::{Fallible, Lowering};
use crate::frontend::c::facts;
use crate::frontend::c::layout::{Path, Slot, Start, Step, Values, size_of};
use crate::frontend::c::points_to::{ObjectKey, Reach};
use crate::frontend::c::tree::{Expr, ExprKind, IntKind, Type};
use crate::source::Bytes;
use crate::term::{Int, Range, Term};
use std::collections::BTreeMap;

/// Tables of a byte object: what is at each position.
type Tables = BTreeMap<(Path, Which), BTreeMap<u64, Int>>;

impl<'a> Lowering<'a> {
    /// A byte object, of a type that may be that of its declaration or that of its bytes.
    pub fn byte_object(
        &mut self,
        key: ObjectKey,
        name: &str,
        ty: Type,
        outer: Vec<Outer>,
        path: Path,
    ) -> Fallible<usize> {
        // Where it is made before its declaration is met, only the outline knows what it is declared as.
        let (ty, declared) = match self.points_to.outline(key) {
            Some(outline) => (outline.ty.clone(), outline.declared.clone()),
            None => (ty.clone(), ty),
        };
        if let Some(why) = self.points_to.outline(key).and_then(|outline| outline.bytes.clone()) {
            self.flow.program.bytes.insert((name.to_string(), why));
        }
        let mut leaves = BTreeMap::new();
        let content = self.int_leaf(key, name, &path, IntKind::UChar, None, true);
        if facts::holds_volatile(&declared) {
            self.has_volatile = true;
            self.has_volatile_bytes = true;
        }
        leaves.insert(path.clone(), Leaf { name: name.to_string(), array: true, content });
        let held = self.held(key, &path);
        if !held.reach.regions.is_empty() {
            let pointers = self.pointer_leaf(key, &format!("{name}.pointer"), &path, true);
            let shown = format!("{name}.number");
            let range = Range::new(-8, 8);
            let cell = self.cell(&shown, true, range, held.stored || self.early.contains(&key));
            let numbers = Content::Int { kind: IntKind::UChar, bits: None, cell };
            let beside = |what: Step| [path.as_slice(), &[what]].concat();
            leaves.insert(beside(POINTERS), Leaf { name: format!("{name}.pointer"), array: true, content: pointers });
            leaves.insert(beside(NUMBERS), Leaf { name: shown, array: true, content: numbers });
        }
        let name = name.to_string();
        let (flexible, constant, literal, bytes) = (None, false, false, true);
        self.objects.push(Object { key, name, ty, outer, leaves, flexible, constant, literal, bytes, declared });
        self.object_of.insert(key, self.objects.len() - 1);
        Ok(self.objects.len() - 1)
    }

    /// Whether a leaf of a byte object says something about its bytes.
    pub fn is_beside_bytes(&self, object: usize, path: &Path) -> bool {
        self.is_bytes(object) && matches!(path.last(), Some(&(POINTERS | NUMBERS)))
    }

    /// All of a byte object as a place: the last instance of it.
    pub fn whole_bytes(&self, object: usize) -> Place {
        let terms = self.rules.terms;
        let of = &self.objects[object];
        let row = match of.outer.first() {
            Some(Outer::Instances(number)) => terms.sym(*number),
            _ => terms.int(0),
        };
        let path = self.points_to.byte_path(of.key).unwrap_or_default();
        let ty = match self.counts_bytes(&of.outer) {
            true => Type::Array(Box::new(of.declared.clone()), None),
            false => of.declared.clone(),
        };
        Place { object, path, row, index: terms.int(0), ty, bits: None, around: vec![] }
    }

    /// The values of an initialiser, and 0 elsewhere.
    pub fn begin_byte_values(&mut self, object: usize, values: Values<'a>, when: When, span: Bytes) -> Fallible<()> {
        let whole = self.whole_bytes(object);
        let has_values = !values.is_empty();
        let mut tables = Tables::new();
        let mut rest: Vec<(Place, &'a Expr)> = Vec::new();
        for (slot, start) in values {
            let e = match start {
                Start::Byte(b) => {
                    let size = size_of(&slot.ty, self.rules.model).unwrap_or(1);
                    self.put(&mut tables, &whole, (slot.offset, size as u32 * 8), &Int::from(b as i8));
                    continue;
                }
                Start::Expression(e) => e,
            };
            let size = match (&slot.ty, slot.bits, size_of(&slot.ty, self.rules.model)) {
                (Type::Other(what), ..) => return self.refuse(what, e.span),
                (_, Some(bits), _) => u64::from(bits),
                (_, None, Some(size)) => size * 8,
                (ty, None, None) => return self.refuse(&format!("a value of type {}", ty.describe()), e.span),
            };
            let constant = match &slot.ty {
                Type::Int(kind) if when == When::Before => Some(self.first_constant(e, *kind)?),
                Type::Int(kind) if facts::looks_constant(e) => self.constant_as(e, *kind).ok(),
                _ => None,
            };
            if let (Type::Int(kind), Some(v)) = (&slot.ty, constant) {
                let v = match kind.format() {
                    // Who computes one knows its bits no better than arithmetic does.
                    Some(format) if v == Int::from(format.open()) => {
                        return self.refuse("a NaN that is computed as an initialiser of bytes", e.span);
                    }
                    Some(format) => Int::from(format.bits_of(&v)),
                    None => self.fitting(&v, *kind, None),
                };
                self.put(&mut tables, &whole, (slot.offset, size as u32), &v);
                continue;
            }
            let is_early = when == When::Before || matches!(e.bare().kind, ExprKind::String(_));
            if let (Type::Pointer(to), true) = (&slot.ty, is_early) {
                self.put_pointer(&mut tables, &whole, &slot, to, e)?;
                continue;
            }
            if when == When::Before {
                return Err(self.problem("this is not a constant expression, which is required here", e.span));
            }
            rest.push((self.further(&whole, slot.offset, slot.bits, slot.ty.clone()), e));
        }
        let key = self.objects[object].key;
        if !rest.is_empty() {
            self.foreseen_store(key, &whole.path);
        }
        for path in self.paths(object) {
            for which in [Which::Value, Which::Object, Which::Row, Which::Index] {
                let term = self.first_value(tables.get(&(path.clone(), which)), true, Int::clone);
                self.begin_cell(object, &path, which, term, when);
            }
        }
        for (place, e) in rest {
            self.begin_computed(&self.target(place), e, span)?;
        }
        // What lives as long as the program is 0 there, and so is what has no values at all.
        if when == When::Now && has_values {
            self.freshen_padding(&whole);
        }
        Ok(())
    }

    /// So many bits from a bit on are those of a number.
    fn put(&self, tables: &mut Tables, whole: &Place, (offset, bits): (u64, u32), v: &Int) {
        let two = |n: u32| Int::from(1) << n as usize;
        let terms = self.rules.terms;
        let modulo =
            |v: &Int, m: Int| terms.as_int(terms.modulo(terms.int(v.clone()), terms.int(m))).unwrap_or(Int::ZERO);
        let divide = |v: &Int, m: Int| terms.as_int(terms.div(terms.int(v.clone()), terms.int(m))).unwrap_or(Int::ZERO);
        let bit = (offset % 8) as u32;
        let table = tables.entry((whole.path.clone(), Which::Value)).or_default();
        let mut rest = modulo(v, two(bits)) * two(bit);
        let (mut at, mut first, end) = (offset / 8, bit, bit + bits);
        let mut done = 0;
        while done < end {
            let last = end.min(done + 8) - done;
            let old = table.get(&at).cloned().unwrap_or(Int::ZERO);
            // The bits of this byte that are not among them stay.
            let (below, above) = (modulo(&old, two(first)), divide(&old, two(last)) * two(last));
            let new = modulo(&rest, two(last));
            table.insert(at, below + above + new);
            rest = divide(&rest, two(8));
            (at, first, done) = (at + 1, 0, done + 8);
        }
    }

    fn put_pointer(&mut self, tables: &mut Tables, whole: &Place, slot: &Slot, to: &Type, e: &'a Expr) -> Fallible<()> {
        let p = self.pointer_value(e, to)?;
        let known = |t: Term| self.rules.terms.as_int(t);
        let (Some(o), Some(row), Some(index)) = (known(p.object), known(p.row), known(p.index.term)) else {
            return Err(self.problem("this is not a constant expression, which is required here", e.span));
        };
        if o.is_zero() {
            self.put(tables, whole, (slot.offset, 8 * self.pointer_size()), &Int::ZERO);
            return Ok(());
        }
        let key = self.objects[whole.object].key;
        let reach = Reach { null: false, ..p.reach.clone() };
        self.foreseen_pointer(key, &whole.path, &reach, !row.is_zero(), !index.is_zero());
        let at = slot.offset / 8;
        let beside = |what: Step| [whole.path.as_slice(), &[what]].concat();
        for (which, v) in [(Which::Object, o), (Which::Row, row), (Which::Index, index)] {
            tables.entry((beside(POINTERS), which)).or_default().insert(at, v);
        }
        for i in 0..u64::from(self.pointer_size()) {
            tables.entry((beside(NUMBERS), Which::Value)).or_default().insert(at + i, Int::from(i + 1));
        }
        Ok(())
    }

    fn pointer_size(&self) -> u32 {
        size_of(&Type::Pointer(Box::new(Type::Void)), self.rules.model).unwrap_or(8) as u32
    }
}
