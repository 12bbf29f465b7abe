//! Layouts that another compiler should compute as well: those which more than the order and the types of members decides.

use super::cursor::{ClangType, Cursor, call};
use super::reader::Reader;
use crate::frontend::c::facts::VA_LIST;
use crate::frontend::c::layout::plain;
use crate::frontend::c::tree::{Stated, StructType, Type};
use clang_sys::*;

impl<'u> Reader<'u, '_> {
    /// Reads the records at file scope that are the program's own: a size may be all that it uses of them.
    pub fn own_records(&mut self) {
        for c in self.declarations.clone() {
            if matches!(c.kind(), CXCursor_StructDecl | CXCursor_UnionDecl)
                && c.is_definition()
                && !c.is_in_system_header()
            {
                self.type_of(c.ty());
            }
        }
    }

    /// What Clang says of each record that was met, but for plain ones.
    pub fn state_layouts(&mut self) {
        let mut found: Vec<(usize, Cursor<'u>, StructType)> =
            self.records.values().map(|r| (r.ty.0.id, r.declaration, r.ty.clone())).collect();
        found.sort_by_key(|(id, ..)| *id);
        let stated: Vec<Stated> = found.into_iter().filter_map(|(_, c, ty)| self.stated(c, &ty)).collect();
        self.known.tree.layouts.extend(stated);
    }

    fn stated(&mut self, c: Cursor<'u>, ty: &StructType) -> Option<Stated> {
        if ty.0.tag.as_deref() == Some(VA_LIST) {
            // Compilers have it built in.
            return None;
        }
        let (layout, clang) = (ty.layout()?, c.ty().canonical());
        let (size, align) = (layout.size, align_of(clang)?);
        let own = c.definition().unwrap_or(c);
        let is_as_written = !own.has_attributes() && !clang.fields().iter().any(|f| f.has_attributes());
        if is_as_written && plain(&Type::Struct(ty.clone()), self.model) == Some((size, align)) {
            return None;
        }
        let mut offsets = vec![];
        offsets_in(ty, 0, &mut offsets);
        let at = self.span(own);
        let shown = match ty.0.tag {
            Some(_) => ty.describe(),
            None => format!("{} of line {}", ty.describe(), self.source.start(at).line),
        };
        Some(Stated { file: self.own, name: self.name_of(c), shown, size, align, offsets })
    }

    /// How a record is called wherever the file scope is seen, if it can be.
    fn name_of(&self, c: Cursor<'u>) -> Option<String> {
        if !is_at_file_scope(c) {
            return None;
        }
        let spelling = c.ty().canonical().spelling();
        if is_plain(&spelling) {
            return Some(spelling);
        }
        // A type without a name, of a member of one with a name.
        self.records.values().find_map(|outer| {
            let outer = outer.declaration;
            let holder = outer.ty().canonical().spelling();
            let member = outer.ty().fields().into_iter().find_map(|m| member_of(m, c))?;
            (is_plain(&holder) && is_at_file_scope(outer)).then(|| format!("__typeof__((({holder} *)0)->{member})"))
        })
    }
}

/// The alignment in bytes, of a complete type.
pub(super) fn align_of(ty: ClangType) -> Option<u64> {
    u64::try_from(call!(clang_Type_getAlignOf(ty.raw))).ok()
}

/// Whether a record is declared outside of functions, perhaps within another one.
fn is_at_file_scope(c: Cursor) -> bool {
    let mut parent = c.parent();
    while let Some(record) = parent.filter(|p| matches!(p.kind(), CXCursor_StructDecl | CXCursor_UnionDecl)) {
        parent = record.parent();
    }
    parent.is_some_and(|p| p.kind() == CXCursor_TranslationUnit)
}

/// A member of a type, or what it has several of, as it is written behind `->`.
fn member_of<'u>(member: Cursor<'u>, of: Cursor<'u>) -> Option<String> {
    let (mut ty, mut text): (ClangType, String) = (member.ty().canonical(), member.spelling());
    while ty.kind() == CXType_ConstantArray {
        ty = ty.element().canonical();
        text.push_str("[0]");
    }
    (is_plain(&member.spelling()) && ty.kind() == CXType_Record && ty.declaration().key() == of.key()).then_some(text)
}

/// Whether this is a name, perhaps behind `struct` or `union`.
fn is_plain(name: &str) -> bool {
    let is_word = |word: &str| !word.is_empty() && word.chars().all(|c| c.is_ascii_alphanumeric() || c == '_');
    let name = name.strip_prefix("struct ").or(name.strip_prefix("union ")).unwrap_or(name);
    is_word(name)
}

/// The members that have an offset in bytes, with those of members without a name.
fn offsets_in(ty: &StructType, base: u64, out: &mut Vec<(String, u64)>) {
    for field in ty.fields().unwrap_or_default() {
        let offset = base + field.offset / 8;
        match (&field.name, &field.ty) {
            (Some(name), _) if field.bits.is_none() => out.push((name.clone(), offset)),
            (None, Type::Struct(inner)) => offsets_in(inner, offset, out),
            _ => {}
        }
    }
}
