//! A set of processors: as the kernel lists it (`0-3,8`), and as an affinity of a thread.

use std::collections::BTreeSet;
use std::io;

use rustix::process::Pid;
use rustix::thread::{CpuSet, sched_getaffinity, sched_setaffinity};

/// How many processors a program started here can use: affinity and container limits count.
pub(crate) fn cores() -> usize {
    std::thread::available_parallelism().map_or(1, std::num::NonZero::get)
}

#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Cpus(BTreeSet<usize>);

impl Cpus {
    /// Reads a kernel list. Nothing in it is an empty set; anything but numbers is an error.
    pub(crate) fn parse(list: &str) -> Result<Self, String> {
        let wrong = || format!("'{list}' is not a list of processors such as 1 or 2-3,6");
        let mut set = BTreeSet::new();
        for range in list.trim().split(',').filter(|range| !range.is_empty()) {
            let (from, to) = range.split_once('-').unwrap_or((range, range));
            let start: usize = from.trim().parse().map_err(|_| wrong())?;
            let end: usize = to.trim().parse().map_err(|_| wrong())?;
            if start > end || end >= CpuSet::MAX_CPU {
                return Err(wrong());
            }
            set.extend(start..=end);
        }
        Ok(Self(set))
    }

    /// The processors that the calling thread may run on.
    pub(crate) fn allowed() -> io::Result<Self> {
        let affinity = sched_getaffinity(None)?;
        let set = (0..CpuSet::MAX_CPU).filter(|cpu| affinity.is_set(*cpu));
        Ok(Self(set.collect()))
    }

    /// Keeps the calling thread, and what it starts from now on, on these processors.
    pub(crate) fn take_over(&self) -> io::Result<()> {
        Ok(sched_setaffinity(None, &self.affinity())?)
    }

    /// Keeps a process of one thread, and what it starts from now on, on these processors.
    pub(crate) fn seat(&self, process: Pid) -> io::Result<()> {
        Ok(sched_setaffinity(Some(process), &self.affinity())?)
    }

    fn affinity(&self) -> CpuSet {
        let mut affinity = CpuSet::new();
        for cpu in &self.0 {
            affinity.set(*cpu);
        }
        affinity
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    pub(crate) fn len(&self) -> usize {
        self.0.len()
    }

    pub(crate) fn list(&self) -> Vec<usize> {
        self.0.iter().copied().collect()
    }

    pub(crate) fn first(&self) -> Self {
        Self(self.0.first().copied().into_iter().collect())
    }

    pub(crate) fn without(&self, other: &Self) -> Self {
        Self(&self.0 - &other.0)
    }

    pub(crate) fn common(&self, other: &Self) -> Self {
        Self(&self.0 & &other.0)
    }

    /// Hexadecimal words of 32 processors, as masks of the kernel are written.
    pub(crate) fn mask(&self) -> String {
        let words = self.0.last().map_or(1, |last| last / 32 + 1);
        let word = |index: usize| {
            let bits = self.0.iter().filter(|cpu| **cpu / 32 == index);
            bits.fold(0_u32, |word, cpu| word | 1 << (cpu % 32))
        };
        let text: Vec<String> = (0..words)
            .rev()
            .map(|index| format!("{:08x}", word(index)))
            .collect();
        text.join(",")
    }
}

impl std::fmt::Display for Cpus {
    /// `0-3,8`
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let mut ranges: Vec<(usize, usize)> = Vec::new();
        for cpu in &self.0 {
            match ranges.last_mut() {
                Some((_, last)) if *last + 1 == *cpu => *last = *cpu,
                _ => ranges.push((*cpu, *cpu)),
            }
        }
        let shown = ranges.iter().map(|(first, last)| {
            if first == last {
                first.to_string()
            } else {
                format!("{first}-{last}")
            }
        });
        f.write_str(&shown.collect::<Vec<_>>().join(","))
    }
}

#[cfg(test)]
mod tests {
    use super::Cpus;

    #[test]
    fn lists_are_read_and_written_as_the_kernel_does() {
        let set = Cpus::parse("8,0-3\n").unwrap();
        assert_eq!((set.to_string().as_str(), set.len()), ("0-3,8", 5));
        assert!(Cpus::parse("").unwrap().is_empty());
        for wrong in ["3-1", "a", "0-", "1;2", "99999"] {
            assert!(Cpus::parse(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn masks_have_words_of_32_processors() {
        assert_eq!(Cpus::parse("0,33").unwrap().mask(), "00000002,00000001");
        assert_eq!(Cpus::default().mask(), "00000000");
    }
}
