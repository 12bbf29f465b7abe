//! `_Generic`: the library gives all results, not which one is selected.

use super::cursor::Cursor;
use super::reader::{Reader, refusal};
use crate::frontend::c::tree::Expr;
use clang_sys::*;

/// The word of the association for all other types.
const DEFAULT: &str = "default";

impl<'u> Reader<'u, '_> {
    /// The expression that is selected: the only one of its type, or a constant, or else the one whose type is written
    /// like that of what selects it.
    pub fn generic(&mut self, c: Cursor<'u>) -> Expr {
        let operands = c.operands();
        let Some((control, results)) = operands.split_first() else {
            return self.refused_expression(c, refusal("this `_Generic`"));
        };
        let wanted = c.ty().canonical().key();
        let fits = |e: &Cursor| e.ty().canonical().key() == wanted;
        let mut fitting = results.iter().filter(|e| fits(e));
        if let (Some(only), None) = (fitting.next(), fitting.next()) {
            return self.expression(*only);
        }
        // Values of constants Clang computes; of anything else it would not tell what is selected.
        let is_literal = |e: &Cursor| matches!(e.kind(), CXCursor_IntegerLiteral | CXCursor_CharacterLiteral);
        if results.iter().filter(|e| fits(e)).all(is_literal) {
            return self.constant(c, "this `_Generic`");
        }
        let selected = self.selected(c, *control, results.len()).map(|i| results[i]);
        match selected.filter(fits) {
            Some(result) => self.expression(result),
            None => self.refused_expression(c, refusal("a `_Generic` with several results of one type")),
        }
    }

    /// The association whose type is that of the control, where all of them are written in words of C.
    fn selected(&self, c: Cursor<'u>, control: Cursor<'u>, count: usize) -> Option<usize> {
        let first = self.unit.written(c.raw_start())?;
        let end = (first.at.offset + 4000).min(self.unit.file_length(first.at.file));
        let words = self.unit.words(first.at.file, first.at.offset, end);
        let types = associations(&words.iter().map(|w| w.text.as_str()).collect::<Vec<_>>())?;
        let ty = control.ty().canonical();
        let of_array = matches!(ty.kind(), CXType_ConstantArray | CXType_IncompleteArray | CXType_VariableArray);
        let spelled = if of_array { format!("{} *", ty.element().spelling()) } else { ty.spelling() };
        let of_control = normal(&separate(&spelled), true)?;
        // A word that is none of C's may be any type.
        let known = types.iter().map(|t| if *t == [DEFAULT] { Some(vec![]) } else { normal(t, false) });
        let known: Vec<Vec<String>> = known.collect::<Option<_>>()?;
        let default = || types.iter().position(|t| *t == [DEFAULT]);
        let found = known.iter().position(|t| *t == of_control).or_else(default);
        found.filter(|_| types.len() == count)
    }
}

/// The types of the associations of a `_Generic` that begins with the first word.
fn associations<'t>(words: &[&'t str]) -> Option<Vec<Vec<&'t str>>> {
    let mut types: Vec<Vec<&str>> = Vec::new();
    let (mut depth, mut current, mut is_type) = (0, Vec::new(), false);
    for word in words.strip_prefix(&["_Generic"])? {
        match *word {
            "(" | "[" | "{" => depth += 1,
            ")" | "]" | "}" => depth -= 1,
            "," if depth == 1 => {
                (current, is_type) = (Vec::new(), true);
                continue;
            }
            ":" if depth == 1 && is_type => {
                types.push(std::mem::take(&mut current));
                is_type = false;
                continue;
            }
            _ => {}
        }
        if depth == 0 {
            return Some(types);
        }
        current.push(*word);
    }
    None
}

/// The words of a type as Clang spells it.
fn separate(spelled: &str) -> Vec<&str> {
    spelled
        .split_inclusive('*')
        .flat_map(|part| match part.strip_suffix('*') {
            Some(words) => words.split_whitespace().chain(Some("*")).collect::<Vec<_>>(),
            None => part.split_whitespace().collect(),
        })
        .collect()
}

/// A type of words of C and stars, one for all its spellings; of a value the outermost qualifiers do not count.
fn normal(words: &[&str], is_value: bool) -> Option<Vec<String>> {
    let mut levels: Vec<Vec<&str>> = words.split(|w| *w == "*").map(<[_]>::to_vec).collect();
    let last = levels.len() - 1;
    for (i, level) in levels.iter_mut().enumerate() {
        let is_qualifier = |w: &&str| matches!(*w, "const" | "volatile" | "restrict");
        if i == last && is_value {
            level.retain(|w| !is_qualifier(w));
        }
        if i > 0 && !level.iter().all(is_qualifier) {
            return None;
        }
        let is_long = |w: &&str| matches!(*w, "short" | "long" | "double" | "char");
        let has = |word: &str| level.contains(&word);
        let is_int = has("signed") || has("unsigned") || level.iter().any(is_long);
        let needs_sign = has("char");
        let is_tagged = matches!(level.iter().find(|w| !is_qualifier(w)), Some(&("struct" | "union" | "enum")));
        if i == 0 && !is_tagged && !level.iter().all(|w| is_qualifier(w) || is_word_of_type(w)) {
            return None;
        }
        if is_int && !level.iter().all(|w| is_qualifier(w) || *w == "int" || *w == "signed") {
            level.retain(|w| *w != "int" && (*w != "signed" || needs_sign));
        } else if is_int {
            level.retain(|w| *w != "signed" && *w != "int");
            level.push("int");
        }
        level.sort_unstable();
    }
    Some(levels.into_iter().map(|level| level.join(" ")).collect())
}

fn is_word_of_type(word: &str) -> bool {
    let words = ["void", "char", "short", "int", "long", "float", "double", "signed", "unsigned", "_Bool", "bool"];
    words.contains(&word)
}

#[cfg(test)]
mod tests {
    use super::{normal, separate};

    #[test]
    fn types_are_compared_beyond_their_spelling() {
        let same =
            |a: &str, b: &str| normal(&separate(a), false).is_some_and(|a| Some(a) == normal(&separate(b), true));
        for (a, b) in [
            ("long unsigned int", "unsigned long"),
            ("signed", "int"),
            ("long int", "const long"),
            ("char const *", "const char *"),
            ("unsigned", "unsigned int"),
            ("int *", "int *const"),
            ("signed char", "signed char"),
            ("struct s", "struct s"),
            ("long long", "long long int"),
        ] {
            assert!(same(a, b), "{a}, {b}");
        }
        for (a, b) in [
            ("char", "signed char"),
            ("char *", "const char *"),
            ("long", "long long"),
            ("T", "int"),
            ("int", "unsigned int"),
        ] {
            assert!(!same(a, b), "{a}, {b}");
        }
    }
}
