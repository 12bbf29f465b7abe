//! The limits of the search for facts that are tuned, by the file that keeps to them.

pub(super) mod array_candidates {
    /// The most counters that are compared with one another.
    pub const MOST: usize = 12;
    /// The most stores of one round to one array.
    pub const MOST_STORES: usize = 8;
}

pub(super) mod candidates {
    /// The most guesses at one point.
    pub const MOST: usize = 400;
    /// Where there are more, so many of the least and of the greatest numbers that the same is compared with.
    pub const EXTREMES: usize = 4;
    /// The most variables of which pairs are compared.
    pub const PAIRED: usize = 12;
    /// The largest number of which remainders are looked at.
    pub const LARGEST_MODULUS: i64 = 12;
}

pub(super) mod congruences {
    /// The most numbers that remainders are looked at by, and the largest.
    pub const MODULI: usize = 4;
    pub const LARGEST: i128 = 1 << 64;
    /// The most variables, and remainders of others, that are compared, those of the program that are looked at for that,
    /// and so many that are compared at once.
    pub const COMPARED: usize = 8;
    pub const REMAINDERS: usize = 3;
    pub const LOOKED_AT: usize = 200;
    pub const TERMS: usize = 4;
    /// The most equations at one point at once, and how often others are guessed where some do not hold.
    pub const MOST: usize = 16;
    pub const ROUNDS: usize = 4;
}

pub(super) mod counted {
    /// The most numbers of rounds that are tried for one loop.
    pub const MOST: usize = 8;
}

pub(super) mod elements {
    /// The most conditions on an element, ranges, and integers that may be their ends, at one point.
    pub const MOST_CONDITIONS: usize = 40;
    pub const MOST_RANGES: usize = 60;
    pub const MOST_ENDS: usize = 8;
}

pub(super) mod export {
    /// The most facts at one loop head: each is one more condition wherever the loop is passed.
    pub const MOST: usize = 12;
}

pub(super) mod ghosts {
    /// The most loops of a program that gets ghosts.
    pub const MOST: usize = 8;
}

pub(super) mod horn {
    use std::time::Duration;

    /// Longer than any time limit.
    pub const LONG: Duration = Duration::from_secs(3600);
    /// The most blocks of a path that is followed.
    pub const LONGEST: usize = 1_000;
}

pub(super) mod hull {
    use std::time::Duration;

    /// So many dimensions at one point, and no equations are looked for there.
    pub const MOST: usize = 40;
    /// The most variables of which products are taken.
    pub const MULTIPLIED: usize = 7;
    /// The most equations at one point that may hold where numbers wrap, and the longest it may take to see that one does.
    pub const MOST_WRAPPED: usize = 24;
    pub const PER_GUESS: Duration = Duration::from_millis(100);
    /// The most variables of which powers are taken, and the highest power.
    pub const RAISED: usize = 9;
    pub const HIGHEST: usize = 4;
    /// A variable that is only ever one of so many numbers makes cases.
    pub const VALUES: usize = 4;
    /// The most cases of one point.
    pub const CASES: usize = 9;
}

pub(super) mod integers {
    /// The most numbers of a choice, and the most bits of a number, for which a bitwise operation is written as sums.
    pub const LONGEST: usize = 4;
    pub const MOST_BITS: usize = 4;
}

pub(super) mod localized {
    use std::time::Duration;

    /// The most times that Spacer is told more, and the most blocks of a path that it finds.
    pub const MOST: usize = 200;
    pub const LONGEST: usize = 200;
    /// The most elements of arrays that it is told apart.
    pub const MOST_ELEMENTS: usize = 12;
    /// The longest a path, and invariants, may take each time, or one of so many parts of the time: what is small is soon
    /// decided.
    pub const PARTS: u32 = 3;
    pub const PER_TRY: [Duration; 2] = [Duration::from_millis(500), Duration::from_millis(1_000)];
}

pub(super) mod minimize {
    use std::time::Duration;

    /// The longest one query may take when facts are checked for the last time.
    pub const PER_CHECK: Duration = Duration::from_secs(3);
}

pub(super) mod room {
    use std::time::Duration;

    /// The longest one query may take.
    pub const PER_QUERY: Duration = Duration::from_millis(500);
    /// Where Spacer has an answer it mostly has it soon; else the states of all rounds may be the answer.
    pub const SOON: Duration = Duration::from_secs(1);
    /// Equations are soon found, or of too many variables.
    pub const SOONEST_IN: Duration = Duration::from_millis(300);
    /// Spacer is soon done with little of the program; or it may take a part of the time for it, when others are.
    pub const LOCALIZED_IN: Duration = Duration::from_millis(500);
    pub const LOCALIZED: u32 = 3;
    /// The part of the time that guesses may take that are made at once.
    pub const GUESSING: u32 = 3;
    /// The longest they may take at first.
    pub const GUESSED_IN: Duration = Duration::from_millis(400);
    /// The most ghosts of one program.
    pub const MOST_GHOSTS: usize = 32;
    /// The parts of the time that counting branches apart, and unrolling, may take.
    pub const COUNTING: u32 = 3;
    pub const UNROLLING: u32 = 6;
}

pub(super) mod samples {
    /// So many runs with values that are made up, of so many blocks each and together, and so many states at one point.
    pub const RUNS: usize = 60;
    pub const BLOCKS: usize = 150;
    pub const BLOCKS_TOGETHER: usize = 1_500;
    /// So many blocks are followed from a state that a solver finds.
    pub const BLOCKS_AFTER: usize = 400;
    pub const MOST: usize = 250;
    /// Most values are smaller.
    pub const SMALL: i64 = 12;
}

pub(super) mod unrolled {
    /// So many more terms is as far as states are followed.
    pub const TERMS: usize = 200_000;
}

pub(super) mod values {
    /// The most values of one variable, and those of them that a solver finds.
    pub const MOST: usize = 64;
    pub const FOUND: usize = 24;
    /// The most variables at one point.
    pub const VARIABLES: usize = 8;
}
