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
pub fn prepare(spec: &Spec, root: &Path) -> Result<State, StoreError> {
    let path = root.join(spec.name);
    let existed = path.exists();
    if existed && content_checksum(&path).is_ok_and(|found| found == spec.checksum) {
        return Ok(State::Verified);
    }
    let found = make(spec, root)?;
    if found != spec.checksum {
        return Err(StoreError::Generator {
            expected: spec.checksum,
            found,
        });
    }
    Ok(if existed {
        State::MadeAgain
    } else {
        State::Made
    })
}

/// Makes the data set anew and returns the checksum of what is then on disk.
///
/// Files are written next to the final folder, which is replaced only when all of them are there:
/// an interrupted run leaves no half data set.
pub fn make(spec: &Spec, root: &Path) -> Result<u64, StoreError> {
    let path = root.join(spec.name);
    let unfinished = root.join(format!(".{}.{}.tmp", spec.name, process::id()));
    remove_left_over(spec, root);
    let outcome = write_files(spec, &unfinished).and_then(|()| replace(&unfinished, &path));
    if let Err(source) = outcome {
        // The first fault is the one worth telling; what is left is removed by the next run.
        let _ = fs::remove_dir_all(&unfinished);
        return Err(StoreError::Write { path, source });
    }
    content_checksum(&path)
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

fn replace(unfinished: &Path, path: &Path) -> io::Result<()> {
    if path.is_dir() {
        fs::remove_dir_all(path)?;
    } else if path.exists() {
        fs::remove_file(path)?;
    }
    fs::rename(unfinished, path)
}

/// Removes what runs that were killed have left, but nothing a living process still writes.
fn remove_left_over(spec: &Spec, root: &Path) {
    let prefix = format!(".{}.", spec.name);
    for entry in fs::read_dir(root).into_iter().flatten().flatten() {
        let name = entry.file_name();
        let writer = name
            .to_str()
            .and_then(|name| name.strip_prefix(&prefix)?.strip_suffix(".tmp"))
            .and_then(|pid| pid.parse::<u32>().ok());
        if writer.is_some_and(|pid| !Path::new(&format!("/proc/{pid}")).exists()) {
            // Left-overs only take space; failing to remove them must not stop a measurement.
            let _ = fs::remove_dir_all(entry.path());
        }
    }
}

fn content_checksum(path: &Path) -> Result<u64, StoreError> {
    let files = json_lines_files(path)?;
    checksum::of_files(path, &files).map_err(|source| StoreError::Read {
        path: path.to_owned(),
        source,
    })
}
