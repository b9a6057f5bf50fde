//! The random order of a round, the same for the same seed on every machine.

/// splitmix64 (Steele, Lea, Flood 2014): small, seedable by any number, good enough to shuffle.
pub(crate) struct Shuffler {
    state: u64,
}

impl Shuffler {
    pub(crate) fn new(seed: u64) -> Self {
        Self { state: seed }
    }

    /// A seed from the clock and the process, for runs that name none. It fits a JSON integer.
    pub(crate) fn fresh_seed() -> u64 {
        let nanos = u64::from(crate::base::clock::unix_now().subsec_nanos());
        Self::new(nanos << 20 ^ u64::from(std::process::id())).next() >> 32
    }

    fn next(&mut self) -> u64 {
        self.state = self.state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.state;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    /// A number below `bound`, which is not 0; the bias is below 2^-40 for lists of any real length.
    pub(crate) fn below(&mut self, bound: usize) -> usize {
        let wide = u128::from(self.next()) * (bound as u128);
        usize::try_from(wide >> 64).unwrap_or(0)
    }

    /// `0..length` in random order (Fisher and Yates).
    pub(crate) fn permutation(&mut self, length: usize) -> Vec<usize> {
        let mut order: Vec<usize> = (0..length).collect();
        for last in (1..length).rev() {
            order.swap(last, self.below(last + 1));
        }
        order
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_round_is_a_permutation() {
        let mut shuffler = Shuffler::new(7);
        for length in [0, 1, 2, 27, 100] {
            let mut order = shuffler.permutation(length);
            order.sort_unstable();
            assert_eq!(order, (0..length).collect::<Vec<_>>());
        }
    }

    #[test]
    fn the_seed_decides_the_order() {
        let rounds = |seed| {
            let mut shuffler = Shuffler::new(seed);
            [shuffler.permutation(9), shuffler.permutation(9)]
        };
        assert_eq!(rounds(3), rounds(3));
        assert_ne!(rounds(3), rounds(4));
        assert_ne!(rounds(3)[0], rounds(3)[1]);
    }

    #[test]
    fn every_place_is_as_likely_for_the_first_variant() {
        let mut shuffler = Shuffler::new(1);
        let mut places = [0_i32; 4];
        for _ in 0..4000 {
            let order = shuffler.permutation(4);
            let place = order.iter().position(|index| *index == 0).unwrap();
            places[place] += 1;
        }
        assert!(
            places.iter().all(|count| (count - 1000).abs() < 120),
            "{places:?}"
        );
    }
}
