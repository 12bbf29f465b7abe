//! What functions that print read of their arguments.

use super::streams::is_stream;
use crate::frontend::c::formats::literals;
use crate::frontend::c::tree::{Expr, ExprKind, Initializer, IntKind, Item, Tree, Type, Variable};
use std::collections::BTreeSet;

/// The argument that is the format of a function that prints.
pub(crate) fn format_of(name: &str) -> Option<usize> {
    match name.trim_start_matches("__builtin_").trim_start_matches('v') {
        "printf" | "wprintf" => Some(0),
        "fprintf" | "fwprintf" | "dprintf" | "syslog" => Some(1),
        _ => None,
    }
}

/// The arguments of a call that are texts which it reads, as far as that is to be seen.
pub(crate) fn texts(tree: &Tree, name: &str, arguments: &[Expr]) -> BTreeSet<usize> {
    if matches!(name, "puts" | "__builtin_puts" | "fputs" | "fputws") {
        return BTreeSet::from([0]);
    }
    let Some(at) = format_of(name).filter(|at| *at < arguments.len()) else { return BTreeSet::new() };
    let mut all = BTreeSet::from([at]);
    let formats = formats(tree, name, &arguments[at]).filter(|_| !name.starts_with('v')).unwrap_or_default();
    let read = formats.iter().map(|format| texts_in(format).into_iter().map(|i| at + 1 + i).collect());
    all.extend(read.reduce(|a: BTreeSet<usize>, b| &a & &b).unwrap_or_default());
    all
}

/// The argument that is a text which a function prints unless it is null.
pub(crate) fn may_be_null_text(name: &str) -> Option<usize> {
    match name {
        "perror" | "openlog" => Some(0),
        "psignal" => Some(1),
        _ => None,
    }
}

/// The texts of which the format of a function that prints is one, if that is to be seen; wide ones with a byte for each
/// character.
pub(crate) fn formats(tree: &Tree, name: &str, format: &Expr) -> Option<Vec<Vec<u8>>> {
    match &format.bare().kind {
        ExprKind::Variable(id) if is_wide(name) => wide_text(tree.variable(*id)).map(|text| vec![text]),
        _ => literals(tree, format).map(|all| all.into_iter().map(<[u8]>::to_vec).collect()),
    }
}

/// Which of the arguments behind a format are texts, of which it prints something: how much a number says that is an
/// argument itself may be nothing.
fn texts_in(format: &[u8]) -> BTreeSet<usize> {
    let (mut texts, mut taken, mut rest) = (BTreeSet::new(), 0, format);
    while let Some(at) = rest.iter().position(|byte| *byte == b'%') {
        rest = &rest[at + 1..];
        let how = rest.iter().take_while(|byte| b"-+ #0123456789.*'hlLjztq$".contains(byte)).count();
        let (how, behind) = rest.split_at(how);
        let Some((letter, after)) = behind.split_first() else { break };
        rest = after;
        if how.contains(&b'$') {
            // They come in another order.
            return BTreeSet::new();
        }
        taken += how.iter().filter(|byte| **byte == b'*').count();
        let precision = how.iter().position(|byte| *byte == b'.').map(|dot| &how[dot + 1..]);
        let is_some = precision.is_none_or(|digits| digits.iter().any(|digit| (b'1'..=b'9').contains(digit)));
        match letter {
            b'%' | b'm' => {}
            _ => {
                if *letter == b's' && is_some {
                    texts.insert(taken);
                }
                taken += 1;
            }
        }
    }
    texts
}

/// Whether a function that prints follows this argument or looks at its value; of streams others say that.
pub(crate) fn is_read(argument: &Expr) -> bool {
    let is_read = |e: &Expr| match &e.ty {
        Type::Pointer(to) | Type::Array(to, _) => !is_stream(to),
        Type::Int(_) | Type::Volatile(_) => true,
        _ => false,
    };
    is_read(argument) && is_read(argument.bare())
}

/// Whether printing this is right only if it is what is asked for: the text of a format says that by a percent sign, and
/// another pointer leads to a text that has to end.
pub(crate) fn may_print_wrongly(name: &str, argument: &Expr) -> bool {
    let is_format = name.contains("printf") || name.ends_with("syslog");
    let argument = argument.bare();
    match (&argument.kind, &argument.ty) {
        (ExprKind::String(text), _) => is_format && text.contains(&b'%'),
        (_, Type::Pointer(to) | Type::Array(to, _)) => !is_stream(to),
        _ => false,
    }
}

/// Whether `%n` can store where an argument of this type points to.
pub(crate) fn is_counted_in(ty: &Type) -> bool {
    let is_number = |kind: &IntKind| !matches!(kind, IntKind::Char | IntKind::UChar | IntKind::Bool);
    matches!(ty, Type::Pointer(to) if matches!(&**to, Type::Int(kind) if is_number(kind)))
}

/// Whether a format stores how much was written: `%n`.
pub(crate) fn stores(format: &[u8]) -> bool {
    let mut rest = format;
    while let Some(at) = rest.iter().position(|byte| *byte == b'%') {
        rest = &rest[at + 1..];
        let skipped = rest.iter().take_while(|byte| b"-+ #0123456789.*'hlLjztq$".contains(byte)).count();
        match rest.get(skipped) {
            Some(b'n') => return true,
            Some(_) => rest = &rest[skipped + 1..],
            None => return false,
        }
    }
    false
}

/// Whether a function that prints takes wide characters.
pub(crate) fn is_wide(name: &str) -> bool {
    name.ends_with("wprintf") || name == "fputws"
}

/// What a literal of wide characters says, with one byte for each.
fn wide_text(variable: &Variable) -> Option<Vec<u8>> {
    let Some(Initializer::List(items, _)) = variable.initializer.as_ref().filter(|_| variable.constant) else {
        return None;
    };
    let character = |item: &Item| match &item.initializer {
        Initializer::Expression(e) if item.designators.is_empty() => match &e.bare().kind {
            ExprKind::Constant(v) => Some(u8::try_from(v.clone()).unwrap_or(b'?')),
            _ => None,
        },
        _ => None,
    };
    items.iter().map(character).collect()
}

#[cfg(test)]
mod tests {
    use super::texts_in;

    #[test]
    fn percent_n_stores_wherever_it_stands() {
        let yes: [&[u8]; 4] = [b"%n", b"a%5hhn", b"%%%d%ln", b"%s %-*n"];
        let no: [&[u8]; 4] = [b"n", b"%%n", b"%dn %sn", b"%"];
        assert!(yes.iter().all(|format| super::stores(format)) && !no.iter().any(|format| super::stores(format)));
    }

    #[test]
    fn texts_are_what_percent_s_stands_for() {
        let cases: [(&[u8], &[usize]); 9] = [
            (b"%s", &[0]),
            (b"%d %5s%%%-*ls", &[1, 3]),
            (b"%.*s %.3s", &[2]),
            (b"%.s %.0s %.10s", &[2]),
            (b"%m%s", &[0]),
            (b"%2$s %1$s", &[]),
            (b"%p %c %lld %zu %s", &[4]),
            (b"100%", &[]),
            (b"", &[]),
        ];
        for (format, expected) in cases {
            let found: Vec<usize> = texts_in(format).into_iter().collect();
            assert_eq!(found, expected, "{}", String::from_utf8_lossy(format));
        }
    }
}
