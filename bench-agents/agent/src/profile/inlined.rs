//! The functions that a compiler merged into others, from the debug information of the program.
//!
//! perf shows only the functions that are left. Which ones an address belonged to in the source is
//! known to a program that was built with debug information; without it nothing is added.

use std::collections::HashMap;
use std::fs::File;
use std::os::unix::fs::FileExt;

use addr2line::Loader;

use super::script::Frame;

/// Deeper nests than this are cut; some generic code has hundreds of levels.
const DEEPEST: usize = 40;

#[derive(Default)]
pub(super) struct Inlined {
    modules: HashMap<String, Option<Module>>,
    /// The answers so far: the same few addresses come again and again.
    known: HashMap<(String, u64), Vec<String>>,
}

struct Module {
    loader: Loader,
    segments: Vec<Segment>,
}

/// Where a part of the file lies in the program's memory.
struct Segment {
    offset: u64,
    address: u64,
    size: u64,
}

impl Inlined {
    /// The function that an offset in a file belongs to, as the file has it, mangled.
    pub(super) fn symbol_at(&mut self, frame: &Frame) -> Option<String> {
        let path = frame.module.as_ref().filter(|path| path.starts_with('/'))?;
        let opened = self.modules.entry(path.clone());
        let module = opened.or_insert_with(|| Module::open(path)).as_ref()?;
        let address = module.address(frame.address)?;
        module.loader.find_symbol(address).map(str::to_owned)
    }

    /// The functions merged into the frame's own, innermost first. An outer frame's address is
    /// where its call returns to, one step after the call itself.
    pub(super) fn of(&mut self, frame: &Frame, is_innermost: bool) -> &[String] {
        let module = frame.module.as_ref().filter(|path| path.starts_with('/'));
        let (Some(path), Some(symbol)) = (module, &frame.symbol) else {
            return &[];
        };
        let offset = frame.address.saturating_sub(u64::from(!is_innermost));
        let modules = &mut self.modules;
        self.known.entry((path.clone(), offset)).or_insert_with(|| {
            let module = modules
                .entry(path.clone())
                .or_insert_with(|| Module::open(path));
            let module = module.as_ref();
            module.map_or(Vec::new(), |module| module.inlined_at(offset, symbol))
        })
    }
}

impl Module {
    fn open(path: &str) -> Option<Self> {
        let file = File::open(path).ok()?;
        Some(Self {
            segments: segments(&file)?,
            loader: Loader::new(path).ok()?,
        })
    }

    fn address(&self, offset: u64) -> Option<u64> {
        self.segments.iter().find_map(|part| part.address(offset))
    }

    /// perf counts addresses from the beginning of the file. That it does, and that the file is
    /// still the one that ran, shows in both having the same function there.
    fn inlined_at(&self, offset: u64, symbol: &str) -> Vec<String> {
        let address = self.address(offset);
        let Some(address) = address.filter(|at| self.loader.find_symbol(*at) == Some(symbol))
        else {
            return Vec::new();
        };
        let Ok(mut frames) = self.loader.find_frames(address) else {
            return Vec::new();
        };
        let mut names = Vec::new();
        while let Ok(Some(frame)) = frames.next() {
            names.push(
                frame
                    .function
                    .and_then(|it| Some(it.raw_name().ok()?.into_owned())),
            );
        }
        // The last one is the function that the others were merged into.
        names.pop();
        names.into_iter().flatten().take(DEEPEST).collect()
    }
}

impl Segment {
    fn address(&self, offset: u64) -> Option<u64> {
        let inside = offset.checked_sub(self.offset)?;
        (inside < self.size).then_some(self.address + inside)
    }
}

/// The loadable parts of a 64-bit little-endian ELF file.
fn segments(file: &File) -> Option<Vec<Segment>> {
    let mut head = [0_u8; 64];
    file.read_exact_at(&mut head, 0).ok()?;
    if head[..6] != [0x7f, b'E', b'L', b'F', 2, 1] {
        return None;
    }
    let (table, size, count) = (word(&head, 32)?, half(&head, 54)?, half(&head, 56)?);
    let entries = (0..count).filter_map(|index| {
        let mut entry = [0_u8; 56];
        file.read_exact_at(&mut entry, table + index * size).ok()?;
        let is_loaded = entry[..4] == [1, 0, 0, 0];
        Some(Segment {
            offset: word(&entry, 8)?,
            address: word(&entry, 16)?,
            size: word(&entry, 32)?,
        })
        .filter(|_| is_loaded)
    });
    Some(entries.collect())
}

fn word(bytes: &[u8], at: usize) -> Option<u64> {
    let eight = bytes.get(at..at + 8)?.try_into().ok()?;
    Some(u64::from_le_bytes(eight))
}

fn half(bytes: &[u8], at: usize) -> Option<u64> {
    let two = bytes.get(at..at + 2)?.try_into().ok()?;
    Some(u64::from(u16::from_le_bytes(two)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_offset_belongs_to_the_part_of_the_file_that_holds_it() {
        let part = Segment {
            offset: 0x1000,
            address: 0x5000,
            size: 0x10,
        };
        assert_eq!(part.address(0x1004), Some(0x5004));
        assert_eq!(part.address(0x1010), None);
        assert_eq!(part.address(0xfff), None);
    }

    #[test]
    fn a_program_has_parts_and_other_files_have_none() {
        let program = File::open("/proc/self/exe").unwrap();
        assert!(!segments(&program).unwrap().is_empty());
        assert!(segments(&File::open(file!().replace("agent/", "")).unwrap()).is_none());
    }

    #[test]
    fn nothing_is_made_up_where_the_symbol_is_another() {
        let module = Module::open("/proc/self/exe").unwrap();
        let code = module.segments.iter().map(|part| part.offset + 8);
        for offset in code {
            assert!(module.inlined_at(offset, "no such function").is_empty());
        }
    }
}
