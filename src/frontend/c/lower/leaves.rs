//! The leaves of an object: one for each integer and pointer that its type has, however deep.

use super::memory::{Cell, Content, Leaf};
use super::outside::STORED_NULL;
use super::scope::Lowering;
use crate::frontend::c::layout::{Path, Step, union_storage};
use crate::frontend::c::points_to::ObjectKey;
use crate::frontend::c::tree::{Field, IntKind, Refusal, StructType, Type};
use crate::program::said::member_of;
use crate::term::{Range, Sort};
use std::collections::BTreeMap;

/// Objects with more leaves are refused.
pub(super) const MOST_LEAVES: usize = 4096;

impl Content {
    pub fn unmodelled(what: impl Into<String>) -> Content {
        Content::Unmodelled(Refusal::of(what))
    }
}

impl<'a> Lowering<'a> {
    /// The leaves of a type; whether they are not too many.
    pub fn collect_leaves(
        &mut self,
        key: ObjectKey,
        name: &str,
        ty: &Type,
        path: &[Step],
        array: bool,
        out: &mut BTreeMap<Path, Leaf>,
    ) -> bool {
        if out.len() >= MOST_LEAVES {
            return false;
        }
        let content = match ty {
            Type::Array(of, _) => {
                let inner = [path, &[Step::Element]].concat();
                return self.collect_leaves(key, name, of, &inner, true, out);
            }
            Type::Struct(s) if s.layout().is_some_and(|layout| layout.refused.is_some()) => {
                let refused = s.layout().and_then(|layout| layout.refused.clone());
                Content::Unmodelled(refused.expect("it is refused"))
            }
            Type::Struct(s) if !s.0.union => {
                return s.fields().unwrap_or_default().iter().enumerate().all(|(i, field)| {
                    let inner = [path, &[Step::Field(i)]].concat();
                    let is_led_to = self.points_to.is_led_to(key, path);
                    let name = field.name.as_ref().map_or(name.to_string(), |f| member_of(name, f, is_led_to));
                    match (&field.ty, field.bits) {
                        _ if field.is_padding() => true,
                        (Type::Int(kind), Some(bits)) => {
                            let content = self.int_leaf(key, &name, &inner, *kind, Some(bits), array);
                            out.insert(inner, Leaf { name, array, content });
                            true
                        }
                        (Type::Volatile(kind), bits @ Some(_)) => {
                            self.has_volatile = true;
                            let content = Content::Volatile { kind: *kind, bits };
                            out.insert(inner, Leaf { name, array, content });
                            true
                        }
                        (Type::Array(_, None | Some(0)), _) => {
                            let what = format!("`{name}`, a member without a length of its own,");
                            out.insert(inner, Leaf { name, array, content: Content::unmodelled(what) });
                            true
                        }
                        (ty, _) => self.collect_leaves(key, &name, ty, &inner, array, out),
                    }
                });
            }
            Type::Struct(s) => self.union_leaf(key, name, s, path, array),
            Type::Int(kind) => self.int_leaf(key, name, path, *kind, None, array),
            Type::Pointer(_) => self.pointer_leaf(key, name, path, array),
            Type::Volatile(kind) => {
                self.has_volatile = true;
                Content::Volatile { kind: *kind, bits: None }
            }
            Type::Other(what) => Content::unmodelled(*what),
            Type::Void | Type::Function(_) => Content::unmodelled(format!("a variable of type {}", ty.describe())),
        };
        out.insert(path.to_vec(), Leaf { name: name.to_string(), array, content });
        true
    }

    pub fn int_leaf(
        &mut self,
        key: ObjectKey,
        name: &str,
        path: &[Step],
        kind: IntKind,
        bits: Option<u32>,
        array: bool,
    ) -> Content {
        let range = match bits {
            Some(bits) if bits > 0 => crate::program::type_range(bits, kind.signed()),
            _ => kind.range(self.rules.model),
        };
        let variable = !array || self.held(key, path).stored;
        Content::Int { kind, bits, cell: self.cell(name, array, range, variable) }
    }

    pub fn pointer_leaf(&mut self, key: ObjectKey, name: &str, path: &[Step], array: bool) -> Content {
        let held = self.held(key, path);
        let last = held.reach.regions.last().copied().unwrap_or(0);
        let objects = Range::new(STORED_NULL, last as i64);
        // What was stored is told from what came from outside by it.
        let varies = held.reach.only().is_none() || self.points_to.arrival(key, path).is_some();
        let object = self.cell(&format!("{name}.object"), array, objects, held.stored && varies);
        let row = self.cell(&format!("{name}.row"), array, Range::ALL, held.stored && held.rowed);
        let index = self.cell(name, array, Range::ALL, held.stored && held.moved);
        Content::Pointer { object, row, index }
    }

    /// A union of integers is one integer, wide enough for each; one of pointers a pointer.
    pub fn union_leaf(&mut self, key: ObjectKey, name: &str, s: &StructType, path: &[Step], array: bool) -> Content {
        let fields = s.fields().unwrap_or_default();
        let is_volatile = |f: &Field| matches!(f.ty, Type::Volatile(_));
        match union_storage(s, self.rules.model) {
            Some(kind) if !fields.iter().any(is_volatile) => return self.int_leaf(key, name, path, kind, None, array),
            // All of its bytes are those of a volatile member.
            Some(kind) if fields.iter().any(|f| is_volatile(f) && self.is_as_wide(f, kind)) => {
                self.has_volatile = true;
                return Content::Volatile { kind, bits: None };
            }
            _ => {}
        }
        if !fields.is_empty() && fields.iter().all(|f| matches!(f.ty, Type::Pointer(_))) {
            return self.pointer_leaf(key, name, path, array);
        }
        let other = |f: &&Field| f.bits.is_some() || !matches!(f.ty, Type::Int(_) | Type::Pointer(_));
        Content::unmodelled(match fields.iter().find(other) {
            Some(f) => {
                let member =
                    f.name.as_ref().map_or("a member without a name".into(), |name| format!("the member `{name}`"));
                let is = if f.bits.is_some() { "a bit-field".into() } else { f.ty.with_article() };
                format!("`{name}`, a union with {member}, {is},")
            }
            None => format!("`{name}`, a union of integers and pointers,"),
        })
    }

    fn is_as_wide(&self, field: &Field, kind: IntKind) -> bool {
        let model = self.rules.model;
        matches!(field.ty, Type::Int(k) | Type::Volatile(k) if k.storage_bits(model) == kind.storage_bits(model))
    }

    /// A variable with a value of its own, or a place for something that never changes.
    pub fn cell(&mut self, name: &str, array: bool, range: Range, variable: bool) -> Cell {
        let terms = self.rules.terms;
        if !variable {
            let content = if array { terms.table(vec![]) } else { terms.int(0) };
            return Cell { content, variable: None };
        }
        let sort = if array { Sort::Array } else { Sort::Int };
        let symbol = terms.symbol(name, sort, range);
        self.flow.program.variables.push(symbol);
        Cell { content: terms.sym(symbol), variable: Some(symbol) }
    }
}
