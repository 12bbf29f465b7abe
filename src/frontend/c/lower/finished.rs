//! What a program has besides its graph, once all of it is lowered: the assumptions it rests on, and where functions are.

use super::back::CALLS_BACK;
use super::escape::{NO_CALLS, NO_CALLS_OF_HANDED, NO_OTHER_CALLS};
use super::observed::observed;
use super::outwards::INSIDE;
use super::parameter::LONGEST_ARRAY;
use super::results::NO_BYTES;
use super::scope::Lowering;
use crate::frontend::c::facts;
use crate::frontend::c::points_to::ObjectKey;
use crate::frontend::c::tree::{Function, Tree};
use crate::frontend::c::{DataModel, Options, Overflow};
use crate::frontend::flow::fill_spans;
use crate::program::{
    About, Assumption, Body, Check, Input, InputKind, Observed, Outline, Program, Span, Unstored, check_initialised,
};
use crate::source::Source;
use crate::term::Symbol;
use crate::world::{Alias, External, Globals, Malloc, Uninitialised, Volatile};
use std::collections::BTreeSet;

/// What an assumption is called, and the options that take the opposite for granted.
type Named = (&'static str, Option<&'static str>);

/// What else ends a path.
const UNDEFINED: [(&str, Check); 12] = [
    ("an access outside of an array", Check::Bounds),
    ("a division by zero, or one whose result does not fit,", Check::Division),
    (
        "a shift by a negative or too large distance, or to the left of a negative value or with a result that does not fit,",
        Check::Shift,
    ),
    ("converting a floating-point value to an integer type that has no room for it", Check::Conversion),
    ("reading a _Bool that holds neither 0 nor 1", Check::Representation),
    ("following a null pointer", Check::Null),
    ("copying memory to where a part of it is, but for `memmove`,", Check::Overlap),
    ("storing to what another operand accesses, without an order between the two,", Check::Order),
    ("storing to what is constant", Check::Const),
    ("using a pointer to what does not live any more", Check::Lifetime),
    ("freeing memory twice", Check::DoubleFree),
    ("freeing what is not the beginning of allocated memory", Check::Free),
];

/// What is taken to hold of what pointers from outside lead to, where what violates one of these is the target.
const FROM_OUTSIDE: [(&str, &str, &[Check]); 3] = [
    ("alive", "what pointers from outside lead to lives", &[Check::Lifetime, Check::DoubleFree]),
    ("writable", "what pointers from outside lead to can be stored to", &[Check::Const]),
    ("booleans", "a _Bool that pointers from outside lead to holds 0 or 1", &[Check::Representation]),
];

/// What a variable holds that nobody stored to.
const ANY_VALUE: &str = "uninitialised variables can hold any value of their type";

/// The finished program with its assumptions.
pub(super) fn finish(lowering: Lowering, options: &Options) -> Program {
    let has_globals = lowering.objects.iter().any(|object| !object.constant && lowering.is_of_program(object.key));
    let observed = if options.returns { observed(&lowering) } else { Observed::default() };
    let (allocated, allocation_matters) = (lowering.allocated_symbols(), lowering.allocation_matters);
    let results = lowering.results;
    let (any_globals, world, global_matters) = (lowering.any_globals, lowering.world, lowering.global_matters);
    let (outside, apart_matters) = (lowering.outside_inputs, lowering.apart_matters);
    let (returns_pointers, functions_apart) = (lowering.returns_pointers, lowering.functions_apart);
    let moves_pointers = lowering.moves_pointers;
    let (ends_matter, around_matters) = (lowering.ends_matter, lowering.around_matters);
    let calls_alike = lowering.calls_alike;
    let beginning_matters = lowering.beginning_matters;
    let (given_streams, prints, prints_unchecked) =
        (lowering.given_streams, lowering.prints, lowering.prints_unchecked);
    let leaves_nothing = lowering.leaves_nothing;
    let mut stacks: Vec<Symbol> = lowering.stacks.into_iter().collect();
    stacks.sort_unstable();
    let elsewhere = lowering.elsewhere;
    let is_length = |i: &Input| i.kind == InputKind::Length && elsewhere.contains(&i.symbol);
    let has_lengths = lowering.flow.program.inputs.iter().any(is_length);
    let (of_files, limited): (Vec<Symbol>, Vec<Symbol>) =
        lowering.limited.into_iter().partition(|s| elsewhere.contains(s));
    let from_outside = lowering.outside.len();
    let are_apart = lowering.outside.iter().any(|x| {
        let others = lowering.outside.iter().filter(|y| *y != x);
        lowering.points_to.is_family(*x) || others.into_iter().any(|y| !lowering.points_to.may_overlap(*x, *y))
    });
    let points_to = lowering.points_to;
    // Of what a program is given when it begins C says all of that (C11 5.1.2.2.1).
    let argument = lowering.program_arguments;
    let is_given = |key: ObjectKey| argument.is_some_and(|of| of == key || points_to.leads(of, key));
    let others: Vec<ObjectKey> = lowering.outside.iter().copied().filter(|key| !is_given(*key)).collect();
    let never_null = others.iter().copied().chain(points_to.callbacks()).any(|key| !points_to.is_nullable(key));
    let leads_outside = !others.is_empty();
    let calls_outside = lowering.calls_outside;
    let objects = lowering.promised.iter().filter_map(|key| lowering.object_of.get(key));
    let changing = objects.map(|object| &lowering.objects[*object]).filter(|of| !of.constant && !of.literal);
    let leaves = changing.flat_map(|of| of.leaves.values().map(|leaf| leaf.content.variables()));
    let promised: Vec<Vec<Symbol>> = leaves.collect();
    let may_store = lowering.points_to.written_outside().next().is_some() || from_outside > 0;
    let follows_numbers = !lowering.points_to.exposed(&lowering.names).is_empty();
    let hands_memory = lowering.hands_memory;
    let calls_back = lowering.changing.keys().any(|id| {
        let function = lowering.tree.function(*id);
        !function.library && (!function.is_static || lowering.names.is_pointed_to(*id))
    });
    let hands_functions = lowering.hands_functions;
    let called_back = lowering.called_back;
    let callable: Vec<(Span, Span)> = (lowering.tree.functions.iter())
        .filter(|f| f.body.is_some() && !f.library && f.name != options.entry)
        .filter(|f| !f.is_static || lowering.tree.defined(&f.name).is_none_or(|id| lowering.names.is_pointed_to(id)))
        .map(|f| (lowering.source.start(f.extent), lowering.source.last(f.extent)))
        .collect();
    let asked = lowering.asked;
    let (streams, uninitialised, globals) = (lowering.streams, lowering.uninitialised, lowering.used_globals);
    let bodies = bodies(lowering.tree, lowering.source);
    let has_constructors = lowering.tree.functions.iter().any(|f| f.constructor.is_some() && f.body.is_some());
    let functions = lowering.tree.functions.iter().filter(|f| f.declared && !f.library).map(|f| f.name.clone());
    let functions: BTreeSet<String> = functions.collect();
    let runs_once = !points_to.sets_jumps && {
        let flags: Vec<String> = options.others.iter().chain([&options.arguments]).flatten().cloned().collect();
        !facts::may_run_again(lowering.tree, (lowering.source, &flags), points_to.entry)
    };
    let outline = match runs_once {
        true => super::outline::outline(lowering.tree, lowering.source, points_to.entry),
        false => Outline::default(),
    };
    let mut program = lowering.flow.program;
    program.outline = Outline { gaps: program.outline.gaps, ..outline };
    if world.uninitialised == Uninitialised::Error {
        let unstored = Unstored {
            inputs: uninitialised.iter().chain(&lowering.wild).copied().collect(),
            at: lowering.flow.unstored,
            partial: lowering.flow.partial,
        };
        check_initialised(lowering.rules.terms, &mut program, &unstored);
    }
    program.bodies = bodies;
    program.functions = functions;
    program.observed = observed;
    fill_spans(&mut program);
    let mut assume = |(name, otherwise): Named, text: String, about: About| {
        program.assumptions.push(Assumption { name, otherwise, text, about });
    };
    let model = match options.data_model {
        DataModel::Ilp32 => "ILP32: int, long and pointers have 32 bits",
        DataModel::Lp64 => "LP64: int has 32 bits, long and pointers have 64",
    };
    if options.signed_overflow == Overflow::Undefined {
        let text = "signed overflow is undefined: a path where it happens ends there";
        let named = (Check::SignedOverflow.word(), Some("--signed-overflow wrap"));
        assume(named, format!("{text} (data model {model})"), About::Check(Check::SignedOverflow));
    }
    for (text, check) in UNDEFINED {
        let text = format!("{text} is undefined: a path where it happens ends there");
        assume((check.word(), None), text, About::Check(check));
    }
    let apart = ("apart", (world.alias == Alias::Apart).then_some("--may-alias"));
    let text = match world.alias {
        Alias::Apart => "what different pointers from outside point to does not overlap, neither with global variables",
        Alias::May => {
            "what pointers from outside to different types point to does not overlap, nor what those in different structs, in one array or in unions do; neither with global variables"
        }
    };
    let moves_apart = moves_pointers && (are_apart || from_outside > 0 && has_globals);
    if apart_matters || moves_apart {
        assume(apart, text.into(), About::Always);
    } else if are_apart || from_outside > 0 && !globals.is_empty() {
        let symbols = outside.iter().chain(&globals).chain(&any_globals).copied().collect();
        assume(apart, text.into(), About::Symbols(symbols));
    }
    if ends_matter {
        assume(("ends-apart", None), "no object begins where another one ends".into(), About::Always);
    }
    let text = "functions without a body have no effect besides their result, which can be any value of its type";
    let is_any = world.external == External::Any;
    let external = ("extern", Some(if is_any { "--extern pure" } else { "--extern any" }));
    let besides = match (is_any && may_store, hands_memory) {
        (true, true) => {
            ", and what they store to what they were handed and to global variables that other files see; they free nothing"
        }
        (true, false) => ", and what they store to what they were handed and to global variables that other files see",
        (false, true) => "; they free nothing",
        (false, false) => "",
    };
    if calls_outside && (!is_any || may_store || hands_memory) {
        assume(external, format!("{text}{besides}"), About::Always);
    } else if !streams.is_empty() {
        assume(external, format!("{text}{besides}"), About::Symbols(streams));
    }
    if beginning_matters {
        let text = "pointers from outside lead to the beginning of an object, which is no part of a larger one";
        assume(("beginning", None), text.into(), About::Always);
    }
    if given_streams {
        let text = "streams and folders that functions of the library are given are open: none was closed before";
        assume(("streams", None), text.into(), About::Always);
    }
    if prints || prints_unchecked {
        let text = "what is printed or written out is there as is asked for: as many arguments, of these types, texts that end, as many bytes";
        let about = if prints_unchecked { About::Always } else { About::Target(&[Check::Null, Check::Bounds]) };
        assume(("printed", None), text.into(), about);
    }
    if !limited.is_empty() {
        let text = format!("what a pointer from outside leads to has at most {LONGEST_ARRAY} elements");
        assume(("lengths", None), text, About::Symbols(limited));
    }
    if !of_files.is_empty() {
        let text = format!("an array that another file defines has at most {LONGEST_ARRAY} elements");
        assume(("lengths", None), text, About::Symbols(of_files));
    }
    if never_null {
        let text = "pointers from outside that the program compares with no null pointer are not null (`--assume 'p.null'` says otherwise)";
        assume(("not-null", None), text.into(), About::Target(&[Check::Null]));
    }
    for (name, text, checks) in FROM_OUTSIDE.into_iter().filter(|_| leads_outside) {
        assume((name, None), text.into(), About::Target(checks));
    }
    if around_matters {
        assume(("around", None), INSIDE.into(), About::Always);
    }
    let text = "pointers to functions from outside lead to no function that the program has or names";
    if functions_apart || calls_alike && (global_matters || !globals.is_empty()) {
        assume(("functions-apart", None), text.into(), About::Always);
    } else if calls_alike && !callable.is_empty() {
        assume(("functions-apart", None), text.into(), About::Inside(callable.clone()));
    }
    if returns_pointers {
        let text = "pointers that functions without a body return or store are null or lead to objects of their own, the same or others in each call, which no function changes that is not handed them";
        // That they lead to nothing of the program leaves no symbol behind where it decides.
        assume(("returned", None), text.into(), About::Always);
    }
    if is_any && !promised.is_empty() {
        // What no symbol stands for is in the program as it is read.
        let is_read = promised.iter().any(Vec::is_empty);
        let about = if is_read { About::Always } else { About::Symbols(promised.concat()) };
        assume(("const-kept", None), "functions without a body store nothing through pointers to const".into(), about);
    }
    if is_any && calls_outside && follows_numbers {
        assume(
            ("numbers", None),
            "functions without a body store nowhere by an address that is a number".into(),
            About::Always,
        );
    }
    let no_calls = match (called_back, hands_functions) {
        (true, _) => NO_OTHER_CALLS,
        (false, true) => NO_CALLS_OF_HANDED,
        (false, false) => NO_CALLS,
    };
    if called_back {
        assume(("called-back", None), CALLS_BACK.into(), About::Always);
    }
    if is_any && calls_outside && (hands_functions || calls_back && (global_matters || !globals.is_empty())) {
        // What is folded away leaves no symbol behind.
        assume(("no-calls", None), no_calls.into(), About::Always);
    } else if is_any && calls_outside && !callable.is_empty() {
        assume(("no-calls", None), no_calls.into(), About::Inside(callable));
    }
    if calls_outside && points_to.sets_jumps {
        let text = "functions without a body do not go back to where the program called `setjmp`";
        assume(("no-jumps", None), text.into(), About::Always);
    }
    if !asked.is_empty() {
        let text =
            "what library functions say of files, the time and the system can be anything, whatever they said before";
        assume(("system", None), text.into(), About::Symbols(asked));
    }
    if leaves_nothing {
        assume(("no-bytes", None), NO_BYTES.into(), About::Library);
    }
    results.into_iter().for_each(|text| assume(("library", None), text, About::Library));
    if world.uninitialised == Uninitialised::Error {
        let text = "using a value that nobody stored is undefined: a path where it happens ends there";
        let otherwise = Some("--uninitialised any");
        assume((Check::Uninitialised.word(), otherwise), text.into(), About::Check(Check::Uninitialised));
        // What nobody stored may be copied, out of the function as well.
        if !uninitialised.is_empty() {
            assume((Check::Uninitialised.word(), None), ANY_VALUE.into(), About::Seen(uninitialised));
        }
    } else if !uninitialised.is_empty() {
        let named = (Check::Uninitialised.word(), Some("--uninitialised error"));
        assume(named, ANY_VALUE.into(), About::Symbols(uninitialised));
    }
    if lowering.tree.is_shared {
        let text = "nothing runs beside the program: nobody else changes what is atomic, local to a thread or locked";
        assume(("alone", None), text.into(), About::Always);
    }
    if !stacks.is_empty() {
        let text = "there is as much memory as calls of functions by themselves take";
        assume(("stack", None), text.into(), About::Symbols(stacks));
    }
    if !lowering.padding.is_empty() {
        let text = "bytes between the members of a struct hold anything after one was stored, or the struct was copied";
        assume(("padding", None), text.into(), About::Symbols(lowering.padding));
    }
    if !elsewhere.is_empty() {
        let text = match has_lengths {
            true => {
                "variables that another file defines can hold any value of their type, and arrays without a size have any length"
            }
            false => "variables that another file defines can hold any value of their type",
        };
        assume(("elsewhere", None), text.into(), About::Symbols(elsewhere));
    }
    if !lowering.shared.is_empty() {
        let text = "volatile memory can hold anything each time it is read";
        assume(("volatile", Some("--volatile memory")), text.into(), About::Symbols(lowering.shared));
    }
    if lowering.tree.keeps_volatile {
        let (text, otherwise) = match world.volatile {
            Volatile::Memory => ("volatile memory holds what the program stored there", "--volatile shared"),
            _ => (
                "volatile variables of functions that are not static hold what the program stored there",
                "--volatile input",
            ),
        };
        assume(("volatile-kept", Some(otherwise)), text.into(), About::Always);
    }
    if lowering.tree.has_sections {
        let text =
            "variables in sections of their own hold what they are initialised with, or 0, when the program begins";
        assume(("sections", None), text.into(), About::Always);
    }
    if lowering.tree.keeps_volatile_pointers && world.volatile != Volatile::Memory {
        assume(
            ("volatile-pointers", None),
            "volatile pointers hold what the program stored there".into(),
            About::Always,
        );
    }
    if lowering.has_volatile_bytes {
        let text =
            "volatile memory that is read as something else than it is declared as holds what the program stored there";
        assume(("volatile-bytes", None), text.into(), About::Always);
    }
    let (text, otherwise) = match world.malloc {
        Malloc::Succeeds => ("allocating memory succeeds", "--malloc may-fail"),
        Malloc::MayFail => ("allocating memory may give a null pointer each time", "--malloc succeeds"),
    };
    let (text, malloc) = (text.to_string(), ("malloc", Some(otherwise)));
    if allocation_matters {
        assume(malloc, text, About::Always);
    } else if !allocated.is_empty() {
        assume(malloc, text, About::Symbols(allocated));
    }
    if world.globals == Globals::Any && has_constructors {
        let text = format!(
            "global variables can hold anything when `{}` is called, and what runs before that is not looked at",
            options.entry
        );
        assume(("globals", Some("--globals initial")), text, About::Always);
    } else if !any_globals.is_empty() {
        let text = format!("global variables can hold anything when `{}` is called", options.entry);
        assume(("globals", Some("--globals initial")), text, About::Symbols(any_globals));
    } else if options.entry != "main" && world.globals == Globals::Initial && (global_matters || !globals.is_empty()) {
        let text = format!("global variables hold their initial values when `{}` is called", options.entry);
        let named = ("globals", Some("--globals any"));
        assume(named, text, if global_matters { About::Always } else { About::Symbols(globals) });
    }
    program
}

/// Where the user's functions are.
fn bodies(tree: &Tree, source: &Source) -> Vec<Body> {
    let own = tree.functions.iter().filter(|f| f.body.is_some() && !f.library);
    let body =
        |f: &Function| Body { function: f.name.clone(), first: source.start(f.extent), last: source.last(f.extent) };
    let mut all: Vec<Body> = own.map(body).collect();
    all.sort_by_key(|body| body.first);
    all
}
