//! The values of integer variables: nearly all fit 64 bits, and these lie side by side.

use super::array::Cell;

/// Says that a value is elsewhere, or nowhere.
pub(super) const ELSEWHERE: i64 = i64::MIN;

/// By slot.
#[derive(Clone, Debug)]
pub(super) struct Ints {
    /// Values that are not [`ELSEWHERE`].
    pub narrow: Vec<i64>,
    /// The others; none at all before there is one.
    wide: Vec<Option<Cell>>,
}

impl Ints {
    /// No variable has a value yet.
    pub fn new(slots: usize) -> Ints {
        Ints { narrow: vec![ELSEWHERE; slots], wide: vec![] }
    }

    /// The value, if it is small.
    #[inline]
    pub fn small(&self, slot: usize) -> Option<i128> {
        match self.narrow[slot] {
            ELSEWHERE => self.wide.get(slot)?.as_ref()?.small(),
            v => Some(i128::from(v)),
        }
    }

    /// The value, if there is one.
    pub fn get(&self, slot: usize) -> Option<Cell> {
        match self.narrow[slot] {
            ELSEWHERE => self.wide.get(slot)?.clone(),
            v => Some(Cell::Small(i128::from(v))),
        }
    }

    /// Gives the variable a value.
    #[inline]
    pub fn set(&mut self, slot: usize, value: Cell) {
        self.narrow[slot] = match value.small().map(i64::try_from) {
            Some(Ok(v)) if v != ELSEWHERE => v,
            _ => {
                self.wide.resize(self.narrow.len(), None);
                self.wide[slot] = Some(value);
                ELSEWHERE
            }
        };
    }

    /// All values.
    pub fn all(&self) -> Vec<Option<Cell>> {
        (0..self.narrow.len()).map(|slot| self.get(slot)).collect()
    }
}
