//! Processors: model, topology, caches.

use std::collections::BTreeSet;
use std::path::Path;

use super::files::{field, listed, text};
use crate::base::scalar::{Named, Scalar};

const SYSTEM_CPU: &str = "/sys/devices/system/cpu";

/// The hardware side of the fingerprint; what the kernel does not tell is left out.
pub(super) fn facts() -> Named {
    let mut facts = vec![
        ("cpu_model".to_owned(), Scalar::from(model())),
        ("architecture".to_owned(), Scalar::from(architecture())),
        ("cores".to_owned(), Scalar::from(online())),
    ];
    let topology = [
        ("threads_per_core", threads_per_core()),
        ("sockets", sockets()),
        ("cache_l1d_bytes", cache(1, "Data")),
        ("cache_l2_bytes", cache(2, "Unified")),
        ("cache_l3_bytes", cache(3, "Unified")),
    ];
    let known = topology
        .into_iter()
        .filter_map(|(name, number)| Some((name, number?)));
    facts.extend(known.map(|(name, number)| (name.to_owned(), Scalar::from(number))));
    facts
}

/// Processors that are switched on, in the whole machine.
pub(super) fn online() -> u64 {
    let list = text(format!("{SYSTEM_CPU}/online")).map(|list| listed(&list));
    list.filter(|count| *count > 0)
        .unwrap_or(super::cpus::cores() as u64)
}

fn architecture() -> String {
    rustix::system::uname()
        .machine()
        .to_string_lossy()
        .into_owned()
}

fn model() -> String {
    let information = text("/proc/cpuinfo").unwrap_or_default();
    let keys = ["model name", "Model", "Processor", "cpu model", "uarch"];
    let named = keys.iter().find_map(|key| field(&information, key, ':'));
    let from_parts = || {
        let implementer = field(&information, "CPU implementer", ':')?;
        let part = field(&information, "CPU part", ':')?;
        Some(format!("implementer {implementer} part {part}"))
    };
    named
        .or_else(from_parts)
        .unwrap_or_else(|| "unknown".to_owned())
}

fn threads_per_core() -> Option<u64> {
    text(format!("{SYSTEM_CPU}/cpu0/topology/thread_siblings_list")).map(|list| listed(&list))
}

fn sockets() -> Option<u64> {
    let entries = std::fs::read_dir(SYSTEM_CPU).ok()?;
    let packages: BTreeSet<String> = entries
        .flatten()
        .filter_map(|entry| text(entry.path().join("topology/physical_package_id")))
        .collect();
    (!packages.is_empty()).then_some(packages.len() as u64)
}

fn cache(level: u8, kind: &str) -> Option<u64> {
    let folder = Path::new(SYSTEM_CPU).join("cpu0/cache");
    let entries = std::fs::read_dir(folder).ok()?;
    entries.flatten().find_map(|entry| {
        let here = entry.path();
        let matches =
            text(here.join("level"))? == level.to_string() && text(here.join("type"))? == kind;
        matches.then(|| bytes(&text(here.join("size"))?)).flatten()
    })
}

/// `48K`, `32M` in bytes.
fn bytes(size: &str) -> Option<u64> {
    let digits = size.trim_end_matches(|c: char| c.is_ascii_alphabetic());
    let factor = match &size[digits.len()..] {
        "" => 1,
        "K" => 1 << 10,
        "M" => 1 << 20,
        "G" => 1 << 30,
        _ => return None,
    };
    digits.parse::<u64>().ok().map(|number| number * factor)
}

#[cfg(test)]
mod tests {
    use super::bytes;

    #[test]
    fn cache_sizes_are_bytes() {
        assert_eq!(bytes("48K"), Some(49_152));
        assert_eq!(bytes("32M"), Some(33_554_432));
        assert_eq!(bytes("what"), None);
    }
}
