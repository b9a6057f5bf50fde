//! This program as a file: replaced in one step, with the version before kept beside it.

use std::ffi::OsString;
use std::fs::{self, File, OpenOptions, Permissions};
use std::io::{self, Read as _, Write as _};
use std::os::unix::fs::{OpenOptionsExt as _, PermissionsExt as _};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use rustix::fs::{CWD, FlockOperation, RenameFlags, flock, renameat_with};
use serde::{Deserialize, Serialize};

use super::error::UpdateError;
use super::version::Version;
use crate::base::files::{sync_folder, write_whole};

const NEXT: &str = "next";
const PREVIOUS: &str = "previous";
const NOTES: &str = "channel";
const LOCK: &str = "lock";
/// So long a new program may take to tell its version.
const LONGEST_START: Duration = Duration::from_secs(10);
const LOOK_FOR_END: Duration = Duration::from_millis(10);
/// Magic, class, order of bytes, system, kind and machine of an ELF file.
const KIND: usize = 20;
/// The order of what tells one system of Linux from another, which programs differ in.
const SYSTEM: std::ops::Range<usize> = 7..18;

/// What is known of a channel, beside the program.
#[derive(Debug, Default, Serialize, Deserialize)]
#[serde(default)]
pub(super) struct Notes {
    /// Of the newest manifest that was seen.
    pub(super) issued_at: u64,
    /// The version that somebody went back from: it is not taken again by itself.
    pub(super) left: Option<String>,
}

/// Where this program lies.
#[derive(Debug, Clone)]
pub(crate) struct Installation {
    program: PathBuf,
}

impl Installation {
    /// To be asked before anything is replaced: afterwards the kernel says that the file is gone.
    pub(crate) fn of_this_program() -> io::Result<Self> {
        let program = std::env::current_exe()?;
        Ok(Self { program })
    }

    pub(crate) fn program(&self) -> &Path {
        &self.program
    }

    /// A file beside the program.
    fn companion(&self, ending: &str) -> PathBuf {
        let mut name: OsString = self.program.clone().into();
        name.push(format!(".{ending}"));
        name.into()
    }

    fn failed(&self) -> impl Fn(io::Error) -> UpdateError + '_ {
        |source| UpdateError::Replace {
            path: self.program.clone(),
            source,
        }
    }

    pub(super) fn notes(&self) -> Notes {
        let text = fs::read(self.companion(NOTES)).unwrap_or_default();
        serde_json::from_slice(&text).unwrap_or_default()
    }

    fn note(&self, notes: &Notes) -> io::Result<()> {
        write_whole(&self.companion(NOTES), &serde_json::to_vec(notes)?)
    }

    /// Remembers when the newest manifest was signed, so that none from before it is taken.
    pub(super) fn note_seen(&self, issued_at: u64) -> Result<(), UpdateError> {
        if issued_at <= self.notes().issued_at {
            return Ok(());
        }
        match self.write_seen(issued_at) {
            // Who may not write here only looks, and takes nothing.
            Err(UpdateError::Replace { source, .. }) if is_forbidden(&source) => Ok(()),
            other => other,
        }
    }

    fn write_seen(&self, issued_at: u64) -> Result<(), UpdateError> {
        let _lock = self.lock()?;
        let mut notes = self.notes();
        notes.issued_at = notes.issued_at.max(issued_at);
        self.note(&notes).map_err(self.failed())
    }

    /// Held as long as the file is open.
    fn lock(&self) -> Result<File, UpdateError> {
        let mut options = OpenOptions::new();
        let file = options.create(true).append(true).open(self.companion(LOCK));
        let file = file.map_err(self.failed())?;
        flock(&file, FlockOperation::NonBlockingLockExclusive)
            .map_err(|_| UpdateError::UnderWay)?;
        Ok(file)
    }

    /// Puts a program in the place of this one. A kill at any point leaves one of the two there.
    /// Where that version lies already, because somebody else took it, the one before stays.
    pub(super) fn replace(
        &self,
        program: &[u8],
        version: Version,
        issued_at: u64,
    ) -> Result<(), UpdateError> {
        let _lock = self.lock()?;
        if issued_at < self.notes().issued_at {
            return Err(UpdateError::Old);
        }
        if starts_as(&self.program, version).is_ok() {
            return Ok(());
        }
        let next = self.companion(NEXT);
        let written = self.write_next(&next, program).map_err(self.failed());
        let placed = written
            .and_then(|()| starts_as(&next, version))
            .and_then(|()| self.place(&next, issued_at).map_err(self.failed()));
        if placed.is_err() {
            // The first error is the one worth telling.
            let _ = fs::remove_file(&next);
        }
        placed
    }

    fn write_next(&self, next: &Path, program: &[u8]) -> io::Result<()> {
        let mode = fs::metadata(&self.program)?.permissions().mode() & 0o777;
        // Not through what somebody may have put there.
        match fs::remove_file(next) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(error),
            _ => {}
        }
        let mut options = OpenOptions::new();
        let mut file = options.write(true).create_new(true).mode(mode).open(next)?;
        file.write_all(program)?;
        file.set_permissions(Permissions::from_mode(mode))?;
        file.sync_all()
    }

    fn place(&self, next: &Path, issued_at: u64) -> io::Result<()> {
        let (previous, half) = (self.companion(PREVIOUS), self.companion("previous.part"));
        let _ = fs::remove_file(&half);
        fs::hard_link(&self.program, &half)?;
        fs::rename(&half, &previous)?;
        self.note(&Notes {
            issued_at,
            left: None,
        })?;
        fs::rename(next, &self.program)?;
        sync_folder(self.program.parent().unwrap_or(Path::new("/")))
    }

    /// Changes places with the version before; which one is left.
    pub(crate) fn back(&self) -> Result<(), UpdateError> {
        let _lock = self.lock()?;
        let previous = self.companion(PREVIOUS);
        if !previous.is_file() {
            return Err(UpdateError::NoPrevious);
        }
        let notes = Notes {
            left: Some(Version::here().to_string()),
            ..self.notes()
        };
        self.note(&notes).map_err(self.failed())?;
        renameat_with(CWD, &previous, CWD, &self.program, RenameFlags::EXCHANGE)
            .map_err(|error| self.failed()(error.into()))?;
        sync_folder(self.program.parent().unwrap_or(Path::new("/"))).map_err(self.failed())
    }

    /// Whether a program is for machines of this kind.
    pub(super) fn is_of_this_kind(&self, program: &[u8]) -> bool {
        let mut own = [0; KIND];
        let read = File::open(&self.program).and_then(|mut file| file.read_exact(&mut own));
        let plain = |head: &[u8]| {
            let mut head = head.to_vec();
            head[SYSTEM].fill(0);
            head
        };
        read.is_ok()
            && program
                .get(..KIND)
                .is_some_and(|head| plain(head) == plain(&own))
    }
}

/// A program that does not even tell its version would leave the machine without an agent.
fn starts_as(program: &Path, version: Version) -> Result<(), UpdateError> {
    let wanted = format!("tidemark-agent {version}");
    let said = said_version(program).unwrap_or_else(|error| error.to_string());
    if said == wanted {
        return Ok(());
    }
    Err(UpdateError::Broken {
        wanted: version,
        said,
    })
}

/// What a program answers to `--version`; one that goes on after a while is ended.
fn said_version(program: &Path) -> io::Result<String> {
    let mut command = Command::new(program);
    command.arg("--version").stdin(Stdio::null());
    let mut child = command
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()?;
    let begun = Instant::now();
    while child.try_wait()?.is_none() {
        if begun.elapsed() >= LONGEST_START {
            child.kill()?;
            child.wait()?;
            let limit = LONGEST_START.as_secs();
            return Err(io::Error::other(format!("it did not end within {limit} s")));
        }
        std::thread::sleep(LOOK_FOR_END);
    }
    let output = child.wait_with_output()?;
    Ok(String::from_utf8_lossy(&output.stdout).trim().to_owned())
}

fn is_forbidden(error: &io::Error) -> bool {
    matches!(
        error.kind(),
        io::ErrorKind::PermissionDenied | io::ErrorKind::ReadOnlyFilesystem
    )
}
