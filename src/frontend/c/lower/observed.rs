//! What others see of the entry function when it is over: memory that was there before.

use super::memory::{Content, Object};
use super::scope::Lowering;
use crate::program::Observed;

/// All of it: global variables, and what pointers from outside lead to.
pub(super) fn observed(lowering: &Lowering) -> Observed {
    let mut observed = lowering.flow.program.observed.clone();
    let globals = lowering.lasting.iter().map(|object| (&lowering.objects[*object], false));
    let outside = lowering.outside.iter().filter_map(|key| lowering.object_of.get(key));
    let mut all: Vec<(&Object, bool)> =
        globals.chain(outside.map(|object| (&lowering.objects[*object], true))).collect();
    all.sort_by_key(|(object, _)| object.key);
    for (object, is_outside) in all {
        for (path, leaf) in &object.leaves {
            let variables = leaf.content.variables();
            match leaf.content {
                Content::Int { .. } if object.bytes && !variables.is_empty() => {
                    observed.besides.push(format!("the bytes of `{}`", object.name));
                }
                Content::Int { .. } if is_outside => observed.outside.extend(variables),
                Content::Int { .. } => observed.globals.extend(variables),
                // What nobody reads of them need not be in variables.
                Content::Pointer { .. } if is_outside && lowering.points_to.held(object.key, path).stored => {
                    observed.besides.push(format!("the pointer `{}`", leaf.name));
                }
                Content::Pointer { .. } => observed.pointers.push((leaf.name.clone(), variables)),
                Content::Volatile { .. } => observed.besides.push(format!("`{}`, which is volatile", leaf.name)),
                Content::Unmodelled(_) => {}
            }
        }
    }
    observed.besides.sort();
    observed.besides.dedup();
    observed
}
