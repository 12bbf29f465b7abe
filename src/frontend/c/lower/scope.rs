//! What names stand for, and the state of lowering that all its parts share.

use super::apart::Together;
use super::escape::Done;
use super::flow::Flow;
use super::jump::{Declared, Label, Pending, Switch};
use super::jump_back::{Jump, Landing, Leaving};
use super::lifetime::Lived;
use super::memory::{Object, Place};
use super::padding::Visible;
use super::stack::{Owners, Stack};
use super::unsupported::Unsupported;
use super::value::{Need, Rules};
use crate::diagnostic::Diagnostic;
use crate::frontend::c::Overflow;
use crate::frontend::c::facts::{self, Extent};
use crate::frontend::c::layout::Path;
use crate::frontend::c::points_to::{self, Names, ObjectKey, PointsTo};
use crate::frontend::c::tree::{Expr, FunctionId, IntKind, NodeId, Refusal, Tree, Type, VariableId};
use crate::program::live::Mentioned;
use crate::program::{Gap, LocationId, Mark, Span};
use crate::source::{Bytes, Source};
use crate::term::{Int, Sort, Symbol, Term};
use crate::world::World;
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::BTreeSet;

pub(super) type Fallible<T> = Result<T, Diagnostic>;

/// What a variable stands for.
#[derive(Clone)]
pub(super) enum Entity {
    Memory(Place),
    /// Something not modelled, with what to say where it is used.
    Refused(Diagnostic),
}

/// One function being inlined.
pub(super) struct Frame {
    pub function: FunctionId,
    pub name: String,
    /// The call, and those that lead to it.
    pub site: NodeId,
    pub way: points_to::Way,
    /// What its parameters and local variables are.
    pub places: FxHashMap<VariableId, Entity>,
    /// Where the result goes.
    pub result: Option<Place>,
    /// Where the body begins, and where it ends.
    pub start: LocationId,
    pub exit: LocationId,
    /// Nothing for those of the entry function that have no name or are not modelled.
    pub parameters: Vec<Option<Place>>,
    /// Calls of itself that are the last thing the function does.
    pub tails: FxHashSet<NodeId>,
    /// Where `break` and `continue` go.
    pub breaks: Vec<Way>,
    pub continues: Vec<Way>,
    pub labels: FxHashMap<String, Label>,
    pub gotos: Vec<Pending>,
    /// Calls of `setjmp`, and jumps on their way out that may lead there.
    pub landings: Vec<Landing>,
    pub leaving: Vec<Leaving>,
    pub switches: Vec<Switch>,
    /// Variables declared in the open blocks, in order.
    pub declared: Vec<Declared>,
    /// Variables of the open blocks for which something is called when their block ends, in order.
    pub cleanups: Vec<Cleanup>,
    /// The blocks that are open, by number; the mortal variables of these, in order; and all of the function.
    pub blocks: Vec<usize>,
    pub lived: Vec<Lived>,
    pub mortals: Vec<ObjectKey>,
    /// Structs that calls gave, which die where the expression ends.
    pub passing: Vec<ObjectKey>,
    /// Everything here may run more than once.
    pub repeated: bool,
    /// The calls of the function that run its one copy again.
    pub stack: Option<Stack>,
    /// It may run again while its variables are on a stack.
    pub is_on_stack: bool,
    /// Whether it matters of each call that a jump leaves: something ends that lives in it, or in what it calls, or a
    /// `setjmp` is there to go back to.
    pub calls_matter: bool,
    /// The instances that the call that runs has of variables of which each call has its own; -1 before they are declared.
    pub instances: FxHashMap<VariableId, Symbol>,
}

/// A variable, what is called where its block ends, and where it is declared.
pub(super) type Cleanup = (Place, FunctionId, Bytes);

/// Where `break` or `continue` goes.
#[derive(Clone, Copy)]
pub(super) struct Way {
    pub to: LocationId,
    /// How many clean-ups are still due there, and how many mortal variables still live.
    pub cleanups: usize,
    pub lived: usize,
}

/// A function on its way into the graph.
pub(super) struct Lowering<'a> {
    pub source: &'a Source,
    pub rules: Rules<'a>,
    pub flow: Flow<'a>,
    pub tree: &'a Tree,
    /// The assumptions of the question, as they were given.
    pub assume_texts: &'a [String],
    /// Whether memory is asked about that is never freed.
    pub counts_leaks: bool,
    /// Whether what the entry function returns matters.
    pub returns: bool,
    /// Whether outcomes of branches are asked about.
    pub has_outcomes: bool,
    /// The same of operands of conditions: not where all ways are asked about, which they would multiply.
    pub has_operands: bool,
    /// The condition of a statement is looked at whose operands have outcomes of their own.
    pub marks_operands: bool,
    /// The call whose result nobody uses.
    pub unused: Option<NodeId>,
    /// Functions of the C library that are inputs.
    pub havoc: &'a BTreeSet<String>,
    /// What variables are that live as long as the program, from their first use on.
    pub globals: FxHashMap<VariableId, Entity>,
    pub frames: Vec<Frame>,
    /// The function whose static variable begins.
    pub open_function: Option<FunctionId>,
    /// Where pointers point, and the names that these facts have for objects and regions.
    pub points_to: &'a PointsTo,
    pub names: Names,
    /// Objects that were made before their declaration was met.
    pub early: FxHashSet<ObjectKey>,
    /// Objects into which some pointer was made.
    pub pointed: FxHashSet<ObjectKey>,
    /// What these facts do not say of the program, if there is such a thing.
    pub unforeseen: Option<Diagnostic>,
    pub objects: Vec<Object>,
    /// Variables with which expressions are computed: nothing else looks at them.
    pub temporaries: FxHashSet<Symbol>,
    /// Objects of which calls that are on a stack have their own, and the instance of the call that runs.
    pub instance_of_call: FxHashMap<usize, Term>,
    /// The variables of stacks.
    pub stacks: FxHashSet<Symbol>,
    /// What terms mention, and what variables are of, which is asked for each call that has a stack.
    pub mentioned: Mentioned,
    pub owners: Owners,
    /// The objects that were made, by their keys.
    pub object_of: FxHashMap<ObjectKey, usize>,
    /// What parameters of the entry function point to.
    pub outside: FxHashSet<ObjectKey>,
    /// Their contents, and what says which pointers in them are null, by the part that holds these.
    /// How many calls there are that happen once, by what the functions return.
    pub returning: FxHashMap<ObjectKey, u32>,
    /// There are pointers in what such functions return.
    pub returns_pointers: bool,
    pub outside_inputs: Vec<Symbol>,
    /// The program compares pointers to objects of which that they are different is assumed.
    pub apart_matters: bool,
    /// A pointer from outside is moved back.
    pub beginning_matters: bool,
    /// A function of the library is given a stream that may be null or closed.
    pub given_streams: bool,
    /// Memory may be resized to no bytes.
    pub leaves_nothing: bool,
    /// Something is printed or written out that may not be as it is asked for.
    pub prints: bool,
    /// The same on the way to other targets: a text that may not end, or as much as may not be there.
    pub prints_unchecked: bool,
    /// The lengths of what pointers from outside lead to where an index may be larger than any of them can be.
    pub limited: BTreeSet<Symbol>,
    /// What says whether parameters are null, by what they lead to.
    pub nulls: FxHashMap<ObjectKey, Symbol>,
    /// Pointers are stored where others that lead there from outside may read them.
    pub moves_pointers: bool,
    /// A pointer from outside to a member becomes one to the struct around it.
    pub around_matters: bool,
    /// One is compared with a function of the program.
    pub functions_apart: bool,
    /// Whether something may rest on where objects end and others begin.
    pub ends_matter: bool,
    /// Whether a function from outside is called that could be one of the program, by its type.
    pub calls_alike: bool,
    /// A function without a body is called that may do more than give a result; and one that is handed memory which could
    /// be freed.
    pub calls_outside: bool,
    pub hands_memory: bool,
    /// Such a function is given the address of one of the program.
    pub hands_functions: bool,
    /// It may call one that it is given.
    pub called_back: bool,
    /// The functions without a body that call functions of the program here, and these.
    pub calling_back: Vec<(String, String)>,
    /// What says whether functions without a body did something to an object.
    pub done_outside: FxHashMap<(ObjectKey, Done), Symbol>,
    /// What such functions are handed as constant.
    pub promised: BTreeSet<ObjectKey>,
    /// Which objects are there at the same time, once that was asked.
    pub together: Option<Together>,
    /// Inputs that are addresses, by what has them.
    pub addresses: FxHashMap<Vec<usize>, Symbol>,
    pub as_they_came: FxHashSet<(ObjectKey, Path)>,
    /// The inputs that say something of pointers in objects from outside: what, in a word.
    pub outside_said: FxHashMap<((ObjectKey, Path), String), Symbol>,
    /// Those at addresses that are numbers.
    pub numbered: FxHashSet<usize>,
    /// Objects that pointers lead to in place of which there may be numbers, and the input that says whether these are
    /// looked at.
    pub in_place: BTreeSet<ObjectKey>,
    pub numbers: Option<Symbol>,
    /// What says whether mortal objects live, the number of blocks so far, and memory that is not freed, if it is counted.
    pub lives: FxHashMap<ObjectKey, Symbol>,
    pub scopes: usize,
    pub blocks: Option<Symbol>,
    /// The objects that are allocated memory.
    pub allocated: Vec<usize>,
    /// Some object has a `volatile` part.
    pub has_volatile: bool,
    /// Whether some of it is bytes.
    pub has_volatile_bytes: bool,
    /// The program asks whether allocating memory succeeded.
    pub allocation_matters: bool,
    /// Symbols that nothing assigns.
    pub fixed: FxHashSet<Symbol>,
    /// Reads of uninitialised variables, which may turn out to be needless.
    pub guesses: Vec<super::tidy::Guess>,
    pub errors: Vec<Diagnostic>,
    pub unsupported: Unsupported,
    /// How often a function may call itself.
    pub recursion: usize,
    /// What is taken to hold of what lies outside of the program.
    pub world: World,
    /// Whether to give up.
    pub stop: &'a dyn Fn() -> bool,
    /// What `argv` of `main` points to, the input with their number, and what objects from outside hold at first.
    pub program_arguments: Option<ObjectKey>,
    pub argument_count: Option<Symbol>,
    pub first_contents: FxHashMap<ObjectKey, Symbol>,
    /// How many loops are open, over all frames.
    pub loops: usize,
    /// What the open expression accesses.
    pub accesses: super::accesses::Accesses,
    /// Lines are marked (not in constant expressions).
    pub marking: bool,
    pub declarations: usize,
    /// How many calls of `setjmp` there are so far, and what is handed to them.
    pub jumps: i64,
    pub jump: Option<Jump>,
    /// The text with the models of library functions, if there is one.
    pub library: Option<u32>,
    /// How results of calls are used.
    pub uses: super::results::Uses,
    /// Functions that may store to what their callers see, and to how much of that.
    pub changing: FxHashMap<FunctionId, Extent>,
    /// Functions that may read what their callers see.
    pub looking: FxHashSet<FunctionId>,
    /// Global variables, as objects.
    pub lasting: Vec<usize>,
    /// For the list of assumptions.
    pub results: BTreeSet<String>,
    pub used_globals: Vec<Symbol>,
    /// One of them may have been changed before, and no symbol stands for what it begins with.
    pub global_matters: bool,
    /// Variables that some function may change.
    pub changed: FxHashSet<VariableId>,
    /// What globals hold that can hold anything at the beginning.
    pub any_globals: Vec<Symbol>,
    pub streams: Vec<Symbol>,
    /// What the world says to functions of the library.
    pub asked: Vec<Symbol>,
    /// What is found in volatile memory.
    pub shared: Vec<Symbol>,
    pub uninitialised: Vec<Symbol>,
    /// Bytes that are no member's, and where these are seen.
    pub padding: Vec<Symbol>,
    pub visible_padding: Visible,
    /// The pointers of uninitialised arrays, which lead nowhere.
    pub wild: Vec<Symbol>,
    /// What variables that other files define hold.
    pub elsewhere: Vec<Symbol>,
}

impl<'a> Lowering<'a> {
    /// The user's place of a piece of the syntax tree. All that a library function does happens where it is called.
    pub fn place(&self, span: Bytes) -> Span {
        match self.flow.library_call {
            Some(call) if self.library == Some(span.text) => call,
            _ => self.source.start(span),
        }
    }

    /// A problem at a piece of the syntax tree.
    pub fn problem(&self, message: impl Into<String>, span: Bytes) -> Diagnostic {
        let length = self.source.slice(span).lines().next().unwrap_or("").trim_end().len();
        Diagnostic::new(message, self.place(span)).with_length(length)
    }

    /// Refuses a construct by name.
    pub fn refuse<T>(&self, construct: &str, span: Bytes) -> Fallible<T> {
        self.refused(&Refusal::of(construct), span)
    }

    /// Refuses what the tree names as not modelled.
    pub fn refused<T>(&self, refusal: &Refusal, span: Bytes) -> Fallible<T> {
        let problem = self.problem(format!("{} is not supported", refusal.what), span);
        let problem = Diagnostic { unsupported: Some(refusal.what.clone()), ..problem };
        Err(match &refusal.help {
            Some(help) => problem.with_help(help.clone()),
            None => problem,
        })
    }

    /// Why the model ends where something is that is not modelled.
    pub fn gap_at(&self, refusal: &Refusal, span: Bytes) -> Gap {
        let Span { file, line, .. } = self.place(span);
        let at = format!("{}:{line}", self.source.file_name(file));
        Gap::Unsupported { what: refusal.what.clone(), at, help: refusal.help.clone() }
    }

    /// The model ends here.
    pub fn end_at(&mut self, refusal: &Refusal, span: Bytes) {
        let gap = self.gap_at(refusal, span);
        self.flow.settle();
        self.flow.mark(Mark::Gap(gap));
        self.flow.end();
    }

    /// The function being inlined. There is one while statements are lowered.
    pub fn frame(&mut self) -> &mut Frame {
        self.frames.last_mut().expect("inside a function")
    }

    /// What a variable stands for, if its declaration was met.
    pub fn lookup(&self, id: VariableId) -> Option<&Entity> {
        let local = self.frames.last().and_then(|f| f.places.get(&id));
        local.or_else(|| self.globals.get(&id))
    }

    /// Gives a variable of the open function its meaning.
    pub fn declare(&mut self, id: VariableId, entity: Entity) {
        self.declarations += 1;
        let number = self.declarations;
        let frame = self.frame();
        if matches!(entity, Entity::Memory(_)) {
            frame.declared.push((id, entity.clone(), number));
        }
        frame.places.insert(id, entity);
    }

    /// Runs `f` with a block of its own, and what is due at its end.
    pub fn in_scope<T>(&mut self, f: impl FnOnce(&mut Self) -> T) -> T {
        self.scopes += 1;
        let block = self.scopes;
        let frame = self.frame();
        frame.blocks.push(block);
        let (declared, cleanups, lived) = (frame.declared.len(), frame.cleanups.len(), frame.lived.len());
        let result = f(self);
        self.clean_up(cleanups);
        self.end_lives(lived);
        let frame = self.frame();
        frame.blocks.pop();
        frame.lived.truncate(lived);
        frame.cleanups.truncate(cleanups);
        frame.declared.truncate(declared);
        result
    }

    /// Runs `f` with the place set, then sets it back.
    pub fn at<T>(&mut self, span: Span, f: impl FnOnce(&mut Self) -> T) -> T {
        let before = std::mem::replace(&mut self.flow.span, span);
        let result = f(self);
        self.flow.span = before;
        result
    }

    /// A name as it is shown: plain in the entry function, qualified in inlined ones. The models of the library have names
    /// that no program has, which nobody needs to know.
    pub fn qualified(&self, name: &str) -> String {
        let name = name.strip_prefix("__builtin_").unwrap_or(name);
        let is_in_model = self.frames.last().is_some_and(|frame| self.tree.function(frame.function).library);
        let name = if is_in_model { name.trim_start_matches('_') } else { name };
        match self.frames.last() {
            Some(frame) if self.frames.len() > 1 => format!("{}.{name}", frame.name),
            _ => name.to_string(),
        }
    }

    /// The name of a static variable: it goes by the function that declares it, whoever calls that first.
    pub fn declared_in(&self, name: &str) -> String {
        match self.frames.last() {
            Some(frame) if self.frames.len() > 1 => format!("{}.{name}", self.tree.function(frame.function).name),
            _ => name.to_string(),
        }
    }

    /// A new variable.
    pub fn variable(&mut self, name: String, kind: IntKind) -> Symbol {
        let symbol = self.rules.terms.symbol(name, Sort::Int, kind.range(self.rules.model));
        self.flow.program.variables.push(symbol);
        self.temporaries.insert(symbol);
        symbol
    }

    /// Checks an operation needs, and its result.
    pub fn with_needs<T>(&mut self, f: impl FnOnce(&Rules<'a>, &mut Vec<Need>) -> T) -> T {
        let mut needs = Vec::new();
        let result = f(&self.rules, &mut needs);
        for (kind, condition) in needs {
            self.flow.owe(kind, condition);
        }
        result
    }

    /// Puts checks owed since `from` under a condition: they matter only if it holds.
    pub fn guard_owed(&mut self, from: usize, condition: Term) {
        let terms = self.rules.terms;
        if from > self.flow.owed.len() {
            // What is evaluated only sometimes must not have left a trace already.
            expected!(false, "an operand without effects had one");
            let problem = Diagnostic::new("this condition has an effect, which is not supported here", self.flow.span);
            return self.report(problem.with_help("write it as an `if`"));
        }
        let guarded = self.flow.owed.split_off(from);
        for mut owed in guarded {
            owed.condition = terms.implies(condition, owed.condition);
            if owed.is_needed(terms) {
                self.flow.owed.push(owed);
            }
        }
    }

    /// Whether what runs here can run more than once.
    pub fn is_repeated(&self) -> bool {
        self.loops > 0 || self.frames.iter().any(|f| f.repeated)
    }

    /// The value of a constant expression as one of a type; of a floating-point type its rank.
    pub fn constant_as(&mut self, e: &'a Expr, kind: IntKind) -> Fallible<Int> {
        let v = self.constant(e)?;
        let from = match &e.ty {
            Type::Int(from) | Type::Volatile(from) if from.format().is_some() || kind.format().is_some() => *from,
            _ => return Ok(v),
        };
        let v = self.rules.int(v, from);
        let fits = self.rules.owed_by_conversion(&v, kind).is_none();
        match self.rules.convert(v, kind).constant(self.rules.terms) {
            Some(v) if fits => Ok(v),
            _ => Err(self.problem("this is not a constant expression, which is required here", e.span)),
        }
    }

    /// The same of what an object is before the program begins: where it overflows, or shifts what is negative, compilers
    /// warn and take two's complement.
    pub fn first_constant(&mut self, e: &'a Expr, kind: IntKind) -> Fallible<Int> {
        self.constant_as(e, kind).or_else(|problem| {
            let overflow = std::mem::replace(&mut self.rules.overflow, Overflow::Wrap);
            let value = self.constant_as(e, kind);
            self.rules.overflow = overflow;
            value.map_err(|_| problem)
        })
    }

    /// The value of a constant integer expression.
    pub fn constant(&mut self, e: &'a Expr) -> Fallible<Int> {
        let not_constant = "this is not a constant expression, which is required here";
        if facts::has_effects(self.tree, e) {
            return Err(self.problem(not_constant, e.span));
        }
        let owed = self.flow.owed.len();
        let marking = std::mem::replace(&mut self.marking, false);
        let value = self.integer(e);
        self.marking = marking;
        let failing = self.flow.owed.drain(owed..).count() > 0;
        match value?.constant(self.rules.terms) {
            Some(v) if !failing => Ok(v),
            _ => Err(self.problem(not_constant, e.span)),
        }
    }
}
