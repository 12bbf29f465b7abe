//! The program at each stage towards the chains, for reading.

use crate::budget::Budget;
use crate::diagnostic::Subject;
use crate::program::fold::Joins;
use crate::program::{Instruction, Program, aim, show, to_dot, to_json};
use crate::question::Question;
use crate::task::{Failure, Reading, load, stages};
use crate::term::{Symbol, Terms};
use rustc_hash::FxHashMap;
use serde_json::{Value, json};

/// How far a program is on its way to the chains.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stage {
    /// As it was read.
    Original,
    /// What lies on paths to the target.
    Pruned,
    /// Without wraps, checks and branches that ranges decide.
    Simplified,
    /// In static single assignment form.
    Ssa,
    /// Without what the target does not depend on.
    Sliced,
    /// The same, with the branches that are folded where simple ways are many.
    Folded,
}

/// How a graph is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Written {
    /// For people.
    Text,
    /// For programs: `lariat.program/1`.
    Json,
    /// For Graphviz.
    Dot,
}

/// The control-flow graph at one stage. Versions of a variable are numbered.
pub fn program(question: &Question, (stage, written): (Stage, Written), budget: &Budget) -> Result<String, Failure> {
    let terms = Terms::new();
    let original = load(&terms, &Reading::to_target(question, budget))?;
    let aimed = aim(&original, &terms, &question.target).map_err(|e| Failure::input(Subject::Target, e))?;
    let all = stages(&terms, &aimed, (question.limits.ways, budget));
    let show = match written {
        Written::Text => show,
        Written::Json => to_json,
        Written::Dot => to_dot,
    };
    Ok(match stage {
        Stage::Original => show(&original, &terms),
        Stage::Pruned => show(&all.ranged.pruned, &terms),
        Stage::Simplified => show(&all.ranged.simplified, &terms),
        Stage::Ssa => show(&numbered(&terms, &all.ssa), &terms),
        Stage::Sliced => show(&numbered(&terms, &all.sliced), &terms),
        Stage::Folded => with_branches(show(&numbered(&terms, &all.sliced), &terms), written, &all.sliced.joins),
    })
}

/// The same with the branches that are folded, each from where it begins to where its ways have come together.
fn with_branches(graph: String, written: Written, joins: &Joins) -> String {
    let all = joins.iter().map(|(from, to)| (from.index(), to.index()));
    match written {
        Written::Text => all.fold(graph, |text, (from, to)| text + &format!("branch {from} → {to}\n")),
        Written::Json => {
            let mut value: Value = serde_json::from_str(&graph).expect("it was written as JSON");
            value["branches"] = all.map(|(from, to)| json!({ "from": from, "to": to })).collect();
            format!("{value:#}\n")
        }
        Written::Dot => {
            let edges: String = all.map(|(from, to)| format!("  n{from} -> n{to} [style=dashed];\n")).collect();
            format!("{}{edges}}}\n", graph.trim_end().trim_end_matches('}'))
        }
    }
}

/// The same program with its variables called `x.1`, `x.2`, …
fn numbered(terms: &Terms, program: &Program) -> Program {
    let mut count: FxHashMap<String, usize> = FxHashMap::default();
    let mut names: FxHashMap<Symbol, Symbol> = FxHashMap::default();
    for &v in &program.variables {
        let info = terms.info(v);
        let n = count.entry(info.name.clone()).or_insert(0);
        *n += 1;
        names.insert(v, terms.symbol(format!("{}.{n}", info.name), info.sort, info.range));
    }
    let new = |s: &Symbol| names.get(s).copied().unwrap_or(*s);
    let rename = |t| terms.substitute(t, &|s| names.get(&s).map(|n| terms.sym(*n)));
    let mut out = program.clone();
    for edge in out.graph.edge_weights_mut() {
        edge.instruction = match &edge.instruction {
            Instruction::Skip => Instruction::Skip,
            Instruction::Assume(c) => Instruction::Assume(rename(*c)),
            Instruction::Assign(x, e) => Instruction::Assign(new(x), rename(*e)),
            Instruction::Copy(copies) => Instruction::Copy(copies.iter().map(|(x, y)| (new(x), new(y))).collect()),
        };
    }
    out
}
