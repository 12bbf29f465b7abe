//! What `sprintf` and its like write.

use super::{Given, character, length, number, shown};
use crate::frontend::c::tree::IntKind;
use std::fmt::Write;

/// What the functions share, once with a limit and once without.
pub(super) fn helpers() -> String {
    let text = include_str!("print.c");
    let limited = text.replace("HOW_", "__limited_");
    let free = text.replace("HOW_", "__free_");
    format!(
        "#define STORE(i, c) if ((i) + 1 < size) to[i] = (c)\n{limited}\n\
         #undef STORE\n#define STORE(i, c) to[i] = (c)\n{free}\n#undef STORE\n"
    )
}

/// A function that writes what a format says, called `NAME`.
pub(super) fn function(format: &[u8], given: &Given, limited: bool, new: bool) -> Result<String, String> {
    let mut writer = Writer { given, how: if limited { "__limited" } else { "__free" }, out: String::new(), taken: 0 };
    let mut parameters = String::new();
    let mut rest = format;
    while let Some((byte, after)) = rest.split_first() {
        rest = after;
        match byte {
            b'%' => writer.conversion(&mut rest, &mut parameters)?,
            other => writer.character(&character(*other)),
        }
    }
    given.all(writer.taken)?;
    let (body, end) = (writer.out, "  return at > 2147483647 ? -1 : (int)at;\n}\n");
    let last = match limited {
        true => "  if (size > 0)\n    to[at < size ? at : size - 1] = 0;\n",
        false => "  to[at] = 0;\n",
    };
    let size = if limited { ", unsigned long size" } else { "" };
    let unlimited = if limited { "" } else { "  unsigned long size = -1UL;\n" };
    if new {
        let names: String = (0..writer.taken).map(|i| format!(", a{i}")).collect();
        return Ok(format!(
            "static int __in_NAME(char *to, unsigned long size{parameters}) {{\n  unsigned long at = 0;\n{body}{last}{end}\n\
             static int NAME(char **to, const char *format{parameters}) {{\n\
             \x20 int n = __in_NAME((char *)0, 0{names});\n  if (n < 0)\n    return -1;\n\
             \x20 char *text = __builtin_malloc((unsigned long)n + 1);\n  if (!text)\n    return -1;\n  *to = text;\n\
             \x20 return __in_NAME(text, (unsigned long)n + 1{names});\n}}\n"
        ));
    }
    Ok(format!(
        "static int NAME(char *to{size}, const char *format{parameters}) {{\n{unlimited}  unsigned long at = 0;\n{body}{last}{end}\n"
    ))
}

/// A function that writes what a format says that is known only when the program runs, called `NAME`.
pub(super) fn open(limited: bool, new: bool) -> String {
    let (parameters, call) = match (limited, new) {
        (_, true) => ("char **to", "vasprintf(to, "),
        (true, false) => ("char *to, unsigned long size", "vsnprintf(to, size, "),
        (false, false) => ("char *to", "vsnprintf(to, -1UL, "),
    };
    format!(
        "static int NAME({parameters}, const char *format, ...) {{\n  __builtin_va_list all;\n\
         \x20 __builtin_va_start(all, format);\n  int n = {call}format, all);\n\
         \x20 __builtin_va_end(all);\n  return n;\n}}\n\n"
    )
}

struct Writer<'g> {
    given: &'g Given<'g>,
    how: &'static str,
    out: String,
    taken: usize,
}

/// How wide something is written: nothing, a number, or an argument.
type Size = Option<String>;

impl Writer<'_> {
    fn character(&mut self, value: &str) {
        let store = match self.how {
            "__limited" => "  if (at + 1 < size)\n    to[at]",
            _ => "  to[at]",
        };
        let _ = writeln!(self.out, "{store} = {value};\n  at++;");
    }

    /// The next argument, which is of this type.
    fn parameter(&mut self, ty: &str, parameters: &mut String) -> String {
        let name = format!("a{}", self.taken);
        let _ = write!(parameters, ", {ty} {name}");
        self.taken += 1;
        name
    }

    fn integer(&mut self, kind: IntKind, parameters: &mut String) -> Result<String, String> {
        let ty = self.given.integer(self.taken, kind)?;
        Ok(self.parameter(ty, parameters))
    }

    fn floating(&mut self, parameters: &mut String) -> Result<String, String> {
        self.given.floating(self.taken)?;
        Ok(self.parameter("double", parameters))
    }

    /// A number or `*`.
    fn size(&mut self, rest: &mut &[u8], parameters: &mut String) -> Result<Size, String> {
        if let Some(after) = rest.strip_prefix(b"*") {
            *rest = after;
            return self.integer(IntKind::Int, parameters).map(Some);
        }
        match rest.first().is_some_and(u8::is_ascii_digit) {
            true => Ok(Some(number(rest).ok_or("so large a number in its format")?.to_string())),
            false => Ok(None),
        }
    }

    fn conversion(&mut self, rest: &mut &[u8], parameters: &mut String) -> Result<(), String> {
        let flags: Vec<u8> = rest.iter().copied().take_while(|b| b"-+ #0".contains(b)).collect();
        *rest = &rest[flags.len()..];
        let has = |flag: u8| flags.contains(&flag);
        let width = self.size(rest, parameters)?;
        let precision = match rest.strip_prefix(b".") {
            Some(after) => {
                *rest = after;
                Some(self.size(rest, parameters)?.unwrap_or("0".into()))
            }
            None => None,
        };
        let kind = length(rest);
        let Some((letter, after)) = rest.split_first() else { return Err(shown(None)) };
        *rest = after;
        let plain = flags.is_empty() && width.is_none() && precision.is_none();
        let (how, left) = (self.how, i32::from(has(b'-')));
        let wide = width.unwrap_or("0".into());
        let most = precision.clone().unwrap_or("-1".into());
        match letter {
            b'%' if plain && kind.is_none() => self.character(&character(b'%')),
            b'c' if kind.is_none() && precision.is_none() && flags.iter().all(|flag| *flag == b'-') => {
                let value = self.integer(IntKind::Int, parameters)?;
                if plain {
                    self.character(&format!("(char){value}"));
                } else {
                    let _ = writeln!(self.out, "  {{\n    int w = {wide}, left = w < 0 || {left};");
                    let _ = writeln!(self.out, "    unsigned long n = w < 0 ? -(unsigned long)w : (unsigned long)w;");
                    let _ = writeln!(self.out, "    n = n > 1 ? n - 1 : 0;");
                    let _ = writeln!(self.out, "    if (!left)\n      at = {how}_repeat(to, size, at, ' ', n);");
                    self.character(&format!("(char){value}"));
                    let _ = writeln!(self.out, "    if (left)\n      at = {how}_repeat(to, size, at, ' ', n);\n  }}");
                }
            }
            b's' if kind.is_none() && flags.iter().all(|flag| *flag == b'-') => {
                let ty = self.given.place(self.taken, IntKind::Char)?;
                let text = self.parameter(&format!("const {ty} *"), parameters);
                let text = format!("(const char *){text}");
                let _ = match plain {
                    true => writeln!(self.out, "  at = {how}_text(to, size, at, {text});"),
                    false => {
                        writeln!(self.out, "  at = {how}_field(to, size, at, {text}, {wide}, {most}, {left});")
                    }
                };
            }
            b'd' | b'i' | b'u' | b'x' | b'X' | b'o' => {
                let kind = kind.unwrap_or(IntKind::Int);
                let signed = matches!(letter, b'd' | b'i');
                let kind = if signed { kind } else { kind.unsigned_version() };
                let value = self.integer(kind, parameters)?;
                let base = match letter {
                    b'x' | b'X' => 16,
                    b'o' => 8,
                    _ => 10,
                };
                let ten = if *letter == b'X' { 'A' } else { 'a' };
                let _ = writeln!(self.out, "  {{\n    {} v = ({}){value};", kind.name(), kind.name());
                let amount = match signed {
                    true => "v < 0 ? -(unsigned long long)v : (unsigned long long)v",
                    false => "v",
                };
                if plain {
                    if signed {
                        self.out.push_str("  if (v < 0) {\n");
                        self.character(&character(b'-'));
                        self.out.push_str("  }\n");
                    }
                    let _ = writeln!(self.out, "    at = {how}_digits(to, size, at, {amount}, {base}, '{ten}');\n  }}");
                } else {
                    let positive = positive(&flags);
                    let sign = if signed { format!("v < 0 ? '-' : {positive}") } else { "0".into() };
                    let (marked, zero) = (i32::from(has(b'#')), i32::from(has(b'0')));
                    let _ = writeln!(
                        self.out,
                        "    at = {how}_number(to, size, at, {amount}, {base}, '{ten}', {sign}, {marked}, {wide}, {most}, {left}, {zero});\n  }}"
                    );
                }
            }
            b'f' | b'F' | b'g' | b'G'
                if matches!(kind, None | Some(IntKind::Long)) && !(has(b'#') && b"gG".contains(letter)) =>
            {
                let value = self.floating(parameters)?;
                let general = i32::from(b"gG".contains(letter));
                let upper = i32::from(letter.is_ascii_uppercase());
                let positive = positive(&flags);
                let (marked, zero) = (i32::from(has(b'#')), i32::from(has(b'0')));
                let _ = writeln!(
                    self.out,
                    "  at = {how}_floating(to, size, at, {value}, {general}, {upper}, {positive}, {marked}, {wide}, {most}, {left}, {zero});"
                );
            }
            b'e' | b'E' if matches!(kind, None | Some(IntKind::Long)) => {
                let value = self.floating(parameters)?;
                let (upper, positive) = (i32::from(*letter == b'E'), positive(&flags));
                let _ = writeln!(
                    self.out,
                    "  if ({value} - {value} == 0)\n    \
                     __lariat_not_followed(\"a format writes a floating-point number with an exponent\");\n  \
                     at = {how}_endless(to, size, at, {value}, {upper}, {positive}, {wide}, {left});"
                );
            }
            other => return Err(shown(Some(other))),
        }
        Ok(())
    }
}

/// What stands in front of numbers that are not negative.
fn positive(flags: &[u8]) -> &'static str {
    match (flags.contains(&b'+'), flags.contains(&b' ')) {
        (true, _) => "'+'",
        (_, true) => "' '",
        _ => "0",
    }
}
