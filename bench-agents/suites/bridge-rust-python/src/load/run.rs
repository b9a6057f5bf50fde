//! The generator: asks when the schedule says so, until every answer is there.

use std::{
    net::SocketAddr,
    time::{Duration, Instant},
};

use anyhow::{Context, Result, ensure};

use super::{
    connection::{Connection, End},
    poller::Poller,
    schedule::Schedule,
    tally::Measured,
};
use crate::experiment::Load;

/// Answers that have not come so long after the end are not awaited any more.
const PATIENCE: Duration = Duration::from_secs(20);

pub(crate) struct Generator<'a> {
    address: SocketAddr,
    handler: &'a str,
    load: &'a Load,
}

impl<'a> Generator<'a> {
    pub(crate) fn new(port: u16, handler: &'a str, load: &'a Load) -> Self {
        Self {
            address: ([127, 0, 0, 1], port).into(),
            handler,
            load,
        }
    }

    /// Puts the server under load; `cpu_time` is asked at the two ends of the measured time.
    pub(crate) fn run(&self, cpu_time: impl Fn() -> Result<Duration>) -> Result<Measured> {
        let mut going = Going::new(self)?;
        going.until(going.schedule.measured_from)?;
        let (cpu_before, began) = (cpu_time()?, Instant::now());
        going.counting = true;
        going.until(going.schedule.end)?;
        going.counting = false;
        going.measured.seconds = began.elapsed().as_secs_f64();
        going.measured.server_cpu = cpu_time()?.saturating_sub(cpu_before);
        if self.load.rate.is_some() {
            going.charge_what_waits();
        }
        going.finish()?;
        let complaint = going
            .measured
            .complaint
            .as_deref()
            .unwrap_or("none came in time");
        ensure!(
            going.measured.answered > 0,
            "no right answer, {}: {complaint}",
            going.measured.counts()
        );
        Ok(going.measured)
    }
}

struct Going {
    schedule: Schedule,
    poller: Poller,
    connections: Vec<Connection>,
    idle: Vec<usize>,
    happened: Vec<usize>,
    asked: u64,
    counting: bool,
    measured: Measured,
}

impl Going {
    fn new(generator: &Generator<'_>) -> Result<Self> {
        let Load {
            connections: count,
            reuse,
            ..
        } = *generator.load;
        let connect = |place| Connection::new(place, generator.address, generator.handler, reuse);
        Ok(Self {
            schedule: Schedule::new(generator.load, Instant::now()),
            poller: Poller::new(count).context("no poll is to be had")?,
            connections: (0..count).map(connect).collect(),
            idle: (0..count).collect(),
            happened: Vec::with_capacity(count),
            asked: 0,
            counting: false,
            measured: Measured::new()?,
        })
    }

    fn until(&mut self, end: Instant) -> Result<()> {
        loop {
            let now = Instant::now();
            if now >= end {
                return Ok(());
            }
            self.ask_what_is_due(now);
            let next = if self.idle.is_empty() {
                end
            } else {
                self.schedule.next_due(now).min(end)
            };
            self.poller.wait(next, &mut self.happened)?;
            self.proceed();
        }
    }

    /// Records how long those have waited by now that an open loop leaves without an answer.
    ///
    /// It is less than they would have waited; leaving them out would hide them altogether.
    fn charge_what_waits(&mut self) {
        let running = self.connections.iter().filter_map(Connection::began);
        for due in running.chain(self.schedule.overdue()) {
            self.measured
                .record(self.schedule.end.saturating_duration_since(due));
        }
    }

    /// Waits for the answers that are still out; what does not come is unanswered.
    fn finish(&mut self) -> Result<()> {
        let patience = self.schedule.end + PATIENCE;
        while self.idle.len() < self.connections.len() && Instant::now() < patience {
            self.poller.wait(patience, &mut self.happened)?;
            self.proceed();
        }
        let abandoned = self
            .connections
            .iter_mut()
            .filter_map(|each| each.abandon().then_some(()));
        self.measured.unanswered += u64::try_from(abandoned.count()).unwrap_or(u64::MAX);
        Ok(())
    }

    fn ask_what_is_due(&mut self, now: Instant) {
        while let Some(place) = self.idle.pop() {
            let Some(began) = self.schedule.next(now) else {
                self.idle.push(place);
                return;
            };
            self.asked += 1;
            let asked = self.connections[place].ask(self.asked, began, &self.poller);
            if let Err(error) = asked {
                self.connections[place].abandon();
                self.ended(place, End::Failed(error.to_string()), began);
            }
        }
    }

    fn proceed(&mut self) {
        let happened = std::mem::take(&mut self.happened);
        for place in &happened {
            if let Some((end, began)) = self.connections[*place].proceed() {
                self.ended(*place, end, began);
                // A closed loop asks again at once, before it looks at the others.
                self.ask_what_is_due(Instant::now());
            }
        }
        self.happened = happened;
    }

    fn ended(&mut self, place: usize, end: End, began: Instant) {
        self.idle.push(place);
        match end {
            End::Right if self.counting => {
                self.measured.answered += 1;
                self.measured.record(began.elapsed());
            }
            End::Right => {}
            End::Wrong(text) => {
                self.measured.wrong += 1;
                self.measured.complain(text);
            }
            End::Failed(text) => {
                self.measured.failed += 1;
                self.measured.complain(text);
            }
        }
    }
}
