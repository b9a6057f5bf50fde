//! What can be said of a program without running it: its size, that of its parts, and its build's time.

use std::collections::BTreeMap;

use super::sample::invocation;
use crate::base::scalar::Scalar;
use crate::suite::{Benchmark, Manifest, sources};

const NAMES: [&str; 4] = ["build_time", "binary_size", "text_size", "data_size"];

/// Flags and type of a section in the file: in memory, may be written, takes no room in the file.
const ALLOCATED: u64 = 2;
const WRITABLE: u64 = 1;
const NO_BITS: u32 = 8;

/// What the benchmark wants to know of it; nothing is read where it wants nothing.
#[allow(clippy::cast_precision_loss, reason = "sizes below 2^53 are exact")]
pub(super) fn quantities(
    manifest: &Manifest,
    benchmark: &Benchmark,
    parameters: &[(String, Scalar)],
) -> BTreeMap<&'static str, f64> {
    let mut known = BTreeMap::new();
    if !NAMES
        .iter()
        .any(|name| benchmark.metrics.iter().any(|wanted| wanted == name))
    {
        return known;
    }
    let invocation = invocation(benchmark, parameters, &manifest.folder);
    let program = sources::built_program(&invocation, manifest.program.as_deref());
    let built = manifest.built.get();
    let seconds = built.and_then(|build| build.seconds_of(program.as_deref()));
    known.extend(seconds.map(|seconds| ("build_time", seconds)));
    let bytes = program.and_then(|path| std::fs::read(path).ok());
    if let Some(bytes) = bytes {
        known.insert("binary_size", bytes.len() as f64);
        if let Some((text, data)) = parts(&bytes) {
            known.insert("text_size", text as f64);
            known.insert("data_size", data as f64);
        }
    }
    known
}

/// Bytes of code with constants, and of initialised variables, as `size` tells them; nothing of a
/// file that is no 64-bit little-endian ELF or has lost its section headers.
fn parts(bytes: &[u8]) -> Option<(u64, u64)> {
    if bytes.get(..6)? != b"\x7fELF\x02\x01" {
        return None;
    }
    let begin = usize::try_from(number::<8>(bytes, 0x28)?).ok()?;
    let each = usize::try_from(number::<2>(bytes, 0x3A)?).ok()?;
    let count = usize::try_from(number::<2>(bytes, 0x3C)?).ok()?;
    let (mut text, mut data) = (0, 0);
    for index in 0..count {
        let header = begin.checked_add(index.checked_mul(each)?)?;
        let kind = number::<4>(bytes, header + 4)?;
        let flags = number::<8>(bytes, header + 8)?;
        let size = number::<8>(bytes, header + 0x20)?;
        if flags & ALLOCATED == 0 {
            continue;
        }
        if flags & WRITABLE == 0 {
            text += size;
        } else if kind != u64::from(NO_BITS) {
            data += size;
        }
    }
    (count > 0).then_some((text, data))
}

fn number<const N: usize>(bytes: &[u8], at: usize) -> Option<u64> {
    let mut whole = [0; 8];
    whole[..N].copy_from_slice(bytes.get(at..at.checked_add(N)?)?);
    Some(u64::from_le_bytes(whole))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_parts_of_this_very_program_are_told_and_those_of_a_script_are_not() {
        let own = std::fs::read("/proc/self/exe").unwrap();
        let (text, data) = parts(&own).unwrap();
        assert!(text > data && data > 0 && text + data < own.len() as u64);
        assert_eq!(parts(b"#!/bin/sh\nexit 0\n"), None);
        assert_eq!(parts(&own[..64]), None);
    }
}
