//! Which order statistics enclose the median, also where samples count differently.
//!
//! The weight of the samples below the true median is a sum of fair coins, each worth one sample's
//! weight. Its distribution is computed exactly, so the interval needs no assumption about the
//! distribution of the samples. With equal weights it is the usual interval of the sign test.

/// Weights are counted in these parts of one.
pub(super) const PARTS: u32 = 16;

/// The places, in ascending order, of the interval's ends. `weights` belong to sorted samples,
/// `half_level` is the error allowed on each side.
pub(super) fn ends(weights: &[u32], half_level: f64) -> Option<(usize, usize)> {
    let is_even = weights.windows(2).all(|pair| pair[0] == pair[1]);
    let outer = if is_even {
        let place = rank(weights.len(), half_level)? - 1;
        (place, place)
    } else {
        let tail = lower_tail(weights);
        let from_below = outermost(weights.iter(), &tail, half_level)?;
        (
            from_below,
            outermost(weights.iter().rev(), &tail, half_level)?,
        )
    };
    Some((outer.0, weights.len() - 1 - outer.1))
}

/// The last place up to which the weight outside is improbably small.
fn outermost<'a>(
    weights: impl Iterator<Item = &'a u32>,
    tail: &[f64],
    half_level: f64,
) -> Option<usize> {
    let mut outside = 0;
    let mut last = None;
    for (place, weight) in weights.enumerate() {
        if tail[outside] > half_level {
            break;
        }
        last = Some(place);
        outside += *weight as usize;
    }
    last
}

/// P(at most so much weight shows heads), by the weight.
fn lower_tail(weights: &[u32]) -> Vec<f64> {
    let total: u32 = weights.iter().sum();
    let mut heads = vec![0.0; total as usize + 1];
    heads[0] = 1.0;
    let mut reached = 0;
    for weight in weights {
        let weight = *weight as usize;
        for sum in (0..=reached).rev() {
            let half = heads[sum] / 2.0;
            heads[sum] = half;
            heads[sum + weight] += half;
        }
        reached += weight;
    }
    let mut sum = 0.0;
    for share in &mut heads {
        sum += *share;
        *share = sum;
    }
    heads
}

/// The largest rank r for which the samples r and n+1−r enclose the median confidently enough.
///
/// The number of samples below the median is binomial with one half, so the confidence is
/// 1 − 2·P(fewer than r below).
fn rank(count: usize, half_level: f64) -> Option<usize> {
    let mut below = 0.0;
    let mut best = None;
    for candidate in 1..=count / 2 {
        below += binomial_half(count, candidate - 1);
        if below > half_level {
            break;
        }
        best = Some(candidate);
    }
    best
}

/// P(exactly `successes` of `count`) with probability one half, by logarithms so that it scales.
fn binomial_half(count: usize, successes: usize) -> f64 {
    let ln_choose: f64 = (0..successes)
        .map(|step| (float(count - step) / float(step + 1)).ln())
        .sum();
    (ln_choose - float(count) * std::f64::consts::LN_2).exp()
}

#[allow(
    clippy::cast_precision_loss,
    reason = "sample counts are far below 2^53"
)]
fn float(count: usize) -> f64 {
    count as f64
}

#[cfg(test)]
mod tests {
    use super::*;

    const HALF: f64 = 0.025;

    #[test]
    fn ranks_agree_with_the_published_table_of_the_sign_test() {
        let table = [
            (5, None),
            (6, Some(1)),
            (8, Some(1)),
            (9, Some(2)),
            (15, Some(4)),
            (20, Some(6)),
            (30, Some(10)),
            (100, Some(40)),
        ];
        for (count, expected) in table {
            assert_eq!(rank(count, HALF), expected, "n = {count}");
        }
    }

    #[test]
    fn equal_weights_of_any_size_are_the_plain_test() {
        for count in [5, 6, 9, 20, 31] {
            let mut weights = vec![PARTS; count];
            let plain = ends(&weights, HALF);
            assert_eq!(ends(&vec![1; count], HALF), plain);
            // The exact sum of coins agrees with the binomial formula.
            let tail = lower_tail(&weights);
            let place = outermost(weights.iter(), &tail, HALF);
            assert_eq!(place, plain.map(|(low, _)| low), "n = {count}");
            weights.push(0);
        }
    }

    #[test]
    fn a_sample_that_counts_little_hardly_moves_the_ends() {
        let mut weights = vec![PARTS; 9];
        assert_eq!(ends(&weights, HALF), Some((1, 7)));
        weights.insert(0, 1);
        assert_eq!(ends(&weights, HALF), Some((2, 8)));
        assert_eq!(ends(&[PARTS, 1, PARTS, PARTS, PARTS], HALF), None);
    }
}
