//! The whole file: names at file scope, then the entry function with its parameters as inputs.

use super::array::Array;
use super::declarator::declared_name;
use super::facts::Facts;
use super::flow::Flow;
use super::scope::{Entity, Fallible, Global, Lowering, Scope};
use super::tidy;
use super::types::Type;
use super::value::Rules;
use super::{Options, Overflow};
use crate::diagnostic::{Diagnostic, Subject};
use crate::program::{About, Assumption, Check, InputKind, Program, Span};
use crate::source::Source;
use crate::term::{Range, Sort, Symbol, Terms};
use lang_c::ast::*;
use lang_c::span::Node;
use std::collections::{HashMap, HashSet};

/// Arrays of unknown size have at most this many elements.
const LONGEST_ARRAY: u32 = i32::MAX as u32;

/// The program, or everything that stands in the way.
pub(super) fn lower(
    terms: &Terms,
    source: &Source,
    options: &Options,
    unit: &TranslationUnit,
    assumptions: &[Node<Expression>],
) -> Result<Program, Vec<Diagnostic>> {
    let functions = defined_functions(unit);
    let program = Program::new(&options.entry, source.file_names());
    let mut lowering = Lowering {
        source,
        rules: Rules { terms, model: options.data_model, overflow: options.signed_overflow },
        flow: Flow::new(terms, program),
        facts: Facts::new(&functions),
        functions,
        globals: Scope::default(),
        frames: vec![],
        arrays: vec![],
        statics: HashMap::new(),
        fixed: HashSet::new(),
        guesses: vec![],
        errors: vec![],
        loops: 0,
        marking: false,
        declarations: 0,
        used_globals: vec![],
        streams: vec![],
        uninitialised: vec![],
    };
    lowering.flow.program.functions = super::facts::declared_functions(unit);
    lowering.file_scope(unit);
    lowering.marking = true;
    match lowering.entry(&options.entry, assumptions) {
        Ok(arrays) if lowering.errors.is_empty() => Ok(finish(lowering, options, arrays)),
        Ok(_) => Err(sorted(lowering.errors)),
        Err(problem) => {
            lowering.report(problem);
            Err(sorted(lowering.errors))
        }
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
                        .and_then(|(_, base)| self.declared(base, &f.node.declarator, false));
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
        self.enter(name, function, None);
        let mut arrays = Vec::new();
        for (parameter, ty) in &signature.parameters {
            let Some(parameter) = parameter else { continue };
            let entity = match ty {
                Type::Int(kind) => {
                    let input = self.input(parameter, Sort::Int, kind.range(self.rules.model), InputKind::Scalar);
                    let symbol = self.variable(parameter.clone(), *kind);
                    self.flow.assign(symbol, self.rules.terms.sym(input));
                    Entity::Scalar(symbol, *kind)
                }
                Type::Pointer(to) => match self.array_parameter(name, parameter, to) {
                    Ok((entity, input)) => {
                        arrays.push(input);
                        entity
                    }
                    Err(problem) => Entity::Refused(problem),
                },
                other => {
                    let what = format!("a parameter of type {}", other.describe());
                    return self.refuse(&what, function.node.declarator.span);
                }
            };
            self.declare(parameter, entity);
        }
        self.assume(assumptions);
        self.body(name, function)?;
        self.prepend_prologue(begin);
        Ok(arrays)
    }

    fn array_parameter(&mut self, function: &str, name: &str, to: &Type) -> Fallible<(Entity<'a>, Symbol)> {
        let terms = self.rules.terms;
        let span = self.functions[function].node.declarator.span;
        let (element, inner) = to.flattened();
        let (&Type::Int(element), true) = (element, inner.len() <= 1) else {
            return self.refuse(&format!("a parameter of type pointer to {}", to.describe()), span);
        };
        let range = Range::new(0, LONGEST_ARRAY);
        let length = self.rules.terms.symbol(format!("{name}.length"), Sort::Int, range.clone());
        let kind = InputKind::Array { size: None, length: Some(length) };
        let input = self.input(name, Sort::Array, element.range(self.rules.model), kind);
        self.fixed.insert(length);
        let shown = format!("{name}.length");
        let length_input =
            crate::program::Input { symbol: length, name: shown, span: self.flow.span, kind: InputKind::Length };
        self.flow.program.inputs.push(length_input);
        let mut sizes = vec![terms.sym(length)];
        for size in inner {
            let Some(size) = size else { return self.refuse("a row of unknown size", span) };
            // As many rows as there are whole ones.
            sizes = vec![terms.div(terms.sym(length), terms.int(size)), terms.int(size)];
        }
        let mut array = Array { name: name.to_string(), element, content: terms.sym(input), variable: None };
        if self.facts.stores(function, name) {
            let variable = self.array_variable(name, element);
            self.flow.assign(variable, terms.sym(input));
            array.content = terms.sym(variable);
            array.variable = Some(variable);
        }
        Ok((Entity::View(self.new_array(array, sizes)), input))
    }

    /// Links the start to the body: cursors at 0, globals at their initialisers.
    fn prepend_prologue(&mut self, begin: crate::program::LocationId) {
        tidy::drop_unread(self);
        let start = self.flow.program.start;
        self.flow.leave();
        self.flow.resume(start);
        for (variable, value, span) in std::mem::take(&mut self.flow.prologue) {
            self.at(span, |this| this.flow.assign(variable, value));
        }
        self.flow.jump(begin);
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

/// The finished program with its assumptions.
fn finish(lowering: Lowering, options: &Options, arrays: Vec<Symbol>) -> Program {
    let (streams, uninitialised, globals) = (lowering.streams, lowering.uninitialised, lowering.used_globals);
    let mut program = lowering.flow.program;
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
    if !uninitialised.is_empty() {
        assume("uninitialised variables can hold any value of their type".into(), About::Symbols(uninitialised));
    }
    if options.entry != "main" && !globals.is_empty() {
        let text = format!("global variables hold their initial values when `{}` is called", options.entry);
        assume(text, About::Symbols(globals));
    }
    program
}
