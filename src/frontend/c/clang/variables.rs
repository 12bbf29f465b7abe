//! Variables and parameters, each once however often it is declared.

use super::cursor::{ClangType, Cursor};
use super::layouts::align_of;
use super::reader::{Pending, Reader, refusal};
use super::rows;
use crate::frontend::c::tree::*;
use crate::world::Volatile;
use clang_sys::*;

impl<'u> Reader<'u, '_> {
    /// The variable that a parameter is.
    pub fn parameter(&mut self, c: Cursor<'u>) -> VariableId {
        let key = c.key_of_parameter();
        if let Some(known) = self.variables.get(&key) {
            return *known;
        }
        let id = self.new_variable(c, Storage::Parameter);
        self.variables.insert(key, id);
        let v = &mut self.known.tree.variables[id.0];
        v.ty = v.ty.clone().into_parameter();
        v.external = false;
        // A size is computed when the function is called, and thrown away.
        let sizes: Vec<Cursor<'u>> = c.children().into_iter().filter(|e| e.is_expression()).collect();
        if sizes.into_iter().any(|size| has_effect(&self.expression(size))) {
            self.refuse_variable(id, "a parameter whose size has an effect");
        }
        id
    }

    /// The variable that a declaration is of.
    pub fn variable(&mut self, c: Cursor<'u>) -> VariableId {
        let key = c.key();
        if let Some(known) = self.variables.get(&key).copied() {
            self.declare_variable_again(known, c);
            return known;
        }
        let is_external = c.has_external_linkage();
        let name = c.spelling();
        let target = self.aliased_variable(c);
        if let Some(known) = self.known.variables.get(&name).copied().filter(|_| is_external) {
            self.variables.insert(key, known);
            if target.is_some_and(|target| target != known) {
                self.refuse_late_alias(c);
            }
            self.link_variable(known, c);
            self.declare_variable_again(known, c);
            return known;
        }
        if let Some(target) = target {
            self.variables.insert(key, target);
            if is_external {
                self.known.variables.insert(name, target);
            }
            return target;
        }
        let best = c.definition().unwrap_or(c);
        let in_function = best.parent().is_some_and(|p| p.kind() == CXCursor_FunctionDecl);
        let storage = match best.storage_class() {
            CX_SC_Extern | CX_SC_PrivateExtern => Storage::Global,
            CX_SC_Static if in_function => Storage::Static,
            _ if in_function => Storage::Local,
            _ => Storage::Global,
        };
        let id = self.new_variable(best, storage);
        self.variables.insert(key, id);
        if is_external {
            self.known.variables.insert(name, id);
        }
        self.complete(id, best);
        id
    }

    /// What a further declaration of a variable adds: the length of an array, or that it is defined here.
    fn declare_variable_again(&mut self, id: VariableId, c: Cursor<'u>) {
        let v = self.known.tree.variable(id);
        // Another name of it says nothing more.
        if v.storage != Storage::Global || v.name != c.spelling() {
            return;
        }
        let defines = v.external && !is_extern(c);
        let ty = self.type_of(c.ty());
        if let (Type::Array(_, None), Type::Array(_, Some(_))) = (&self.known.tree.variable(id).ty, &ty) {
            self.known.tree.variables[id.0].ty = ty;
        }
        if defines {
            let span = self.word_at(c.location(), &c.spelling());
            let declarator = self.declarator(c, span);
            let v = &mut self.known.tree.variables[id.0];
            (v.span, v.declarator, v.external) = (span, declarator, false);
        }
        self.variable_attributes(id, c);
    }

    fn new_variable(&mut self, c: Cursor<'u>, storage: Storage) -> VariableId {
        let name = c.spelling();
        let mut ty = self.type_of(c.ty());
        self.known.tree.is_shared |= c.is_thread_local();
        if self.known.volatile == Volatile::Shared && matches!(storage, Storage::Local | Storage::Parameter) {
            self.known.tree.keeps_volatile |= c.ty().is_volatile();
            ty = ty.without_volatile();
        }
        let span = self.word_at(c.location(), &name);
        let declarator = self.declarator(c, span);
        let node = self.next_node();
        let id = VariableId(self.known.tree.variables.len());
        self.known.tree.variables.push(Variable {
            node,
            name,
            ty,
            storage,
            span,
            declarator,
            initializer: None,
            external: is_extern(c) && c.initializer().is_none(),
            visible: c.has_external_linkage(),
            constant: is_constant(c.ty()),
            align: align_of(c.ty()),
            length: None,
            cleanup: None,
            refused: None,
        });
        self.variable_attributes(id, c);
        id
    }

    /// The initialiser and the computed length of a variable.
    pub fn complete(&mut self, id: VariableId, c: Cursor<'u>) {
        let initializer = c.initializer();
        if rows::is_row(c.ty()) {
            let at = self.known.tree.variable(id).declarator;
            match self.elements_of(c.ty(), at) {
                Ok(length) => self.known.tree.variables[id.0].length = Some(length),
                Err(what) => {
                    self.known.tree.variables[id.0].refused.get_or_insert(what);
                }
            }
        }
        let Some(value) = initializer else { return };
        match self.known.tree.variable(id).storage {
            // It may name what is declared later; the text of the function is read when its turn comes.
            Storage::Global | Storage::Static => self.pending.push(Pending::Initializer(id, value)),
            Storage::Local | Storage::Parameter => {
                let value = self.initializer(value);
                self.known.tree.variables[id.0].initializer = Some(value);
            }
        }
    }

    /// Says why a variable cannot be used.
    pub fn refuse_variable(&mut self, id: VariableId, what: impl Into<String>) {
        self.known.tree.variables[id.0].refused.get_or_insert(refusal(what));
    }
}

/// Whether a declaration says that something is elsewhere.
fn is_extern(c: Cursor) -> bool {
    matches!(c.storage_class(), CX_SC_Extern | CX_SC_PrivateExtern)
}

/// Whether nothing of a type can be written to.
pub(super) fn is_constant(ty: ClangType) -> bool {
    let mut ty = ty.canonical();
    while matches!(ty.kind(), CXType_ConstantArray | CXType_IncompleteArray | CXType_VariableArray) && !ty.is_const() {
        ty = ty.element().canonical();
    }
    ty.is_const()
}

pub(super) fn has_effect(e: &Expr) -> bool {
    use ExprKind::*;
    matches!(e.kind, Assign(..) | AssignOp(..) | Step { .. } | Call { .. } | Statement(_) | Refused(_))
        || e.operands().into_iter().any(has_effect)
}
