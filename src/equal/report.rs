//! A comparison on paper.

use super::{Agreement, Comparison, Proof};
use crate::report::assignments;
use serde_json::json;
use std::fmt::Write;

/// For people.
pub(super) fn text(comparison: &Comparison) -> String {
    let Comparison { functions: [first, second], agreement, assumptions, wall_ms } = comparison;
    let mut out = format!("{:<10}{first} and {second}   {wall_ms:.0} ms\n", agreement.word());
    let mut row = |label: &str, text: &str| {
        let _ = writeln!(out, "  {label:<10}{text}");
    };
    match agreement {
        Agreement::Equal(Proof::Inputs(count)) => row("because", &format!("both were run with all {count} inputs")),
        Agreement::Equal(Proof::Leaves(one, two)) => {
            row("because", &format!("of {one} and {two} leaves no two that differ have an input in common"));
        }
        Agreement::Equal(Proof::Product) => row("because", "behind each other they come to no difference"),
        Agreement::Unknown(why) => row("because", why),
        Agreement::Different(difference) => {
            let inputs: Vec<String> = difference.inputs.iter().flat_map(assignments).collect();
            row("input", &if inputs.is_empty() { "any".into() } else { inputs.join("   ") });
            for (name, end) in comparison.functions.iter().zip(&difference.ends) {
                row("ends", &format!("{name} {end}"));
            }
            for (name, [left, right]) in &difference.values {
                row("differs", &format!("{name} = {left} and {right}"));
            }
        }
    }
    for assumed in assumptions {
        let _ = writeln!(out, "assuming {}", assumed.text);
    }
    out
}

/// For programs.
pub(super) fn json(comparison: &Comparison) -> String {
    let agreement = &comparison.agreement;
    let proof = match agreement {
        Agreement::Equal(Proof::Inputs(_)) => Some("inputs"),
        Agreement::Equal(Proof::Leaves(..)) => Some("leaves"),
        Agreement::Equal(Proof::Product) => Some("product"),
        Agreement::Different(_) | Agreement::Unknown(_) => None,
    };
    let reason = if let Agreement::Unknown(why) = agreement { Some(why) } else { None };
    let difference = match agreement {
        Agreement::Different(difference) => Some(json!({
            "inputs": difference.inputs.iter().flat_map(assignments).collect::<Vec<_>>(),
            "ends": difference.ends,
            "values": difference.values.iter().map(|(name, values)| json!({ "name": name, "values": values })).collect::<Vec<_>>(),
        })),
        Agreement::Equal(_) | Agreement::Unknown(_) => None,
    };
    let assumptions: Vec<_> =
        comparison.assumptions.iter().map(|a| json!({ "name": a.name, "text": a.text })).collect();
    let document = json!({
        "schema": "lariat.equal/1",
        "functions": comparison.functions,
        "verdict": agreement.word(),
        "proof": proof,
        "reason": reason,
        "difference": difference,
        "assumptions": assumptions,
        "wall_ms": comparison.wall_ms,
    });
    format!("{document:#}\n")
}
