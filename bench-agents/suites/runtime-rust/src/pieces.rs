//! Units of work of about the same size: small files bundled, large files split at line ends.

use std::{mem, ops::Range, path::PathBuf, sync::Arc};

use crate::discovery::SizedFile;

/// A file of more than so many units is split. At 256 KiB that is a file of more than 1 MiB.
const WHOLE_UP_TO: u64 = 4;

/// The end of a part that goes on to the end of its file, however long that has become.
pub const TO_THE_END: u64 = u64::MAX;

/// The lines of one file that begin in a range of bytes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Part {
    pub file: Arc<PathBuf>,
    pub begins: Range<u64>,
}

/// What is handed out at once.
pub type Unit = Vec<Part>;

/// Cuts the files into units of about `unit_bytes`, in the order given; every line is in one unit.
#[must_use]
pub fn plan(files: Vec<SizedFile>, unit_bytes: u64) -> Vec<Unit> {
    let (mut units, mut bundle, mut bundled) = (Vec::new(), Unit::new(), 0);
    for SizedFile { path, bytes } in files {
        let file = Arc::new(path);
        if bytes > WHOLE_UP_TO.saturating_mul(unit_bytes) {
            units.extend(split(&file, bytes, unit_bytes).map(|part| vec![part]));
            continue;
        }
        let begins = 0..TO_THE_END;
        bundle.push(Part { file, begins });
        bundled += bytes;
        if bundled >= unit_bytes {
            units.push(mem::take(&mut bundle));
            bundled = 0;
        }
    }
    if !bundle.is_empty() {
        units.push(bundle);
    }
    units
}

fn split(file: &Arc<PathBuf>, bytes: u64, unit_bytes: u64) -> impl Iterator<Item = Part> {
    let count = bytes.div_ceil(unit_bytes);
    (0..count).map(move |number| {
        let start = number * unit_bytes;
        let is_last = number + 1 == count;
        Part {
            file: Arc::clone(file),
            begins: start..if is_last {
                TO_THE_END
            } else {
                start + unit_bytes
            },
        }
    })
}
