//! Types of microc: what can be told of them without declarations, by making types equal that have to be.

use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::BTreeSet;

/// A type, by its number in [`Types`].
pub type Type = usize;

/// What a type is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Shape {
    /// Nothing says what it is.
    Open,
    /// An integer.
    Number,
    /// A pointer to what has this type.
    Pointer(Type),
    /// Elements of one type; the fewest and the most that an array of this type is written with.
    Array(Type, Option<(u64, u64)>),
    /// Fields, in the order of the first record that was met.
    Record(Vec<(String, Type)>),
}

/// Two types that are not the same.
#[derive(Clone, Copy, Debug)]
pub struct Clash;

#[derive(Clone, Debug)]
enum Node {
    Same(Type),
    Is(Shape),
}

/// All types of a program.
#[derive(Clone, Debug, Default)]
pub struct Types {
    nodes: Vec<Node>,
}

impl Types {
    /// A new type.
    pub fn new_type(&mut self, shape: Shape) -> Type {
        self.nodes.push(Node::Is(shape));
        self.nodes.len() - 1
    }

    /// The same for all types that are equal.
    pub fn of(&self, t: Type) -> Type {
        let mut t = t;
        while let Node::Same(other) = self.nodes[t] {
            t = other;
        }
        t
    }

    /// What it is.
    pub fn shape(&self, t: Type) -> Shape {
        match &self.nodes[self.of(t)] {
            Node::Is(shape) => shape.clone(),
            Node::Same(_) => Shape::Open,
        }
    }

    /// Makes two types equal, with all that they consist of.
    pub fn unify(&mut self, a: Type, b: Type) -> Result<(), Clash> {
        let mut todo = vec![(a, b)];
        while let Some((a, b)) = todo.pop() {
            let (a, b) = (self.of(a), self.of(b));
            if a == b {
                continue;
            }
            let both = match (self.shape(a), self.shape(b)) {
                (Shape::Open, other) | (other, Shape::Open) => other,
                (Shape::Number, Shape::Number) => Shape::Number,
                (Shape::Pointer(x), Shape::Pointer(y)) => {
                    todo.push((x, y));
                    Shape::Pointer(x)
                }
                (Shape::Array(x, n), Shape::Array(y, m)) => {
                    todo.push((x, y));
                    let lengths = match (n, m) {
                        (Some(n), Some(m)) => Some((n.0.min(m.0), n.1.max(m.1))),
                        (n, m) => n.or(m),
                    };
                    Shape::Array(x, lengths)
                }
                (Shape::Record(x), Shape::Record(y)) => {
                    let fields: FxHashMap<&String, Type> = y.iter().map(|(name, t)| (name, *t)).collect();
                    if x.len() != y.len() || x.iter().any(|(name, _)| !fields.contains_key(name)) {
                        return Err(Clash);
                    }
                    todo.extend(x.iter().map(|(name, t)| (*t, fields[name])));
                    Shape::Record(x)
                }
                _ => return Err(Clash),
            };
            self.nodes[b] = Node::Same(a);
            self.nodes[a] = Node::Is(both);
        }
        Ok(())
    }

    /// In words, with an article.
    pub fn describe(&self, t: Type) -> String {
        match self.shape(t) {
            Shape::Open => "something unknown".into(),
            Shape::Number => "a number".into(),
            Shape::Pointer(_) => "a pointer".into(),
            Shape::Array(of, _) => match self.shape(of) {
                Shape::Number => "an array of numbers".into(),
                Shape::Pointer(_) => "an array of pointers".into(),
                Shape::Array(..) => "an array of arrays".into(),
                Shape::Record(_) => "an array of records".into(),
                Shape::Open => "an array".into(),
            },
            Shape::Record(fields) => {
                let names: Vec<&str> = fields.iter().map(|(name, _)| name.as_str()).collect();
                format!("a record of {}", if names.is_empty() { "nothing".into() } else { names.join(", ") })
            }
        }
    }

    /// Whether a value of this type is a part of itself, pointers aside.
    pub fn is_endless(&self, t: Type) -> bool {
        fn visit(types: &Types, t: Type, open: &mut FxHashSet<Type>, done: &mut BTreeSet<Type>) -> bool {
            let t = types.of(t);
            if !open.insert(t) {
                return true;
            }
            let is_new = done.insert(t);
            let found = is_new && types.inside(t).into_iter().any(|part| visit(types, part, open, done));
            open.remove(&t);
            found
        }
        visit(self, t, &mut FxHashSet::default(), &mut BTreeSet::new())
    }

    /// Whether a record of this type has another record in it.
    pub fn is_nested(&self, t: Type) -> bool {
        let Shape::Record(fields) = self.shape(t) else { return false };
        let mut todo: Vec<Type> = fields.into_iter().map(|(_, t)| t).collect();
        let mut seen = FxHashSet::default();
        while let Some(t) = todo.pop() {
            if matches!(self.shape(t), Shape::Record(_)) {
                return true;
            }
            if seen.insert(self.of(t)) {
                todo.extend(self.inside(t));
            }
        }
        false
    }

    /// The types of what a value of this type consists of.
    fn inside(&self, t: Type) -> Vec<Type> {
        match self.shape(t) {
            Shape::Open | Shape::Number | Shape::Pointer(_) => vec![],
            Shape::Array(of, _) => vec![of],
            Shape::Record(fields) => fields.into_iter().map(|(_, t)| t).collect(),
        }
    }
}
