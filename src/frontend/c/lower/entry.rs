//! The whole program: constructors, then the entry function with its parameters as inputs.

use super::finished::finish;
use super::flow::Flow;
use super::library::is_modelled;
use super::memory::Place;
use super::padding::Visible;
use super::results;
use super::scope::{Entity, Fallible, Lowering};
use super::stack::Owners;
use super::statement::MOST_LOCATIONS;
use super::tidy;
use super::unsupported::{Ends, Unsupported};
use super::value::Rules;
use crate::diagnostic::{Diagnostic, Subject};
use crate::frontend::Apart;
use crate::frontend::c::Options;
use crate::frontend::c::facts::{self, changed_variables, changing, known, looking};
use crate::frontend::c::points_to::{Calls, Copy, Depths, MOST_STATEMENTS, Names, PointsTo, largest, points_to};
use crate::frontend::c::tree::{Function, FunctionId, NodeId, Tree, Type, VariableId};
use crate::program::live::Mentioned;
use crate::program::{Program, Span};
use crate::source::{Bytes, Source};
use crate::term::Terms;
use crate::world::Globals;
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::BTreeSet;

/// So often a program is lowered again that ends where something is not modelled.
const MOST_ROUNDS: usize = 8;

/// The program, or everything that stands in the way. Nothing if `stop` said so before that.
pub(in crate::frontend::c) fn lower(
    terms: &Terms,
    source: &Source,
    options: &Options,
    tree: &Tree,
    stop: &dyn Fn() -> bool,
) -> Result<Option<Program>, Vec<Diagnostic>> {
    let Some(entry) = tree.defined(&options.entry) else {
        return Err(vec![no_entry(tree, &options.entry)]);
    };
    let calls = Calls::new(tree);
    let mut depths = Depths::new(tree, &calls, entry, options.recursion);
    loop {
        let counted = calls.copies(entry, &depths, options.recursion, MOST_STATEMENTS);
        let (message, copies) = match counted.and_then(|()| points_to(tree, entry, options, &depths, stop)) {
            Err(copies) => (format!("the program has more than {MOST_STATEMENTS} statements after inlining"), copies),
            Ok((points_to, names)) => match lower_or_end(terms, source, options, tree, (&points_to, &names), stop) {
                Err(Problems { too_large: true, .. }) => {
                    let message = format!("the program has more than {MOST_LOCATIONS} locations after inlining");
                    (message, points_to.copies)
                }
                // What came of it when it was stopped is no program, and its problems are none of the source.
                program => return if stop() { Ok(None) } else { program.map(Some).map_err(|p| p.all) },
            },
        };
        if stop() {
            return Ok(None);
        }
        depths = match depths.reduce(&calls, entry, options.recursion, &copies) {
            Some(depths) => depths,
            None => return Err(vec![too_large(source, tree, entry, message, &copies)]),
        };
    }
}

/// The program, which ends where something is that is not modelled, or all problems if there are others.
fn lower_or_end(
    terms: &Terms,
    source: &Source,
    options: &Options,
    tree: &Tree,
    (points_to, names): (&PointsTo, &Names),
    stop: &dyn Fn() -> bool,
) -> Result<Program, Problems> {
    let mut ends = Ends::default();
    let mut first = None;
    for _ in 0..MOST_ROUNDS {
        match lower_ended(terms, source, options, tree, (points_to, names.clone(), ends.clone()), stop) {
            Err(Problems { too_large: false, unsupported: Some(met), all }) if !stop() => {
                ends.extend(met);
                first.get_or_insert(all);
            }
            // The others may come from that it ends where it does.
            Err(problems) => return Err(Problems { all: first.unwrap_or(problems.all), ..problems }),
            Ok(program) => return Ok(program),
        }
    }
    Err(Problems { all: first.unwrap_or_default(), too_large: false, unsupported: None })
}

/// Why there is no program.
pub(in crate::frontend::c) struct Problems {
    pub all: Vec<Diagnostic>,
    /// The program has too many locations.
    too_large: bool,
    /// The expressions in front of which it could end, if nothing else is in the way.
    unsupported: Option<Ends>,
}

/// The problem that a program has too much of something, with the function that takes most.
fn too_large(source: &Source, tree: &Tree, entry: FunctionId, message: String, copies: &[Copy]) -> Diagnostic {
    let Some((largest, count)) = largest(copies) else { return Diagnostic::new(message, Span::default()) };
    let function = tree.function(largest);
    // What the library calls is in none of the user's files.
    let place = source.start(tree.function(if function.library { entry } else { largest }).span);
    let message = format!("{message}, most of them in copies of `{}`, of which there are {count}", function.name);
    let help = "ask with --entry about a function that calls less, or leave out the body of one that is called often";
    Diagnostic::new(message, place).with_help(help)
}

/// The program, given where its pointers point.
#[cfg(test)]
pub(in crate::frontend::c) fn lower_with<'a>(
    terms: &'a Terms,
    source: &'a Source,
    options: &'a Options,
    tree: &'a Tree,
    points_to: &'a PointsTo,
    names: Names,
    stop: &'a dyn Fn() -> bool,
) -> Result<Program, Problems> {
    lower_ended(terms, source, options, tree, (points_to, names, Ends::default()), stop)
}

/// The same where it ends in front of some expressions.
fn lower_ended<'a>(
    terms: &'a Terms,
    source: &'a Source,
    options: &'a Options,
    tree: &'a Tree,
    (points_to, names, ends): (&'a PointsTo, Names, Ends),
    stop: &'a dyn Fn() -> bool,
) -> Result<Program, Problems> {
    let program = Program::new(&options.entry, source.file_names());
    let mut flow = Flow::new(terms, program);
    flow.is_apart = options.apart != Apart::Nothing;
    let mut lowering = Lowering {
        source,
        rules: Rules { terms, model: options.data_model, overflow: options.signed_overflow },
        flow,
        tree,
        assume_texts: &options.assume,
        counts_leaks: options.leaks,
        returns: options.returns,
        has_outcomes: options.apart != Apart::Nothing,
        has_operands: options.apart == Apart::Operands,
        marks_operands: false,
        unused: None,
        havoc: &options.havoc,
        library: tree.functions.iter().find(|f| f.library && f.body.is_some()).map(|f| f.span.text),
        uses: results::uses(tree),
        changing: changing(tree),
        looking: looking(tree),
        results: BTreeSet::new(),
        globals: FxHashMap::default(),
        frames: vec![],
        open_function: None,
        points_to,
        names,
        early: FxHashSet::default(),
        pointed: FxHashSet::default(),
        unforeseen: None,
        objects: vec![],
        temporaries: FxHashSet::default(),
        instance_of_call: FxHashMap::default(),
        stacks: FxHashSet::default(),
        mentioned: Mentioned::default(),
        owners: Owners::default(),
        object_of: FxHashMap::default(),
        outside: FxHashSet::default(),
        outside_inputs: vec![],
        returning: FxHashMap::default(),
        returns_pointers: false,
        apart_matters: false,
        beginning_matters: false,
        given_streams: false,
        leaves_nothing: false,
        prints: false,
        prints_unchecked: false,
        limited: BTreeSet::new(),
        nulls: FxHashMap::default(),
        moves_pointers: false,
        around_matters: false,
        functions_apart: false,
        ends_matter: false,
        calls_alike: false,
        calls_outside: false,
        hands_memory: false,
        hands_functions: false,
        called_back: false,
        calling_back: vec![],
        done_outside: FxHashMap::default(),
        promised: BTreeSet::new(),
        together: None,
        addresses: FxHashMap::default(),
        as_they_came: FxHashSet::default(),
        outside_said: FxHashMap::default(),
        world: options.world,
        numbered: FxHashSet::default(),
        in_place: points_to.shared(),
        numbers: None,
        lives: FxHashMap::default(),
        scopes: 0,
        blocks: None,
        allocated: vec![],
        has_volatile: false,
        has_volatile_bytes: false,
        allocation_matters: false,
        fixed: FxHashSet::default(),
        guesses: vec![],
        errors: vec![],
        unsupported: Unsupported::new(ends),
        recursion: options.recursion,
        stop,
        program_arguments: None,
        argument_count: None,
        first_contents: FxHashMap::default(),
        loops: 0,
        accesses: Default::default(),
        marking: true,
        declarations: 0,
        jumps: 0,
        jump: None,
        lasting: vec![],
        used_globals: vec![],
        global_matters: false,
        changed: if options.entry == "main" { FxHashSet::default() } else { changed_variables(tree) },
        any_globals: vec![],
        streams: vec![],
        asked: vec![],
        shared: vec![],
        uninitialised: vec![],
        padding: vec![],
        visible_padding: Visible::default(),
        wild: vec![],
        elsewhere: vec![],
    };
    if let Err(problem) = lowering.entry(points_to.entry) {
        lowering.report(problem);
    }
    for name in &options.havoc {
        let has_body = tree.defined(name).is_some_and(|id| !tree.function(id).library);
        let what = match (has_body, known(name).is_some() || is_modelled(name)) {
            (true, _) => "has a body",
            (false, true) => "has a model",
            (false, false) if tree.functions.iter().all(|function| function.name != *name) => "is not declared",
            (false, false) => continue,
        };
        let message = format!("`{name}` {what}: --havoc is for functions that have neither a body nor a model");
        lowering.report(Diagnostic::new(message, Span::default()));
    }
    // What is refused says why itself.
    if lowering.errors.is_empty() {
        lowering.errors.extend(lowering.unforeseen.take());
    }
    match lowering.errors.is_empty() {
        true => Ok(finish(lowering, options)),
        false => {
            let Unsupported { met, .. } = &lowering.unsupported;
            let unsupported = lowering.unsupported.is_all_of(&lowering.errors).then(|| met.clone());
            Err(Problems { too_large: lowering.is_too_large(), all: sorted(lowering.errors), unsupported })
        }
    }
}

fn sorted(mut errors: Vec<Diagnostic>) -> Vec<Diagnostic> {
    errors.sort_by_key(|d| d.span);
    errors
}

impl<'a> Lowering<'a> {
    /// The entry function, under the assumptions.
    fn entry(&mut self, id: FunctionId) -> Fallible<()> {
        let function = self.tree.function(id);
        let name = function.name.as_str();
        self.flow.span = self.place(function.span);
        let signature = self.signature_of(id, function.span)?;
        let begin = self.flow.fresh();
        self.flow.resume(begin);
        if self.counts_leaks {
            self.begin_counting();
        }
        self.run_before()?;
        let result = match &signature.result {
            ty @ (Type::Int(_) | Type::Pointer(_)) if self.returns => Some(self.result_of(name, ty, 0)?),
            _ => None,
        };
        self.enter(id, 0, result.clone());
        // At the end of `main` that is 0 (C11 5.1.2.2.3).
        if let ("main", Some(place)) = (name, &result)
            && let Some((symbol, _)) = self.simple(&self.target(place.clone()))
        {
            self.flow.assign(symbol, self.rules.terms.int(0));
        }
        let is_program = facts::takes_arguments(name, &signature);
        for (i, parameter) in function.parameters.iter().copied().enumerate() {
            if self.tree.variable(parameter).name.is_empty() {
                self.frame().parameters.push(None);
                continue;
            }
            // Inputs are told apart by their names.
            let has_its_name = |id: &VariableId| self.tree.variable(*id).name == self.tree.variable(parameter).name;
            if i >= signature.parameters.len() && function.parameters[..i].iter().any(has_its_name) {
                let what =
                    format!("`{name}`, a variadic function with a parameter of the name of its further arguments,");
                return self.refuse(&format!("{what} as the entry function"), function.span);
            }
            let made = match (i, is_program) {
                (0, true) => self.argument_count(parameter),
                (1, true) => {
                    let node = self.tree.variable(parameter).node;
                    self.program_arguments = Some(self.names.key(vec![node, 0]));
                    self.entry_parameter(parameter)
                }
                _ => self.entry_parameter(parameter),
            };
            let (place, entity) = match made {
                Ok(place) => (Some(place.clone()), Entity::Memory(place)),
                Err(problem) => (None, Entity::Refused(problem)),
            };
            self.frame().parameters.push(place);
            self.declare(parameter, entity);
        }
        self.declare_lengths()?;
        self.assume(&self.tree.assumptions);
        self.body(id)?;
        if self.returns && self.flow.is_live() {
            self.note_result(&signature.result, result)?;
        }
        if name == "main" {
            self.run_after((function.node, function.span))?;
        }
        self.check_leaks();
        self.prepend_prologue(begin);
        Ok(())
    }

    /// What the entry function returned is in this place, if it has one, where its body has ended.
    fn note_result(&mut self, ty: &Type, place: Option<Place>) -> Fallible<()> {
        let target = place.map(|place| self.target(place));
        let pointer = match (ty, &target) {
            (Type::Pointer(_), Some(target)) => self.returned_pointer(target.clone())?,
            _ => None,
        };
        let at = self.flow.here();
        let result = target.and_then(|target| self.simple(&target)).map(|(symbol, _)| symbol);
        let is_known = result.is_some() || pointer.is_some() || *ty == Type::Void;
        let observed = &mut self.flow.program.observed;
        (observed.returns, observed.result, observed.pointer) = (Some(at), result, pointer);
        if !is_known {
            observed.besides.push(format!("what it returns, {}", ty.with_article()));
        }
        Ok(())
    }

    /// Functions that run before all others, by priority (those without one are last), then in the order of the text.
    /// Where globals may hold anything when the entry function is called, that is after these.
    fn run_before(&mut self) -> Fallible<()> {
        if self.world.globals == Globals::Any {
            return Ok(());
        }
        let mut all = self.with_priority(|f| f.constructor);
        all.sort_by_key(|(priority, id)| (priority.unwrap_or(u32::MAX), self.definition(*id)));
        all.into_iter().try_for_each(|(_, id)| self.run_alone(id))
    }

    /// Functions that run when the program ends there: those that `atexit` was told, then the others in the opposite order.
    pub fn run_after(&mut self, (site, span): (NodeId, Bytes)) -> Fallible<()> {
        if let Some(at) = self.tree.functions.iter().position(facts::is_at_end) {
            let signature = self.signature_of(FunctionId(at), span)?;
            self.inline(FunctionId(at), &signature, vec![], (site, span))?;
        }
        let mut all = self.with_priority(|f| f.destructor);
        all.sort_by_key(|(priority, id)| std::cmp::Reverse((priority.unwrap_or(u32::MAX), self.definition(*id))));
        all.into_iter().try_for_each(|(_, id)| self.run_alone(id))
    }

    /// Definitions are in the order of files, and in these of lines.
    fn definition(&self, id: FunctionId) -> Bytes {
        self.tree.function(id).span
    }

    fn with_priority(&self, of: impl Fn(&Function) -> Option<Option<u32>>) -> Vec<(Option<u32>, FunctionId)> {
        let all = self.tree.functions.iter().enumerate().filter(|(_, f)| f.body.is_some());
        all.filter_map(|(i, f)| Some((of(f)?, FunctionId(i)))).collect()
    }

    /// Runs a function that nothing calls, without arguments.
    fn run_alone(&mut self, id: FunctionId) -> Fallible<()> {
        let function = self.tree.function(id);
        let signature = self.signature_of(id, function.span)?;
        if !signature.parameters.is_empty() {
            return self
                .refuse(&format!("`{}`, which runs by itself and takes arguments,", function.name), function.span);
        }
        let span = self.place(function.span);
        self.at(span, |this| {
            this.about_to_call(&function.name);
            this.enter(id, function.node, None);
            this.body(id)
        })
    }

    /// Links the start to the body: cursors at 0, globals at their initialisers.
    fn prepend_prologue(&mut self, begin: crate::program::LocationId) {
        tidy::drop_unread(self);
        tidy::begin_unassigned(self, begin);
        let start = self.flow.program.start;
        if self.flow.is_live() {
            self.flow.end();
        }
        self.flow.resume(start);
        for (variable, value, span) in std::mem::take(&mut self.flow.prologue) {
            self.at(span, |this| this.flow.assign(variable, value));
        }
        self.flow.jump(begin);
    }
}

/// The problem that there is nothing to begin with.
fn no_entry(tree: &Tree, name: &str) -> Diagnostic {
    let mut names: Vec<&str> =
        tree.functions.iter().filter(|f| f.body.is_some() && !f.library).map(|f| f.name.as_str()).collect();
    names.sort_unstable();
    names.dedup();
    let problem =
        Diagnostic::new(format!("there is no function `{name}` with a body"), Span::default()).about(Subject::Entry);
    match names.is_empty() {
        true => problem,
        false => problem.with_help(format!("--entry takes one of these functions: {}", names.join(", "))),
    }
}
