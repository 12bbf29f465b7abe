//! Sizes and durations as people write them: `2GiB`, `10s`.

use std::time::Duration;

/// A number of bytes: `2GiB`, `512MiB`, `500MB`, or plain bytes.
pub fn size(text: &str) -> Result<u64, String> {
    let (number, unit) = split(text);
    let factor: f64 = match unit {
        "" | "B" => 1.0,
        "K" | "KiB" => 1024.0,
        "M" | "MiB" => 1024.0 * 1024.0,
        "G" | "GiB" => 1024.0 * 1024.0 * 1024.0,
        "KB" => 1e3,
        "MB" => 1e6,
        "GB" => 1e9,
        _ => return Err(format!("`{text}` is not a size such as 2GiB")),
    };
    match number.parse::<f64>() {
        Ok(n) if n > 0.0 && n * factor < 1e18 => Ok((n * factor) as u64),
        _ => Err(format!("`{text}` is not a size such as 2GiB")),
    }
}

/// A time: `10s`, `500ms`, `2min`, `1h`, or a plain number of seconds.
pub fn duration(text: &str) -> Result<Duration, String> {
    let (number, unit) = split(text);
    let factor = match unit {
        "" | "s" => 1.0,
        "ms" => 0.001,
        "min" => 60.0,
        "h" => 3600.0,
        _ => return Err(format!("`{text}` is not a time such as 10s")),
    };
    let seconds = number.parse::<f64>().map_err(|_| format!("`{text}` is not a time such as 10s"))?;
    match Duration::try_from_secs_f64(seconds * factor) {
        Ok(d) if !d.is_zero() => Ok(d),
        _ => Err(format!("`{text}` is not a positive time")),
    }
}

fn split(text: &str) -> (&str, &str) {
    let end = text.trim_end_matches(|c: char| c.is_ascii_alphabetic()).len();
    (text[..end].trim(), &text[end..])
}
