//! The typed tree: a C program after Clang, as plain data.
//!
//! Names are resolved to ids, types are canonical, conversions are nodes, and
//! constants are folded. Several files are one tree: what is linked by name is
//! one declaration here. Nothing in it says what a program does; what is not
//! modelled stands in it by name ([`ExprKind::Refused`] and its like), and is
//! refused where it is used.

mod expression;
mod kind;
mod statement;
mod types;

pub(crate) use crate::source::Bytes;
pub(crate) use expression::{Binary, Designator, Expr, ExprKind, Initializer, Item, Unary};
pub(crate) use kind::IntKind;
pub(crate) use statement::{Seen, Stmt, StmtKind};
pub(crate) use types::{Field, Layout, Promises, Signature, Stated, Struct, StructType, Type};

use rustc_hash::FxHashMap;

/// What tells a declaration or an expression from all others of a tree.
pub(crate) type NodeId = usize;

/// An index into [`Tree::variables`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) struct VariableId(pub usize);

/// An index into [`Tree::functions`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) struct FunctionId(pub usize);

/// A program.
#[derive(Clone, Debug, Default)]
pub(crate) struct Tree {
    /// Variables and parameters, wherever they are declared.
    pub variables: Vec<Variable>,
    /// Functions, with a body or without.
    pub functions: Vec<Function>,
    /// What the question assumes of the beginning, over the parameters of the entry function.
    pub assumptions: Vec<Expr>,
    /// Parameters of the entry function, and the variables that stand in assumptions for the lengths of what they point to.
    pub lengths: Vec<(VariableId, VariableId)>,
    /// Other pointers of which assumptions say the length, the variables that stand for it, and the assumptions.
    pub inner_lengths: Vec<(Expr, VariableId, usize)>,
    /// Layouts that another compiler should compute as well.
    pub layouts: Vec<Stated>,
    /// Calls of library functions that stand for calls of functions made for them, with the same arguments.
    pub made: FxHashMap<NodeId, FunctionId>,
    /// The arguments of calls of variadic functions as these take them: the last one is a pointer to all further ones.
    pub packed: FxHashMap<NodeId, Vec<Expr>>,
    /// Something else than an integer is looked for in a list of arguments.
    pub lists_hold_others: bool,
    /// What `%n` could do in formats that are handed on with a list of arguments.
    pub counting: Counting,
    /// A pointer is declared volatile, or may be.
    pub keeps_volatile_pointers: bool,
    /// Some variable lies in a section of its own, which what runs before `main` has to set.
    pub has_sections: bool,
    /// Something that is declared volatile is taken to hold what the program stored there.
    pub keeps_volatile: bool,
    /// It has something that is there for what runs beside it: atomic or thread-local objects, or locks.
    pub is_shared: bool,
}

/// Whether a format may store how much was written where a list of arguments is printed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Counting {
    /// Where something is passed on that could be stored to.
    pub argument: Option<Bytes>,
    /// Some text that no function of the library is called with says so.
    pub is_said: bool,
}

/// Something not modelled.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Refusal {
    /// What it is, as the subject of "… is not supported".
    pub what: String,
    /// What to do instead.
    pub help: Option<String>,
}

impl Refusal {
    /// Without anything that helps.
    pub fn of(what: impl Into<String>) -> Refusal {
        Refusal { what: what.into(), help: None }
    }
}

/// Where a variable lives.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Storage {
    /// At file scope, or `extern` in a function.
    Global,
    /// In a function, for the whole run.
    Static,
    /// In a block.
    Local,
    /// A parameter of a function.
    Parameter,
}

/// A variable.
#[derive(Clone, Debug)]
pub(crate) struct Variable {
    /// What tells it from other nodes.
    pub node: NodeId,
    /// As it is written; empty for a parameter without a name.
    pub name: String,
    /// Its type; with the length that its initialiser gives an array. `const` is in [`Variable::constant`].
    pub ty: Type,
    pub storage: Storage,
    /// The name in its definition, or else in its first declaration.
    pub span: Bytes,
    /// The whole declarator, from its first byte on up to where an initialiser could stand, in the definition.
    pub declarator: Bytes,
    pub initializer: Option<Initializer>,
    /// Only `extern` declarations were seen, in all files.
    pub external: bool,
    /// Other files can name it.
    pub visible: bool,
    /// Declared `const` as a whole.
    pub constant: bool,
    /// In bytes; nothing where the declaration itself says how it is aligned, and not by a number.
    pub align: Option<u64>,
    /// The number of elements where that is computed at run time: of the outermost dimension.
    pub length: Option<Expr>,
    /// What is called with its address when its block ends.
    pub cleanup: Option<FunctionId>,
    /// Why it cannot be used.
    pub refused: Option<Refusal>,
}

/// A function.
#[derive(Clone, Debug)]
pub(crate) struct Function {
    pub node: NodeId,
    pub name: String,
    /// Its type: [`Type::Function`], or [`Type::Other`] where it is not modelled.
    pub ty: Type,
    /// One for each parameter of the definition, or of the first declaration with names.
    pub parameters: Vec<VariableId>,
    pub body: Option<Stmt>,
    /// The name in its definition, or else in its first declaration.
    pub span: Bytes,
    /// All of its definition, or of its first declaration.
    pub extent: Bytes,
    /// No other file can see it.
    pub is_static: bool,
    /// Declared in a program: Clang knows functions that no file declares.
    pub declared: bool,
    /// Calls do not come back.
    pub noreturn: bool,
    /// Declared `pure` or `const`: for the same arguments it gives the same result.
    pub same_again: bool,
    /// A header of the system declares it.
    pub of_system: bool,
    /// Runs before the entry function: the priority, or `None` in `Some` for none.
    pub constructor: Option<Option<u32>>,
    /// Runs after `main`.
    pub destructor: Option<Option<u32>>,
    /// From the models of the standard library.
    pub library: bool,
    /// Why it cannot be called.
    pub refused: Option<Refusal>,
}

impl Tree {
    pub fn variable(&self, id: VariableId) -> &Variable {
        &self.variables[id.0]
    }

    pub fn function(&self, id: FunctionId) -> &Function {
        &self.functions[id.0]
    }

    /// The function that a call which names one calls.
    pub fn called(&self, call: &Expr, named: FunctionId) -> FunctionId {
        self.made.get(&call.id).copied().unwrap_or(named)
    }

    /// The model that stands for a built-in function. What the program itself calls so is another function: compilers
    /// may call either.
    pub fn built_in(&self, name: &str) -> Option<FunctionId> {
        let plain = name.strip_prefix("__builtin_")?;
        self.functions
            .iter()
            .position(|f| f.library && f.body.is_some() && !f.is_static && f.name == plain)
            .map(FunctionId)
    }

    /// The function with a body of this name; of several, which are static ones of different files, the first.
    pub fn defined(&self, name: &str) -> Option<FunctionId> {
        self.functions.iter().position(|f| f.name == name && f.body.is_some()).map(FunctionId)
    }
}
