//! Table 1 of the paper on abstract path conditions: PEX and APC.

use super::{Paper, Row, row};

const R: &str = "reachable";
const U: &str = "unreachable";

pub const PAPER: Paper = Paper {
    title: "Abstracting Path Conditions (Strejček, Trtík, ISSTA 2012), Table 1",
    machine: "Intel Core i7 920 at 2.67 GHz, 6 GB, Windows 7, PEX 0.92, Z3 3.2; seconds, T/O is beyond an hour, M/O out of \
              memory",
    columns: &[
        ("PEX, published", &["total"]),
        ("APC, published", &["total", "build apc", "unfold / SMT apcK", "SMT apc"]),
    ],
    notes: &[
        "The paper lists the programs, in C#. MatrIR and WinDriver have arrays of 64 columns here and of any number there.",
        "PEX covers the whole program by tests. APC computes a necessary condition and does not look for an input: S, U \
         and X are satisfiable, unsatisfiable and unknown.",
    ],
    rows: &ROWS,
};

const ROWS: [Row; 7] = [
    row("Hello", "hello", R, &["5.257", "0.181", "0.021", "0.290 / S 0.060", "S 0.160"]),
    row("HW", "hw", R, &["25.05", "0.941", "0.073", "0.698 / S 0.170", "S 13.84"]),
    row("HWM", "hwm", R, &["T/O", "4.660", "1.715", "2.135 / S 0.810", "X M/O"]),
    row("MatrIR", "matrir", R, &["95.00", "0.035", "0.015", "0.491 / S 70.80", "S 0.020"]),
    row("WinDriver", "windriver", R, &["28.39", "0.627", "0.178", "0.369 / S 0.080", "X 4.860"]),
    row("OneLoop", "oneloop", U, &["134.0", "0.003", "0.001", "0.001 / U 0.001", "U 0.010"]),
    row("TwoLoops", "twoloops", U, &["64.00", "0.003", "0.002", "0.004 / U 0.010", "U 0.001"]),
];
