//! Leaves without remainders that take nothing off, and without choices that are none: where other conditions of the leaf
//! say that what is divided is not that large, or which of the choices it is.

use super::limits::MOST_CHANGES;
use super::{Leaf, Step};
use crate::interval::Domain;
use crate::term::{Int, Node, Range, Term, Terms};

/// Makes the terms of a leaf plainer, which say the same wherever its conditions hold; a step by what is known up to it, so
/// that what leaves have in common they still have in common.
pub(super) fn make_plain(terms: &Terms, leaf: &mut Leaf) {
    let mut known = Domain::new();
    let plain = |t: Term, known: &Domain| if may_be_plainer(terms, t) { plainer(terms, t, known) } else { t };
    for Step { conditions, each, .. } in &mut leaf.steps {
        let own: Vec<Term> = conditions.iter().copied().filter(|c| !may_be_plainer(terms, *c)).collect();
        if known.assume_all(terms, &own).is_err() {
            return;
        }
        conditions.iter_mut().for_each(|c| *c = plain(*c, &known));
        conditions.retain(|c| terms.as_bool(*c) != Some(true));
        for each in each {
            each.times = plain(each.times, &known);
            let most = known.range(terms, each.times).hi;
            each.condition = plain(each.condition, &below(terms, &known, terms.sym(each.round), most));
        }
    }
    leaf.outputs.iter_mut().for_each(|output| output.value = plain(output.value, &known));
}

/// Whether something is divided or chosen there, in sums as well.
fn may_be_plainer(terms: &Terms, t: Term) -> bool {
    let values = terms.sums_in([t]).into_iter().filter_map(|s| Some(terms.summed(s)?.value));
    let mut found = false;
    terms.visit(values.chain([t]), &mut |_, node| {
        found |= matches!(node, Node::Mod(..) | Node::Div(..) | Node::Ite(..))
    });
    found
}

/// What is known where a number counts, too, that is less than `most`.
fn below(terms: &Terms, known: &Domain, number: Term, most: Option<Int>) -> Domain {
    let mut inside = known.clone();
    if let Some(most) = most
        && inside.assume_all(terms, &[terms.lt(number, terms.int(most))]).is_err()
    {
        return known.clone();
    }
    inside
}

fn plainer(terms: &Terms, t: Term, known: &Domain) -> Term {
    let mut t = t;
    for _ in 0..MOST_CHANGES {
        let mut found = None;
        terms.visit([t], &mut |term, node| match node {
            Node::Mod(a, m) => {
                if let Some(size) = terms.as_int(*m)
                    && Range::new(0, size - Int::ONE).includes(&known.range(terms, *a))
                {
                    found = Some((term, *a));
                }
            }
            Node::Ite(condition, a, b) => {
                let inside = |t: Term, holds: bool| {
                    let said = [(*condition, terms.bool(holds)), (terms.not(*condition), terms.bool(!holds))];
                    terms.replace(t, &said)
                };
                match known.truth(terms, *condition) {
                    Some(holds) => found = Some((term, if holds { *a } else { *b })),
                    None => {
                        let same = terms.ite(*condition, inside(*a, true), inside(*b, false));
                        found = (same != term).then_some((term, same)).or(found);
                    }
                }
            }
            Node::Select(array, index) => {
                if let Some(summed) = terms.as_symbol(*array).and_then(|s| terms.summed(s)) {
                    let number = terms.sym(summed.round);
                    let inside = below(terms, known, number, known.range(terms, *index).hi);
                    let value = plainer(terms, summed.value, &inside);
                    if value != summed.value {
                        found = Some((term, terms.select(terms.sums(summed.round, value), *index)));
                    }
                }
            }
            _ => {}
        });
        match found {
            Some(change) => t = terms.replace(t, &[change]),
            None => return t,
        }
    }
    t
}
