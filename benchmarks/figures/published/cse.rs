//! Table 1 of the paper on compact symbolic execution: RUDLA.

use super::{Paper, Row, row};

const R: &str = "reachable";
const U: &str = "unreachable";

pub const PAPER: Paper = Paper {
    title: "Compact Symbolic Execution (Slabý, Strejček, Trtík, ATVA 2013), Table 1",
    machine: "laptop Acer Aspire 5920G, 2 × 2 GHz, 2 GB, Windows 7, Z3 4.3.0; seconds, T/O is beyond 5 minutes",
    columns: &[
        ("templates, published", &["time", "count", "cycles"]),
        ("compact, published", &["time", "states", "SMT failed"]),
        ("classic, published", &["time", "states"]),
    ],
    notes: &[
        "The paper lists none of its programs. EQCNT and EQCNTex were written after the words of the one on loop navigation, the others \
         are taken to be those of the same names that the one on abstract path conditions lists; WinDriver and matrIR have arrays of 64 columns here.",
        "All published figures are RUDLA's: compact symbolic execution, which needs the templates first (their time is not \
         in its own), and classic symbolic execution.",
    ],
    rows: &ROWS,
};

/// A program that is named but not printed.
const fn unlisted(name: &'static str, figures: &'static [&'static str]) -> Row {
    Row { name, program: None, expect: R, figures }
}

const ROWS: [Row; 13] = [
    row("hello", "hello", R, &["12.3", "2", "126", "2.3", "187", "0", "4.5", "2262"]),
    row("HW", "hw", R, &["31.9", "4", "252", "45.4", "1048", "4", "T/O", "223823"]),
    row("HWM", "hwm", R, &["48.1", "5", "336", "T/O", "5125", "24", "T/O", "162535"]),
    row("matrIR", "matrir", R, &["4.2", "4", "28", "82.9", "1234", "6", "T/O", "270737"]),
    unlisted("matrIR_dyn", &["14.8", "5", "30", "240.5", "2472", "13", "T/O", "267636"]),
    unlisted("VM", &["8.6", "6", "64", "T/O", "2274", "64", "T/O", "205577"]),
    unlisted("VMS", &["4.2", "3", "32", "5.4", "466", "0", "99.8", "281263"]),
    unlisted("decode_packets", &["18.3", "5", "26", "39.9", "1276", "0", "16.3", "8992"]),
    row("WinDriver", "windriver", R, &["17.8", "5", "26", "59.2", "1370", "1", "T/O", "206903"]),
    row("EQCNT", "eqcnt", R, &["12.2", "3", "12", "10.6", "345", "0", "T/O", "179803"]),
    row("EQCNTex", "eqcntex", U, &["5.8", "4", "24", "T/O", "10581", "0", "T/O", "251061"]),
    row("OneLoop", "oneloop", U, &["0.1", "1", "2", "0.1", "41", "0", "T/O", "38230"]),
    row("TwoLoops", "twoloops", U, &["0.3", "2", "4", "0.1", "25", "0", "T/O", "917343"]),
];
