//! A condition in front of a program: what the header of `lariat condition` asks for, taken from the arguments.
//!
//! The struct of the header names the inputs in its comments. An array has as many elements there as the largest argument;
//! those that an argument does not have are 0, which no run of it reads.

use super::harness::Local;
use std::fmt::Write;

/// The header in its folder.
pub const FILE: &str = "condition.h";

/// Includes the header, with room for all elements; nothing where nothing is assumed.
pub fn included(condition: Option<&str>, locals: &[Local]) -> Result<String, String> {
    if condition.is_none() {
        return Ok(String::new());
    }
    let elements = locals.iter().map(elements).collect::<Result<Vec<u64>, String>>()?;
    let most = elements.into_iter().max().unwrap_or(1);
    Ok(format!("#define LARIAT_ELEMENTS {most}\n#include \"{FILE}\"\n"))
}

/// How many elements a variable has in all its dimensions.
pub fn elements(local: &Local) -> Result<u64, String> {
    let number = |s: &String| s.parse::<u64>().map_err(|_| format!("`{}` is no number of elements", s));
    local.dimensions.iter().map(number).product()
}

/// Declares `lariat_in` and fills it from variables, each of which is where `place` says.
pub fn filled(header: &str, locals: &[Local], place: &dyn Fn(&str) -> String) -> Result<String, String> {
    let mut out =
        "    struct lariat_inputs lariat_in;\n    __builtin_memset(&lariat_in, 0, sizeof lariat_in);\n".to_string();
    for (field, input) in fields(header) {
        let of = |name: &str| locals.iter().find(|l| l.name == name);
        let length = input.strip_suffix(".length").and_then(of);
        if let Some(local) = length.filter(|l| !l.dimensions.is_empty()) {
            let _ = writeln!(out, "    lariat_in.{field} = {};", elements(local)?);
        } else if let Some(local) = of(input) {
            let (ty, at) = (&local.ty, place(&local.name));
            if local.dimensions.is_empty() {
                let _ = writeln!(out, "    lariat_in.{field} = {at};");
            } else {
                let _ = writeln!(
                    out,
                    "    _Static_assert(sizeof *lariat_in.{field} == sizeof({ty}) && sizeof lariat_in.{field} >= sizeof {at}, \
                     \"elements fit\");\n    __builtin_memcpy(lariat_in.{field}, {at}, sizeof {at});",
                );
            }
        } else {
            return Err(format!("no argument is the input `{input}`"));
        }
    }
    Ok(out)
}

/// What the struct of a header has: each field with the input that it is.
fn fields(header: &str) -> Vec<(&str, &str)> {
    let (_, rest) = header.split_once("struct lariat_inputs {").unwrap_or_default();
    let (fields, _) = rest.split_once("};").unwrap_or_default();
    fields.lines().filter_map(field).collect()
}

fn field(line: &str) -> Option<(&str, &str)> {
    let (declared, comment) = line.trim().split_once("; /* ")?;
    let (_, name) = declared.split_once(' ')?;
    Some((name.split('[').next()?, comment.split_once(": ")?.0))
}
