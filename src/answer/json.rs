//! The JSON form of an answer, field by field as documented.

use super::*;
use crate::term::{Format, number};
use serde::ser::{Serialize, SerializeMap, SerializeStruct, Serializer};
use std::collections::BTreeMap;

/// The name of this form. A change that breaks readers changes the number.
const SCHEMA: &str = "lariat.answer/1";

struct Number<'a>(&'a Int);

impl Serialize for Number<'_> {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        number::serialize(self.0, to)
    }
}

impl Serialize for Answer {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        let reachable = match &self.verdict {
            Verdict::Reachable(r) => Some(r),
            Verdict::Unreachable | Verdict::Unknown { .. } => None,
        };
        let reason = match &self.verdict {
            Verdict::Unknown { reason, .. } => Some(reason),
            Verdict::Reachable(_) | Verdict::Unreachable => None,
        };
        let mut object = to.serialize_struct("Answer", 17 + usize::from(self.certificate.is_some()))?;
        object.serialize_field("schema", SCHEMA)?;
        object.serialize_field("program", &self.program)?;
        object.serialize_field("entry", &self.entry)?;
        object.serialize_field("target", &self.target)?;
        object.serialize_field("verdict", self.verdict.word())?;
        object.serialize_field("reason", &reason)?;
        object.serialize_field("undefined", &self.undefined)?;
        object.serialize_field("assumptions", &self.assumptions.iter().map(|a| &a.text).collect::<Vec<_>>())?;
        let assumed: BTreeMap<&str, Option<&str>> = self.assumptions.iter().map(|a| (a.name, a.otherwise)).collect();
        object.serialize_field("assumed", &assumed)?;
        object.serialize_field("witness", &reachable)?;
        object.serialize_field("replayed", &reachable.is_some())?;
        object.serialize_field("replay", &reachable.map(|r| r.replay))?;
        object.serialize_field("emitted", &self.emitted)?;
        object.serialize_field("confirm", &self.confirmation)?;
        object.serialize_field("refutations", &self.refutations)?;
        object.serialize_field("nearest", &self.nearest)?;
        if let Some(proof) = &self.certificate {
            object.serialize_field("certificate", &Proof { proof, by: self.refuted_by })?;
        }
        object.serialize_field("stats", &self.stats)?;
        object.end()
    }
}

impl Serialize for Nearest {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        let mut map = to.serialize_map(None)?;
        map.serialize_entry("chain", &self.chain)?;
        map.serialize_entry("line", &(self.line > 0).then_some(self.line))?;
        map.serialize_entry("text", &self.text)?;
        map.end()
    }
}

/// `Serialize` for plain structs: the listed fields, as they are.
macro_rules! object {
    ($name:ident { $($field:ident),* }) => {
        impl Serialize for $name {
            fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
                let mut map = to.serialize_map(None)?;
                $(map.serialize_entry(stringify!($field), &self.$field)?;)*
                map.end()
            }
        }
    };
}

object!(Reachable { inputs, path });
object!(PathStep { line, segments });
object!(Emitted { file, reason, note });
object!(Refutation { chain, lines, text });

impl Serialize for TargetLine {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        let mut map = to.serialize_map(Some(2))?;
        map.serialize_entry("file", &self.file)?;
        map.serialize_entry("line", &(self.line > 0).then_some(self.line))?;
        map.end()
    }
}

impl Serialize for Undefined {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        let mut map = to.serialize_map(Some(4))?;
        map.serialize_entry("check", self.check.word())?;
        map.serialize_entry("file", &self.at.file)?;
        map.serialize_entry("line", &(self.at.line > 0).then_some(self.at.line))?;
        map.serialize_entry("text", self.check.violated())?;
        map.end()
    }
}

impl Serialize for Replayed {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        let mut map = to.serialize_map(Some(2))?;
        let kind = match self.kind {
            ReplayKind::Executed => "executed",
            ReplayKind::Proved => "proved",
        };
        map.serialize_entry("kind", kind)?;
        map.serialize_entry("steps", &self.steps)?;
        map.end()
    }
}

/// A certificate, and how the answer was found.
struct Proof<'a> {
    proof: &'a Certified,
    by: Option<RefutedBy>,
}

impl Serialize for Proof<'_> {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        let Certified { folder, files } = self.proof;
        let mut map = to.serialize_map(Some(4))?;
        map.serialize_entry("folder", &files.as_ref().ok().map(|_| folder))?;
        map.serialize_entry("queries", &files.as_ref().ok().map(Files::queries))?;
        map.serialize_entry("reason", &files.as_ref().err())?;
        map.serialize_entry("refuted_by", &self.by.map(RefutedBy::word))?;
        map.end()
    }
}

impl Serialize for Confirmation {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        let (outcome, compiler, run_ms, reason) = match self {
            Confirmation::Confirmed { compiler, run_ms } => ("confirmed", Some(compiler), Some(*run_ms), None),
            Confirmation::Open { reason } => ("open", None, None, Some(reason)),
            Confirmation::Contradicted { what } => ("contradicted", None, None, Some(what)),
        };
        let mut map = to.serialize_map(Some(4))?;
        map.serialize_entry("outcome", outcome)?;
        map.serialize_entry("compiler", &compiler)?;
        map.serialize_entry("run_ms", &run_ms.map(|ms| (ms * 1000.0).round() / 1000.0))?;
        map.serialize_entry("reason", &reason)?;
        map.end()
    }
}

/// A range of equal floating-point values.
#[derive(serde::Serialize)]
struct FloatRange {
    #[serde(with = "number")]
    from: Int,
    #[serde(with = "number")]
    to: Int,
    #[serde(with = "number")]
    step: Int,
    value: String,
}

impl FloatRange {
    fn new(r: &RangeValue, format: Format) -> FloatRange {
        FloatRange { from: r.from.clone(), to: r.to.clone(), step: r.step.clone(), value: format.show(&r.value) }
    }
}

impl Serialize for InputReport {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        let mut map = to.serialize_map(Some(3))?;
        map.serialize_entry("name", &self.name)?;
        map.serialize_entry("site", &self.site)?;
        if let Some(format) = self.format {
            map.serialize_entry("type", format.name())?;
        }
        match (&self.value, self.format) {
            (InputReportValue::Scalar(v), Some(format)) => map.serialize_entry("value", &format.show(v))?,
            (InputReportValue::Ranges(ranges), Some(format)) => {
                let all: Vec<FloatRange> = ranges.iter().map(|r| FloatRange::new(r, format)).collect();
                map.serialize_entry("ranges", &all)?;
            }
            (InputReportValue::Scalar(v), None) => map.serialize_entry("value", &Number(v))?,
            (InputReportValue::Ranges(ranges), None) => map.serialize_entry("ranges", ranges)?,
        }
        map.end()
    }
}

impl Serialize for Segment {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        let mut map = to.serialize_map(Some(3))?;
        map.serialize_entry("chain", &self.chain)?;
        map.serialize_entry("times", &Number(&self.times))?;
        map.serialize_entry("inside", &self.inside)?;
        map.end()
    }
}

impl Serialize for Stats {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        let mut map = to.serialize_map(None)?;
        map.serialize_entry("wall_ms", &((self.wall_ms * 1000.0).round() / 1000.0))?;
        map.serialize_entry(
            "memory_mb",
            &self.memory.map(|bytes| (bytes as f64 / f64::from(1 << 20) * 10.0).round() / 10.0),
        )?;
        let search = self.search.as_ref();
        map.serialize_entry("root_chains", &search.map(|s| s.root_chains))?;
        map.serialize_entry("chains", &search.map(|s| s.chains))?;
        map.serialize_entry("constraints", &search.map(|s| s.constraints))?;
        map.serialize_entry("interval_refutations", &search.map(|s| s.interval_refutations))?;
        map.serialize_entry("ilp_calls", &search.map(|s| s.ilp_calls))?;
        map.serialize_entry("smt_calls", &search.map(|s| s.smt_calls))?;
        map.serialize_entry("segments", &search.map(|s| s.segments))?;
        map.serialize_entry("steps", &search.map(|s| s.steps))?;
        let decided = search.map(|s| s.decided.iter().map(Decided).collect::<Vec<_>>());
        map.serialize_entry("decided", &decided)?;
        if let Some(states) = search.and_then(|s| s.states.as_ref()) {
            map.serialize_entry("states", states)?;
        }
        map.end()
    }
}

/// How one root chain was decided.
struct Decided<'a>(&'a (String, String));

impl Serialize for Decided<'_> {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        let mut map = to.serialize_map(Some(2))?;
        map.serialize_entry("chain", &self.0.0)?;
        map.serialize_entry("by", &self.0.1)?;
        map.end()
    }
}
