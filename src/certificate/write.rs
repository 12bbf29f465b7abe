//! A certificate as text.

use super::names::Names;
use super::sexp::quote;
use super::{Asked, Certificate, SCHEMA, term};
use crate::program::{EdgeRef, Instruction, LocationId, Program, Span};
use crate::question::Other;
use crate::term::{Range, Sort, Symbol, Term, Terms};
use rustc_hash::FxHashMap;
use std::collections::BTreeSet;
use std::fmt::Write;

/// Longer terms get a name of their own.
const LONG: usize = 100;

/// The text of a certificate, see [`mod@super::read`]. Locations are numbered anew, without those that no edge touches.
pub fn text(terms: &Terms, certificate: &Certificate) -> String {
    let Certificate { program, target, facts, .. } = certificate;
    let mut out = head(certificate);
    let mut used: BTreeSet<LocationId> = [program.start, *target].into_iter().collect();
    used.extend(program.graph.edge_references().flat_map(|e| [e.source(), e.target()]));
    // A start that is passed again would be a loop head and more than that: the beginning gets a place of its own.
    let again = program.graph.edges_directed(program.start, petgraph::Incoming).next().is_some();
    let numbers: FxHashMap<LocationId, usize> =
        used.iter().enumerate().map(|(i, at)| (*at, i + usize::from(again))).collect();
    let facts: Vec<_> = facts.iter().filter(|(at, _)| numbers.contains_key(at)).collect();

    let mut roots: Vec<Term> = program.graph.edge_weights().filter_map(|e| root(&e.instruction)).collect();
    roots.extend(facts.iter().flat_map(|(_, facts)| facts.iter().map(|f| f.body)));
    let bound: BTreeSet<Symbol> = facts.iter().flat_map(|(_, fs)| fs.iter().flat_map(|f| f.bound.clone())).collect();
    let mut pen = Pen::declaring(terms, program, &roots, &bound, &mut out);
    for s in bound {
        let name = pen.names.unused(&terms.name(s));
        let _ = writeln!(out, "(bound {name})");
        pen.symbols.insert(s, name);
    }
    pen.define(&roots, &mut out);

    let first = if again { 0 } else { numbers[&program.start] };
    let _ = writeln!(out, "(start {first})\n(target {})", numbers[target]);
    if again {
        let _ = writeln!(out, "(location 0{})", place(program.graph[program.start].span));
    }
    for at in &used {
        let _ = writeln!(out, "(location {}{})", numbers[at], place(program.graph[*at].span));
    }
    if again {
        let span = program.graph[program.start].span;
        let _ = writeln!(out, "(edge 0 {} (skip){})", numbers[&program.start], place(span));
    }
    for edge in program.graph.edge_references() {
        let (from, to) = (numbers[&edge.source()], numbers[&edge.target()]);
        let does = pen.instruction(&edge.weight().instruction);
        let _ = writeln!(out, "(edge {from} {to} {does}{})", place(edge.weight().span));
    }
    for (at, facts) in facts {
        for fact in facts {
            let bound: Vec<&str> = fact.bound.iter().map(|s| pen.symbols[s].as_str()).collect();
            let _ = writeln!(out, "(fact {} ({}) {})", numbers[at], bound.join(" "), pen.texts[&fact.body]);
        }
    }
    out
}

/// What comes before the program.
fn head(certificate: &Certificate) -> String {
    let Asked { program, flags, entry, target, assume, havoc, others, data_model, signed_overflow, recursion, world } =
        &certificate.asked;
    let quoted = |all: &[String]| all.iter().map(|t| format!(" {}", quote(t))).collect::<String>();
    let havoc: Vec<String> = havoc.iter().cloned().collect();
    let mut out = "; A program and facts at its loop heads. Every query here is derived from this text.\n".to_string();
    let _ =
        writeln!(out, "(certificate {} {} {})", quote(SCHEMA), quote(&certificate.version), quote(&certificate.clang));
    let _ = writeln!(out, "(question {} {} {}", quote(program), quote(entry), quote(target));
    let _ = writeln!(out, "  {data_model} {signed_overflow} {recursion}");
    let _ = writeln!(out, "  (flags{}) (assume{}) (havoc{})", quoted(flags), quoted(assume), quoted(&havoc));
    let _ = writeln!(out, "  (world{})", quoted(&world.words()));
    let file = |other: &Other| format!(" (file {}{})", quote(&other.file.display().to_string()), quoted(&other.flags));
    let _ = writeln!(out, "  (others{}))", others.iter().map(file).collect::<String>());
    for assumption in &certificate.assumptions {
        let _ = writeln!(out, "(assuming {})", quote(assumption));
    }
    let _ = writeln!(out, "(files{})", quoted(&certificate.program.files));
    out
}

/// The only term of an instruction.
fn root(instruction: &Instruction) -> Option<Term> {
    match instruction {
        Instruction::Assign(_, t) | Instruction::Assume(t) => Some(*t),
        Instruction::Skip | Instruction::Copy(_) => None,
    }
}

fn place(span: Span) -> String {
    if span == Span::default() { String::new() } else { format!(" {} {} {}", span.file, span.line, span.column) }
}

/// What is written so far.
struct Pen<'t> {
    terms: &'t Terms,
    names: Names,
    symbols: FxHashMap<Symbol, String>,
    texts: FxHashMap<Term, String>,
}

impl<'t> Pen<'t> {
    /// Declares the symbols that occur, in the order of the program, and last what it does not list: those are
    /// variables if something is assigned to them.
    fn declaring(
        terms: &'t Terms,
        program: &Program,
        roots: &[Term],
        bound: &BTreeSet<Symbol>,
        out: &mut String,
    ) -> Pen<'t> {
        let mut occurring: BTreeSet<Symbol> = BTreeSet::new();
        let mut assigned: BTreeSet<Symbol> = BTreeSet::new();
        terms.visit(roots.iter().copied(), &mut |_, node| {
            if let crate::term::Node::Symbol(s) = node {
                occurring.insert(*s);
            }
        });
        for edge in program.graph.edge_weights() {
            match &edge.instruction {
                Instruction::Assign(x, _) => assigned.extend([*x]),
                Instruction::Copy(copies) => {
                    assigned.extend(copies.iter().map(|(x, _)| *x));
                    occurring.extend(copies.iter().map(|(_, y)| *y));
                }
                Instruction::Skip | Instruction::Assume(_) => {}
            }
        }
        occurring.extend(&assigned);
        let mut pen =
            Pen { terms, names: Names::default(), symbols: FxHashMap::default(), texts: FxHashMap::default() };
        let variables = program.variables.iter().map(|s| ("variable", *s));
        let inputs = program.inputs.iter().map(|i| ("input", i.symbol));
        let listed: Vec<(&str, Symbol)> = variables.chain(inputs).collect();
        let others = occurring.iter().filter(|s| listed.iter().all(|(_, l)| l != *s) && !bound.contains(s));
        let others = others.map(|s| (if assigned.contains(s) { "variable" } else { "input" }, *s));
        let others: Vec<(&str, Symbol)> = others.collect();
        for (word, s) in listed.into_iter().chain(others).filter(|(_, s)| occurring.contains(s)) {
            let info = terms.info(s);
            let name = pen.names.unused(&info.name);
            let sort = if info.sort == Sort::Array { "Array" } else { "Int" };
            let _ = writeln!(out, "({word} {name} {sort} {})", range(&info.range));
            pen.symbols.insert(s, name);
        }
        pen
    }

    /// Writes what is mentioned more than once or is long, and remembers how each root is written.
    fn define(&mut self, roots: &[Term], out: &mut String) {
        let mut uses: FxHashMap<Term, usize> = FxHashMap::default();
        let mut order = Vec::new();
        // A term comes back, marked, once its subterms are done.
        let mut todo: Vec<(Term, bool)> = Vec::new();
        for &root in roots {
            todo.push((root, false));
            while let Some((t, done)) = todo.pop() {
                if done {
                    order.push(t);
                    continue;
                }
                let count = uses.entry(t).or_default();
                *count += 1;
                if *count == 1 {
                    todo.push((t, true));
                    todo.extend(self.terms.children(t).into_iter().rev().map(|c| (c, false)));
                }
            }
        }
        let mut defined = 0;
        for t in order {
            let node = self.terms.node(t);
            let args: Vec<String> = self.terms.children(t).iter().map(|c| self.texts[c].clone()).collect();
            let mut text = term::show(&node, &self.symbols, &args);
            let short = text.len() <= 24 && !text[1..].contains('(');
            if !args.is_empty() && (text.len() > LONG || uses[&t] > 1 && !short) {
                defined += 1;
                let name = self.names.unused(&format!("${defined}"));
                let _ = writeln!(out, "(define {name} {text})");
                text = name;
            }
            self.texts.insert(t, text);
        }
    }

    fn instruction(&self, instruction: &Instruction) -> String {
        match instruction {
            Instruction::Skip => "(skip)".into(),
            Instruction::Assign(x, value) => format!("(assign {} {})", self.symbols[x], self.texts[value]),
            Instruction::Assume(condition) => format!("(assume {})", self.texts[condition]),
            Instruction::Copy(copies) => {
                let one = |(x, y): &(Symbol, Symbol)| format!(" ({} {})", self.symbols[x], self.symbols[y]);
                format!("(copy{})", copies.iter().map(one).collect::<String>())
            }
        }
    }
}

fn range(range: &Range) -> String {
    let end = |v: &Option<_>| v.as_ref().map_or("*".into(), term::number);
    format!("{} {}", end(&range.lo), end(&range.hi))
}
