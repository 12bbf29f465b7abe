//! Options of the execution of states, which several subcommands share.

use clap::{Args, ValueEnum};
use lariat::question::{Merge, Search, States, SymbolicIndex};

/// How states are executed.
#[derive(Clone, Debug, Args)]
#[command(next_help_heading = "With --engine states")]
pub struct StatesArgs {
    /// Which of the states that wait goes on
    #[arg(long, value_enum, value_name = "S", default_value_t = TypedSearch::Bfs)]
    search: TypedSearch,
    /// Where what is random begins: with the same number all is alike
    #[arg(long, value_name = "N", default_value_t = States::default().seed)]
    seed: u64,
    /// When states that meet become one
    #[arg(long, value_enum, value_name = "M", default_value_t = TypedMerge::None)]
    merge: TypedMerge,
    /// Merge by what is expected only if fewer queries than this are
    #[arg(long, value_name = "N", default_value_t = States::default().limit_cost)]
    limit_cost: u64,
    /// How many rounds of each loop are counted for --merge recursive
    #[arg(long, value_name = "N", default_value_t = States::default().kappa)]
    kappa: usize,
    /// Where states are merged, do not let them wait for one another: those that are about to meet others go on first
    #[arg(long)]
    dynamic: bool,
    /// Leave out states from which nothing leads to the target
    #[arg(long)]
    subsumption: bool,
    /// What becomes of a state where an array is used at an index that is no constant
    #[arg(long, value_enum, value_name = "HOW", default_value_t = TypedIndex::Ite)]
    symbolic_index: TypedIndex,
}

impl StatesArgs {
    /// The same as the engine takes them.
    pub fn states(&self) -> States {
        States {
            search: match self.search {
                TypedSearch::Bfs => Search::Bfs,
                TypedSearch::Dfs => Search::Dfs,
                TypedSearch::Random => Search::Random,
                TypedSearch::Tree => Search::Tree,
                TypedSearch::Coverage => Search::Coverage,
                TypedSearch::Klee => Search::Klee,
            },
            seed: self.seed,
            merge: match self.merge {
                TypedMerge::None => Merge::None,
                TypedMerge::Aggressive => Merge::Aggressive,
                TypedMerge::LatticeBased => Merge::LatticeBased,
                TypedMerge::Recursive => Merge::Recursive,
            },
            limit_cost: self.limit_cost,
            kappa: self.kappa,
            dynamic: self.dynamic,
            subsumption: self.subsumption,
            index: match self.symbolic_index {
                TypedIndex::Ite => SymbolicIndex::Ite,
                TypedIndex::States => SymbolicIndex::States,
            },
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
