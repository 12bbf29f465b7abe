//! Attributes, a closed world: each is modelled, or harmless, or refused by its name.

use super::cursor::Cursor;
use super::lists::{HARMLESS, IN_LAYOUTS, OF_FUNCTIONS, PLAIN_SECTIONS, RUN_SECTIONS, SAME_AGAIN, UNSET_SECTIONS};
use super::place::Place;
use super::reader::{Reader, refusal};
use crate::frontend::c::tree::*;
use clang_sys::*;

/// An attribute with what is between its brackets.
pub(super) struct Attribute {
    /// Without underscores around it.
    pub name: String,
    /// Nothing if they do not matter, or are not to be seen.
    pub arguments: Option<Vec<String>>,
    pub kind: CXCursorKind,
}

impl Attribute {
    fn is_in(&self, lists: &[&[&str]]) -> bool {
        lists.iter().any(|list| list.contains(&self.name.as_str()))
    }

    fn refusal(&self) -> Refusal {
        refusal(format!("the attribute `{}`", self.name))
    }

    /// The only argument, without quotes.
    fn argument(&self) -> Option<&str> {
        match self.arguments.as_deref() {
            Some([only]) => Some(only.trim_matches('"')),
            _ => None,
        }
    }

    /// A section that changes nothing.
    fn is_plain_section(&self) -> bool {
        let is_plain = |name: &str| {
            PLAIN_SECTIONS
                .iter()
                .any(|plain| name.strip_prefix(plain).is_some_and(|rest| rest.is_empty() || rest.starts_with('.')))
        };
        let is_set = |name: &str| !UNSET_SECTIONS.iter().any(|part| name.to_lowercase().contains(part));
        self.name == "section" && self.argument().is_some_and(|name| is_plain(name) && is_set(name))
    }

    /// A section of its own that functions may lie in as in any other; and variables, if what runs first sets them.
    fn is_own_section(&self) -> bool {
        let is_own = |name: &str| {
            let lower = name.to_lowercase();
            !RUN_SECTIONS.iter().any(|begin| name.starts_with(begin))
                && !UNSET_SECTIONS.iter().any(|part| lower.contains(part))
        };
        self.name == "section" && self.argument().is_some_and(is_own)
    }

    /// The priority of a constructor.
    fn priority(&self) -> Result<Option<u32>, Refusal> {
        match self.arguments.as_deref() {
            Some([]) => Ok(None),
            Some([only]) => match only.parse() {
                Ok(priority) => Ok(Some(priority).filter(|priority| *priority != NO_PRIORITY)),
                Err(_) => Err(self.refusal()),
            },
            _ => Err(self.refusal()),
        }
    }
}

/// The priority of a constructor that says none.
const NO_PRIORITY: u32 = 65535;

/// Attributes of which it matters what is between their brackets.
const READ: [&str; 7] = ["_Alignas", "alias", "aligned", "cleanup", "constructor", "destructor", "section"];

/// What is between the brackets of the only attribute of this name that a declaration is printed with, or the first
/// declaration of the same thing, where it is from there.
fn printed_arguments(of: &Cursor, name: &str) -> Option<Vec<String>> {
    let here = of.printed();
    let declaration = if words_of(&here, name).next().is_some() { here } else { of.first().printed() };
    let mut found = words_of(&declaration, name);
    let behind = found.next().filter(|_| found.next().is_none())?;
    let Some(inside) = behind.strip_prefix('(') else { return Some(vec![]) };
    let (inside, _) = inside.split_once(')').filter(|(inside, _)| !inside.contains(['(', ',']))?;
    Some(vec![inside.trim().to_string()])
}

/// What comes behind each place of a declaration where a word is.
fn words_of<'t>(declaration: &'t str, word: &str) -> impl Iterator<Item = &'t str> {
    let is_of_word = |c: char| c.is_ascii_alphanumeric() || c == '_';
    let around = move |(at, found): (usize, &str)| {
        let (before, behind) = (&declaration[..at], &declaration[at + found.len()..]);
        (!before.ends_with(is_of_word) && !behind.starts_with(is_of_word)).then_some(behind)
    };
    declaration.match_indices(word).filter_map(around).collect::<Vec<_>>().into_iter()
}

impl<'u> Reader<'u, '_> {
    /// The attributes of a declaration.
    pub fn attributes(&self, c: Cursor<'u>) -> Vec<Attribute> {
        let written = c.children().into_iter().filter(|a| a.is_attribute() && a.is_written());
        let mut all: Vec<Attribute> = written.map(|a| self.attribute(a, c)).collect();
        // What Clang knows of a function by its name stands at the name, of this declaration or of one before.
        let name = c.spelling();
        all.retain(|a| {
            a.name != name || a.is_in(&[HARMLESS, IN_LAYOUTS, OF_FUNCTIONS, SAME_AGAIN, &["cleanup", "section"]])
        });
        all
    }

    /// An attribute of a declaration.
    fn attribute(&self, c: Cursor<'u>, of: Cursor<'u>) -> Attribute {
        let kind = c.kind();
        // What a macro made by joining words stands in no file.
        let written = self.unit.written(c.raw_start()).filter(|first| !first.at.file.is_null());
        let Some(first) = written else {
            return Attribute { name: c.kind_name(), arguments: None, kind };
        };
        let words = self.unit.words(first.at.file, first.at.offset, self.end_near(first.at));
        let mut words = words.into_iter().map(|w| w.text).peekable();
        let mut name = words.next().unwrap_or_default();
        while words.next_if(|w| w == "::").is_some() {
            name = words.next().unwrap_or_default();
        }
        let plain = name.strip_prefix("__").and_then(|n| n.strip_suffix("__")).map(str::to_string);
        let name = plain.unwrap_or(name);
        // The words of the text may be those of macros.
        let arguments = READ.contains(&name.as_str()).then(|| printed_arguments(&of, &name)).flatten();
        Attribute { name, arguments, kind }
    }

    fn end_near(&self, at: Place) -> u32 {
        (at.offset + 500).min(self.unit.file_length(at.file))
    }

    /// What the attributes of one declaration say of a function.
    pub fn function_attributes(&mut self, id: FunctionId, c: Cursor<'u>) {
        let attributes = self.attributes(c);
        let mut refused = None;
        let is_noreturn = c.ty().spelling().contains("noreturn");
        let is_of_system = c.is_in_system_header();
        let is_renamed = !is_of_system && c.linker_name() != self.known.tree.function(id).name;
        let is_alias = attributes.iter().any(|attribute| attribute.name == "alias");
        let is_unknown_alias = is_alias && self.aliased_function(c).is_none();
        let f = &mut self.known.tree.functions[id.0];
        f.noreturn |= is_noreturn;
        f.of_system |= is_of_system;
        for attribute in &attributes {
            match attribute.name.as_str() {
                "noreturn" | "_Noreturn" => f.noreturn = true,
                "constructor" | "destructor" => {
                    let is_first = attribute.name == "constructor";
                    let known = if is_first { &mut f.constructor } else { &mut f.destructor };
                    match attribute.priority() {
                        // Of two compilers believe the first or the last.
                        Ok(priority) if known.is_none_or(|known| known == priority) => *known = Some(priority),
                        Ok(_) => refused = Some(attribute.refusal()),
                        Err(why) => refused = Some(why),
                    }
                }
                // It is none without a body.
                "alias" if is_unknown_alias => refused = Some(attribute.refusal()),
                "weak" if c.definition().is_none() => refused = Some(refusal("a weak function without a body")),
                // The names of glibc's functions for a linker are none of C's.
                _ if attribute.kind == CXCursor_AsmLabelAttr && is_of_system => {}
                _ if attribute.kind == CXCursor_AsmLabelAttr => refused = Some(refusal("a name by `asm`")),
                _ if attribute.is_in(&[SAME_AGAIN]) => f.same_again = true,
                _ if attribute.is_own_section() || attribute.is_in(&[HARMLESS, IN_LAYOUTS, OF_FUNCTIONS]) => {}
                _ => refused = Some(attribute.refusal()),
            }
        }
        if is_renamed && refused.is_none() {
            refused = Some(refusal("a function renamed by a pragma"));
        }
        // Nobody calls it by its name: what is not read may say that it runs nevertheless.
        if refused.is_some() {
            let printed = c.printed();
            let is = |word: &str| words_of(&printed, word).next().is_some();
            f.constructor = f.constructor.or(is("constructor").then_some(None));
            f.destructor = f.destructor.or(is("destructor").then_some(None));
        }
        f.refused = f.refused.take().or(refused);
    }

    /// What the attributes of one declaration say of a variable.
    pub fn variable_attributes(&mut self, id: VariableId, c: Cursor<'u>) {
        if !c.has_attributes() {
            return;
        }
        for attribute in self.attributes(c) {
            if matches!(attribute.name.as_str(), "aligned" | "alignas" | "_Alignas") {
                let own = attribute.argument().and_then(|bytes| bytes.parse::<u64>().ok());
                let align = &mut self.known.tree.variables[id.0].align;
                // Of less than its type asks for compilers make different things.
                *align = align.and_then(|of_type| own.filter(|own| own.is_power_of_two() && *own >= of_type));
            }
            match attribute.name.as_str() {
                "cleanup" => {
                    let target = attribute.argument().and_then(|name| self.at_file_scope(CXCursor_FunctionDecl, name));
                    match target {
                        Some(target) => {
                            let target = self.function(target);
                            self.known.tree.variables[id.0].cleanup = Some(target);
                        }
                        None => self.refuse_variable(id, attribute.refusal().what),
                    }
                }
                "weak" if c.initializer().is_none() && c.storage_class() == CX_SC_Extern => {
                    self.refuse_variable(id, "a weak variable without a definition");
                }
                "weak" => {}
                _ if attribute.kind == CXCursor_AsmLabelAttr && c.is_in_system_header() => {}
                _ if attribute.kind == CXCursor_AsmLabelAttr => self.refuse_variable(id, "a name or register by `asm`"),
                _ if attribute.is_plain_section() || attribute.is_in(&[HARMLESS, IN_LAYOUTS]) => {}
                _ if attribute.is_own_section() => self.known.tree.has_sections = true,
                _ => self.refuse_variable(id, attribute.refusal().what),
            }
        }
    }

    /// The function with a body that a declaration is another name of.
    pub fn aliased_function(&mut self, c: Cursor<'u>) -> Option<FunctionId> {
        let target = self.alias(c)?;
        let target = self.at_file_scope(CXCursor_FunctionDecl, &target).filter(|t| t.is_definition())?;
        Some(self.function(target))
    }

    /// The variable that a declaration is another name of.
    pub fn aliased_variable(&mut self, c: Cursor<'u>) -> Option<VariableId> {
        let target = self.alias(c)?;
        let target = self.at_file_scope(CXCursor_VarDecl, &target)?;
        (!target.is(c)).then(|| self.variable(target))
    }

    /// What a declaration is another name of, as it says itself, or another one of the same thing at file scope.
    fn alias(&self, c: Cursor<'u>) -> Option<String> {
        let said = |c: Cursor<'u>| {
            let all = if c.has_attributes() { self.attributes(c) } else { vec![] };
            all.iter().find(|a| a.name == "alias").and_then(|a| a.argument()).map(str::to_string)
        };
        let all = self.aliases.get_or_init(|| {
            let of_program = self.declarations.iter().filter(|c| !c.is_in_system_header());
            of_program.filter_map(|c| Some((c.key(), said(*c)?))).collect()
        });
        said(c).or_else(|| all.get(&c.key()).cloned())
    }

    /// Why a record cannot be used.
    pub fn refused_record(&self, c: Cursor<'u>) -> Option<Refusal> {
        let c = c.definition().unwrap_or(c);
        self.refused_of(c)
    }

    /// Why a record with this member cannot be used.
    pub fn refused_member(&self, c: Cursor<'u>) -> Option<Refusal> {
        self.refused_of(c)
    }

    fn refused_of(&self, c: Cursor<'u>) -> Option<Refusal> {
        if !c.has_attributes() {
            return None;
        }
        let all = self.attributes(c);
        all.iter().find(|a| !a.is_in(&[HARMLESS, IN_LAYOUTS])).map(Attribute::refusal)
    }

    /// Why a statement with attributes cannot be used.
    pub fn refused_statement(&self, c: Cursor<'u>) -> Option<Refusal> {
        let first = self.unit.written(c.raw_start())?;
        let words = self.unit.words(first.at.file, first.at.offset, self.end_near(first.at));
        let mut words = words.iter().map(|w| w.text.trim_matches('_'));
        match words.next()? {
            "attribute" | "[" => {}
            // A pragma about loops.
            "#" | "Pragma" => return None,
            other => return Some(refusal(format!("the attribute `{other}`"))),
        }
        // All that stand in front of the statement, in brackets.
        let (mut depth, mut names) = (0, Vec::new());
        for word in words {
            match word {
                "(" | "[" => depth += 1,
                ")" | "]" => depth -= 1,
                "attribute" if depth <= 0 => {}
                _ if depth <= 0 => break,
                _ => names.push(word),
            }
        }
        let is_name = |w: &&str| w.starts_with(|c: char| c.is_ascii_alphabetic()) && !matches!(*w, "gnu" | "clang");
        let unknown = names.into_iter().filter(is_name).find(|w| !HARMLESS.contains(w));
        unknown.map(|w| refusal(format!("the attribute `{w}`")))
    }
}
