//! Calls of the probe in a copy of the program: before everything that begins on a line, behind a label, or at the
//! beginning of a function. Only insertions; the text in between stays as it is.
//!
//! What a macro expands to is where the macro is used, all of it: several statements and expressions begin there, and
//! only the outermost of them can be told apart.

use super::included::Included;
use super::survey::{self, Survey};
use crate::frontend::c::tree::{
    Bytes, Expr, ExprKind, Function, Initializer, Stmt, StmtKind, Storage, Tree, Unary, Variable, VariableId,
};
use crate::program::{Span, Target};
use crate::source::Source;

/// A byte of a file of the program: the number of the file's text, and that of the byte.
pub(super) type At = (u32, usize);

/// Text to put in front of this byte of the program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Insertion {
    pub at: At,
    /// So many bytes go.
    pub replaced: usize,
    pub text: String,
    /// It ends something that began further in front, so it comes before what begins here.
    closes: bool,
}

impl Insertion {
    /// Text that begins something.
    pub fn new(at: At, text: impl Into<String>) -> Insertion {
        Insertion { at, replaced: 0, text: text.into(), closes: false }
    }

    /// Text in place of so many bytes.
    pub fn instead(at: At, replaced: usize, text: String) -> Insertion {
        Insertion { replaced, ..Insertion::new(at, text) }
    }

    fn closing(at: At, text: &str) -> Insertion {
        Insertion { at, replaced: 0, text: text.into(), closes: true }
    }
}

/// The text with the insertions in it, which are all of that text; none is in what another one replaces.
pub(super) fn insert(text: &str, mut insertions: Vec<Insertion>) -> String {
    insertions.sort_by_key(|i| (i.at, !i.closes));
    let mut out = String::new();
    let mut done = 0;
    for Insertion { at: (_, at), text: new, replaced, .. } in insertions {
        out.push_str(&text[done..at]);
        out.push_str(&new);
        done = at + replaced;
    }
    out.push_str(&text[done..]);
    out
}

/// Calls of the probe where `target` is passed; none for targets that are seen otherwise.
pub(super) fn probes(
    source: &Source,
    tree: &Tree,
    survey: &Survey,
    (target, file, line): (&Target, u32, u32),
) -> Result<Vec<Insertion>, String> {
    let untold = || Err(format!("nothing that begins at `{target}` can be told apart in a copy of the program"));
    let wanted = match target {
        Target::Assert | Target::Check(_) | Target::CheckAt { .. } | Target::Undefined | Target::Gap | Target::End => {
            return Ok(vec![]);
        }
        Target::Branch { .. } => return untold(),
        Target::Call(name) => {
            let bodies = survey.bodies.get(name).into_iter().flatten();
            let probe = |at: &Option<At>| at.map(|at| Insertion::new(at, " lariat_target();"));
            return match bodies.map(probe).collect() {
                Some(all) => Ok(all),
                None => Err(format!("`{name}` is in a header or a macro, where no probe can be put")),
            };
        }
        Target::Line { .. } => Wanted::Line(file, line),
        Target::Label(name) => Wanted::Label(name),
    };
    let included = &survey.included;
    let mut search =
        Search { source, included, tree, wanted, found: vec![], open: vec![], elsewhere: false, variables: 0 };
    for function in tree.functions.iter().filter(|f| !f.library) {
        if let Some(body) = &function.body {
            search.ends(function, body);
            search.statement(body, Around::Block, false);
        }
    }
    let Search { mut found, elsewhere, .. } = search;
    // Two that begin in one macro, neither of them in the other.
    let all: Vec<At> = found.iter().map(|f| f.at).collect();
    found.retain(|f| all.iter().filter(|at| **at == f.at).count() == 1);
    match found.is_empty() {
        true if elsewhere => {
            Err(format!("`{target}` is in a header that no file of the program includes, where no probe can be put"))
        }
        true => untold(),
        false => Ok(found.into_iter().flat_map(|f| f.insertions).collect()),
    }
}

enum Wanted<'a> {
    Line(u32, u32),
    Label(&'a str),
}

/// What a statement stands in.
#[derive(Clone, Copy, PartialEq)]
enum Around {
    /// Another one can stand in front of it.
    Block,
    /// It is a part of another one.
    Statement,
}

/// A probe, and where what it is for begins.
struct Probe {
    at: At,
    insertions: Vec<Insertion>,
}

struct Search<'a> {
    source: &'a Source,
    included: &'a Included,
    tree: &'a Tree,
    wanted: Wanted<'a>,
    found: Vec<Probe>,
    /// Where those begin that have a probe and are around what is looked at.
    open: Vec<At>,
    /// Something is there, in a header that cannot be copied.
    elsewhere: bool,
    /// Variables that exist only so that their initialiser calls the probe.
    variables: usize,
}

impl Search<'_> {
    fn is_on_line(&self, place: Span) -> bool {
        matches!(self.wanted, Wanted::Line(file, line) if (file, line) == (place.file, place.line))
    }

    /// Where a piece begins, if that is on the line.
    fn here(&mut self, at: Bytes) -> Option<At> {
        let is_here = self.is_on_line(self.source.start(at));
        self.elsewhere |= is_here && !self.is_own(at);
        let start = (at.text, at.start as usize);
        (is_here && self.is_own(at) && !self.open.contains(&start)).then_some(start)
    }

    /// Whether a piece is in a file that can be copied.
    fn is_own(&self, at: Bytes) -> bool {
        self.included.is_copied(self.source, at.text)
    }

    /// The lines of a function's name and of its last brace are passed where it begins and whenever it ends.
    fn ends(&mut self, function: &Function, body: &Stmt) {
        let lines = [self.source.start(function.span), self.source.last(body.span)];
        let [begins, ends] = lines.map(|place| self.is_on_line(place));
        if !begins && !ends {
            return;
        }
        let Some(at) = survey::behind_brace(self.source, self.included, body) else {
            self.elsewhere = true;
            return;
        };
        let text = match begins {
            true => " lariat_target();",
            false => " __attribute__((cleanup(lariat_left))) int lariat_scope;",
        };
        self.probe(at, vec![Insertion::new(at, text)]);
    }

    fn probe(&mut self, at: At, insertions: Vec<Insertion>) {
        // Line by line the same statement may be wanted for its label and for itself.
        if !self.found.iter().any(|f| f.insertions == insertions) {
            self.found.push(Probe { at, insertions });
        }
    }

    /// Looks into something that has a probe, if it has one.
    fn within(&mut self, probed: Option<At>, look: impl FnOnce(&mut Self)) {
        self.open.extend(probed);
        look(self);
        if probed.is_some() {
            self.open.pop();
        }
    }

    /// A probe in front of a statement.
    fn in_front(&mut self, s: &Stmt, start: At, around: Around) {
        let insertions = match around {
            // In a block no braces are needed, and the value of a statement expression stays its last statement's.
            Around::Block => vec![Insertion::new(start, "lariat_target(); ")],
            Around::Statement => {
                let end = (start.0, self.end(s));
                vec![Insertion::new(start, "{ lariat_target(); "), Insertion::closing(end, " }")]
            }
        };
        self.probe(start, insertions);
    }

    /// Where a statement ends, with its semicolon.
    fn end(&self, s: &Stmt) -> usize {
        match &s.kind {
            StmtKind::If { then, otherwise, .. } => self.end(otherwise.as_ref().unwrap_or(then)),
            StmtKind::While { body, .. } | StmtKind::For { body, .. } | StmtKind::Switch { body, .. } => self.end(body),
            StmtKind::Case { body, .. } | StmtKind::Default(body) | StmtKind::Label(_, _, body) => self.end(body),
            StmtKind::Compound(_) | StmtKind::Empty => s.span.end as usize,
            _ => {
                let (text, end) = (self.source.written(s.span.text), s.span.end as usize);
                let has_one = text.get(..end).is_some_and(|t| t.ends_with(';'));
                let next = end + blank(text.get(end..).unwrap_or_default());
                if !has_one && text[next..].starts_with(';') { next + 1 } else { end }
            }
        }
    }

    /// Looks at a statement, of which the line is `covered` if something around it has a probe and begins there.
    fn statement(&mut self, s: &Stmt, around: Around, covered: bool) {
        let probed = match &s.kind {
            StmtKind::Compound(_) | StmtKind::Label(..) | StmtKind::Case { .. } | StmtKind::Default(_) => None,
            // Only what computes something is passed.
            StmtKind::Declare(all) => match all.first() {
                Some(first) if around == Around::Block && self.computes(*first) => {
                    let first = self.tree.variable(*first);
                    let is_own = self.is_own(s.span);
                    self.here(first.declarator).filter(|_| is_own).map(|_| (s.span.text, s.span.start as usize))
                }
                _ => None,
            },
            _ => self.here(s.span),
        };
        if let Some(start) = probed {
            self.in_front(s, start, around);
        }
        self.within(probed, |this| this.parts(s, around, covered || probed.is_some()));
    }

    fn parts(&mut self, s: &Stmt, around: Around, covered: bool) {
        match &s.kind {
            StmtKind::Compound(items) => items.iter().for_each(|item| self.statement(item, Around::Block, false)),
            StmtKind::Declare(all) => {
                for (number, id) in all.iter().enumerate() {
                    self.variable(*id, number == 0 && covered);
                }
            }
            StmtKind::If { condition, then, otherwise } => {
                self.expression(condition, covered, true);
                self.statement(then, Around::Statement, false);
                otherwise.iter().for_each(|s| self.statement(s, Around::Statement, false));
            }
            StmtKind::While { condition, body } | StmtKind::Switch { value: condition, body } => {
                self.expression(condition, covered, true);
                self.statement(body, Around::Statement, false);
            }
            StmtKind::Do { body, condition } => {
                self.statement(body, Around::Statement, false);
                self.expression(condition, covered, true);
            }
            StmtKind::For { init, condition, step, body } => {
                match init.as_ref().map(|s| (&s.kind, s)) {
                    Some((StmtKind::Expression(e), _)) => self.expression(e, covered, true),
                    Some((_, s)) => self.statement(s, Around::Statement, covered),
                    None => {}
                }
                condition.iter().chain(step).for_each(|e| self.expression(e, covered, true));
                self.statement(body, Around::Statement, false);
            }
            StmtKind::Label(name, at, body) => {
                let is_wanted = matches!(self.wanted, Wanted::Label(wanted) if wanted == name);
                self.labelled(is_wanted, *at, body, around);
            }
            StmtKind::Case { body, .. } | StmtKind::Default(body) => self.labelled(false, s.span, body, around),
            StmtKind::Expression(e) | StmtKind::GotoComputed(e) => self.expression(e, covered, true),
            StmtKind::Return(e) => e.iter().for_each(|e| self.expression(e, covered, true)),
            StmtKind::Empty
            | StmtKind::Goto(..)
            | StmtKind::Break
            | StmtKind::Continue
            | StmtKind::Asm
            | StmtKind::Refused(_) => {}
        }
    }

    /// What stands behind a label.
    fn labelled(&mut self, is_wanted: bool, label: Bytes, body: &Stmt, around: Around) {
        let is_own = self.is_own(body.span);
        let is_wanted = is_wanted && is_own || self.here(label).is_some();
        self.elsewhere |= is_wanted && !is_own;
        let probed =
            is_wanted.then_some((body.span.text, body.span.start as usize)).filter(|at| !self.open.contains(at));
        if let Some(start) = probed {
            self.in_front(body, start, around);
        }
        self.within(probed, |this| this.statement(body, around, probed.is_some()));
    }

    /// Whether a declaration does something when it is passed.
    fn computes(&self, id: VariableId) -> bool {
        let Variable { storage, initializer, length, .. } = self.tree.variable(id);
        *storage == Storage::Local && (initializer.is_some() || length.is_some())
    }

    fn variable(&mut self, id: VariableId, covered: bool) {
        let tree = self.tree;
        let variable = tree.variable(id);
        // What is initialised before the program runs is no code.
        if variable.storage != Storage::Local {
            return;
        }
        let probed = match self.computes(id) && !covered {
            true => self.here(variable.declarator),
            false => None,
        };
        if let Some(start) = probed {
            self.variables += 1;
            let text = format!("*lariat_probe_{} = (lariat_target(), (void *)0), ", self.variables);
            self.probe(start, vec![Insertion::new(start, text)]);
        }
        let covered = covered || probed.is_some();
        self.within(probed, |this| {
            variable.length.iter().for_each(|e| this.expression(e, covered, true));
            variable.initializer.iter().for_each(|i| this.initializer(i, covered));
        });
    }

    fn initializer(&mut self, i: &Initializer, covered: bool) {
        match i {
            Initializer::Expression(e) => self.expression(e, covered, true),
            Initializer::List(items, _) => {
                items.iter().for_each(|item| self.initializer(&item.initializer, covered));
            }
        }
    }

    /// Looks at an expression that begins on a line of its own: what only its value counts of can have a probe in
    /// front of it.
    fn expression(&mut self, e: &Expr, covered: bool, is_value: bool) {
        let is_value = is_value && !matches!(e.kind, ExprKind::String(_));
        let probed = if covered || !is_value { None } else { self.here(e.span) };
        if let Some(start) = probed {
            let end = Insertion::closing((e.span.text, e.span.end as usize), ")");
            self.probe(start, vec![Insertion::new(start, "(lariat_target(), "), end]);
        }
        let covered = probed.is_some() || covered && self.is_on_line(self.source.start(e.span));
        self.within(probed, |this| match &e.kind {
            ExprKind::Statement(items) => items.iter().for_each(|s| this.statement(s, Around::Block, false)),
            ExprKind::CompoundLiteral(i) => this.initializer(i, covered),
            ExprKind::Convert(inner) => this.expression(inner, covered, is_value),
            ExprKind::Unary(Unary::Address, inner)
            | ExprKind::Step { operand: inner, .. }
            | ExprKind::Member { of: inner, arrow: false, .. } => this.expression(inner, covered, false),
            ExprKind::Assign(left, right) | ExprKind::AssignOp(_, left, right) => {
                this.expression(left, covered, false);
                this.expression(right, covered, true);
            }
            ExprKind::Call { callee, arguments } => {
                this.expression(callee, covered, false);
                // Those of the compiler may want a constant or a place.
                let is_plain = match &callee.bare().kind {
                    ExprKind::Function(id) => !this.tree.function(*id).name.starts_with("__builtin_"),
                    _ => true,
                };
                arguments.iter().for_each(|e| this.expression(e, covered, is_plain));
            }
            _ => e.operands().into_iter().for_each(|e| this.expression(e, covered, true)),
        });
    }
}

/// The length of the spaces and comments at the beginning of a text.
fn blank(text: &str) -> usize {
    let rest = text.trim_start_matches(|c: char| c.is_whitespace() || c == '\\');
    let end = match rest.get(..2) {
        Some("/*") => rest.find("*/").map(|end| end + 2),
        Some("//") => rest.find('\n'),
        _ => return text.len() - rest.len(),
    };
    match end {
        Some(end) => text.len() - rest.len() + end + blank(&rest[end..]),
        None => text.len(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_ends_comes_before_what_begins() {
        let insertions =
            vec![Insertion::new((0, 2), "{"), Insertion::closing((0, 2), "}"), Insertion::new((0, 0), "{")];
        assert_eq!(insert("a;b;", insertions), "{a;}{b;");
    }

    #[test]
    fn comments_are_blank() {
        for (text, rest) in [(" \n; x", "; x"), (" /* ; */ // ;\n ;", ";"), ("", ""), (" // ;", ""), ("x", "x")] {
            assert_eq!(&text[blank(text)..], rest, "{text}");
        }
    }
}
