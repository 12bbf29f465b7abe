//! Values of which one is chosen, by those that agree: who joins many ways asks once for each value, not for each way.

use super::Term;
use rustc_hash::FxHashMap;

/// The different values among these, in their order, each with the conditions under which it is the one. What most have
/// comes last: with all others excluded, nobody has to ask for it.
pub fn agreeing(each: impl IntoIterator<Item = (Term, Term)>) -> Vec<(Term, Vec<Term>)> {
    let mut places: FxHashMap<Term, usize> = FxHashMap::default();
    let mut groups: Vec<(Term, Vec<Term>)> = Vec::new();
    for (condition, value) in each {
        let place = *places.entry(value).or_insert(groups.len());
        if place == groups.len() {
            groups.push((value, Vec::new()));
        }
        groups[place].1.push(condition);
    }
    let most = groups.iter().map(|(_, conditions)| conditions.len()).max();
    if let Some(place) = groups.iter().position(|(_, conditions)| Some(conditions.len()) == most) {
        let common = groups.remove(place);
        groups.push(common);
    }
    groups
}
