//! From the tree to the program, over integers without bounds.
//!
//! Functions are inlined, each copy with variables of its own. The program is lowered again with what was found as long as
//! more cells are found that pointers lead to (`cell`), or variables of which it is not clear that they have a value.
//! Read `layout` (what values consist of), `value`, `cell`, `place`, then `expression`, `statement`, `call` and `entry`.

mod call;
mod cell;
mod entry;
mod expression;
mod layout;
mod place;
mod statement;
mod value;

use super::check::Checked;
use super::tree::{Expr, Function};
use super::types::Type;
use crate::diagnostic::{Diagnostic, Subject};
use crate::frontend::Apart;
use crate::frontend::Options;
use crate::frontend::flow::{Flow, fill_spans};
use crate::program::{Body, Program, Span};
use crate::source::{Bytes, Source};
use crate::term::{Range, Sort, Symbol, Terms};
use call::Frame;
use cell::{Cell, CellKind};
use layout::{Leaf, MOST_ELEMENTS, leaves};
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;
use value::Cells;

/// Programs with more locations are refused.
const MOST_LOCATIONS: usize = 100_000;

/// Why there is no program.
enum Stop {
    /// Something is wrong with it.
    Problem(Diagnostic),
    /// It has too many locations.
    TooLarge,
    /// Somebody said so.
    Told,
}

type Fallible<T> = Result<T, Stop>;

/// An assumption of the question, ready to be lowered: the condition, and the types of all expressions.
#[derive(Clone, Debug)]
pub struct Assumed {
    /// The condition.
    pub condition: Expr,
    /// How many expressions there are with it.
    pub expressions: usize,
}

/// What earlier rounds found.
#[derive(Default)]
struct Known {
    /// The cells that were met.
    cells: Vec<CellKind>,
    /// Where the parts of cells lead that are pointers, by number of the cell and of the part.
    contents: FxHashMap<(usize, usize), Cells>,
    /// The variables that may be read without a value.
    flags: BTreeSet<usize>,
    /// Whether there are cells with many instances.
    has_instances: bool,
}

/// A program on its way into the graph.
struct Lowering<'a> {
    terms: &'a Terms,
    source: &'a Source,
    options: &'a Options,
    checked: &'a Checked,
    /// The types of expressions.
    types: Vec<Type>,
    flow: Flow<'a>,
    /// The cells, and how many of them were met so far.
    cells: Vec<Cell>,
    met: usize,
    known: Known,
    /// Whether pointers say which instance of a cell they lead to: the same all round.
    has_instances: bool,
    /// Whether more was found than was known.
    grown: bool,
    frames: Vec<Frame<'a>>,
    /// How many loops are open, also around calls.
    loops: usize,
    /// Variables that have a value here.
    definite: BTreeSet<usize>,
    /// Symbols that never change.
    fixed: FxHashSet<Symbol>,
    layouts: BTreeMap<Type, Rc<Vec<Leaf>>>,
    /// So many calls of a function by itself are followed.
    recursion: usize,
    /// What is written down of what a run puts out: all of it, and how much it is.
    outputs: Option<(Symbol, Symbol)>,
    /// The only stream of inputs, and its cursor, if there is only one.
    tape: Option<(Symbol, Symbol)>,
    stop: &'a dyn Fn() -> bool,
}

/// The program from `options.entry` on, or what stands in the way; nothing if it was told to stop.
pub fn lower(
    terms: &Terms,
    source: &Source,
    options: &Options,
    (checked, assumed): (&Checked, &[Assumed]),
    stop: &dyn Fn() -> bool,
) -> Result<Option<Program>, Vec<Diagnostic>> {
    let mut recursion = options.recursion;
    loop {
        match rounds(terms, source, options, (checked, assumed), recursion, stop) {
            Ok(program) => return Ok(Some(program)),
            Err(Stop::Problem(problem)) => return Err(vec![problem]),
            Err(Stop::Told) => return Ok(None),
            Err(Stop::TooLarge) if recursion > 0 => {
                recursion = if recursion > 8 { recursion / 2 } else { recursion - 1 }
            }
            Err(Stop::TooLarge) => {
                let message = format!("the program has more than {MOST_LOCATIONS} locations after inlining");
                return Err(vec![Diagnostic::new(message, Span::default()).about(Subject::Limit)]);
            }
        }
    }
}

/// Lowers until nothing new is found; what does not count has a store of terms of its own.
fn rounds(
    terms: &Terms,
    source: &Source,
    options: &Options,
    (checked, assumed): (&Checked, &[Assumed]),
    recursion: usize,
    stop: &dyn Fn() -> bool,
) -> Fallible<Program> {
    let mut known = Known::default();
    loop {
        let had_instances = known.has_instances;
        let scratch = Terms::new();
        let mut trial = Lowering::new(&scratch, source, options, checked, known, recursion, stop);
        trial.program(assumed)?;
        let has_grown = trial.grown;
        known = trial.known;
        if !has_grown {
            break;
        }
        if known.has_instances && !had_instances {
            // Parts have other numbers from here on.
            known.contents.clear();
        }
    }
    let mut last = Lowering::new(terms, source, options, checked, known, recursion, stop);
    last.program(assumed)?;
    expected!(!last.grown, "the last round finds nothing new");
    Ok(last.finish())
}

impl<'a> Lowering<'a> {
    fn new(
        terms: &'a Terms,
        source: &'a Source,
        options: &'a Options,
        checked: &'a Checked,
        known: Known,
        recursion: usize,
        stop: &'a dyn Fn() -> bool,
    ) -> Lowering<'a> {
        let mut flow = Flow::new(terms, Program::new(&options.entry, source.file_names()));
        flow.is_apart = options.apart != Apart::Nothing;
        Lowering {
            terms,
            source,
            options,
            checked,
            types: checked.expressions.clone(),
            flow,
            cells: vec![],
            met: 0,
            has_instances: known.has_instances,
            known,
            grown: false,
            frames: vec![],
            loops: 0,
            definite: BTreeSet::new(),
            fixed: FxHashSet::default(),
            layouts: BTreeMap::new(),
            recursion,
            outputs: None,
            tape: None,
            stop,
        }
    }

    fn finish(self) -> Program {
        let mut program = self.flow.program;
        let tree = &self.checked.tree;
        program.functions = tree.functions.iter().map(|f| f.name.text.clone()).collect();
        let body = |f: &Function| Body {
            function: f.name.text.clone(),
            first: self.source.start(f.span),
            last: self.source.last(f.span),
        };
        program.bodies = tree.functions.iter().map(body).collect();
        fill_spans(&mut program);
        program
    }

    /// A problem at a place.
    fn problem(&self, message: impl Into<String>, span: Bytes) -> Diagnostic {
        Diagnostic::new(message, self.source.start(span)).with_length((span.end - span.start) as usize)
    }

    /// The parts of values of a type.
    fn leaves(&mut self, ty: Type) -> Rc<Vec<Leaf>> {
        let ty = self.checked.types.of(ty);
        let (types, has_instances) = (&self.checked.types, self.has_instances);
        // That none is too large was checked before.
        let made = || Rc::new(leaves(types, ty, has_instances).unwrap_or_default());
        self.layouts.entry(ty).or_insert_with(made).clone()
    }

    /// A new input, which nothing ever assigns.
    fn input(&mut self, name: &str, sort: Sort, kind: crate::program::InputKind) -> Symbol {
        let symbol = self.terms.symbol(name, sort, Range::ALL);
        self.fixed.insert(symbol);
        let span = self.flow.span;
        self.flow.program.inputs.push(crate::program::Input { symbol, name: name.to_string(), span, kind });
        symbol
    }

    /// A name with the function it is in, where that is not the entry.
    fn qualified(&self, name: &str) -> String {
        match self.frames.as_slice() {
            [] | [_] => name.to_string(),
            [.., last] => format!("{}.{name}", last.function.name.text),
        }
    }
}

/// Whether values of all types have room.
pub fn too_large(checked: &Checked) -> Option<String> {
    let mut known = BTreeSet::new();
    let all = checked.expressions.iter().map(|ty| checked.types.of(*ty)).filter(|ty| known.insert(*ty));
    let is_too_large = |ty: &Type| leaves(&checked.types, *ty, true).is_none();
    all.into_iter().find(is_too_large).map(|ty| {
        let found = checked.types.describe(ty);
        format!("{found} may have more than {MOST_ELEMENTS} elements, which is not modelled")
    })
}
