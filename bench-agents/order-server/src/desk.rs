//! A service time: an order occupies one of a few desks, so that the server has a known capacity.

use std::{
    collections::VecDeque,
    io,
    sync::{
        Mutex, PoisonError,
        mpsc::{Receiver, Sender, channel},
    },
    thread,
    time::{Duration, Instant},
};

use tokio::sync::oneshot;

/// The desks, served first come, first served, each order for the same time.
#[derive(Debug)]
pub struct Desks {
    service: Duration,
    queue: Mutex<Queue>,
}

#[derive(Debug)]
struct Queue {
    /// When each desk will be free, the first one in front.
    free: VecDeque<Instant>,
    timer: Sender<Due>,
}

/// An order that is finished at this moment.
#[derive(Debug)]
struct Due {
    at: Instant,
    done: oneshot::Sender<()>,
}

impl Desks {
    /// Opens the desks. A thread of their own wakes the orders, because timers of the runtime are
    /// coarser than service times.
    pub fn open(count: usize, service: Duration) -> io::Result<Self> {
        let (timer, due) = channel();
        thread::Builder::new()
            .name("desks".to_owned())
            .spawn(move || wake(&due))?;
        let free = VecDeque::from(vec![Instant::now(); count]);
        let queue = Mutex::new(Queue { free, timer });
        Ok(Self { service, queue })
    }

    /// Waits for a desk and then for the service.
    pub async fn serve(&self) {
        let (done, finished) = oneshot::channel();
        self.enter(done);
        // Fails only if the thread of the desks is gone, and the process with it.
        let _ = finished.await;
    }

    fn enter(&self, done: oneshot::Sender<()>) {
        let mut queue = self.queue.lock().unwrap_or_else(PoisonError::into_inner);
        let now = Instant::now();
        let free = queue.free.pop_front().unwrap_or(now);
        let at = free.max(now) + self.service;
        queue.free.push_back(at);
        let _ = queue.timer.send(Due { at, done });
    }
}

/// Sleeps from one order to the next; with equal service times they end in the order they came.
fn wake(due: &Receiver<Due>) {
    while let Ok(Due { at, done }) = due.recv() {
        thread::sleep(at.saturating_duration_since(Instant::now()));
        // Fails if the client has gone away meanwhile.
        let _ = done.send(());
    }
}
