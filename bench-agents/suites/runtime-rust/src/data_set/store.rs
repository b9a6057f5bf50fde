//! Data sets on disk: made once, verified at every use, replaced when they are not what they were.

use std::{
    env, fmt, fs, io,
    path::{Path, PathBuf},
    process,
};

use rayon::iter::{IndexedParallelIterator, IntoParallelIterator, ParallelIterator};
use thiserror::Error;

use super::{
    Spec, checksum, random::XorShift64, session, sizes::file_sizes, vocabulary::Vocabulary,
};
use crate::discovery::{DiscoveryError, json_lines_files};

/// Where the agent, or a user, wants data sets kept.
const ROOT_VARIABLE: &str = "TIDEMARK_SUITE_DATA";

/// Files are spread over so many folders, so that discovery has a tree to walk.
const FOLDERS: usize = 20;

#[derive(Debug, Error)]
pub enum StoreError {
    #[error("cannot write {path}; free some space or set {ROOT_VARIABLE}", path = .path.display())]
    Write { path: PathBuf, source: io::Error },
    #[error("cannot read {path}; remove the folder and prepare again", path = .path.display())]
    Read { path: PathBuf, source: io::Error },
    #[error(transparent)]
    Discovery(#[from] DiscoveryError),
    #[error(
        "the generator made checksum {found:016x} instead of {expected:016x}; this build differs from the published suite"
    )]
    Generator { expected: u64, found: u64 },
    #[error("{path} does not exist; make it with `runtime-rust prepare {name}`", path = .path.display())]
    Missing { name: &'static str, path: PathBuf },
}

/// What `prepare` found or did.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum State {
    Made,
    Verified,
    /// It existed with other content.
    MadeAgain,
}

impl fmt::Display for State {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(match self {
            Self::Made => "made and verified",
            Self::Verified => "verified",
            Self::MadeAgain => "was damaged, made again and verified",
        })
    }
}

/// The folder that holds the data sets: a part of the given one, or `.data` in the current one.
#[must_use]
pub fn root() -> PathBuf {
    env::var_os(ROOT_VARIABLE)
        .filter(|value| !value.is_empty())
        .map_or_else(
            || PathBuf::from(".data"),
            |value| Path::new(&value).join("runtime-rust"),
        )
}

/// The folder of a data set that has been prepared.
pub fn find(spec: &Spec, root: &Path) -> Result<PathBuf, StoreError> {
    let path = root.join(spec.name);
    if path.is_dir() {
        Ok(path)
    } else {
        Err(StoreError::Missing {
            name: spec.name,
            path,
        })
    }
}

/// Makes sure that the data set is there with exactly the content that `spec` says.
///
/// Files are written and verified next to the final folder, which appears only when all is right:
/// an interrupted run leaves no half data set, and two runs at once do not disturb each other.
pub fn prepare(spec: &Spec, root: &Path) -> Result<State, StoreError> {
    remove_left_over(spec, root);
    let path = root.join(spec.name);
    let existed = path.exists();
    if existed && is_intact(spec, &path) {
        return Ok(State::Verified);
    }
    let unfinished = root.join(format!(".{}.{}.tmp", spec.name, process::id()));
    let outcome = make(spec, &unfinished).and_then(|()| install(spec, &unfinished, &path));
    if outcome.is_err() {
        // The first fault is the one worth telling; what is left is removed by the next run.
        let _ = fs::remove_dir_all(&unfinished);
    }
    outcome.map(|()| {
        if existed {
            State::MadeAgain
        } else {
            State::Made
        }
    })
}

fn make(spec: &Spec, directory: &Path) -> Result<(), StoreError> {
    write_files(spec, directory).map_err(|source| write_error(directory, source))?;
    let found = content_checksum(directory)?;
    if found == spec.checksum {
        Ok(())
    } else {
        Err(StoreError::Generator {
            expected: spec.checksum,
            found,
        })
    }
}

/// Moves the finished folder to its place, unless another run was faster.
fn install(spec: &Spec, finished: &Path, path: &Path) -> Result<(), StoreError> {
    // Renaming onto a folder that is not empty fails, so what another run put there is safe.
    if fs::rename(finished, path).is_ok() {
        return Ok(());
    }
    let outcome = if is_intact(spec, path) {
        fs::remove_dir_all(finished)
    } else {
        exchange(finished, path)
    };
    outcome.map_err(|source| write_error(path, source))
}

fn write_error(path: &Path, source: io::Error) -> StoreError {
    StoreError::Write {
        path: path.to_owned(),
        source,
    }
}

fn is_intact(spec: &Spec, path: &Path) -> bool {
    content_checksum(path).is_ok_and(|found| found == spec.checksum)
}

fn write_files(spec: &Spec, directory: &Path) -> io::Result<()> {
    if directory.exists() {
        fs::remove_dir_all(directory)?; // of an earlier process with our id
    }
    for folder in 0..FOLDERS.min(spec.files) {
        fs::create_dir_all(directory.join(folder_name(folder)))?;
    }
    let vocabulary = Vocabulary::new();
    file_sizes(spec)
        .into_par_iter()
        .enumerate()
        .try_for_each(|(number, bytes)| {
            let random = XorShift64::new(spec.seed, number as u64);
            let folder = directory.join(folder_name(number % FOLDERS));
            let text = session::text(&vocabulary, random, bytes);
            fs::write(folder.join(format!("session-{number:04}.jsonl")), text)
        })
}

fn folder_name(number: usize) -> String {
    format!("project-{number:02}")
}

fn exchange(finished: &Path, damaged: &Path) -> io::Result<()> {
    let discarded = finished.with_extension("old");
    fs::rename(damaged, &discarded)?;
    fs::rename(finished, damaged)?;
    if discarded.is_dir() {
        fs::remove_dir_all(discarded)
    } else {
        fs::remove_file(discarded)
    }
}

/// Removes what runs that were killed have left, but nothing a living process still writes.
fn remove_left_over(spec: &Spec, root: &Path) {
    for entry in fs::read_dir(root).into_iter().flatten().flatten() {
        let writer = entry
            .file_name()
            .to_str()
            .and_then(|name| writer(spec, name));
        if writer.is_some_and(|pid| !Path::new(&format!("/proc/{pid}")).exists()) {
            // Left-overs only take space; failing to remove them must not stop a measurement.
            let _ = fs::remove_dir_all(entry.path());
        }
    }
}

/// The process that made a folder of this name, if it is a temporary one of this data set.
fn writer(spec: &Spec, name: &str) -> Option<u32> {
    let (name, kind) = name.strip_prefix('.')?.rsplit_once('.')?;
    let (name, pid) = name.rsplit_once('.')?;
    let is_ours = name == spec.name && matches!(kind, "tmp" | "old");
    pid.parse().ok().filter(|_| is_ours)
}

fn content_checksum(path: &Path) -> Result<u64, StoreError> {
    let files = json_lines_files(path)?;
    checksum::of_files(path, &files).map_err(|source| StoreError::Read {
        path: path.to_owned(),
        source,
    })
}
