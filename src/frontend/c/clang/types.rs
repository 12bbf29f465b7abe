//! Types: canonical ones to those of the tree, with the layouts that Clang gave them.

use super::cursor::{ClangType, Cursor, Key};
use super::reader::{Reader, Record};
use super::rows;
use crate::frontend::c::DataModel;
use crate::frontend::c::layout::may_hold_pointers;
use crate::frontend::c::tree::*;
use crate::world::Volatile;
use clang_sys::*;
use std::sync::{Arc, OnceLock};

impl<'u> Reader<'u, '_> {
    /// The type that Clang's stands for.
    pub fn type_of(&mut self, ty: ClangType<'u>) -> Type {
        let ty = ty.canonical();
        if let Some(kind) = self.arithmetic(ty.kind()).filter(|_| !ty.has_rare_qualifiers()) {
            return if self.may_change(ty) { Type::Volatile(kind) } else { Type::Int(kind) };
        }
        let key = (ty.kind(), ty.key());
        if let Some(known) = self.types.get(&key) {
            return known.clone();
        }
        let plain = self.unqualified(ty);
        let may_change = self.may_change(ty);
        self.known.tree.keeps_volatile_pointers |= may_change && may_hold_pointers(&plain);
        let read = if may_change { plain.volatile() } else { plain };
        self.types.insert(key, read.clone());
        read
    }

    /// Whether the world may change what is of a type.
    fn may_change(&mut self, ty: ClangType<'u>) -> bool {
        if !ty.is_volatile() {
            return false;
        }
        let is_memory = self.known.volatile == Volatile::Memory;
        self.known.tree.keeps_volatile |= is_memory;
        !is_memory
    }

    /// The arithmetic type of a kind. The intermediate results of 32-bit machines may be wider than their types, and
    /// they have no integers of 128 bits.
    fn arithmetic(&self, kind: CXTypeKind) -> Option<IntKind> {
        let is_of_64_bits_only = |k: &IntKind| k.format().is_some() || k.is_of_128_bits();
        integer(kind).filter(|k| !is_of_64_bits_only(k) || self.model == DataModel::Lp64)
    }

    /// The type of a canonical one without its own qualifiers.
    pub fn unqualified(&mut self, ty: ClangType<'u>) -> Type {
        match ty.kind() {
            _ if ty.has_rare_qualifiers() && ty.spelling().contains("address_space") => Type::Other("an address space"),
            CXType_Void => Type::Void,
            CXType_Pointer if rows::is_row(ty.pointee()) => {
                Type::Pointer(Box::new(self.type_of(rows::element_of_rows(ty.pointee().canonical()))))
            }
            CXType_Pointer => Type::Pointer(Box::new(self.type_of(ty.pointee()))),
            CXType_NullPtr => Type::Pointer(Box::new(Type::Void)),
            CXType_Record => self.record_type(ty),
            CXType_Enum => match self.type_of(ty.declaration().enum_type()) {
                Type::Int(kind) => Type::Int(kind),
                _ => Type::Other("an enumeration that is not defined"),
            },
            CXType_ConstantArray => Type::Array(Box::new(self.type_of(ty.element())), ty.array_size()),
            CXType_VariableArray => Type::Array(Box::new(self.type_of(rows::element_of_rows(ty))), None),
            CXType_IncompleteArray if rows::is_row(ty.element()) => {
                Type::Array(Box::new(self.type_of(rows::element_of_rows(ty))), None)
            }
            CXType_IncompleteArray => Type::Array(Box::new(self.type_of(ty.element())), None),
            CXType_FunctionProto | CXType_FunctionNoProto => self.function_type(ty),
            CXType_Atomic => match ty.atomic_value().map(|value| self.type_of(value)) {
                Some(value @ (Type::Int(_) | Type::Pointer(_))) => {
                    self.known.tree.is_shared = true;
                    value
                }
                _ => Type::Other("an atomic type other than of an integer or a pointer"),
            },
            other => Type::Other(unmodelled(other)),
        }
    }

    fn function_type(&mut self, ty: ClangType<'u>) -> Type {
        let is_plain = matches!(ty.calling_convention(), CXCallingConv_Default | CXCallingConv_C);
        let harmless = ["__attribute__((noreturn))", "__attribute__((noescape))"];
        let attributes = harmless.iter().fold(ty.spelling(), |text, known| text.replace(known, ""));
        if !is_plain || attributes.contains("__attribute__") {
            return Type::Other("a calling convention other than C's");
        }
        Type::Function(Box::new(Signature {
            result: self.type_of(ty.result()),
            parameters: ty.parameters().into_iter().map(|p| self.parameter_type(p)).collect(),
            variadic: ty.is_variadic() && ty.kind() == CXType_FunctionProto,
            open: ty.kind() == CXType_FunctionNoProto,
            constant: Promises(ty.parameters().into_iter().map(|p| p.canonical().pointee().is_const()).collect()),
        }))
    }

    fn parameter_type(&mut self, ty: ClangType<'u>) -> Type {
        match self.is_transparent(ty) {
            true => Type::Pointer(Box::new(Type::Void)),
            false => self.type_of(ty).into_parameter(),
        }
    }

    /// Whether a parameter of a type is handed over as the pointer that it was made of: it is a `transparent_union`.
    pub fn is_transparent(&self, ty: ClangType<'u>) -> bool {
        let declaration = ty.canonical().declaration();
        declaration.kind() == CXCursor_UnionDecl
            && self.attributes(declaration).iter().any(|a| a.name == "transparent_union")
            && ty.canonical().fields().iter().all(|m| m.ty().canonical().kind() == CXType_Pointer)
    }

    fn record_type(&mut self, ty: ClangType<'u>) -> Type {
        let declaration = ty.declaration();
        Type::Struct(self.record(declaration, ty))
    }

    /// A struct or union by its declaration; its members are read when it is met first.
    fn record(&mut self, declaration: Cursor<'u>, ty: ClangType<'u>) -> StructType {
        let key = declaration.key();
        if let Some(known) = self.records.get(&key) {
            return known.ty.clone();
        }
        let name = declaration.spelling();
        let tag = (!name.is_empty() && name.chars().all(|c| c.is_alphanumeric() || c == '_')).then_some(name);
        // What has no tag is known by the name that a `typedef` gives it.
        let called = ty.canonical().spelling();
        let called = called.trim_start_matches("const ").trim_start_matches("volatile ").to_string();
        let is_name = called.chars().all(|c| c.is_alphanumeric() || c == '_' || c == ' ');
        let id = self.known.records;
        self.known.records += 1;
        // A union with one member is a struct with that member.
        let union = declaration.kind() == CXCursor_UnionDecl && ty.fields().len() != 1;
        let read = StructType(Arc::new(Struct {
            id,
            tag,
            name: is_name.then_some(called),
            union,
            layout: OnceLock::new(),
            plain: None,
            joined: OnceLock::new(),
        }));
        let at = self.span(declaration);
        self.known.links.records.push((self.own, read.clone(), at));
        self.records.insert(key, Record { ty: read.clone(), declaration, members: vec![] });
        let Some(size) = ty.size() else { return read };
        let members = ty.fields();
        let mut refused = self.refused_record(declaration);
        let fields = members.iter().map(|m| {
            refused = refused.take().or_else(|| self.refused_member(*m));
            self.field(*m)
        });
        let fields: Vec<Field> = fields.collect();
        let layout = Layout { fields, size, refused };
        read.0.layout.set(layout).expect("it is read once");
        self.records.get_mut(&key).expect("it was just inserted").members = members.iter().map(|m| m.key()).collect();
        read
    }

    fn field(&mut self, member: Cursor<'u>) -> Field {
        let name = member.spelling();
        let is_name = !name.is_empty() && name.chars().all(|c| c.is_alphanumeric() || c == '_' || c == '$');
        Field {
            name: is_name.then_some(name),
            ty: self.type_of(member.ty()),
            bits: member.bit_width(),
            offset: member.field_offset().unwrap_or(0),
        }
    }

    /// The way from a record to one of its members, through members without a name.
    pub fn path_to(&mut self, record: &StructType, member: Cursor<'u>) -> Option<Vec<usize>> {
        let parent = member.parent()?;
        self.type_of(parent.ty());
        let (home, key) = (self.records.get(&parent.key())?, member.key());
        let last = home.members.iter().position(|k| *k == key)?;
        let home = home.ty.clone();
        let mut path = way(record, &home)?;
        path.push(last);
        Some(path)
    }

    /// The position of a member in the record that declares it.
    pub fn position(&mut self, member: Cursor<'u>) -> Option<usize> {
        let parent = member.parent()?;
        self.type_of(parent.ty());
        let key: Key = member.key();
        self.records.get(&parent.key())?.members.iter().position(|k| *k == key)
    }
}

/// The way from a record to another that is a member without a name, however deep.
fn way(from: &StructType, to: &StructType) -> Option<Vec<usize>> {
    if from.is_like(to) {
        return Some(vec![]);
    }
    let fields = from.fields()?.iter().enumerate();
    fields.filter(|(_, f)| f.name.is_none()).find_map(|(i, f)| match &f.ty {
        Type::Struct(inner) => way(inner, to).map(|rest| [vec![i], rest].concat()),
        _ => None,
    })
}

/// The integer type of a kind.
fn integer(kind: CXTypeKind) -> Option<IntKind> {
    Some(match kind {
        CXType_Bool => IntKind::Bool,
        CXType_Char_S => IntKind::Char,
        CXType_Char_U | CXType_UChar => IntKind::UChar,
        CXType_SChar => IntKind::SChar,
        CXType_Short => IntKind::Short,
        CXType_UShort => IntKind::UShort,
        CXType_Int => IntKind::Int,
        CXType_UInt => IntKind::UInt,
        CXType_Long => IntKind::Long,
        CXType_ULong => IntKind::ULong,
        CXType_LongLong => IntKind::LongLong,
        CXType_ULongLong => IntKind::ULongLong,
        CXType_Int128 => IntKind::Int128,
        CXType_UInt128 => IntKind::UInt128,
        CXType_Float => IntKind::Float,
        CXType_Double => IntKind::Double,
        _ => return None,
    })
}

/// What people call a kind of type that is not modelled.
fn unmodelled(kind: CXTypeKind) -> &'static str {
    match kind {
        CXType_Float | CXType_Double => "a floating-point type of a 32-bit machine",
        CXType_LongDouble | CXType_Float128 | CXType_Half | CXType_Float16 | CXType_BFloat16 | CXType_Ibm128 => {
            "a floating-point type other than float and double"
        }
        CXType_Int128 | CXType_UInt128 => "a 128-bit type",
        CXType_Complex => "a complex type",
        CXType_Vector | CXType_ExtVector => "a vector type",
        CXType_BlockPointer => "a block pointer",
        _ => "this type",
    }
}
