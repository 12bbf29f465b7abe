//! What can be said once more of the program was seen: fields of records, and types as a whole.

use super::Check;
use crate::frontend::microc::tree::{Expr, ExprKind};
use crate::frontend::microc::types::Shape;
use std::collections::BTreeSet;

impl Check<'_> {
    /// Fields of records that are known by now have the types of these.
    pub fn known_fields(&mut self) {
        let mut left = vec![];
        for (record, name, field) in std::mem::take(&mut self.fields) {
            match self.types.shape(record) {
                Shape::Open => left.push((record, name, field)),
                Shape::Record(fields) => match fields.iter().find(|(own, _)| *own == name.text) {
                    Some((_, ty)) => self.same(*ty, field, name.span),
                    None => {
                        let found = self.types.describe(record);
                        self.report(format!("there is no field `{}` in {found}", name.text), name.span, "");
                    }
                },
                _ => {
                    let found = self.types.describe(record);
                    self.report(format!("this is {found}, and only a record has fields"), name.span, "");
                }
            }
        }
        self.fields = left;
    }

    /// What can be said once all of the program was seen.
    pub fn finish(&mut self) {
        let mut left = usize::MAX;
        while self.fields.len() < left {
            left = self.fields.len();
            self.known_fields();
        }
        for (_, name, _) in std::mem::take(&mut self.fields) {
            self.report("nothing says which record this is", name.span, "no such record is ever made");
        }
        for (ty, span) in std::mem::take(&mut self.compared) {
            if let Shape::Array(..) | Shape::Record(_) = self.types.shape(ty) {
                let found = self.types.describe(ty);
                self.report(format!("this compares {found}"), span, "`==` compares numbers or pointers");
            }
        }
        let mut known = BTreeSet::new();
        for function in &self.tree.functions {
            let mut all = vec![];
            function.body.iter().for_each(|s| s.expressions(&mut |e| parts(e, &mut all)));
            parts(&function.result, &mut all);
            for e in all {
                let ty = self.types.of(self.expressions[e.id]);
                if known.insert(ty) && self.types.is_endless(ty) {
                    self.report("a value of this type would be a part of itself", e.span, "use a pointer");
                }
                if matches!(e.kind, ExprKind::Record(_)) && self.types.is_nested(ty) {
                    self.report("a record within a record is not possible", e.span, "use a pointer to the inner one");
                }
            }
        }
    }
}

/// An expression and all in it.
fn parts<'a>(e: &'a Expr, found: &mut Vec<&'a Expr>) {
    found.push(e);
    e.parts().into_iter().for_each(|part| parts(part, found));
}
