//! A program that has its target as one location.
//!
//! [`aim`] copies a program, stops it where the target is hit, and leads every
//! hit to one new location. It decides nothing about whether a hit is possible.

use super::{
    Body, BranchOutcome, Check, Edge, EdgeRef, Gap, Instruction, LocationId, Mark, Original, Program, Role, Span,
    Target, TargetError,
};
use crate::term::Terms;
use petgraph::graph::EdgeIndex;
use std::collections::BTreeSet;

/// A program with one location to reach.
#[derive(Clone, Debug)]
pub struct Aimed {
    /// The program, stopped at every hit. Locations and edges of the original keep their numbers,
    /// except that edges out of hits lead nowhere new: they are gone.
    pub program: Program,
    /// The location every hit leads to.
    pub target: LocationId,
    /// Where the target is in the source.
    pub located: Span,
    /// Locations of the original program that are the target.
    pub hits: Vec<LocationId>,
    /// Edges of the original program whose failing check is the target.
    pub failing: Vec<EdgeIndex>,
    /// Why there is neither a hit nor such an edge, where that is the answer and no mistake.
    pub nowhere: Option<String>,
    /// Gaps behind which the target may be. In front of all others it is in the program as it is modelled, or nowhere.
    pub gaps: Vec<LocationId>,
    /// The program is a weak slice: not every path of it is one of the original.
    pub is_weak: bool,
}

/// The program with `target` as one location, or why there is no such place.
pub fn aim(program: &Original, terms: &Terms, target: &Target) -> Result<Aimed, TargetError> {
    aim_in(program, terms, target)
}

/// The same before paths are given up.
pub(super) fn aim_in(program: &Program, terms: &Terms, target: &Target) -> Result<Aimed, TargetError> {
    let aimed = stopped(program, terms, target)?;
    Ok(Aimed { gaps: gaps_before(program, target), ..aimed })
}

/// Gaps behind which a target may be: all, where it is no line of the entry function.
pub fn gaps_before(program: &Program, target: &Target) -> Vec<LocationId> {
    let at = match target {
        Target::Line { file, line } | Target::Branch { file, line, .. } | Target::CheckAt { file, line, .. } => {
            find_file(program, file.as_deref()).ok().map(|file| (file, *line))
        }
        Target::Label(name) => {
            let labels = &program.outline.labels;
            labels.iter().find(|(label, _)| label == name).map(|(_, at)| (at.file, at.line))
        }
        _ => None,
    };
    let may_be = |gap: &LocationId| at.is_none_or(|at| program.outline.may_come_behind(*gap, at));
    program.gaps().into_iter().map(|(gap, _)| gap).filter(may_be).collect()
}

/// The program stopped at a target, without what is said of gaps.
fn stopped(program: &Program, terms: &Terms, target: &Target) -> Result<Aimed, TargetError> {
    let hits = |wanted: &Mark| located(program, |mark| mark == wanted);
    match target {
        Target::Line { file, line } => {
            let file = find_file(program, file.as_deref())?;
            let found = hits(&Mark::Line { file, line: *line });
            if found.is_empty() {
                return Err(no_code(program, file, *line));
            }
            Ok(stop_at(program, found, Some(Span { file, line: *line, column: 0 })))
        }
        Target::Label(name) => {
            let all = |mark: &Mark| if let Mark::Label(l) = mark { Some(l.clone()) } else { None };
            named(program, hits(&Mark::Label(name.clone())), "label", name, all)
        }
        Target::Call(name) => {
            let found = hits(&Mark::Call(name.clone()));
            if found.is_empty() && program.functions.contains(name) {
                return Ok(nowhere(program, format!("`{}` and what it calls never call `{name}`", program.entry)));
            }
            let all = |mark: &Mark| if let Mark::Call(l) = mark { Some(l.clone()) } else { None };
            named(program, found, "call of", name, all)
        }
        Target::Assert => {
            let found = hits(&Mark::AssertFailure);
            match found.is_empty() {
                true if ends_early(program) => Ok(nowhere(program, "there is no assertion in what is modelled".into())),
                true => Err(TargetError::Nothing("assertion")),
                false => Ok(stop_at(program, found, None)),
            }
        }
        Target::Gap => {
            let found = located(program, |mark| matches!(mark, Mark::Gap(_)));
            if found.is_empty() { Err(TargetError::Nothing("gap")) } else { Ok(stop_at(program, found, None)) }
        }
        Target::End => {
            let is_over = |at: &LocationId| program.graph.edges(*at).next().is_none() && program.gap_at(*at).is_none();
            let over: Vec<LocationId> = program.graph.node_indices().filter(is_over).collect();
            if over.is_empty() { Err(TargetError::Nothing("end")) } else { Ok(stop_at(program, over, None)) }
        }
        Target::Branch { file, line, column, outcome } => {
            let file = find_file(program, file.as_deref())?;
            let is_there = |at: &Span| at.file == file && at.line == *line && column.is_none_or(|c| at.column == c);
            let found = located(
                program,
                |mark| matches!(mark, Mark::Branch { at, outcome: other } if is_there(at) && other == outcome),
            );
            let place = Span { file, line: *line, column: column.unwrap_or_default() };
            match found.is_empty() {
                true => Err(no_branch(program, place, outcome)),
                false => Ok(stop_at(program, found, Some(place))),
            }
        }
        Target::Check(check) => {
            let is_wanted = |kind, _| kind == *check;
            Ok(fail_checks(program, terms, is_wanted, never(*check).to_string()))
        }
        Target::CheckAt { check, file, line, column } => {
            let file = find_file(program, file.as_deref())?;
            let is_line = |at: Span| at.file == file && at.line == *line;
            let is_there = |at: Span| is_line(at) && column.is_none_or(|c| at.column == c);
            let is_wanted = |kind, at| kind == *check && is_there(at);
            let has_check = program.graph.edge_weights().any(|e| matches!(e.role, Role::Check(_)) && is_line(e.span));
            if !has_check && located(program, |mark| *mark == Mark::Line { file, line: *line }).is_empty() {
                return Err(no_code(program, file, *line));
            }
            let never = format!("{} on line {line}", never(*check));
            Ok(fail_checks(program, terms, is_wanted, never))
        }
        Target::Undefined => Ok(fail_checks(program, terms, |_, _| true, "nothing can be undefined".to_string())),
    }
}

/// Whether there may be more in it than is modelled.
fn ends_early(program: &Program) -> bool {
    program.gaps().iter().any(|(_, gap)| matches!(gap, Gap::Unsupported { .. }))
}

/// What is said where there is no check of a kind.
fn never(check: Check) -> &'static str {
    match check {
        Check::SignedOverflow => "no operation has an undefined overflow",
        Check::Division => "no division can be undefined",
        Check::Bounds => "no array access can be out of bounds",
        Check::Shift => "no shift can be undefined",
        Check::Null => "no pointer that is followed can be null",
        Check::Overlap => "nothing is copied within one object",
        Check::Order => "no expression leaves the order of conflicting accesses open",
        Check::Const => "nothing can be stored to what is constant",
        Check::Representation => "no _Bool is read from bytes",
        Check::Conversion => "no floating-point value becomes an integer",
        Check::Lifetime => "no pointer can outlive what it points to",
        Check::DoubleFree => "nothing is freed that was allocated",
        Check::Free => "nothing is freed but the beginning of allocated memory",
        Check::Uninitialised => "no value is used that nobody stored",
        Check::Leak => "the program does not end",
    }
}

fn located(program: &Program, wanted: impl Fn(&Mark) -> bool) -> Vec<LocationId> {
    let found: BTreeSet<LocationId> = program.marks.iter().filter(|(m, _)| wanted(m)).map(|(_, at)| *at).collect();
    found.into_iter().collect()
}

fn find_file(program: &Program, name: Option<&str>) -> Result<u32, TargetError> {
    let used = program.marks.iter().filter_map(|(m, _)| file_of(m)).collect();
    named_file(&program.files, &used, name)
}

/// The file that a target means, of those of which some are `used`: the first where it names none, else the one of the
/// name, or the only one whose path ends so.
pub fn named_file(files: &[String], used: &BTreeSet<u32>, name: Option<&str>) -> Result<u32, TargetError> {
    let Some(name) = name else { return Ok(0) };
    let name = name.trim_start_matches("./");
    let plain = |path: &'_ str| path.trim_start_matches("./").to_string();
    let is_suffix = |path: &str| path == name || path.strip_suffix(name).is_some_and(|rest| rest.ends_with('/'));
    let all = || files.iter().map(|path| plain(path)).zip(0..);
    if let Some((_, exactly)) = all().find(|(path, _)| path == name) {
        return Ok(exactly);
    }
    let fitting: Vec<u32> = all().filter(|(path, _)| is_suffix(path)).map(|(_, i)| i).collect();
    let with_code: Vec<u32> = fitting.iter().copied().filter(|i| used.contains(i)).collect();
    let names = |numbers: &[u32]| {
        let names: Vec<&str> = numbers.iter().map(|f| files[*f as usize].as_str()).collect();
        names.join(", ")
    };
    match (&with_code[..], &fitting[..]) {
        ([only], _) | ([], [only, ..]) => Ok(*only),
        ([], []) => Err(TargetError::NoFile(name.to_string(), names(&used.iter().copied().collect::<Vec<_>>()))),
        (several, _) => Err(TargetError::SeveralFiles(name.to_string(), names(several))),
    }
}

fn file_of(mark: &Mark) -> Option<u32> {
    match mark {
        Mark::Line { file, .. } => Some(*file),
        _ => None,
    }
}

/// Why a line has no code: perhaps because nothing calls what it is in.
fn no_code(program: &Program, file: u32, line: u32) -> TargetError {
    let holds = |body: &&Body| body.first.file == file && (body.first.line..=body.last.line).contains(&line);
    let entered = |body: &Body| {
        let call = Mark::Call(body.function.clone());
        body.function == program.entry || program.marks.iter().any(|(mark, _)| *mark == call)
    };
    let not_followed = |body: &Body| {
        let is_it = |gap: &&Gap| matches!(gap, Gap::CalledBack { function, .. } if *function == body.function);
        let mut gaps = program.marks.iter().filter_map(|(m, _)| if let Mark::Gap(gap) = m { Some(gap) } else { None });
        gaps.find(is_it).map(Gap::to_string)
    };
    let holding = program.bodies.iter().find(holds);
    if let Some((body, why)) = holding.and_then(|body| Some((body, not_followed(body)?))) {
        return TargetError::NotFollowed { line, function: body.function.clone(), why };
    }
    match holding {
        Some(body) if !entered(body) => {
            TargetError::NotCalled { line, function: body.function.clone(), entry: program.entry.clone() }
        }
        _ => TargetError::NoCode { line, near: near_lines(program, file, line) },
    }
}

/// What there is where no statement branches so.
fn no_branch(program: &Program, place: Span, outcome: &BranchOutcome) -> TargetError {
    let Span { file, line, .. } = place;
    if located(program, |mark| *mark == Mark::Line { file, line }).is_empty() {
        return no_code(program, file, line);
    }
    let here = program.marks.iter().filter_map(|(mark, _)| match mark {
        Mark::Branch { at, outcome } if (at.file, at.line) == (file, line) => Some(outcome.to_string()),
        _ => None,
    });
    let known: BTreeSet<String> = here.collect();
    TargetError::NoBranch { line, outcome: outcome.clone(), known: known.into_iter().collect() }
}

/// The last line with code before `line` and the first one after it.
fn near_lines(program: &Program, file: u32, line: u32) -> Vec<u32> {
    let lines: BTreeSet<u32> = program
        .marks
        .iter()
        .filter_map(|(m, _)| match m {
            Mark::Line { file: f, line } if *f == file => Some(*line),
            _ => None,
        })
        .collect();
    let before = lines.range(..line).next_back().copied();
    before.into_iter().chain(lines.range(line..).next().copied()).collect()
}

fn named(
    program: &Program,
    hits: Vec<LocationId>,
    what: &'static str,
    name: &str,
    all: impl Fn(&Mark) -> Option<String>,
) -> Result<Aimed, TargetError> {
    if !hits.is_empty() {
        return Ok(stop_at(program, hits, None));
    }
    let known: BTreeSet<String> = program.marks.iter().filter_map(|(m, _)| all(m)).collect();
    let mut known: Vec<String> = known.into_iter().collect();
    known.sort_by_key(|k| strsim::levenshtein(k, name));
    Err(TargetError::Unknown { what, name: name.to_string(), known })
}

/// The program ends at each hit, which leads to the target.
fn stop_at(program: &Program, hits: Vec<LocationId>, place: Option<Span>) -> Aimed {
    let mut stopped = program.clone();
    stopped.graph.retain_edges(|g, e| !g.edge_endpoints(e).is_some_and(|(from, _)| hits.contains(&from)));
    let located = place.unwrap_or_else(|| program.graph[hits[0]].span);
    let target = stopped.add_location(located);
    for &hit in &hits {
        stopped.add_edge(hit, target, Instruction::Skip, program.graph[hit].span, Role::Step);
    }
    Aimed { program: stopped, target, located, hits, failing: vec![], nowhere: None, gaps: vec![], is_weak: false }
}

/// A target that nothing leads to.
fn nowhere(program: &Program, why: String) -> Aimed {
    let mut program = program.clone();
    let located = Span::default();
    let target = program.add_location(located);
    Aimed { program, target, located, hits: vec![], failing: vec![], nowhere: Some(why), gaps: vec![], is_weak: false }
}

/// Each check that is wanted, by its kind and place, gets a way to the target for where it fails; `none` says that there
/// is no such check.
fn fail_checks(program: &Program, terms: &Terms, is_wanted: impl Fn(Check, Span) -> bool, none: String) -> Aimed {
    let mut aimed = program.clone();
    let is_wanted = |e: &Edge| matches!(e.role, Role::Check(kind) if is_wanted(kind, e.span));
    let checks: Vec<_> = program.graph.edge_references().filter(|e| is_wanted(e.weight())).collect();
    let Some(first) = checks.first() else { return nowhere(program, none) };
    let located = first.weight().span;
    let target = aimed.add_location(located);
    let mut failing = Vec::new();
    for e in checks {
        if let Instruction::Assume(condition) = &e.weight().instruction {
            let fails = Instruction::Assume(terms.not(*condition));
            aimed.add_edge(e.source(), target, fails, e.weight().span, Role::Branch);
            failing.push(e.id());
        }
    }
    Aimed { program: aimed, target, located, hits: vec![], failing, nowhere: None, gaps: vec![], is_weak: false }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::frontend::{Options, lower};
    use crate::source::Source;

    const TEXT: &str = "int main(void) {\n  int x = 1;\n\n  if (x)\n    x = 2;\n  done: x = 3;\n  return x;\n}\n";

    fn ask(text: &str, target: &str) -> Result<Aimed, TargetError> {
        let terms = Terms::new();
        let program = lower(&terms, &mut Source::from_text("dir/a.c", text), &Options::default()).unwrap();
        aim(&Original::of(program), &terms, &target.parse()?)
    }

    #[test]
    fn a_line_in_a_function_that_is_not_called_says_so() {
        let text = "void empty(void) {\n}\nint other(int n) {\n  return n;\n}\nint main(void) {\n  empty();\n\n}\n";
        let error = |line| ask(text, line).unwrap_err().to_string();
        let not_called = "is in `other`, which `main` and what it calls never call, as far as calls are followed: ask with --entry other";
        assert_eq!(error("4"), format!("line 4 {not_called}"));
        assert!(error("8").starts_with("line 8 has no code"), "{}", error("8"));
        // Where a function begins and ends is code of its own.
        assert!(ask(text, "1").is_ok() && ask(text, "2").is_ok());
    }

    #[test]
    fn a_line_becomes_one_location_without_a_way_on() {
        let aimed = ask(TEXT, "a.c:5").unwrap();
        assert_eq!(aimed.hits.len(), 1);
        assert_eq!(aimed.program.graph.edges(aimed.hits[0]).count(), 1);
        assert_eq!(aimed.program.graph.edges(aimed.target).count(), 0);
        assert!(ask(TEXT, "label:done").is_ok());
    }

    #[test]
    fn what_is_not_there_is_said_with_what_is() {
        let line = ask(TEXT, "3").unwrap_err();
        assert_eq!(line.to_string(), "line 3 has no code; the nearest lines with code: 2, 4");
        assert!(ask(TEXT, "label:dome").unwrap_err().to_string().ends_with("there are: done"));
        assert!(ask(TEXT, "b.c:5").unwrap_err().to_string().contains("dir/a.c"));
        let same = |name: &str| ask(TEXT, &format!("{name}:4")).map(|aimed| aimed.located);
        assert_eq!(same("./dir/a.c"), same("a.c"));
        assert!(matches!(ask(TEXT, "assert"), Err(TargetError::Nothing(_))));
        assert!(ask(TEXT, "call:f").unwrap_err().to_string().contains("no call of `f`"));
    }

    #[test]
    fn what_cannot_happen_is_a_target_that_nothing_leads_to() {
        let text = "void f(void);\nint g(void) { f(); return 1; }\nint main(void) { return 0; }\n";
        for (target, why) in [
            ("bounds", "no array access can be out of bounds"),
            ("overflow", "no operation has an undefined overflow"),
            ("division", "no division can be undefined"),
            ("call:f", "`main` and what it calls never call `f`"),
            ("call:g", "`main` and what it calls never call `g`"),
        ] {
            let aimed = ask(text, target).unwrap();
            assert_eq!(aimed.nowhere.as_deref(), Some(why), "{target}");
            assert_eq!(aimed.program.graph.neighbors_undirected(aimed.target).count(), 0, "{target}");
        }
    }

    #[test]
    fn failing_checks_lead_to_the_target() {
        let aimed = ask("int main(int n, char **v) { int a[3] = {1}; return a[n] + a[n + 1]; }", "bounds").unwrap();
        assert_eq!(aimed.failing.len(), 2);
        assert_eq!(aimed.program.graph.neighbors_directed(aimed.target, petgraph::Direction::Incoming).count(), 2);
    }
}
