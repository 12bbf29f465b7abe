//! Two programs with the same inputs, and what of them is compared at their ends.

use super::begins_with;
use super::signature::Signature;
use crate::frontend::c::{Known, WORLD, defined_in, is_modelled, known_function};
use crate::program::{Edge, Input, InputKind, Instruction, Mark, Program, Role, Rows, Span};
use crate::term::{Format, Range, Sort, Symbol, Term, Terms};
use petgraph::algo::tarjan_scc;
use petgraph::visit::EdgeRef;

use rustc_hash::FxHashMap;
use std::collections::{BTreeMap, BTreeSet};

/// The status where nobody says it.
pub(super) const UNSAID: i64 = -1;

/// The ends of names of inputs that say where pointers from outside lead.
const ABOUT_POINTERS: [&str; 4] = ["null", "in_", "offset", "object"];

/// Two programs over the same inputs.
pub(super) struct Aligned {
    pub programs: [Program; 2],
    /// What is compared where both return.
    pub outputs: Vec<Output>,
    /// How the programs end where they do not return, if both say so somewhere.
    pub statuses: Option<[Symbol; 2]>,
    /// Why one input is not one for both.
    pub apart: Vec<String>,
    /// Why they cannot be found equal, whatever the outputs are.
    pub open: Vec<String>,
    /// Whether rounds of a loop store to an array that is compared: then no tree of it has an end.
    pub stores_in_rounds: bool,
    /// The functions they call that print, or do something else to the world.
    pub world: BTreeSet<String>,
}

/// Something that both leave behind.
pub(super) struct Output {
    pub name: String,
    pub symbols: [Symbol; 2],
    /// Of an array these are an element, at the index that this input says.
    pub index: Option<Symbol>,
    /// The arrays then.
    arrays: [Symbol; 2],
}

impl Output {
    /// If its values are ranks of floating-point values, the format of these.
    pub fn format(&self, terms: &Terms) -> Option<Format> {
        Format::of_range(&terms.symbol_range(self.arrays[0]))
    }
}

/// Makes the inputs of the second program those of the first.
pub(super) fn align(terms: &Terms, first: &Program, second: &Program, signatures: &[Signature; 2]) -> Aligned {
    let [own, other] = signatures.each_ref().map(|signature| &signature.parameters);
    let parameters: FxHashMap<&str, &str> =
        other.iter().zip(own.iter()).map(|(other, own)| (other.as_str(), own.as_str())).collect();
    let in_first = |name: &str| {
        let (root, rest) = root(name);
        format!("{}{rest}", parameters.get(root).copied().unwrap_or(root))
    };
    let mut apart: Vec<String> = vec![];
    let known: BTreeMap<String, &Input> = first.inputs.iter().map(|i| (i.name.clone(), i)).collect();
    let mut same: FxHashMap<Symbol, Symbol> = FxHashMap::default();
    let mut met = BTreeSet::new();
    for input in &second.inputs {
        let name = in_first(&input.name);
        let Some(twin) = known.get(&name) else { continue };
        let is_same = is_alike(&input.kind, &twin.kind)
            && terms.symbol_range(input.symbol) == terms.symbol_range(twin.symbol)
            && met.insert(name.clone());
        match is_same {
            true => drop(same.insert(input.symbol, twin.symbol)),
            false => apart.push(format!("`{name}` is something else in each of the functions")),
        }
    }
    if known.len() < first.inputs.len() {
        apart.push("inputs have the same name".into());
    }
    let twins: BTreeSet<Symbol> = same.values().copied().collect();
    let alone = first.inputs.iter().filter(|i| !twins.contains(&i.symbol));
    let alone = alone.chain(second.inputs.iter().filter(|i| !same.contains_key(&i.symbol)));
    for input in alone {
        let last = input.name.rsplit('.').next().unwrap_or_default();
        let is_nested = input.name.contains('.');
        if is_nested && ABOUT_POINTERS.iter().any(|word| last.starts_with(word)) {
            apart.push(format!("`{}` matters in one of the functions only", input.name));
        }
    }
    let streams = [first, second].into_iter().flat_map(|program| &program.inputs);
    for input in streams.filter(|i| matches!(i.kind, InputKind::Stream { .. })) {
        apart.push(format!("what `{}` gives at each call is not compared", input.name));
    }
    let bytes = |program: &Program, name: &dyn Fn(&str) -> String| -> BTreeSet<String> {
        let is_input = |object: &str| {
            let rest = |input: &Input| input.name.strip_prefix(object).map(|rest| rest.to_string());
            program.inputs.iter().filter_map(rest).any(|rest| rest.is_empty() || rest.starts_with(['.', '[']))
        };
        program.bytes.iter().filter(|(object, _)| is_input(object)).map(|(object, _)| name(object)).collect()
    };
    let (left, right) = (bytes(first, &|name| name.to_string()), bytes(second, &in_first));
    if let Some(object) = left.symmetric_difference(&right).next() {
        apart.push(format!("`{object}` is bytes in one of the functions only"));
    }
    let mut open = vec![];
    // Else a name says too little.
    let globals = [first, second].into_iter().flat_map(|program| &program.observed.globals);
    for name in globals.map(|symbol| root(&terms.name(*symbol)).0.to_string()) {
        if own.iter().chain(other).any(|parameter| *parameter == name) {
            apart.push(format!("`{name}` is a parameter and a global variable"));
        }
    }
    let second = over(terms, first, second, &same);
    let mut programs = [first.clone(), second];
    let mut world = BTreeSet::new();
    for program in &programs {
        open.extend(program.observed.besides.iter().map(|what| format!("{what} is not compared")));
        let moved = program.observed.pointers.iter().filter(|(_, s)| s.iter().any(|s| changes(program, *s)));
        open.extend(moved.map(|(name, _)| format!("the pointer `{name}` is not compared")));
        if let Some(store) = program.stores.values().next() {
            apart.push(format!("what `{}` stores is not compared", store.function));
        }
        let bodies: BTreeSet<&str> = program.bodies.iter().map(|body| body.function.as_str()).collect();
        for (mark, _) in &program.marks {
            let Mark::Call(name) = mark else { continue };
            let known = known_function(name);
            if known == Some(Known::Print) || defined_in(WORLD).any(|asks| asks == name) {
                world.insert(name.clone());
            } else if known.is_none() && !is_modelled(name) && !bodies.contains(name.as_str()) {
                apart.push(format!("what `{name}` does is not compared"));
            }
        }
    }
    let outputs = outputs(terms, &mut programs, &in_first, &mut open, &mut apart);
    let statuses = match programs.each_ref().map(|program| program.observed.status) {
        [Some(first), Some(second)] => Some([first, second]),
        _ => None,
    };
    for (program, symbol) in programs.iter_mut().zip(statuses.into_iter().flatten()) {
        begin_with(program, symbol, terms.int(UNSAID));
    }
    let arrays: Vec<Symbol> = outputs.iter().filter(|o| o.index.is_some()).flat_map(|o| o.arrays).collect();
    let stores_in_rounds = programs.iter().any(|program| stores_in_rounds(program, &arrays));
    Aligned { programs, outputs, statuses, apart, open, stores_in_rounds, world }
}

/// The variable that a name begins with, and the rest of it.
fn root(name: &str) -> (&str, &str) {
    name.split_at(name.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(name.len()))
}

/// Whether inputs have one shape.
fn is_alike(one: &InputKind, other: &InputKind) -> bool {
    match (one, other) {
        (InputKind::Array { size: a, each: b, .. }, InputKind::Array { size: c, each: d, .. }) => a == c && b == d,
        _ => std::mem::discriminant(one) == std::mem::discriminant(other),
    }
}

/// A program over the inputs of the first one.
fn over(terms: &Terms, first: &Program, program: &Program, same: &FxHashMap<Symbol, Symbol>) -> Program {
    let mut out = program.clone();
    let symbol = |s: &Symbol| same.get(s).copied().unwrap_or(*s);
    let of = |s: Symbol| same.get(&s).map(|s| terms.sym(*s));
    let mut memo = Default::default();
    for edge in out.graph.edge_weights_mut() {
        match &mut edge.instruction {
            Instruction::Assign(_, t) | Instruction::Assume(t) => *t = terms.substitute_memo(*t, &of, &mut memo),
            Instruction::Copy(all) => all.iter_mut().for_each(|(_, from)| *from = symbol(from)),
            Instruction::Skip => {}
        }
    }
    for input in &mut out.inputs {
        if let Some(twin) = same.get(&input.symbol).and_then(|s| first.input(*s)) {
            *input = twin.clone();
        } else if let InputKind::Array { length: Some(length), .. } = &mut input.kind {
            *length = symbol(length);
        }
    }
    out.silent = out.silent.iter().map(symbol).collect();
    let rows = |(s, rows): (&Symbol, &Rows)| (symbol(s), Rows { lengths: symbol(&rows.lengths), ..rows.clone() });
    out.rows = out.rows.iter().map(rows).collect();
    out
}

/// Whether a loop of a program stores to one of these arrays.
fn stores_in_rounds(program: &Program, arrays: &[Symbol]) -> bool {
    let mut part = vec![0; program.graph.node_count()];
    for (number, locations) in tarjan_scc(&program.graph).into_iter().enumerate() {
        locations.into_iter().for_each(|at| part[at.index()] = number);
    }
    program.graph.edge_references().any(|edge| {
        let stores = matches!(&edge.weight().instruction, Instruction::Assign(to, _) if arrays.contains(to));
        stores && part[edge.source().index()] == part[edge.target().index()]
    })
}

/// Whether a program gives a variable more than what it begins with.
pub(super) fn changes(program: &Program, symbol: Symbol) -> bool {
    let stores = |edge: &&Edge| matches!(&edge.instruction, Instruction::Assign(to, _) if *to == symbol);
    program.graph.edge_weights().filter(stores).count() > 1
}

/// What is compared: the results, and what one of the programs changes. Where the other one does not know of it, it gets a
/// variable that keeps what the first one begins with.
fn outputs(
    terms: &Terms,
    programs: &mut [Program; 2],
    in_first: &dyn Fn(&str) -> String,
    open: &mut Vec<String>,
    apart: &mut Vec<String>,
) -> Vec<Output> {
    let mut found = vec![];
    if let [Some(first), Some(second)] = programs.each_ref().map(|program| program.observed.result) {
        found.push(Output { name: "result".into(), symbols: [first, second], index: None, arrays: [first, second] });
    }
    let pointers = programs.each_ref().map(|program| program.observed.pointer.clone());
    // Without one of them it is known already that they are not compared.
    if let [Some(first), Some(second)] = pointers {
        let into = second.into.map(|(object, part)| (in_first(&object), part));
        if first.into.is_none() || into.is_none() || first.into == into {
            let object = first.into.or(into).map_or_else(String::new, |(object, _)| format!(" - {object}"));
            let both = [
                ("result is null".to_string(), [first.null, second.null]),
                (format!("result{object}"), [first.index, second.index]),
            ];
            found.extend(both.map(|(name, symbols)| Output { name, symbols, index: None, arrays: symbols }));
        } else {
            open.push("the pointer that they return is not compared, which leads into several objects".into());
        }
    }
    let mut named: BTreeMap<String, [Option<Symbol>; 2]> = BTreeMap::new();
    for (i, program) in programs.iter().enumerate() {
        let globals = program.observed.globals.iter().map(|symbol| (*symbol, terms.name(*symbol)));
        let own = |name: String| if i == 0 { name } else { in_first(&name) };
        let outside = program.observed.outside.iter().map(|symbol| (*symbol, own(terms.name(*symbol))));
        for (symbol, name) in globals.chain(outside) {
            let place = &mut named.entry(name.clone()).or_default()[i];
            if place.replace(symbol).is_some() {
                apart.push(format!("there are several `{name}`"));
            }
        }
    }
    for (name, symbols) in named {
        let is_changed = |i: usize| symbols[i].is_some_and(|s| changes(&programs[i], s));
        if !is_changed(0) && !is_changed(1) {
            continue;
        }
        let both = match symbols {
            [Some(first), Some(second)] => Some([first, second]),
            [Some(first), None] => kept(terms, programs, 0, first).map(|second| [first, second]),
            [None, Some(second)] => kept(terms, programs, 1, second).map(|first| [first, second]),
            [None, None] => None,
        };
        match both {
            Some(both) => match both.map(|symbol| terms.info(symbol).sort) {
                [Sort::Int, Sort::Int] => found.push(Output { name, symbols: both, index: None, arrays: both }),
                [Sort::Array, Sort::Array] => found.push(element(terms, programs, name, both)),
                _ => open.push(format!("`{name}` is not compared")),
            },
            None => open.push(format!("`{name}` is not compared")),
        }
    }
    found
}

/// An element of two arrays, wherever it is: each program puts it into a variable where it returns.
fn element(terms: &Terms, programs: &mut [Program; 2], name: String, arrays: [Symbol; 2]) -> Output {
    let index = terms.symbol(format!("index in {name}"), Sort::Int, Range::new(0, i32::MAX));
    let mut symbols = arrays;
    for (program, symbol) in programs.iter_mut().zip(&mut symbols) {
        let kind = InputKind::Scalar;
        program.inputs.push(Input { symbol: index, name: terms.name(index), span: Span::default(), kind });
        let seen = terms.symbol(&name, Sort::Int, Range::ALL);
        let array = std::mem::replace(symbol, seen);
        begin_with(program, seen, terms.int(0));
        if let Some(returns) = program.observed.returns {
            let behind = program.add_location(program.graph[returns].span);
            let value = terms.select(terms.sym(array), terms.sym(index));
            program.add_edge(returns, behind, Instruction::Assign(seen, value), Span::default(), Role::Step);
            program.observed.returns = Some(behind);
        }
        program.observed.globals.push(seen);
    }
    Output { name, symbols, index: Some(index), arrays }
}

/// Gives a new variable a value before anything else happens.
fn begin_with(program: &mut Program, variable: Symbol, value: Term) {
    program.variables.push(variable);
    let (start, first) = (program.start, program.add_location(Span::default()));
    program.add_edge(first, start, Instruction::Assign(variable, value), Span::default(), Role::Step);
    program.start = first;
}

/// A variable of the other program that holds what one of this program begins with.
fn kept(terms: &Terms, programs: &mut [Program; 2], this: usize, symbol: Symbol) -> Option<Symbol> {
    let value: Term = begins_with(&programs[this], symbol)?;
    let is_input = |s: &Symbol| programs[this].input(*s).is_some();
    if !terms.symbols(value).iter().all(is_input) {
        return None;
    }
    let inputs: Vec<Input> =
        terms.symbols(value).into_iter().filter_map(|s| programs[this].input(s).cloned()).collect();
    let info = terms.info(symbol);
    let twin = terms.symbol(info.name, info.sort, info.range);
    let other = &mut programs[1 - this];
    for input in inputs {
        let length = match input.kind {
            InputKind::Array { length, .. } => length.map(|s| (s, other.input(s).is_some())),
            _ => None,
        };
        if other.input(input.symbol).is_none() {
            other.inputs.push(Input { kind: without_length(input.kind, length), ..input });
        }
    }
    begin_with(other, twin, value);
    Some(twin)
}

/// The kind of an array whose length the program does not know of.
fn without_length(kind: InputKind, length: Option<(Symbol, bool)>) -> InputKind {
    match (kind, length) {
        (InputKind::Array { each, .. }, Some((_, false))) => InputKind::Array { size: None, length: None, each },
        (kind, _) => kind,
    }
}
