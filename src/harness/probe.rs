//! Calls of the probe in a copy of the program: before everything that begins on a line, behind a label, or at the
//! beginning of a function. Only insertions; the text in between stays as it is.
//!
//! What a macro expands to is where the macro is used, all of it: several statements and expressions begin there, and
//! only the outermost of them can be told apart.

use super::survey::Survey;
use crate::frontend::c::tree::{
    Bytes, Expr, ExprKind, Function, Initializer, Stmt, StmtKind, Storage, Tree, Variable, VariableId,
};
use crate::program::{Span, Target};
use crate::source::Source;

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
    tree: &Tree,
    survey: &Survey,
    (target, file, line): (&Target, u32, u32),
) -> Result<Vec<Insertion>, String> {
    let untold = || Err(format!("nothing that begins at `{target}` can be told apart in a copy of the program"));
    let wanted = match target {
        Target::Assert | Target::Check(_) | Target::Undefined | Target::Gap => return Ok(vec![]),
        Target::Call(name) => {
            return match survey.bodies.get(name) {
                None => Ok(vec![]),
                Some(Some(at)) => Ok(vec![Insertion::new(*at, " lariat_target();")]),
                Some(None) => Err(format!("`{name}` is in a header or a macro, where no probe can be put")),
            };
        }
        Target::Line { .. } => Wanted::Line(file, line),
        Target::Label(name) => Wanted::Label(name),
    };
    let mut search = Search { source, tree, wanted, found: vec![], open: vec![], elsewhere: false, variables: 0 };
    for function in tree.functions.iter().filter(|f| !f.library) {
        if let Some(body) = &function.body {
            search.statement(body, Around::Block);
        }
    }
    let Search { mut found, mut elsewhere, .. } = search;
    // Two that begin in one macro, neither of them in the other.
    let all: Vec<usize> = found.iter().map(|f| f.at).collect();
    found.retain(|f| all.iter().filter(|at| **at == f.at).count() == 1);
    if found.is_empty() && matches!(target, Target::Line { .. }) {
        // The line of a function's name is where it begins.
        let is_here = |at: Span| (at.file, at.line) == (file, line);
        let is_named_here = |f: &&Function| f.body.is_some() && !f.library && is_here(source.start(f.span));
        match { tree.functions.iter() }.find(is_named_here).map(|f| survey.bodies.get(&f.name)) {
            Some(Some(Some(at))) => return Ok(vec![Insertion::new(*at, " lariat_target();")]),
            Some(_) => elsewhere = true,
            None => {}
        }
    }
    match found.is_empty() {
        true if elsewhere => Err(format!("`{target}` is in a header, where no probe can be put")),
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
    at: usize,
    insertions: Vec<Insertion>,
}

struct Search<'a> {
    source: &'a Source,
    tree: &'a Tree,
    wanted: Wanted<'a>,
    found: Vec<Probe>,
    /// Where those begin that have a probe and are around what is looked at.
    open: Vec<usize>,
    /// Something is there, in a header.
    elsewhere: bool,
    /// Variables that exist only so that their initialiser calls the probe.
    variables: usize,
}

impl Search<'_> {
    /// Where a piece begins, if that is on the line.
    fn here(&mut self, at: Bytes) -> Option<usize> {
        let place = self.source.start(at);
        let is_here = matches!(self.wanted, Wanted::Line(file, line) if (file, line) == (place.file, place.line));
        self.elsewhere |= is_here && at.text != 0;
        let start = at.start as usize;
        (is_here && at.text == 0 && !self.open.contains(&start)).then_some(start)
    }

    fn probe(&mut self, at: usize, insertions: Vec<Insertion>) {
        // Line by line the same statement may be wanted for its label and for itself.
        if !self.found.iter().any(|f| f.insertions == insertions) {
            self.found.push(Probe { at, insertions });
        }
    }

    /// Looks into something that has a probe, if it has one.
    fn within(&mut self, probed: Option<usize>, look: impl FnOnce(&mut Self)) {
        self.open.extend(probed);
        look(self);
        if probed.is_some() {
            self.open.pop();
        }
    }

    /// A probe in front of a statement.
    fn in_front(&mut self, s: &Stmt, start: usize, around: Around) {
        let insertions = match around {
            // In a block no braces are needed, and the value of a statement expression stays its last statement's.
            Around::Block => vec![Insertion::new(start, "lariat_target(); ")],
            Around::Statement => {
                let end = self.end(s);
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
                let (text, end) = (self.source.own_text(), s.span.end as usize);
                let has_one = text.get(..end).is_some_and(|t| t.ends_with(';'));
                let next = end + blank(text.get(end..).unwrap_or_default());
                if !has_one && text[next..].starts_with(';') { next + 1 } else { end }
            }
        }
    }

    fn statement(&mut self, s: &Stmt, around: Around) {
        let probed = match &s.kind {
            StmtKind::Compound(_) | StmtKind::Label(..) | StmtKind::Case { .. } | StmtKind::Default(_) => None,
            // Only what computes something is passed.
            StmtKind::Declare(all) => match all.first() {
                Some(first) if around == Around::Block && self.computes(*first) => {
                    let first = self.tree.variable(*first);
                    self.here(first.declarator).and_then(|_| self.own_start(s))
                }
                _ => None,
            },
            _ => self.here(s.span),
        };
        if let Some(start) = probed {
            self.in_front(s, start, around);
        }
        self.within(probed, |this| this.parts(s, around));
    }

    /// Where a statement begins in the user's file.
    fn own_start(&self, s: &Stmt) -> Option<usize> {
        (s.span.text == 0).then_some(s.span.start as usize)
    }

    fn parts(&mut self, s: &Stmt, around: Around) {
        match &s.kind {
            StmtKind::Compound(items) => items.iter().for_each(|item| self.statement(item, Around::Block)),
            StmtKind::Declare(all) => {
                let has_probe = !self.open.is_empty() && self.own_start(s).is_some_and(|at| self.open.contains(&at));
                for (number, id) in all.iter().enumerate() {
                    self.variable(*id, number == 0 && has_probe);
                }
            }
            StmtKind::If { condition, then, otherwise } => {
                self.condition(condition);
                self.statement(then, Around::Statement);
                otherwise.iter().for_each(|s| self.statement(s, Around::Statement));
            }
            StmtKind::While { condition, body } | StmtKind::Switch { value: condition, body } => {
                self.condition(condition);
                self.statement(body, Around::Statement);
            }
            StmtKind::Do { body, condition } => {
                self.statement(body, Around::Statement);
                self.condition(condition);
            }
            StmtKind::For { init, condition, step, body } => {
                match init.as_ref().map(|s| (&s.kind, s)) {
                    Some((StmtKind::Expression(e), _)) => self.condition(e),
                    Some((_, s)) => self.statement(s, Around::Statement),
                    None => {}
                }
                condition.iter().chain(step).for_each(|e| self.condition(e));
                self.statement(body, Around::Statement);
            }
            StmtKind::Label(name, at, body) => {
                let is_wanted = matches!(self.wanted, Wanted::Label(wanted) if wanted == name);
                self.labelled(is_wanted, *at, body, around);
            }
            StmtKind::Case { body, .. } | StmtKind::Default(body) => self.labelled(false, s.span, body, around),
            StmtKind::Expression(e) => self.expression(e),
            StmtKind::GotoComputed(e) => self.expression(e),
            StmtKind::Return(e) => e.iter().for_each(|e| self.expression(e)),
            StmtKind::Empty
            | StmtKind::Goto(..)
            | StmtKind::Break
            | StmtKind::Continue
            | StmtKind::Refused(_) => {}
        }
    }

    /// What stands behind a label.
    fn labelled(&mut self, is_wanted: bool, label: Bytes, body: &Stmt, around: Around) {
        let is_wanted = is_wanted && body.span.text == 0 || self.here(label).is_some();
        self.elsewhere |= is_wanted && body.span.text != 0;
        let probed = is_wanted.then_some(body.span.start as usize).filter(|at| !self.open.contains(at));
        if let Some(start) = probed {
            self.in_front(body, start, around);
        }
        self.within(probed, |this| this.statement(body, around));
    }

    /// Whether a declaration does something when it is passed.
    fn computes(&self, id: VariableId) -> bool {
        let Variable { storage, initializer, length, .. } = self.tree.variable(id);
        *storage == Storage::Local && (initializer.is_some() || length.is_some())
    }

    fn variable(&mut self, id: VariableId, has_probe: bool) {
        let tree = self.tree;
        let variable = tree.variable(id);
        // What is initialised before the program runs is no code.
        if variable.storage != Storage::Local {
            return;
        }
        let probed = match self.computes(id) && !has_probe {
            true => self.here(variable.declarator),
            false => None,
        };
        if let Some(start) = probed {
            self.variables += 1;
            let text = format!("*lariat_probe_{} = (lariat_target(), (void *)0), ", self.variables);
            self.probe(start, vec![Insertion::new(start, text)]);
        }
        self.within(probed, |this| {
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

    /// An expression that is evaluated alone, after which something is decided.
    fn condition(&mut self, e: &Expr) {
        let probed = self.here(e.span);
        if let Some(start) = probed {
            let end = e.span.end as usize;
            self.probe(
                start,
                vec![Insertion::new(start, "(lariat_target(), "), Insertion::closing(end, ")")],
            );
        }
        self.within(probed, |this| this.expression(e));
    }

    fn expression(&mut self, e: &Expr) {
        match &e.kind {
            ExprKind::Logical { left, right, .. } => {
                self.expression(left);
                self.condition(right);
            }
            ExprKind::Conditional { condition, yes, no } => {
                self.expression(condition);
                yes.iter().for_each(|e| self.condition(e));
                self.condition(no);
            }
            ExprKind::Statement(items) => items.iter().for_each(|s| self.statement(s, Around::Block)),
            ExprKind::CompoundLiteral(i) => self.initializer(i),
            _ => e.operands().into_iter().for_each(|e| self.expression(e)),
        }
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
        let insertions = vec![Insertion::new(2, "{"), Insertion::closing(2, "}"), Insertion::new(0, "{")];
        assert_eq!(insert("a;b;", insertions), "{a;}{b;");
    }

    #[test]
    fn comments_are_blank() {
        for (text, rest) in [(" \n; x", "; x"), (" /* ; */ // ;\n ;", ";"), ("", ""), (" // ;", ""), ("x", "x")] {
            assert_eq!(&text[blank(text)..], rest, "{text}");
        }
    }
}
