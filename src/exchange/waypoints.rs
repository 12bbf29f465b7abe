//! A run as waypoints: what functions without a body returned, in order, and the target.

use super::metadata::{indented, quoted};
use super::place::Written;
use super::syntax::Syntax;
use super::{Arrived, Task};
use crate::program::{Input, InputKind, Target};
use crate::quantity::counted;
use crate::replay::Outcome;
use crate::term::{Int, Range};

/// The most results that are written down; a longer sequence helps no one.
pub const MOST_RESULTS: usize = 1000;

/// One waypoint, which is all of its segment.
pub(super) struct Waypoint {
    place: Written,
    function: String,
    kind: Kind,
}

enum Kind {
    /// A call returns this value.
    Returns(Int),
    /// Here the property is violated.
    Target,
}

/// The waypoints, and what they do not say.
pub(super) struct Waypoints {
    pub list: Vec<Waypoint>,
    /// Results of which only the first are written, and why.
    cut: Option<String>,
    /// Other inputs.
    others: usize,
}

impl Waypoint {
    /// The lines of an item.
    pub fn yaml(&self, task: &Task) -> String {
        let location = indented(&task.location(self.place, &self.function), "      ");
        let (kind, constraint) = match &self.kind {
            Kind::Returns(value) => {
                let value = quoted(&format!("\\result == {}", constant(value)));
                let constraint = format!("    constraint:\n      value: {value}\n      format: \"acsl_expression\"\n");
                ("function_return", constraint)
            }
            Kind::Target => ("target", String::new()),
        };
        format!(
            "segment:\n- waypoint:\n    type: \"{kind}\"\n    action: \"follow\"\n    location:\n{location}{constraint}"
        )
    }
}

impl Waypoints {
    /// What people should know.
    pub fn note(&self) -> String {
        let results = self.list.len() - 1;
        let mut note = format!("{} and the target", counted(results, "result"));
        if let Some(why) = &self.cut {
            note.push_str(&format!("; further results left out: {why}"));
        }
        if self.others > 0 {
            let others = counted(self.others, "input");
            note.push_str(&format!("; {others} left out, not the result of a function"));
        }
        note
    }
}

/// The waypoints of a run that arrived.
pub(super) fn of(task: &Task, syntax: &Syntax, arrived: &Arrived) -> Result<Waypoints, String> {
    let target = target(task, syntax, arrived)?;
    let (mut list, mut cut, mut others) = (Vec::new(), None, 0);
    let is_called = |name: &str| syntax.calls.iter().any(|c| c.gives_input && c.name == name);
    let is_result = |input: &Input| matches!(input.kind, InputKind::Stream { .. }) && is_called(&input.name);
    for extent in &arrived.run.extents {
        others += usize::from(!arrived.original.input(extent.input).is_some_and(is_result));
    }
    for read in &arrived.run.reads {
        let Some(input) = arrived.original.input(read.input).filter(|i| is_result(i)) else { continue };
        if list.len() == MOST_RESULTS {
            cut = Some(format!("more than {MOST_RESULTS}"));
            break;
        }
        let call = syntax.call(&input.name, input.span);
        let place = call
            .and_then(|call| Some((call, task.written(call.at.text, (call.at.end as usize).checked_sub(1)?, ")")?)));
        // Without a place for one, those that follow it would be out of order.
        let Some((call, place)) = place else {
            cut = Some(format!("the call of `{}` in line {} has no place of its own", input.name, input.span.line));
            break;
        };
        if !Range::new(-(Int::ONE << 63), (Int::ONE << 64) - Int::ONE).contains(&read.value) {
            cut = Some(format!("no constant of C is {}", read.value));
            break;
        }
        list.push(Waypoint { place, function: call.function.clone(), kind: Kind::Returns(read.value.clone()) });
    }
    if cut.is_none() && !arrived.run.reads_complete {
        cut = Some("the run is too long to list them".into());
    }
    list.push(target);
    Ok(Waypoints { list, cut, others })
}

/// The statement or expression that violates the property.
fn target(task: &Task, syntax: &Syntax, arrived: &Arrived) -> Result<Waypoint, String> {
    let unclear = || format!("it is not clear which place in the file is {}", task.target);
    let found = match task.target {
        Target::Call(name) => {
            let Outcome::Reached(at) = arrived.run.outcome else { return Err(unclear()) };
            let places = arrived.original.calls.iter().filter(|(location, _)| *location == at);
            let call = places.filter_map(|(_, place)| syntax.call(name, *place)).next();
            call.map(|call| (call.full, &call.function))
        }
        _ => {
            let mut edges = arrived.original.out_edges(arrived.run.at).into_iter();
            let failed = edges.find(|e| arrived.goal.failing.contains(e));
            let full = failed.and_then(|e| syntax.full.get(&arrived.original.graph[e].span));
            full.map(|(full, function)| (*full, function))
        }
    };
    let (full, function) = found.ok_or_else(unclear)?;
    let place = task.begins(full, "").ok_or_else(unclear)?;
    Ok(Waypoint { place, function: function.clone(), kind: Kind::Target })
}

/// A constant of C, of 64 bits.
fn constant(v: &Int) -> String {
    let (least, most) = (-(Int::ONE << 63), (Int::ONE << 63) - Int::ONE);
    if *v == least {
        format!("({}LL - 1)", v + Int::ONE)
    } else if *v > most {
        format!("{v}ULL")
    } else {
        v.to_string()
    }
}
