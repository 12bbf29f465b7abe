//! Variables and functions: one entry for all declarations of one, made when it is met first.

use super::cursor::Cursor;
use super::link::become_one;
use super::reader::{ASSUMPTION, Pending, Reader, refusal};
use crate::frontend::c::tree::*;
use clang_sys::*;

impl<'u> Reader<'u, '_> {
    /// Reads what the program's own files and headers declare at file scope, and all that this needs.
    pub fn read(&mut self) {
        let all = self.declarations.clone();
        for declaration in all {
            self.declare(declaration);
        }
        self.finish();
        self.refuse_by_pragmas();
    }

    /// A declaration of this name and kind at file scope, preferably a definition.
    pub fn at_file_scope(&self, kind: CXCursorKind, name: &str) -> Option<Cursor<'u>> {
        let found = self.declarations.iter().rfind(|c| c.kind() == kind && c.spelling() == name)?;
        Some(found.definition().unwrap_or(*found))
    }

    /// Reads what is pending, and what that needs, until nothing is.
    pub fn finish(&mut self) {
        while !self.pending.is_empty() {
            for pending in std::mem::take(&mut self.pending) {
                match pending {
                    Pending::Body(id, declaration, body) => {
                        self.inside = Some(id);
                        let body = self.with_lengths(id, &declaration.parameters(), body);
                        self.known.tree.functions[id.0].body = Some(body);
                    }
                    Pending::Initializer(id, value) => {
                        let value = self.initializer(value);
                        self.known.tree.variables[id.0].initializer = Some(value);
                    }
                }
            }
        }
    }

    fn declare(&mut self, c: Cursor<'u>) {
        match c.kind() {
            _ if c.is_in_system_header() => {}
            CXCursor_FunctionDecl if c.spelling().starts_with(ASSUMPTION) => {}
            CXCursor_FunctionDecl => {
                self.function(c);
                self.declare_again(c);
            }
            CXCursor_VarDecl => {
                self.variable(c);
            }
            // Types are read where they are used.
            CXCursor_StructDecl | CXCursor_UnionDecl | CXCursor_EnumDecl | CXCursor_TypedefDecl => {}
            CXCursor_StaticAssert => {}
            _ => self.other_declaration(c),
        }
    }

    /// What the library does not tell: a lonely semicolon and a comment for linkers are nothing; anything else, like
    /// `asm`, is refused.
    fn other_declaration(&mut self, c: Cursor<'u>) {
        let word = self.first_word(c);
        let what = match word.as_str() {
            ";" | "comment" => return,
            word if word.contains("asm") => "`asm` outside of functions".to_string(),
            word => format!("this declaration ({}, `{word}`)", c.kind_name()),
        };
        let at = self.span(c);
        let problem = self.problem(format!("{what} is not supported"), at);
        self.known.problems.push(problem);
    }

    /// The function that a declaration is of.
    pub fn function(&mut self, c: Cursor<'u>) -> FunctionId {
        let key = c.key();
        if let Some(known) = self.functions.get(&key) {
            return *known;
        }
        let best = c.definition().unwrap_or(c);
        let (name, is_static) = (c.spelling(), !c.has_external_linkage());
        let target = self.aliased_function(best);
        if let Some(id) = self.known.functions.get(&name).copied().filter(|_| !is_static) {
            self.functions.insert(key, id);
            if target.is_some_and(|target| target != id) {
                self.refuse_late_alias(best);
            }
            self.link_function(id, best);
            self.give_body(id, best);
            return id;
        }
        if let Some(target) = target {
            self.functions.insert(key, target);
            if !is_static {
                self.known.functions.insert(name, target);
            }
            return target;
        }
        let id = FunctionId(self.known.tree.functions.len());
        self.functions.insert(key, id);
        if !is_static {
            self.known.functions.insert(name.clone(), id);
        }
        // Parameters may name the function's own type, never the function: it may be pushed first.
        self.new_function(&name, is_static);
        self.describe_function(id, best, &name);
        self.give_body(id, best);
        id
    }

    fn new_function(&mut self, name: &str, is_static: bool) {
        let node = self.next_node();
        self.known.tree.functions.push(Function {
            node,
            name: name.to_string(),
            ty: Type::Other("this type"),
            parameters: vec![],
            body: None,
            span: Bytes::default(),
            extent: Bytes::default(),
            is_static,
            declared: false,
            noreturn: false,
            same_again: false,
            of_system: false,
            constructor: None,
            destructor: None,
            library: self.library,
            refused: None,
        });
    }

    /// A function that cannot be called.
    pub fn refused_function(&mut self, name: &str, refusal: &Refusal) -> Option<FunctionId> {
        self.new_function(name, true);
        let f = self.known.tree.functions.last_mut()?;
        f.refused = Some(refusal.clone());
        Some(FunctionId(self.known.tree.functions.len() - 1))
    }

    /// A function without a body that the front end knows, and no program declares.
    pub fn asked_function(&mut self, name: &str, ty: &Type) -> FunctionId {
        let known = self.known.tree.functions.iter().position(|f| f.name == name);
        FunctionId(known.unwrap_or_else(|| {
            self.new_function(name, true);
            let at = self.known.tree.functions.len() - 1;
            self.known.tree.functions[at].ty = ty.clone();
            at
        }))
    }

    /// Takes type, places and parameters from a declaration.
    pub fn describe_function(&mut self, id: FunctionId, c: Cursor<'u>, name: &str) {
        let ty = self.type_of(c.ty());
        let (span, extent) = (self.word_at(c.location(), name), self.span(c));
        let parameters = c.parameters().into_iter().map(|p| self.parameter(p)).collect();
        // Clang makes up declarations of its own: of builtins, and where a call is the first mention.
        let is_first_word = || self.unit.written(c.raw_start()).is_none_or(|token| token.text == name);
        let is_made_up = name.starts_with("__builtin_") || !c.is_definition() && is_first_word();
        let library = self.library;
        let f = &mut self.known.tree.functions[id.0];
        (f.ty, f.span, f.extent, f.parameters) = (ty, span, extent, parameters);
        (f.declared, f.library) = (!is_made_up, library);
        self.function_attributes(id, c);
        if c.is_definition() && c.parameters().iter().any(|p| self.is_transparent(p.ty())) {
            let f = &mut self.known.tree.functions[id.0];
            f.refused.get_or_insert(refusal("the attribute `transparent_union`"));
        }
    }

    /// The body of a function, to be read when its turn comes.
    fn give_body(&mut self, id: FunctionId, c: Cursor<'u>) {
        let f = self.known.tree.function(id);
        if !c.is_definition() || f.body.is_some() {
            return;
        }
        let Some(body) = c.children().into_iter().rfind(|s| s.kind() == CXCursor_CompoundStmt) else { return };
        if self.library && !f.library {
            // A model for what the program declares: places and parameters are the model's.
            let (ty, name, declared) = (f.ty.clone(), f.name.clone(), f.declared);
            let Some(ty) = declared_like(ty, self.type_of(c.ty())) else {
                let what = format!("`{name}`, which is declared as something else than the library's,");
                self.known.tree.functions[id.0].refused.get_or_insert(refusal(what));
                return;
            };
            self.describe_function(id, c, &name);
            let f = &mut self.known.tree.functions[id.0];
            (f.ty, f.declared) = (ty, declared);
        }
        self.known.tree.functions[id.0].body = Some(Stmt { kind: StmtKind::Empty, span: Bytes::default() });
        self.known.links.bodies.insert(id);
        self.pending.push(Pending::Body(id, c, body));
    }

    /// What a further declaration of a function adds.
    fn declare_again(&mut self, c: Cursor<'u>) {
        let id = self.function(c);
        if self.known.tree.function(id).name == c.spelling() {
            self.function_attributes(id, c);
        }
    }
}

/// The type of a function that a program declares like a model; where it says nothing of parameters, the model's.
fn declared_like(own: Type, model: Type) -> Option<Type> {
    let (Type::Function(a), Type::Function(b)) = (&own, &model) else { return None };
    let alike = |a: &Type, b: &Type| match (a, b) {
        (Type::Int(_), Type::Int(_)) | (Type::Void, Type::Void) => true,
        (Type::Struct(a), Type::Struct(b)) => become_one(a, b),
        (Type::Pointer(a), Type::Pointer(b)) => {
            if let (Type::Struct(a), Type::Struct(b)) = (&**a, &**b) {
                become_one(a, b);
            }
            true
        }
        (a, b) => is_pointer(a) && is_pointer(b),
    };
    let is_open = a.open && a.parameters.is_empty();
    let count = a.parameters.len() == b.parameters.len();
    let parameters = count && a.parameters.iter().zip(&b.parameters).all(|(a, b)| alike(a, b));
    match (alike(&a.result, &b.result), is_open, parameters) {
        (true, true, _) => Some(model),
        (true, false, true) => Some(own),
        _ => None,
    }
}

fn is_pointer(ty: &Type) -> bool {
    matches!(ty, Type::Pointer(_) | Type::Array(..))
}
