//! What `sscanf` reads from a string, and `scanf` from the world.

use super::{Given, character, length, number, shown};
use crate::frontend::c::tree::IntKind;
use std::fmt::Write;

/// What the functions share.
pub(super) const HELPERS: &str = include_str!("scan.c");

/// A part of a format.
enum Part {
    Space,
    Character(u8),
    Integer {
        kind: IntKind,
        base: u32,
        width: Option<u32>,
        kept: bool,
    },
    /// A floating-point number of a type.
    Real {
        kind: IntKind,
        kept: bool,
    },
    Characters {
        width: u32,
        kept: bool,
    },
    /// What is in a set, as a condition on `c`.
    Text {
        allowed: String,
        skips: bool,
        width: Option<u32>,
        kept: bool,
    },
    Position {
        kind: IntKind,
    },
}

/// A function that reads from its first argument what a format says, called `NAME`.
pub(super) fn from_text(format: &[u8], given: &Given) -> Result<String, String> {
    let mut out = String::from("  unsigned long i = 0;\n  int count = 0;\n");
    let mut parameters = String::new();
    let mut taken = 0;
    let mut next = |kind: IntKind| -> Result<String, String> {
        let name = format!("a{taken}");
        let _ = write!(parameters, ", {} *{name}", given.place(taken, kind)?);
        taken += 1;
        Ok(name)
    };
    const SKIP: &str = "  while (__is_space(s[i]))\n    i++;\n";
    const ENDED: &str = "  if (!s[i])\n    return count > 0 ? count : -1;\n";
    for part in parts(format)? {
        match part {
            Part::Space => out.push_str(SKIP),
            Part::Character(c) => {
                let _ = writeln!(out, "{ENDED}  if (s[i] != {})\n    return count;\n  i++;", character(c));
            }
            Part::Integer { kind, base, width, kept } => {
                let most = width.map_or("-1UL".into(), |n| n.to_string());
                let signed = kind.signed();
                let highest = match (kind.storage_bits(given.model), signed) {
                    (bits, true) => (1u128 << (bits - 1)) - 1,
                    (bits, false) => (1u128 << bits) - 1,
                };
                let _ = write!(
                    out,
                    "{SKIP}{ENDED}  {{\n    unsigned long long value;\n    \
                     unsigned long n = __scan_number(s + i, {most}, {base}, {highest}ULL, {}, &value);\n    \
                     if (!n)\n      return count;\n    i += n;\n",
                    i32::from(signed)
                );
                if kept {
                    let place = next(kind)?;
                    let _ = writeln!(out, "    *{place} = value;\n    count++;");
                }
                out.push_str("  }\n");
            }
            Part::Real { kind, kept } => {
                let function = if kind == IntKind::Float { "strtof" } else { "strtod" };
                let _ = write!(
                    out,
                    "{SKIP}{ENDED}  {{\n    char *end;\n    {} value = {function}(s + i, &end);\n    \
                     unsigned long n = __scan_end(s + i, end, value);\n    \
                     if (!n)\n      return count;\n    i += n;\n",
                    kind.name()
                );
                if kept {
                    let place = next(kind)?;
                    let _ = writeln!(out, "    *{place} = value;\n    count++;");
                }
                out.push_str("  }\n");
            }
            Part::Characters { width, kept } => {
                out.push_str(ENDED);
                let place = if kept { Some(next(IntKind::Char)?) } else { None };
                let store = place.as_ref().map_or(String::new(), |p| format!("    {p}[n] = s[i];\n"));
                let _ = write!(
                    out,
                    "  for (unsigned long n = 0; n < {width}; n++) {{\n    if (!s[i])\n      \
                     __lariat_not_followed(\"`%c` reads less than its width\");\n{store}    i++;\n  }}\n"
                );
                out.push_str(if place.is_some() { "  count++;\n" } else { "" });
            }
            Part::Text { allowed, skips, width, kept } => {
                out.push_str(if skips { SKIP } else { "" });
                out.push_str(ENDED);
                let place = if kept { Some(next(IntKind::Char)?) } else { None };
                let store = place.as_ref().map_or(String::new(), |p| format!("      {p}[n] = c;\n"));
                let end = place.as_ref().map_or(String::new(), |p| format!("    {p}[n] = 0;\n    count++;\n"));
                let most = width.map_or(String::new(), |n| format!("n < {n} && "));
                let _ = write!(
                    out,
                    "  {{\n    unsigned long n = 0;\n    while ({most}s[i]) {{\n      char c = s[i];\n      \
                     if (!({allowed}))\n        break;\n{store}      n++;\n      i++;\n    }}\n    \
                     if (n == 0)\n      return count;\n{end}  }}\n"
                );
            }
            Part::Position { kind } => {
                let place = next(kind)?;
                let _ = writeln!(out, "  *{place} = i;");
            }
        }
    }
    given.all(taken)?;
    Ok(format!("static int NAME(const char *s, const char *format{parameters}) {{\n{out}  return count;\n}}\n\n"))
}

/// The same from the world: how much is read is an input, and so is what; nothing where only integers and single
/// characters are read, which needs no function.
pub(super) fn from_world(format: &[u8], given: &Given, stream: bool) -> Result<Option<String>, String> {
    let parts = parts(format)?;
    let is_simple = |part: &Part| match part {
        Part::Space | Part::Character(_) => true,
        Part::Integer { width, kept, .. } => width.is_none() && *kept,
        Part::Characters { width, kept } => *width == 1 && *kept,
        Part::Real { .. } | Part::Text { .. } | Part::Position { .. } => false,
    };
    if parts.iter().all(is_simple) {
        return Ok(None);
    }
    let mut out = String::new();
    let mut parameters = String::new();
    let mut count = 0;
    for part in parts {
        let begin = format!("  if (count > {count}) {{\n");
        let mut next = |kind: IntKind| -> Result<String, String> {
            let _ = write!(parameters, ", {} *a{count}", given.place(count, kind)?);
            count += 1;
            Ok(format!("a{}", count - 1))
        };
        match part {
            Part::Space | Part::Character(_) => {}
            Part::Integer { kept: false, .. }
            | Part::Real { kept: false, .. }
            | Part::Characters { kept: false, .. }
            | Part::Text { kept: false, .. } => {}
            Part::Integer { kind, width: None, .. } => {
                let place = next(kind)?;
                let _ = writeln!(out, "{begin}    *{place} = ({})scanf__number();\n  }}", kind.name());
            }
            Part::Real { kind, .. } => {
                let place = next(kind)?;
                let _ = writeln!(out, "{begin}    *{place} = scanf__{}();\n  }}", kind.name());
            }
            Part::Integer { .. } => return Err("a width of a number in its format".into()),
            Part::Characters { width, .. } => {
                let place = next(IntKind::Char)?;
                let _ = writeln!(
                    out,
                    "{begin}    for (unsigned long i = 0; i < {width}; i++)\n      {place}[i] = scanf__character();\n  }}"
                );
            }
            Part::Text { allowed, width, .. } => {
                let place = next(IntKind::Char)?;
                let most = width.map_or(String::new(), |n| format!(" && n <= {n}"));
                let _ = writeln!(
                    out,
                    "{begin}    unsigned long n = scanf__length();\n    __builtin_assume(n > 0{most});\n    \
                     for (unsigned long i = 0; i < n; i++) {{\n      char c = scanf__character();\n      \
                     __builtin_assume({allowed});\n      {place}[i] = c;\n    }}\n    {place}[n] = 0;\n  }}"
                );
            }
            Part::Position { .. } => return Err(shown(Some(&b'n'))),
        }
    }
    given.all(count)?;
    let stream = if stream { "void *stream, " } else { "" };
    Ok(Some(format!(
        "static int NAME({stream}const char *format{parameters}) {{\n  int count = scanf__count();\n  \
         __builtin_assume(count >= -1 && count <= {count});\n{out}  return count;\n}}\n\n"
    )))
}

fn parts(format: &[u8]) -> Result<Vec<Part>, String> {
    let mut all = vec![];
    let mut rest = format;
    while let Some((byte, after)) = rest.split_first() {
        rest = after;
        match byte {
            b'%' => conversion(&mut rest, &mut all)?,
            b' ' | b'\t'..=b'\r' => all.push(Part::Space),
            other => all.push(Part::Character(*other)),
        }
    }
    Ok(all)
}

fn conversion(rest: &mut &[u8], all: &mut Vec<Part>) -> Result<(), String> {
    let kept = match rest.strip_prefix(b"*") {
        Some(after) => {
            *rest = after;
            false
        }
        None => true,
    };
    let width = match rest.first().is_some_and(u8::is_ascii_digit) {
        true => Some(number(rest).filter(|n| *n > 0).ok_or("such a width in its format")?),
        false => None,
    };
    let kind = length(rest);
    let Some((letter, after)) = rest.split_first() else { return Err(shown(None)) };
    *rest = after;
    let part = match letter {
        b'%' if kept && width.is_none() && kind.is_none() => {
            all.push(Part::Space);
            Part::Character(b'%')
        }
        b'd' | b'i' | b'u' | b'x' | b'X' | b'o' => {
            let kind = kind.unwrap_or(IntKind::Int);
            let (base, signed) = match letter {
                b'd' => (10, true),
                b'i' => (0, true),
                b'u' => (10, false),
                b'o' => (8, false),
                _ => (16, false),
            };
            Part::Integer { kind: if signed { kind } else { kind.unsigned_version() }, base, width, kept }
        }
        b'f' | b'F' | b'e' | b'E' | b'g' | b'G' | b'a' | b'A'
            if width.is_none() && matches!(kind, None | Some(IntKind::Long)) =>
        {
            Part::Real { kind: if kind.is_some() { IntKind::Double } else { IntKind::Float }, kept }
        }
        b'c' if kind.is_none() => Part::Characters { width: width.unwrap_or(1), kept },
        b's' if kind.is_none() => {
            let allowed = "c != ' ' && !(c >= '\\t' && c <= '\\r')".to_string();
            Part::Text { allowed, skips: true, width, kept }
        }
        b'[' if kind.is_none() => Part::Text { allowed: set(rest)?, skips: false, width, kept },
        b'n' if kept && width.is_none() => Part::Position { kind: kind.unwrap_or(IntKind::Int) },
        other => return Err(shown(Some(other))),
    };
    all.push(part);
    Ok(())
}

/// The condition that a character is in a set, of which the bracket was read.
fn set(rest: &mut &[u8]) -> Result<String, String> {
    let negated = rest.first() == Some(&b'^');
    *rest = &rest[usize::from(negated)..];
    // A bracket that closes is the first character, or the end.
    let end = rest.iter().skip(1).position(|byte| *byte == b']').ok_or("a set in its format that has no end")? + 1;
    let (inside, after) = rest.split_at(end);
    *rest = &after[1..];
    let mut allowed = vec![];
    let mut i = 0;
    while i < inside.len() {
        match inside[i + 1..] {
            [b'-', to, ..] if inside[i] <= to => {
                if !inside[i].is_ascii() || !to.is_ascii() {
                    return Err("a range of such characters in its format".into());
                }
                allowed.push(format!("(c >= {} && c <= {})", character(inside[i]), character(to)));
                i += 3;
            }
            [b'-', _, ..] => return Err("such a range in its format".into()),
            _ => {
                allowed.push(format!("c == {}", character(inside[i])));
                i += 1;
            }
        }
    }
    let any = allowed.join(" || ");
    Ok(if negated { format!("!({any})") } else { any })
}
