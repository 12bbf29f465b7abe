//! The limits of engines that are tuned, by the file that keeps to them.

pub(super) mod concolic {
    use std::time::Duration;

    /// How many ways a turn tries, where nobody looks at the clock and where that ends it, and all turns together.
    pub const TURN: u64 = 40;
    pub const TIMED_TURN: u64 = 400;
    pub const ALL: u64 = 100_000;
    /// No way is begun in the first turn after so long, and in each further one after twice as long up to the longest, which
    /// is about what a turn of `concrete` takes.
    pub const FIRST: Duration = Duration::from_millis(125);
    pub const LONGEST: Duration = Duration::from_secs(1);
}

pub(super) mod unrolling {
    use std::time::Duration;

    /// How long is looked for ranges, before and behind: those of functions as people write them take some milliseconds.
    pub const RANGING: Duration = Duration::from_millis(150);
}

pub(super) mod concrete {
    /// The longest run: the target is reached early, or by reasoning about loops. Of four runs one may be longer.
    pub const MOST_STEPS: u64 = 20_000;
    pub const MOST_STEPS_OF_SOME: u64 = 200_000;
    /// How many steps a turn has, and all turns together.
    pub const TURN: u64 = 2_000_000;
    pub const ALL: u64 = 64_000_000;
    /// The same beside all others, where mostly the clock ends it.
    pub const MORE: u64 = 1_000_000_000;
    /// So many comparisons that are looked at for how near a run came cost as much as a step.
    pub const COMPARED: u64 = 4;
    /// How many inputs are kept, at most.
    pub const MOST_KEPT: usize = 2_000;
    /// So many of them count as those that came last.
    pub const LATEST: usize = 8;
    /// One of so many is any of those that are kept, and not one that did something new in the source.
    pub const COPIED: u8 = 4;
    /// How many doublings of one change are made at once, less than: of any inputs, and of those that came near to
    /// something.
    pub const FEW: u8 = 3;
    pub const MANY: u8 = 7;
    /// Of so many that are as good as the best, one takes its place.
    pub const EQUALS: u8 = 4;
    /// Of so many runs one changes the best again where that was in vain for long.
    pub const RARELY: u8 = 8;
    /// The most places of a target whose conditions are looked at together; how many locations are gone back from one, at how
    /// many of these, and of how many conditions with how many subterms each.
    pub const MOST_HITS: usize = 4;
    pub const LONGEST_WAY: usize = 20_000;
    pub const MOST_STATIONS: usize = 3;
    pub const MOST_WANTED: usize = 8;
    pub const MOST_SIZE: usize = 200;
    /// How many turns follow one another at most while they come nearer.
    pub const LONGEST_RISE: usize = 4;
    /// How often inputs are tried to be brought nearer still, after these were.
    pub const RISING: u8 = 16;
    /// Where more checks are to fail, only one of so many runs says how near it comes to that.
    pub const FEW_CHECKS: usize = 8;
    pub const RUNS_BY_CHECKS: u8 = 8;
    /// What is as often in vain as this counts as one edge farther from the goal.
    pub const PATIENCE: u32 = 64;
    /// Elements move by multiples of it, so that what is aligned for most types stays so.
    pub const ALIGNED: u64 = 16;
    /// How many runs make a witness smaller, at most.
    pub const SMALLER: usize = 400;
    /// Values are taken away one by one where fewer would be taken away together.
    pub const FEWEST_TOGETHER: usize = 8;
    /// More values are left as they are.
    pub const MOST_VALUES: usize = 2_000;
    /// How many of the values that a run reads are looked at.
    pub const MOST_READS: usize = 4_000;
    /// How many elements an array is given at most where all are changed, most of the time.
    pub const FEW_VALUES: usize = 64;
    /// Constants of the program, at most.
    pub const MOST_CONSTANTS: usize = 2_000;
    /// Elements of a text that is put into inputs, and how many may be read behind a block that is changed.
    pub const LONGEST_WORD: usize = 32;
    pub const FARTHEST: usize = 256;
    /// Nobody minds values of so many bits, and no value has more than the other.
    pub const SMALL_BITS: u32 = 12;
    pub const MOST_BITS: u32 = 130;
}

pub(super) mod facts {
    use std::time::Duration;

    /// The longest the search for facts may take, whatever the budget.
    pub const LONGEST: Duration = Duration::from_secs(120);
}

pub(super) mod only_run {
    /// The longest way round a loop that does nothing.
    pub const LONGEST_ROUND: usize = 16;
}
