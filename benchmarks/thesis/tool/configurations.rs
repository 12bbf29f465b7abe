//! How Lariat is asked: the 36 configurations of the thesis, its techniques combined, and ours.

use super::options::{Options, Part};
use super::techniques;
pub use super::techniques::{SEARCHES, TECHNIQUES};

/// Options under a name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Configuration {
    pub name: String,
    pub args: Vec<String>,
}

/// Tables 6.17 to 6.20 are about these, with this search.
pub const FINAL: [&str; 4] = ["none", "lattice-based", "subsumption", "summaries"];
pub const FINAL_SEARCH: &str = "tree";

/// Several techniques at a time, which the thesis leaves open.
const COMBINED: [(&str, &str); 5] = [
    ("subsumption, summaries", "--subsumption --summaries exact"),
    ("aggressive, summaries", "--merge aggressive --summaries exact"),
    ("lattice-based, summaries", "--merge lattice-based --summaries exact"),
    ("lattice-based, subsumption", "--merge lattice-based --subsumption --summaries off"),
    ("lattice-based, subsumption, summaries", "--merge lattice-based --subsumption --summaries exact"),
];

/// What else there is.
const OURS: [(&str, &str); 5] = [
    ("all engines", ""),
    ("chains", "--engine chains"),
    ("facts", "--engine invariants"),
    ("unrolling", "--engine bounded"),
    ("turned runs", "--engine concolic"),
];

/// The name of our best.
pub const ALL_ENGINES: &str = OURS[0].0;

/// The name of a technique under a search.
pub fn name(search: &str, technique: &str) -> String {
    format!("{search}, {technique}")
}

fn words(args: &str) -> Vec<String> {
    args.split_whitespace().map(String::from).collect()
}

fn states(search: &str, name: String, args: &str) -> Configuration {
    Configuration { name, args: words(&techniques::args(search, args)) }
}

/// All that a part of the tables asks.
pub fn of(part: Part, options: &Options) -> Vec<Configuration> {
    let mut all = match part {
        Part::Final => finals(options.best),
        Part::Smaller => searches(&["none", "recursive", "lattice-based", "aggressive"]),
        Part::Larger => searches(&["none", "lattice-based", "aggressive"]),
        Part::Limits => limits(),
    };
    all.retain(|c| options.only.is_empty() || options.only.contains(&c.name));
    all
}

/// One technique at a time, with each search; several with one; ours.
fn finals(best: bool) -> Vec<Configuration> {
    let mut all = Vec::new();
    for (technique, args) in TECHNIQUES {
        for search in SEARCHES {
            if !best || search == FINAL_SEARCH && FINAL.contains(&technique) {
                all.push(states(search, name(search, technique), args));
            }
        }
    }
    all.extend(COMBINED.iter().map(|(name, args)| states(FINAL_SEARCH, self::name(FINAL_SEARCH, name), args)));
    all.extend(OURS.iter().map(|(name, args)| Configuration { name: (*name).into(), args: words(args) }));
    all
}

/// Each search with each of these, with the limits of section 6.3.2.
fn searches(techniques: &[&str]) -> Vec<Configuration> {
    let chosen = |wanted: &&str| TECHNIQUES.into_iter().find(|(technique, _)| technique == wanted);
    let all = techniques.iter().filter_map(chosen);
    all.flat_map(|(technique, args)| {
        let limits = if technique == "none" { "" } else { " --limit-cost 2 --kappa 10" };
        SEARCHES.map(|search| states(search, name(search, technique), &format!("{args}{limits}")))
    })
    .collect()
}

/// The name of a merging under limits.
pub fn limited(technique: &str, limit: &str, kappa: Option<&str>) -> String {
    format!("{technique}, limit {limit}{}", kappa.map(|k| format!(", κ {k}")).unwrap_or_default())
}

/// Breadth first, with the limits of tables 6.4 to 6.6.
fn limits() -> Vec<Configuration> {
    let lattice = |limit: &&str| {
        let args = format!("--merge lattice-based --summaries off --limit-cost {limit}");
        states("bfs", limited("lattice-based", limit, None), &args)
    };
    let recursive = |limit: &str, kappa: &str| {
        let args = format!("--merge recursive --summaries off --limit-cost {limit} --kappa {kappa}");
        states("bfs", limited("recursive", limit, Some(kappa)), &args)
    };
    let few = ["1", "2", "3", "5", "10"];
    let mut all: Vec<Configuration> = few.iter().chain(&["20"]).map(lattice).collect();
    all.extend(few.iter().flat_map(|limit| few.map(|kappa| recursive(limit, kappa))));
    all
}
