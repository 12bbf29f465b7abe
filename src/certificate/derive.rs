//! The queries of a certificate: what has to be unsatisfiable for it to be right.

use super::Certificate;
use crate::budget::Budget;
use crate::invariant::{Fact, Obligation, Purpose, choices, obligations, ranges};
use crate::loops::blocks::cut;
use crate::program::{LocationId, Program};
use crate::solver::smtlib;
use crate::term::{Term, Terms};
use petgraph::Direction;

/// A certificate has at most so many queries.
const MOST_QUERIES: usize = 20_000;
/// They have at most so many bytes together.
const MOST_BYTES: usize = 512 << 20;
/// So many characters of a fact are shown.
const SHOWN: usize = 300;

/// One query, unsatisfiable if the certificate is right.
#[derive(Clone, Debug)]
pub struct Query {
    /// The name of its file.
    pub file: String,
    /// A word for what it is for.
    pub purpose: &'static str,
    /// What it shows, in words.
    pub shows: String,
    /// Where its way begins.
    pub from: LocationId,
    /// Where it ends.
    pub to: LocationId,
    /// The fact at the end that it shows, if it does.
    pub fact: Option<String>,
    /// SMT-LIB.
    pub text: String,
}

/// All queries of a certificate, always the same ones for the same text; an error says why there can be none.
pub fn queries(terms: &Terms, certificate: &Certificate) -> Result<Vec<Query>, String> {
    let Certificate { program, target, facts, .. } = certificate;
    let cut = cut(terms, program, *target, &Budget::unlimited()).map_err(|e| e.to_string())?;
    if program.graph.edges_directed(program.start, Direction::Incoming).next().is_some() {
        return Err("an edge leads back to the start: add a location before it, with an edge `(skip)`".into());
    }
    if let Some(at) = facts.keys().find(|at| !cut.points.contains(at)) {
        return Err(format!("there is a fact at location {}, which is no loop head", at.index()));
    }
    let mut made = Maker { program, all: Vec::new(), bytes: 0 };
    for choice in choices(terms, program).map_err(|e| e.to_string())? {
        let shows = format!("edges from {} exclude one another", made.place(choice.at));
        let conditions = [("two edges can be taken".to_string(), choice.condition)];
        made.add(terms, ("choice", shows), (choice.at, choice.at), None, &conditions)?;
    }
    for obligation in ranges(terms, &cut, facts).into_iter().chain(obligations(terms, &cut, facts)) {
        let Obligation { purpose, from, to, fact, conditions, .. } = obligation;
        let fact = fact.map(|position| shown(terms, &facts[&to][position]));
        let (start, end) = (made.place(from), made.place(to));
        let holds = fact.clone().unwrap_or_default();
        let about = match purpose {
            Purpose::Initiation => ("initiation", format!("{holds} holds at {end} when it is reached from the start")),
            Purpose::Consecution => {
                ("consecution", format!("{holds} holds at {end} again when it is reached from {start}"))
            }
            Purpose::Exclusion => ("exclusion", format!("the target is not reached from {start}")),
            Purpose::Range => {
                ("range", format!("what is assigned between {start} and {end} is in the ranges of its variables"))
            }
        };
        made.add(terms, about, (from, to), fact, &conditions)?;
    }
    Ok(made.all)
}

struct Maker<'p> {
    program: &'p Program,
    all: Vec<Query>,
    bytes: usize,
}

impl Maker<'_> {
    fn add(
        &mut self,
        terms: &Terms,
        (purpose, shows): (&'static str, String),
        (from, to): (LocationId, LocationId),
        fact: Option<String>,
        conditions: &[(String, Term)],
    ) -> Result<(), String> {
        let file = format!("{:03}-{purpose}.smt2", self.all.len() + 1);
        let shown: String = shows.lines().map(|line| format!("; {line}\n")).collect();
        let text = format!("; {purpose}, to be unsatisfiable:\n{shown}{}", smtlib::script(terms, conditions));
        self.bytes += text.len();
        if self.all.len() >= MOST_QUERIES || self.bytes > MOST_BYTES {
            return Err(format!("it takes more than {MOST_QUERIES} queries, or {} MiB of them", MOST_BYTES >> 20));
        }
        self.all.push(Query { file, purpose, shows, from, to, fact, text });
        Ok(())
    }

    /// Where a location is in the source.
    fn place(&self, at: LocationId) -> String {
        let span = self.program.graph[at].span;
        let file = self.program.files.get(span.file as usize);
        match (file, span.line) {
            _ if at == self.program.start => "the start".into(),
            (Some(file), 1..) => format!("{file}:{}", span.line),
            _ => format!("location {}", at.index()),
        }
    }
}

/// A fact in words.
fn shown(terms: &Terms, fact: &Fact) -> String {
    let bound: Vec<String> = fact.bound.iter().map(|s| terms.name(*s)).collect();
    let all = if bound.is_empty() { String::new() } else { format!("for all {}: ", bound.join(", ")) };
    let text = format!("{all}{}", terms.show(fact.body));
    match text.char_indices().nth(SHOWN) {
        Some((end, _)) => format!("{} …", &text[..end]),
        None => text,
    }
}
