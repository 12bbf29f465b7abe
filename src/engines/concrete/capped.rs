//! Inputs without values that are larger than they need be: all that are too large are made the same at once, so that what
//! is to be as large as something else stays so. Lengths are memory that somebody has to have who runs a test.

use super::Concrete;
use crate::engines::limits::concrete::{MOST_BITS, SMALL_BITS};
use crate::program::said::{LENGTH, OFFSET};
use crate::program::{Input, InputKind};
use crate::replay::{InputValue, Witness};
use crate::term::{Format, Int, RangeValue, Symbol};

impl Concrete<'_> {
    /// The same inputs with no value above the least power of two for which they are wanted: of all values, and of those
    /// that say how large things are.
    pub(super) fn capped(&self, mut witness: Witness, is_wanted: &dyn Fn(&Witness) -> bool) -> Witness {
        let is_number = |input: &&Input| Format::of_range(&self.changes.ranges[&input.symbol]).is_none();
        let numbers: Vec<&Input> = self.program.inputs.iter().filter(is_number).collect();
        let all: Vec<Symbol> = numbers.iter().map(|input| input.symbol).collect();
        let is_size = |input: &&&Input| {
            let last = input.name.rsplit('.').next();
            input.kind == InputKind::Length || last == Some(LENGTH) || last == Some(OFFSET)
        };
        let sizes: Vec<Symbol> = numbers.iter().filter(is_size).map(|input| input.symbol).collect();
        for some in [all, sizes] {
            witness = least(witness, &some, is_wanted);
        }
        witness
    }
}

/// The same with the values of some inputs at most the least power of two for which it is wanted.
fn least(witness: Witness, some: &[Symbol], is_wanted: &dyn Fn(&Witness) -> bool) -> Witness {
    let mut best = None;
    // Of this many bits it is wanted, and of one less than the other it is not, as far as is known.
    let (mut above, mut below) = (bits(&witness, some), 0);
    if above <= SMALL_BITS {
        return witness;
    }
    while below < above {
        let middle = (above + below) / 2;
        let less = with_cap(&witness, some, &(Int::ONE << middle as usize));
        match is_wanted(&less) {
            true => (above, best) = (middle, Some(less)),
            false => below = middle + 1,
        }
    }
    best.unwrap_or(witness)
}

/// The bits of the largest value of some inputs.
fn bits(witness: &Witness, some: &[Symbol]) -> u32 {
    let fits = |bits: u32| {
        let cap = Int::ONE << bits as usize;
        values(witness, some).all(|value| *value <= cap)
    };
    (0..MOST_BITS).find(|bits| fits(*bits)).unwrap_or(MOST_BITS)
}

/// The values of some inputs, but of those that grow from element to element.
fn values<'w>(witness: &'w Witness, some: &'w [Symbol]) -> impl Iterator<Item = &'w Int> {
    some.iter().filter_map(|input| witness.values.get(input)).flat_map(|value| match value {
        InputValue::Scalar(v) => vec![v],
        InputValue::Elements { ranges, default } => {
            let level = ranges.iter().filter(|r| r.slope.is_zero()).map(|r| &r.value);
            level.chain([default]).collect()
        }
    })
}

/// The same with none of these above this one.
fn with_cap(witness: &Witness, some: &[Symbol], cap: &Int) -> Witness {
    let capped = |value: &Int| value.min(cap).clone();
    let mut less = witness.clone();
    for input in some {
        let Some(value) = less.values.get_mut(input) else { continue };
        *value = match value {
            InputValue::Scalar(v) => InputValue::Scalar(capped(v)),
            InputValue::Elements { ranges, default } => {
                let one = |r: &RangeValue| match r.slope.is_zero() {
                    true => RangeValue { value: capped(&r.value), ..r.clone() },
                    false => r.clone(),
                };
                InputValue::Elements { ranges: ranges.iter().map(one).collect(), default: capped(default) }
            }
        };
    }
    less
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::term::{Range, Sort, Terms};

    #[test]
    fn values_are_made_smaller_together_and_sizes_alone() {
        let terms = Terms::new();
        let symbol = |name, sort| terms.symbol(name, sort, Range::ALL);
        let (length, n, a) = (symbol("p.length", Sort::Int), symbol("n", Sort::Int), symbol("a", Sort::Array));
        let mut witness = Witness::default();
        witness.set(length, InputValue::Scalar(Int::from(18_000_000_000_i64)));
        witness.set(n, InputValue::Scalar(Int::from(17_000_000_000_i64)));
        let range = RangeValue::constant(Int::ZERO, Int::from(1_000_000), Int::from(5_000_000));
        witness.set(a, InputValue::Elements { ranges: vec![range], default: Int::from(-7) });
        let scalar = |w: &Witness, s| w.values[&s].scalar().cloned().expect("a scalar");
        // As large as what counts it, and that at least 100: the same power of two for all.
        let is_wanted = |w: &Witness| scalar(w, length) >= scalar(w, n) && scalar(w, n) >= Int::from(100);
        let less = least(witness.clone(), &[length, n, a], &is_wanted);
        assert_eq!((scalar(&less, length), scalar(&less, n)), (Int::from(128), Int::from(128)));
        assert_eq!(less.values[&a].element(&Int::from(3)), Some(Int::from(128)));
        assert_eq!(less.values[&a].element(&Int::from(2_000_000)), Some(Int::from(-7)));
        // What has to be large stays so, and the length alone need not be.
        let is_wanted = |w: &Witness| scalar(w, n) > Int::from(16_000_000_000_i64) && scalar(w, length) >= Int::from(3);
        let all = least(witness, &[length, n, a], &is_wanted);
        let less = least(all, &[length], &is_wanted);
        assert_eq!((scalar(&less, length), scalar(&less, n)), (Int::from(4), Int::from(17_000_000_000_i64)));
    }

    #[test]
    fn small_values_are_left_alone() {
        let terms = Terms::new();
        let n = terms.symbol("n", Sort::Int, Range::ALL);
        let mut witness = Witness::default();
        witness.set(n, InputValue::Scalar(Int::from(4_000)));
        let less = least(witness.clone(), &[n], &|_| panic!("it is not tried"));
        assert_eq!(less.values[&n].scalar(), witness.values[&n].scalar());
    }
}
