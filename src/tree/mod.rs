//! The compact tree (\[CSE\]): all that a function does, with loops as parameters.
//!
//! A leaf stands for all inputs that go one way: for some numbers of rounds its conditions hold, and then its outputs are
//! what the function returns and leaves behind. Every input whose run ends satisfies exactly one leaf, with one value for
//! each number of rounds, if nothing is said to be open; a tree without open parts is all of the function. Each leaf
//! has an input that was run, and its run ended there, with the values that the leaf says.
//!
//! The ways are those of concolic execution with everything turned round (`concolic`); this room looks at what came of
//! it, checks each leaf against a run of its own, leaves out what goes without saying (`plain`, `shorten`), and writes it down
//! (`text`, `json`, `dot`, `smt2`, `html`; what leaves have in common, `ways`).
//!
//! DEPARTURES (\[CSE\] 3, Algorithms 1 and 2): templates are the shapes of rounds that runs have shown, not cycles of the
//! graph, so that loops inside need no order; what their conditions say of all rounds is said without quantifiers, but for
//! elements, and where that is too much to ask (`is_exact`), or where nothing is known of a value, rounds are followed one
//! by one. A check that fails is an end of its own.

mod dot;
mod html;
mod json;
mod limits;
mod plain;
mod shorten;
mod smt2;
#[cfg(test)]
mod tests;
mod text;
mod ways;

use crate::answer::{Assumed, InputReport, input_reports};
use crate::assumptions;
use crate::budget::{Budget, Stop};
pub use crate::concolic::Each;
use crate::concolic::{Concolic, Met, Stats, Way};
use crate::condition::renamed;
use crate::frontend::Apart;
use crate::program::{Check, Edge, EdgeIndex, Input, Instruction, Program, Span};
use crate::quantity::counted;
use crate::question::{Question, Summaries};
use crate::replay::{Code, EndReason, Goal, Limits, Outcome, Witness};
use crate::task::{self, Failure, Reading};
use crate::term::{EvalError, Format as Floats, Int, Range, Sort, Symbol, Term, Terms};
use crate::{layouts, reach, witness};
use limits::{FAR, FEW, MOST_CHECKED, MOST_RUNS, MOST_STEPS, SEARCHING};
use rustc_hash::FxHashMap;
use std::collections::BTreeSet;

/// How a tree is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// For people.
    Text,
    /// For programs.
    Json,
    /// A picture.
    Dot,
    /// What inputs, leaves and outputs have to do with each other, for solvers.
    Smt2,
}

/// Everything that a function does.
#[derive(Clone, Debug)]
pub struct Tree {
    /// The function.
    pub function: String,
    /// The files that places are in.
    pub files: Vec<String>,
    /// What the world decides, under names of their own.
    pub inputs: Vec<Input>,
    /// The ways it ends, in the order of what they meet.
    pub leaves: Vec<Leaf>,
    /// What is left, if anything is: why the leaves are not all.
    pub open: Vec<String>,
    /// What of the outcome is not said, in words.
    pub unsaid: Vec<String>,
    /// What it takes for granted.
    pub assumptions: Vec<Assumed>,
    /// How many inputs were run.
    pub runs: u64,
    /// How often a solver was asked.
    pub asked: u64,
    /// How many shapes of rounds stand for any number of them.
    pub templates: usize,
    /// Of how many ways no solver found out whether they lead on.
    pub failures: usize,
}

/// All inputs that go one way.
#[derive(Clone, Debug)]
pub struct Leaf {
    /// How it ends.
    pub end: End,
    /// What is met on the way.
    pub steps: Vec<Step>,
    /// What is put out.
    pub outputs: Vec<Output>,
    /// Numbers of rounds, from 1.
    pub parameters: Vec<Symbol>,
    /// An input that goes this way.
    pub witness: Witness,
    /// The same for people, as far as it was read.
    pub test: Vec<InputReport>,
    /// What the numbers of rounds are then.
    pub counts: Vec<Int>,
}

/// Something that is put out.
#[derive(Clone, Debug)]
pub struct Output {
    /// What people call it.
    pub name: String,
    /// What it is.
    pub value: Term,
    /// If its values are ranks of floating-point values, the format of these.
    pub format: Option<Floats>,
}

impl Output {
    /// Its value for people.
    pub fn shown(&self, terms: &Terms) -> String {
        terms.show_as(self.value, self.format)
    }
}

/// How a run ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum End {
    /// The function returns.
    Returned,
    /// The program ends in this place.
    Ended(Span),
    /// Something undefined happens there.
    Failed(Check, Span),
}

/// A condition, or rounds of a loop.
#[derive(Clone, Debug)]
pub struct Step {
    /// Two leaves share a step if all before it and this are the same.
    pub key: (usize, usize),
    /// The line.
    pub span: Span,
    /// The number of rounds, if there are any.
    pub rounds: Option<Symbol>,
    /// What has to hold.
    pub conditions: Vec<Term>,
    /// What has to hold in each of several rounds.
    pub each: Vec<Each>,
}

impl Leaf {
    /// What has to hold.
    pub fn conditions(&self) -> impl Iterator<Item = Term> {
        self.steps.iter().flat_map(|step| step.conditions.iter().copied())
    }

    /// What has to hold in each of several rounds.
    pub fn each(&self) -> impl Iterator<Item = &Each> {
        self.steps.iter().flat_map(|step| &step.each)
    }
}

impl Tree {
    /// Whether the leaves are all that the function does.
    pub fn is_complete(&self) -> bool {
        self.open.is_empty()
    }

    /// The tree of a program that was read for what its entry function returns.
    pub fn of(terms: &Terms, program: &Program, how: Summaries, budget: &Budget) -> Result<Tree, Failure> {
        let mut search = Concolic::new(terms, program, Goal::default(), how);
        let outputs = outputs(terms, program);
        search.everywhere(outputs.clone());
        search.patient();
        let searching = budget.remaining().map_or(budget.clone(), |left| budget.shortened(left.mul_f64(SEARCHING)));
        while !search.is_over() && search.stats().runs < MOST_RUNS && searching.stop().is_none() {
            search.search(FEW, &searching, &searching);
        }
        let names = Named::new(terms, program);
        let code = Code::new(terms, program);
        let (mut leaves, mut gaps) = (vec![], BTreeSet::new());
        for way in search.ways() {
            if let Some(stop) = budget.stop() {
                gaps.insert(format!("{stop}: not every leaf that was found is here"));
                break;
            }
            match names.leaf(&way, &search, &code) {
                Ok(Some(leaf)) => leaves.push(leaf),
                Ok(None) => {}
                Err(why) => drop(gaps.insert(why)),
            }
        }
        leaves.sort_by_cached_key(|leaf| {
            let keys: Vec<(Span, (usize, usize))> = leaf.steps.iter().map(|s| (s.span, s.key)).collect();
            (leaf.steps.len(), keys, leaf.end)
        });
        leaves.iter_mut().for_each(|leaf| plain::make_plain(terms, leaf));
        shorten::shorten(terms, &mut leaves, budget);
        let mut open: Vec<String> = gaps.into_iter().collect();
        let is_long = |edge: &EdgeIndex| {
            format!("line {}: some runs that go on there are too long to be followed", program.graph[*edge].span.line)
        };
        let hard = search.hard();
        let is_hard = |(edge, ways): (&EdgeIndex, &usize)| {
            let (line, ways) = (program.graph[*edge].span.line, counted(*ways, "way"));
            format!("line {line}: of {ways} to go on there no solver finds out whether inputs take them")
        };
        open.extend(hard.iter().map(is_hard));
        open.extend(search.far().iter().map(is_long).collect::<BTreeSet<String>>());
        if !search.is_exhausted() && (open.is_empty() || !search.is_over()) {
            open.push(match searching.stop() {
                Some(Stop::Timeout(_)) => "the time limit is over: not every way was tried".into(),
                Some(stop) => format!("{stop}: not every way was tried"),
                None if !search.is_over() => format!("more than {MOST_RUNS} inputs were run: there are other ways"),
                None => "some ways were too long or too hard to follow, or cannot be said without quantifiers".into(),
            });
        }
        let shapes: BTreeSet<(usize, usize)> =
            leaves.iter().flat_map(|leaf| &leaf.steps).filter(|s| s.rounds.is_some()).map(|s| s.key).collect();
        let Stats { runs, asked, .. } = search.stats();
        Ok(Tree {
            function: program.entry.clone(),
            files: program.files.clone(),
            inputs: names.inputs,
            leaves,
            open,
            unsaid: unsaid(terms, program),
            assumptions: assumptions::of_outcome(terms, program),
            runs,
            asked,
            templates: shapes.len(),
            failures: hard.values().sum(),
        })
    }

    /// The tree in a form.
    pub fn written(&self, terms: &Terms, format: Format) -> String {
        match format {
            Format::Text => text::text(terms, self),
            Format::Json => format!("{:#}\n", json::document(terms, self)),
            Format::Dot => dot::graph(terms, self),
            Format::Smt2 => smt2::script(terms, self),
        }
    }
}

/// What is put out: the result, and what the program changes in memory that is there afterwards.
pub(crate) fn outputs(terms: &Terms, program: &Program) -> Vec<Symbol> {
    let mut stores: FxHashMap<Symbol, usize> = FxHashMap::default();
    for edge in program.graph.edge_weights() {
        if let Instruction::Assign(to, _) = edge.instruction {
            *stores.entry(to).or_default() += 1;
        }
    }
    // Before it begins, each is given its first value once.
    let changes = |s: &&Symbol| stores.get(s).is_some_and(|n| *n > 1) && terms.info(**s).sort == Sort::Int;
    let observed = &program.observed;
    let memory = observed.globals.iter().chain(&observed.outside).filter(changes);
    observed.results().into_iter().chain(memory.copied()).collect()
}

/// What else is returned or changes that others see.
fn unsaid(terms: &Terms, program: &Program) -> Vec<String> {
    let observed = &program.observed;
    let arrays = observed.globals.iter().chain(&observed.outside).filter(|s| terms.info(**s).sort == Sort::Array);
    let is_changed = |s: &Symbol| {
        let stores = |edge: &&Edge| matches!(&edge.instruction, Instruction::Assign(to, _) if to == s);
        program.graph.edge_weights().filter(stores).count() > 1
    };
    let changed = arrays.filter(|s| is_changed(s)).map(|s| format!("the elements of `{}`", terms.name(*s)));
    observed.besides.iter().cloned().chain(changed).collect()
}

/// Leaves under the names of people.
struct Named<'a> {
    terms: &'a Terms,
    program: &'a Program,
    inputs: Vec<Input>,
    new: FxHashMap<Symbol, Symbol>,
}

impl<'a> Named<'a> {
    fn new(terms: &'a Terms, program: &'a Program) -> Named<'a> {
        let (inputs, new) = renamed(terms, &program.inputs);
        Named { terms, program, inputs, new }
    }

    /// A leaf, if inputs get there without an assumption that does not hold; or why nothing is known behind it.
    fn leaf(&self, way: &Way, search: &Concolic, code: &Code) -> Result<Option<Leaf>, String> {
        let (terms, program) = (self.terms, self.program);
        let run = code.run(way.witness, &Goal::default(), &Limits::proving(MOST_STEPS, FAR));
        let end = match way.end {
            EndReason::AssumptionFailed { .. } | EndReason::GivenFailed { .. } => return Ok(None),
            EndReason::Stuck { span } => return Err(format!("line {}: no way leads on", span.line)),
            EndReason::CheckFailed { check, span, .. } => End::Failed(*check, *span),
            EndReason::NoSuccessor { span } => {
                if let Some(gap) = program.gap_at(run.at) {
                    return Err(format!("line {}: {gap}", span.line));
                }
                if program.observed.returns == Some(run.at) { End::Returned } else { End::Ended(*span) }
            }
        };
        let mut model = witness::model(terms, program, way.witness);
        way.counts.iter().for_each(|(symbol, count)| model.set_int(*symbol, count.clone()));
        let (plain, each) = search.split(&way.conditions);
        let all = plain.iter().copied().chain(way.outputs.iter().map(|(_, value)| *value));
        if all.into_iter().any(|t| terms.eval(t, &model) == Err(EvalError::TooLarge)) {
            return Err("some numbers of rounds are too large to compare a run with its leaf".into());
        }
        let holds = plain.iter().all(|c| terms.eval_bool(*c, &model) == Ok(true))
            && each.iter().all(|each| each.holds(terms, &model, MOST_CHECKED) != Some(false));
        let is_same = |(symbol, value): &(Symbol, Term)| {
            run.values.get(symbol).is_none_or(|ran| terms.eval_int(*value, &model).as_ref() == Ok(ran))
        };
        if run.outcome != Outcome::Ended(way.end.clone()) || !holds || !way.outputs.iter().all(is_same) {
            return Err("an input does not do what its leaf says, which is a bug: please report it".into());
        }
        let numbered = |(i, (old, _)): (usize, &(Symbol, Int))| {
            (*old, terms.symbol(format!("κ{}", i + 1), Sort::Int, Range::at_least(1)))
        };
        let counters: FxHashMap<Symbol, Symbol> = way.counts.iter().enumerate().map(numbered).collect();
        let own = |s: Symbol| self.new.get(&s).or(counters.get(&s)).map(|s| terms.sym(*s));
        let steps = way.steps.iter().enumerate().map(|(i, step)| {
            let after = way.steps.get(i + 1).map_or(way.conditions.len(), |next| next.before);
            let (edge, kind, rounds) = match step.what {
                Met::Branch(edge) => (edge, 0, None),
                Met::Failed(edge) => (edge, 1, None),
                Met::Rounds(edge, symbol, shape) => (edge, shape + 2, counters.get(&symbol).copied()),
            };
            let (plain, each) = search.split(&way.conditions[step.before..after]);
            let own = |t: Term| terms.substitute(t, &own);
            let conditions = plain.into_iter().map(own).filter(|c| terms.as_bool(*c) != Some(true)).collect();
            let each = each.iter().map(|each| each.changed(&own)).collect();
            Step { key: (edge.index(), kind), span: program.graph[edge].span, rounds, conditions, each }
        });
        let (result, results) = (program.observed.result, program.observed.results());
        let shown = |symbol: Symbol| if Some(symbol) == result { "result".to_string() } else { terms.name(symbol) };
        let is_put_out = |symbol: Symbol| matches!(end, End::Returned) || !results.contains(&symbol);
        let outputs = match end {
            End::Failed(..) => vec![],
            _ => way.outputs.iter().filter(|(s, _)| is_put_out(*s)).copied().collect(),
        };
        let output = |(symbol, value): (Symbol, Term)| Output {
            name: shown(symbol),
            value: terms.substitute(value, &own),
            format: Floats::of_range(&terms.symbol_range(symbol)),
        };
        Ok(Some(Leaf {
            end,
            steps: steps.collect(),
            outputs: outputs.into_iter().map(output).collect(),
            parameters: way.counts.iter().filter_map(|(old, _)| counters.get(old).copied()).collect(),
            witness: way.witness.clone(),
            test: input_reports(terms, program, way.witness, &run),
            counts: way.counts.iter().map(|(_, count)| count.clone()).collect(),
        }))
    }
}

/// A tree on paper.
#[derive(Clone, Debug)]
pub struct Written {
    /// In the form that was asked for.
    pub text: String,
    /// As a page, if that was asked for.
    pub page: Option<String>,
    /// Whether it is all that the function does.
    pub is_complete: bool,
}

/// The tree of the entry function of a question, in a form, and as a page if that is wanted, too.
pub fn tree(
    question: &Question,
    how: Summaries,
    (format, page): (Format, bool),
    budget: &Budget,
) -> Result<Written, Failure> {
    let terms = Terms::new();
    let reading = Reading { returns: true, apart: Apart::Outcomes, ..Reading::of(question, budget) };
    let read = task::read(&reading)?;
    let layouts = layouts::ask(question, read.parsed.layouts());
    let program = task::lower(&terms, &read, &reading)?;
    let mut tree = Tree::of(&terms, &program, how, budget)?;
    tree.assumptions.extend(reach::confirmed(layouts)?);
    let page = page.then(|| {
        let sources: Vec<Option<String>> = tree.files.iter().map(|file| std::fs::read_to_string(file).ok()).collect();
        html::page(&terms, &tree, &sources)
    });
    Ok(Written { text: tree.written(&terms, format), page, is_complete: tree.is_complete() })
}
