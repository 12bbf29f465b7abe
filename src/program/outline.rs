//! What stands where in the entry function: which places execution cannot come to any more from others, whatever the
//! program does there.

use super::{LocationId, Span};
use std::collections::BTreeMap;

/// The text of an entry function that runs once. It is nothing where that is not known.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Outline {
    /// The first and the last place of the function.
    pub body: Option<(Span, Span)>,
    /// The same of its loops.
    pub loops: Vec<(Span, Span)>,
    /// Its labels.
    pub labels: Vec<(String, Span)>,
    /// Its jumps, and the labels that they lead to.
    pub jumps: Vec<(Span, Span)>,
    /// Gaps, and the place of the statement of the function in which each is met, with all that this calls.
    pub gaps: BTreeMap<LocationId, Span>,
}

impl Outline {
    /// Whether execution may come to a line behind a gap: to one in front of that only where a loop is around both, or a
    /// jump leads back.
    pub fn may_come_behind(&self, gap: LocationId, (file, line): (u32, u32)) -> bool {
        let (Some((first, last)), Some(at)) = (self.body, self.gaps.get(&gap)) else { return true };
        // What begins or ends the line may be something else.
        let is_inside = file == first.file && first.line < line && line < last.line;
        if !is_inside || at.file != file || at.line < first.line || last.line < at.line {
            return true;
        }
        let mut from = at.line;
        loop {
            let around = self.loops.iter().filter(|(_, last)| last.line >= from).map(|(first, _)| first.line);
            let back = self.jumps.iter().filter(|(jump, _)| jump.line >= from).map(|(_, label)| label.line);
            match around.chain(back).min().filter(|earlier| *earlier < from) {
                Some(earlier) => from = earlier,
                None => return from <= line,
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn place(line: u32) -> Span {
        Span { file: 0, line, column: 1 }
    }

    fn outline(loops: &[(u32, u32)], jumps: &[(u32, u32)]) -> Outline {
        let all = |pairs: &[(u32, u32)]| pairs.iter().map(|(a, b)| (place(*a), place(*b))).collect();
        let gaps = BTreeMap::from([(LocationId::new(1), place(20))]);
        Outline { body: Some((place(10), place(40))), loops: all(loops), labels: vec![], jumps: all(jumps), gaps }
    }

    fn behind(of: &Outline) -> Vec<u32> {
        (10..=40).filter(|line| of.may_come_behind(LocationId::new(1), (0, *line))).collect()
    }

    #[test]
    fn what_comes_behind_a_gap() {
        let from = |first: u32| -> Vec<u32> { [10].into_iter().chain(first..=40).collect() };
        assert_eq!(behind(&outline(&[], &[])), from(20));
        assert_eq!(behind(&outline(&[(12, 14), (21, 25)], &[])), from(20));
        assert_eq!(behind(&outline(&[(15, 22)], &[])), from(15));
        assert_eq!(behind(&outline(&[], &[(30, 18), (13, 11), (13, 35)])), from(18));
        // Into a loop from behind it, and from there on.
        assert_eq!(behind(&outline(&[(12, 19)], &[(30, 18)])), from(12));
        assert_eq!(behind(&outline(&[(12, 19)], &[(30, 18), (13, 11)])), from(11));
    }

    #[test]
    fn what_is_unknown_comes_behind() {
        let known = outline(&[], &[]);
        assert!(known.may_come_behind(LocationId::new(2), (0, 15)));
        assert!(known.may_come_behind(LocationId::new(1), (1, 15)));
        assert!(known.may_come_behind(LocationId::new(1), (0, 50)));
        assert!(Outline { body: None, ..known.clone() }.may_come_behind(LocationId::new(1), (0, 15)));
        assert!(!known.may_come_behind(LocationId::new(1), (0, 15)));
    }
}
