//! What syntax alone says: which expressions have effects, which arrays are stored to, and which functions there are.
//!
//! Names are not resolved: what any variable is called is no function here. So shadowing makes the answers coarser,
//! never wrong.

use super::scope::{Entity, Lowering};
use lang_c::ast::*;
use lang_c::span::{Node, Span};
use lang_c::visit::{self, Visit};
use std::collections::{BTreeSet, HashMap, HashSet};

/// Facts about the functions of one file.
pub(super) struct Facts<'a> {
    /// What may have any effect where it is called: functions with a body, and all that is no function.
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
    pub fn new(functions: &HashMap<String, &'a Node<FunctionDefinition>>, unit: &'a TranslationUnit) -> Facts<'a> {
        let mut variables = Variables::default();
        variables.visit_translation_unit(unit);
        let functions = functions.values().filter_map(|f| name_of(&f.node.declarator));
        Facts { defined: functions.chain(variables.0).collect() }
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

impl<'a> Lowering<'a> {
    /// Whether an expression consists of constants only.
    pub fn looks_constant(&self, e: &Node<Expression>) -> bool {
        let mut looks = Constants { lowering: self, constant: true };
        looks.visit_expression(&e.node, &e.span);
        looks.constant
    }
}

impl Lowering<'_> {
    /// Whether evaluating an expression may read something `volatile`, which takes a value from an input.
    pub fn reads_volatile(&self, e: &Node<Expression>) -> bool {
        #[derive(Default)]
        struct Reads(bool);
        impl<'ast> Visit<'ast> for Reads {
            fn visit_expression(&mut self, e: &'ast Expression, span: &'ast Span) {
                self.0 |= matches!(e, Expression::Identifier(_) | Expression::Member(_));
                visit::visit_expression(self, e, span);
            }
        }
        let mut reads = Reads::default();
        if self.has_volatile {
            reads.visit_expression(&e.node, &e.span);
        }
        reads.0
    }
}

struct Constants<'l, 'a> {
    lowering: &'l Lowering<'a>,
    constant: bool,
}

impl<'ast> Visit<'ast> for Constants<'_, '_> {
    fn visit_expression(&mut self, e: &'ast Expression, span: &'ast Span) {
        match e {
            Expression::Identifier(name) => {
                self.constant &= matches!(self.lowering.lookup(&name.node.name), Some(Entity::Constant(_)));
            }
            Expression::Constant(_) | Expression::SizeOfTy(_) | Expression::AlignOf(_) | Expression::OffsetOf(_) => {}
            Expression::SizeOfVal(_) => {}
            Expression::UnaryOperator(u) if super::expression::step_of(&u.node.operator.node).is_none() => {
                visit::visit_expression(self, e, span);
            }
            Expression::BinaryOperator(b) if super::expression::binary_operator(&b.node.operator.node).is_some() => {
                self.constant &= !is_assignment(&b.node.operator.node);
                visit::visit_expression(self, e, span);
            }
            Expression::Cast(c) => self.visit_expression(&c.node.expression.node, &c.node.expression.span),
            Expression::Conditional(_) => visit::visit_expression(self, e, span),
            _ => self.constant = false,
        }
    }
}

/// Whether evaluating the expression may read the variable with this name; taking its address does not, nor the
/// address of a part of it if it has parts.
pub(super) fn reads(e: &Node<Expression>, name: &str, has_parts: bool) -> bool {
    let mut reads = Reads { name, has_parts, found: false };
    reads.visit_expression(&e.node, &e.span);
    reads.found
}

struct Reads<'n> {
    name: &'n str,
    has_parts: bool,
    found: bool,
}

impl Reads<'_> {
    /// What the address of an expression reads: the indices on the way to it.
    fn visit_address(&mut self, e: &Node<Expression>) {
        match &e.node {
            Expression::Identifier(_) => {}
            Expression::Member(m) if m.node.operator.node == MemberOperator::Direct => {
                self.visit_address(&m.node.expression);
            }
            Expression::BinaryOperator(b) if b.node.operator.node == BinaryOperator::Index && self.has_parts => {
                self.visit_address(&b.node.lhs);
                self.visit_expression(&b.node.rhs.node, &b.node.rhs.span);
            }
            _ => self.visit_expression(&e.node, &e.span),
        }
    }
}

impl<'ast> Visit<'ast> for Reads<'_> {
    fn visit_expression(&mut self, e: &'ast Expression, span: &'ast Span) {
        match e {
            Expression::Identifier(name) => self.found |= name.node.name == self.name,
            Expression::SizeOfVal(_) | Expression::SizeOfTy(_) | Expression::AlignOf(_) => {}
            Expression::UnaryOperator(u) if u.node.operator.node == UnaryOperator::Address => {
                self.visit_address(&u.node.operand);
            }
            _ => visit::visit_expression(self, e, span),
        }
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

/// The names of variables and parameters, of all scopes; those of types among them.
#[derive(Default)]
struct Variables<'a>(HashSet<&'a str>);

impl<'a> Visit<'a> for Variables<'a> {
    fn visit_init_declarator(&mut self, d: &'a InitDeclarator, span: &'a Span) {
        self.0.extend(name_of(&d.declarator).filter(|_| !is_function(&d.declarator)));
        visit::visit_init_declarator(self, d, span);
    }

    fn visit_parameter_declaration(&mut self, p: &'a ParameterDeclaration, span: &'a Span) {
        self.0.extend(p.declarator.as_ref().and_then(name_of));
        visit::visit_parameter_declaration(self, p, span);
    }
}

/// `f(…)`, and not `(*f)(…)`.
pub(super) fn is_function(d: &Node<Declarator>) -> bool {
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
            // It gives its variable values, each time.
            Expression::CompoundLiteral(_) => {
                self.any = true;
                visit::visit_expression(self, e, span);
            }
            Expression::Statement(_) => {
                self.any = true;
                self.changes = Changes::Anything;
            }
            Expression::Call(call) => {
                self.any = true;
                let harmless = match &call.node.callee.node {
                    Expression::Identifier(name) => {
                        let name = name.node.name.as_str();
                        !self.defined.contains(name) && !super::known::writes_memory(name)
                    }
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

/// The variable an lvalue is a part of, if no pointer is followed on the way.
fn base_name(e: &Expression) -> Option<&str> {
    match e {
        Expression::Identifier(name) => Some(&name.node.name),
        Expression::BinaryOperator(b) if b.node.operator.node == BinaryOperator::Index => base_name(&b.node.lhs.node),
        Expression::Member(m) if m.node.operator.node == MemberOperator::Direct => base_name(&m.node.expression.node),
        _ => None,
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
