//! The server under load: a process of its own that ends with this one.

use std::{
    io::{BufRead, BufReader},
    process::{Child, Command, Stdio},
    time::Duration,
};

use anyhow::{Context, Result, ensure};
use nix::{
    time::{ClockId, clock_getcpuclockid},
    unistd::Pid,
};
use serde_json::{Value, json};

use crate::{experiment::Experiment, interpreter::Interpreter};

pub(crate) struct Server {
    /// Its standard input is held: when this process is gone in any way, the server ends too.
    child: Child,
    clock: ClockId,
    port: u16,
    alone: Option<Duration>,
}

impl Server {
    /// Starts it and waits until it listens.
    pub(crate) fn start(python: &Interpreter, experiment: &Experiment) -> Result<Self> {
        let settings = settings(python, experiment);
        let mut child = Command::new(&python.program)
            .args(["-X", "utf8", "python/serve.py", &settings.to_string()])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .with_context(|| format!("{} does not start", python.program.display()))?;
        let pid = Pid::from_raw(i32::try_from(child.id())?);
        let clock = clock_getcpuclockid(pid).context("the server's CPU clock cannot be read")?;
        let ready = ready_line(&mut child)?;
        let port = ready["port"].as_u64().context("the server names no port")?;
        let alone = ready["alone_s"].as_f64().map(Duration::from_secs_f64);
        Ok(Self {
            child,
            clock,
            port: u16::try_from(port)?,
            alone,
        })
    }

    pub(crate) fn port(&self) -> u16 {
        self.port
    }

    /// What the handler takes when nothing else happens, as the server found before it listened.
    pub(crate) fn handler_alone(&self) -> Option<Duration> {
        self.alone
    }

    /// CPU time of all its threads so far.
    pub(crate) fn cpu_time(&self) -> Result<Duration> {
        let time = self.clock.now().context("the server has gone")?;
        Ok(Duration::from(time))
    }

    /// Ends it; an error if it did not end well.
    pub(crate) fn stop(mut self) -> Result<()> {
        drop(self.child.stdin.take());
        let status = self
            .child
            .wait()
            .context("the server cannot be waited for")?;
        ensure!(status.success(), "the server ended with {status}");
        Ok(())
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill(); // refused where it has ended
        let _ = self.child.wait();
    }
}

fn settings(python: &Interpreter, experiment: &Experiment) -> Value {
    json!({
        "module": python.module,
        "application": experiment.application,
        "strategy": experiment.strategy.kind,
        "workers": experiment.workers,
        "dispatch": experiment.dispatch,
        "loop": experiment.event_loop,
        "threads": experiment.threads,
        "handler": format!("/{}", experiment.handler),
    })
}

fn ready_line(child: &mut Child) -> Result<Value> {
    let output = child.stdout.take().context("the server has no output")?;
    let mut line = String::new();
    BufReader::new(output).read_line(&mut line)?;
    ensure!(
        !line.is_empty(),
        "the server did not start; what it said stands above"
    );
    serde_json::from_str(&line).with_context(|| format!("the server said: {line}"))
}
