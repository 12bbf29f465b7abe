//! What functions are given and return, so that two of them can be compared.

use crate::frontend::Read;
use crate::frontend::c::tree::{StructType, Type};

/// The parameters and the result of a function.
#[derive(Debug)]
pub(super) struct Signature {
    /// The types, with what structs consist of.
    pub text: String,
    /// The names of the parameters.
    pub parameters: Vec<String>,
}

/// Those of a function that there is.
pub(super) fn signature(read: &Read, entry: &str) -> Signature {
    let tree = read.parsed.c("comparing functions").ok();
    let Some((tree, function)) = tree.and_then(|tree| Some((tree, tree.function(tree.defined(entry)?)))) else {
        return Signature { text: String::new(), parameters: vec![] };
    };
    let named = function.parameters.iter().map(|id| tree.variable(*id));
    let parameters: Vec<(String, String)> =
        named.map(|variable| (variable.name.clone(), spelled(&variable.ty, &mut vec![]))).collect();
    let result = match &function.ty {
        Type::Function(signature) => spelled(&signature.result, &mut vec![]),
        other => other.describe(),
    };
    let types: Vec<&str> = parameters.iter().map(|(_, ty)| ty.as_str()).collect();
    let text = format!("{result} ({})", if types.is_empty() { "void".into() } else { types.join(", ") });
    Signature { text, parameters: parameters.into_iter().map(|(name, _)| name).collect() }
}

/// A type; structs that are open already by how far outside they are.
fn spelled(ty: &Type, open: &mut Vec<StructType>) -> String {
    match ty {
        Type::Array(of, size) => {
            format!("{}[{}]", spelled(of, open), size.map_or_else(String::new, |size| size.to_string()))
        }
        Type::Pointer(to) => format!("{} *", spelled(to, open)),
        Type::Function(signature) => {
            let parameters: Vec<String> = signature.parameters.iter().map(|p| spelled(p, open)).collect();
            format!("{}({})", spelled(&signature.result, open), parameters.join(", "))
        }
        Type::Struct(s) => {
            if let Some(outside) = open.iter().rev().position(|known| known == s) {
                return format!("{}^{outside}", s.describe());
            }
            open.push(s.clone());
            let fields = s.fields().unwrap_or_default().iter().map(|field| {
                let bits = field.bits.map_or_else(String::new, |bits| format!(":{bits}"));
                format!("{} {}{bits}", spelled(&field.ty, open), field.name.as_deref().unwrap_or_default())
            });
            let fields: Vec<String> = fields.collect();
            open.pop();
            format!("{} {{ {} }}", s.describe(), fields.join("; "))
        }
        Type::Void | Type::Int(_) | Type::Volatile(_) | Type::Other(_) => ty.describe(),
    }
}
