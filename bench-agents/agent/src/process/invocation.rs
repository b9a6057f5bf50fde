//! A command ready to be started.

use std::collections::BTreeMap;
use std::io;
use std::os::fd::OwnedFd;
use std::path::{Path, PathBuf};

/// A command ready to be started: the program found, the arguments filled in.
#[derive(Debug, Clone)]
pub(crate) struct Invocation {
    pub(crate) program: PathBuf,
    /// Its name, where it was sought on `PATH`: a container has others.
    pub(crate) sought: Option<String>,
    pub(crate) arguments: Vec<String>,
    pub(crate) environment: BTreeMap<String, String>,
    pub(crate) folder: PathBuf,
    /// Its peak memory is read at its exit, exactly; see `launcher`.
    pub(crate) is_watched: bool,
    /// The file behind standard input; nothing to read without one.
    pub(crate) input: Option<PathBuf>,
    pub(crate) output: Output,
    pub(crate) aftermath: Aftermath,
    /// How much it stands back behind others; added to what the agent has.
    pub(crate) niceness: i32,
    /// Work of the agent itself, which no sandbox holds.
    pub(crate) is_own: bool,
}

/// What becomes of processes that a program leaves running.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) enum Aftermath {
    /// They are ended with it: nothing of one sample disturbs the next.
    #[default]
    Ended,
    /// They stay until the end of the run, such as servers that a preparation starts.
    Kept,
}

/// Where a program's output goes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) enum Output {
    /// Kept in memory, to be read at the end.
    #[default]
    Captured,
    /// Kept in memory with every byte, where those of zero divide what is said.
    Exact,
    /// Dropped; only what is written to standard error is kept.
    Dropped,
    /// Where the agent's own goes.
    Inherited,
}

impl Invocation {
    /// Finds the program on `PATH` once, so that no sample pays for the search.
    pub(crate) fn new(command: &[String], folder: &Path) -> Self {
        let program = command.first().map_or("", String::as_str);
        Self {
            program: locate(program, folder),
            sought: (!program.contains('/')).then(|| program.to_owned()),
            arguments: command.iter().skip(1).cloned().collect(),
            environment: BTreeMap::new(),
            folder: folder.to_owned(),
            is_watched: false,
            input: None,
            output: Output::default(),
            aftermath: Aftermath::default(),
            niceness: 0,
            is_own: false,
        }
    }

    pub(super) fn stdin(&self) -> io::Result<OwnedFd> {
        let nothing = Path::new("/dev/null");
        let file = std::fs::File::open(self.input.as_deref().unwrap_or(nothing))?;
        Ok(OwnedFd::from(file))
    }

    pub(crate) fn name(&self) -> String {
        self.program.display().to_string()
    }
}

fn locate(program: &str, folder: &Path) -> PathBuf {
    if program.contains('/') {
        return folder.join(program);
    }
    let path = std::env::var_os("PATH").unwrap_or_default();
    let found = std::env::split_paths(&path)
        .map(|entry| entry.join(program))
        .find(|candidate| {
            rustix::fs::access(candidate, rustix::fs::Access::EXEC_OK).is_ok()
                && candidate.is_file()
        });
    found.unwrap_or_else(|| PathBuf::from(program))
}
