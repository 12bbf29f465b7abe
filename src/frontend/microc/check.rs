//! What is wrong with a program before it runs: names, numbers of arguments, and types.

mod condition;
mod whole;

pub use condition::check_condition;

use super::tree::{Binary, Expr, ExprKind, Function, Name, Stmt, StmtKind, Tree};
use super::types::{Shape, Type, Types};
use crate::diagnostic::Diagnostic;
use crate::source::{Bytes, Source};
use crate::term::Cmp;
use rustc_hash::FxHashMap;
use std::collections::BTreeSet;

/// A program without such problems, with the types of all that is in it.
#[derive(Clone, Debug)]
pub struct Checked {
    /// What is written.
    pub tree: Tree,
    /// All types.
    pub types: Types,
    /// Those of expressions, by number.
    pub expressions: Vec<Type>,
    /// Those of parameters and variables, by function.
    pub variables: Vec<FxHashMap<String, Type>>,
}

/// More problems are not reported.
const MOST_PROBLEMS: usize = 20;

/// Looks for problems; at least one if there is no program.
pub fn check(tree: Tree, source: &Source) -> Result<Checked, Vec<Diagnostic>> {
    let mut types = Types::default();
    let number = types.new_type(Shape::Number);
    let results = tree.functions.iter().map(|_| types.new_type(Shape::Open)).collect();
    let names = |f: &Function| f.parameters.iter().chain(&f.variables).cloned().collect::<Vec<_>>();
    let mut variables = Vec::new();
    for function in &tree.functions {
        variables.push(names(function).into_iter().map(|n| (n.text, types.new_type(Shape::Open))).collect());
    }
    let expressions = (0..tree.expressions).map(|_| types.new_type(Shape::Open)).collect();
    let mut check = Check {
        tree: &tree,
        source,
        types,
        number,
        results,
        variables,
        expressions,
        fields: vec![],
        compared: vec![],
        inside: 0,
        problems: vec![],
    };
    check.names();
    for (at, function) in tree.functions.iter().enumerate() {
        check.inside = at;
        check.function(function);
    }
    check.finish();
    let Check { types, variables, expressions, mut problems, .. } = check;
    if problems.is_empty() {
        return Ok(Checked { tree, types, expressions, variables });
    }
    problems.sort_by_key(|problem| problem.span);
    problems.truncate(MOST_PROBLEMS);
    Err(problems)
}

struct Check<'a> {
    tree: &'a Tree,
    source: &'a Source,
    types: Types,
    number: Type,
    /// What functions return.
    results: Vec<Type>,
    variables: Vec<FxHashMap<String, Type>>,
    expressions: Vec<Type>,
    /// Fields that are used, with the types of the record and of the field.
    fields: Vec<(Type, Name, Type)>,
    /// What is compared for equality.
    compared: Vec<(Type, Bytes)>,
    /// The function that is checked.
    inside: usize,
    problems: Vec<Diagnostic>,
}

impl Check<'_> {
    fn problem(&self, message: impl Into<String>, span: Bytes) -> Diagnostic {
        Diagnostic::new(message, self.source.start(span)).with_length((span.end - span.start) as usize)
    }

    fn report(&mut self, message: impl Into<String>, span: Bytes, help: &str) {
        let problem = self.problem(message, span);
        self.problems.push(if help.is_empty() { problem } else { problem.with_help(help) });
    }

    /// Names that stand for two things, or for none.
    fn names(&mut self) {
        let mut functions = BTreeSet::new();
        for function in &self.tree.functions {
            if !functions.insert(function.name.text.as_str()) {
                self.report(
                    format!("there are two functions `{}`", function.name.text),
                    function.name.span,
                    "give one of them another name",
                );
            }
        }
        for function in &self.tree.functions {
            let mut own = BTreeSet::new();
            for name in function.parameters.iter().chain(&function.variables) {
                let text = name.text.as_str();
                if !own.insert(text) {
                    let message = format!("`{}` declares `{text}` twice", function.name.text);
                    self.report(message, name.span, "give one of them another name");
                } else if functions.contains(text) {
                    self.report(format!("`{text}` is a function as well"), name.span, "give one of them another name");
                }
            }
        }
    }

    fn function(&mut self, function: &Function) {
        function.body.iter().for_each(|s| self.statement(s));
        let ty = self.expression(&function.result);
        let result = self.results[self.inside];
        self.same(result, ty, function.result.span);
        if function.name.text == "main" {
            self.need_number(ty, function.result.span);
        }
    }

    fn statement(&mut self, s: &Stmt) {
        match &s.kind {
            StmtKind::Output(e) => {
                let ty = self.expression(e);
                self.need_number(ty, e.span);
            }
            StmtKind::Assign(to, e) => {
                let value = self.expression(e);
                if !is_location(to) {
                    let help = "`x`, `*E`, `E[E]` and `E.f` can, where the innermost E is a variable or a pointer";
                    self.report("nothing can be assigned to this", to.span, help);
                }
                let place = self.expression(to);
                self.same(place, value, e.span);
            }
            StmtKind::If(e, then, otherwise) => {
                let ty = self.expression(e);
                self.need_number(ty, e.span);
                self.statement(then);
                otherwise.iter().for_each(|s| self.statement(s));
            }
            StmtKind::While(e, body) => {
                let ty = self.expression(e);
                self.need_number(ty, e.span);
                self.statement(body);
            }
            StmtKind::Block(all) => all.iter().for_each(|s| self.statement(s)),
        }
    }

    fn need_number(&mut self, ty: Type, span: Bytes) {
        if self.types.unify(self.number, ty).is_err() {
            let found = self.types.describe(ty);
            self.report(format!("a number is needed here, and this is {found}"), span, "");
        }
    }

    fn same(&mut self, wanted: Type, found: Type, span: Bytes) {
        let (first, second) = (self.types.describe(wanted), self.types.describe(found));
        if self.types.unify(wanted, found).is_err() {
            let message = match first == second {
                true => format!("this is {second} of another type than elsewhere"),
                false => format!("this is {second}, where {first} is needed"),
            };
            self.report(message, span, "a variable, a field and an element keep one type");
        }
    }

    fn expression(&mut self, e: &Expr) -> Type {
        let ty = self.type_of(e);
        let own = self.expressions[e.id];
        // Nothing is known of it yet.
        let _ = self.types.unify(own, ty);
        ty
    }

    fn type_of(&mut self, e: &Expr) -> Type {
        match &e.kind {
            ExprKind::Number(_) | ExprKind::Input => self.number,
            ExprKind::Variable(name) => self.variable(name, e.span),
            ExprKind::Null => {
                let to = self.types.new_type(Shape::Open);
                self.types.new_type(Shape::Pointer(to))
            }
            ExprKind::Address(name) => {
                let to = self.variable(&name.text, name.span);
                self.types.new_type(Shape::Pointer(to))
            }
            ExprKind::Alloc(inner) => {
                let to = self.expression(inner);
                self.types.new_type(Shape::Pointer(to))
            }
            ExprKind::Deref(inner) => {
                let found = self.expression(inner);
                let to = self.types.new_type(Shape::Open);
                let pointer = self.types.new_type(Shape::Pointer(to));
                self.same(pointer, found, inner.span);
                to
            }
            ExprKind::Not(inner) => {
                let ty = self.expression(inner);
                self.need_number(ty, inner.span);
                self.number
            }
            ExprKind::Binary(op, a, b) => self.binary(*op, a, b, e.span),
            ExprKind::Call(callee, arguments) => self.call(callee, arguments, e.span),
            ExprKind::Array(elements) => {
                let of = self.types.new_type(Shape::Open);
                for element in elements {
                    let ty = self.expression(element);
                    self.same(of, ty, element.span);
                }
                let length = elements.len() as u64;
                self.types.new_type(Shape::Array(of, Some((length, length))))
            }
            ExprKind::Record(fields) => {
                let mut types: Vec<(String, Type)> = vec![];
                for (name, e) in fields {
                    let ty = self.expression(e);
                    if types.iter().any(|(other, _)| *other == name.text) {
                        self.report(format!("a record has the field `{}` twice", name.text), name.span, "");
                        continue;
                    }
                    types.push((name.text.clone(), ty));
                }
                self.types.new_type(Shape::Record(types))
            }
            ExprKind::Element(base, index) => {
                let found = self.expression(base);
                let of = self.types.new_type(Shape::Open);
                let array = self.types.new_type(Shape::Array(of, None));
                self.same(array, found, base.span);
                let ty = self.expression(index);
                self.need_number(ty, index.span);
                of
            }
            ExprKind::Field(base, name) => {
                let record = self.expression(base);
                let field = self.types.new_type(Shape::Open);
                self.fields.push((record, name.clone(), field));
                self.known_fields();
                field
            }
        }
    }

    fn variable(&mut self, name: &str, span: Bytes) -> Type {
        if let Some(ty) = self.variables[self.inside].get(name) {
            return *ty;
        }
        let ty = self.types.new_type(Shape::Open);
        self.variables[self.inside].insert(name.to_string(), ty);
        match self.tree.find(name) {
            Some(_) => self.report(
                format!("`{name}` is a function, and a function is no value"),
                span,
                "it can only be called",
            ),
            None => self.report(format!("`{name}` is not declared"), span, &format!("declare it: `var {name};`")),
        }
        ty
    }

    fn binary(&mut self, op: Binary, a: &Expr, b: &Expr, span: Bytes) -> Type {
        let (left, right) = (self.expression(a), self.expression(b));
        if let Binary::Compare(Cmp::Eq | Cmp::Ne) = op {
            self.same(left, right, b.span);
            self.compared.push((left, span));
        } else {
            self.need_number(left, a.span);
            self.need_number(right, b.span);
        }
        self.number
    }

    fn call(&mut self, callee: &Expr, arguments: &[Expr], span: Bytes) -> Type {
        let found: Vec<Type> = arguments.iter().map(|argument| self.expression(argument)).collect();
        let ExprKind::Variable(name) = &callee.kind else {
            self.report("what is called is no function", callee.span, "only a name of a function can be called");
            return self.types.new_type(Shape::Open);
        };
        let Some((at, function)) = self.tree.find(name) else {
            let message = match self.variables[self.inside].contains_key(name) {
                true => format!("`{name}` is a variable, and no function"),
                false => format!("there is no function `{name}`"),
            };
            self.report(message, callee.span, "only a function of this program can be called");
            return self.types.new_type(Shape::Open);
        };
        if function.parameters.len() != arguments.len() {
            let (takes, given) = (function.parameters.len(), arguments.len());
            self.report(format!("`{name}` takes {takes} arguments, and here are {given}"), span, "");
        }
        for ((parameter, argument), ty) in function.parameters.iter().zip(arguments).zip(found) {
            let wanted = self.variables[at][&parameter.text];
            self.same(wanted, ty, argument.span);
        }
        self.results[at]
    }
}

/// Whether something can be assigned to.
pub fn is_location(e: &Expr) -> bool {
    match &e.kind {
        ExprKind::Variable(_) | ExprKind::Deref(_) => true,
        ExprKind::Element(base, _) | ExprKind::Field(base, _) => is_location(base),
        _ => false,
    }
}
