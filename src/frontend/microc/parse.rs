//! From text to the tree: the grammar, one function for each of its rules.
//!
//! Where the text stops being microc there is one problem, with what was expected there.

mod expression;
mod word;

use super::tree::{Expr, Function, Name, Stmt, StmtKind, Tree};
use crate::diagnostic::Diagnostic;
use crate::source::{Bytes, Source};
use winnow::combinator::{opt, repeat};
use winnow::error::{ErrMode, ParserError};
use winnow::prelude::*;
use winnow::stream::{LocatingSlice, Location, Stateful};
use word::{blank, braced, choose, is_word, keyword, listed, name, need, symbol};

/// What is read: the rest of the text, with what was met so far.
type Input<'s> = Stateful<LocatingSlice<&'s str>, Met>;

/// What was met so far.
#[derive(Clone, Debug, Default)]
struct Met {
    /// How many expressions.
    expressions: usize,
    /// How many statements and expressions are open.
    depth: usize,
    /// Where the last word or symbol ended.
    end: usize,
}

/// Statements and brackets inside of others are followed so deep.
const DEEPEST: usize = 64;
/// What is computed from what was computed is followed so deep.
const DEEPEST_TREE: u32 = 250;

/// Why the text is no microc.
#[derive(Clone, Debug, Default)]
struct Wrong {
    at: usize,
    message: String,
    help: Option<String>,
}

type Parsed<T> = Result<T, ErrMode<Wrong>>;

impl<'s> ParserError<Input<'s>> for Wrong {
    type Inner = Wrong;

    fn from_input(input: &Input<'s>) -> Wrong {
        Wrong { at: input.current_token_start(), ..Wrong::default() }
    }

    fn into_inner(self) -> Result<Wrong, Wrong> {
        Ok(self)
    }

    fn or(self, other: Wrong) -> Wrong {
        if self.at > other.at { self } else { other }
    }
}

/// The text of the program, or what stands in the way.
pub fn parse(source: &Source) -> Result<Tree, Diagnostic> {
    let text = source.text(0);
    let mut input = Input { input: LocatingSlice::new(text), state: Met::default() };
    match program(&mut input) {
        Ok(functions) => Ok(Tree { functions, expressions: input.state.expressions }),
        Err(error) => {
            let wrong = error.into_inner().unwrap_or_default();
            let found = word::found(&text[wrong.at..]);
            let message = if wrong.message.is_empty() { "this is not microc".to_string() } else { wrong.message };
            let message = message.replace("{found}", found.shown.as_str());
            let problem = Diagnostic::new(message, source.place(0, wrong.at)).with_length(found.length);
            Err(match wrong.help {
                Some(help) => problem.with_help(help),
                None => problem,
            })
        }
    }
}

/// A condition as it is typed, apart from a program; its expressions are numbered from `first` on.
pub fn parse_condition(source: &Source, at: Bytes, first: usize) -> Result<(Expr, usize), Diagnostic> {
    let text = &source.text(at.text)[..at.end as usize];
    let mut slice = LocatingSlice::new(text);
    use winnow::stream::Stream;
    slice.next_slice(at.start as usize);
    let mut input = Input { input: slice, state: Met { expressions: first, ..Met::default() } };
    let read = (|| {
        blank(&mut input)?;
        let e = expression::expression(&mut input)?;
        if !input.input.is_empty() {
            return Err(wrong(&input, "this condition goes on with {found}", None));
        }
        Ok(e)
    })();
    read.map(|e| (e, input.state.expressions)).map_err(|error: ErrMode<Wrong>| {
        let wrong = error.into_inner().unwrap_or_default();
        let found = word::found(&text[wrong.at..]);
        Diagnostic::new(wrong.message.replace("{found}", &found.shown), source.place(at.text, wrong.at))
    })
}

/// A problem that no other reading of the text solves.
fn wrong(input: &Input, message: &str, help: Option<&str>) -> ErrMode<Wrong> {
    let at = input.current_token_start();
    ErrMode::Cut(Wrong { at, message: message.to_string(), help: help.map(str::to_string) })
}

/// From `start` to the end of what was read.
fn since(input: &Input, start: usize) -> Bytes {
    Bytes { text: 0, start: start as u32, end: input.state.end as u32 }
}

/// What is inside of something else.
fn inside<'s, T>(input: &mut Input<'s>, read: impl FnOnce(&mut Input<'s>) -> Parsed<T>) -> Parsed<T> {
    if input.state.depth >= DEEPEST {
        return Err(wrong(input, "this is nested too deeply", Some("at most 64 things one inside of the other")));
    }
    input.state.depth += 1;
    let result = read(input);
    input.state.depth -= 1;
    result
}

fn program(input: &mut Input) -> Parsed<Vec<Function>> {
    blank(input)?;
    let mut functions = Vec::new();
    while !input.input.is_empty() {
        functions.push(function(input)?);
    }
    Ok(functions)
}

/// `f(a, b) { var x; S return E; }`
fn function(input: &mut Input) -> Parsed<Function> {
    let start = input.current_token_start();
    let name = need(input, name, "expected the name of a function, found {found}")?;
    symbol(input, "(")?;
    let parameters = listed(input, ")", self::name, "a parameter")?;
    symbol(input, "{")?;
    let mut variables = Vec::new();
    while opt(keyword("var")).parse_next(input)?.is_some() {
        variables.extend(declared(input)?);
    }
    let body = repeat(0.., statement).parse_next(input)?;
    if is_word(input, "var") {
        let help = Some("all variables of a function are declared before its first statement");
        return Err(wrong(input, "a declaration stands behind a statement", help));
    }
    let returns = input.current_token_start();
    if opt(keyword("return")).parse_next(input)?.is_none() {
        let help = Some("a function ends with one `return E;`, which stands nowhere else");
        return Err(wrong(input, "expected a statement or `return`, found {found}", help));
    }
    let result = expression::expression(input)?;
    symbol(input, ";")?;
    let returns = since(input, returns);
    if !braced(input, "}")? {
        let help = Some("`return` is the last statement of a function");
        return Err(wrong(input, "expected `}` behind `return`, found {found}", help));
    }
    Ok(Function { name, parameters, variables, body, result, returns, span: since(input, start) })
}

/// The rest of `var x, y;`
fn declared(input: &mut Input) -> Parsed<Vec<Name>> {
    let mut names = vec![need(input, name, "expected the name of a variable, found {found}")?];
    while braced(input, ",")? {
        names.push(need(input, name, "expected the name of a variable, found {found}")?);
    }
    symbol(input, ";")?;
    Ok(names)
}

/// A statement; nothing is read if none begins here.
fn statement(input: &mut Input) -> Parsed<Stmt> {
    let start = input.current_token_start();
    if input.input.is_empty() || is_word(input, "return") || is_word(input, "var") || input.input.starts_with('}') {
        return Err(ErrMode::Backtrack(Wrong { at: start, ..Wrong::default() }));
    }
    let kind = inside(input, statement_here)?;
    Ok(Stmt { kind, span: since(input, start) })
}

fn statement_here(input: &mut Input) -> Parsed<StmtKind> {
    if opt(keyword("output")).parse_next(input)?.is_some() {
        let e = expression::expression(input)?;
        symbol(input, ";")?;
        return Ok(StmtKind::Output(e));
    }
    if opt(keyword("while")).parse_next(input)?.is_some() {
        let guard = guard(input)?;
        return Ok(StmtKind::While(guard, Box::new(one_statement(input)?)));
    }
    if opt(keyword("if")).parse_next(input)?.is_some() {
        let guard = guard(input)?;
        let then = Box::new(one_statement(input)?);
        let otherwise = match opt(keyword("else")).parse_next(input)? {
            Some(_) => Some(Box::new(one_statement(input)?)),
            None => None,
        };
        return Ok(StmtKind::If(guard, then, otherwise));
    }
    if is_word(input, "else") {
        return Err(wrong(input, "this `else` belongs to no `if`", None));
    }
    if braced(input, "{")? {
        let all = repeat(0.., statement).parse_next(input)?;
        if !braced(input, "}")? {
            return Err(unclosed(input));
        }
        return Ok(StmtKind::Block(all));
    }
    let to = expression::expression(input)?;
    if !choose(input, "=", "==")? {
        let help =
            Some("a statement is an assignment, `output`, `if`, `while` or a block: an expression alone is none");
        return Err(wrong(input, "expected `=`, found {found}", help));
    }
    let value = expression::expression(input)?;
    symbol(input, ";")?;
    Ok(StmtKind::Assign(to, value))
}

fn unclosed(input: &Input) -> ErrMode<Wrong> {
    let help = match (is_word(input, "var"), is_word(input, "return")) {
        (true, _) => Some("all variables of a function are declared before its first statement"),
        (_, true) => Some("a function has one `return`, as its last statement"),
        _ => None,
    };
    wrong(input, "expected a statement or `}`, found {found}", help)
}

/// The statement after a guard.
fn one_statement(input: &mut Input) -> Parsed<Stmt> {
    match opt(statement).parse_next(input)? {
        Some(statement) => Ok(statement),
        None => Err(unclosed_or_missing(input)),
    }
}

fn unclosed_or_missing(input: &Input) -> ErrMode<Wrong> {
    match is_word(input, "return") {
        true => unclosed(input),
        false => wrong(input, "expected a statement, found {found}", None),
    }
}

/// `(E)`
fn guard(input: &mut Input) -> Parsed<Expr> {
    symbol(input, "(")?;
    let e = expression::expression(input)?;
    symbol(input, ")")?;
    Ok(e)
}
