//! The only source of chance: xorshift64, the same on every machine.

/// Marsaglia's xorshift with the triple 13, 7, 17. Good enough for text, cheap, and exactly defined.
#[derive(Debug, Clone)]
pub(crate) struct XorShift64(u64);

/// 2⁶⁴ divided by the golden ratio: spreads neighbouring stream numbers over the whole state.
const SPREAD: u64 = 0x9E37_79B9_7F4A_7C15;

/// Steps after which the bits of two neighbouring streams have nothing in common.
const SETTLING_STEPS: usize = 16;

impl XorShift64 {
    /// Stream `stream` of `seed`; streams are independent, so files can be made in any order.
    pub(crate) fn new(seed: u64, stream: u64) -> Self {
        let state = seed ^ (stream + 1).wrapping_mul(SPREAD);
        let mut random = Self(if state == 0 { SPREAD } else { state });
        for _ in 0..SETTLING_STEPS {
            random.next();
        }
        random
    }

    pub(crate) fn next(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0
    }

    /// Uniform in `0..bound` by multiply and shift.
    pub(crate) fn below(&mut self, bound: u32) -> u32 {
        let high = self.next() >> 32;
        u32::try_from((high * u64::from(bound)) >> 32).unwrap_or(0)
    }

    /// Uniform in `0..bound`, for positions.
    pub(crate) fn index(&mut self, bound: usize) -> usize {
        let bound = u32::try_from(bound).unwrap_or(u32::MAX);
        self.below(bound) as usize
    }

    /// Brings the items into random order.
    pub(crate) fn shuffle<T>(&mut self, items: &mut [T]) {
        for last in (1..items.len()).rev() {
            items.swap(last, self.index(last + 1));
        }
    }

    /// Uniform in `0.0..1.0` with 32 bits, so that no rounding is involved.
    pub(crate) fn unit(&mut self) -> f64 {
        let high = u32::try_from(self.next() >> 32).unwrap_or(0);
        f64::from(high) / 4_294_967_296.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn steps_follow_the_published_recurrence() {
        let mut random = XorShift64(1);
        assert_eq!(random.next(), 0x4082_2041);
        assert_eq!(random.next(), 0x1000_4106_0C01_1441);
    }

    #[test]
    fn neighbouring_streams_and_seeds_differ() {
        let first = |seed, stream| XorShift64::new(seed, stream).next();
        assert_ne!(first(1, 0), first(1, 1));
        assert_ne!(first(1, 0), first(2, 0));
    }

    #[test]
    fn a_state_of_zero_is_never_entered() {
        assert_ne!(XorShift64::new(SPREAD, 0).next(), 0);
    }

    #[test]
    fn bounded_numbers_stay_in_their_range_and_reach_its_ends() {
        let mut random = XorShift64::new(7, 0);
        let drawn: Vec<u32> = (0..1000).map(|_| random.below(5)).collect();
        assert_eq!(drawn.iter().max(), Some(&4));
        assert_eq!(drawn.iter().min(), Some(&0));
        assert!((0..1000).all(|_| (0.0..1.0).contains(&random.unit())));
    }
}
