//! Refutations in words: for each conflicting constraint its line, its source, and what it needs. And paths
//! whose replay did not end.

use crate::answer::{self, PathStep, Segment};
use crate::budget::Stop;
use crate::chain::{Form, Node};
use crate::constraint::{Constraint, Kind, PassedNode, System, show_term};
use crate::invariant::Fact;
use crate::navigate::{Doubt, Obstacle, Refutation};
use crate::program::procedures::Procedure;
use crate::program::{Program, Role};
use crate::prove::Proof;
use crate::replay::Run;
use crate::task::Prepared;
use crate::term::{self, Cmp, Int, Relation, Symbol, Term, Terms};

/// The most loops of a path in a sentence, and segments of one.
const MOST_LOOPS: usize = 5;

/// The most characters of one part of an internal error.
const MOST_CHARACTERS: usize = 4000;

/// A text for an internal error: all of it, or its beginning and its end.
pub(crate) fn shortened(text: String) -> String {
    let count = text.chars().count();
    if count <= MOST_CHARACTERS {
        return text;
    }
    let half = MOST_CHARACTERS / 2;
    let first: String = text.chars().take(half).collect();
    let last: String = text.chars().skip(count - half).collect();
    format!("{first} … {} characters … {last}", count - 2 * half)
}

/// A refutation for people and JSON: one line of text for each conflicting constraint.
pub(crate) fn refutation(terms: &Terms, form: &Form, refutation: &Refutation) -> answer::Refutation {
    let mut rows: Vec<(u32, String)> = Vec::new();
    for (constraint, node) in refutation.conflict.constraints.iter().zip(&refutation.nodes) {
        let text = row(terms, form, &refutation.conflict, constraint, node);
        rows.push((constraint.span.line, text));
    }
    if rows.is_empty() {
        let text = "every way of running its subchains was tried, and none gets through".to_string();
        return answer::Refutation { chain: refutation.chain.clone(), lines: vec![], text };
    }
    in_words(&refutation.chain, rows)
}

/// Why there is not even a chain to the target, if there is none.
pub(crate) fn before_chains(prepared: &Prepared) -> Option<answer::Refutation> {
    if let Some(why) = &prepared.aimed.nowhere {
        return Some(answer::Refutation { chain: String::new(), lines: vec![], text: why.clone() });
    }
    (!prepared.excluding.is_empty()).then(|| in_words("", prepared.excluding.clone()))
}

/// The facts of a proof, each with the line of its loop.
pub(crate) fn proof(terms: &Terms, program: &Program, proof: &Proof) -> answer::Refutation {
    in_words("", proof_rows(terms, program, proof))
}

fn proof_rows(terms: &Terms, program: &Program, proof: &Proof) -> Vec<(u32, String)> {
    let mut rows = Vec::new();
    for (at, facts) in &proof.facts {
        let line = program.graph[*at].span.line;
        let state = program.state_at(terms, *at).map_or_else(String::new, |state| format!(", where {state}"));
        let said = |fact| format!("{}: always at the head of the loop{state}", show_fact(terms, fact));
        rows.extend(facts.iter().map(|fact| (line, said(fact))));
    }
    rows.sort();
    let lines = proof.cut.blocks.iter().filter(|w| w.to == proof.cut.target).map(|w| w.line);
    rows.extend(lines.max().map(|line| (line, format!("excluded by {}", proof.source))));
    rows
}

/// What summaries of functions that call themselves say, before facts that are stated with them.
pub(crate) fn summaries(
    terms: &Terms,
    program: &Program,
    known: &[(&Procedure, Term)],
    proof: &Proof,
) -> answer::Refutation {
    let of = |(procedure, summary): &(&Procedure, Term)| {
        let line = program.graph[procedure.exit()].span.line;
        let (function, begins) = (procedure.function(), procedure.entry.iter().map(|(_, kept)| terms.name(*kept)));
        let begins: Vec<String> =
            begins.filter(|name| terms.symbols(*summary).iter().any(|s| terms.name(*s) == *name)).collect();
        let began =
            if begins.is_empty() { String::new() } else { format!(", which began with {}", begins.join(" and ")) };
        let said = |part: &Term| (line, format!("{}: always when `{function}` is over{began}", terms.show(*part)));
        terms.conjuncts(*summary).iter().filter(|part| terms.as_bool(**part).is_none()).map(said).collect::<Vec<_>>()
    };
    let mut rows: Vec<(u32, String)> = known.iter().flat_map(of).collect();
    rows.sort();
    rows.dedup();
    rows.extend(proof_rows(terms, program, proof));
    in_words("", rows)
}

/// A fact, with the values of its bound symbols as people say it: what it concludes, and when.
fn show_fact(terms: &Terms, fact: &Fact) -> String {
    let Some(bound) = fact.bound.first() else { return terms.show(fact.body) };
    let name = terms.name(*bound);
    let members = match &*terms.node(fact.body) {
        term::Node::Or(members) => members.clone(),
        _ => vec![fact.body],
    };
    let Some((conclusion, rest)) = members.split_last() else { return terms.show(fact.body) };
    let when: Vec<String> = rest.iter().map(|t| terms.show(terms.not(*t))).collect();
    match when[..] {
        [] => format!("{} for all {name}", terms.show(*conclusion)),
        _ => format!("{} for all {name} with {}", terms.show(*conclusion), when.join(" and ")),
    }
}

/// A text of one row for each line.
fn in_words(chain: &str, mut rows: Vec<(u32, String)>) -> answer::Refutation {
    rows.dedup();
    let lines = rows.iter().map(|(line, _)| *line).collect();
    let text = rows.into_iter().map(|(_, text)| text).collect::<Vec<_>>().join("\n");
    answer::Refutation { chain: chain.to_string(), lines, text }
}

/// Why a path that was found is no answer yet, and which path it is.
pub(crate) fn unfinished(path: &[PathStep], run: &Run, stop: Option<Stop>) -> String {
    let mut loops = Vec::new();
    for step in path.iter().take(MOST_LOOPS) {
        let segments: Vec<String> = step.segments.iter().take(MOST_LOOPS).map(segment).collect();
        let more = if step.segments.len() > MOST_LOOPS { " …" } else { "" };
        loops.push(format!("line {} {}{more}", step.line, segments.join(" ")));
    }
    let more = if path.len() > MOST_LOOPS { "; …" } else { "" };
    let path = if loops.is_empty() { String::new() } else { format!(" ({}{more})", loops.join("; ")) };
    let steps = match run.proved {
        0 => format!("{} steps", run.steps),
        proved => format!("{} executed and {proved} proved steps", run.steps - proved),
    };
    match stop {
        Some(stop) => format!("a candidate path was found{path}, but before its replay ended: {stop}"),
        None => format!("a candidate path was found{path}, but its replay did not end within {steps}"),
    }
}

fn segment(s: &Segment) -> String {
    let inside: Vec<String> = s.inside.iter().take(MOST_LOOPS).map(segment).collect();
    let inside = if inside.is_empty() { String::new() } else { format!(" ({})", inside.join(" ")) };
    format!("{}{inside} ×{}", s.chain, s.times)
}

fn row(terms: &Terms, form: &Form, system: &System, constraint: &Constraint, node: &Node) -> String {
    let bound = bound(terms, form, system, constraint);
    match (node, constraint.kind, bound) {
        (_, Kind::Fact, Some(bound)) => bound.states(),
        (Node::Assume { condition, role: Role::Given(_), .. }, ..) => format!("{} is assumed", terms.show(*condition)),
        (Node::Assume { condition, role: Role::Known, .. }, ..) => {
            format!("{}: always at the head of the loop", terms.show(*condition))
        }
        (Node::Assume { condition, .. }, _, bound) => match bound {
            Some(bound) => format!("{} needs {}", terms.show(*condition), bound.wants()),
            None if terms.as_bool(constraint.term) == Some(false) => match &constraint.text {
                Some(text) => format!("{} needs {text}, which is impossible", terms.show(*condition)),
                None => format!("{} never holds here", terms.show(*condition)),
            },
            None => format!("{} needs {}", terms.show(*condition), show_term(terms, constraint)),
        },
        (Node::Branch(_), ..) => show_term(terms, constraint),
        (_, Kind::First, _) => format!("the loop is entered only with {}", show_term(terms, constraint)),
        (_, Kind::Last, _) => format!("the last run starts only with {}", show_term(terms, constraint)),
        (_, Kind::Looping, _) => format!("the runs need {}", show_term(terms, constraint)),
        (_, Kind::Each, _) => format!("each run starts with {}", show_term(terms, constraint)),
        _ => show_term(terms, constraint),
    }
}

/// A bound on how often something runs.
struct Bound {
    what: Subject,
    /// `at least 18 times`
    times: String,
}

/// What runs.
enum Subject {
    /// The subchain of this name.
    Subchain(String),
    /// The loop at this line.
    Loop(u32),
}

impl Bound {
    /// As a sentence.
    fn states(&self) -> String {
        match &self.what {
            Subject::Subchain(name) => format!("{name} runs {}", self.times),
            Subject::Loop(_) => format!("the loop runs {}", self.times),
        }
    }

    /// As what something else needs.
    fn wants(&self) -> String {
        match &self.what {
            Subject::Subchain(name) => format!("{name} {}", self.times),
            Subject::Loop(line) => format!("the loop at line {line} to run {}", self.times),
        }
    }
}

/// The bound a constraint puts on the runs of one subchain or one loop, if it does.
fn bound(terms: &Terms, form: &Form, system: &System, constraint: &Constraint) -> Option<Bound> {
    let term::Node::Cmp(op, a, b) = *terms.node(constraint.term) else { return None };
    let (relation, l) = terms.normalized(op, a, b);
    let symbols: Vec<Symbol> = l.terms().map(|(t, _)| terms.as_symbol(t)).collect::<Option<_>>()?;
    let slope = l.terms().next()?.1.clone();
    if l.terms().any(|(_, c)| *c != slope) || !(slope == Int::ONE || slope == Int::NEG_ONE) {
        return None;
    }
    let (op, bound) = match relation {
        Relation::AtMostZero if slope == Int::ONE => (Cmp::Le, -l.constant.clone()),
        Relation::AtMostZero => (Cmp::Ge, l.constant.clone()),
        Relation::Zero => (Cmp::Eq, -l.constant.clone() * &slope),
        Relation::NonZero => return None,
    };
    let what = subject(form, system, &symbols)?;
    let amount = match op {
        Cmp::Le => "at most",
        Cmp::Ge => "at least",
        _ => "exactly",
    };
    let times = if bound == Int::ONE { format!("{amount} once") } else { format!("{amount} {bound} times") };
    Some(Bound { what, times })
}

/// The subchain or arm of a single counter, or the loop of all counters of one loop node.
fn subject(form: &Form, system: &System, symbols: &[Symbol]) -> Option<Subject> {
    for passed in &system.passed {
        let chains = match &passed.of {
            PassedNode::Loop { id, .. } => &form.loops[id.0].subchains,
            PassedNode::Branch { id, .. } => &form.branches[id.0].arms,
        };
        if let [one] = symbols
            && let Some(i) = passed.counters.iter().position(|c| c == one)
            && passed.counters.len() > 1
        {
            return Some(Subject::Subchain(chains[i].name()));
        }
        if let PassedNode::Loop { id, .. } = &passed.of
            && passed.counters.len() == symbols.len()
            && passed.counters.iter().all(|c| symbols.contains(c))
        {
            return Some(Subject::Loop(form.loops[id.0].span.line));
        }
    }
    None
}

/// Where the search came closest to the target.
pub(crate) fn nearest(terms: &Terms, form: &Form, obstacle: &Obstacle) -> answer::Nearest {
    let (line, text) = match &obstacle.node {
        None => (0, "a path to the target was found, but no input that certainly takes it".to_string()),
        Some(Node::Assume { condition, span, .. }) => {
            (span.line, format!("no path that was tried meets {}", terms.show(*condition)))
        }
        Some(Node::Loop(id)) => {
            (form.loops[id.0].span.line, "no path that was tried leaves the loop as it has to".to_string())
        }
        Some(Node::Branch(id)) => {
            (form.branches[id.0].span.line, "no path that was tried gets through the branch".to_string())
        }
        Some(Node::Transform { span, .. }) => (span.line, "no path that was tried goes on".to_string()),
    };
    answer::Nearest { chain: obstacle.chain.clone(), line, text }
}

/// What to try when an exploration came to no end for this reason.
pub(crate) fn advice(doubt: &Doubt) -> Option<String> {
    let text = match doubt {
        Doubt::Stopped(stop) => stop.advice()?,
        Doubt::Chains(_) | Doubt::RootChains(_) => "asking about a line that fewer ways lead to",
        Doubt::Steps(_) | Doubt::Runs(_) | Doubt::Elements | Doubt::Solver(_) => {
            "smaller ranges for the inputs, with --assume"
        }
    };
    Some(text.to_string())
}

/// Whether a term mentions any counter of the system: for listings.
pub(crate) fn mentions_counter(terms: &Terms, system: &System, t: Term) -> bool {
    let symbols = terms.symbols(t);
    system.counted.iter().any(|c| symbols.contains(c))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_texts_keep_their_ends() {
        let text = |middle: usize| format!("begin{}end", "ä".repeat(middle));
        assert_eq!(shortened(text(MOST_CHARACTERS - 8)), text(MOST_CHARACTERS - 8));
        let short = shortened(text(1_000_000));
        assert!(short.starts_with("beginä") && short.ends_with("äend"), "{short}");
        assert!(short.contains("… 996008 characters …") && short.chars().count() < MOST_CHARACTERS + 40, "{short}");
    }
}
