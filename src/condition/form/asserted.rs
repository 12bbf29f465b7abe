//! The program itself with an assertion in front of the target: what reached it satisfies the condition.
//!
//! The parameters of the entry function that are integers are kept where it begins, and the condition is asserted over
//! them; what it says of other inputs counts as true. Lines keep their numbers.

use super::c::{declared, function, helpers};
use super::expression::Writer;
use super::names::named;
use crate::condition::Condition;
use crate::diagnostic::Subject;
use crate::frontend::Read;
use crate::frontend::c::tree::{Expr, ExprKind, Seen, Stmt, StmtKind, Tree, Type, Variable};
use crate::program::{InputKind, LocationId, Mark, Target};
use crate::question::Question;
use crate::source::Source;
use crate::task::Failure;
use crate::term::{Symbol, Terms};
use std::collections::{BTreeMap, BTreeSet};

/// What stands in front of a statement, so that both are one.
const BEFORE: &str = "if (lariat_check(), 0) {} else ";

/// The program.
pub fn asserted(terms: &Terms, condition: &Condition, question: &Question, read: &Read) -> Result<String, Failure> {
    let refused = |why: &str| Failure::input(Subject::Target, format!("no assertion can be put there: {why}"));
    let source = &read.source;
    let tree = read.parsed.c("an assertion in the program").map_err(|why| refused(&why))?;
    if question.files().count() > 1 {
        return Err(refused("the program has several files"));
    }
    let entry = tree.defined(&question.entry).map(|id| tree.function(id));
    let entry = entry.ok_or_else(|| refused("the entry function has no body"))?;
    let body = entry.body.as_ref().ok_or_else(|| refused("the entry function has no body"))?;
    let lines = lines(condition, question).ok_or_else(|| refused("ask for a line or a call"))?;
    let condition = named(terms, condition);
    // Inputs are known by name and line; one that something else is called, too, is none of them.
    let parameters = entry.parameters.iter().map(|id| tree.variable(*id));
    let parameters: Vec<&Variable> =
        parameters.filter(|v| matches!(v.ty, Type::Int(_)) && !v.name.is_empty()).collect();
    let is_kept = |s: Symbol| -> Option<String> {
        let input = condition.program.input(s)?;
        let same = condition.inputs().iter().filter(|other| other.name == input.name).count();
        let is_it = |v: &&&Variable| v.name == input.name && source.start(v.span).line == input.span.line;
        let parameter = parameters.iter().find(is_it)?;
        (input.kind == InputKind::Scalar && same == 1).then(|| parameter.name.clone())
    };
    let mut prelude = String::new();
    let mut fields = declared(terms, &condition, &mut prelude);
    let kept: BTreeMap<Symbol, String> = fields.keys().filter_map(|s| Some((*s, is_kept(*s)?))).collect();
    fields.retain(|s, _| kept.contains_key(s));
    let mut writer = Writer { terms, fields: &fields, tables: vec![] };
    let function = function(terms, &condition, &mut writer);
    let head = format!("#include <assert.h>\n#include <stdint.h>\n#define LARIAT_ELEMENTS 1\n{prelude}{}", helpers());
    let keeping: Vec<String> = fields
        .iter()
        .filter_map(|(s, field)| Some(format!("lariat_kept.{} = {};", field.name.strip_prefix("in->")?, kept.get(s)?)))
        .collect();
    let keep = format!(" if (!lariat_keeps) {{ lariat_keeps = 1; {} }}", keeping.join(" "));
    let mut places: BTreeMap<usize, String> = BTreeMap::from([(body.span.start as usize + 1, keep)]);
    let mut found = BTreeSet::new();
    let call = match &question.target {
        Target::Call(name) => Some((tree, name.as_str())),
        _ => None,
    };
    for function in &tree.functions {
        if let Some(body) = function.body.as_ref().filter(|body| body.span.text == source.main()) {
            assert_before(source, body, (&lines, call), &mut places, &mut found);
        }
    }
    if found.len() < lines.len() {
        return Err(refused("no statement begins in its line"));
    }
    let mut text = source.own_text().to_string();
    for (at, new) in places.iter().rev() {
        if !text.is_char_boundary(*at) {
            return Err(refused("it is in a macro"));
        }
        text.insert_str(*at, new);
    }
    let checks = "static struct lariat_inputs lariat_kept;\nstatic int lariat_keeps;\n\
                  static void lariat_check(void) { assert(lariat_condition(&lariat_kept)); }\n";
    Ok(format!("{head}{function}{checks}#line 1 \"{}\"\n{text}", source.name()))
}

/// The lines where the target is, if a statement of the program is the target.
fn lines(condition: &Condition, question: &Question) -> Option<BTreeSet<u32>> {
    match &question.target {
        Target::Line { line, .. } => Some(BTreeSet::from([*line])),
        Target::Call(_) => {
            let hits = condition.program.marks.iter().filter_map(|(mark, at)| match (mark, &question.target) {
                (Mark::Call(called), Target::Call(wanted)) if called == wanted => Some(*at),
                _ => None,
            });
            let hits: BTreeSet<LocationId> = hits.collect();
            let calls = condition.program.calls.iter().filter(|(at, _)| hits.contains(at));
            let lines: BTreeSet<u32> = calls.map(|(_, span)| span.line).collect();
            (!lines.is_empty()).then_some(lines)
        }
        _ => None,
    }
}

/// Finds where to assert: in front of each statement that begins in one of the lines.
fn assert_before(
    source: &Source,
    stmt: &Stmt,
    (lines, call): (&BTreeSet<u32>, Option<(&Tree, &str)>),
    places: &mut BTreeMap<usize, String>,
    found: &mut BTreeSet<u32>,
) {
    let line = source.start(stmt.span).line;
    let start = stmt.span.start as usize;
    let mut put = |text: &str| {
        if lines.contains(&line) {
            found.insert(line);
            places.entry(start).or_default().push_str(text);
        }
    };
    match &stmt.kind {
        // What is inside begins somewhere else.
        StmtKind::Compound(_) | StmtKind::Case { .. } | StmtKind::Default(_) | StmtKind::Label(..) => {}
        StmtKind::Declare(_) if call.is_none() => put("lariat_check(); "),
        // Where the call is only a part of a statement, that may be passed without it.
        StmtKind::Expression(e) if call.is_some_and(|(tree, name)| is_call_of(tree, e, name)) => put(BEFORE),
        _ if call.is_some() => {}
        _ => put(BEFORE),
    }
    let is_header =
        |inner: &Stmt| matches!(&stmt.kind, StmtKind::For { init: Some(init), .. } if std::ptr::eq(&**init, inner));
    for inner in stmt.inner().into_iter().filter(|inner| !is_header(inner)) {
        assert_before(source, inner, (lines, call), places, found);
    }
}

/// Whether an expression is nothing but a call of a function, with arguments that come back.
fn is_call_of(tree: &Tree, e: &Expr, name: &str) -> bool {
    let ExprKind::Call { callee, arguments } = &e.kind else { return false };
    let is_it = matches!(callee.kind, ExprKind::Function(id) if tree.function(id).name == name);
    let mut calls = false;
    let mut see =
        |seen: Seen| calls |= matches!(seen, Seen::Expr(inner) if matches!(inner.kind, ExprKind::Call { .. }));
    arguments.iter().for_each(|argument| argument.walk(tree, &mut see));
    is_it && !calls
}
