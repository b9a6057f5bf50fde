//! Waiting for sockets and for a point in time, to the microsecond.

use std::{
    io,
    os::fd::{AsFd, OwnedFd},
    time::{Duration, Instant},
};

use rustix::{
    buffer::spare_capacity,
    event::epoll::{self, CreateFlags, Event, EventData, EventFlags},
    time::{
        Itimerspec, TimerfdClockId, TimerfdFlags, TimerfdTimerFlags, Timespec, timerfd_create,
        timerfd_settime,
    },
};

const TIMER: u64 = u64::MAX;
const SHORTEST: Duration = Duration::from_nanos(1); // zero would switch the timer off

pub(super) struct Poller {
    epoll: OwnedFd,
    timer: OwnedFd,
    events: Vec<Event>,
}

impl Poller {
    pub(super) fn new(connections: usize) -> io::Result<Self> {
        let epoll = epoll::create(CreateFlags::CLOEXEC)?;
        let flags = TimerfdFlags::CLOEXEC | TimerfdFlags::NONBLOCK;
        let timer = timerfd_create(TimerfdClockId::Monotonic, flags)?;
        epoll::add(&epoll, &timer, EventData::new_u64(TIMER), EventFlags::IN)?;
        Ok(Self {
            epoll,
            timer,
            events: Vec::with_capacity(connections + 1),
        })
    }

    /// Reports `socket` under `place` whenever it becomes readable or writable.
    pub(super) fn watch(&self, socket: impl AsFd, place: usize) -> io::Result<()> {
        let data = EventData::new_u64(u64::try_from(place).unwrap_or(TIMER - 1));
        let flags = EventFlags::IN | EventFlags::OUT | EventFlags::RDHUP | EventFlags::ET;
        Ok(epoll::add(&self.epoll, socket, data, flags)?)
    }

    /// Sleeps until something happens or `until` has come; the places of what happened.
    pub(super) fn wait(&mut self, until: Instant, places: &mut Vec<usize>) -> io::Result<()> {
        let left = until
            .saturating_duration_since(Instant::now())
            .max(SHORTEST);
        let at = Itimerspec {
            it_interval: timespec(Duration::ZERO),
            it_value: timespec(left),
        };
        timerfd_settime(&self.timer, TimerfdTimerFlags::empty(), &at)?;
        self.events.clear();
        match epoll::wait(&self.epoll, spare_capacity(&mut self.events), None) {
            Ok(_) | Err(rustix::io::Errno::INTR) => {}
            Err(error) => return Err(error.into()),
        }
        let data = self.events.iter().map(|event| event.data.u64());
        places.clear();
        places.extend(
            data.filter(|data| *data != TIMER)
                .filter_map(|data| usize::try_from(data).ok()),
        );
        Ok(())
    }
}

fn timespec(duration: Duration) -> Timespec {
    Timespec {
        tv_sec: i64::try_from(duration.as_secs()).unwrap_or(i64::MAX),
        tv_nsec: i64::from(duration.subsec_nanos()),
    }
}
