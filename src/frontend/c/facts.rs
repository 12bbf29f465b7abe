//! What syntax alone says: which expressions have effects, which arrays are stored to, and which functions there are.
//!
//! Names are not resolved, so shadowing makes the answers coarser, never wrong.

use lang_c::ast::*;
use lang_c::span::{Node, Span};
use lang_c::visit::{self, Visit};
use std::collections::{BTreeSet, HashMap, HashSet};

/// Facts about the functions of one file.
pub(super) struct Facts<'a> {
    /// Names each function stores to through an index or a pointer, aliases and callees included.
    stored: HashMap<&'a str, HashSet<&'a str>>,
    defined: HashSet<&'a str>,
}

/// What evaluating an expression may change.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Changes {
    Nothing,
    /// Variables with these names.
    Names(HashSet<String>),
    Anything,
}

impl<'a> Facts<'a> {
    /// Collects the facts of all functions.
    pub fn new(functions: &HashMap<String, &'a Node<FunctionDefinition>>) -> Facts<'a> {
        let mut stores = HashMap::new();
        let mut parameters = HashMap::new();
        let mut names: Vec<_> = functions.values().filter_map(|f| name_of(&f.node.declarator)).collect();
        names.sort_unstable();
        for name in &names {
            let function = functions[*name];
            let mut found = Stores::default();
            found.visit_function_definition(&function.node, &function.span);
            stores.insert(*name, found);
            parameters.insert(*name, parameter_names(&function.node.declarator));
        }
        let mut stored: HashMap<&'a str, HashSet<&'a str>> =
            names.iter().map(|n| (*n, stores[n].direct.clone())).collect();
        loop {
            let mut more = Vec::new();
            for name in &names {
                for (from, callee, position) in &stores[name].passed {
                    let target = parameters.get(callee).and_then(|p: &Vec<Option<&'a str>>| p.get(*position)).copied();
                    let Some(Some(target)) = target else { continue };
                    if stored[callee].contains(target) && !stored[name].contains(from) {
                        more.push((*name, *from));
                    }
                }
                for (alias, of) in &stores[name].aliases {
                    if stored[name].contains(alias) && !stored[name].contains(of) {
                        more.push((*name, *of));
                    }
                }
            }
            if more.is_empty() {
                break;
            }
            for (function, name) in more {
                stored.get_mut(function).expect("listed").insert(name);
            }
        }
        Facts { stored, defined: names.into_iter().collect() }
    }

    /// Whether a function stores to what it calls `name`.
    pub fn stores(&self, function: &str, name: &str) -> bool {
        self.stored.get(function).is_some_and(|s| s.contains(name))
    }

    /// Whether any function stores to something called `name`.
    pub fn anyone_stores(&self, name: &str) -> bool {
        self.stored.values().any(|s| s.contains(name))
    }

    /// Whether evaluating the expression does more than give a value.
    pub fn has_effects(&self, e: &Node<Expression>) -> bool {
        let mut effects = Effects { defined: &self.defined, changes: Changes::Nothing, any: false };
        effects.visit_expression(&e.node, &e.span);
        effects.any
    }

    /// What evaluating the expression may change.
    pub fn changes(&self, e: &Node<Expression>) -> Changes {
        let mut effects = Effects { defined: &self.defined, changes: Changes::Nothing, any: false };
        effects.visit_expression(&e.node, &e.span);
        effects.changes
    }
}

/// Every function that is declared or defined anywhere, whatever its type.
pub(super) fn declared_functions(unit: &TranslationUnit) -> BTreeSet<String> {
    let mut declared = Declared::default();
    declared.visit_translation_unit(unit);
    declared.0
}

#[derive(Default)]
struct Declared(BTreeSet<String>);

impl<'ast> Visit<'ast> for Declared {
    fn visit_declaration(&mut self, d: &'ast Declaration, span: &'ast Span) {
        let typedef = |s: &Node<DeclarationSpecifier>| match &s.node {
            DeclarationSpecifier::StorageClass(class) => class.node == StorageClassSpecifier::Typedef,
            _ => false,
        };
        if !d.specifiers.iter().any(typedef) {
            let functions = d.declarators.iter().map(|d| &d.node.declarator).filter(|d| is_function(d));
            self.0.extend(functions.filter_map(name_of).map(str::to_string));
        }
        visit::visit_declaration(self, d, span);
    }

    fn visit_function_definition(&mut self, f: &'ast FunctionDefinition, span: &'ast Span) {
        self.0.extend(name_of(&f.declarator).map(str::to_string));
        visit::visit_function_definition(self, f, span);
    }
}

/// `f(…)`, and not `(*f)(…)`.
fn is_function(d: &Node<Declarator>) -> bool {
    let function = |d: &Node<DerivedDeclarator>| {
        matches!(d.node, DerivedDeclarator::Function(_) | DerivedDeclarator::KRFunction(_))
    };
    matches!(d.node.kind.node, DeclaratorKind::Identifier(_)) && d.node.derived.iter().any(function)
}

struct Effects<'f, 'a> {
    defined: &'f HashSet<&'a str>,
    changes: Changes,
    any: bool,
}

impl Effects<'_, '_> {
    fn change(&mut self, e: &Node<Expression>) {
        self.any = true;
        match (base_name(&e.node), &mut self.changes) {
            (_, Changes::Anything) => {}
            (Some(name), Changes::Names(names)) => {
                names.insert(name.to_string());
            }
            (Some(name), Changes::Nothing) => self.changes = Changes::Names(HashSet::from([name.to_string()])),
            (None, _) => self.changes = Changes::Anything,
        }
    }
}

impl<'ast> Visit<'ast> for Effects<'_, '_> {
    fn visit_expression(&mut self, e: &'ast Expression, span: &'ast Span) {
        match e {
            Expression::SizeOfVal(_) | Expression::SizeOfTy(_) | Expression::AlignOf(_) => {}
            Expression::Statement(_) => {
                self.any = true;
                self.changes = Changes::Anything;
            }
            Expression::Call(call) => {
                self.any = true;
                let harmless = match &call.node.callee.node {
                    Expression::Identifier(name) => !self.defined.contains(name.node.name.as_str()),
                    _ => false,
                };
                if !harmless {
                    self.changes = Changes::Anything;
                }
                visit::visit_expression(self, e, span);
            }
            Expression::UnaryOperator(u) => {
                use UnaryOperator::*;
                if matches!(u.node.operator.node, PostIncrement | PostDecrement | PreIncrement | PreDecrement) {
                    self.change(&u.node.operand);
                }
                visit::visit_expression(self, e, span);
            }
            Expression::BinaryOperator(b) => {
                if is_assignment(&b.node.operator.node) {
                    self.change(&b.node.lhs);
                }
                visit::visit_expression(self, e, span);
            }
            _ => visit::visit_expression(self, e, span),
        }
    }
}

/// Stores of one function, before callees are known.
#[derive(Default)]
struct Stores<'a> {
    direct: HashSet<&'a str>,
    /// A name, the function it is passed to, and the position.
    passed: Vec<(&'a str, &'a str, usize)>,
    /// A pointer, and what it was initialised with.
    aliases: Vec<(&'a str, &'a str)>,
}

impl<'ast> Stores<'ast> {
    fn store(&mut self, e: &'ast Node<Expression>) {
        // A plain assignment to a name is no store, but then there is no array of that name.
        if let Some(name) = base_name(&e.node) {
            self.direct.insert(name);
        }
    }
}

impl<'ast> Visit<'ast> for Stores<'ast> {
    fn visit_binary_operator_expression(&mut self, b: &'ast BinaryOperatorExpression, span: &'ast Span) {
        if is_assignment(&b.operator.node) {
            self.store(&b.lhs);
        }
        visit::visit_binary_operator_expression(self, b, span);
    }

    fn visit_unary_operator_expression(&mut self, u: &'ast UnaryOperatorExpression, span: &'ast Span) {
        use UnaryOperator::*;
        if matches!(u.operator.node, PostIncrement | PostDecrement | PreIncrement | PreDecrement) {
            self.store(&u.operand);
        }
        visit::visit_unary_operator_expression(self, u, span);
    }

    fn visit_call_expression(&mut self, call: &'ast CallExpression, span: &'ast Span) {
        if let Expression::Identifier(callee) = &call.callee.node {
            for (i, argument) in call.arguments.iter().enumerate() {
                let mut names = Vec::new();
                all_bases(&argument.node, &mut names);
                self.passed.extend(names.into_iter().map(|name| (name, callee.node.name.as_str(), i)));
            }
        }
        visit::visit_call_expression(self, call, span);
    }

    fn visit_init_declarator(&mut self, d: &'ast InitDeclarator, span: &'ast Span) {
        if let (Some(name), Some(initializer)) = (name_of(&d.declarator), &d.initializer)
            && let Initializer::Expression(e) = &initializer.node
        {
            let mut names = Vec::new();
            all_bases(&e.node, &mut names);
            self.aliases.extend(names.into_iter().map(|of| (name, of)));
        }
        visit::visit_init_declarator(self, d, span);
    }
}

/// The variable an lvalue is a part of.
pub(super) fn base_name(e: &Expression) -> Option<&str> {
    match e {
        Expression::Identifier(name) => Some(&name.node.name),
        Expression::BinaryOperator(b) if b.node.operator.node == BinaryOperator::Index => {
            base_name(&b.node.lhs.node).or_else(|| base_name(&b.node.rhs.node))
        }
        Expression::UnaryOperator(u) => base_name(&u.node.operand.node),
        _ => None,
    }
}

/// Every array an expression may decay to: what can be passed on.
fn all_bases<'a>(e: &'a Expression, out: &mut Vec<&'a str>) {
    match e {
        Expression::Conditional(c) => {
            all_bases(&c.node.then_expression.node, out);
            all_bases(&c.node.else_expression.node, out);
        }
        Expression::Cast(c) => all_bases(&c.node.expression.node, out),
        Expression::Comma(es) => es.iter().for_each(|e| all_bases(&e.node, out)),
        Expression::BinaryOperator(b) => {
            all_bases(&b.node.lhs.node, out);
            all_bases(&b.node.rhs.node, out);
        }
        _ => out.extend(base_name(e)),
    }
}

/// Whether the operator is `=` or a compound assignment.
pub(super) fn is_assignment(op: &BinaryOperator) -> bool {
    use BinaryOperator::*;
    matches!(
        op,
        Assign
            | AssignMultiply
            | AssignDivide
            | AssignModulo
            | AssignPlus
            | AssignMinus
            | AssignShiftLeft
            | AssignShiftRight
            | AssignBitwiseAnd
            | AssignBitwiseXor
            | AssignBitwiseOr
    )
}

fn name_of(declarator: &Node<Declarator>) -> Option<&str> {
    super::declarator::declared_name(declarator)
}

fn parameter_names(declarator: &Node<Declarator>) -> Vec<Option<&str>> {
    let function = declarator.node.derived.iter().find_map(|d| match &d.node {
        DerivedDeclarator::Function(f) => Some(f),
        _ => None,
    });
    let parameters = function.map(|f| f.node.parameters.as_slice()).unwrap_or_default();
    parameters.iter().map(|p| p.node.declarator.as_ref().and_then(name_of)).collect()
}
