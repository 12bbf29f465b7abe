//! Names that mean one thing each.

use crate::solver::Distinct;

/// Words that are terms already.
const TAKEN: [&str; 2] = ["true", "false"];

/// The names used so far.
#[derive(Default)]
pub(super) struct Names(Distinct);

impl Names {
    /// A name not used yet, like the wanted one, as the text writes it.
    pub fn unused(&mut self, wanted: &str) -> String {
        let allowed = |c: char| !c.is_control() && !matches!(c, '|' | '\\');
        let clean: String = wanted.chars().map(|c| if allowed(c) { c } else { '_' }).collect();
        written(&self.0.name(clean, &TAKEN))
    }
}

/// Whether a name needs no bars.
pub(super) fn is_plain(name: &str) -> bool {
    let plain = |c: char| c.is_ascii_alphanumeric() || "~!@$%^&*_-+=<>.?/#".contains(c);
    name.starts_with(|c: char| c.is_ascii_alphabetic() || matches!(c, '_' | '$')) && name.chars().all(plain)
}

fn written(name: &str) -> String {
    if is_plain(name) { name.to_owned() } else { format!("|{name}|") }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_used_once() {
        let mut names = Names::default();
        let all: Vec<String> = ["x", "x", "x!2", "true", "a b", "", "|", "7"].iter().map(|n| names.unused(n)).collect();
        assert_eq!(all, ["x", "x!2", "x!2!2", "true!2", "|a b|", "||", "_", "|7|"]);
    }
}
