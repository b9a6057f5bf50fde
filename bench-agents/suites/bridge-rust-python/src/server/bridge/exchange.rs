//! Where the server's threads and one Python loop meet.

use std::{
    sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError},
    task::Waker,
};

use pyo3::prelude::*;

use super::{
    pending::Pending,
    state::{Job, Key, State},
    wake::Wake,
};
use crate::call::{Answer, Call};

#[derive(Default)]
pub(crate) struct Exchange {
    state: Mutex<State>,
    wake: OnceLock<Wake>,
}

impl Exchange {
    /// Queues a call for Python, waking its loop if it does not come anyway.
    pub(crate) fn submit(self: &Arc<Self>, call: Call) -> Pending {
        let (key, must_wake) = self.state().submit(call);
        if must_wake {
            self.wake_or_fail(key);
        }
        Pending::new(Arc::clone(self), key)
    }

    fn wake_or_fail(&self, key: Key) {
        let Some(wake) = self.wake.get() else { return };
        if let Err(error) = wake.wake() {
            self.settle(key, Err(format!("the loop could not be woken: {error}")));
        }
    }

    pub(super) fn settle(&self, key: Key, answer: Answer) {
        let waker = self.state().settle(key, answer);
        if let Some(waker) = waker {
            waker.wake();
        }
    }

    pub(super) fn hold(&self) {
        self.state().hold();
    }

    pub(super) fn release(&self) {
        let mut held = self.state().release(Vec::with_capacity(64));
        held.drain(..).for_each(Waker::wake);
    }

    pub(super) fn poll(&self, key: Key, waker: &Waker) -> Option<Answer> {
        self.state().poll(key, waker)
    }

    pub(super) fn abandon(&self, key: Key) {
        let must_wake = self.state().abandon(key);
        if must_wake {
            self.wake_or_fail(key);
        }
    }

    pub(super) fn take(&self) -> Vec<Job> {
        if let Some(wake) = self.wake.get() {
            wake.clear();
        }
        self.state().take()
    }

    pub(super) fn give_back(&self, emptied: Vec<Job>) {
        self.state().give_back(emptied);
    }

    pub(super) fn wake_by(&self, wake: Wake) -> PyResult<&Wake> {
        if self.wake.set(wake).is_err() {
            let text = "this shard is woken in another way already";
            return Err(pyo3::exceptions::PyRuntimeError::new_err(text));
        }
        let missing = || pyo3::exceptions::PyRuntimeError::new_err("nothing wakes this shard");
        self.wake.get().ok_or_else(missing)
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
