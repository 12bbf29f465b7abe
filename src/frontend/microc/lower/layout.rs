//! What values of a type consist of: integers, and arrays of integers.

use crate::frontend::microc::types::{Shape, Type, Types};

/// The most integers in one part of a value.
pub const MOST_ELEMENTS: u64 = 20_000;

/// A part of all values of a type: an integer, or as many as the product of `sizes` says, those of one element side by
/// side.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Leaf {
    /// What it is.
    pub kind: Kind,
    /// How many elements the arrays around it have at most, the outermost first.
    pub sizes: Vec<u64>,
    /// What is written behind the name of the whole.
    pub name: String,
}

/// What an integer stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// A number of the program.
    Number,
    /// A pointer: the number of the cell it leads to, 0 if it is null.
    Cell,
    /// Which instance of that cell, where there are many.
    Instance,
    /// How many elements an array has.
    Length,
}

impl Leaf {
    /// How many integers there are from one element to the next, inside of `outer` arrays.
    pub fn inner(&self, outer: usize) -> u64 {
        self.sizes[outer..].iter().product()
    }
}

/// The parts of a type, in order; the name of what has too many if there is one.
pub fn leaves(types: &Types, t: Type, has_instances: bool) -> Option<Vec<Leaf>> {
    let one = |kind, name: &str| Leaf { kind, sizes: vec![], name: name.to_string() };
    Some(match types.shape(t) {
        Shape::Open | Shape::Number => vec![one(Kind::Number, "")],
        Shape::Pointer(_) if has_instances => vec![one(Kind::Cell, ""), one(Kind::Instance, ".instance")],
        Shape::Pointer(_) => vec![one(Kind::Cell, "")],
        Shape::Record(fields) => {
            let mut all = vec![];
            for (name, ty) in fields {
                let field = leaves(types, ty, has_instances)?;
                all.extend(field.into_iter().map(|leaf| Leaf { name: format!(".{name}{}", leaf.name), ..leaf }));
            }
            all
        }
        Shape::Array(of, _) => {
            let most = most(types, t);
            let mut all = if is_fixed(types, t) { vec![] } else { vec![one(Kind::Length, ".length")] };
            for leaf in leaves(types, of, has_instances)? {
                let leaf = Leaf { sizes: [vec![most], leaf.sizes].concat(), ..leaf };
                if leaf.inner(0) > MOST_ELEMENTS {
                    return None;
                }
                all.push(leaf);
            }
            all
        }
    })
}

/// The most elements of arrays of a type; one if there are none, so that there is room for what is never reached.
pub fn most(types: &Types, t: Type) -> u64 {
    match types.shape(t) {
        Shape::Array(_, Some((_, most))) => most.max(1),
        _ => 1,
    }
}

/// Whether all arrays of a type have the same length.
pub fn is_fixed(types: &Types, t: Type) -> bool {
    matches!(types.shape(t), Shape::Array(_, Some((fewest, most))) if fewest == most)
}
