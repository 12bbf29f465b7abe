//! Facts as C expressions.

use super::expression::Meaning;
use crate::term::{Range, Sort, Symbol, Term, Terms};

fn shown(terms: &Terms, t: Term) -> Option<String> {
    let name = |s: Symbol| Some(terms.name(s)).filter(|n| !n.contains('#'));
    let range = |s: Symbol| terms.symbol_range(s);
    Meaning { terms, name: &name, range: &range }.condition(t)
}

#[test]
fn what_fits_is_calculated_in_64_bits() {
    let terms = Terms::new();
    let int = |name: &str| terms.sym(terms.symbol(name, Sort::Int, Range::signed(32)));
    let (x, y) = (int("x"), int("y"));
    let twice = terms.scale(x, 2);
    assert_eq!(shown(&terms, terms.eq(y, twice)).as_deref(), Some("((long long)y == (2LL * (long long)x))"));
    let product = terms.mul(x, y);
    let below = terms.le(product, terms.int(-3));
    assert_eq!(shown(&terms, below).as_deref(), Some("((((long long)x * (long long)y) + 3LL) <= 0LL)"));
    // 3 · 31 bits do not fit.
    assert_eq!(shown(&terms, terms.le(terms.mul(product, x), y)), None);
}

#[test]
fn what_has_no_counterpart_is_left_out() {
    let terms = Terms::new();
    let wide = |name: &str, range| terms.sym(terms.symbol(name, Sort::Int, range));
    let (u, v) = (wide("u", Range::unsigned(64)), wide("v", Range::unsigned(64)));
    assert_eq!(shown(&terms, terms.le(u, v)).as_deref(), Some("((unsigned long long)u <= (unsigned long long)v)"));
    assert_eq!(shown(&terms, terms.le(terms.add(u, v), terms.int(7))), None, "the sum may not fit");
    assert_eq!(shown(&terms, terms.le(u, wide("s", Range::signed(8)))), None, "no type has both");
    assert_eq!(shown(&terms, terms.le(u, wide("rounds#3", Range::at_least(0)))), None);
    let array = terms.sym(terms.symbol("a", Sort::Array, Range::signed(32)));
    assert_eq!(shown(&terms, terms.le(terms.select(array, u), u)), None);
}

#[test]
fn division_truncates_only_where_nothing_is_negative() {
    let terms = Terms::new();
    let of = |range| terms.sym(terms.symbol("x", Sort::Int, range));
    let rest = |x| terms.eq(terms.modulo(x, terms.int(3)), terms.int(2));
    assert_eq!(shown(&terms, rest(of(Range::unsigned(8)))).as_deref(), Some("(((long long)x % 3LL) == 2LL)"));
    assert_eq!(shown(&terms, rest(of(Range::signed(8)))), None);
}
