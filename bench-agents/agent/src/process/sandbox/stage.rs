//! The two processes behind a sandbox: one makes the namespaces, the other is the first within them.

use std::fs;
use std::io::{self, BufRead, Read, Write};
use std::path::{Path, PathBuf};
use std::process::Command;

use rustix::process::{WaitOptions, getegid, geteuid, waitpid};
use rustix::thread::{
    UnshareFlags, capabilities, configure_capability_in_ambient_set, set_capabilities,
};
use serde::{Deserialize, Serialize};

use super::error::{NO_NAMESPACES, NO_USER, SandboxError};
use super::mounts;
use super::view::View;

/// The first words of the command lines that run `make` and `first`.
pub(crate) const MAKER_COMMAND: &str = "sandbox";
pub(crate) const FIRST_COMMAND: &str = "sandbox-first";

/// What the agent sends to the first process of a sandbox, as one line.
#[derive(Serialize, Deserialize)]
pub(super) struct Stage {
    pub(super) folder: PathBuf,
    pub(super) view: View,
}

/// What the agent hears.
#[derive(Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum Word {
    /// The id of the first process, as the agent sees it.
    First(i32),
    Ready,
    Fault {
        what: String,
        code: Option<i32>,
        text: String,
    },
    /// No process is left but the first.
    Ended,
}

/// The order to end all processes but the first.
pub(super) const END: u8 = b'e';

/// Makes the namespaces and the first process within; lives as long as that.
pub(crate) fn make() {
    let made = enter().and_then(|()| {
        let first = Command::new("/proc/self/exe").arg(FIRST_COMMAND).spawn();
        first.map_err(|error| SandboxError::new("its first process cannot be started", error))
    });
    match made {
        Ok(mut first) => {
            say(&Word::First(i32::try_from(first.id()).unwrap_or(0)));
            let _ = first.wait();
        }
        Err(error) => complain(&error),
    }
}

#[allow(
    unsafe_code,
    reason = "unshare is unsafe for what it does to open files, which stay"
)]
fn enter() -> Result<(), SandboxError> {
    let (user, group) = (geteuid(), getegid());
    let flags = UnshareFlags::NEWUSER
        | UnshareFlags::NEWNS
        | UnshareFlags::NEWPID
        | UnshareFlags::NEWNET
        | UnshareFlags::NEWIPC;
    // SAFETY: no descriptors are unshared, and this process has one thread.
    unsafe { rustix::thread::unshare_unsafe(flags) }
        .map_err(|error| SandboxError::new(NO_NAMESPACES, error.into()))?;
    let maps = [
        ("uid_map", format!("{user} {user} 1", user = user.as_raw())),
        ("setgroups", "deny".to_owned()),
        (
            "gid_map",
            format!("{group} {group} 1", group = group.as_raw()),
        ),
    ];
    for (name, text) in maps {
        fs::write(Path::new("/proc/self").join(name), text)
            .map_err(|error| SandboxError::new(NO_USER, error))?;
    }
    pass_capabilities_on().map_err(|error| SandboxError::new(NO_NAMESPACES, error))
}

/// Lets the first process, which lays out the files, have what this one has within the namespaces;
/// the program of a user who is not root would begin with nothing.
fn pass_capabilities_on() -> io::Result<()> {
    let mut sets = capabilities(None)?;
    sets.inheritable = sets.permitted;
    set_capabilities(None, sets)?;
    for capability in sets.permitted.iter() {
        configure_capability_in_ambient_set(capability, true)?;
    }
    Ok(())
}

/// The first process of the namespaces: lays them out and ends all within them when it is told to,
/// and with itself when the agent is gone.
pub(crate) fn first() {
    let mut line = String::new();
    let mut orders = io::stdin().lock();
    let read = orders.read_line(&mut line);
    let Some(stage) = read.ok().and_then(|_| serde_json::from_str(&line).ok()) else {
        return;
    };
    if let Err(error) = set_up(&stage) {
        complain(&error);
        return;
    }
    say(&Word::Ready);
    let mut order = [0];
    while matches!(orders.read(&mut order), Ok(1)) {
        if order == [END] {
            end_all();
            say(&Word::Ended);
        }
    }
}

fn set_up(stage: &Stage) -> Result<(), SandboxError> {
    never_mind_children();
    loopback().map_err(|error| SandboxError::new("loopback cannot be switched on", error))?;
    mounts::lay_out(&stage.folder, &stage.view)
}

/// Lets the kernel forget orphans that end.
#[allow(unsafe_code, reason = "no safe crate in use ignores a signal")]
fn never_mind_children() {
    // SAFETY: to ignore a signal runs no code.
    unsafe { libc::signal(libc::SIGCHLD, libc::SIG_IGN) };
}

#[allow(unsafe_code, reason = "no safe crate in use switches an interface on")]
fn loopback() -> io::Result<()> {
    /// `IFF_UP`, as wide as the kernel reads it.
    const IS_UP: libc::c_short = 1;
    #[repr(C)]
    struct Interface {
        name: [u8; 16],
        flags: libc::c_short,
        rest: [u8; 22],
    }
    let mut interface = Interface {
        name: [0; 16],
        flags: IS_UP,
        rest: [0; 22],
    };
    interface.name[..2].copy_from_slice(b"lo");
    let socket = std::net::UdpSocket::bind("0.0.0.0:0")?;
    let descriptor = std::os::fd::AsRawFd::as_raw_fd(&socket);
    // SAFETY: the structure is `struct ifreq` and lives through the call.
    let outcome = unsafe { libc::ioctl(descriptor, libc::SIOCSIFFLAGS as _, &raw mut interface) };
    if outcome == 0 {
        return Ok(());
    }
    Err(io::Error::last_os_error())
}

/// Ends every process of the namespace but this one. One call reaches all of them at once, so nobody
/// forks ahead of it.
#[allow(unsafe_code, reason = "no safe crate in use signals all processes")]
fn end_all() {
    loop {
        // SAFETY: a signal to others touches no memory.
        unsafe { libc::kill(-1, libc::SIGKILL) };
        while waitpid(None, WaitOptions::empty()).is_ok() {}
        if !others_live() {
            return;
        }
        std::thread::sleep(std::time::Duration::from_millis(1));
    }
}

fn others_live() -> bool {
    let entries = fs::read_dir("/proc").into_iter().flatten().flatten();
    let mut states = entries.filter_map(|entry| {
        let pid: u32 = entry.file_name().to_str()?.parse().ok()?;
        let text = fs::read_to_string(entry.path().join("stat")).ok()?;
        let state = text.rsplit_once(')')?.1.trim_start().chars().next()?;
        (pid != std::process::id()).then_some(state)
    });
    states.any(|state| !matches!(state, 'Z' | 'X'))
}

fn complain(error: &SandboxError) {
    say(&Word::Fault {
        what: error.what.clone(),
        code: error.source.raw_os_error(),
        text: error.source.to_string(),
    });
}

fn say(word: &Word) {
    let line = serde_json::to_string(word).unwrap_or_default();
    let mut out = io::stdout().lock();
    // An agent that is gone hears nothing.
    let _ = writeln!(out, "{line}").and_then(|()| out.flush());
}
