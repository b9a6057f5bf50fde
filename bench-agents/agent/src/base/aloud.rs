//! What the agent says on standard error.

use std::io::Write;

/// A line on standard error; where that is a file on a full disk, nobody hears it and work goes on.
pub(crate) fn say_aloud(sentence: &str) {
    let _ = writeln!(std::io::stderr(), "{sentence}");
}
