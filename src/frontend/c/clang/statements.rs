//! Statements.

use super::cursor::Cursor;
use super::reader::{Reader, refusal, union};
use crate::frontend::c::tree::*;
use crate::term::Int;
use clang_sys::*;

/// In bytes: an `asm` that is longer has something in it.
const LONGEST_BARRIER: u32 = 200;

/// Instructions of common processors that only take time, order accesses to memory, or wait.
const IDLE: [&str; 10] = ["nop", "pause", "yield", "mfence", "lfence", "sfence", "rep nop", "wfi", "wfe", "sev"];

/// The same with what they concern behind them.
const ORDERING: [&str; 3] = ["dmb", "dsb", "isb"];

/// Whether the text of an `asm`, as it is written in C, has only such instructions.
fn does_nothing(text: &str) -> bool {
    let text = text.replace("\\n", ";").replace("\\t", " ").to_ascii_lowercase();
    let parts = text.split(';').map(|part| part.split_whitespace().collect::<Vec<&str>>().join(" "));
    let parts: Vec<String> = parts.filter(|part| !part.is_empty()).collect();
    // A prefix may stand on a line of its own.
    let all = parts.join(";").replace("rep;nop", "rep nop");
    let is_idle = |part: &str| IDLE.contains(&part) || orders(part);
    all.is_empty() || all.split(';').all(is_idle)
}

fn orders(instruction: &str) -> bool {
    let (name, operand) = instruction.split_once(' ').unwrap_or((instruction, ""));
    ORDERING.contains(&name) && operand.strip_prefix('#').unwrap_or(operand).chars().all(|c| c.is_ascii_alphanumeric())
}

impl<'u> Reader<'u, '_> {
    /// Reads a statement.
    pub fn statement(&mut self, c: Cursor<'u>) -> Stmt {
        let deep = || Stmt { kind: StmtKind::Refused(refusal("this depth")), span: Bytes::default() };
        self.deeper(c, |reader| reader.statement_here(c)).unwrap_or_else(deep)
    }

    fn statement_here(&mut self, c: Cursor<'u>) -> Stmt {
        if c.is_expression() {
            let e = self.expression(c);
            let span = self.span(c);
            return Stmt { span: union(span, e.span), kind: StmtKind::Expression(e) };
        }
        if c.kind() == CXCursor_IfStmt {
            return self.branch(c);
        }
        let kind = match c.kind() {
            CXCursor_CompoundStmt => StmtKind::Compound(self.all(&c.children())),
            CXCursor_DeclStmt => self.declared(c),
            CXCursor_NullStmt => StmtKind::Empty,
            CXCursor_LabelStmt => self.label(c),
            CXCursor_CaseStmt => self.case(c),
            CXCursor_DefaultStmt => match c.children().last() {
                Some(body) => StmtKind::Default(Box::new(self.statement(*body))),
                None => StmtKind::Refused(refusal("this statement")),
            },
            CXCursor_SwitchStmt | CXCursor_WhileStmt => match c.children()[..] {
                [head, body] => {
                    let (head, body) = (self.expression(head), Box::new(self.statement(body)));
                    match c.kind() == CXCursor_SwitchStmt {
                        true => StmtKind::Switch { value: head, body },
                        false => StmtKind::While { condition: head, body },
                    }
                }
                _ => StmtKind::Refused(refusal("this statement")),
            },
            CXCursor_DoStmt => match c.children()[..] {
                [body, condition] => {
                    let body = Box::new(self.statement(body));
                    StmtKind::Do { body, condition: self.expression(condition) }
                }
                _ => StmtKind::Refused(refusal("this statement")),
            },
            CXCursor_ForStmt => self.for_statement(c),
            CXCursor_GotoStmt => self.goto(c),
            CXCursor_IndirectGotoStmt => match c.operands().first() {
                Some(e) => StmtKind::GotoComputed(self.expression(*e)),
                None => StmtKind::Refused(refusal("this statement")),
            },
            CXCursor_ContinueStmt => StmtKind::Continue,
            CXCursor_BreakStmt => StmtKind::Break,
            CXCursor_ReturnStmt => StmtKind::Return(c.operands().first().map(|e| self.expression(*e))),
            CXCursor_AsmStmt if self.is_barrier(c) => StmtKind::Empty,
            CXCursor_AsmStmt | CXCursor_MSAsmStmt => StmtKind::Asm,
            CXCursor_UnexposedStmt => return self.attributed(c),
            _ => StmtKind::Refused(refusal(format!("this statement ({})", c.kind_name()))),
        };
        Stmt { kind, span: self.span(c) }
    }

    /// Whether an `asm` has no operands, and no instructions but those that change nothing C can see: it only keeps an
    /// optimizer from moving what is around it.
    fn is_barrier(&self, c: Cursor<'u>) -> bool {
        let Some(from) = self.unit.written(c.raw_start()).map(|word| word.at) else { return false };
        let end = (from.offset + LONGEST_BARRIER).min(self.unit.file_length(from.file));
        let words = self.unit.words(from.file, from.offset, end);
        let mut words = words.iter().map(|word| word.text.as_str());
        let is_head =
            words.by_ref().take_while(|word| *word != "(").all(|w| w.contains("asm") || w.contains("volatile"));
        let mut words = words.peekable();
        let mut text = String::new();
        while let Some(word) = words.next_if(|word| word.starts_with('"')) {
            text.push_str(word.trim_matches('"'));
        }
        let is_clobber = |word: &str| matches!(word, ":" | "::" | ":::" | "," | "\"memory\"" | "\"cc\"");
        is_head && does_nothing(&text) && words.find(|word| !is_clobber(word)) == Some(")")
    }

    fn all(&mut self, items: &[Cursor<'u>]) -> Vec<Stmt> {
        items.iter().map(|s| self.statement(*s)).collect()
    }

    /// `if`: its end is that of its last branch, since Clang's own would cost a walk down a chain of `else if`.
    fn branch(&mut self, c: Cursor<'u>) -> Stmt {
        let children = c.children();
        let (condition, then, otherwise) = match children[..] {
            [condition, then] => (condition, then, None),
            [condition, then, otherwise] => (condition, then, Some(otherwise)),
            _ => return Stmt { kind: StmtKind::Refused(refusal("this statement")), span: self.span(c) },
        };
        let start = self.word_at(c.location(), "if");
        let (condition, then) = (self.expression(condition), Box::new(self.statement(then)));
        let otherwise = otherwise.map(|s| Box::new(self.statement(s)));
        let span = union(start, otherwise.as_ref().map_or(then.span, |s| s.span));
        Stmt { kind: StmtKind::If { condition, then, otherwise }, span }
    }

    fn label(&mut self, c: Cursor<'u>) -> StmtKind {
        let name = c.spelling();
        let at = self.word_at(c.location(), &name);
        match c.children().last() {
            Some(body) => StmtKind::Label(name, at, Box::new(self.statement(*body))),
            None => StmtKind::Refused(refusal("this statement")),
        }
    }

    fn goto(&mut self, c: Cursor<'u>) -> StmtKind {
        match c.children().first() {
            Some(label) => {
                let name = label.spelling();
                let at = self.word_at(label.location(), &name);
                StmtKind::Goto(name, at)
            }
            None => StmtKind::Refused(refusal("this statement")),
        }
    }

    fn case(&mut self, c: Cursor<'u>) -> StmtKind {
        let children = c.children();
        let (low, high, body) = match children[..] {
            [value, body] => (value, value, body),
            [low, high, body] => (low, high, body),
            _ => return StmtKind::Refused(refusal("this `case`")),
        };
        let values = (low.evaluate(), high.evaluate());
        let body = Box::new(self.statement(body));
        match values {
            (Some(low), Some(high)) => StmtKind::Case { low: Int::from(low), high: Int::from(high), body },
            _ => StmtKind::Refused(refusal("a `case` that is no constant")),
        }
    }

    /// The variables of a declaration; what else it declares is read where it is used.
    fn declared(&mut self, c: Cursor<'u>) -> StmtKind {
        let mut variables = Vec::new();
        for declaration in c.children() {
            match declaration.kind() {
                CXCursor_VarDecl => {
                    let lengths = self.declare_lengths(declaration);
                    variables.extend(lengths.iter().flatten().copied());
                    let id = self.variable(declaration);
                    if let Err(what) = lengths {
                        self.known.tree.variables[id.0].refused.get_or_insert(what);
                    }
                    variables.push(id);
                }
                CXCursor_FunctionDecl => {
                    self.function(declaration);
                }
                CXCursor_TypedefDecl => match self.declare_lengths(declaration) {
                    Ok(lengths) => variables.extend(lengths),
                    Err(what) => return StmtKind::Refused(what),
                },
                CXCursor_StructDecl | CXCursor_UnionDecl | CXCursor_EnumDecl | CXCursor_StaticAssert => {}
                CXCursor_UnexposedDecl => match self.first_word(declaration).as_str() {
                    ";" => {}
                    word => return StmtKind::Refused(refusal(format!("`{word}`"))),
                },
                _ => return StmtKind::Refused(refusal(format!("this declaration ({})", declaration.kind_name()))),
            }
        }
        StmtKind::Declare(variables)
    }

    /// A statement with attributes, or with a pragma before it.
    fn attributed(&mut self, c: Cursor<'u>) -> Stmt {
        if let Some(refused) = self.refused_statement(c) {
            return Stmt { kind: StmtKind::Refused(refused), span: self.span(c) };
        }
        match c.children().into_iter().rfind(|s| !s.is_attribute()) {
            Some(inner) => self.statement(inner),
            None => Stmt { kind: StmtKind::Refused(refusal("this statement")), span: self.span(c) },
        }
    }
}
