//! Tables 2 and 3 of the paper on loop navigation: PEX, KLEE and CBA.

use super::{Paper, Row, row};

const R: &str = "reachable";
const U: &str = "unreachable";

pub const PAPER: Paper = Paper {
    title: "Efficient Loop Navigation for Symbolic Execution (Obdržálek, Trtík, ATVA 2011), Tables 2 and 3",
    machine: "Intel i7 920 at 2.67 GHz, 6 GB, Windows; KLEE through Cygwin, its user time. The limit of each row is its own",
    columns: &[
        ("Table 2, published", &["limit", "PEX", "PEX*", "KLEE", "CBA"]),
        ("CBA, Table 3, published", &["chains", "constr.", "SMT"]),
    ],
    notes: &[
        "The paper describes the programs in words. DOIF, DOIFex, EQCNT and EQCNTex were written after these, so published \
         figures are of programs like them; the others are listed in the paper on abstract path conditions.",
        "Table 2 has the time until the target was reached, or was known to be out of reach.",
        "PEX* had its parameters adjusted by hand to what earlier runs suggested.",
        "CBA's constraints are those left after pruning; its chains are counted once for each way to them.",
        "The 1233 of EQCNTex is read from a row whose columns run together.",
    ],
    rows: &ROWS,
};

// EQCNTex in Table 3 reads "1022 / 728612332.458s" where it was taken from: its time is taken to be that of Table 2.
const ROWS: [Row; 9] = [
    row("Hello", "hello", R, &["30m", "3.234s", "7.233s", "0.093s", "0.026s", "3/6", "5", "19"]),
    row("HW", "hw", R, &["1h", "14.890s", "11.107s", "37m 0s", "0.175s", "9/17", "10", "92"]),
    row("HWM", "hwm", R, &["1h", "fail", "8m 54s", "timeout", "1.997s", "81/161", "20", "376"]),
    row("DOIF", "doif", R, &["30m", "timeout", "20m 27s", "timeout", "0.388s", "1/5", "3", "136"]),
    row("DOIFex", "doifex", R, &["1h", "timeout", "timeout", "timeout", "1.745s", "1/9", "4", "212"]),
    row("EQCNT", "eqcnt", R, &["30m", "1m 43s", "11.592s", "timeout", "0.191s", "1/4", "3", "45"]),
    row("EQCNTex", "eqcntex", U, &["1h", "46m 12s", "42m 20s", "timeout", "2.458s", "1/7", "6", "1233"]),
    row("OneLoop", "oneloop", U, &["30m", "2m 14s", "4m 27s", "timeout", "0.002s", "1/2", "2", "0"]),
    row("TwoLoops", "twoloops", U, &["30m", "1m 4s", "57.426s", "timeout", "0.003s", "1/3", "2", "0"]),
];
