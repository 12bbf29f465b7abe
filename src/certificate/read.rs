//! Reading the text of a certificate.
//!
//! A list of forms, each declared before it is mentioned:
//!
//! | form | meaning |
//! |---|---|
//! | `(certificate SCHEMA VERSION CLANG)` | first of all: the form of the text, the Lariat that wrote it, and what read the program |
//! | `(question PROGRAM ENTRY TARGET DATA-MODEL OVERFLOW RECURSION (flags ...) (assume ...) (havoc ...) (world ...) (others (file NAME FLAG ...) ...))` | what was asked |
//! | `(assuming TEXT)` | what the program takes for granted |
//! | `(files NAME ...)` | source files, numbered from 0 |
//! | `(variable X SORT LOW HIGH)` | what instructions may assign; `SORT` is `Int` or `Array` (from integers to integers), a missing end of the range of its values or elements is `*` |
//! | `(input X SORT LOW HIGH)` | what is never assigned |
//! | `(bound X)` | an integer that facts say something for all values of |
//! | `(define X TERM)` | a name for a term, see [`mod@super::term`] |
//! | `(start N)`, `(target N)` | where it begins, and what is not reached |
//! | `(location N PLACE)` | numbered from 0, in order; `PLACE` is nothing, or file, line and column |
//! | `(edge FROM TO DOES PLACE)` | `DOES` is `(skip)`, `(assign X TERM)`, `(assume CONDITION)` or, all at once, `(copy (X Y) ...)` |
//! | `(fact N (X ...) CONDITION)` | holds for all values of the bound `X`s whenever location `N`, a loop head, is reached |
//!
//! The program begins at its start, each variable with some value of its range, and takes any edge whose condition
//! holds. Where the model of a program ends, as where recursion is cut off, an edge leads to the target: that no run gets
//! there is part of what is shown. A text is not believed to be what its writer says: that values stay in their ranges and that conditions of
//! several edges exclude one another is what queries show.

use super::sexp::{Item, Mistake, Place, What, parse};
use super::{Asked, Certificate, SCHEMA, term};
use crate::flags;
use crate::frontend::DataModel;
use crate::invariant::{Fact, Facts};
use crate::program::{Input, InputKind, Instruction, LocationId, Program, Role, Span, Target};
use crate::question::Other;
use crate::term::{Range, Sort, Symbol, Term, Terms};
use crate::world::World;
use rustc_hash::FxHashMap;
use std::collections::BTreeSet;

/// Reads a certificate.
pub fn read(terms: &Terms, text: &str) -> Result<Certificate, Mistake> {
    let items = parse(text)?;
    let mut reader = Reader::new(terms);
    for (position, item) in items.iter().enumerate() {
        let (head, rest) = form(item)?;
        if (position == 0) != (head == "certificate") {
            return Err(item.at.mistake("`(certificate SCHEMA VERSION CLANG)` has to come first, and once"));
        }
        reader.form(item.at, head, rest)?;
    }
    reader.finish(items.last().map_or(Place::BEGINNING, |last| last.at))
}

/// Data models by the words for them.
pub const DATA_MODELS: [(&str, DataModel); 2] = [("lp64", DataModel::Lp64), ("ilp32", DataModel::Ilp32)];

#[derive(Clone, Copy)]
enum Named {
    Variable(Symbol),
    Input(Symbol),
    Bound(Symbol),
    /// The term, and how deep it nests.
    Term(Term, usize),
}

struct Reader<'t> {
    terms: &'t Terms,
    names: FxHashMap<String, Named>,
    bound: BTreeSet<Symbol>,
    version: Option<String>,
    clang: String,
    asked: Option<Asked>,
    assumptions: Vec<String>,
    program: Program,
    start: Option<LocationId>,
    target: Option<LocationId>,
    /// Mentioned before all locations are declared.
    mentioned: Vec<(Place, LocationId)>,
    edges: Vec<(LocationId, LocationId, Instruction, Span)>,
    facts: Facts,
}

/// The word at the beginning of a list, and the rest.
fn form<'i, 'a>(item: &'i Item<'a>) -> Result<(&'a str, &'i [Item<'a>]), Mistake> {
    match &item.what {
        What::List(items) => match items.split_first() {
            Some((Item { what: What::Word(head), .. }, rest)) => Ok((head, rest)),
            _ => Err(item.at.mistake("a word should be first in this list")),
        },
        _ => Err(item.at.mistake("a list that begins with a word should be here")),
    }
}

fn string(item: &Item) -> Result<String, Mistake> {
    match &item.what {
        What::Text(text) => Ok(text.clone()),
        _ => Err(item.at.mistake("a text between quotes should be here")),
    }
}

fn word<'a>(item: &Item<'a>, allowed: &[&str]) -> Result<&'a str, Mistake> {
    match item.what {
        What::Word(word) if allowed.contains(&word) => Ok(word),
        _ => Err(item.at.mistake(format!("one of these should be here: {}", allowed.join(", ")))),
    }
}

fn strings(item: &Item, head: &str) -> Result<Vec<String>, Mistake> {
    match form(item)? {
        (found, rest) if found == head => rest.iter().map(string).collect(),
        _ => Err(item.at.mistake(format!("`({head} ...)` should be here"))),
    }
}

fn index(item: &Item) -> Result<u32, Mistake> {
    u32::try_from(term::read_number(item)?).map_err(|_| item.at.mistake("a small number should be here"))
}

fn location(item: &Item) -> Result<LocationId, Mistake> {
    Ok(LocationId::new(index(item)? as usize))
}

fn sort(item: &Item) -> Result<Sort, Mistake> {
    Ok(if word(item, &["Int", "Array"])? == "Int" { Sort::Int } else { Sort::Array })
}

fn range(low: &Item, high: &Item) -> Result<Range, Mistake> {
    let end = |item: &Item| match item.what {
        What::Word("*") => Ok(None),
        _ => term::read_number(item).map(Some),
    };
    let range = Range { lo: end(low)?, hi: end(high)? };
    match (&range.lo, &range.hi) {
        (Some(lo), Some(hi)) if lo > hi => Err(low.at.mistake(format!("the range {lo}..{hi} is empty"))),
        _ => Ok(range),
    }
}

impl<'t> Reader<'t> {
    fn new(terms: &'t Terms) -> Reader<'t> {
        let mut program = Program::new("", Vec::new());
        program.graph.clear();
        Reader {
            terms,
            names: FxHashMap::default(),
            bound: BTreeSet::new(),
            version: None,
            clang: String::new(),
            asked: None,
            assumptions: Vec::new(),
            program,
            start: None,
            target: None,
            mentioned: Vec::new(),
            edges: Vec::new(),
            facts: Facts::new(),
        }
    }

    fn form(&mut self, at: Place, head: &str, rest: &[Item]) -> Result<(), Mistake> {
        match (head, rest) {
            ("certificate", [schema, ..]) if string(schema)? != SCHEMA => {
                return Err(schema.at.mistake(format!("this program reads only {SCHEMA:?}")));
            }
            ("certificate", [_, version, clang]) => {
                self.version = Some(string(version)?);
                self.clang = string(clang)?;
            }
            ("question", rest) if self.asked.is_none() => self.asked = Some(question(at, rest)?),
            ("assuming", [text]) => self.assumptions.push(string(text)?),
            ("files", files) if self.program.files.is_empty() => {
                self.program.files = files.iter().map(string).collect::<Result<_, _>>()?;
            }
            ("variable" | "input", [name, of, low, high]) => {
                let (of, range) = (sort(of)?, range(low, high)?);
                let written = self.new_name(name)?;
                let s = self.terms.symbol(&written, of, range);
                self.names
                    .insert(written.clone(), if head == "variable" { Named::Variable(s) } else { Named::Input(s) });
                if head == "variable" {
                    self.program.variables.push(s);
                } else {
                    let kind = match of {
                        Sort::Array => InputKind::ENDLESS,
                        Sort::Int | Sort::Bool => InputKind::Scalar,
                    };
                    self.program.inputs.push(Input { symbol: s, name: written, span: Span::default(), kind });
                }
                // Symbols come in the order of the text, whatever terms mention first.
                self.terms.sym(s);
            }
            ("bound", [name]) => {
                let written = self.new_name(name)?;
                let s = self.terms.symbol(&written, Sort::Int, Range::ALL);
                self.names.insert(written, Named::Bound(s));
                self.bound.insert(s);
            }
            ("define", [name, value]) => {
                let written = self.new_name(name)?;
                let depth = self.depth(value)?;
                let value = term::read(self.terms, value, &|name| self.named(name))?;
                self.names.insert(written, Named::Term(value, depth));
            }
            ("start", [at]) if self.start.is_none() => self.start = Some(self.mention(at)?),
            ("target", [at]) if self.target.is_none() => self.target = Some(self.mention(at)?),
            ("location", [number, place @ ..]) => {
                let next = self.program.graph.node_count();
                if location(number)?.index() != next {
                    return Err(number.at.mistake(format!("locations come in order: {next} is next")));
                }
                let span = self.place(at, place)?;
                self.program.add_location(span);
            }
            ("edge", [from, to, does, place @ ..]) => {
                let edge = (self.mention(from)?, self.mention(to)?, self.instruction(does)?, self.place(at, place)?);
                self.edges.push(edge);
            }
            ("fact", [at, bound, body]) => {
                let at = self.mention(at)?;
                let fact = self.fact(bound, body)?;
                self.facts.entry(at).or_default().push(fact);
            }
            _ => {
                return Err(
                    at.mistake(format!("`({head} ...)` is not known, comes twice, or has not the parts it needs"))
                );
            }
        }
        Ok(())
    }

    fn mention(&mut self, item: &Item) -> Result<LocationId, Mistake> {
        let found = location(item)?;
        self.mentioned.push((item.at, found));
        Ok(found)
    }

    fn new_name(&self, item: &Item) -> Result<String, Mistake> {
        match item.what {
            What::Word(name) if !super::names::is_plain(name) || matches!(name, "true" | "false") => {
                Err(item.at.mistake(format!("`{name}` is no name: write it between bars")))
            }
            What::Word(name) | What::Name(name) if self.names.contains_key(name) => {
                Err(item.at.mistake(format!("`{name}` is declared already: take another name")))
            }
            What::Word(name) | What::Name(name) => Ok(name.to_string()),
            _ => Err(item.at.mistake("a name should be here")),
        }
    }

    fn depth(&self, item: &Item) -> Result<usize, Mistake> {
        let named = |name: &str| match self.names.get(name) {
            Some(Named::Term(_, depth)) => *depth,
            _ => 0,
        };
        match term::depth(item, &named) {
            depth if depth > term::DEEPEST => Err(item
                .at
                .mistake(format!("terms nest deeper than {} here: assign parts of it to variables", term::DEEPEST))),
            depth => Ok(depth),
        }
    }

    fn named(&self, name: &str) -> Option<Term> {
        self.names.get(name).map(|named| match named {
            Named::Variable(s) | Named::Input(s) | Named::Bound(s) => self.terms.sym(*s),
            Named::Term(t, _) => *t,
        })
    }

    /// A term that may mention only these bound symbols.
    fn closed(&self, item: &Item, sort: Sort, allowed: &[Symbol]) -> Result<Term, Mistake> {
        self.depth(item)?;
        let t = term::of_sort(self.terms, item, sort, &|name| self.named(name))?;
        if self.bound.is_empty() {
            return Ok(t);
        }
        match self.terms.symbols(t).into_iter().find(|s| self.bound.contains(s) && !allowed.contains(s)) {
            Some(s) => Err(item.at.mistake(format!("`{}` is not bound here", self.terms.name(s)))),
            None => Ok(t),
        }
    }

    fn symbol(&self, item: &Item, what: &str, of: impl Fn(Named) -> Option<Symbol>) -> Result<Symbol, Mistake> {
        let found = match item.what {
            What::Word(name) | What::Name(name) => self.names.get(name).copied().and_then(of),
            _ => None,
        };
        found.ok_or_else(|| item.at.mistake(format!("the name of {what} should be here")))
    }

    fn variable(&self, item: &Item) -> Result<Symbol, Mistake> {
        self.symbol(item, "a variable", |named| match named {
            Named::Variable(s) => Some(s),
            Named::Input(_) | Named::Bound(_) | Named::Term(..) => None,
        })
    }

    fn instruction(&self, item: &Item) -> Result<Instruction, Mistake> {
        Ok(match form(item)? {
            ("skip", []) => Instruction::Skip,
            ("assume", [condition]) => Instruction::Assume(self.closed(condition, Sort::Bool, &[])?),
            ("assign", [to, value]) => {
                let to = self.variable(to)?;
                Instruction::Assign(to, self.closed(value, self.terms.info(to).sort, &[])?)
            }
            ("copy", copies) => {
                let mut all: Vec<(Symbol, Symbol)> = Vec::new();
                for copy in copies {
                    let What::List(pair) = &copy.what else { return Err(copy.at.mistake("`(X Y)` should be here")) };
                    let [to, from] = &pair[..] else { return Err(copy.at.mistake("`(X Y)` should be here")) };
                    let to = self.variable(to)?;
                    let from = self.symbol(from, "a variable or an input", |named| match named {
                        Named::Variable(s) | Named::Input(s) => Some(s),
                        Named::Bound(_) | Named::Term(..) => None,
                    })?;
                    if self.terms.info(to).sort != self.terms.info(from).sort {
                        return Err(copy.at.mistake("one of these is an array and the other is not"));
                    }
                    if all.iter().any(|(x, _)| *x == to) {
                        return Err(copy.at.mistake("this variable is copied to twice"));
                    }
                    all.push((to, from));
                }
                Instruction::Copy(all)
            }
            (head, _) => {
                return Err(item.at.mistake(format!(
                    "`{head}` with these parts is no instruction: (skip), (assign X TERM), (assume CONDITION) and \
                     (copy (X Y) ...) are"
                )));
            }
        })
    }

    fn fact(&self, bound: &Item, body: &Item) -> Result<Fact, Mistake> {
        let What::List(names) = &bound.what else {
            return Err(bound.at.mistake("a list of bound names, which may be empty, should be here"));
        };
        let bound_name = |item: &Item| {
            self.symbol(item, "a bound integer", |named| match named {
                Named::Bound(s) => Some(s),
                Named::Variable(_) | Named::Input(_) | Named::Term(..) => None,
            })
        };
        let bound = names.iter().map(bound_name).collect::<Result<Vec<_>, _>>()?;
        let body = self.closed(body, Sort::Bool, &bound)?;
        Ok(Fact { bound, body })
    }

    fn place(&self, at: Place, items: &[Item]) -> Result<Span, Mistake> {
        match items {
            [] => Ok(Span::default()),
            [file, line, column] => {
                let span = Span { file: index(file)?, line: index(line)?, column: index(column)? };
                match (span.file as usize) < self.program.files.len() {
                    true => Ok(span),
                    false => Err(file.at.mistake("there is no file with this number: `(files ...)` lists them")),
                }
            }
            _ => Err(at.mistake("a place is three numbers, of file, line and column, or nothing")),
        }
    }

    fn finish(mut self, end: Place) -> Result<Certificate, Mistake> {
        let missing = |what: &str| end.mistake(format!("`({what} ...)` is missing"));
        let count = self.program.graph.node_count();
        if let Some((at, location)) = self.mentioned.iter().find(|(_, l)| l.index() >= count) {
            return Err(at.mistake(format!("location {} is not declared", location.index())));
        }
        let version = self.version.ok_or_else(|| missing("certificate"))?;
        let asked = self.asked.ok_or_else(|| missing("question"))?;
        self.program.start = self.start.ok_or_else(|| missing("start"))?;
        self.program.entry = asked.entry.clone();
        let target = self.target.ok_or_else(|| missing("target"))?;
        for (from, to, instruction, span) in self.edges {
            self.program.add_edge(from, to, instruction, span, Role::Step);
        }
        let Reader { program, clang, assumptions, facts, .. } = self;
        Ok(Certificate { version, clang, asked, assumptions, program, target, facts })
    }
}

/// Flags that are given to Clang when the program is read again: nothing else may get there this way.
fn passed(at: Place, given: Vec<String>) -> Result<Vec<String>, Mistake> {
    match given.iter().find(|flag| !flags::is_passed(flag)) {
        Some(bad) => Err(at.mistake(format!("`{bad}` is no flag that Clang may get"))),
        None => Ok(given),
    }
}

/// The further files of a program, with their flags.
fn other_files(item: &Item) -> Result<Vec<Other>, Mistake> {
    let one = |file: &Item| {
        let mut words = strings(file, "file")?;
        if words.is_empty() {
            return Err(file.at.mistake("a file has a name"));
        }
        let name = words.remove(0);
        Ok(Other { file: name.into(), flags: passed(file.at, words)? })
    };
    match form(item)? {
        ("others", files) => files.iter().map(one).collect(),
        _ => Err(item.at.mistake("`(others ...)` should be here")),
    }
}

fn question(at: Place, items: &[Item]) -> Result<Asked, Mistake> {
    let [program, entry, target, model, overflow, recursion, given, assume, havoc, world, others] = items else {
        return Err(at.mistake("a question has eleven parts"));
    };
    let typed = string(target)?;
    if let Err(e) = typed.parse::<Target>() {
        return Err(target.at.mistake(e.to_string()));
    }
    let passed = passed(given.at, strings(given, "flags")?)?;
    let others = other_files(others)?;
    Ok(Asked {
        program: string(program)?,
        flags: passed,
        entry: string(entry)?,
        target: typed,
        assume: strings(assume, "assume")?,
        havoc: strings(havoc, "havoc")?.into_iter().collect(),
        others,
        data_model: word(model, &DATA_MODELS.map(|(word, _)| word))?.to_string(),
        signed_overflow: word(overflow, &["undefined", "wrap"])?.to_string(),
        recursion: index(recursion)? as usize,
        world: World::of(&strings(world, "world")?)
            .map_err(|word| world.at.mistake(format!("`{word}` says nothing of a world")))?,
    })
}
