//! Names, and the state of lowering that all its parts share.

use super::array::{Array, View};
use super::facts::Facts;
use super::flow::Flow;
use super::jump::{Label, Pending, Switch};
use super::types::{IntKind, Type};
use super::value::{Need, Rules};
use crate::diagnostic::Diagnostic;
use crate::program::{LocationId, Span};
use crate::source::Source;
use crate::term::{Int, Sort, Symbol, Term};
use lang_c::ast::{Expression, FunctionDefinition, Initializer};
use lang_c::span::{Node, Span as Bytes};
use std::collections::{HashMap, HashSet};

pub(super) type Fallible<T> = Result<T, Diagnostic>;

/// What a name stands for.
#[derive(Clone)]
pub(super) enum Entity<'a> {
    Scalar(Symbol, IntKind),
    View(View),
    /// An enumeration constant.
    Constant(Int),
    Typedef(Type),
    Function(Type),
    /// A global that nothing has used yet.
    Global(&'a str, Global<'a>),
    /// Something not modelled, with what to say where it is used.
    Refused(Diagnostic),
}

/// A variable at file scope, or a static one.
#[derive(Clone)]
pub(super) struct Global<'a> {
    pub ty: Type,
    pub initializer: Option<&'a Node<Initializer>>,
    /// Only `extern` declarations were seen.
    pub external: bool,
    pub span: Bytes,
}

/// The names of one block.
#[derive(Default)]
pub(super) struct Scope<'a> {
    pub names: HashMap<String, Entity<'a>>,
    pub tags: HashMap<String, IntKind>,
}

/// One function being inlined.
pub(super) struct Frame<'a> {
    pub name: String,
    pub scopes: Vec<Scope<'a>>,
    pub result: Option<(Symbol, IntKind)>,
    pub exit: LocationId,
    /// Where `break` and `continue` go.
    pub breaks: Vec<LocationId>,
    pub continues: Vec<LocationId>,
    pub labels: HashMap<String, Label>,
    pub gotos: Vec<Pending>,
    pub switches: Vec<Switch>,
    /// Variables declared in the open blocks, in order.
    pub declared: Vec<(String, Entity<'a>, usize)>,
    /// Everything here may run more than once.
    pub repeated: bool,
}

/// A function on its way into the graph.
pub(super) struct Lowering<'a> {
    pub source: &'a Source,
    pub rules: Rules<'a>,
    pub flow: Flow<'a>,
    pub facts: Facts<'a>,
    pub functions: HashMap<String, &'a Node<FunctionDefinition>>,
    pub globals: Scope<'a>,
    pub frames: Vec<Frame<'a>>,
    pub arrays: Vec<Array>,
    /// Static local variables, by the position of their declarators.
    pub statics: HashMap<usize, Entity<'a>>,
    /// Symbols that nothing assigns.
    pub fixed: HashSet<Symbol>,
    /// Reads of uninitialised variables, which may turn out to be needless.
    pub guesses: Vec<super::tidy::Guess>,
    pub errors: Vec<Diagnostic>,
    /// How many loops are open, over all frames.
    pub loops: usize,
    /// Lines are marked (not in constant expressions).
    pub marking: bool,
    pub declarations: usize,
    /// For the list of assumptions.
    pub used_globals: Vec<Symbol>,
    pub streams: Vec<Symbol>,
    pub uninitialised: Vec<Symbol>,
}

impl<'a> Lowering<'a> {
    /// The user's place of a piece of the syntax tree.
    pub fn place(&self, span: Bytes) -> Span {
        self.source.place(span.start)
    }

    /// A problem at a piece of the syntax tree.
    pub fn problem(&self, message: impl Into<String>, span: Bytes) -> Diagnostic {
        let text = &self.source.text[span.start..span.end.min(self.source.text.len())];
        let length = text.lines().next().unwrap_or("").trim_end().len();
        Diagnostic::new(message, self.place(span)).with_length(length)
    }

    /// Refuses a construct by name.
    pub fn refuse<T>(&self, construct: &str, span: Bytes) -> Fallible<T> {
        Err(self.problem(format!("{construct} is not supported"), span))
    }

    /// The function being inlined. There is one while statements are lowered.
    pub fn frame(&mut self) -> &mut Frame<'a> {
        self.frames.last_mut().expect("inside a function")
    }

    /// What a name stands for here.
    pub fn lookup(&self, name: &str) -> Option<&Entity<'a>> {
        let local = self.frames.last().and_then(|f| f.scopes.iter().rev().find_map(|s| s.names.get(name)));
        local.or_else(|| self.globals.names.get(name))
    }

    /// The integer type of `enum name`.
    pub fn lookup_tag(&self, name: &str) -> Option<IntKind> {
        let local = self.frames.last().and_then(|f| f.scopes.iter().rev().find_map(|s| s.tags.get(name)));
        local.or_else(|| self.globals.tags.get(name)).copied()
    }

    /// The innermost block's names.
    pub fn scope(&mut self) -> &mut Scope<'a> {
        match self.frames.last_mut() {
            Some(frame) => frame.scopes.last_mut().expect("a frame has a scope"),
            None => &mut self.globals,
        }
    }

    /// Gives a name its meaning in the innermost block.
    pub fn declare(&mut self, name: &str, entity: Entity<'a>) {
        self.declarations += 1;
        let id = self.declarations;
        if let Some(frame) = self.frames.last_mut()
            && matches!(entity, Entity::Scalar(..) | Entity::View(_))
        {
            frame.declared.push((name.to_string(), entity.clone(), id));
        }
        self.scope().names.insert(name.to_string(), entity);
    }

    /// Runs `f` with a block of its own.
    pub fn in_scope<T>(&mut self, f: impl FnOnce(&mut Self) -> T) -> T {
        let frame = self.frame();
        frame.scopes.push(Scope::default());
        let depth = frame.declared.len();
        let result = f(self);
        let frame = self.frame();
        frame.scopes.pop();
        frame.declared.truncate(depth);
        result
    }

    /// Runs `f` with the place set, then sets it back.
    pub fn at<T>(&mut self, span: Span, f: impl FnOnce(&mut Self) -> T) -> T {
        let before = std::mem::replace(&mut self.flow.span, span);
        let result = f(self);
        self.flow.span = before;
        result
    }

    /// A name as it is shown: plain in the entry function, qualified in inlined ones.
    pub fn qualified(&self, name: &str) -> String {
        match self.frames.last() {
            Some(frame) if self.frames.len() > 1 => format!("{}.{name}", frame.name),
            _ => name.to_string(),
        }
    }

    /// A new variable.
    pub fn variable(&mut self, name: String, kind: IntKind) -> Symbol {
        let symbol = self.rules.terms.symbol(name, Sort::Int, kind.range(self.rules.model));
        self.flow.program.variables.push(symbol);
        symbol
    }

    /// Checks an operation needs, and its result.
    pub fn with_needs<T>(&mut self, f: impl FnOnce(&Rules<'a>, &mut Vec<Need>) -> T) -> T {
        let mut needs = Vec::new();
        let result = f(&self.rules, &mut needs);
        for (kind, condition) in needs {
            self.flow.owe(kind, condition);
        }
        result
    }

    /// Puts checks owed since `from` under a condition: they matter only if it holds.
    pub fn guard_owed(&mut self, from: usize, condition: Term) {
        let terms = self.rules.terms;
        let guarded: Vec<_> = self.flow.owed.drain(from..).collect();
        for mut owed in guarded {
            owed.condition = terms.implies(condition, owed.condition);
            if terms.as_bool(owed.condition) != Some(true) {
                self.flow.owed.push(owed);
            }
        }
    }

    /// Whether what runs here can run more than once.
    pub fn is_repeated(&self) -> bool {
        self.loops > 0 || self.frames.iter().any(|f| f.repeated)
    }

    /// The value of a constant integer expression.
    pub fn constant(&mut self, e: &'a Node<Expression>) -> Fallible<Int> {
        let not_constant = "this is not a constant expression, which is required here";
        if self.facts.has_effects(e) {
            return Err(self.problem(not_constant, e.span));
        }
        let owed = self.flow.owed.len();
        let marking = std::mem::replace(&mut self.marking, false);
        let value = self.integer(e);
        self.marking = marking;
        let failing = self.flow.owed.drain(owed..).count() > 0;
        match value?.constant(self.rules.terms) {
            Some(v) if !failing => Ok(v),
            _ => Err(self.problem(not_constant, e.span)),
        }
    }
}
