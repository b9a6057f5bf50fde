//! One variant's profile.

use serde::Serialize;
use serde_json::{Map, Value};

use super::folded::{Packed, Trimmed};
use super::groups::GroupShare;
use super::ranking;
use crate::base::scalar;
use crate::suite::matrix::Variant;

/// One variant's profile, as the report has it.
#[derive(Debug, Clone, Serialize)]
pub(crate) struct Profile {
    pub(crate) benchmark: String,
    pub(crate) parameters: Map<String, Value>,
    pub(crate) kind: &'static str,
    pub(crate) tool: String,
    pub(crate) unit: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) frequency: Option<u32>,
    pub(crate) samples: u64,
    pub(crate) lost: u64,
    pub(crate) repetitions: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) cpu_s: Option<f64>,
    pub(crate) with_symbols: f64,
    pub(crate) trimmed: Trimmed,
    pub(crate) groups: Vec<GroupShare>,
    pub(crate) folded: Packed,
    /// For people and file names; the report says it with `parameters`.
    #[serde(skip)]
    pub(crate) label: String,
}

impl Profile {
    pub(super) fn text(&self) -> String {
        let often = self.frequency.map(|hertz| format!(" at {hertz} Hz"));
        let counted = format!("{} {}", self.samples, self.unit);
        let mut remarks = vec![counted + &often.unwrap_or_default()];
        remarks.push(format!("{:.1} % with a name", self.with_symbols * 100.0));
        if self.lost > 0 {
            remarks.push(format!("{} lost", self.lost));
        }
        if self.trimmed.stacks > 0 {
            remarks.push(format!("{} of rare stacks trimmed", self.trimmed.samples));
        }
        let time = self
            .cpu_s
            .map(|seconds| format!(", {seconds:.1} s of CPU time"));
        let head = format!(
            "\nprofile of {}: {}\n  {}; {} processes{}\n",
            self.label,
            remarks.join(", "),
            self.tool,
            self.repetitions,
            time.unwrap_or_default()
        );
        let stacks = self
            .folded
            .unpack()
            .map_or_else(|fault| fault, |folded| ranking::table(&folded));
        head + &stacks + &ranking::groups(&self.groups)
    }

    pub(super) fn file_name(&self) -> String {
        let is_plain = |c: char| c.is_ascii_alphanumeric() || "-_.=,".contains(c);
        let kind = if self.kind == "cpu" { "" } else { self.kind };
        let label = format!("{},{kind}", self.label.replace(", ", ","));
        let label = label.trim_end_matches(',');
        let plain: String = label
            .chars()
            .map(|c| if is_plain(c) { c } else { '_' })
            .collect();
        format!("{plain}.folded")
    }
}

/// A variant's place in the report.
pub(super) fn parameters(variant: &Variant) -> Map<String, Value> {
    scalar::to_object(&variant.parameters)
}
