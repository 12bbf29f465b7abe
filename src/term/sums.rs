//! Sums of many values, as arrays: the element at `k` is what a term comes to for 0, 1, …, k − 1, added up.
//!
//! Such an array is a symbol with a definition. Whoever evaluates, substitutes, prints or lists the symbols of terms sees
//! the definition; solvers see an array of which they know nothing but what they are told ([`Terms::sum_step`]), so that
//! what they refute is refuted, and values that they find have to be checked, as they always are.

use super::{EvalError, Int, Node, Range, Scope, Sort, Symbol, Term, Terms, Value};

/// Sums of more values are not computed.
const MOST_SUMMED: usize = 20_000;

/// What the numbers of values are called, from the innermost sum on.
const NAMES: [&str; 3] = ["σ", "ρ", "π"];

/// What is summed up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Summed {
    /// The number of a value, from 0; nothing else mentions it but terms inside.
    pub round: Symbol,
    /// The value.
    pub value: Term,
    /// How many sums are within one another there.
    level: usize,
}

impl Terms {
    /// The array of the sums of `value` for the numbers from 0 on, which are `round` in it.
    pub fn sums(&self, round: Symbol, value: Term) -> Term {
        let level = self.sums_in([value]).iter().filter_map(|s| self.summed(*s)).map(|inner| inner.level + 1).max();
        let level = level.unwrap_or(0);
        while self.inner.borrow().rounds.len() <= level {
            let name = NAMES.get(self.inner.borrow().rounds.len()).copied().unwrap_or("σ'");
            let symbol = self.symbol(name, Sort::Int, Range::at_least(0));
            self.inner.borrow_mut().rounds.push(symbol);
        }
        let own = self.inner.borrow().rounds[level];
        let value = self.substitute(value, &|s| (s == round).then(|| self.sym(own)));
        if let Some(known) = self.inner.borrow().sums_of.get(&value) {
            return *known;
        }
        let symbol = self.symbol("Σ", Sort::Array, Range::ALL);
        let array = self.sym(symbol);
        let mut inner = self.inner.borrow_mut();
        inner.summed.insert(symbol, Summed { round: own, value, level });
        inner.sums_of.insert(value, array);
        array
    }

    /// What a symbol stands for, if it is an array of sums.
    pub fn summed(&self, s: Symbol) -> Option<Summed> {
        self.inner.borrow().summed.get(&s).copied()
    }

    /// Whether there are any sums.
    pub fn has_sums(&self) -> bool {
        !self.inner.borrow().summed.is_empty()
    }

    /// The arrays of sums that terms speak of, also inside of one another.
    pub fn sums_in(&self, roots: impl IntoIterator<Item = Term>) -> Vec<Symbol> {
        let (mut found, mut todo): (Vec<Symbol>, Vec<Term>) = (vec![], roots.into_iter().collect());
        if !self.has_sums() {
            return found;
        }
        while !todo.is_empty() {
            let mut inside = vec![];
            self.visit(todo, &mut |_, node| {
                if let Node::Symbol(s) = node
                    && let Some(summed) = self.summed(*s)
                    && !found.contains(s)
                {
                    found.push(*s);
                    inside.push(summed.value);
                }
            });
            todo = inside;
        }
        found
    }

    /// That the sum of one value more is that value more.
    pub fn sum_step(&self, sums: Symbol, number: Term) -> Term {
        let array = self.sym(sums);
        let Some(Summed { round, value, .. }) = self.summed(sums) else { return self.bool(true) };
        let more = self.substitute(value, &|s| (s == round).then_some(number));
        self.eq(self.select(array, self.offset(number, 1)), self.add(self.select(array, number), more))
    }

    /// That the sum of no values is 0.
    pub fn sum_of_none(&self, sums: Symbol) -> Term {
        self.eq(self.select(self.sym(sums), self.int(0)), self.int(0))
    }

    /// The sum of so many values.
    pub(super) fn sum_up(&self, summed: Summed, times: &Int, scope: &dyn Scope) -> Result<Int, EvalError> {
        if *times <= Int::ZERO {
            return Ok(Int::ZERO);
        }
        let times = usize::try_from(times).ok().filter(|n| *n <= MOST_SUMMED).ok_or(EvalError::TooLarge)?;
        let mut sum = Int::ZERO;
        for number in 0..times {
            match self.eval(summed.value, &Numbered { scope, round: summed.round, number: Int::from(number) })? {
                Value::Int(value) => sum += value,
                Value::Bool(_) => unreachable!("truth values are not summed up"),
            }
        }
        Ok(sum)
    }
}

/// A scope in which the number of a value is known, too.
struct Numbered<'a> {
    scope: &'a dyn Scope,
    round: Symbol,
    number: Int,
}

impl Scope for Numbered<'_> {
    fn int(&self, s: Symbol) -> Option<Int> {
        if s == self.round { Some(self.number.clone()) } else { self.scope.int(s) }
    }

    fn element(&self, array: Symbol, index: &Int) -> Option<Int> {
        self.scope.element(array, index)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every symbol is 2, and the element at `i` is `10·i`.
    struct Tens;

    impl Scope for Tens {
        fn int(&self, _: Symbol) -> Option<Int> {
            Some(Int::from(2))
        }

        fn element(&self, _: Symbol, index: &Int) -> Option<Int> {
            Some(index * 10)
        }
    }

    #[test]
    fn sums_are_what_their_values_add_up_to() {
        let terms = Terms::new();
        let number = |name: &str| terms.symbol(name, Sort::Int, Range::ALL);
        let (i, j, n, k) = (number("i"), number("j"), number("n"), number("k"));
        let a = terms.sym(terms.symbol("a", Sort::Array, Range::ALL));
        // a[n + 0] + … of so many.
        let of = |round: Symbol| terms.sums(round, terms.select(a, terms.add(terms.sym(n), terms.sym(round))));
        assert_eq!(of(i), of(j), "what the number is called does not matter");
        let three = terms.select(of(i), terms.int(3));
        assert_eq!(terms.eval_int(three, &Tens), Ok(Int::from(20 + 30 + 40)));
        assert_eq!(terms.eval_int(terms.select(of(i), terms.int(-1)), &Tens), Ok(Int::ZERO));
        assert_eq!(terms.show(three), "Σ σ < 3: a[n + σ]");
        assert_eq!(terms.show(terms.offset(three, 1)), "(Σ σ < 3: a[n + σ]) + 1");
        assert!(terms.symbols(three).contains(&n) && !terms.symbols(three).contains(&i));
        // Another n: other sums.
        let moved = terms.substitute(three, &|s| (s == n).then(|| terms.sym(k)));
        assert_eq!(terms.show(moved), "Σ σ < 3: a[σ + k]");
        // Sums of sums: 0, 20, 20 + 30.
        let twice = terms.select(terms.sums(j, terms.select(of(i), terms.sym(j))), terms.int(3));
        assert_eq!(terms.eval_int(twice, &Tens), Ok(Int::from(70)));
        assert_eq!(terms.show(twice), "Σ ρ < 3: (Σ σ < ρ: a[n + σ])");
        let Some(sums) = terms.as_symbol(of(i)) else { panic!("a symbol") };
        for number in [0, 1, 7] {
            assert_eq!(terms.eval_bool(terms.sum_step(sums, terms.int(number)), &Tens), Ok(true));
        }
        assert_eq!(terms.eval_bool(terms.sum_of_none(sums), &Tens), Ok(true));
    }
}
