//! A condition for people, in the names and lines of their program.

use crate::condition::{Condition, End, Way};
use crate::question::Question;
use crate::term::{Cmp, Int, Node, Relation, Term, Terms};
use std::collections::BTreeSet;
use std::fmt::Write;

/// More members of a disjunction stand on lines of their own.
const MOST_ON_A_LINE: usize = 100;

/// The whole of it.
pub fn text(terms: &Terms, condition: &Condition, question: &Question) -> String {
    let file = condition.program.files.get(condition.target.file as usize).map_or("", String::as_str);
    let place = format!("{file}:{}", condition.target.line);
    let target = if condition.target.line == 0 { question.program.display().to_string() } else { place };
    let is_anything = |way: &Way| way.parts.is_empty() && way.looping.is_empty() && way.counting.is_empty();
    let mut out = match &condition.ways[..] {
        [] => format!("{target} is reached by no input\n"),
        ways if ways.iter().any(is_anything) => format!("{target} is reached only if: nothing is known of the input\n"),
        _ => format!("{target} is reached only if\n"),
    };
    condition.excluded.iter().for_each(|why| {
        let _ = writeln!(out, "  excluded: {why}");
    });
    for (i, way) in condition.ways.iter().enumerate() {
        if i > 0 {
            out.push_str("or\n");
        }
        write_way(terms, way, &mut out);
    }
    if !condition.gaps.is_empty() && condition.ways.iter().any(|way| way.end == End::Gap) {
        let _ = writeln!(out, "where the model ends: {}", condition.gaps.join("; "));
    }
    for assumed in &condition.assumptions {
        let _ = writeln!(out, "assuming {}", assumed.text);
    }
    out
}

fn write_way(terms: &Terms, way: &Way, out: &mut String) {
    if way.end == End::Gap {
        let _ = writeln!(out, "  (the model ends on this way)");
    }
    if let Some(why) = &way.cut {
        let _ = writeln!(out, "  ({why}: all that begin like {})", way.name);
    }
    let mut counters: Vec<String> = vec![];
    let mut others: BTreeSet<String> = BTreeSet::new();
    for s in &way.some {
        let name = terms.name(*s);
        if name.starts_with('κ') {
            counters.push(name);
        } else {
            others.insert(name);
        }
    }
    if !way.some.is_empty() {
        let counters = (!counters.is_empty()).then(|| format!("{} ≥ 0", counters.join(", ")));
        let all: Vec<String> = counters.into_iter().chain(others).collect();
        let _ = writeln!(out, "  for some {}", all.join(", "));
    }
    for part in &way.parts {
        write_part(terms, part.span.line, part.term, out);
    }
    for looping in &way.looping {
        let _ = writeln!(out, "  {}{}", line(looping.span.line), looping.show(terms));
    }
    for counting in &way.counting {
        let _ = writeln!(out, "  {}{}", line(counting.span.line), counting.show(terms));
    }
}

fn write_part(terms: &Terms, number: u32, t: Term, out: &mut String) {
    let whole = show(terms, t);
    match &*terms.node(t) {
        Node::Or(members) if whole.chars().count() > MOST_ON_A_LINE => {
            for (i, member) in members.iter().enumerate() {
                let (number, word) = if i == 0 { (number, "   ") } else { (0, "or ") };
                let _ = writeln!(out, "  {}{word}{}", line(number), show(terms, *member));
            }
        }
        _ => {
            let _ = writeln!(out, "  {}{whole}", line(number));
        }
    }
}

fn line(number: u32) -> String {
    if number == 0 { " ".repeat(10) } else { format!("line {number:<5}") }
}

/// A condition; a sum of choices between 1 and 0 as how many of their conditions hold.
fn show(terms: &Terms, t: Term) -> String {
    let all = |ts: &[Term], sign: &str, opens: bool| {
        let shown = ts.iter().map(|t| match &*terms.node(*t) {
            Node::Or(_) if opens => format!("({})", show(terms, *t)),
            _ => show(terms, *t),
        });
        shown.collect::<Vec<_>>().join(sign)
    };
    match &*terms.node(t) {
        Node::And(ts) => all(ts, " ∧ ", true),
        Node::Or(ts) => all(ts, " ∨ ", false),
        Node::Cmp(op, a, b) => counted(terms, *op, *a, *b).unwrap_or_else(|| terms.show(t)),
        _ => terms.show(t),
    }
}

/// Fewer choices are shown as they are.
const FEWEST: usize = 3;

/// A comparison with a number of conditions that hold.
fn counted(terms: &Terms, op: Cmp, a: Term, b: Term) -> Option<String> {
    let (relation, l) = terms.normalized(op, a, b);
    let condition = |t: Term| match *terms.node(t) {
        Node::Ite(c, yes, no) if yes == terms.int(1) && no == terms.int(0) => Some(c),
        _ => None,
    };
    let choices: Vec<(Term, Term, Int)> = l.terms().filter_map(|(t, k)| Some((t, condition(t)?, k.clone()))).collect();
    let factor = choices.first()?.2.clone();
    if choices.len() < FEWEST || choices.iter().any(|(_, _, k)| *k != factor) {
        return None;
    }
    // `factor · number + rest`, in relation to zero.
    let mut rest = l.clone();
    choices.iter().for_each(|(t, ..)| drop(rest.take(*t)));
    let is_positive = factor > Int::ZERO;
    if factor != Int::ONE && factor != Int::NEG_ONE {
        return None;
    }
    let bound = terms.from_linear(rest.scaled(&if is_positive { Int::NEG_ONE } else { Int::ONE }));
    let word = match (relation, is_positive) {
        (Relation::AtMostZero, true) => "at most ",
        (Relation::AtMostZero, false) => "at least ",
        (Relation::Zero, _) => "exactly ",
        (Relation::NonZero, _) => "not exactly ",
    };
    let conditions: Vec<Term> = choices.iter().map(|(_, c, _)| *c).collect();
    Some(format!("{word}{} of {}", terms.show(bound), elements(terms, &conditions)))
}

/// Conditions on one element after the other, or one by one.
fn elements(terms: &Terms, conditions: &[Term]) -> String {
    let parts = |c: &Term| match *terms.node(*c) {
        Node::Cmp(op, a, b) => match *terms.node(a) {
            Node::Select(array, index) => Some((op, array, terms.as_int(index)?, b)),
            _ => None,
        },
        _ => None,
    };
    let all: Option<Vec<_>> = conditions.iter().map(parts).collect();
    if let Some(mut all) = all {
        all.sort_by(|one, other| one.2.cmp(&other.2));
        let (op, array, first, value) = all[0].clone();
        let follows = |(i, one): (usize, &(Cmp, Term, Int, Term))| {
            (one.0, one.1, one.3) == (op, array, value) && one.2 == &first + Int::from(i)
        };
        if all.iter().enumerate().all(follows) {
            let last = &first + Int::from(all.len() - 1);
            let sign = if op == Cmp::Eq { String::new() } else { format!("{} ", op.sign()) };
            return format!("{}[{first}..{last}] are {sign}{}", terms.show(array), terms.show(value));
        }
    }
    let shown: Vec<String> = conditions.iter().map(|c| show(terms, *c)).collect();
    if let Some(whole) = at_any(terms, conditions, &shown) {
        return whole;
    }
    format!("these: {}", shown.join("; "))
}

/// The same condition at one index after the other.
fn at_any(terms: &Terms, conditions: &[Term], shown: &[String]) -> Option<String> {
    let index = |c: &Term| {
        let mut found: BTreeSet<Int> = BTreeSet::new();
        terms.visit([*c], &mut |_, node| {
            if let Node::Select(_, index) = node {
                found.extend(terms.as_int(*index));
            }
        });
        (found.len() == 1).then(|| found.pop_first()).flatten()
    };
    let mut all: Vec<(Int, String)> = vec![];
    for (c, text) in conditions.iter().zip(shown) {
        let at = index(c)?;
        let general = text.replace(&format!("[{at}]"), "[t]");
        all.push((at, general));
    }
    all.sort();
    let (first, general) = all.first()?.clone();
    let last = &first + Int::from(all.len() - 1);
    let follows = all.iter().enumerate().all(|(i, one)| *one == (&first + Int::from(i), general.clone()));
    follows.then(|| format!("the t in {first}..{last} have {general}"))
}
