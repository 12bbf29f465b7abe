//! The program: one control-flow graph after inlining, in which every edge carries one instruction.
//!
//! Front ends build it, [`crate::replay`] runs it, and every stage towards the
//! chains maps a `Program` to a `Program`. Expressions are [`Term`]s over the
//! symbols of the program's variables and inputs. C's rules (widths, wraps,
//! checks) are already in them: an edge with a [`Role::Check`] is the implicit
//! `assume` that an operation is defined, and what violates it ends the path.
//!
//! From each location the conditions of the outgoing edges exclude one another,
//! so a concrete run is deterministic once the inputs are fixed.

mod aim;
mod check;
mod contract;
pub mod control;
pub mod early;
pub mod elements;
mod ends;
mod export;
pub mod fold;
mod gap;
mod initialised;
mod limits;
pub mod live;
pub(crate) mod novelty;
mod observed;
mod open;
mod original;
mod outcome;
mod outline;
mod print;
pub mod procedures;
pub mod prune;
pub mod said;
pub mod ssa;
pub mod tables;
mod target;
pub(crate) mod unread;
pub mod weak_slice;

pub use aim::{Aimed, aim, gaps_before, named_file};
pub use check::Check;
pub use ends::ends;
pub use export::{to_dot, to_json};
pub use gap::Gap;
pub use initialised::{Unstored, check_initialised};
pub use observed::{Observed, Outputs, Returned};
pub use original::Original;
pub use outcome::BranchOutcome;
pub use outline::Outline;
pub use print::{show, show_instruction};
pub use procedures::{Recursion, RecursiveCall};
pub use target::{Target, TargetError};

use crate::term::{Int, Range, Symbol, Term, Terms};
pub use petgraph::graph::EdgeIndex;
use petgraph::graph::{DiGraph, NodeIndex};
pub use petgraph::visit::EdgeRef;
use std::collections::{BTreeMap, BTreeSet};

/// A point in the program.
pub type LocationId = NodeIndex;

/// Locations, and edges that carry one instruction each.
pub type Graph = DiGraph<Location, Edge>;

/// One control-flow graph with what is known about its symbols.
#[derive(Clone, Debug)]
pub struct Program {
    /// Locations and edges.
    pub graph: Graph,
    /// Where execution begins.
    pub start: LocationId,
    /// The name of the entry function.
    pub entry: String,
    /// Source files, in the order [`Span::file`] numbers them.
    pub files: Vec<String>,
    /// Variables that instructions assign. Each is assigned on every path before it is read.
    pub variables: Vec<Symbol>,
    /// Symbols that are never assigned: what the world decides.
    pub inputs: Vec<Input>,
    /// Functions that the source declares or defines, called or not.
    pub functions: BTreeSet<String>,
    /// Where the bodies of functions are, called or not.
    pub bodies: Vec<Body>,
    /// Locations that targets can name.
    pub marks: Vec<(Mark, LocationId)>,
    /// What stands where in the entry function.
    pub outline: Outline,
    /// Where calls are about to happen, and the places of these calls or of what they are a part of.
    pub calls: Vec<(LocationId, Span)>,
    /// What is seen of the entry function when it is over, if that matters.
    pub observed: Observed,
    /// What functions without a body store to variables that they can name, by input.
    pub stores: BTreeMap<Symbol, Store>,
    /// Inputs of which 0 goes without saying.
    pub silent: BTreeSet<Symbol>,
    /// Variables that say where jumps out of functions lead.
    pub jumps: BTreeSet<Symbol>,
    /// Of inputs with rows: the distance between two of them, and the lengths of these, with how many values each
    /// element has.
    pub rows: BTreeMap<Symbol, Rows>,
    /// Objects that are modelled as bytes, and why.
    pub bytes: BTreeSet<(String, String)>,
    /// What is seen as one type where nothing else says what it is, by the name of what leads there; with that type as
    /// the source writes it, if it has a name.
    pub led: BTreeMap<String, String>,
    /// How many bytes behind the beginning of that a pointer leads, by the same name, if to a member of it.
    pub within: BTreeMap<String, u64>,
    /// The pointers in objects from outside that are bytes, by the name of what leads to these.
    pub inner: BTreeMap<String, Vec<InnerPointer>>,
    /// What the model takes for granted.
    pub assumptions: Vec<Assumption>,
    /// The functions that call themselves of which one copy runs again, with a stack.
    pub recursions: Vec<Recursion>,
    /// What variables hold where control states are apart (see [`control`]).
    pub states: BTreeMap<LocationId, Vec<(Symbol, Term)>>,
}

/// How the values of an input lie that belong to several objects: one row for each.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rows {
    /// From the first value of a row to that of the next.
    pub stride: Int,
    /// The input that says how many elements each row has.
    pub lengths: Symbol,
    /// So many values each of these has.
    pub each: Int,
}

/// A pointer in an object from outside that is bytes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct InnerPointer {
    /// Where it begins, in bytes, and in which of several objects.
    pub at: u64,
    /// See there.
    pub holder: u64,
    /// What people call what it leads to, and which of several it is.
    pub name: String,
    /// See there.
    pub row: u64,
    /// What it is a pointer to, as the source writes it, if that has a name; whether that is a function.
    pub to: Option<String>,
    /// See there.
    pub is_function: bool,
    /// There may be something else in its place: an input says whether there is.
    pub is_shared: bool,
}

/// What a function without a body stores in each call.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Store {
    /// Its name.
    pub function: String,
    /// Where to.
    pub place: Stored,
}

/// What leads to elements that a function without a body stores to.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum ElementsOf {
    /// An argument, by its number, from 0.
    Argument(usize),
    /// A global variable, and the text where it is defined.
    Variable(String, u32),
}

/// Where a function without a body stores to.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Stored {
    /// A global variable, or a part of one.
    Variable {
        /// In C.
        name: String,
        /// The text where it is defined.
        text: u32,
        /// The type of the value, in C.
        ty: &'static str,
    },
    /// Behind a pointer that it is given.
    Argument {
        /// From 0.
        number: usize,
        /// In bytes.
        offset: i64,
        /// The type of the value, in C.
        ty: &'static str,
    },
    /// To elements of an array: the input is an array as well.
    Elements {
        /// Where these are.
        of: ElementsOf,
        /// Of the first, in bytes.
        offset: i64,
        /// So many lie side by side.
        inner: u64,
        /// From one of these to the next, and from the first of some to the first of the next, in bytes.
        steps: (i64, i64),
        /// The type of an element, in C.
        ty: &'static str,
        /// If the input is a stream, how many of its values each call takes.
        each: Option<u64>,
    },
    /// Nowhere: the value is 1 where it calls this function, which it was handed.
    Call {
        /// Its name.
        function: String,
    },
    /// Nowhere: the value is 1 where it stores more than the model follows.
    More {
        /// What it stores to.
        name: String,
    },
}

/// Where a function is in the source.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Body {
    /// Its name.
    pub function: String,
    /// Where its definition begins.
    pub first: Span,
    /// Where it ends.
    pub last: Span,
}

/// A point in the program, with the source text that starts there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Location {
    /// Where in the source.
    pub span: Span,
}

/// A place in the user's source.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Default)]
pub struct Span {
    /// An index into [`Program::files`].
    pub file: u32,
    /// From 1; 0 if there is no place.
    pub line: u32,
    /// From 1; 0 if unknown.
    pub column: u32,
}

/// An edge of the graph.
#[derive(Clone, Debug)]
pub struct Edge {
    /// What executing it does.
    pub instruction: Instruction,
    /// The source it comes from.
    pub span: Span,
    /// Why it is there.
    pub role: Role,
}

/// What executing an edge does.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Instruction {
    /// Nothing.
    Skip,
    /// Gives a variable a value. A store `a[i] := e` assigns `store(a, i, e)` to `a`.
    Assign(Symbol, Term),
    /// Parallel copies, as a φ of static single assignment needs them.
    Copy(Vec<(Symbol, Symbol)>),
    /// Goes on only if the condition holds.
    Assume(Term),
}

/// Why an edge is there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Role {
    /// An ordinary step of the program.
    Step,
    /// One way out of a branching location.
    Branch,
    /// An implicit check: if it fails the path ends here.
    Check(Check),
    /// A condition the program states with `assume`.
    Assumed,
    /// A fact that was proved to hold whenever this place is reached: it changes nothing.
    Known,
    /// The assumption of the question with this number, from 0, or that it is defined.
    Given(usize),
}

/// Something the world decides.
#[derive(Clone, Debug)]
pub struct Input {
    /// Its symbol, whose range is that of its type.
    pub symbol: Symbol,
    /// The name people know it by: a parameter, a function, a variable.
    pub name: String,
    /// Where it is read or declared.
    pub span: Span,
    /// Its shape.
    pub kind: InputKind,
}

/// The shape of an input.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum InputKind {
    /// One integer.
    Scalar,
    /// An array with a known number of elements, or with one that is itself the input `length`.
    Array {
        /// The number of elements if the program fixes it.
        size: Option<u64>,
        /// The symbol of the number of elements if the world decides it.
        length: Option<Symbol>,
        /// How many elements each run of its declaration takes, if that runs more than once.
        each: Option<u64>,
    },
    /// The values one call site returns, in order; `cursor` is the variable that counts the reads.
    Stream {
        /// Starts at 0 and grows by one with every read.
        cursor: Symbol,
    },
    /// The number of elements of an array input.
    Length,
}

impl InputKind {
    /// An array of which nobody says how many elements it has.
    pub const ENDLESS: InputKind = InputKind::Array { size: None, length: None, each: None };

    /// What counts the reads, if there is such a thing.
    pub fn cursor(self) -> Option<Symbol> {
        match self {
            InputKind::Stream { cursor } => Some(cursor),
            InputKind::Scalar | InputKind::Array { .. } | InputKind::Length => None,
        }
    }
}

/// What a target can name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Mark {
    /// A statement, or a part of one, starts on this line.
    Line {
        /// An index into [`Program::files`].
        file: u32,
        /// From 1.
        line: u32,
    },
    /// A statement that branches goes on here; only where outcomes are asked about.
    Branch {
        /// Where its condition is.
        at: Span,
        /// How it goes on.
        outcome: BranchOutcome,
    },
    /// A label of the source.
    Label(String),
    /// A call of this function is about to happen.
    Call(String),
    /// An assertion has failed.
    AssertFailure,
    /// What the program does next is not modelled: the path ends here although the run does not.
    Gap(Gap),
    /// What is read next may be any value, as an input says: the model does not know it. No run is shown that goes on
    /// here (see [`Original`]).
    Open(Gap, Symbol),
}

/// Something the model takes for granted.
#[derive(Clone, Debug)]
pub struct Assumption {
    /// What it is called, for programs; several of one kind share it.
    pub name: &'static str,
    /// The options of the command line that take the opposite for granted, if there are any.
    pub otherwise: Option<&'static str>,
    /// A sentence for people.
    pub text: String,
    /// When it matters to an answer.
    pub about: About,
}

/// When an assumption matters.
#[derive(Clone, Debug)]
pub enum About {
    /// One of the symbols occurs in what was analysed.
    Symbols(Vec<Symbol>),
    /// What others see of the entry function when it is over may be computed from one of the symbols.
    Seen(Vec<Symbol>),
    /// The program as it was read already rests on it.
    Always,
    /// The program as it was read uses more of a library function's result than C fixes.
    Library,
    /// A check of this kind was left in what was analysed.
    Check(Check),
    /// What violates a check of one of these kinds is the target, and is never met.
    Target(&'static [Check]),
    /// Conditions on the way to the target depend on what this assumption of the question speaks of.
    Given(usize),
    /// What is never met is in one of these places: the target, or any of a kind.
    Inside(Vec<(Span, Span)>),
}

impl Program {
    /// An empty program with only a start.
    pub fn new(entry: &str, files: Vec<String>) -> Program {
        let mut graph = Graph::new();
        let start = graph.add_node(Location { span: Span::default() });
        Program {
            graph,
            start,
            entry: entry.to_string(),
            files,
            variables: Vec::new(),
            inputs: Vec::new(),
            functions: BTreeSet::new(),
            observed: Observed::default(),
            stores: BTreeMap::new(),
            silent: BTreeSet::new(),
            jumps: BTreeSet::new(),
            rows: BTreeMap::new(),
            bytes: BTreeSet::new(),
            led: BTreeMap::new(),
            within: BTreeMap::new(),
            inner: BTreeMap::new(),
            bodies: vec![],
            marks: Vec::new(),
            outline: Outline::default(),
            calls: Vec::new(),
            assumptions: Vec::new(),
            recursions: vec![],
            states: BTreeMap::new(),
        }
    }

    /// A new location.
    pub fn add_location(&mut self, span: Span) -> LocationId {
        self.graph.add_node(Location { span })
    }

    /// A new edge.
    pub fn add_edge(&mut self, from: LocationId, to: LocationId, instruction: Instruction, span: Span, role: Role) {
        self.graph.add_edge(from, to, Edge { instruction, span, role });
    }

    /// The same program with only the edges `keep` wants (asked with source, target, edge).
    /// Location numbers and the order of the edges stay.
    pub fn with_edges(&self, keep: impl Fn(LocationId, LocationId, &Edge) -> bool) -> Program {
        let graph = self.graph.filter_map(
            |_, location| Some(*location),
            |e, edge| {
                let (from, to) = self.graph.edge_endpoints(e).expect("an edge of this graph");
                keep(from, to, edge).then(|| edge.clone())
            },
        );
        Program { graph, ..self.clone() }
    }

    /// The same program with some edges of another one that has the same locations.
    pub fn with_edges_of(mut self, other: &Program, edges: impl IntoIterator<Item = EdgeIndex>) -> Program {
        for e in edges {
            let (from, to) = other.graph.edge_endpoints(e).expect("an edge of this graph");
            self.graph.add_edge(from, to, other.graph[e].clone());
        }
        self
    }

    /// The edges that leave `at`, in the order they were added.
    pub fn out_edges(&self, at: LocationId) -> Vec<EdgeIndex> {
        let mut edges: Vec<EdgeIndex> = self.graph.edges(at).map(|e| e.id()).collect();
        edges.sort();
        edges
    }

    /// The control state at a location, in words, if there is one.
    pub fn state_at(&self, terms: &Terms, at: LocationId) -> Option<String> {
        let held =
            self.states.get(&at)?.iter().map(|(s, value)| format!("{} = {}", terms.name(*s), terms.show(*value)));
        Some(held.collect::<Vec<_>>().join(", "))
    }

    /// Where paths are given up, and why.
    pub fn gaps(&self) -> Vec<(LocationId, &Gap)> {
        let all = self.marks.iter().filter_map(|(mark, at)| match mark {
            Mark::Gap(gap) => Some((*at, gap)),
            _ => None,
        });
        all.collect()
    }

    /// Why paths are given up at this location, if they are.
    pub fn gap_at(&self, at: LocationId) -> Option<&Gap> {
        self.gaps().into_iter().find(|(location, _)| *location == at).map(|(_, gap)| gap)
    }

    /// The input a symbol stands for.
    pub fn input(&self, s: Symbol) -> Option<&Input> {
        self.inputs.iter().find(|i| i.symbol == s)
    }
}

/// The range of an element or scalar type, by width and sign.
pub fn type_range(bits: u32, signed: bool) -> Range {
    if signed { Range::signed(bits) } else { Range::unsigned(bits) }
}
