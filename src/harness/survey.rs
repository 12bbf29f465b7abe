//! What the typed tree says about the places where a program gets its inputs: positions, names and types, no meaning.

use super::included::Included;
use super::streams;
use crate::frontend::c::STREAMS;
use crate::frontend::c::tree::{
    Bytes, Expr, ExprKind, Function, Seen, Stmt, Storage, StructType, Tree, Type, Variable,
};
use crate::program::{InputKind, Program, Span};
use crate::source::Source;
use std::collections::{BTreeMap, BTreeSet};

/// The places of one program.
#[derive(Default)]
pub(super) struct Survey {
    /// The headers of which a harness can have a copy.
    pub included: Included,
    /// The parameters of the entry function, in order.
    pub parameters: Vec<Parameter>,
    /// Where the name of the entry function is.
    pub entry: Span,
    /// Functions with a body, and where each of these begins, behind the brace, if that is in a file that can be copied.
    pub bodies: BTreeMap<String, Vec<Option<(u32, usize)>>>,
    /// Functions without a body, as they are declared.
    pub declared: BTreeMap<String, Prototype>,
    /// Names that occur in expressions.
    pub mentioned: BTreeSet<String>,
    /// Local variables without an initialiser.
    pub locals: Vec<Local>,
    /// Two operands of one operator or call have calls in them: C leaves open which comes first.
    pub is_unordered: bool,
    /// Variables that are only declared `extern`, and where.
    pub externals: BTreeMap<String, Bytes>,
    /// Those of them that lead to streams.
    pub streams: BTreeSet<String>,
    /// Static variables of functions without an initialiser that can be stored to.
    pub statics: Vec<Local>,
    /// Variables at file scope that can be stored to.
    pub globals: Vec<Global>,
    /// Constant ones at file scope, which nothing sets, and what they are.
    pub constants: BTreeMap<String, Type>,
    /// Something runs after `main`.
    pub has_destructors: bool,
    /// Something else than an integer is looked for in a list of arguments.
    pub lists_hold_others: bool,
    /// What pointers are seen as pointers to, by what C calls it; nothing where that means several types.
    seen_as: BTreeMap<String, Option<Type>>,
    /// What objects from outside are seen as, where nothing else says what they are, by their names; nothing where
    /// C has no name for it.
    pub led: BTreeMap<String, Option<Type>>,
    /// What pointers lead to in memory that is bytes, by what C calls it.
    pub pointed: BTreeMap<String, Type>,
}

/// A parameter of the entry function.
#[derive(Clone)]
pub(super) struct Parameter {
    pub name: Option<String>,
    pub ty: Type,
    /// What stands in front of the declarator, without qualifiers, where that is to be seen.
    base: Option<String>,
    /// Whether the declarator is just the name.
    is_plain: bool,
    /// Whether it stands for all further arguments of a variadic function.
    pub is_further: bool,
}

/// A variable at file scope that the program defines.
#[derive(Clone)]
pub(super) struct Global {
    pub name: String,
    pub ty: Type,
    /// Where its name is.
    pub place: Span,
    /// The text with its definition.
    pub text: u32,
}

/// A function without a body.
#[derive(Clone)]
pub(super) struct Prototype {
    pub result: Type,
    /// The type of the first parameter.
    pub parameter: Option<Type>,
    /// Its result, as a parameter of that type is declared.
    pub gives: Parameter,
    /// Calls do not come back.
    pub noreturn: bool,
}

/// A variable of a function that is declared without an initialiser.
#[derive(Clone)]
pub(super) struct Local {
    pub name: String,
    /// Where the name and the declarator begin.
    places: [Span; 2],
    /// Where an initialiser could stand in a file of the program, if it could.
    pub end: Option<(u32, usize)>,
    ty: Type,
}

impl Local {
    /// Whether an input of this kind has an element for each that an initialiser would have.
    pub fn is_made_of(&self, kind: InputKind) -> bool {
        match (&self.ty, kind) {
            (Type::Int(_), InputKind::Scalar) => true,
            (Type::Array(of, n), InputKind::Array { size, .. }) => matches!(**of, Type::Int(_)) && *n == size,
            _ => false,
        }
    }

    /// Whether it is a struct or union, which no number initialises.
    pub fn is_struct(&self) -> bool {
        matches!(self.ty, Type::Struct(_))
    }

    /// Whether this place is that of the declaration.
    pub fn is_at(&self, place: Span) -> bool {
        self.places.contains(&place)
    }
}

/// Looks through the whole program.
pub(super) fn survey(source: &Source, tree: &Tree, program: &Program) -> Survey {
    let mut survey = Survey { included: Included::find(source), ..Survey::default() };
    survey.lists_hold_others = tree.lists_hold_others;
    for function in tree.functions.iter() {
        match function.body.as_ref().filter(|_| !function.library) {
            Some(body) => {
                survey.has_destructors |= function.destructor.is_some();
                survey.bodies.entry(function.name.clone()).or_default().push(behind_brace(
                    source,
                    &survey.included,
                    body,
                ));
                body.walk(tree, &mut |seen| survey.pass(tree, seen));
            }
            None => drop(survey.declared.insert(function.name.clone(), prototype(source, function))),
        }
    }
    for variable in &tree.variables {
        match variable.storage {
            Storage::Global if variable.external => {
                survey.externals.insert(variable.name.clone(), variable.span);
                let is_own = !STREAMS.contains(&variable.name.as_str());
                let is_opened = is_own && !variable.constant && streams::leads_to_stream(&variable.ty);
                survey.streams.extend(is_opened.then(|| variable.name.clone()));
            }
            Storage::Global | Storage::Static => {
                variable.walk(tree, &mut |seen| survey.pass(tree, seen));
                if variable.constant {
                    if variable.storage == Storage::Global {
                        survey.constants.insert(variable.name.clone(), variable.ty.clone());
                    }
                    continue;
                }
                if variable.storage == Storage::Static {
                    survey
                        .statics
                        .extend(variable.initializer.is_none().then(|| local(source, &survey.included, variable)));
                } else {
                    let Variable { name, ty, span, .. } = variable;
                    let (name, ty, text) = (name.clone(), ty.clone(), span.text);
                    survey.globals.push(Global { name, ty, place: source.start(*span), text });
                }
            }
            Storage::Local if variable.initializer.is_none() => {
                survey.locals.push(local(source, &survey.included, variable))
            }
            Storage::Local | Storage::Parameter => {}
        }
    }
    let Survey { bodies, declared, .. } = &mut survey;
    declared.retain(|name, _| !bodies.contains_key(name));
    let seen_as = |ty: &String| survey.seen_as.get(ty).cloned().flatten();
    survey.led = program.led.iter().map(|(of, ty)| (of.clone(), seen_as(ty))).collect();
    let pointers = program.inner.values().flatten().filter_map(|pointer| pointer.to.as_ref());
    survey.pointed = pointers.filter_map(|ty| Some((ty.clone(), seen_as(ty)?))).collect();
    if let Some(id) = tree.defined(&program.entry) {
        let function = tree.function(id);
        survey.entry = source.start(function.span);
        survey.parameters = parameters(source, &survey, tree, function);
    }
    survey
}

impl Survey {
    fn pass(&mut self, tree: &Tree, seen: Seen) {
        let Seen::Expr(e) = seen else { return };
        match &e.kind {
            ExprKind::Variable(id) => drop(self.mentioned.insert(tree.variable(*id).name.clone())),
            ExprKind::Function(id) => drop(self.mentioned.insert(tree.function(*id).name.clone())),
            ExprKind::Convert(_) | ExprKind::Member { .. } => {
                let mut ty = &e.ty;
                while let Type::Array(of, _) = ty {
                    ty = of;
                }
                let Type::Pointer(to) = ty else { return };
                let Some(name) = to.spelled() else { return };
                let known = self.seen_as.entry(name).or_insert_with(|| Some((**to).clone()));
                if known.as_ref().is_some_and(|known| *known != **to) {
                    *known = None;
                }
            }
            ExprKind::Binary(..)
            | ExprKind::Assign(..)
            | ExprKind::AssignOp(..)
            | ExprKind::Index(..)
            | ExprKind::Call { .. } => {
                self.is_unordered |= e.operands().into_iter().filter(|operand| has_call(tree, operand)).count() > 1;
            }
            _ => {}
        }
    }
}

fn has_call(tree: &Tree, e: &Expr) -> bool {
    let mut found = false;
    e.walk(tree, &mut |seen| found |= matches!(seen, Seen::Expr(Expr { kind: ExprKind::Call { .. }, .. })));
    found
}

/// Where a body begins, behind its brace, if that is in a file that can be copied, and not in a macro.
pub(super) fn behind_brace(source: &Source, included: &Included, body: &Stmt) -> Option<(u32, usize)> {
    own(source, included, body.span, "{").map(|(text, at)| (text, at + 1))
}

/// Where a piece begins in a file that can be copied, if it begins with this text there, and not in a macro.
fn own(source: &Source, included: &Included, at: Bytes, text: &str) -> Option<(u32, usize)> {
    let start = at.start as usize;
    let is_there = included.is_copied(source, at.text)
        && source.written(at.text).get(start..).is_some_and(|rest| rest.starts_with(text));
    is_there.then_some((at.text, start))
}

fn prototype(source: &Source, function: &Function) -> Prototype {
    let Function { noreturn, .. } = *function;
    let (result, parameter) = match &function.ty {
        Type::Function(signature) => (signature.result.clone(), signature.parameters.first().cloned()),
        other => (other.clone(), None),
    };
    let (from, to) = (function.extent.start as usize, function.span.start as usize);
    let is_written = source.programs().contains(&function.span.text) && function.extent.text == function.span.text;
    let before = is_written.then(|| source.written(function.span.text).get(from..to)).flatten();
    let written = before.filter(|text| !text.contains(['(', '#', '/'])).map(unqualified);
    let base = written.as_ref().map(|text| text.trim_end_matches([' ', '*']).to_string());
    let is_plain = base == written;
    let gives = Parameter {
        name: None,
        ty: result.clone(),
        base: base.filter(|text| !text.is_empty()),
        is_plain,
        is_further: false,
    };
    Prototype { result, parameter, gives, noreturn }
}

fn local(source: &Source, included: &Included, variable: &Variable) -> Local {
    let Variable { name, span, declarator, ty, .. } = variable;
    // What several files include has its values in each of them.
    let is_one = source.programs().contains(&span.text) || source.programs().len() == 1;
    let is_whole = is_one && included.is_copied(source, span.text) && source.slice(*span) == name;
    let is_written = is_whole && declarator.end <= source.written(span.text).len() as u32;
    let end = is_written.then_some((span.text, declarator.end as usize));
    let places = [source.start(*span), source.start(*declarator)];
    Local { name: name.clone(), places, end, ty: ty.clone() }
}

fn parameters(source: &Source, survey: &Survey, tree: &Tree, function: &Function) -> Vec<Parameter> {
    let mut from = own(source, &survey.included, function.span, &function.name).map(|(_, at)| at + function.name.len());
    let mut separator = '(';
    let mut all = Vec::new();
    let declared = match &function.ty {
        Type::Function(signature) => signature.parameters.len(),
        _ => function.parameters.len(),
    };
    for id in &function.parameters {
        let Variable { name, ty, declarator, .. } = tree.variable(*id);
        let before = from.and_then(|from| source.written(function.span.text).get(from..declarator.start as usize));
        let base = before.and_then(|text| text.trim_start().strip_prefix(separator)).map(unqualified);
        let is_plain = source.slice(*declarator) == name;
        let base = base.filter(|text| !text.is_empty());
        let name = (!name.is_empty()).then(|| name.clone());
        let is_further = all.len() >= declared;
        let led = name.as_ref().and_then(|name| survey.led.get(name)).cloned().flatten();
        all.push(match led {
            Some(to) => Parameter { name, ty: Type::Pointer(Box::new(to)), base: None, is_plain, is_further },
            None => Parameter { name, ty: ty.clone(), base, is_plain, is_further },
        });
        (from, separator) = (from.map(|_| declarator.end as usize), ',');
    }
    all
}

/// The words of a type without those that say how it may be used.
fn unqualified(text: &str) -> String {
    let is_type =
        |word: &&str| !["const", "volatile", "restrict", "__restrict", "register", "extern", "inline"].contains(word);
    text.split_whitespace().filter(is_type).collect::<Vec<_>>().join(" ")
}

impl Parameter {
    /// One of which just the type is known.
    pub fn of_type(ty: Type) -> Parameter {
        Parameter { name: None, ty, base: None, is_plain: false, is_further: false }
    }

    /// The struct or union that it is, or points to.
    pub fn structure(&self) -> Option<&StructType> {
        let mut ty = &self.ty;
        loop {
            match ty {
                Type::Pointer(of) | Type::Array(of, _) => ty = of,
                Type::Struct(s) => return Some(s),
                _ => return None,
            }
        }
    }

    /// What that is called in C.
    pub fn structure_name(&self) -> Option<String> {
        let of = self.structure()?;
        // A type that is defined in the parameter list has no name outside.
        if self.base.as_ref().is_some_and(|base| base.contains('{')) {
            return None;
        }
        if of.0.name.is_some() {
            return of.0.name.clone();
        }
        // What has no name of its own may be written by that of a pointer to it, or of an array of it.
        let is_name = |base: &&String| base.chars().all(|c| c.is_alphanumeric() || c == '_');
        let base = self.base.as_ref().filter(is_name)?;
        Some(match &self.ty {
            Type::Pointer(to) if self.is_plain => {
                let mut rows = String::new();
                let mut to = &**to;
                while let Type::Array(of, _) = to {
                    rows.push_str("[0]");
                    to = of;
                }
                format!("__typeof__((**({base} *)0){rows})")
            }
            _ => base.clone(),
        })
    }
}
