//! The whole file: names at file scope, then the entry function with its parameters as inputs.

use super::closed::Closed;
use super::declarator::declared_name;
use super::facts::Facts;
use super::flow::Flow;
use super::known::known;
use super::learnt::Learnt;
use super::results;
use super::scope::{Entity, Fallible, Global, Lowering, Scope};
use super::tidy;
use super::types::{IntKind, Signature, Type};
use super::value::Rules;
use super::{Options, Overflow};
use crate::diagnostic::{Diagnostic, Subject};
use crate::program::{About, Assumption, Body, Check, Program, Span};
use crate::source::Source;
use crate::term::{Symbol, Terms};
use lang_c::ast::*;
use lang_c::span::Node;
use std::collections::{BTreeSet, HashMap, HashSet};

/// Lowering ends after this many rounds: each learns something, and most programs need two.
const MOST_ROUNDS: usize = 64;

/// The program, or everything that stands in the way. Lowered again and again, in terms that are
/// thrown away, until nothing new is learnt of its memory. Nothing if `stop` said so before that.
pub(super) fn lower(
    terms: &Terms,
    source: &Source,
    options: &Options,
    unit: &TranslationUnit,
    assumptions: &[Node<Expression>],
    declared: BTreeSet<String>,
    stop: &dyn Fn() -> bool,
) -> Result<Option<Program>, Vec<Diagnostic>> {
    let mut learnt = Learnt::default();
    let closed = Closed::new(source, unit);
    for _ in 0..MOST_ROUNDS {
        learnt.changed = false;
        let _ = lower_once(&Terms::new(), source, options, (unit, &closed), assumptions, &mut learnt, stop);
        if stop() {
            return Ok(None);
        }
        if !learnt.changed {
            let program = lower_once(terms, source, options, (unit, &closed), assumptions, &mut learnt, stop);
            // What came of a round that was stopped is no program, and its problems are none of the source.
            return if stop() { Ok(None) } else { Ok(Some(Program { functions: declared, ..program? })) };
        }
    }
    let message = format!("where pointers point is not settled after {MOST_ROUNDS} rounds, which is not supported");
    Err(vec![Diagnostic::new(message, Span::default())])
}

/// One round: what it learns may change what another one gives.
fn lower_once<'a>(
    terms: &'a Terms,
    source: &'a Source,
    options: &'a Options,
    (unit, closed): (&'a TranslationUnit, &'a Closed),
    assumptions: &'a [Node<Expression>],
    learnt: &'a mut Learnt,
    stop: &'a dyn Fn() -> bool,
) -> Result<Program, Vec<Diagnostic>> {
    let functions = defined_functions(unit);
    let program = Program::new(&options.entry, source.file_names());
    let mut lowering = Lowering {
        source,
        rules: Rules { terms, model: options.data_model, overflow: options.signed_overflow },
        flow: Flow::new(terms, program),
        facts: Facts::new(&functions, unit),
        library: options.library.clone(),
        uses: results::uses(&functions),
        results: BTreeSet::new(),
        closed,
        havoc: &options.havoc,
        entered: HashSet::new(),
        functions,
        globals: Scope::default(),
        frames: vec![],
        learnt,
        objects: vec![],
        object_of: HashMap::new(),
        outside: HashSet::new(),
        raw: HashSet::new(),
        allocated: vec![],
        allocation_matters: false,
        structs: HashMap::new(),
        refused_structs: HashMap::new(),
        statics: HashMap::new(),
        fixed: HashSet::new(),
        guesses: vec![],
        errors: vec![],
        recursion: options.recursion,
        stop,
        uses_arguments: None,
        loops: 0,
        has_volatile: false,
        may_vary: false,
        varying: None,
        marking: false,
        declarations: 0,
        used_globals: vec![],
        streams: vec![],
        uninitialised: vec![],
    };
    lowering.file_scope(unit);
    lowering.marking = true;
    let arrays = match lowering.entry(&options.entry, assumptions) {
        Ok(arrays) => arrays,
        Err(problem) => {
            lowering.report(problem);
            vec![]
        }
    };
    for problem in closed.problems(source, &lowering.entered, &options.assume) {
        lowering.report(problem);
    }
    for name in &options.havoc {
        let body = unit.0.iter().find_map(|e| match &e.node {
            ExternalDeclaration::FunctionDefinition(f) => {
                Some(f).filter(|f| declared_name(&f.node.declarator) == Some(name))
            }
            _ => None,
        });
        let is_modelled = known(name).is_some() || body.is_some_and(|f| options.library.contains(&f.span.start));
        if body.is_some() || is_modelled {
            let what = if is_modelled { "a model" } else { "a body" };
            let message = format!("`{name}` has {what}: --havoc is for functions that have neither a body nor a model");
            lowering.report(Diagnostic::new(message, Span::default()));
        }
    }
    match lowering.errors.is_empty() {
        true => Ok(finish(lowering, options, arrays)),
        false => Err(sorted(lowering.errors)),
    }
}

fn sorted(mut errors: Vec<Diagnostic>) -> Vec<Diagnostic> {
    errors.sort_by_key(|d| d.span);
    errors
}

fn defined_functions(unit: &TranslationUnit) -> HashMap<String, &Node<FunctionDefinition>> {
    let mut functions = HashMap::new();
    for external in &unit.0 {
        if let ExternalDeclaration::FunctionDefinition(f) = &external.node
            && let Some(name) = declared_name(&f.node.declarator)
        {
            functions.insert(name.to_string(), f);
        }
    }
    functions
}

impl<'a> Lowering<'a> {
    /// Gives every name at file scope its meaning. Nothing is refused here, only where it is used.
    fn file_scope(&mut self, unit: &'a TranslationUnit) {
        for external in &unit.0 {
            match &external.node {
                ExternalDeclaration::Declaration(d) => self.file_declaration(d),
                ExternalDeclaration::FunctionDefinition(f) => {
                    let Some(name) = declared_name(&f.node.declarator) else { continue };
                    let ty = self
                        .specified(&f.node.specifiers, f.span)
                        .and_then(|(_, base)| self.declared(base, &f.node.declarator, false))
                        .and_then(|mut ty| self.old_style(&mut ty, &f.node.declarations).map(|()| ty));
                    let entity = ty.map_or_else(Entity::Refused, Entity::Function);
                    self.globals.names.insert(name.to_string(), entity);
                }
                ExternalDeclaration::StaticAssert(a) => {
                    if let Err(problem) = self.static_assert(&a.node) {
                        self.report(problem);
                    }
                }
            }
        }
    }

    fn file_declaration(&mut self, declaration: &'a Node<Declaration>) {
        let base = self.specified(&declaration.node.specifiers, declaration.span);
        for d in &declaration.node.declarators {
            let Some(name) = declared_name(&d.node.declarator) else { continue };
            let ty = base.clone().and_then(|(s, base)| Ok((s, self.declared(base, &d.node.declarator, false)?)));
            let entity = match ty {
                Err(problem) => Entity::Refused(problem),
                Ok((storage, ty)) if storage.typedef => Entity::Typedef(ty),
                Ok((_, Type::Function(_))) if self.is_defined_above(name) => continue,
                Ok((_, ty @ Type::Function(_))) => Entity::Function(ty),
                Ok((storage, ty)) => {
                    let initializer = d.node.initializer.as_ref();
                    let external = storage.external && initializer.is_none();
                    let new = Global { ty, initializer, external, span: d.span };
                    match self.globals.names.get(name) {
                        Some(Entity::Global(_, old)) => Entity::Global(name, redeclared(old.clone(), new)),
                        _ => Entity::Global(name, new),
                    }
                }
            };
            self.globals.names.insert(name.to_string(), entity);
        }
    }

    /// Whether the definition of a function was already seen; it says more than a declaration.
    fn is_defined_above(&self, name: &str) -> bool {
        self.functions.contains_key(name) && self.globals.names.contains_key(name)
    }

    /// The entry function, under the assumptions; gives the arrays among its parameters.
    fn entry(&mut self, name: &str, assumptions: &'a [Node<Expression>]) -> Fallible<Vec<Symbol>> {
        let Some(function) = self.functions.get(name).copied() else {
            let mut names: Vec<&str> = self.functions.keys().map(String::as_str).collect();
            names.sort_unstable();
            let problem = Diagnostic::new(format!("there is no function `{name}` with a body"), Span::default())
                .about(Subject::Entry);
            return Err(match names.is_empty() {
                true => problem,
                false => problem.with_help(format!("functions with a body: {}", names.join(", "))),
            });
        };
        self.flow.span = self.place(function.node.declarator.span);
        let signature = self.signature_of(name, function.node.declarator.span)?;
        let begin = self.flow.fresh();
        self.flow.resume(begin);
        let (name, function) = (declared_name(&function.node.declarator).expect("named"), function);
        self.enter(name, 0, function, None);
        let mut arrays = Vec::new();
        let is_program = takes_arguments(name, &signature);
        for (i, (parameter, ty)) in signature.parameters.iter().enumerate() {
            let Some(parameter) = parameter else {
                self.frame().parameters.push(None);
                continue;
            };
            let span = function.node.declarator.span;
            let made = match (i, is_program) {
                (0, true) => self.argument_count(parameter, ty, span),
                (1, true) => {
                    self.frame().parameters.push(None);
                    self.declare(parameter, Entity::Arguments);
                    continue;
                }
                _ => self.entry_parameter(parameter, ty, span),
            };
            let (place, entity) = match made {
                Ok((place, inputs)) => {
                    arrays.extend(inputs);
                    (Some(place.clone()), Entity::Memory(place))
                }
                Err(problem) => (None, Entity::Refused(problem)),
            };
            self.frame().parameters.push(place);
            self.declare(parameter, entity);
        }
        self.assume(assumptions);
        self.body(function)?;
        self.prepend_prologue(begin);
        Ok(arrays)
    }

    /// Links the start to the body: cursors at 0, globals at their initialisers.
    fn prepend_prologue(&mut self, begin: crate::program::LocationId) {
        tidy::drop_unread(self);
        tidy::begin_unassigned(self, begin);
        let start = self.flow.program.start;
        self.flow.leave();
        self.flow.resume(start);
        for (variable, value, span) in std::mem::take(&mut self.flow.prologue) {
            self.at(span, |this| this.flow.assign(variable, value));
        }
        self.flow.jump(begin);
    }
}

/// Whether this is a `main` that takes the arguments of the program.
fn takes_arguments(name: &str, signature: &Signature) -> bool {
    let is_text = |ty: &Type| *ty == Type::Pointer(Box::new(Type::Int(IntKind::Char)));
    match signature.parameters.as_slice() {
        [(_, Type::Int(IntKind::Int)), (_, Type::Pointer(to)), ..] => name == "main" && is_text(to),
        _ => false,
    }
}

/// Several declarations of one global: the one with most to say counts.
fn redeclared<'a>(old: Global<'a>, new: Global<'a>) -> Global<'a> {
    let sized = |g: &Global| !matches!(g.ty, Type::Array(_, None));
    let external = old.external && new.external;
    let initializer = new.initializer.or(old.initializer);
    let ty = if sized(&new) || !sized(&old) { new.ty } else { old.ty };
    let span = if new.initializer.is_some() || old.external { new.span } else { old.span };
    Global { ty, initializer, external, span }
}

/// Where the user's functions are.
fn bodies(
    functions: &HashMap<String, &Node<FunctionDefinition>>,
    library: &std::ops::Range<usize>,
    source: &Source,
) -> Vec<Body> {
    let own = functions.iter().filter(|(_, f)| !library.contains(&f.span.start));
    let body = |(name, f): (&String, &&Node<FunctionDefinition>)| Body {
        function: name.clone(),
        first: source.place(f.span.start),
        last: source.place(f.span.end.saturating_sub(1)),
    };
    let mut all: Vec<Body> = own.map(body).collect();
    all.sort_by_key(|body| body.first);
    all
}

/// The finished program with its assumptions.
fn finish(lowering: Lowering, options: &Options, arrays: Vec<Symbol>) -> Program {
    let (allocated, allocation_matters) = (lowering.allocated_symbols(), lowering.allocation_matters);
    let results = lowering.results;
    let (streams, uninitialised, globals) = (lowering.streams, lowering.uninitialised, lowering.used_globals);
    let bodies = bodies(&lowering.functions, &lowering.library, lowering.source);
    let mut program = lowering.flow.program;
    program.bodies = bodies;
    tidy::fill_spans(&mut program);
    let mut assume = |text: String, about: About| program.assumptions.push(Assumption { text, about });
    let model = match options.data_model {
        super::DataModel::Ilp32 => "ILP32: int, long and pointers have 32 bits",
        super::DataModel::Lp64 => "LP64: int has 32 bits, long and pointers have 64",
    };
    if options.signed_overflow == Overflow::Undefined {
        let text = "signed overflow is undefined: a path where it happens ends there";
        assume(format!("{text} (data model {model})"), About::Check(Check::SignedOverflow));
    }
    let text = "an access outside of an array is undefined: a path where it happens ends there";
    assume(text.into(), About::Check(Check::Bounds));
    let text = "a division by zero, or one whose result does not fit, is undefined: a path where it happens ends there";
    assume(text.into(), About::Check(Check::Division));
    let text = "a shift by a negative or too large distance, or of a negative value to the left, is undefined: a path where it happens ends there";
    assume(text.into(), About::Check(Check::Shift));
    if arrays.len() > 1 {
        assume("different array parameters do not overlap".into(), About::Symbols(arrays));
    }
    if !streams.is_empty() {
        let text = "functions without a body have no effect besides their result, which can be any value of its type";
        assume(text.into(), About::Symbols(streams));
    }
    results.into_iter().for_each(|text| assume(text, About::Library));
    if !uninitialised.is_empty() {
        assume("uninitialised variables can hold any value of their type".into(), About::Symbols(uninitialised));
    }
    let text = "allocating memory succeeds, and memory that is given back is not used any more";
    if allocation_matters {
        assume(text.into(), About::Always);
    } else if !allocated.is_empty() {
        assume(text.into(), About::Symbols(allocated));
    }
    if options.entry != "main" && !globals.is_empty() {
        let text = format!("global variables hold their initial values when `{}` is called", options.entry);
        assume(text, About::Symbols(globals));
    }
    program
}
