//! The client: a child that cannot outlive this process.

use std::{
    io,
    net::SocketAddr,
    os::unix::process::{CommandExt, ExitStatusExt},
    process::{Child, Command, ExitStatus, Stdio},
};

use anyhow::{Context, Result, bail};
use rustix::process::{Signal, getpid, getppid, set_parent_process_death_signal};

use crate::memory_file::MemoryFile;

/// A client that runs.
#[derive(Debug)]
pub struct Client {
    name: String,
    child: Child,
    output: MemoryFile,
    latencies: MemoryFile,
    ends: MemoryFile,
}

/// What a client leaves behind, unread.
#[derive(Debug)]
pub struct Leavings {
    pub output: Vec<u8>,
    pub latencies: Vec<u8>,
    pub ends: Vec<u8>,
}

impl Client {
    /// Starts the client. To be called by the main thread: the kernel ends the child when the
    /// thread that started it ends.
    pub fn start(command: &[String], address: SocketAddr) -> Result<Self> {
        let (name, arguments) = command.split_first().context("no client to start")?;
        let output = MemoryFile::new("orders-output")?;
        let latencies = MemoryFile::new("orders-latencies")?;
        let ends = MemoryFile::new("orders-ends")?;
        let mut command = Command::new(name);
        command
            .args(arguments)
            .env("ORDERS_ADDRESS", address.to_string())
            .env("ORDERS_LATENCIES", latencies.path())
            .env("ORDERS_ENDS", ends.path())
            .stdin(Stdio::null())
            .stdout(output.handle()?);
        die_with_parent(&mut command);
        let child = command
            .spawn()
            .with_context(|| format!("the client {name} does not start; is it built?"))?;
        Ok(Self {
            name: name.clone(),
            child,
            output,
            latencies,
            ends,
        })
    }

    /// Waits until the client has ended, and with success.
    pub fn wait(&mut self) -> Result<()> {
        let status = self.child.wait()?;
        if !status.success() {
            bail!("the client {} {}", self.name, ending(status));
        }
        Ok(())
    }

    pub fn leavings(self) -> Result<Leavings> {
        Ok(Leavings {
            output: self.output.read()?,
            latencies: self.latencies.read()?,
            ends: self.ends.read()?,
        })
    }
}

fn ending(status: ExitStatus) -> String {
    match (status.code(), status.signal()) {
        (Some(code), _) => format!("ended with code {code}"),
        (None, Some(signal)) => format!("was ended by signal {signal}"),
        (None, None) => "ended in an unknown way".to_owned(),
    }
}

#[expect(
    unsafe_code,
    reason = "pre_exec is the only way to set the parent-death signal"
)]
fn die_with_parent(command: &mut Command) {
    let parent = getpid();
    let prepare = move || {
        set_parent_process_death_signal(Some(Signal::KILL))?;
        if getppid() == Some(parent) {
            return Ok(());
        }
        Err(io::Error::from(io::ErrorKind::NotConnected))
    };
    // SAFETY: the closure makes two system calls and neither allocates nor takes a lock, so it may
    // run between fork and exec.
    unsafe {
        command.pre_exec(prepare);
    }
}
