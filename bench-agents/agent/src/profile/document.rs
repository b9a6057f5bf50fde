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
    pub(crate) frequency: u32,
    pub(crate) samples: u64,
    pub(crate) lost: u64,
    pub(crate) repetitions: u64,
    pub(crate) cpu_s: f64,
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
        let mut remarks = vec![format!("{} samples at {} Hz", self.samples, self.frequency)];
        remarks.push(format!("{:.1} % with a name", self.with_symbols * 100.0));
        if self.lost > 0 {
            remarks.push(format!("{} lost", self.lost));
        }
        if self.trimmed.stacks > 0 {
            remarks.push(format!("{} of rare stacks trimmed", self.trimmed.samples));
        }
        let head = format!(
            "\nprofile of {}: {}\n  {}; {} processes, {:.1} s of processor time\n",
            self.label,
            remarks.join(", "),
            self.tool,
            self.repetitions,
            self.cpu_s
        );
        let stacks = self
            .folded
            .unpack()
            .map_or_else(|fault| fault, |folded| ranking::table(&folded));
        head + &stacks + &ranking::groups(&self.groups)
    }

    pub(super) fn file_name(&self) -> String {
        let is_plain = |c: char| c.is_ascii_alphanumeric() || "-_.=,".contains(c);
        let label = self.label.replace(", ", ",");
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
