//! Loops, calls and declarations of a program: positions and names, no meaning.

use crate::frontend::c::tree::{
    Bytes, Expr, ExprKind, Initializer, Stmt, StmtKind, Storage, Tree, Type, Variable, VariableId,
};
use crate::program::Span;
use crate::source::Source;
use std::collections::{BTreeMap, BTreeSet};

/// What is known of one program.
#[derive(Default)]
pub(super) struct Syntax {
    pub loops: Vec<Loop>,
    pub calls: Vec<Call>,
    /// For every expression, by its place: where the full expression begins that it is a part of, and its function.
    pub full: BTreeMap<Span, (Bytes, String)>,
    pub declared: Vec<Declared>,
    /// Functions that are defined or declared.
    pub functions: BTreeSet<String>,
    /// Functions in which loops can be entered elsewhere than at their beginning, or of which it is not sure what a
    /// name means.
    pub jumping: BTreeSet<String>,
}

/// A loop whose condition stands in front of its body.
pub(super) struct Loop {
    /// `while` or `for`.
    pub keyword: &'static str,
    /// Where that is.
    pub at: Bytes,
    /// The same in the user's source.
    pub place: Span,
    pub function: String,
}

/// A call of a function by name.
pub(super) struct Call {
    pub name: String,
    pub function: String,
    /// Whether an input of its name is what it gives: of a pointer or a struct it says which.
    pub gives_input: bool,
    /// Its place in the user's source.
    pub place: Span,
    /// All of it.
    pub at: Bytes,
    /// The full expression that it is a part of.
    pub full: Bytes,
    /// The places of everything it is a part of.
    pub within: Vec<Span>,
}

/// A variable that can be used by its name.
pub(super) struct Declared {
    pub name: String,
    /// The function it is declared in.
    pub function: Option<String>,
    /// The text where it can be used.
    pub start: (u32, u32),
    pub end: (u32, u32),
    /// Whether it is an integer.
    pub is_int: bool,
}

impl Syntax {
    /// The only call of a function that this place of the user's source can mean.
    pub fn call(&self, name: &str, place: Span) -> Option<&Call> {
        let named = || self.calls.iter().filter(|c| c.name == name);
        let exact: Vec<&Call> = named().filter(|c| c.place == place).collect();
        let found = if exact.is_empty() { named().filter(|c| c.within.contains(&place)).collect() } else { exact };
        match found[..] {
            [one] => Some(one),
            _ => None,
        }
    }

    /// The variable that a name means at a loop, if it is an integer and there is no other of that name to be taken
    /// for it.
    pub fn variable(&self, name: &str, at: &Loop) -> Option<&Declared> {
        let is_near = |d: &&Declared| d.name == name && d.function.as_ref().is_none_or(|f| *f == at.function);
        let mut all = self.declared.iter().filter(is_near);
        let (one, more) = (all.next()?, all.next());
        let start = (at.at.text, at.at.start);
        (more.is_none() && one.is_int && one.start < start && start < one.end).then_some(one)
    }

    /// Whether a function declares this name.
    pub fn declares(&self, function: &str, name: &str) -> bool {
        self.declared.iter().any(|d| d.name == name && d.function.as_deref() == Some(function))
    }
}

/// Looks through the whole program.
pub(super) fn survey(source: &Source, tree: &Tree) -> Syntax {
    let mut visitor = Visitor {
        source,
        tree,
        function: String::new(),
        end: (0, 0),
        around: Vec::new(),
        within: Vec::new(),
        full: None,
        syntax: Syntax::default(),
    };
    for variable in tree.variables.iter().filter(|v| v.storage == Storage::Global) {
        let is_int = matches!(variable.ty, Type::Int(_));
        let name = variable.name.clone();
        let (start, end) = ((0, 0), (u32::MAX, u32::MAX));
        visitor.syntax.declared.push(Declared { name, function: None, start, end, is_int });
    }
    for function in tree.functions.iter().filter(|f| !f.library) {
        visitor.syntax.functions.extend(function.declared.then(|| function.name.clone()));
        let Some(body) = &function.body else { continue };
        visitor.syntax.functions.insert(function.name.clone());
        visitor.function = function.name.clone();
        if hides(source.slice(function.extent)) {
            visitor.syntax.jumping.insert(function.name.clone());
        }
        visitor.end = end(function.extent);
        function.parameters.iter().for_each(|id| visitor.declare(tree.variable(*id)));
        visitor.statement(body);
    }
    visitor.syntax
}

/// Whether a function may declare names that are no variables, and could be taken for one.
fn hides(text: &str) -> bool {
    text.split(|c: char| !c.is_alphanumeric() && c != '_').any(|word| word == "typedef" || word == "enum")
}

fn end(at: Bytes) -> (u32, u32) {
    (at.text, at.end)
}

/// What a label of `switch` can belong to.
#[derive(Clone, Copy, PartialEq)]
enum Around {
    Loop,
    Switch,
}

struct Visitor<'a> {
    source: &'a Source,
    tree: &'a Tree,
    function: String,
    /// Where the innermost block ends.
    end: (u32, u32),
    around: Vec<Around>,
    /// The places of all that is open.
    within: Vec<Span>,
    /// The full expression that is open.
    full: Option<Bytes>,
    syntax: Syntax,
}

impl Visitor<'_> {
    fn declare(&mut self, variable: &Variable) {
        let Variable { name, declarator, ty, .. } = variable;
        let (name, function) = (name.clone(), Some(self.function.clone()));
        let start = (declarator.text, declarator.start);
        let is_int = matches!(ty, Type::Int(_));
        self.syntax.declared.push(Declared { name, function, start, end: self.end, is_int });
    }

    /// Looks into something, which may be a scope of its own.
    fn inside(&mut self, at: Bytes, is_scope: bool, look: impl FnOnce(&mut Self)) {
        let before = self.end;
        if is_scope {
            self.end = end(at);
        }
        self.within.push(self.source.start(at));
        look(self);
        self.within.pop();
        self.end = before;
    }

    fn statement(&mut self, s: &Stmt) {
        let full = self.full.take();
        let begins = |visitor: &mut Self, keyword| {
            let (place, function) = (visitor.source.start(s.span), visitor.function.clone());
            visitor.syntax.loops.push(Loop { keyword, at: s.span, place, function });
        };
        let around = match &s.kind {
            StmtKind::While { .. } => {
                begins(self, "while");
                Some(Around::Loop)
            }
            StmtKind::For { .. } => {
                begins(self, "for");
                Some(Around::Loop)
            }
            StmtKind::Do { .. } => Some(Around::Loop),
            StmtKind::Switch { .. } => Some(Around::Switch),
            StmtKind::Goto(..) | StmtKind::GotoComputed(_) | StmtKind::Refused(_) => {
                self.syntax.jumping.insert(self.function.clone());
                None
            }
            StmtKind::Case { .. } | StmtKind::Default(_) if self.around.last() == Some(&Around::Loop) => {
                self.syntax.jumping.insert(self.function.clone());
                None
            }
            _ => None,
        };
        let is_scope = around.is_some() || matches!(s.kind, StmtKind::Compound(_));
        self.around.extend(around);
        self.inside(s.span, is_scope, |this| {
            if let StmtKind::Declare(all) = &s.kind {
                all.iter().for_each(|id| this.variable(*id));
            }
            s.expressions().into_iter().for_each(|e| this.expression(e));
            s.inner().into_iter().for_each(|s| this.statement(s));
        });
        if around.is_some() {
            self.around.pop();
        }
        self.full = full;
    }

    fn variable(&mut self, id: VariableId) {
        let variable = self.tree.variable(id);
        self.declare(variable);
        self.inside(variable.declarator, false, |this| {
            variable.length.iter().for_each(|e| this.expression(e));
            variable.initializer.iter().for_each(|i| this.initializer(i));
        });
    }

    fn initializer(&mut self, i: &Initializer) {
        match i {
            Initializer::Expression(e) => self.expression(e),
            Initializer::List(items, _) => items.iter().for_each(|item| self.initializer(&item.initializer)),
        }
    }

    fn expression(&mut self, e: &Expr) {
        let before = self.full;
        let full = before.unwrap_or(e.span);
        self.full = Some(full);
        let place = self.source.start(e.span);
        self.syntax.full.entry(place).or_insert((full, self.function.clone()));
        if let ExprKind::Call { callee, .. } = &e.kind
            && let ExprKind::Function(id) = &callee.bare().kind
        {
            self.syntax.calls.push(Call {
                name: self.tree.function(*id).name.clone(),
                function: self.function.clone(),
                gives_input: !matches!(e.ty, Type::Pointer(_) | Type::Struct(_)),
                place,
                at: e.span,
                full,
                within: self.within.clone(),
            });
        }
        self.inside(e.span, false, |this| match &e.kind {
            ExprKind::CompoundLiteral(i) => this.initializer(i),
            ExprKind::Statement(items) => {
                this.inside(e.span, true, |this| items.iter().for_each(|s| this.statement(s)));
            }
            _ => e.operands().into_iter().for_each(|e| this.expression(e)),
        });
        self.full = before;
    }
}
