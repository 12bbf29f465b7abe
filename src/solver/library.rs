//! SMT-LIB text decided by the z3 library, as any other solver would decide it.

use super::settings;
use super::watch::watched;
use crate::budget::Budget;
use std::time::Duration;
use z3::{SatResult, Solver};

/// What is said of a script.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Decision {
    /// Its assertions can hold at once.
    Sat,
    /// They cannot.
    Unsat,
    /// Nobody knows, for this reason.
    Unknown(String),
}

/// Decides a script as [`super::smtlib::script`] writes it.
pub fn decide(script: &str, limit: Duration, budget: &Budget) -> Decision {
    if script.contains('\0') {
        return Decision::Unknown("the script is no text".into());
    }
    let solver = Solver::new();
    solver.set_params(&settings::timed(limit));
    solver.from_string(script);
    // z3 gives no sign of a text that it cannot read.
    let written = script.lines().filter(|line| line.starts_with("(assert ")).count();
    if solver.get_assertions().len() != written {
        return Decision::Unknown("z3 cannot read the script".into());
    }
    match watched(budget, limit, || solver.check()) {
        SatResult::Sat => Decision::Sat,
        SatResult::Unsat => Decision::Unsat,
        SatResult::Unknown => Decision::Unknown(solver.get_reason_unknown().unwrap_or_default()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn said(script: &str) -> Decision {
        decide(script, Duration::from_secs(5), &Budget::unlimited())
    }

    #[test]
    fn scripts_are_read() {
        let x = "(declare-fun x () Int)\n(assert (< x 3))\n";
        assert_eq!(said(&format!("{x}(check-sat)\n")), Decision::Sat);
        assert_eq!(said(&format!("{x}(assert (> x 3))\n(check-sat)\n")), Decision::Unsat);
        assert!(matches!(said(&format!("{x}(assert (> y 3))\n(check-sat)\n")), Decision::Unknown(_)));
    }
}
