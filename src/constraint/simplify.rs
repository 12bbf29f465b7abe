//! Leaving out implicit checks that the other constraints already ensure.

use super::{Kind, System};
use crate::interval::Domain;
use crate::program::Role;
use crate::term::Terms;

/// Removes constraints that come from implicit checks and hold wherever the
/// others do, as far as intervals show. The solutions stay the same.
pub fn simplify(terms: &Terms, system: &mut System) {
    let check = |role: Role| matches!(role, Role::Check(_));
    let others: Vec<_> =
        system.constraints.iter().filter(|c| !check(c.role) && c.kind != Kind::Each).map(|c| c.term).collect();
    let mut domain = Domain::new();
    if domain.assume_all(terms, &others).is_err() {
        return;
    }
    system.constraints.retain(|c| {
        let ensured = domain.truth(terms, c.term) == Some(true);
        !(ensured && (check(c.role) || c.kind == Kind::Each))
    });
}
