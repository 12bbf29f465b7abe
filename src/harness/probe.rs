//! Calls of the probe in a copy of the program: before everything that begins on a line, behind a label, or at the
//! beginning of a function. Only insertions; the text in between stays as it is.

use super::survey::Survey;
use crate::program::Target;
use crate::source::Source;
use lang_c::ast::*;
use lang_c::span::{Node, Span as Bytes};
use lang_c::visit::{self, Visit};

/// Text to put in front of this byte of the program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Insertion {
    pub at: usize,
    pub text: String,
    /// It ends something that began further in front, so it comes before what begins here.
    closes: bool,
}

impl Insertion {
    /// Text that begins something.
    pub fn new(at: usize, text: impl Into<String>) -> Insertion {
        Insertion { at, text: text.into(), closes: false }
    }

    fn closing(at: usize, text: &str) -> Insertion {
        Insertion { at, text: text.into(), closes: true }
    }
}

/// The text with the insertions in it.
pub(super) fn insert(text: &str, mut insertions: Vec<Insertion>) -> String {
    insertions.sort_by_key(|i| (i.at, !i.closes));
    let mut out = String::new();
    let mut done = 0;
    for Insertion { at, text: new, .. } in insertions {
        out.push_str(&text[done..at]);
        out.push_str(&new);
        done = at;
    }
    out.push_str(&text[done..]);
    out
}

/// Calls of the probe where `target` is passed; none for targets that are seen otherwise.
pub(super) fn probes(
    source: &Source,
    unit: &TranslationUnit,
    survey: &Survey,
    (target, file, line): (&Target, u32, u32),
) -> Result<Vec<Insertion>, String> {
    let wanted = match target {
        Target::Assert | Target::Bounds | Target::Overflow | Target::Division | Target::Gap => return Ok(vec![]),
        Target::Call(name) => {
            let body = survey.bodies.get(name).map(|at| Insertion::new(*at, " lariat_target();"));
            return Ok(body.into_iter().collect());
        }
        Target::Line { .. } => Wanted::Line(file, line),
        Target::Label(name) => Wanted::Label(name),
    };
    let mut visitor = Visitor { source, wanted, found: vec![], variables: 0 };
    for external in &unit.0 {
        if let ExternalDeclaration::FunctionDefinition(f) = &external.node {
            visitor.visit_function_definition(&f.node, &f.span);
        }
    }
    match visitor.found.is_empty() {
        true => Err(format!("nothing that begins at `{target}` can be told apart in a copy of the program")),
        false => Ok(visitor.found),
    }
}

enum Wanted<'a> {
    Line(u32, u32),
    Label(&'a str),
}

struct Visitor<'a> {
    source: &'a Source,
    wanted: Wanted<'a>,
    found: Vec<Insertion>,
    /// Variables that exist only so that their initialiser calls the probe.
    variables: usize,
}

impl Visitor<'_> {
    fn is_here(&self, at: usize) -> bool {
        let place = self.source.place(at);
        matches!(self.wanted, Wanted::Line(file, line) if (file, line) == (place.file, place.line))
    }

    fn around(&mut self, span: Bytes, before: &str, after: &str) {
        self.found.push(Insertion::new(span.start, before));
        self.found.push(Insertion::closing(span.end, after));
    }

    fn statement(&mut self, s: &Node<Statement>) {
        self.around(s.span, "{ lariat_target(); ", " }");
    }

    fn expression(&mut self, e: &Node<Expression>) {
        if self.is_here(e.span.start) {
            let span = balanced(self.source.own_text(), e.span);
            self.around(span, "(lariat_target(), ", ")");
        }
    }

    fn nested(&mut self, s: &Node<Statement>) {
        if self.is_here(s.span.start) && !matches!(s.node, Statement::Compound(_) | Statement::Labeled(_)) {
            self.statement(s);
        }
    }
}

impl<'ast> Visit<'ast> for Visitor<'_> {
    fn visit_block_item(&mut self, item: &'ast BlockItem, span: &'ast Bytes) {
        // In a block no braces are needed, and the value of a statement expression stays its last statement's.
        if let BlockItem::Statement(s) = item
            && self.is_here(s.span.start)
            && !matches!(s.node, Statement::Compound(_) | Statement::Labeled(_))
        {
            self.found.push(Insertion::new(s.span.start, "lariat_target(); "));
        }
        visit::visit_block_item(self, item, span);
    }

    fn visit_labeled_statement(&mut self, l: &'ast LabeledStatement, span: &'ast Bytes) {
        let is_wanted = match (&l.label.node, &self.wanted) {
            (Label::Identifier(name), Wanted::Label(wanted)) => name.node.name == *wanted,
            _ => self.is_here(l.label.span.start),
        };
        if is_wanted || self.is_here(l.statement.span.start) {
            self.statement(&l.statement);
        }
        visit::visit_labeled_statement(self, l, span);
    }

    fn visit_if_statement(&mut self, i: &'ast IfStatement, span: &'ast Bytes) {
        self.nested(&i.then_statement);
        i.else_statement.iter().for_each(|s| self.nested(s));
        visit::visit_if_statement(self, i, span);
    }

    fn visit_switch_statement(&mut self, s: &'ast SwitchStatement, span: &'ast Bytes) {
        self.nested(&s.statement);
        visit::visit_switch_statement(self, s, span);
    }

    fn visit_while_statement(&mut self, w: &'ast WhileStatement, span: &'ast Bytes) {
        self.nested(&w.statement);
        visit::visit_while_statement(self, w, span);
    }

    fn visit_do_while_statement(&mut self, d: &'ast DoWhileStatement, span: &'ast Bytes) {
        self.nested(&d.statement);
        self.expression(&d.expression);
        visit::visit_do_while_statement(self, d, span);
    }

    fn visit_for_statement(&mut self, f: &'ast ForStatement, span: &'ast Bytes) {
        self.nested(&f.statement);
        if let ForInitializer::Expression(e) = &f.initializer.node {
            self.expression(e);
        }
        f.condition.iter().chain(&f.step).for_each(|e| self.expression(e));
        visit::visit_for_statement(self, f, span);
    }

    fn visit_init_declarator(&mut self, d: &'ast InitDeclarator, span: &'ast Bytes) {
        if d.initializer.is_some() && self.is_here(d.declarator.span.start) {
            self.variables += 1;
            let probe = format!("*lariat_probe_{} = (lariat_target(), (void *)0), ", self.variables);
            self.found.push(Insertion::new(d.declarator.span.start, probe));
        }
        visit::visit_init_declarator(self, d, span);
    }

    fn visit_binary_operator_expression(&mut self, b: &'ast BinaryOperatorExpression, span: &'ast Bytes) {
        if matches!(b.operator.node, BinaryOperator::LogicalAnd | BinaryOperator::LogicalOr) {
            self.expression(&b.rhs);
        }
        visit::visit_binary_operator_expression(self, b, span);
    }
}

/// The span with the parentheses that it has only one side of.
fn balanced(text: &str, span: Bytes) -> Bytes {
    let bytes = text.as_bytes();
    let (mut open, mut missing, mut quote, mut at) = (0usize, 0usize, None, span.start);
    while at < span.end {
        match (quote, bytes[at]) {
            (Some(_), b'\\') => at += 1,
            (Some(q), b) if b == q => quote = None,
            (None, b @ (b'"' | b'\'')) => quote = Some(b),
            (None, b'(') => open += 1,
            (None, b')') if open > 0 => open -= 1,
            (None, b')') => missing += 1,
            _ => {}
        }
        at += 1;
    }
    let (mut start, mut end) = (span.start, span.end);
    for _ in 0..missing {
        start = text[..start].rfind('(').unwrap_or(start);
    }
    for _ in 0..open {
        end = text[end..].find(')').map_or(end, |i| end + i + 1);
    }
    Bytes { start, end }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn spans_get_the_parentheses_they_lack() {
        let text = "while ((a + ')') * b < (c)) x;";
        let span = |start: usize, end: usize| {
            let found = balanced(text, Bytes { start, end });
            &text[found.start..found.end]
        };
        assert_eq!(span(8, 25), "(a + ')') * b < (c)");
        assert_eq!(span(7, 26), "(a + ')') * b < (c)");
        assert_eq!(span(23, 25), "(c)");
    }

    #[test]
    fn what_ends_comes_before_what_begins() {
        let insertions = vec![Insertion::new(2, "{"), Insertion::closing(2, "}"), Insertion::new(0, "{")];
        assert_eq!(insert("a;b;", insertions), "{a;}{b;");
    }
}
