//! Two programs as one, the second behind the first, with a difference as a place in it.

use super::align::{Aligned, UNSAID};
use crate::program::{Gap, Instruction, LocationId, Mark, Program, Role, Span, Target};
use crate::term::{Cmp, Int, Range, Sort, Symbol, Term, Terms};
use petgraph::visit::EdgeRef;
use std::collections::BTreeSet;

/// The place; no label of C has such a name.
const DIFFERENT: &str = "a difference";

/// How a function ends, as a number: it returns, it ends the program, something undefined happens.
const RETURNS: i64 = 0;
const EXITS: i64 = 1;
const UNDEFINED: i64 = 2;

/// The target that a difference is.
pub(super) fn target() -> Target {
    Target::Label(DIFFERENT.into())
}

/// The program that runs both, or why there is none.
pub(super) fn product(terms: &Terms, aligned: &Aligned) -> Result<Program, String> {
    let [first, second] = &aligned.programs;
    let mut out = first.clone();
    out.marks.retain(|(mark, _)| matches!(mark, Mark::Gap(_)));
    out.calls.clear();
    let inner = behind(&mut out, second);
    let ended = ["the first", "the second"].map(|name| {
        let symbol = terms.symbol(format!("how {name} ended"), Sort::Int, Range::new(RETURNS, UNDEFINED));
        out.variables.push(symbol);
        symbol
    });
    let end = out.add_location(Span::default());
    close(terms, &mut out, first, &|at| at, ended[0], inner.start)?;
    close(terms, &mut out, second, &|at| LocationId::new(at.index() + inner.offset), ended[1], end)?;
    let is = |i: usize, how: i64| terms.eq(terms.sym(ended[i]), terms.int(how));
    let unequal = aligned.outputs.iter().map(|o| terms.cmp(Cmp::Ne, terms.sym(o.symbols[0]), terms.sym(o.symbols[1])));
    let both_return = terms.and(vec![is(0, RETURNS), is(1, RETURNS), terms.or(unequal.collect())]);
    let otherwise = terms.cmp(Cmp::Ne, terms.sym(ended[0]), terms.sym(ended[1]));
    let differs = terms.or(vec![otherwise, both_return]);
    let both_exit = terms.and(vec![is(0, EXITS), is(1, EXITS)]);
    let (said, unequal) = match aligned.statuses {
        None => (terms.bool(false), terms.bool(false)),
        Some(symbols) => {
            let [one, two] = symbols.map(|s| terms.sym(s));
            let said = [one, two].map(|status| terms.cmp(Cmp::Ne, status, terms.int(UNSAID)));
            (terms.and(said.to_vec()), terms.cmp(Cmp::Ne, one, two))
        }
    };
    let differs = terms.or(vec![differs, terms.and(vec![both_exit, said, unequal])]);
    let is_open = terms.and(vec![both_exit, terms.not(said)]);
    let same = terms.not(terms.or(vec![differs, is_open]));
    let mut leads = |condition: Term| {
        let to = out.add_location(Span::default());
        out.add_edge(end, to, Instruction::Assume(condition), Span::default(), Role::Branch);
        to
    };
    let (different, open, _) = (leads(differs), leads(is_open), leads(same));
    out.marks.push((Mark::Label(DIFFERENT.into()), different));
    let why = "both end the program, and how they do is not compared";
    out.marks.push((Mark::Gap(Gap::Library(why.into())), open));
    Ok(out)
}

/// Where the second program is in the whole.
struct Inner {
    offset: usize,
    start: LocationId,
}

/// Adds a program, which nothing leads to yet.
fn behind(out: &mut Program, second: &Program) -> Inner {
    let (offset, files) = (out.graph.node_count(), out.files.len() as u32);
    let placed = |span: Span| Span { file: span.file + files, ..span };
    let at = |location: LocationId| LocationId::new(location.index() + offset);
    for location in second.graph.node_indices() {
        out.add_location(placed(second.graph[location].span));
    }
    for edge in second.graph.edge_references() {
        let weight = edge.weight();
        out.add_edge(
            at(edge.source()),
            at(edge.target()),
            weight.instruction.clone(),
            placed(weight.span),
            weight.role,
        );
    }
    out.files.extend(second.files.iter().cloned());
    let known: BTreeSet<Symbol> = out.inputs.iter().map(|input| input.symbol).collect();
    out.inputs.extend(second.inputs.iter().filter(|input| !known.contains(&input.symbol)).cloned());
    out.variables.extend(second.variables.iter().copied());
    let gaps = second.marks.iter().filter(|(mark, _)| matches!(mark, Mark::Gap(_)));
    out.marks.extend(gaps.map(|(mark, location)| (mark.clone(), at(*location))));
    out.functions.extend(second.functions.iter().cloned());
    out.silent.extend(second.silent.iter().copied());
    out.rows.extend(second.rows.iter().map(|(s, rows)| (*s, rows.clone())));
    out.assumptions.extend(second.assumptions.iter().cloned());
    Inner { offset, start: at(second.start) }
}

/// Has all ends of a program lead on, with how it ended.
fn close(
    terms: &Terms,
    out: &mut Program,
    program: &Program,
    at: &dyn Fn(LocationId) -> LocationId,
    ended: Symbol,
    next: LocationId,
) -> Result<(), String> {
    let lead = |out: &mut Program, from: LocationId, how: i64| {
        let value = terms.int(Int::from(how));
        out.add_edge(from, next, Instruction::Assign(ended, value), Span::default(), Role::Step);
    };
    for location in program.graph.node_indices() {
        if program.graph.edges(location).next().is_none() && program.gap_at(location).is_none() {
            let how = if program.observed.returns == Some(location) { RETURNS } else { EXITS };
            lead(out, at(location), how);
        }
    }
    for edge in program.graph.edge_indices() {
        let weight = &program.graph[edge];
        let (Role::Check(_), Instruction::Assume(holds)) = (&weight.role, &weight.instruction) else { continue };
        let Some((from, to)) = program.graph.edge_endpoints(edge) else { continue };
        if program.out_edges(from).len() != 1 {
            return Err("something is checked where the program branches".into());
        }
        let failed = out.add_location(weight.span);
        let (from, to) = (at(from), at(to));
        out.add_edge(from, failed, Instruction::Assume(terms.not(*holds)), weight.span, Role::Branch);
        lead(out, failed, UNDEFINED);
        if let Some(checked) = out.graph.find_edge(from, to) {
            out.graph[checked].role = Role::Branch;
        }
    }
    Ok(())
}
