//! A sandbox as the agent holds it: its first process, the launcher that has entered it, its folder.

use std::collections::HashSet;
use std::io::{self, BufRead, BufReader, Read, Write};
use std::path::PathBuf;
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::time::Duration;

use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::process::Pid;

use super::container::Container;
use super::error::{NO_LIMIT, NOT_BEGUN, NOT_LIMITED, NOT_REACHED, SandboxError};
use super::folder::Folder;
use super::most::Most;
use super::stage::{END, MAKER_COMMAND, Stage, Word};
use super::variables::{visible, visible_in_container};
use super::view::View;
use crate::process::brand::Brand;
use crate::process::held::{Files, Held};
use crate::process::launcher::{Launcher, Surroundings};
use crate::process::leftovers;

/// What does not end in this time hangs in the kernel.
const PATIENCE: Duration = Duration::from_secs(10);
/// An engine may have much to do before a container begins.
const LONGEST_BEGIN: Duration = Duration::from_secs(120);
/// Bytes of an answer.
const LONGEST_WORD: u64 = 4096;

pub(in crate::process) struct Inside {
    maker: Child,
    /// Closed, it ends the first process, and the kernel ends all others.
    orders: ChildStdin,
    answers: BufReader<ChildStdout>,
    first: Held,
    most: Most,
    view: View,
    pub(in crate::process) launcher: Option<Launcher>,
    container: Option<Container>,
    /// Those of a container; in namespaces they lie where they lie.
    files: Option<Files>,
    helpers: HashSet<Pid>,
    folder: Folder,
}

impl Inside {
    pub(in crate::process) fn begin(view: &View, brand: Brand) -> Result<Self, SandboxError> {
        match &view.image {
            Some(image) => Self::in_container(image, view, brand),
            None => Self::in_namespaces(view, brand),
        }
    }

    fn in_namespaces(view: &View, brand: Brand) -> Result<Self, SandboxError> {
        let trouble = |what: &'static str| move |error| SandboxError::new(what, error);
        let folder = Folder::new().map_err(trouble("its private folder cannot be made"))?;
        let most = Most::new(&folder.name()).map_err(trouble(NO_LIMIT))?;
        let mut maker = Command::new("/proc/self/exe");
        maker.arg(MAKER_COMMAND).stderr(Stdio::null());
        let started = Self::started(maker, brand, (view, folder, most));
        let mut inside = started.map_err(trouble("it cannot be started"))?;
        inside.set_up()?;
        Ok(inside)
    }

    fn in_container(image: &str, view: &View, brand: Brand) -> Result<Self, SandboxError> {
        let trouble = |error| SandboxError::of_container(NOT_BEGUN, error);
        let folder = Folder::new().map_err(trouble)?;
        let container = Container::prepare(&folder)?;
        let client = container.command(image, view, &folder).map_err(trouble)?;
        let before = leftovers::children(None);
        let most = Most::OfContainer(Vec::new());
        let mut inside = Self::started(client, brand, (view, folder, most)).map_err(trouble)?;
        let is_ready = inside.receive(LONGEST_BEGIN);
        if let Err(error) = is_ready {
            return Err(container.not_begun(error));
        }
        inside.first = container.first(view)?;
        let unreached = |error| SandboxError::of_container(NOT_REACHED, error);
        inside.files = Some(Files::of(&inside.first).map_err(unreached)?);
        inside.container = Some(container);
        let limits = |error| SandboxError::of_container(NOT_LIMITED, error);
        let limited = inside.first.while_there(Most::of_container);
        inside.most = limited.map_err(limits)?;
        inside.helpers = leftovers::children(None);
        inside.helpers.retain(|helper| !before.contains(helper));
        Ok(inside)
    }

    fn started(
        mut maker: Command,
        brand: Brand,
        (view, folder, most): (&View, Folder, Most),
    ) -> io::Result<Self> {
        maker.stdin(Stdio::piped()).stdout(Stdio::piped());
        let mut maker = brand.while_starting(|| maker.spawn())?;
        let pipes = maker.stdin.take().zip(maker.stdout.take());
        let (orders, answers) = pipes.ok_or_else(|| io::Error::other("it has no pipes"))?;
        Ok(Self {
            first: Held::of(Pid::from_child(&maker))?,
            maker,
            orders,
            answers: BufReader::new(answers),
            most,
            view: view.clone(),
            launcher: None,
            container: None,
            files: None,
            helpers: HashSet::new(),
            folder,
        })
    }

    fn set_up(&mut self) -> Result<(), SandboxError> {
        let stage = Stage {
            folder: self.folder.path().to_owned(),
            view: self.view.clone(),
        };
        let line = serde_json::to_string(&stage).unwrap_or_default();
        // Where it ended before it read, its last word says why.
        let _ = writeln!(self.orders, "{line}");
        let unreached = |error| SandboxError::new("it cannot be reached", error);
        let (mut is_ready, mut is_known) = (false, false);
        while !(is_ready && is_known) {
            match self.receive(PATIENCE) {
                Ok(Word::First(pid)) => {
                    let pid = Pid::from_raw(pid).ok_or(io::ErrorKind::InvalidData.into());
                    self.first = pid.and_then(Held::of).map_err(unreached)?;
                    is_known = true;
                }
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

    fn receive(&mut self, patience: Duration) -> io::Result<Word> {
        if self.answers.buffer().is_empty() {
            let mut watched = [PollFd::new(self.answers.get_ref(), PollFlags::IN)];
            let limit = Timespec::try_from(patience).map_err(io::Error::other)?;
            if poll(&mut watched, Some(&limit))? == 0 {
                return Err(io::ErrorKind::TimedOut.into());
            }
        }
        let mut line = String::new();
        if self
            .answers
            .by_ref()
            .take(LONGEST_WORD)
            .read_line(&mut line)?
            == 0
        {
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
            launcher.enter(self.first.handle(), self.surroundings()?)?;
            self.launcher = Some(launcher);
        }
        self.launcher
            .as_mut()
            .ok_or_else(|| io::Error::other("no launcher"))
    }

    fn surroundings(&self) -> io::Result<Surroundings> {
        let own = std::env::vars_os();
        let Some(files) = self.files.clone() else {
            return Ok(Surroundings {
                variables: visible(&self.view, own),
                files: None,
            });
        };
        let image = self.first.while_there(|first| {
            std::fs::read(format!("/proc/{}/environ", first.as_raw_nonzero()))
        })?;
        Ok(Surroundings {
            variables: visible_in_container(&self.view, &image, own),
            files: Some(files),
        })
    }

    /// Where the agent finds the files of a container; in namespaces they lie where they lie.
    pub(in crate::process) fn files(&self) -> Option<PathBuf> {
        self.files.as_ref().map(Files::path)
    }

    /// What ended without the agent's doing: somebody removed it, or no memory was left for it.
    pub(in crate::process) fn is_over(&self) -> bool {
        self.first.is_over()
    }

    pub(in crate::process) fn name(&self) -> &'static str {
        match self.container {
            Some(_) => "container",
            None => "sandbox",
        }
    }

    /// Ends every program in it; false if one cannot be ended.
    pub(in crate::process) fn end_all(&mut self) -> bool {
        let is_told = self.orders.write_all(&[END]).is_ok();
        is_told && matches!(self.receive(PATIENCE), Ok(Word::Ended))
    }

    /// The process whose children all orphans of the sandbox become.
    pub(in crate::process) fn first(&self) -> &Held {
        &self.first
    }

    /// The agent's own processes of the sandbox.
    pub(in crate::process) fn own(&self) -> impl Iterator<Item = Pid> {
        let launcher = self.launcher.iter().map(Launcher::pid);
        launcher.chain([Pid::from_child(&self.maker)])
    }

    /// Processes that the engine left with the agent; they end by themselves.
    pub(in crate::process) fn helpers(&self) -> impl Iterator<Item = Pid> {
        self.helpers.iter().copied()
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
        self.first.end();
        let _ = self.maker.wait();
    }
}
