//! Options of the execution of states, which several subcommands share.

use super::args::{TypedEngines, TypedSummaries};
use clap::{Args, ValueEnum};
use lariat::diagnostic::Subject;
use lariat::question::{Merge, Search, States, Summaries, SymbolicIndex};
use lariat::task::Failure;

/// How states are executed.
#[derive(Clone, Debug, Args)]
#[command(next_help_heading = "With --engine states")]
pub struct StatesArgs {
    /// Which of the states that wait goes on [default: bfs]
    #[arg(long, value_enum, value_name = "S")]
    search: Option<TypedSearch>,
    /// Where what is random begins: with the same number all is alike [default: 1]
    #[arg(long, value_name = "N")]
    seed: Option<u64>,
    /// When states that meet become one [default: none]
    #[arg(long, value_enum, value_name = "M")]
    merge: Option<TypedMerge>,
    /// Merge by what is expected, lattice-based or recursive, only if fewer queries than this are [default: 1]
    #[arg(long, value_name = "N")]
    limit_cost: Option<u64>,
    /// How many rounds of each loop are counted for --merge recursive [default: 1]
    #[arg(long, value_name = "N")]
    kappa: Option<usize>,
    /// Where states are merged, do not let them wait for one another: those that are about to meet others go on first
    #[arg(long)]
    dynamic: bool,
    /// Leave out states from which nothing leads to the target
    #[arg(long)]
    subsumption: bool,
    /// What becomes of a state where an array is used at an index that is no constant [default: ite]
    #[arg(long, value_enum, value_name = "HOW")]
    symbolic_index: Option<TypedIndex>,
}

impl StatesArgs {
    /// How states are executed, and how rounds are summed up, with such engines; an error where an option would change
    /// nothing.
    pub fn with(
        &self,
        engines: TypedEngines,
        summaries: Option<TypedSummaries>,
    ) -> Result<(States, Summaries), Failure> {
        let wrong = |why: String| Err(Failure::input(Subject::Input, why));
        let is_states = matches!(engines, TypedEngines::States);
        if let Some(option) = self.given().filter(|_| !is_states) {
            return wrong(format!("{option} is for --engine states"));
        }
        if is_states && matches!(summaries, Some(TypedSummaries::Guess)) {
            return wrong(
                "--summaries guess is not for --engine states: what is guessed cannot stand for all rounds".into(),
            );
        }
        let states = self.states();
        if let Some(option) = self.of_merging().filter(|_| states.merge == Merge::None) {
            return wrong(format!("{option} needs --merge"));
        }
        let usual = if is_states { Summaries::Off } else { Summaries::Exact };
        Ok((states, summaries.map_or(usual, Summaries::from)))
    }

    /// An option that is given, if one is.
    fn given(&self) -> Option<&'static str> {
        let all = [
            ("--search", self.search.is_some()),
            ("--seed", self.seed.is_some()),
            ("--merge", self.merge.is_some()),
            ("--subsumption", self.subsumption),
            ("--symbolic-index", self.symbolic_index.is_some()),
        ];
        all.into_iter().find(|(_, is_given)| *is_given).map(|(option, _)| option).or(self.of_merging())
    }

    /// The same of those that say how states are merged.
    fn of_merging(&self) -> Option<&'static str> {
        let all = [
            ("--limit-cost", self.limit_cost.is_some()),
            ("--kappa", self.kappa.is_some()),
            ("--dynamic", self.dynamic),
        ];
        all.into_iter().find(|(_, is_given)| *is_given).map(|(option, _)| option)
    }

    fn states(&self) -> States {
        let usual = States::default();
        States {
            search: self.search.map_or(usual.search, Search::from),
            seed: self.seed.unwrap_or(usual.seed),
            merge: self.merge.map_or(usual.merge, Merge::from),
            limit_cost: self.limit_cost.unwrap_or(usual.limit_cost),
            kappa: self.kappa.unwrap_or(usual.kappa),
            dynamic: self.dynamic,
            subsumption: self.subsumption,
            index: self.symbolic_index.map_or(usual.index, SymbolicIndex::from),
        }
    }
}

impl From<TypedSearch> for Search {
    fn from(typed: TypedSearch) -> Search {
        match typed {
            TypedSearch::Bfs => Search::Bfs,
            TypedSearch::Dfs => Search::Dfs,
            TypedSearch::Random => Search::Random,
            TypedSearch::Tree => Search::Tree,
            TypedSearch::Coverage => Search::Coverage,
            TypedSearch::Klee => Search::Klee,
        }
    }
}

impl From<TypedMerge> for Merge {
    fn from(typed: TypedMerge) -> Merge {
        match typed {
            TypedMerge::None => Merge::None,
            TypedMerge::Aggressive => Merge::Aggressive,
            TypedMerge::LatticeBased => Merge::LatticeBased,
            TypedMerge::Recursive => Merge::Recursive,
        }
    }
}

impl From<TypedIndex> for SymbolicIndex {
    fn from(typed: TypedIndex) -> SymbolicIndex {
        match typed {
            TypedIndex::Ite => SymbolicIndex::Ite,
            TypedIndex::States => SymbolicIndex::States,
        }
    }
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum TypedSearch {
    /// The oldest
    Bfs,
    /// The newest
    Dfs,
    /// Any
    Random,
    /// One at the end of a walk from the root of the execution tree, to each child alike
    Tree,
    /// Rather one that is near to what no state has executed
    Coverage,
    /// As tree and coverage, in turn
    Klee,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum TypedMerge {
    /// Never
    None,
    /// Always
    Aggressive,
    /// If few queries are expected of what they differ in, counted by a fixpoint
    LatticeBased,
    /// The same, counted through some rounds of each loop
    Recursive,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum TypedIndex {
    /// It stays one: the element is a term that depends on the index
    Ite,
    /// It becomes one for each index that is possible
    States,
}
