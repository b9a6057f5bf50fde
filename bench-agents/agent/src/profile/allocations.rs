//! Which functions allocate: what the preloaded library kept of each call (`native/allocations.c`) →
//! counted stacks, once by calls and once by bytes.

use std::io;

use super::fold::{self, Result};
use super::folded::Folded;
use super::inlined::Inlined;
use super::names;
use super::script::Frame;

const HEADER: usize = 4096;
const MODULES: usize = 2048;
const PATH: usize = 512;
const DEEPEST: usize = 128;
/// key, allocations, bytes, depth; then module and offset of each frame
const STACK: usize = 32 + DEEPEST * 16;

/// The calls of a program by their stacks.
#[derive(Default)]
struct Calls {
    inlined: Inlined,
    allocations: Folded,
    bytes: Folded,
    named: [u64; 2],
}

/// What a recording in memory came to: calls, and the bytes that they asked for.
pub(crate) fn fold(recording: &str) -> io::Result<[Result; 2]> {
    let memory = std::fs::read(recording)?;
    let paths = paths(&memory);
    let mut calls = Calls::default();
    let stacks = memory.get(HEADER + MODULES * PATH..).unwrap_or_default();
    for stack in stacks.chunks_exact(STACK) {
        let depth = usize::try_from(number(stack, 3)).unwrap_or(0).min(DEEPEST);
        if depth > 0 {
            let places = (0..depth).map(|index| place(stack, index, &paths));
            calls.add(places, [number(stack, 1), number(stack, 2)]);
        }
    }
    let [named, named_bytes] = calls.named;
    Ok([
        fold::result(calls.allocations, named, number(&memory, 0))?,
        fold::result(calls.bytes, named_bytes, number(&memory, 1))?,
    ])
}

impl Calls {
    fn add(&mut self, places: impl Iterator<Item = Frame>, counts: [u64; 2]) {
        let mut frames: Vec<String> = Vec::new();
        for mut place in places.filter(|place| !is_own(place)) {
            // Each place lies within the instruction that called, as the innermost of a sample does.
            place.symbol = self.inlined.symbol_at(&place);
            let merged = self.inlined.of(&place, true);
            frames.extend(merged.iter().map(|function| names::inlined(function)));
            let name = names::name(&place);
            if !(names::is_nameless(&name) && frames.last() == Some(&name)) {
                frames.push(name);
            }
        }
        let is_named = frames.first().is_some_and(|name| !names::is_nameless(name));
        for (sum, count) in self.named.iter_mut().zip(counts) {
            *sum += u64::from(is_named) * count;
        }
        frames.reverse();
        self.allocations.add(&frames, counts[0]);
        self.bytes.add(&frames, counts[1]);
    }
}

/// The counting library lies in a file in memory, which no program has as its own.
fn is_own(place: &Frame) -> bool {
    let module = place.module.as_deref().unwrap_or_default();
    module.starts_with("/proc/") && module.contains("/fd/")
}

fn paths(memory: &[u8]) -> Vec<String> {
    let table = memory
        .get(HEADER..HEADER + MODULES * PATH)
        .unwrap_or_default();
    let path = |entry: &[u8]| {
        let end = entry.iter().position(|byte| *byte == 0);
        String::from_utf8_lossy(&entry[..end.unwrap_or(PATH)]).into_owned()
    };
    table.chunks_exact(PATH).map(path).collect()
}

fn place(stack: &[u8], index: usize, paths: &[String]) -> Frame {
    let module = usize::try_from(number(stack, 4 + 2 * index)).unwrap_or(0);
    let path = module.checked_sub(1).and_then(|at| paths.get(at));
    Frame {
        address: number(stack, 5 + 2 * index),
        symbol: None,
        module: path.filter(|path| !path.is_empty()).cloned(),
    }
}

fn number(bytes: &[u8], index: usize) -> u64 {
    let eight = bytes.get(index * 8..).and_then(|rest| rest.first_chunk());
    eight.copied().map_or(0, u64::from_ne_bytes)
}
