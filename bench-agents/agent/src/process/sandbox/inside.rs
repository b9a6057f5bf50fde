//! A sandbox as the agent holds it: its first process, the launcher that has entered it, its folder.

use std::io::{self, BufRead, BufReader, Write};
use std::path::PathBuf;
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::time::Duration;

use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::process::{Pid, PidfdFlags, pidfd_open};

use super::error::{NO_LIMIT, SandboxError};
use super::folder::Folder;
use super::most::Most;
use super::stage::{END, MAKER_COMMAND, Stage, Word};
use super::variables::visible;
use super::view::View;
use crate::process::brand::Brand;
use crate::process::launcher::Launcher;

/// What does not end in this time hangs in the kernel.
const PATIENCE: Duration = Duration::from_secs(10);

pub(in crate::process) struct Inside {
    maker: Child,
    /// Closed, it ends the first process, and the kernel ends all others.
    orders: ChildStdin,
    answers: BufReader<ChildStdout>,
    first: Pid,
    most: Most,
    view: View,
    pub(in crate::process) launcher: Option<Launcher>,
    folder: Folder,
}

impl Inside {
    pub(in crate::process) fn begin(view: &View, brand: Brand) -> Result<Self, SandboxError> {
        let trouble = |what: &'static str| move |error| SandboxError::new(what, error);
        let folder = Folder::new().map_err(trouble("its private folder cannot be made"))?;
        let most = Most::new(&folder.name()).map_err(trouble(NO_LIMIT))?;
        let start = || {
            Command::new("/proc/self/exe")
                .arg(MAKER_COMMAND)
                .stdin(Stdio::piped())
                .stdout(Stdio::piped())
                .stderr(Stdio::null())
                .spawn()
        };
        let maker = brand.while_starting(start);
        let mut maker = maker.map_err(trouble("it cannot be started"))?;
        let pipes = maker.stdin.take().zip(maker.stdout.take());
        let no_pipes = || SandboxError::new("it has no pipes", io::ErrorKind::Other.into());
        let (orders, answers) = pipes.ok_or_else(no_pipes)?;
        let mut inside = Self {
            first: Pid::from_child(&maker),
            maker,
            orders,
            answers: BufReader::new(answers),
            most,
            view: view.clone(),
            launcher: None,
            folder,
        };
        inside.set_up()?;
        Ok(inside)
    }

    fn set_up(&mut self) -> Result<(), SandboxError> {
        let stage = Stage {
            folder: self.folder.path().to_owned(),
            view: self.view.clone(),
        };
        let line = serde_json::to_string(&stage).unwrap_or_default();
        // Where it ended before it read, its last word says why.
        let _ = writeln!(self.orders, "{line}");
        let mut is_ready = false;
        while !is_ready || self.first == Pid::from_child(&self.maker) {
            match self.receive() {
                Ok(Word::First(pid)) => self.first = Pid::from_raw(pid).unwrap_or(self.first),
                Ok(Word::Fault { what, code, text }) => {
                    let known = code.map(io::Error::from_raw_os_error);
                    let error = known.unwrap_or_else(|| io::Error::other(text));
                    return Err(SandboxError::new(&what, error));
                }
                Ok(_) => is_ready = true,
                Err(error) => return Err(SandboxError::new("it does not answer", error)),
            }
        }
        Ok(())
    }

    fn receive(&mut self) -> io::Result<Word> {
        if self.answers.buffer().is_empty() {
            let mut watched = [PollFd::new(self.answers.get_ref(), PollFlags::IN)];
            let limit = Timespec::try_from(PATIENCE).map_err(io::Error::other)?;
            if poll(&mut watched, Some(&limit))? == 0 {
                return Err(io::ErrorKind::TimedOut.into());
            }
        }
        let mut line = String::new();
        if self.answers.read_line(&mut line)? == 0 {
            return Err(io::ErrorKind::UnexpectedEof.into());
        }
        Ok(serde_json::from_str(&line)?)
    }

    /// Has the launcher of this sandbox, made and brought in where there is none.
    pub(in crate::process) fn launcher(
        &mut self,
        start: impl FnOnce() -> io::Result<Launcher>,
    ) -> io::Result<&mut Launcher> {
        let lives = self.launcher.as_mut().is_some_and(Launcher::is_alive);
        if !lives {
            let mut launcher = start()?;
            self.most.hold(launcher.pid())?;
            let first = pidfd_open(self.first, PidfdFlags::empty())?;
            launcher.enter(&first, visible(&self.view, std::env::vars_os()))?;
            self.launcher = Some(launcher);
        }
        self.launcher
            .as_mut()
            .ok_or_else(|| io::Error::other("no launcher"))
    }

    /// Ends every program in it; false if one cannot be ended.
    pub(in crate::process) fn end_all(&mut self) -> bool {
        let is_told = self.orders.write_all(&[END]).is_ok();
        is_told && matches!(self.receive(), Ok(Word::Ended))
    }

    /// The process whose children all orphans of the sandbox become.
    pub(in crate::process) fn first(&self) -> Pid {
        self.first
    }

    /// The agent's own processes of the sandbox.
    pub(in crate::process) fn own(&self) -> impl Iterator<Item = Pid> {
        let launcher = self.launcher.iter().map(Launcher::pid);
        launcher.chain([Pid::from_child(&self.maker)])
    }

    /// What programs see as `/tmp`.
    pub(in crate::process) fn private(&self) -> PathBuf {
        self.folder.private()
    }
}

impl Drop for Inside {
    fn drop(&mut self) {
        self.launcher = None;
        // The maker itself, where there is no first process. Either may have ended already.
        let _ = rustix::process::kill_process(self.first, rustix::process::Signal::KILL);
        let _ = self.maker.wait();
    }
}
