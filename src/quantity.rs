//! Amounts as people write them: sizes of memory and lengths of time.
//!
//! Reading and showing only; what an amount limits is known elsewhere.

use std::fmt::Display;
use std::time::Duration;

/// The units of sizes, and their bytes. A letter alone stands for the power of two.
const SIZES: [(&str, u64); 11] = [
    ("GiB", 1 << 30),
    ("GB", 1_000_000_000),
    ("MiB", 1 << 20),
    ("MB", 1_000_000),
    ("KiB", 1 << 10),
    ("kB", 1_000),
    ("B", 1),
    ("G", 1 << 30),
    ("M", 1 << 20),
    ("K", 1 << 10),
    ("", 1),
];

/// The units of time, and their seconds.
const TIMES: [(&str, f64); 5] = [("ms", 0.001), ("s", 1.0), ("min", 60.0), ("h", 3600.0), ("", 1.0)];

/// `1 fact`, `2 facts`.
pub fn counted<N: Display + PartialEq + From<u8>>(n: N, one: &str) -> String {
    if n == N::from(1) { format!("1 {one}") } else { format!("{n} {one}s") }
}

/// A number of bytes: `2GiB`, `500MB`, `1G` (which is `1GiB`), or a plain number. At least 1.
pub fn size(text: &str) -> Result<u64, String> {
    let (number, unit) = split(text);
    let bytes = SIZES.iter().find(|(name, _)| name.eq_ignore_ascii_case(unit)).map(|(_, bytes)| bytes);
    let (Some(bytes), Ok(number)) = (bytes, number.parse::<u64>()) else {
        return Err(format!("`{text}` is no size: write 2GiB, 512MiB, 500MB, or a number of bytes"));
    };
    match number.checked_mul(*bytes) {
        Some(0) => Err(format!("`{text}` is no size: it has to be more than 0")),
        Some(size) => Ok(size),
        None => Err(format!("`{text}` is more than 64 bits can count")),
    }
}

/// A length of time: `10s`, `500ms`, `2min`, `1h`, or a plain number of seconds. Fractions are fine; more than 0.
pub fn duration(text: &str) -> Result<Duration, String> {
    let (number, unit) = split(text);
    let seconds = TIMES.iter().find(|(name, _)| *name == unit).map(|(_, seconds)| seconds);
    let (Some(seconds), Ok(number)) = (seconds, number.parse::<f64>()) else {
        return Err(format!("`{text}` is no time: write 10s, 500ms, 2min, 1h, or a number of seconds"));
    };
    match Duration::try_from_secs_f64(number * seconds) {
        Ok(time) if !time.is_zero() => Ok(time),
        Ok(_) => Err(format!("`{text}` is no time: it has to be more than 0")),
        Err(_) => Err(format!("`{text}` is more than a clock can count")),
    }
}

/// A size in the largest unit that divides it: `2 GiB`, `500 MB`.
pub fn show_size(bytes: u64) -> String {
    let (unit, each) = SIZES.iter().find(|(_, each)| bytes.is_multiple_of(*each)).unwrap_or(&("B", 1));
    format!("{} {unit}", bytes / each)
}

/// The number in front, and the unit after it; spaces between them do not count.
fn split(text: &str) -> (&str, &str) {
    let text = text.trim();
    let end = text.find(|c: char| !c.is_ascii_digit() && c != '.').unwrap_or(text.len());
    (&text[..end], text[end..].trim_start())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_has_no_plural() {
        assert_eq!(
            [counted(0_usize, "fact"), counted(1_u64, "fact"), counted(2, "fact")],
            ["0 facts", "1 fact", "2 facts"]
        );
    }

    #[test]
    fn sizes_are_read_and_shown() {
        let cases = [
            ("2GiB", 2 << 30, "2 GiB"),
            ("512MiB", 512 << 20, "512 MiB"),
            ("500MB", 500_000_000, "500 MB"),
            ("1G", 1 << 30, "1 GiB"),
            ("3 m", 3 << 20, "3 MiB"),
            ("64k", 64 << 10, "64 KiB"),
            ("1gb", 1_000_000_000, "1 GB"),
            ("1048576", 1 << 20, "1 MiB"),
            ("7B", 7, "7 B"),
        ];
        for (text, bytes, shown) in cases {
            assert_eq!((size(text), show_size(bytes).as_str()), (Ok(bytes), shown), "{text}");
        }
    }

    #[test]
    fn what_is_no_size_is_refused() {
        for text in ["", "GiB", "0", "0MB", "-1", "1.5GiB", "2TiB", "2 G B", "1e9", "20000000000G", "2GiB2"] {
            assert!(size(text).is_err(), "{text}");
        }
    }

    #[test]
    fn times_are_read() {
        let cases = [("10s", 10_000), ("500ms", 500), ("2min", 120_000), ("1h", 3_600_000), ("1.5", 1500), ("3", 3000)];
        for (text, ms) in cases.into_iter().chain([(".5 s", 500), ("0.5h", 1_800_000)]) {
            assert_eq!(duration(text), Ok(Duration::from_millis(ms)), "{text}");
        }
    }

    #[test]
    fn what_is_no_time_is_refused() {
        for text in ["", "s", "0", "0ms", "-1", "1e3", "inf", "nan", "5m", "1.2.3s", "10sec", "99999999999999999999h"] {
            assert!(duration(text).is_err(), "{text}");
        }
    }
}
