//! The thread that asks the server for work, so that the service itself can always be stopped.

use std::io;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::time::Duration;

use crate::delivery::holding::Holding;
use crate::delivery::jobs::JobLease;
use crate::delivery::server::{Server, ServerError};
use crate::process::Stop;

const STACK: usize = 512 * 1024;

pub(super) type Answer = Result<Option<JobLease>, ServerError>;

pub(super) struct Seeker {
    questions: Sender<(Duration, Stop)>,
    answers: Receiver<Answer>,
    holding: Holding,
}

impl Seeker {
    pub(super) fn start(
        server: Server,
        name: String,
        labels: Vec<String>,
        holding: Holding,
    ) -> io::Result<Self> {
        let held = holding.clone();
        let (questions, asked) = channel::<(Duration, Stop)>();
        let (answer, answers) = channel();
        std::thread::Builder::new()
            .name("work".into())
            .stack_size(STACK)
            .spawn(move || {
                for (wait, answered) in asked {
                    let said = server.seek(&name, &labels, wait, &held);
                    let is_heard = answer.send(said).is_ok();
                    answered.trigger();
                    if !is_heard {
                        return;
                    }
                }
            })?;
        Ok(Self {
            questions,
            answers,
            holding,
        })
    }

    /// Asks for work and waits for the answer; nothing when the agent is to stop meanwhile.
    pub(super) fn ask(&self, wait: Duration, stop: &Stop) -> io::Result<Option<Answer>> {
        let wait = wait.min(self.holding.longest());
        let answered = Stop::new()?;
        let gone = || io::Error::other("the thread that asks for work has ended");
        self.questions
            .send((wait, answered.clone()))
            .map_err(|_| gone())?;
        while !Stop::wait_for_any(&[stop, &answered], Duration::from_secs(3600)) {}
        if stop.is_requested() {
            return Ok(None);
        }
        let answer = self.answers.recv();
        answer.map(Some).map_err(|_| gone())
    }
}
