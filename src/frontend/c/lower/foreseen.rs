//! What the analysis of pointers said before: lowering relies on it, and checks that all it meets is among it.

use super::scope::Lowering;
use crate::diagnostic::Diagnostic;
use crate::frontend::c::layout::{Path, Step};
use crate::frontend::c::points_to::{Held, ObjectKey, Reach, Region};

impl<'a> Lowering<'a> {
    /// What a part of an object holds. What is made before its declaration is met changes there.
    pub fn held(&self, key: ObjectKey, path: &[Step]) -> Held {
        let held = self.points_to.held(key, path);
        Held { stored: held.stored || self.early.contains(&key), ..held }
    }

    /// The number of a region to which a pointer is made.
    pub fn region(&mut self, region: Region) -> usize {
        if let Region::Part(key, _) = &region {
            self.pointed.insert(*key);
        }
        self.names.region(region)
    }

    /// Checks that the analysis of pointers said so: else there is no program.
    pub fn foreseen(&mut self, is: bool, what: &str) {
        if !is && self.unforeseen.is_none() {
            let message = format!("the analysis of pointers did not foresee {what} here");
            let help = "this is a mistake of Lariat's, which is noticed instead of giving a wrong answer";
            self.unforeseen = Some(Diagnostic::new(message, self.flow.span).with_help(help));
        }
    }

    /// A part of an object comes to hold one of these pointers.
    pub fn foreseen_pointer(&mut self, key: ObjectKey, path: &Path, reach: &Reach, rowed: bool, moved: bool) {
        let held = self.held(key, path);
        let is = held.reach.includes(reach) && held.rowed >= rowed && held.moved >= moved;
        self.foreseen(is, "a pointer that is held");
    }

    /// Something assigns to a part of an object after its first value.
    pub fn foreseen_store(&mut self, key: ObjectKey, path: &Path) {
        let is = self.held(key, path).stored;
        self.foreseen(is, "a pointer that changes");
    }
}
