//! Random programs as data: statements in a tree, expressions as text.
//!
//! Statements are a tree so that shrinking can drop them. The same program is
//! printed for Lariat and for gcc.

use std::fmt::Write;

/// A program: one function, `prog`.
#[derive(Clone, Debug)]
pub struct Prog {
    /// Parameters of type `int`, with the values they are tried with, 0 first.
    pub params: Vec<(String, Vec<i64>)>,
    /// Local variables: type, name, initial value.
    pub locals: Vec<(String, String, String)>,
    /// An array of `int`: name and length.
    pub array: Option<(String, usize)>,
    /// Arrays of `int` without values, which are inputs: name and length. Nothing for gcc.
    pub inputs: Vec<(String, usize)>,
    /// The values `__VERIFIER_nondet_int` is tried with, 0 first.
    pub nondet: Vec<i64>,
    /// What it does.
    pub body: Vec<Stmt>,
}

/// A statement.
#[derive(Clone, Debug)]
pub enum Stmt {
    /// An expression statement without its semicolon, `break` and the like included.
    Simple(String),
    /// `if (c) { … } else { … }`
    If(String, Vec<Stmt>, Vec<Stmt>),
    /// A loop: what comes before its body, and what after it.
    Loop(String, Vec<Stmt>, String),
    /// `switch`: the value, the cases with whether they end in `break`, and a default.
    Switch(String, Vec<(i64, Vec<Stmt>, bool)>, Vec<Stmt>),
    /// A fresh value, within the domain.
    Nondet(String),
    /// The target.
    Target,
}

impl Prog {
    /// The function as C, named `name`. For gcc the values at the end are reported.
    pub fn print(&self, name: &str, for_gcc: bool) -> String {
        let mut out = String::new();
        let params: Vec<String> = self.params.iter().map(|(p, _)| format!("int {p}")).collect();
        let params = if params.is_empty() { "void".to_string() } else { params.join(", ") };
        writeln!(out, "void {name}({params}) {{").unwrap();
        for (ty, name, init) in &self.locals {
            writeln!(out, "  {ty} {name} = {init};").unwrap();
        }
        if let Some((name, length)) = &self.array {
            writeln!(out, "  int {name}[{length}] = {{0}};").unwrap();
        }
        for (name, length) in &self.inputs {
            writeln!(out, "  int {name}[{length}];").unwrap();
        }
        for (p, values) in &self.params {
            let (lo, hi) = (values.iter().min().unwrap(), values.iter().max().unwrap());
            writeln!(out, "  __VERIFIER_assume({p} >= {lo} && {p} <= {hi});").unwrap();
        }
        self.print_all(&self.body, 1, &mut out);
        // The hash is a global, so that a run's end shows every value.
        writeln!(out, "  hash = 7;").unwrap();
        let values = self.locals.iter().map(|(_, n, _)| n.clone());
        let elements = self.array.iter().flat_map(|(n, length)| (0..*length).map(move |i| format!("{n}[{i}]")));
        for value in values.chain(elements) {
            writeln!(out, "  hash = hash * 31u + (unsigned){value};").unwrap();
        }
        if for_gcc {
            writeln!(out, "  report();").unwrap();
        }
        out.push_str("}\n");
        out
    }

    /// The whole program for Lariat.
    pub fn for_lariat(&self) -> String {
        let declarations = "extern int __VERIFIER_nondet_int(void);\nextern void __VERIFIER_assume(int);\n\
                            extern void reach_error(void);\nunsigned hash;\n";
        format!("{declarations}{}", self.print("prog", false))
    }

    fn print_all(&self, body: &[Stmt], depth: usize, out: &mut String) {
        body.iter().for_each(|s| self.print_one(s, depth, out));
    }

    fn print_one(&self, stmt: &Stmt, depth: usize, out: &mut String) {
        let pad = "  ".repeat(depth);
        match stmt {
            Stmt::Simple(text) => writeln!(out, "{pad}{text};").unwrap(),
            Stmt::Target => writeln!(out, "{pad}reach_error();").unwrap(),
            Stmt::Nondet(v) => {
                let (lo, hi) = (self.nondet.iter().min().unwrap(), self.nondet.iter().max().unwrap());
                writeln!(out, "{pad}{v} = __VERIFIER_nondet_int();").unwrap();
                writeln!(out, "{pad}__VERIFIER_assume({v} >= {lo} && {v} <= {hi});").unwrap();
            }
            Stmt::If(c, yes, no) => {
                writeln!(out, "{pad}if ({c}) {{").unwrap();
                self.print_all(yes, depth + 1, out);
                if !no.is_empty() {
                    writeln!(out, "{pad}}} else {{").unwrap();
                    self.print_all(no, depth + 1, out);
                }
                writeln!(out, "{pad}}}").unwrap();
            }
            Stmt::Loop(head, body, tail) => {
                writeln!(out, "{pad}{head} {{").unwrap();
                self.print_all(body, depth + 1, out);
                writeln!(out, "{pad}}} {tail}").unwrap();
            }
            Stmt::Switch(value, cases, default) => {
                writeln!(out, "{pad}switch ({value}) {{").unwrap();
                for (k, body, ends) in cases {
                    writeln!(out, "{pad}case {k}:").unwrap();
                    self.print_all(body, depth + 1, out);
                    if *ends {
                        writeln!(out, "{pad}  break;").unwrap();
                    }
                }
                writeln!(out, "{pad}default:").unwrap();
                self.print_all(default, depth + 1, out);
                writeln!(out, "{pad}  ;\n{pad}}}").unwrap();
            }
        }
    }
}

impl Stmt {
    /// The lists of statements inside.
    pub fn blocks(&mut self) -> Vec<&mut Vec<Stmt>> {
        match self {
            Stmt::Simple(_) | Stmt::Nondet(_) | Stmt::Target => Vec::new(),
            Stmt::If(_, a, b) => vec![a, b],
            Stmt::Loop(_, body, _) => vec![body],
            Stmt::Switch(_, cases, default) => cases.iter_mut().map(|c| &mut c.1).chain([default]).collect(),
        }
    }
}
