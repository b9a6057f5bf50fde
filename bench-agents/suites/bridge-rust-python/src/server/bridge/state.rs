//! What is queued and what is awaited: plain values behind one short lock.

use std::task::Waker;

use slab::Slab;

use crate::call::{Answer, Call};

/// Names a request for as long as the process lives: a place and how often it was used.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Key(u64);

impl Key {
    fn new(place: usize, generation: u32) -> Self {
        let place = u64::try_from(place).unwrap_or(u64::MAX);
        Self(u64::from(generation) << 32 | place & 0xffff_ffff)
    }

    pub(super) fn number(self) -> u64 {
        self.0
    }

    fn place(self) -> usize {
        usize::try_from(self.0 & 0xffff_ffff).unwrap_or(usize::MAX)
    }

    fn generation(self) -> u32 {
        u32::try_from(self.0 >> 32).unwrap_or(u32::MAX)
    }
}

impl From<u64> for Key {
    fn from(number: u64) -> Self {
        Self(number)
    }
}

pub(super) enum Job {
    Call(Key, Call),
    Cancel(Key),
}

struct Entry {
    generation: u32,
    answer: Option<Answer>,
    waker: Option<Waker>,
}

#[derive(Default)]
pub(super) struct State {
    entries: Slab<Entry>,
    inbox: Vec<Job>,
    /// Emptied last time; swapped with the inbox, so that neither is allocated again.
    spare: Vec<Job>,
    generation: u32,
    /// Whom to wake at the next release; none where everybody is woken at once.
    held: Option<Vec<Waker>>,
    /// Whether Python has been woken and has not come yet.
    signalled: bool,
}

impl State {
    /// Queues a call; true if Python must be woken for it.
    pub(super) fn submit(&mut self, call: Call) -> (Key, bool) {
        self.generation = self.generation.wrapping_add(1);
        let generation = self.generation;
        let entry = Entry {
            generation,
            answer: None,
            waker: None,
        };
        let key = Key::new(self.entries.insert(entry), generation);
        (key, self.push(Job::Call(key, call)))
    }

    fn push(&mut self, job: Job) -> bool {
        self.inbox.push(job);
        !std::mem::replace(&mut self.signalled, true)
    }

    /// Everything queued, without the calls nobody awaits any more.
    pub(super) fn take(&mut self) -> Vec<Job> {
        self.signalled = false;
        let mut jobs = std::mem::replace(&mut self.inbox, std::mem::take(&mut self.spare));
        jobs.retain(|job| match job {
            Job::Call(key, _) => self.entry(*key).is_some(),
            Job::Cancel(_) => true,
        });
        jobs
    }

    pub(super) fn give_back(&mut self, emptied: Vec<Job>) {
        self.spare = emptied;
    }

    /// Settles what is still awaited; whom to wake for it now.
    pub(super) fn settle(&mut self, key: Key, answer: Answer) -> Option<Waker> {
        let entry = self.entry(key)?;
        entry.answer = Some(answer);
        let waker = entry.waker.take()?;
        match &mut self.held {
            Some(held) => {
                held.push(waker);
                None
            }
            None => Some(waker),
        }
    }

    /// From now on keeps wakers until `release`.
    pub(super) fn hold(&mut self) {
        self.held.get_or_insert_default();
    }

    /// The wakers kept so far; gives `emptied` to keep the next ones in.
    pub(super) fn release(&mut self, emptied: Vec<Waker>) -> Vec<Waker> {
        match &mut self.held {
            Some(held) => std::mem::replace(held, emptied),
            None => emptied,
        }
    }

    /// The answer, if there is one; else remembers whom to wake.
    pub(super) fn poll(&mut self, key: Key, waker: &Waker) -> Option<Answer> {
        let entry = self.entry(key)?;
        if entry.answer.is_some() {
            return self.entries.remove(key.place()).answer;
        }
        if !entry
            .waker
            .as_ref()
            .is_some_and(|known| known.will_wake(waker))
        {
            entry.waker = Some(waker.clone());
        }
        None
    }

    /// Forgets a request whose client has gone; true if Python must be woken to cancel it.
    pub(super) fn abandon(&mut self, key: Key) -> bool {
        let Some(entry) = self.entry(key) else {
            return false;
        };
        let running = entry.answer.is_none();
        self.entries.remove(key.place());
        running && self.push(Job::Cancel(key))
    }

    fn entry(&mut self, key: Key) -> Option<&mut Entry> {
        let entry = self.entries.get_mut(key.place())?;
        (entry.generation == key.generation()).then_some(entry)
    }
}
