//! Names, and the state of lowering that all its parts share.

use super::closed::Closed;
use super::facts::Facts;
use super::flow::Flow;
use super::jump::{Declared, Label, Pending, Switch};
use super::learnt::{Learnt, ObjectKey};
use super::memory::{Object, Place};
use super::types::{IntKind, StructType, Type};
use super::value::{Need, Rules};
use crate::diagnostic::Diagnostic;
use crate::program::{LocationId, Span};
use crate::source::Source;
use crate::term::{Int, Sort, Symbol, Term};
use lang_c::ast::{Expression, FunctionDefinition, Initializer};
use lang_c::span::{Node, Span as Bytes};
use std::collections::{BTreeSet, HashMap, HashSet};

pub(super) type Fallible<T> = Result<T, Diagnostic>;

/// What a name stands for.
#[derive(Clone)]
pub(super) enum Entity<'a> {
    /// A variable.
    Memory(Place),
    /// An enumeration constant.
    Constant(Int),
    Typedef(Type),
    Function(Type),
    /// A global that nothing has used yet.
    Global(&'a str, Global<'a>),
    /// The second parameter of `main`.
    Arguments,
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
    pub tags: HashMap<String, Tag>,
}

/// What `enum name`, `struct name` or `union name` stands for.
#[derive(Clone)]
pub(super) enum Tag {
    Enum(IntKind),
    Struct(StructType),
}

/// What an object is for, where several are made at one position of the source.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Purpose {
    /// A variable, parameter or literal of the program.
    Declared,
    /// The result of a call.
    Result,
    /// The result of `?:`.
    Chosen,
    /// The result of a call through a pointer.
    Through,
    /// Memory that is allocated here.
    Allocated,
}

/// One function being inlined.
pub(super) struct Frame<'a> {
    pub name: String,
    /// Where it is called, as a position in the source.
    pub site: usize,
    pub scopes: Vec<Scope<'a>>,
    /// Where the result goes.
    pub result: Option<Place>,
    /// Where the body begins, and where it ends.
    pub start: LocationId,
    pub exit: LocationId,
    /// Nothing for those of the entry function that have no name or are not modelled.
    pub parameters: Vec<Option<Place>>,
    /// Calls of itself that are the last thing the function does, by position.
    pub tails: HashSet<usize>,
    /// Where `break` and `continue` go.
    pub breaks: Vec<LocationId>,
    pub continues: Vec<LocationId>,
    pub labels: HashMap<String, Label<'a>>,
    pub gotos: Vec<Pending>,
    pub switches: Vec<Switch<'a>>,
    /// Variables declared in the open blocks, in order.
    pub declared: Vec<Declared<'a>>,
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
    /// What is known of memory from earlier rounds, and what this one adds.
    pub learnt: &'a mut Learnt,
    pub objects: Vec<Object>,
    /// The objects that were made, by their keys.
    pub object_of: HashMap<ObjectKey, usize>,
    /// What parameters of the entry function point to.
    pub outside: HashSet<ObjectKey>,
    /// Allocated memory of which no round knows what it is used as.
    pub raw: HashSet<ObjectKey>,
    /// The objects that are allocated memory.
    pub allocated: Vec<usize>,
    /// The program asks whether allocating memory succeeded.
    pub allocation_matters: bool,
    /// Struct and union types by the position where they are defined.
    pub structs: HashMap<usize, StructType>,
    /// What stands in the way of those whose definition is not modelled.
    pub refused_structs: HashMap<usize, Diagnostic>,
    /// Static local variables, by the position of their declarators.
    pub statics: HashMap<usize, Entity<'a>>,
    /// Symbols that nothing assigns.
    pub fixed: HashSet<Symbol>,
    /// Reads of uninitialised variables, which may turn out to be needless.
    pub guesses: Vec<super::tidy::Guess>,
    pub errors: Vec<Diagnostic>,
    /// How often a function may call itself.
    pub recursion: usize,
    /// Whether to give up.
    pub stop: &'a dyn Fn() -> bool,
    /// Where the arguments of the program are used first, which is not modelled.
    pub uses_arguments: Option<Diagnostic>,
    /// How many loops are open, over all frames.
    pub loops: usize,
    /// Some type is `volatile`.
    pub has_volatile: bool,
    /// The size of an array that is declared next may vary, and the size if it does.
    pub may_vary: bool,
    pub varying: Option<&'a Node<Expression>>,
    /// Lines are marked (not in constant expressions).
    pub marking: bool,
    pub declarations: usize,
    /// What the file says beside its types and statements.
    pub closed: &'a Closed,
    /// Functions of the C library that are inputs.
    pub havoc: &'a BTreeSet<String>,
    /// The functions that were lowered, by their positions.
    pub entered: HashSet<usize>,
    /// Where the models of library functions are in the text.
    pub library: std::ops::Range<usize>,
    /// How results of calls are used.
    pub uses: super::results::Uses,
    /// For the list of assumptions.
    pub results: BTreeSet<String>,
    pub used_globals: Vec<Symbol>,
    pub streams: Vec<Symbol>,
    pub uninitialised: Vec<Symbol>,
}

impl<'a> Lowering<'a> {
    /// The user's place of a piece of the syntax tree. All that a library function does happens where it is called.
    pub fn place(&self, span: Bytes) -> Span {
        match self.flow.library_call {
            Some(call) if self.library.contains(&span.start) => call,
            _ => self.source.place(span.start),
        }
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

    /// What `enum name`, `struct name` or `union name` stands for here.
    pub fn lookup_tag(&self, name: &str) -> Option<&Tag> {
        let local = self.frames.last().and_then(|f| f.scopes.iter().rev().find_map(|s| s.tags.get(name)));
        local.or_else(|| self.globals.tags.get(name))
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
            && matches!(entity, Entity::Memory(_))
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
        if from > self.flow.owed.len() {
            // What is evaluated only sometimes must not have left a trace already.
            debug_assert!(false, "an operand without effects had one");
            let problem = Diagnostic::new("this condition has an effect, which is not supported here", self.flow.span);
            return self.report(problem.with_help("write it as an `if`"));
        }
        let guarded = self.flow.owed.split_off(from);
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
