//! The chain program form and the constraint systems, for reading instead of deciding.

use crate::budget::Budget;
use crate::chain::{
    Advance, Branch, BranchId, Chain, ChainId, Form, LoopId, Node, RootPath, Unfolding, show_branch, show_chain,
    show_loop,
};
use crate::constraint::{Execution, Kind, State, Summaries, System, show_system, show_term, simplify};
use crate::diagnostic::Subject;
use crate::explain;
use crate::question::{ConstraintFormat, Question};
use crate::recurrence::{Merge, Merged};
use crate::solver::{Every, Smt, smtlib};
use crate::task::{Failure, PER_QUERY, Prepared, Reading, prepare};
use crate::term::Terms;
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::fmt::Write;

/// The chain program form, for people.
pub fn chains(question: &Question, budget: &Budget) -> Result<String, Failure> {
    let terms = Terms::new();
    let prepared = prepare(&terms, &Reading::to_target(question, budget), &question.target)?;
    let mut unfolding = unfolding(&terms, &prepared, question, budget);
    let roots = root_chains(&mut unfolding, question, budget)?;
    let mut out = format!("{} root chains, {} subchains\n", roots.len(), unfolding.form.subchains.len());
    out.push_str(&excluded(&prepared));
    for (name, root) in &roots {
        out.push('\n');
        out.push_str(&show_chain(&terms, &prepared.sliced, &unfolding.form, name, &root.chain));
    }
    let (program, form, summaries) = (&prepared.sliced, &unfolding.form, Summaries::new());
    // In the order of the numbers of what is in them.
    let mut shown: BTreeMap<Option<ChainId>, String> = BTreeMap::new();
    for (i, each) in form.loops.iter().enumerate() {
        let after = values(&terms, &summaries.merged(&terms, form, LoopId(i)));
        shown.insert(each.subchains.first().copied(), show_loop(&terms, program, form, each) + &after);
    }
    for (i, each) in form.branches.iter().enumerate() {
        let after = joined(&terms, each, &summaries.joined(&terms, form, BranchId(i)));
        shown.insert(each.arms.first().copied(), show_branch(&terms, program, form, each) + &after);
    }
    out.extend(shown.into_values());
    Ok(out)
}

/// What the one arm that is taken does to each variable.
fn joined(terms: &Terms, branch: &Branch, after: &State) -> String {
    let counters: Vec<String> = branch.arms.iter().map(|arm| format!("κ{}", arm.0 + 1)).collect();
    let mut out = format!("after {} = 1\n", counters.join(" + "));
    for (v, t) in after.iter().filter(|(v, _)| branch.carried.contains_key(v)) {
        let _ = writeln!(out, "  {} = {}", terms.name(*v), terms.show(*t));
    }
    out
}

/// What running the subchains of a loop does to each variable: the top of the paper's Figure 2.
fn values(terms: &Terms, merge: &Merge) -> String {
    let counters: Vec<String> = merge.counters.iter().map(|c| terms.name(*c)).collect();
    let mut out = format!("after {} runs\n", counters.join(", "));
    for (v, merged) in &merge.values {
        let text = match merged {
            Merged::Exact(t) => terms.show(*t),
            Merged::Unknown { range, lower, upper, stride, .. } => {
                let mut text = format!("★ in {range}");
                for (word, bound) in [("≥", lower), ("≤", upper)] {
                    if let Some(bound) = bound {
                        let _ = write!(text, ", {word} {}", terms.show(*bound));
                    }
                }
                if let Some(stride) = stride {
                    let _ = write!(text, ", in steps of {stride}");
                }
                text
            }
        };
        let _ = writeln!(out, "  {} = {text}", terms.name(*v));
    }
    out
}

/// The constraint systems of all root chains, and of all subchains with loops inside; with looping conditions, and what
/// is learnt for them, if these are wanted.
pub fn constraints(
    question: &Question,
    format: ConstraintFormat,
    looping: bool,
    budget: &Budget,
) -> Result<String, Failure> {
    let terms = Terms::new();
    let prepared = prepare(&terms, &Reading::to_target(question, budget), &question.target)?;
    let mut unfolding = unfolding(&terms, &prepared, question, budget);
    let roots = root_chains(&mut unfolding, question, budget)?;
    let mut summaries = Summaries::new();
    if looping {
        summaries = summaries.with_looping();
        summaries.learn_dependencies(&mut Smt::new(&terms, budget.clone(), PER_QUERY), &unfolding.form);
    }
    let mut systems: Vec<(String, System)> = Vec::new();
    for (name, root) in &roots {
        let execution = Execution::new(&terms, &summaries, State::new());
        systems.push((name.clone(), system(&terms, &unfolding.form, execution, &root.chain)));
    }
    for (i, chain) in unfolding.form.subchains.iter().enumerate() {
        if chain.nodes.iter().any(|n| matches!(n, Node::Loop(_) | Node::Branch(_))) {
            let name = ChainId(i).name();
            let execution = Execution::new(&terms, &summaries, State::new()).of_subchain(name.clone());
            systems.push((name, system(&terms, &unfolding.form, execution, chain)));
        }
    }
    Ok(match format {
        ConstraintFormat::Text => excluded(&prepared) + &text(&terms, &systems),
        ConstraintFormat::Json => format!("{:#}\n", document(&terms, &systems)),
        ConstraintFormat::Yaml => yaml(&document(&terms, &systems)),
        ConstraintFormat::Smt2 => smt2(&terms, &systems),
    })
}

/// Why there is not even a chain, if there is none.
fn excluded(prepared: &Prepared) -> String {
    let row = |(line, text): &(u32, String)| format!("excluded: line {line} {text}\n");
    let nowhere = prepared.aimed.nowhere.iter().map(|why| format!("excluded: {why}\n"));
    nowhere.chain(prepared.excluding.iter().map(row)).collect()
}

fn system(terms: &Terms, form: &Form, mut execution: Execution, chain: &Chain) -> System {
    execution.run(form, &chain.nodes);
    let mut system = execution.system;
    simplify(terms, &mut system);
    system
}

fn unfolding<'a>(terms: &'a Terms, prepared: &'a Prepared, question: &Question, budget: &Budget) -> Unfolding<'a> {
    Unfolding::new(terms, &prepared.sliced, prepared.aimed.target, question.limits.chains, budget)
}

/// All root chains, or an error if there are too many to list.
fn root_chains(
    unfolding: &mut Unfolding,
    question: &Question,
    budget: &Budget,
) -> Result<Vec<(String, RootPath)>, Failure> {
    let mut found = Vec::new();
    let mut todo = vec![unfolding.root()];
    while let Some(mut path) = todo.pop() {
        if let Some(stop) = budget.stop() {
            return Err(Failure::input(Subject::Limit, format!("{stop}, after {} root chains", found.len())));
        }
        if found.len() >= question.limits.root_chains {
            let text = format!("there are more than {} root chains to list", found.len());
            return Err(Failure::input(Subject::Limit, text));
        }
        let advance = unfolding.advance(&mut path).map_err(|e| Failure::input(Subject::Limit, e))?;
        let Advance::Choices(choices) = advance else {
            let name = match found.len() {
                0 => "c0".to_string(),
                n => format!("c0.{}", n + 1),
            };
            found.push((name, path));
            continue;
        };
        for &e in choices.iter().rev() {
            let mut longer = path.clone();
            unfolding.take(&mut longer, e);
            todo.push(longer);
        }
    }
    Ok(found)
}

fn text(terms: &Terms, systems: &[(String, System)]) -> String {
    let mut out = String::new();
    for (i, (name, system)) in systems.iter().enumerate() {
        let _ = write!(out, "{}S({name})\n{}", if i > 0 { "\n" } else { "" }, show_system(terms, system));
    }
    out
}

fn document(terms: &Terms, systems: &[(String, System)]) -> Value {
    let system = |(name, system): &(String, System)| {
        let constraints: Vec<Value> = system
            .constraints
            .iter()
            .map(|c| {
                json!({
                    "line": c.span.line,
                    "kind": crate::constraint::kind_name(c.kind),
                    "counts": explain::mentions_counter(terms, system, c.term),
                    "text": show_term(terms, c),
                })
            })
            .collect();
        let looping = system.looping.iter().map(|l| {
            let kind = crate::constraint::kind_name(Kind::Looping);
            json!({ "line": l.span.line, "kind": kind, "counts": true, "text": l.show(terms) })
        });
        let constraints: Vec<Value> = constraints.into_iter().chain(looping).collect();
        let counters: Vec<String> = system.counted.iter().map(|c| terms.name(*c)).collect();
        json!({ "chain": name, "counters": counters, "constraints": constraints })
    };
    json!({ "schema": "lariat.constraints/1", "systems": systems.iter().map(system).collect::<Vec<_>>() })
}

/// The document as YAML: JSON strings are YAML strings, so only the layout differs.
fn yaml(document: &Value) -> String {
    let mut out = format!("schema: {}\nsystems:\n", document["schema"]);
    for system in document["systems"].as_array().into_iter().flatten() {
        let _ = writeln!(out, "- chain: {}\n  counters: {}\n  constraints:", system["chain"], system["counters"]);
        for c in system["constraints"].as_array().into_iter().flatten() {
            let _ = writeln!(
                out,
                "  - line: {}\n    kind: {}\n    counts: {}\n    text: {}",
                c["line"], c["kind"], c["counts"], c["text"]
            );
        }
    }
    out
}

/// One script after the other. What one declares is no business of the next, so a solver starts afresh there.
fn smt2(terms: &Terms, systems: &[(String, System)]) -> String {
    let script = |(name, system): &(String, System)| {
        let conditions: Vec<_> = system
            .constraints
            .iter()
            .map(|c| (format!("line {}: {}", c.span.line, show_term(terms, c)), c.term))
            .collect();
        let looping = system.looping.iter();
        let every: Vec<(String, Every)> =
            looping.map(|l| (format!("line {}: {}", l.span.line, l.show(terms)), l.quantified(terms))).collect();
        format!("; S({name})\n{}\n", smtlib::script_with(terms, &conditions, &every))
    };
    systems.iter().map(script).collect::<Vec<_>>().join("(reset)\n")
}
