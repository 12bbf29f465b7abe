//! From C text to the typed tree, through libclang.

use super::Options;
use super::tree::Tree;
use crate::diagnostic::Diagnostic;
use crate::source::Source;

/// The program that the first text of a source is, with the headers it includes, which become further texts.
pub(super) fn read(_source: &mut Source, _options: &Options) -> Result<Tree, Vec<Diagnostic>> {
    Ok(Tree::default())
}
