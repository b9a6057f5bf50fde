//! The process that starts the programs: a few pages of machine code, so that what a program inherits
//! at its start is nearly nothing (`native/launcher.c` says why and how).
//!
//! It makes each program a child of the agent, which waits for it and ends it. It holds nothing open
//! but a socket to the agent, and ends with it.

use std::ffi::{OsStr, OsString};
use std::fs::File;
use std::io::{self, IoSlice, Read, Write};
use std::os::fd::{AsFd, AsRawFd, OwnedFd};
use std::os::unix::ffi::OsStrExt;
use std::os::unix::fs::OpenOptionsExt;
use std::os::unix::net::UnixStream;
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use rustix::fs::{MemfdFlags, memfd_create};
use rustix::net::{SendAncillaryBuffer, SendAncillaryMessage, SendFlags, sendmsg};
use rustix::process::Pid;

use super::held::Files;
use super::invocation::Invocation;

const PROGRAM: &[u8] = include_bytes!(concat!(env!("OUT_DIR"), "/launcher"));

pub(super) struct Launcher {
    process: Child,
    socket: UnixStream,
    /// Once it has entered a sandbox.
    inside: Option<Surroundings>,
}

/// What programs of a sandbox find there.
#[derive(Clone)]
pub(super) struct Surroundings {
    pub(super) variables: Vec<(OsString, OsString)>,
    /// Where the agent finds its files, if they are not those of the machine.
    pub(super) files: Option<Files>,
}

/// A program that runs.
pub(super) struct Started {
    pub(super) pid: Pid,
    /// The monotonic clock just before the process was made.
    pub(super) moment: Duration,
    pub(super) is_watched: bool,
}

impl Launcher {
    /// Starts the launcher itself. What programs shall inherit (limits, processors), it inherits.
    pub(super) fn start_up() -> io::Result<Self> {
        let (socket, other) = UnixStream::pair()?;
        let in_memory = in_memory().and_then(|program| {
            let path = format!("/proc/self/fd/{}", program.as_raw_fd());
            spawn(OsStr::new(&path), &other)
        });
        // Where an administrator forbids programs in memory, a file must do.
        let process = in_memory.or_else(|_| {
            let file = in_a_file()?;
            let spawned = spawn(file.as_os_str(), &other);
            let _ = std::fs::remove_file(file);
            spawned
        })?;
        Ok(Self {
            process,
            socket,
            inside: None,
        })
    }

    pub(super) fn pid(&self) -> Pid {
        Pid::from_child(&self.process)
    }

    pub(super) fn is_alive(&mut self) -> bool {
        matches!(self.process.try_wait(), Ok(None))
    }

    /// Goes into the sandbox whose first process is given, for good.
    pub(super) fn enter(&mut self, first: &OwnedFd, inside: Surroundings) -> io::Result<()> {
        let descriptors = [first.try_clone()?, first.try_clone()?, first.try_clone()?];
        self.send(&Request::default().head(0, false, 0), &descriptors)?;
        let answer: [u8; 24] = self.receive()?;
        let error = error_of(answer);
        if error != 0 {
            return Err(io::Error::from_raw_os_error(error));
        }
        self.inside = Some(inside);
        Ok(())
    }

    /// Starts a program in the process group `leader`, or in one of its own where that is 0,
    /// with these descriptors as its standard input, output and error.
    pub(super) fn start(
        &mut self,
        invocation: &Invocation,
        leader: i32,
        descriptors: &[OwnedFd; 3],
    ) -> io::Result<Started> {
        let request = match &self.inside {
            None => Request::of(
                invocation,
                &invocation.program,
                std::env::vars_os().collect(),
            )?,
            Some(inside) => Request::of(
                invocation,
                &inside.program_of(invocation),
                inside.variables.clone(),
            )?,
        };
        let is_watched = invocation.is_watched;
        self.send(
            &request.head(leader, is_watched, invocation.niceness),
            descriptors,
        )?;
        self.socket.write_all(&request.texts)?;
        let answer: [u8; 24] = self.receive()?;
        let [p0, p1, p2, p3, _, _, _, _, times @ ..] = answer;
        let error = error_of(answer);
        let pid = Pid::from_raw(i32::from_ne_bytes([p0, p1, p2, p3]));
        if error != 0 {
            // It has ended already, and is a child of the agent all the same.
            let _ = pid.map(super::usage::wait);
            return Err(io::Error::from_raw_os_error(error));
        }
        let pid = pid.ok_or_else(|| io::Error::other("no process was made"))?;
        Ok(Started {
            pid,
            moment: moment(times),
            is_watched,
        })
    }

    /// The peak memory in bytes of the watched program that has just ended; 0 if it is unknown.
    pub(super) fn peak(&mut self) -> io::Result<u64> {
        self.receive().map(u64::from_ne_bytes)
    }

    fn send(&self, head: &[u8], descriptors: &[OwnedFd; 3]) -> io::Result<()> {
        let borrowed = descriptors.each_ref().map(AsFd::as_fd);
        let mut space = [std::mem::MaybeUninit::uninit(); rustix::cmsg_space!(ScmRights(3))];
        let mut rights = SendAncillaryBuffer::new(&mut space);
        rights.push(SendAncillaryMessage::ScmRights(&borrowed));
        let parts = [IoSlice::new(head)];
        let sent = rustix::io::retry_on_intr(|| {
            sendmsg(&self.socket, &parts, &mut rights, SendFlags::NOSIGNAL)
        })?;
        if sent == head.len() {
            return Ok(());
        }
        Err(io::Error::from(io::ErrorKind::WriteZero))
    }

    fn receive<const N: usize>(&mut self) -> io::Result<[u8; N]> {
        let mut answer = [0; N];
        self.socket.read_exact(&mut answer)?;
        Ok(answer)
    }
}

impl Surroundings {
    /// The program as it is called there: looked for again where other files than the machine's are.
    fn program_of(&self, invocation: &Invocation) -> PathBuf {
        let (Some(files), Some(name)) = (&self.files, &invocation.sought) else {
            return invocation.program.clone();
        };
        let mut variables = self.variables.iter().rev();
        let path = variables.find(|(variable, _)| variable == "PATH");
        let places = path
            .iter()
            .flat_map(|(_, path)| std::env::split_paths(path));
        let mut candidates = places.map(|place| place.join(name));
        let found = candidates.find(|candidate| files.has_program(candidate));
        found.unwrap_or_else(|| PathBuf::from(name))
    }
}

impl Drop for Launcher {
    fn drop(&mut self) {
        // It ends by itself when the socket closes, but not while it follows a program that hangs.
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

fn spawn(program: &OsStr, socket: &UnixStream) -> io::Result<Child> {
    Command::new(program)
        .arg0("tidemark-launcher")
        .env_clear()
        .stdin(Stdio::from(OwnedFd::from(socket.try_clone()?)))
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .process_group(0)
        .spawn()
}

fn in_memory() -> io::Result<File> {
    let create = |flags| memfd_create("tidemark-launcher", MemfdFlags::CLOEXEC | flags);
    // Kernels before 6.3 do not know the flag and need none.
    let file = create(MemfdFlags::EXEC).or_else(|_| create(MemfdFlags::empty()))?;
    let mut file = File::from(file);
    file.write_all(PROGRAM)?;
    // A program that is open for writing cannot be started.
    File::open(format!("/proc/self/fd/{}", file.as_raw_fd()))
}

fn in_a_file() -> io::Result<PathBuf> {
    let folder = std::env::var_os("XDG_RUNTIME_DIR").map_or_else(std::env::temp_dir, PathBuf::from);
    let path = folder.join(format!("tidemark-launcher-{}", std::process::id()));
    let mut options = std::fs::OpenOptions::new();
    options.write(true).create_new(true).mode(0o700);
    options.open(&path)?.write_all(PROGRAM)?;
    Ok(path)
}

/// The texts of a request, and how many there are; none to enter a sandbox.
#[derive(Default)]
struct Request {
    texts: Vec<u8>,
    words: u32,
    environment: u32,
}

impl Request {
    fn of(
        invocation: &Invocation,
        program: &Path,
        variables: Vec<(OsString, OsString)>,
    ) -> io::Result<Self> {
        let program = program.as_os_str();
        if !program.as_bytes().contains(&b'/') {
            return Err(io::Error::from_raw_os_error(libc::ENOENT));
        }
        let mut environment: std::collections::BTreeMap<OsString, OsString> =
            variables.into_iter().collect();
        for (name, value) in &invocation.environment {
            environment.insert(name.into(), value.into());
        }
        let mut texts = Vec::new();
        add(&mut texts, &[invocation.folder.as_os_str()])?;
        add(&mut texts, &[program])?;
        add(&mut texts, &[program])?;
        for word in &invocation.arguments {
            add(&mut texts, &[OsStr::new(word)])?;
        }
        for (name, value) in &environment {
            add(&mut texts, &[name, OsStr::new("="), value])?;
        }
        let count = |count| u32::try_from(count).map_err(io::Error::other);
        Ok(Self {
            texts,
            words: count(invocation.arguments.len() + 1)?,
            environment: count(environment.len())?,
        })
    }

    fn head(&self, leader: i32, is_watched: bool, niceness: i32) -> Vec<u8> {
        // A length that does not fit is refused by the kernel's own limit of a command line first.
        let bytes = u32::try_from(self.texts.len()).unwrap_or(u32::MAX);
        let numbers = [bytes, self.words, self.environment].map(u32::to_ne_bytes);
        let flags = [leader, i32::from(is_watched), niceness].map(i32::to_ne_bytes);
        [numbers.concat(), flags.concat()].concat()
    }
}

fn add(texts: &mut Vec<u8>, parts: &[&OsStr]) -> io::Result<()> {
    for part in parts {
        if part.as_bytes().contains(&0) {
            let message = "a text of the command holds a null character";
            return Err(io::Error::new(io::ErrorKind::InvalidInput, message));
        }
        texts.extend_from_slice(part.as_bytes());
    }
    texts.push(0);
    Ok(())
}

fn error_of(answer: [u8; 24]) -> i32 {
    let [_, _, _, _, e0, e1, e2, e3, ..] = answer;
    i32::from_ne_bytes([e0, e1, e2, e3])
}

fn moment(times: [u8; 16]) -> Duration {
    let [s0, s1, s2, s3, s4, s5, s6, s7, nanoseconds @ ..] = times;
    let seconds = u64::from_ne_bytes([s0, s1, s2, s3, s4, s5, s6, s7]);
    let nanoseconds = u64::from_ne_bytes(nanoseconds);
    Duration::from_secs(seconds) + Duration::from_nanos(nanoseconds)
}
