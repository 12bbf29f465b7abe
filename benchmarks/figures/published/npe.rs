//! Tables 6.1 to 6.20 of the thesis on nested loops, as it prints them.
//!
//! What does not fit together in them stands in the notes of each table, with
//! how it is read here. Times are milliseconds.

/// Parameters of a set of generated programs.
#[derive(Clone, Copy, Debug)]
pub struct Set {
    pub name: &'static str,
    pub for_loop: f64,
    pub other_loop: f64,
    pub depth: usize,
    /// Statements of `main`, and of a block within, at most; none where the thesis does not say.
    pub top: Option<usize>,
    pub block: Option<usize>,
    pub error: bool,
    pub divisions: bool,
}

/// A table with figures.
#[derive(Clone, Copy, Debug)]
pub struct Table {
    pub number: &'static str,
    /// What is in it.
    pub title: &'static str,
    pub columns: &'static [&'static str],
    /// The name of each row, and a figure for each column.
    pub rows: &'static [(&'static str, &'static [u64])],
    /// What has to be known to read it.
    pub notes: &'static [&'static str],
}

/// On what it was measured, and with which limit.
pub const MACHINE: &str = "the author's machine, which is not described; an executor in Scala, 30 s a program";

/// How many programs a set has: tables 6.17 to 6.20 have 50 wherever every program ended in a time-out or an error.
pub const PROGRAMS: u64 = 50;

#[allow(clippy::too_many_arguments, reason = "a row of a table")]
const fn set(
    name: &'static str,
    for_loop: f64,
    other_loop: f64,
    depth: usize,
    top: Option<usize>,
    block: Option<usize>,
    error: bool,
    divisions: bool,
) -> Set {
    Set { name, for_loop, other_loop, depth, top, block, error, divisions }
}

/// Table 6.1. Its text has 0.10 for loops that count and 0.15 for others, all other sets but those with 0.5 the opposite.
pub const SIZES: [Set; 3] = [
    set("small", 0.1, 0.15, 3, Some(10), Some(5), false, false),
    set("medium", 0.1, 0.15, 4, Some(10), Some(10), false, false),
    set("large", 0.1, 0.15, 5, Some(20), Some(10), false, false),
];

/// The smaller programs of section 6.3.2, of which there are 50.
pub const SMALLER: Set = set("smaller", 0.15, 0.1, 3, Some(10), Some(5), false, true);

/// The larger programs of section 6.3.2. It says that there are 20, but tables 6.14 and 6.15 have up to 40 time-outs and 44
/// programs: 50 are meant.
pub const LARGER: Set = set("larger", 0.15, 0.1, 5, Some(20), Some(10), false, true);

/// Table 6.16; the limits of statements are not in it.
pub const FINAL: [Set; 18] = [
    set("15-10-3-f-f", 0.15, 0.1, 3, None, None, false, false),
    set("15-10-5-f-f", 0.15, 0.1, 5, None, None, false, false),
    set("50-10-3-f-f", 0.5, 0.1, 3, None, None, false, false),
    set("50-10-5-f-f", 0.5, 0.1, 5, None, None, false, false),
    set("15-50-3-f-f", 0.15, 0.5, 3, None, None, false, false),
    set("15-50-5-f-f", 0.15, 0.5, 5, None, None, false, false),
    set("15-10-3-t-t", 0.15, 0.1, 3, None, None, true, true),
    set("15-10-5-t-t", 0.15, 0.1, 5, None, None, true, true),
    set("50-10-3-t-t", 0.5, 0.1, 3, None, None, true, true),
    set("50-10-5-t-t", 0.5, 0.1, 5, None, None, true, true),
    set("15-50-3-t-t", 0.15, 0.5, 3, None, None, true, true),
    set("15-50-5-t-t", 0.15, 0.5, 5, None, None, true, true),
    set("15-10-3-f-t", 0.15, 0.1, 3, None, None, false, true),
    set("15-10-5-f-t", 0.15, 0.1, 5, None, None, false, true),
    set("50-10-3-f-t", 0.5, 0.1, 3, None, None, false, true),
    set("50-10-5-f-t", 0.5, 0.1, 5, None, None, false, true),
    set("15-50-3-f-t", 0.15, 0.5, 3, None, None, false, true),
    set("15-50-5-f-t", 0.15, 0.5, 5, None, None, false, true),
];

pub const COST_TIMEOUTS: Table = Table {
    number: "6.2",
    title: "Time-outs when the costs of variables are computed beforehand",
    columns: &["recursive", "lattice-based"],
    rows: &[("small", &[0, 0]), ("medium", &[10, 5]), ("large", &[39, 33])],
    notes: &["How many programs there were is not said."],
};

pub const COST_TIMES: Table = Table {
    number: "6.3",
    title: "Time for the costs of variables, in ms",
    columns: &["recursive", "lattice-based"],
    rows: &[("small", &[7_109, 12_765]), ("medium", &[454_663, 377_573]), ("large", &[1_210_021, 1_121_559])],
    notes: &["It is not within the 30 s of a program there."],
};

pub const LATTICE: Table = Table {
    number: "6.4",
    title: "Paths by the limit of costs, lattice-based merging, breadth first",
    columns: &["paths"],
    rows: &[("1", &[14_562]), ("2", &[15_135]), ("3", &[16_200]), ("5", &[17_442]), ("10", &[15_165])],
    notes: &["Of which set of table 6.1 is not said."],
};

pub const RECURSIVE: Table = Table {
    number: "6.5",
    title: "Paths by the limit of costs (rows) and κ (columns), recursive merging",
    columns: &["1", "2", "3", "5", "10"],
    rows: &[
        ("1", &[16_514, 17_170, 13_545, 17_662, 18_562]),
        ("2", &[18_078, 14_470, 15_228, 19_518, 20_819]),
        ("3", &[18_272, 14_651, 12_685, 16_718, 17_460]),
        ("5", &[17_492, 14_788, 13_393, 17_705, 19_960]),
        ("10", &[17_300, 13_270, 15_267, 18_176, 18_149]),
    ],
    notes: &["Of which set of table 6.1 is not said.", "The heading calls both \"limit\"."],
};

pub const LATTICE_LARGE: Table = Table {
    number: "6.6",
    title: "Paths by the limit of costs, lattice-based merging, the large set of table 6.1",
    columns: &["paths"],
    rows: &[("1", &[24_136]), ("5", &[20_576]), ("10", &[20_363]), ("20", &[20_101])],
    notes: &[],
};

pub const SMALLER_PATHS: Table = Table {
    number: "6.7",
    title: "Paths, smaller programs",
    columns: &["none", "recursive", "lattice-based", "aggressive"],
    rows: &[
        ("dfs", &[35_463, 26_495, 22_923, 26_114]),
        ("bfs", &[34_809, 25_134, 22_499, 25_906]),
        ("random", &[34_187, 25_914, 22_761, 24_877]),
        ("tree", &[34_860, 25_391, 22_416, 19_328]),
        ("coverage", &[29_553, 25_053, 24_277, 23_167]),
        ("klee", &[30_945, 24_558, 23_491, 23_943]),
    ],
    notes: &["κ is 10 and the limit of costs 2 in tables 6.7 to 6.15."],
};

pub const SMALLER_ERRORS: Table = Table {
    number: "6.8",
    title: "Errors, smaller programs",
    columns: &["none", "recursive", "lattice-based", "aggressive"],
    rows: &[
        ("dfs", &[0, 0, 0, 0]),
        ("bfs", &[0, 0, 0, 0]),
        ("random", &[0, 0, 0, 0]),
        ("tree", &[0, 0, 0, 0]),
        ("coverage", &[0, 0, 0, 0]),
        ("klee", &[0, 0, 0, 0]),
    ],
    notes: &[],
};

pub const SMALLER_TIMES: Table = Table {
    number: "6.9",
    title: "Time in ms, smaller programs",
    columns: &["none", "recursive", "lattice-based", "aggressive"],
    rows: &[
        ("dfs", &[901_880, 908_698, 902_027, 901_872]),
        ("bfs", &[925_980, 901_641, 901_806, 904_023]),
        ("random", &[901_721, 901_954, 902_166, 901_939]),
        ("tree", &[901_939, 901_380, 901_694, 901_953]),
        ("coverage", &[902_209, 901_658, 901_544, 902_193]),
        ("klee", &[901_924, 902_081, 901_926, 902_308]),
    ],
    notes: &[],
};

pub const SMALLER_TIMEOUTS: Table = Table {
    number: "6.10",
    title: "Time-outs, smaller programs",
    columns: &["none", "recursive", "lattice-based", "aggressive"],
    rows: &[
        ("dfs", &[30, 30, 30, 30]),
        ("bfs", &[30, 30, 30, 30]),
        ("random", &[30, 30, 30, 30]),
        ("tree", &[30, 30, 30, 30]),
        ("coverage", &[30, 30, 30, 30]),
        ("klee", &[30, 30, 30, 30]),
    ],
    notes: &[],
};

pub const LARGER_PATHS: Table = Table {
    number: "6.11",
    title: "Paths, larger programs",
    columns: &["none", "lattice-based", "aggressive"],
    rows: &[
        ("dfs", &[42_342, 25_439, 22_246]),
        ("bfs", &[42_245, 24_987, 22_078]),
        ("random", &[42_789, 25_185, 23_270]),
        ("tree", &[44_839, 24_840, 18_697]),
        ("coverage", &[44_981, 26_891, 24_489]),
        ("klee", &[45_272, 26_456, 25_275]),
    ],
    notes: &["Recursive merging was not tried on them."],
};

pub const LARGER_ERRORS: Table = Table {
    number: "6.12",
    title: "Errors, larger programs",
    columns: &["none", "lattice-based", "aggressive"],
    rows: &[
        ("dfs", &[6, 6, 6]),
        ("bfs", &[6, 6, 6]),
        ("random", &[6, 6, 4]),
        ("tree", &[7, 6, 5]),
        ("coverage", &[5, 6, 4]),
        ("klee", &[7, 6, 6]),
    ],
    notes: &[],
};

pub const LARGER_TIMES: Table = Table {
    number: "6.13",
    title: "Time in ms, larger programs",
    columns: &["none", "lattice-based", "aggressive"],
    rows: &[
        ("dfs", &[1_175_992, 1_286_597, 1_163_204]),
        ("bfs", &[1_176_129, 1_221_521, 1_162_780]),
        ("random", &[1_167_890, 1_195_775, 1_218_451]),
        ("tree", &[1_154_474, 1_225_384, 1_183_792]),
        ("coverage", &[1_189_595, 1_167_928, 1_207_693]),
        ("klee", &[1_152_564, 1_168_480, 1_164_299]),
    ],
    notes: &[],
};

pub const LARGER_TIMEOUTS: Table = Table {
    number: "6.14",
    title: "Time-outs, larger programs",
    columns: &["none", "lattice-based", "aggressive"],
    rows: &[
        ("dfs", &[38, 38, 38]),
        ("bfs", &[38, 38, 38]),
        ("random", &[38, 38, 40]),
        ("tree", &[37, 38, 39]),
        ("coverage", &[39, 38, 40]),
        ("klee", &[37, 38, 38]),
    ],
    notes: &["There are up to 40, of what the text says are 20 programs."],
};

pub const LARGER_EITHER: Table = Table {
    number: "6.15",
    title: "Time-outs and errors, larger programs",
    columns: &["none", "lattice-based", "aggressive"],
    rows: &[
        ("dfs", &[44, 44, 44]),
        ("bfs", &[44, 44, 44]),
        ("tree", &[44, 44, 44]),
        ("coverage", &[44, 44, 44]),
        ("klee", &[44, 44, 44]),
    ],
    notes: &["It has no row for random search, of which tables 6.12 and 6.14 give 44 as well."],
};

pub const PLAIN: Table = Table {
    number: "6.17",
    title: "No technique, tree search",
    columns: &["paths", "time", "time-outs", "errors"],
    rows: &[
        ("15-10-3-f-f", &[37_806, 901_826, 30, 0]),
        ("15-10-5-f-f", &[40_581, 872_229, 29, 0]),
        ("50-10-3-f-f", &[47_607, 1_141_582, 38, 0]),
        ("50-10-5-f-f", &[50_149, 1_141_485, 38, 0]),
        ("15-50-3-f-f", &[28_069, 724_232, 24, 0]),
        ("15-50-5-f-f", &[28_011, 874_873, 29, 0]),
        ("15-10-3-t-t", &[3_041, 62_081, 2, 48]),
        ("15-10-5-t-t", &[7_868, 151_910, 5, 45]),
        ("50-10-3-t-t", &[5_657, 152_193, 5, 45]),
        ("50-10-5-t-t", &[3_419, 62_452, 2, 48]),
        ("15-50-3-t-t", &[825, 46_485, 1, 49]),
        ("15-50-5-t-t", &[4_492, 123_366, 4, 46]),
        ("15-10-3-f-t", &[28_667, 784_102, 26, 11]),
        ("15-10-5-f-t", &[33_562, 933_317, 31, 1]),
        ("50-10-3-f-t", &[43_290, 1_085_621, 36, 6]),
        ("50-10-5-f-t", &[43_131, 966_059, 32, 9]),
        ("15-50-3-f-t", &[19_869, 741_374, 24, 7]),
        ("15-50-5-f-t", &[28_916, 994_137, 33, 0]),
    ],
    notes: &["Totals: 389 time-outs, 315 errors, so 196 of 900 programs were finished without one."],
};

pub const MERGED: Table = Table {
    number: "6.18",
    title: "Lattice-based merging with limit 1, tree search",
    columns: &["paths", "time", "time-outs", "errors"],
    rows: &[
        ("15-10-3-f-f", &[33_542, 901_403, 30, 0]),
        ("15-10-5-f-f", &[35_889, 871_625, 29, 0]),
        ("50-10-3-f-f", &[36_455, 1_141_582, 38, 0]),
        ("50-10-5-f-f", &[40_295, 1_141_203, 38, 0]),
        ("15-50-3-f-f", &[24_357, 723_835, 24, 0]),
        ("15-50-5-f-f", &[22_908, 874_392, 29, 0]),
        ("15-10-3-t-t", &[2_414, 62_152, 2, 48]),
        ("15-10-5-t-t", &[7_342, 151_616, 5, 45]),
        ("50-10-3-t-t", &[5_696, 151_771, 5, 45]),
        ("50-10-5-t-t", &[2_844, 61_835, 2, 48]),
        ("15-50-3-t-t", &[505, 35_563, 0, 50]),
        ("15-50-5-t-t", &[4_100, 122_836, 4, 46]),
        ("15-10-3-f-t", &[24_676, 783_858, 26, 11]),
        ("15-10-5-f-t", &[28_680, 932_748, 31, 2]),
        ("50-10-3-f-t", &[35_522, 1_085_621, 36, 6]),
        ("50-10-5-f-t", &[36_124, 964_590, 32, 9]),
        ("15-50-3-f-t", &[16_948, 731_073, 24, 7]),
        ("15-50-5-f-t", &[27_241, 993_267, 33, 0]),
    ],
    notes: &[
        "Totals: 388 time-outs, 317 errors, so 195 were finished without one.",
        "The times of 50-10-3-f-f and 50-10-3-f-t are those of table 6.17 to the millisecond.",
    ],
};

pub const SUBSUMED: Table = Table {
    number: "6.19",
    title: "Subsumption, tree search",
    columns: &["paths", "time", "time-outs", "errors"],
    rows: &[
        ("15-10-3-f-f", &[15_272, 55_836, 18, 0]),
        ("15-10-5-f-f", &[19_099, 603_792, 19, 2]),
        ("50-10-3-f-f", &[24_668, 947_529, 31, 0]),
        ("50-10-5-f-f", &[23_842, 929_905, 30, 1]),
        ("15-50-3-f-f", &[12_478, 455_024, 13, 0]),
        ("15-50-5-f-f", &[4_322, 429_401, 11, 4]),
        ("15-10-3-t-t", &[817, 64_676, 2, 47]),
        ("15-10-5-t-t", &[6_968, 152_370, 5, 45]),
        ("50-10-3-t-t", &[1_554, 44_621, 1, 45]),
        ("50-10-5-t-t", &[2_104, 67_741, 2, 48]),
        ("15-50-3-t-t", &[1_875, 109_909, 3, 47]),
        ("15-50-5-t-t", &[2_188, 162_591, 5, 44]),
        ("15-10-3-f-t", &[17_037, 587_409, 18, 11]),
        ("15-10-5-f-t", &[19_369, 715_169, 22, 2]),
        ("50-10-3-f-t", &[26_851, 785_561, 25, 6]),
        ("50-10-5-f-t", &[29_095, 918_933, 29, 7]),
        ("15-50-3-f-t", &[9_566, 422_012, 12, 7]),
        ("15-50-5-f-t", &[8_098, 670_180, 19, 3]),
    ],
    notes: &[
        "Totals: 265 time-outs, 319 errors, so 316 were finished without one.",
        "15-10-3-f-f has 55,836 ms, but 18 time-outs take 540,000 ms: a digit is taken to be missing.",
        "The text finds four errors in 15-50-5-f-f, a set in which no other technique found one.",
    ],
};

pub const SUMMARISED: Table = Table {
    number: "6.20",
    title: "Summaries of loops, tree search",
    columns: &["paths", "time", "time-outs", "errors"],
    rows: &[
        ("15-10-3-f-f", &[3_099, 251_633, 8, 0]),
        ("15-10-5-f-f", &[9_422, 498_189, 16, 1]),
        ("50-10-3-f-f", &[9_468, 640_904, 21, 0]),
        ("50-10-5-f-f", &[8_529, 502_850, 16, 0]),
        ("15-50-3-f-f", &[2_507, 203_684, 6, 0]),
        ("15-50-5-f-f", &[5_362, 305_749, 9, 0]),
        ("15-10-3-t-t", &[456, 35_600, 1, 49]),
        ("15-10-5-t-t", &[212, 33_980, 1, 45]),
        ("50-10-3-t-t", &[760, 36_435, 1, 45]),
        ("50-10-5-t-t", &[1_895, 65_962, 2, 48]),
        ("15-50-3-t-t", &[1_810, 106_600, 3, 47]),
        ("15-50-5-t-t", &[2_121, 104_310, 3, 44]),
        ("15-10-3-f-t", &[6_503, 434_515, 14, 10]),
        ("15-10-5-f-t", &[7_960, 497_141, 16, 3]),
        ("50-10-3-f-t", &[10_525, 584_797, 19, 5]),
        ("50-10-5-f-t", &[4_786, 293_972, 9, 7]),
        ("15-50-3-f-t", &[5_393, 318_674, 10, 5]),
        ("15-50-5-f-t", &[4_689, 329_352, 10, 0]),
    ],
    notes: &[
        "Totals: 165 time-outs, 309 errors, so 426 were finished without one.",
        "Of sets with a guaranteed error up to four programs ended with neither an error nor a time-out, as in table 6.19.",
    ],
};
