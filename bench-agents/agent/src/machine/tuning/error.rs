//! Why a machine is not tuned.

use std::io;
use std::path::PathBuf;

#[derive(Debug, thiserror::Error)]
pub(crate) enum TuningError {
    #[error(
        "tuning needs the right to change settings: run it as root, for example: sudo {command}"
    )]
    NoRight { command: String },
    #[error("another agent tunes this machine{holder}; wait for its end, or end it")]
    Taken { holder: String },
    #[error("the restore file {path} cannot be used: {source}. Nothing was changed by this agent; put the values in it back by hand and remove it", path = path.display())]
    Record { path: PathBuf, source: io::Error },
    #[error("the restore file {path} cannot be written, so nothing was changed: {source}", path = path.display())]
    NotDurable { path: PathBuf, source: io::Error },
}
