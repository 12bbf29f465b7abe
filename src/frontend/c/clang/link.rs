//! Several files as one program: which of their types are one type, and whether what they say of each other agrees.
//!
//! Names without linkage outside of a file are its own. A function or object that several files see is one entry of the
//! tree; here their declarations are compared (C11 6.2.7), once all files were read. What linkers accept and C does not
//! say, such as two definitions of an `inline` function, is refused.

use super::cursor::Cursor;
use super::reader::{Claim, Declared, Known, Reader};
use super::variables::is_constant;
use crate::diagnostic::Diagnostic;
use crate::frontend::c::tree::*;
use crate::source::Source;
use clang_sys::*;
use rustc_hash::{FxHashMap, FxHashSet};

impl<'u> Reader<'u, '_> {
    /// What this file says of a function that an earlier one declares.
    pub fn link_function(&mut self, id: FunctionId, c: Cursor<'u>) {
        if self.library {
            return;
        }
        let f = self.known.tree.function(id);
        let at = self.word_at(c.location(), &f.name.clone());
        let (old, ty) =
            ((self.known.tree.function(id).ty.clone(), self.known.tree.function(id).span), self.type_of(c.ty()));
        match (c.is_definition(), self.known.links.bodies.contains(&id)) {
            (true, true) => {
                let f = self.known.tree.function(id);
                self.known.links.twice.push((f.name.clone(), at, f.span));
            }
            (true, false) => {
                let name = c.spelling();
                self.describe_function(id, c, &name);
                self.known.links.claims.push(Claim {
                    what: Declared::Function(id),
                    ty: old.0,
                    constant: false,
                    at: old.1,
                });
            }
            (false, _) => {
                self.known.links.claims.push(Claim { what: Declared::Function(id), ty, constant: false, at });
                // What is said of an alias says nothing of what it is another name of.
                if self.known.tree.function(id).name == c.spelling() {
                    self.function_attributes(id, c);
                }
            }
        }
    }

    /// Another name of something, which an earlier file took for something that no file defines.
    pub fn refuse_late_alias(&mut self, c: Cursor<'u>) {
        let name = c.spelling();
        let at = self.word_at(c.location(), &name);
        let message = format!("`{name}` is an alias that an earlier file declares");
        let help = "give the file that defines it before those that declare it";
        let problem = self.problem(message, at).with_help(help);
        self.known.problems.push(problem);
    }

    /// What this file says of an object that an earlier one declares.
    pub fn link_variable(&mut self, id: VariableId, c: Cursor<'u>) {
        let name = c.spelling();
        let definition = self.definition_of(c);
        let best = definition.unwrap_or(c);
        let (ty, at) = (self.type_of(best.ty()), self.word_at(best.location(), &name));
        let v = self.known.tree.variable(id);
        let (is_defined, has_value, is_common) = (!v.external, v.initializer.is_some(), self.known.links.is_common);
        let (old, was_constant, span) = (v.ty.clone(), v.constant, v.span);
        let constant = is_constant(best.ty());
        let claim = |ty, constant, at| Claim { what: Declared::Variable(id), ty, constant, at };
        let Some(definition) = definition else { return self.known.links.claims.push(claim(ty, constant, at)) };
        let gives_value = definition.initializer().is_some();
        match is_defined {
            true if is_common && !(has_value && gives_value) => {}
            true => return self.known.links.twice.push((name, at, span)),
            false => {}
        }
        if is_defined && !gives_value {
            self.known.links.claims.push(claim(ty, constant, at));
        } else {
            self.known.links.claims.push(claim(old.clone(), was_constant, span));
            let declarator = self.declarator(definition, at);
            let v = &mut self.known.tree.variables[id.0];
            (v.span, v.declarator, v.external) = (at, declarator, false);
            v.ty = if self.library || matches!(ty, Type::Array(_, None)) { old } else { ty };
            v.constant = constant;
            self.complete(id, definition);
        }
    }

    /// The declaration in this file that defines an object, if only tentatively.
    fn definition_of(&self, c: Cursor<'u>) -> Option<Cursor<'u>> {
        let name = c.spelling();
        let is_same = |d: &&Cursor<'u>| d.kind() == CXCursor_VarDecl && d.spelling() == name;
        let defines = |d: &&Cursor<'u>| d.storage_class() != CX_SC_Extern || d.initializer().is_some();
        let all = || self.declarations.iter().filter(is_same).filter(defines);
        all().find(|d| d.initializer().is_some()).or_else(|| all().next()).copied()
    }
}

/// Compares what was read of all files.
pub(super) fn link(source: &Source, known: &mut Known) {
    join_records(&known.links.records);
    for v in &mut known.tree.variables {
        // A tentative definition without a length, which no file completes (C11 6.9.2p5).
        if let (Type::Array(_, length @ None), Storage::Global, false) = (&mut v.ty, v.storage, v.external) {
            *length = Some(1);
        }
    }
    let place = |at: Bytes| {
        let span = source.start(at);
        format!("{}:{}", source.file_name(span.file), span.line)
    };
    let mut problems = vec![];
    for (name, at, other) in &known.links.twice {
        let message = format!("`{name}` is defined in {}, too", place(*other));
        let help = "give one file's definition only; what is `inline` in a header can be `static inline`";
        problems.push(Diagnostic::new(message, source.start(*at)).with_length(name.len()).with_help(help));
    }
    for Claim { what, ty, constant, at } in &known.links.claims {
        let (name, own, is_constant, other) = match what {
            Declared::Function(id) => {
                let f = known.tree.function(*id);
                (&f.name, &f.ty, false, f.span)
            }
            Declared::Variable(id) => {
                let v = known.tree.variable(*id);
                (&v.name, &v.ty, v.constant, v.span)
            }
        };
        if is_constant != *constant || !agree(own, ty, &|a, b| a.is_like(b)) {
            let message = format!("`{name}` has another type in {}", place(other));
            problems.push(Diagnostic::new(message, source.start(*at)).with_length(name.len()));
        }
    }
    known.problems.extend(problems);
}

/// Whether two types can be those of one function or object.
fn agree(a: &Type, b: &Type, same: &dyn Fn(&StructType, &StructType) -> bool) -> bool {
    match (a, b) {
        (Type::Struct(a), Type::Struct(b)) => a.0.plain.is_some() == b.0.plain.is_some() && same(a, b),
        (Type::Pointer(a), Type::Pointer(b)) => agree(a, b, same),
        (Type::Array(a, n), Type::Array(b, m)) => (n == m || n.is_none() || m.is_none()) && agree(a, b, same),
        (Type::Function(a), Type::Function(b)) => {
            let parameters = || {
                a.variadic == b.variadic
                    && a.parameters.len() == b.parameters.len()
                    && a.parameters.iter().zip(&b.parameters).all(|(a, b)| agree(a, b, same))
            };
            // One that says nothing of parameters agrees with those that are passed as they are (C11 6.7.6.3p15).
            let is_open = match (a.open, b.open) {
                (true, true) => true,
                (true, false) => is_passed_as_it_is(b),
                (false, true) => is_passed_as_it_is(a),
                (false, false) => false,
            };
            agree(&a.result, &b.result, same) && (is_open || !a.open && !b.open && parameters())
        }
        _ => a == b,
    }
}

/// Whether arguments without a prototype get to a function's parameters as these are.
fn is_passed_as_it_is(of: &Signature) -> bool {
    use IntKind::{Bool, Char, SChar, Short, UChar, UShort};
    let is_narrow = |ty: &Type| matches!(ty, Type::Int(Bool | Char | SChar | Short | UChar | UShort));
    !of.variadic && !of.parameters.iter().any(is_narrow)
}

/// Says of structs and unions of different files that they are one type: those of one name, or without one from one
/// place of a header, whose members agree. All that can agree does: types that lead back to themselves agree unless
/// something in them does not.
fn join_records(records: &[(u32, StructType, Bytes)]) {
    let is_pair = |(file, a, at): &(u32, StructType, Bytes), (other, b, place): &(u32, StructType, Bytes)| {
        let is_one = if a.0.tag.is_some() { a.0.tag == b.0.tag } else { b.0.tag.is_none() && at == place };
        file != other && is_one && a.0.union == b.0.union
    };
    let mut by_tag: FxHashMap<&Option<String>, Vec<usize>> = FxHashMap::default();
    let mut pairs: Vec<(usize, usize)> = vec![];
    for (i, record) in records.iter().enumerate() {
        let known = by_tag.entry(&record.1.0.tag).or_default();
        pairs.extend(known.iter().filter(|j| is_pair(record, &records[**j])).map(|j| (i, *j)));
        known.push(i);
    }
    let number: FxHashMap<usize, usize> = records.iter().enumerate().map(|(i, (_, r, _))| (r.0.id, i)).collect();
    let mut agreeing: FxHashSet<(usize, usize)> = pairs.iter().copied().collect();
    loop {
        let same = |a: &StructType, b: &StructType| {
            let (i, j) = (number[&a.0.id], number[&b.0.id]);
            i == j || agreeing.contains(&(i.max(j), i.min(j)))
        };
        let wrong: FxHashSet<_> =
            agreeing.iter().copied().filter(|(i, j)| !members_agree(&records[*i].1, &records[*j].1, &same)).collect();
        if wrong.is_empty() {
            break;
        }
        agreeing.retain(|pair| !wrong.contains(pair));
    }
    for (i, j) in pairs.into_iter().filter(|pair| agreeing.contains(pair)) {
        let (a, b) = (records[i].1.root(), records[j].1.root());
        let (from, to) = if b.layout().is_none() { (b, a) } else { (a, b) };
        // What two files leave open, others may complete in two ways.
        let (x, y) = (number[&from.0.id], number[&to.0.id]);
        if x != y && agreeing.contains(&(x.max(y), x.min(y))) {
            from.join(&to);
        }
    }
}

/// Makes a model's struct the program's, if they have the same members, whose names may begin with underscores.
pub(super) fn become_one(own: &StructType, model: &StructType) -> bool {
    if own.is_like(model) {
        return true;
    }
    let (Some(a), Some(b)) = (own.layout(), model.layout()) else { return false };
    let plain = |name: &Option<String>| name.as_ref().map(|n| n.trim_start_matches('_').to_string());
    let alike = |a: &Field, b: &Field| {
        plain(&a.name) == plain(&b.name)
            && (a.bits, a.offset) == (b.bits, b.offset)
            && agree(&a.ty, &b.ty, &|a, b| a.is_like(b))
    };
    // What became one with another struct stays it.
    let is_free = own.0.plain.is_none() && model.root().0.id == model.0.id && own.0.union == model.0.union;
    let same = a.size == b.size && a.refused.is_some() == b.refused.is_some() && a.fields.len() == b.fields.len();
    let agree = is_free && same && a.fields.iter().zip(&b.fields).all(|(a, b)| alike(a, b));
    if agree {
        model.join(&own.root());
    }
    agree
}

fn members_agree(a: &StructType, b: &StructType, same: &dyn Fn(&StructType, &StructType) -> bool) -> bool {
    let (Some(a), Some(b)) = (a.layout(), b.layout()) else { return true };
    let alike =
        |a: &Field, b: &Field| (&a.name, a.bits, a.offset) == (&b.name, b.bits, b.offset) && agree(&a.ty, &b.ty, same);
    a.size == b.size
        && a.fields.len() == b.fields.len()
        && a.refused.is_some() == b.refused.is_some()
        && a.fields.iter().zip(&b.fields).all(|(a, b)| alike(a, b))
}
