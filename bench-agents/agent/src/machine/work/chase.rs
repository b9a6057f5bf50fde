//! A chase through more memory than caches of one core hold, one line after the other at random.

use crate::statistics::Shuffler;

const LINES: usize = (16 << 20) / 64;

/// One cache line; its first word is the number of the next.
#[derive(Clone, Copy)]
#[repr(align(64))]
struct Line(u32);

pub(super) struct Chase {
    lines: Vec<Line>,
    at: u32,
}

impl Chase {
    /// One cycle through all lines (Sattolo), the same on every machine.
    pub(super) fn new() -> Self {
        let mut order: Vec<u32> = (0..LINES).filter_map(|n| u32::try_from(n).ok()).collect();
        let mut shuffler = Shuffler::new(1);
        for last in (1..LINES).rev() {
            order.swap(last, shuffler.below(last));
        }
        let lines = order.into_iter().map(Line).collect();
        Self { lines, at: 0 }
    }

    pub(super) fn follow(&mut self, steps: u32) {
        for _ in 0..steps {
            self.at = self.lines[self.at as usize].0;
        }
        std::hint::black_box(self.at);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_chase_comes_by_every_line_before_it_begins_again() {
        let mut chase = Chase::new();
        let mut steps = 0;
        loop {
            chase.follow(1);
            steps += 1;
            if chase.at == 0 {
                break;
            }
        }
        assert_eq!(steps, LINES);
    }
}
