//! What an answer takes for granted, as far as it mattered.

use crate::answer::{Assumed, Verdict};
use crate::program::{
    About, Aimed, Assumption, Check, Edge, Instruction, Original, Program, Role, Span, Target, aim, prune,
};
use crate::question::Question;
use crate::referee::undefined::Ends;
use crate::task::Prepared;
use crate::term::{Symbol, Terms};
use rustc_hash::FxHashMap;
use std::collections::BTreeSet;

/// Whether something is so.
type Whether<'f, T> = &'f dyn Fn(&T) -> bool;

/// The assumptions that concern what was analysed.
pub(crate) fn assumptions(
    terms: &Terms,
    prepared: &Prepared,
    question: &Question,
    verdict: &Verdict,
    ends: Option<&Ends>,
) -> Vec<Assumed> {
    // What ranges exclude rests on every check that they do not prove; a path that was replayed does not.
    let is_unreachable = matches!(verdict, Verdict::Unreachable);
    let program: &Program = if is_unreachable { &prepared.rests } else { &prepared.sliced };
    // Of a value that decides something, ranges and control states may leave no symbol behind.
    let aimed = aim(&prepared.original, terms, &question.target).unwrap_or_else(|_| prepared.aimed.clone());
    let asked = is_unreachable.then(|| without_checks(terms, &aimed));
    let programs: Vec<&Program> = [program].into_iter().chain(&asked).chain(ends.map(|ends| &ends.rests)).collect();
    let excluded = is_unreachable.then_some(&question.target);
    assumptions_of(terms, &prepared.original, (&aimed, excluded), &programs)
}

/// What decides on ways to the target, or everything if there are none; without checks.
fn without_checks(terms: &Terms, aimed: &Aimed) -> Program {
    let pruned = prune::towards(&aimed.program, aimed.target);
    let has_way = pruned.graph.edge_count() > 0;
    let mut asked = if has_way { pruned } else { aimed.program.clone() };
    for edge in asked.graph.edge_weights_mut().filter(|edge| matches!(edge.role, Role::Check(_))) {
        (edge.instruction, edge.role) = (Instruction::Skip, Role::Step);
    }
    if has_way { prune::slice(terms, &asked, aimed.target) } else { asked }
}

/// The assumptions that concern parts of the program with what is on the way to a target, which is `excluded` if nothing
/// gets there.
pub(crate) fn assumptions_of(
    terms: &Terms,
    original: &Original,
    (aimed, excluded): (&Aimed, Option<&Target>),
    parts: &[&Program],
) -> Vec<Assumed> {
    let given = mattering(terms, aimed);
    let is_target = |check: &Check| match excluded {
        Some(Target::Check(asked) | Target::CheckAt { check: asked, .. }) => check == asked,
        Some(Target::Undefined) => true,
        _ => false,
    };
    let edges = aimed.failing.iter().filter_map(|edge| original.graph.edge_weight(*edge)).map(|edge| edge.span);
    let hits = aimed.hits.iter().filter_map(|at| original.graph.node_weight(*at)).map(|at| at.span);
    let places: Vec<Span> = edges.chain(hits).collect();
    let is_inside = |(first, last): &(Span, Span)| {
        let within = |at: &Span| at.file == first.file && first.line <= at.line && at.line <= last.line;
        excluded.is_some() && places.iter().any(within)
    };
    concerning(terms, original, (parts, &[]), &|index| given.contains(&index), (&is_target, &is_inside))
}

/// All that may be a part of why something in a program cannot be.
pub(crate) fn all(terms: &Terms, program: &Program) -> Vec<Assumed> {
    concerning(terms, program, (&[program], &[]), &|_| true, (&|_| true, &|_| true))
}

/// All that may be a part of why no input gets to a target, or why only some do.
pub(crate) fn of_target(terms: &Terms, prepared: &Prepared, target: &Target) -> Vec<Assumed> {
    // Of a value that decides something, ranges may leave no symbol behind.
    let aimed = aim(&prepared.original, terms, target).unwrap_or_else(|_| prepared.aimed.clone());
    let parts = [&prepared.rests, &without_checks(terms, &aimed)];
    concerning(terms, &prepared.original, (&parts, &[]), &|_| true, (&|_| true, &|_| true))
}

/// All that may be a part of what a program does, and of what others see when it is over.
pub(crate) fn of_outcome(terms: &Terms, program: &Program) -> Vec<Assumed> {
    let stores = |symbol: Symbol| {
        let is_store = |edge: &&Edge| matches!(edge.instruction, Instruction::Assign(to, _) if to == symbol);
        program.graph.edge_weights().filter(is_store).count()
    };
    let observed = &program.observed;
    let own: Vec<Symbol> = observed.results().into_iter().chain(observed.status).collect();
    // Before it begins, each is given its first value once.
    let seen: Vec<Symbol> = observed.all().into_iter().filter(|s| own.contains(s) || stores(*s) > 1).collect();
    concerning(terms, program, (&[program], &seen), &|_| true, (&|_| true, &|_| true))
}

/// The symbols in a program that is left of others, and the checks.
fn left(terms: &Terms, program: &Program) -> (BTreeSet<Symbol>, BTreeSet<Check>) {
    let (mut symbols, mut checks) = (BTreeSet::new(), BTreeSet::new());
    for edge in program.graph.edge_weights() {
        match &edge.instruction {
            Instruction::Assume(t) | Instruction::Assign(_, t) => symbols.extend(terms.symbols(*t)),
            Instruction::Copy(copies) => symbols.extend(copies.iter().map(|(_, y)| *y)),
            Instruction::Skip => {}
        }
        if let Role::Check(check) = edge.role {
            checks.insert(check);
        }
    }
    (symbols, checks)
}

/// What the values of variables may be computed from, wherever they get them.
fn sources(terms: &Terms, program: &Program, seen: &[Symbol]) -> BTreeSet<Symbol> {
    let mut values = program.clone();
    for edge in values.graph.edge_weights_mut().filter(|edge| matches!(edge.instruction, Instruction::Assume(_))) {
        edge.instruction = Instruction::Skip;
    }
    prune::drop_unused_but(terms, &mut values, seen);
    left(terms, &values).0
}

/// Those that concern parts of a program, with what others see of them, with the assumptions of the question that matter,
/// and with what is said of checks that are a target.
fn concerning(
    terms: &Terms,
    original: &Program,
    (parts, seen): (&[&Program], &[Symbol]),
    is_given: &dyn Fn(usize) -> bool,
    (is_target, is_inside): (Whether<Check>, Whether<(Span, Span)>),
) -> Vec<Assumed> {
    let mut symbols: BTreeSet<Symbol> = seen.iter().copied().collect();
    let mut checks = BTreeSet::new();
    let mut parts: Vec<Program> = parts.iter().map(|part| (*part).clone()).collect();
    for part in &mut parts {
        prune::drop_unused_but(terms, part, seen);
        let (some, more) = left(terms, part);
        symbols.extend(some);
        checks.extend(more);
    }
    let shown = match seen {
        [] => BTreeSet::new(),
        seen => parts.iter().flat_map(|part| sources(terms, part, seen)).collect(),
    };
    let assumed = |a: &Assumption| Assumed { name: a.name, otherwise: a.otherwise, text: a.text.clone() };
    let matters = |about: &About| match about {
        About::Symbols(all) => all.iter().any(|s| symbols.contains(s)),
        About::Seen(all) => all.iter().any(|s| shown.contains(s)),
        About::Always | About::Library => true,
        About::Check(check) => checks.contains(check),
        About::Target(checks) => checks.iter().any(is_target),
        About::Given(index) => is_given(*index),
        About::Inside(places) => places.iter().any(is_inside),
    };
    original.assumptions.iter().filter(|a| matters(&a.about)).map(assumed).collect()
}

/// The assumptions that other conditions on the way to the target depend on, directly or through
/// other assumptions. This is asked before ranges simplify the program, which they do under the assumptions.
fn mattering(terms: &Terms, aimed: &Aimed) -> BTreeSet<usize> {
    let program = prune::towards(&aimed.program, aimed.target);
    let mut sources: FxHashMap<Symbol, BTreeSet<Symbol>> = FxHashMap::default();
    let mut needed: BTreeSet<Symbol> = BTreeSet::new();
    let mut given: Vec<(usize, BTreeSet<Symbol>)> = Vec::new();
    for edge in program.graph.edge_weights() {
        match (&edge.instruction, edge.role) {
            (Instruction::Assign(v, t), _) => sources.entry(*v).or_default().extend(terms.symbols(*t)),
            (Instruction::Assume(t), Role::Given(index)) => given.push((index, terms.symbols(*t))),
            (Instruction::Assume(t), _) => needed.extend(terms.symbols(*t)),
            (Instruction::Copy(_) | Instruction::Skip, _) => {}
        }
    }
    let origins = |symbols: &BTreeSet<Symbol>| {
        let mut all = BTreeSet::new();
        let mut todo: Vec<Symbol> = symbols.iter().copied().collect();
        while let Some(s) = todo.pop() {
            if all.insert(s) {
                todo.extend(sources.get(&s).into_iter().flatten());
            }
        }
        all
    };
    let mut needed = origins(&needed);
    let mut found = BTreeSet::new();
    loop {
        let before = found.len();
        for (index, symbols) in &given {
            let all = origins(symbols);
            if !found.contains(index) && !all.is_disjoint(&needed) {
                found.insert(*index);
                needed.extend(all);
            }
        }
        if found.len() == before {
            return found;
        }
    }
}
