//! A YAML spec as questions.

use super::document::Document;
use super::fields::{Fields, Located};
use super::shape::SPEC;
use super::{Asked, Expected, Limits, Listing, Place, Places, Spec, folder};
use crate::diagnostic::Diagnostic;
use crate::flags::is_macro;
use crate::program::Target;
use crate::question::{DataModel, Overflow};
use crate::world::World;
use std::path::{Component, Path, PathBuf};

/// Fills in what a spec asks. Questions with mistakes are left out.
pub(super) fn read(spec: &mut Spec, document: &Document) {
    let mut mistakes = Vec::new();
    if let Some(fields) = document.check(SPEC, false, &mut mistakes) {
        let program = program(&spec.path, &fields, &mut mistakes);
        if let Some(folder_) = fields.text("snapshots") {
            spec.snapshots = beside(&spec.path, folder_);
        }
        for question in fields.mappings("questions") {
            let asked = ask(&spec.path, &fields, question, program.clone(), &mut mistakes);
            if let Some(asked) = asked {
                want(spec, &asked, &mut mistakes);
                let can_be_asked = program.is_some() && question.is_right;
                spec.questions.extend(can_be_asked.then_some(asked));
            }
        }
    }
    spec.mistakes.extend(mistakes);
}

/// The program, if it is there.
fn program(spec: &Path, fields: &Fields, mistakes: &mut Vec<Diagnostic>) -> Option<PathBuf> {
    let path = beside(spec, fields.text("program")?);
    if path.is_file() {
        return Some(path);
    }
    let at = fields.get("program").map(Place::of).unwrap_or_default();
    let what = if path.exists() { "is no file" } else { "does not exist" };
    mistakes.push(
        at.mistake(format!("the program {} {what}", path.display()))
            .with_help("`program` is relative to the folder of the spec"),
    );
    None
}

/// Notes the snapshots of a question; two questions cannot share one.
fn want(spec: &mut Spec, asked: &Asked, mistakes: &mut Vec<Diagnostic>) {
    for &listing in &asked.snapshot {
        let name = spec.snapshot_name(&asked.name, listing);
        if spec.wanted.contains(&name) {
            let message = format!("two questions keep their {} in {name}", listing.word());
            mistakes.push(asked.places.question.mistake(message).with_help("give each its own `name`"));
        } else {
            spec.wanted.push(name);
        }
    }
}

/// A question, if its target is one. Its mistakes are noted, also where the rest can still be read.
fn ask(
    spec: &Path,
    whole: &Fields,
    own: &Fields,
    program: Option<PathBuf>,
    mistakes: &mut Vec<Diagnostic>,
) -> Option<Asked> {
    let target = own.get("target")?;
    let target_place = Place::of(target);
    let target = match own.text("target")?.parse::<Target>() {
        Ok(target) => target,
        Err(e) => {
            mistakes.push(target_place.mistake(e.to_string()));
            return None;
        }
    };
    let mut asked = Asked::new(program.unwrap_or_default(), target);
    let both = |name: &'static str| whole.texts(name).iter().chain(own.texts(name));
    let texts = |all: &[Located<String>]| all.iter().map(|t| t.value.clone()).collect::<Vec<_>>();
    asked.define = both("define").map(|t| t.value.clone()).collect();
    asked.assume = both("assume").map(|t| t.value.clone()).collect();
    asked.havoc = texts(whole.texts("havoc"));
    match World::of(&texts(whole.texts("world"))) {
        Ok(world) => asked.world = world,
        Err(word) => {
            mistakes.push(target_place.mistake(format!("`{word}` is nothing that `world` can say")));
            return None;
        }
    }
    asked.others = whole.texts("others").iter().map(|t| beside(spec, &t.value)).collect();
    asked.include = whole.texts("include").iter().map(|t| beside(spec, &t.value)).collect();
    if let Some(macro_) = both("define").find(|t| !is_macro(&t.value)) {
        mistakes.push(Place::of(macro_).mistake(format!("`{}` is no macro: NAME or NAME=VALUE", macro_.value)));
        return None;
    }
    let entry = own.get("entry").or(whole.get("entry"));
    if let Some(entry) = own.text("entry").or(whole.text("entry")) {
        asked.entry = entry.to_string();
    }
    if whole.text("data_model") == Some("ilp32") {
        asked.data_model = DataModel::Ilp32;
    }
    if whole.text("signed_overflow") == Some("wrap") {
        asked.signed_overflow = Overflow::Wrap;
    }
    asked.limits = limits(own.mapping("limits"), whole.mapping("limits"));
    asked.expect = own.text("expect").and_then(Expected::of);
    asked.expect_today = own.text("expect_today").and_then(Expected::of);
    if let Some(mistake) = mark(own, &asked) {
        mistakes.push(mistake);
        return None;
    }
    asked.snapshot = own.texts("snapshot").iter().filter_map(|t| Listing::of(&t.value)).collect();
    match own.text("name") {
        Some(name) => asked.name = name.to_string(),
        None => asked.name_by(&texts(own.texts("define"))),
    }
    asked.places = Places {
        question: Place { span: own.span, length: 1 },
        program: whole.get("program").map(Place::of).unwrap_or_default(),
        entry: entry.map(Place::of),
        target: target_place,
        assume: both("assume").map(Place::of).collect(),
        expect_today: own.get("expect_today").map(Place::of),
    };
    Some(asked)
}

/// What is wrong with the mark of a wrong answer, if there is one.
fn mark(own: &Fields, asked: &Asked) -> Option<Diagnostic> {
    let (today, place) = (asked.expect_today?, own.get("expect_today")?);
    let message = match asked.expect {
        None => "`expect_today` needs `expect`, the right answer, beside it",
        Some(right) if right == today => "`expect_today` says the same as `expect`",
        Some(_) => return None,
    };
    let help = "`expect_today` marks an answer that is known to be wrong";
    Some(Place::of(place).mistake(message.into()).with_help(help))
}

fn limits(own: Option<&Fields>, whole: Option<&Fields>) -> Limits {
    let each = [own, whole];
    let each = || each.into_iter().flatten();
    Limits {
        timeout: each().find_map(|f| f.duration("timeout")),
        memory: each().find_map(|f| f.number("memory")),
        replay_steps: each().find_map(|f| f.number("replay_steps")),
    }
}

/// A path that a file names, from where we are; `a/../b` becomes `b`, as far as no link is passed.
pub(super) fn beside(file: &Path, named: &str) -> PathBuf {
    let mut path = PathBuf::new();
    for part in folder(file).join(named).components() {
        let is_plain = matches!(path.components().next_back(), Some(Component::Normal(_))) && !path.is_symlink();
        match part {
            Component::ParentDir if is_plain => {
                path.pop();
            }
            Component::CurDir => {}
            other => path.push(other),
        }
    }
    path
}

impl Place {
    /// Where a value of a file stands.
    pub(super) fn of<T>(located: &Located<T>) -> Place {
        Place { span: located.span, length: located.length }
    }

    /// A mistake there.
    pub fn mistake(self, message: String) -> Diagnostic {
        Diagnostic::new(message, self.span).with_length(self.length)
    }
}
