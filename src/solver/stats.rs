//! Counters of solver work, for `--stats` and for records of experiments.

use std::ops::AddAssign;
use std::time::Duration;

/// How much each solver did. Plain numbers; they add up.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SolverStats {
    /// Constraint systems refuted by intervals or divisibility alone.
    pub interval_refutations: u64,
    /// Integer linear programs given to good_lp.
    pub ilp_calls: u64,
    /// Time spent on them.
    pub ilp_time: Duration,
    /// Queries given to z3.
    pub smt_calls: u64,
    /// Time spent in z3, translation included.
    pub smt_time: Duration,
    /// Queries z3 found satisfiable, with a model that checks.
    pub smt_sat: u64,
    /// Queries z3 refuted.
    pub smt_unsat: u64,
    /// Queries without an answer.
    pub smt_unknown: u64,
}

impl SolverStats {
    /// Whole milliseconds in z3.
    pub fn smt_ms(&self) -> u64 {
        u64::try_from(self.smt_time.as_millis()).unwrap_or(u64::MAX)
    }

    /// Whole milliseconds on integer linear programs.
    pub fn ilp_ms(&self) -> u64 {
        u64::try_from(self.ilp_time.as_millis()).unwrap_or(u64::MAX)
    }
}

impl AddAssign for SolverStats {
    fn add_assign(&mut self, other: SolverStats) {
        self.interval_refutations += other.interval_refutations;
        self.ilp_calls += other.ilp_calls;
        self.ilp_time += other.ilp_time;
        self.smt_calls += other.smt_calls;
        self.smt_time += other.smt_time;
        self.smt_sat += other.smt_sat;
        self.smt_unsat += other.smt_unsat;
        self.smt_unknown += other.smt_unknown;
    }
}
