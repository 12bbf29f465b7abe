//! Whether two certificates are about the same program.

use super::{Certificate, read, text};
use crate::invariant::Facts;
use crate::program::{EdgeRef, Instruction, Program, show_instruction};
use crate::term::{Symbol, Terms};
use rustc_hash::FxHashMap;

/// Whether the program of `theirs` is that of `ours`, with the same assumptions; an error says what differs first.
/// Their facts and the names of files do not count.
pub fn same(terms: &Terms, ours: &Certificate, their_terms: &Terms, theirs: &Certificate) -> Result<(), String> {
    // Theirs goes through its text into our terms, as ours did.
    let once = Terms::new();
    let without_facts = Certificate { facts: Facts::new(), ..theirs.clone() };
    let mistaken = |e| format!("internal error: the text of the program cannot be read back: {e}");
    let through = read(&once, &text(their_terms, &without_facts)).map_err(mistaken)?;
    let theirs = read(terms, &text(&once, &through)).map_err(mistaken)?;
    if let Some(missing) = theirs.assumptions.iter().find(|a| !ours.assumptions.contains(a)) {
        return Err(format!("the certificate does not say that it assumes `{missing}`"));
    }
    if let Some(wrong) = ours.assumptions.iter().find(|a| !theirs.assumptions.contains(a)) {
        return Err(format!("the certificate assumes `{wrong}`, which the source does not need"));
    }
    let symbols = symbols(terms, &ours.program, &theirs.program)?;
    let renamed = |instruction: &Instruction| {
        let of = |s: &Symbol| symbols.get(s).copied().unwrap_or(*s);
        let term = |t| terms.substitute(t, &|s| symbols.get(&s).map(|s| terms.sym(*s)));
        match instruction {
            Instruction::Skip => Instruction::Skip,
            Instruction::Assign(x, t) => Instruction::Assign(of(x), term(*t)),
            Instruction::Assume(t) => Instruction::Assume(term(*t)),
            Instruction::Copy(copies) => Instruction::Copy(copies.iter().map(|(x, y)| (of(x), of(y))).collect()),
        }
    };
    let (our_graph, their_graph) = (&ours.program.graph, &theirs.program.graph);
    for (mine, other) in our_graph.edge_references().zip(their_graph.edge_references()) {
        let (a, b) = (mine.weight(), other.weight());
        let line = b.span.line;
        let expected = renamed(&b.instruction);
        if a.instruction != expected {
            let (a, b) = (show_instruction(&a.instruction, terms), show_instruction(&expected, terms));
            return Err(format!("at line {line} it has `{a}`, and the source `{b}`"));
        }
        if (mine.source(), mine.target(), a.span) != (other.source(), other.target(), b.span) {
            let shown = show_instruction(&a.instruction, terms);
            return Err(format!("at line {line} `{shown}` is another edge than in the source"));
        }
    }
    let counts = |p: &Program| (p.graph.edge_count(), p.graph.node_count());
    if counts(&ours.program) != counts(&theirs.program) {
        let ((edges, locations), (e, l)) = (counts(&ours.program), counts(&theirs.program));
        return Err(format!("it has {edges} edges and {locations} locations, and the source {e} and {l}"));
    }
    if (ours.program.start, ours.target) != (theirs.program.start, theirs.target) {
        return Err("it starts somewhere else or has another target".into());
    }
    match { our_graph.node_indices() }.find(|at| our_graph[*at] != their_graph[*at]) {
        Some(at) => Err(format!("location {} is another line than in the source", at.index())),
        None => Ok(()),
    }
}

/// For each symbol of theirs ours, by name; what they are has to be the same.
fn symbols(terms: &Terms, ours: &Program, theirs: &Program) -> Result<FxHashMap<Symbol, Symbol>, String> {
    let all = |program: &Program| -> Vec<(Symbol, bool)> {
        let variables = program.variables.iter().map(|s| (*s, true));
        variables.chain(program.inputs.iter().map(|i| (i.symbol, false))).collect()
    };
    let named: FxHashMap<String, (Symbol, bool)> = all(ours).into_iter().map(|s| (terms.name(s.0), s)).collect();
    let mut map = FxHashMap::default();
    for (symbol, is_variable) in all(theirs) {
        let info = terms.info(symbol);
        let Some((own, own_is_variable)) = named.get(&info.name) else {
            return Err(format!("it has no `{}`", info.name));
        };
        let own_info = terms.info(*own);
        if own_info.sort != info.sort || *own_is_variable != is_variable {
            return Err(format!("`{}` is something else than in the source", info.name));
        }
        if own_info.range != info.range {
            return Err(format!("`{}` is in {}, and in the source in {}", info.name, own_info.range, info.range));
        }
        map.insert(symbol, *own);
    }
    Ok(map)
}
