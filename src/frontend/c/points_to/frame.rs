//! What a walk keeps of calls, and of blocks of memory that are copied.

use super::graph::Node;
use super::region::{ObjectKey, Way};
use super::walk::Value;
use crate::frontend::c::tree::{Expr, FunctionId, NodeId, VariableId};
use rustc_hash::{FxHashMap, FxHashSet};

/// A block that is copied or set.
#[derive(Clone, Copy)]
pub(super) struct Copied {
    pub to: Node,
    /// Where it is copied from.
    pub from: Option<Node>,
    /// How many bytes, if that is known.
    pub bytes: Option<u64>,
    /// Each byte is set to a value that is not known.
    pub any_byte: bool,
}

/// A call, with the function that is called.
pub(super) struct Frame {
    pub caller: Option<usize>,
    pub function: FunctionId,
    /// How often the function is open, with this call.
    pub depth: usize,
    /// The calls that lead here.
    pub way: Way,
    pub variables: FxHashMap<VariableId, ObjectKey>,
    pub parameters: Vec<Option<ObjectKey>>,
    pub result: Option<ObjectKey>,
    /// Calls of itself that are the last thing the function does.
    pub tails: FxHashSet<NodeId>,
    /// Everything here may run more than once.
    pub repeated: bool,
    /// It may run again while its variables are on a stack.
    pub is_on_stack: bool,
    /// How many loops are open, and variables with something that is called at the end of their block.
    pub loops: usize,
    pub cleanups: usize,
    pub statements: usize,
    /// The block around all of it.
    pub block: usize,
    /// Variables of the open blocks; of each open `switch` and each label, how many and which those are there; and
    /// those at each `goto`, with the label if it is known.
    pub declared: Vec<VariableId>,
    pub switches: Vec<usize>,
    pub labels: Vec<(String, Vec<VariableId>)>,
    pub gotos: Vec<(Option<String>, Vec<VariableId>)>,
}

/// A call through a pointer.
pub(super) struct Through<'a> {
    pub frame: Option<usize>,
    pub loops: usize,
    pub block: usize,
    pub call: &'a Expr,
    pub result: Value,
}
