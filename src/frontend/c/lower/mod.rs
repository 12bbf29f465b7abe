//! From the typed tree to the program.

mod accesses;
mod addresses;
mod apart;
mod arithmetic;
mod assign;
mod assumed;
mod back;
mod begin;
mod bitwise;
mod builtins;
mod bytes;
mod bytes_begin;
mod bytes_copy;
mod bytes_store;
mod call;
mod compare;
mod condition;
mod declaration;
mod entry;
mod escape;
mod expression;
mod external;
mod finished;
mod flexible;
mod floating;
mod foreseen;
mod freed;
mod heap;
mod initial;
mod inline;
mod input;
mod jump;
mod known;
mod leaves;
mod library;
mod lifetime;
mod lvalue;
mod math;
mod meeting;
mod memory;
mod observed;
mod order;
mod outside;
mod padding;
mod parameter;
mod place;
mod pointer;
mod results;
mod scope;
mod seen;
mod statement;
mod steady;
mod store;
mod stored;
mod tidy;
mod value;

use crate::frontend::flow;

pub(super) use entry::lower;
#[cfg(test)]
pub(super) use entry::lower_with;
#[cfg(test)]
pub(crate) use library::TEXT as MODELS;
pub(crate) use library::{FORMATTED, WORLD, defined as defined_in};
pub(crate) use library::{STREAMS, names as modelled, text_for};
pub(crate) use library::{is_mathematical, is_modelled};
