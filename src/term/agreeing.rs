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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::term::{Range, Sort, Terms};

    #[test]
    fn each_value_has_its_conditions_and_the_most_common_one_is_last() {
        let terms = Terms::new();
        let [a, b, c, d] = ["a", "b", "c", "d"].map(|name| terms.sym(terms.symbol(name, Sort::Bool, Range::ALL)));
        let [one, two] = [1, 2].map(|n| terms.int(n));
        assert_eq!(agreeing([(a, two), (b, one), (c, two), (d, two)]), [(one, vec![b]), (two, vec![a, c, d])]);
        assert_eq!(agreeing([]), []);
    }
}
