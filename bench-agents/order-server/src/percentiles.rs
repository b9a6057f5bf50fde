//! Percentiles of latencies, in one definition for all clients.

/// The value below which this share of the ascending latencies lies, by linear interpolation
/// between the two nearest; `None` of none.
#[must_use]
pub fn percentile(ascending: &[u64], share: f64) -> Option<f64> {
    let last = ascending.len().checked_sub(1)?;
    let place = share * to_float(last as u64);
    let (below, above) = (rank(place.floor()), rank(place.ceil()));
    let (low, high) = (*ascending.get(below)?, *ascending.get(above)?);
    Some(to_float(low) + (to_float(high) - to_float(low)) * place.fract())
}

#[expect(clippy::cast_precision_loss, reason = "exact below 104 days")]
fn to_float(nanoseconds: u64) -> f64 {
    nanoseconds as f64
}

#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "a rank is small and not negative"
)]
fn rank(place: f64) -> usize {
    place as usize
}

#[cfg(test)]
mod tests {
    use super::percentile;

    #[test]
    fn percentiles_lie_between_the_nearest_values() {
        let table: [(&[u64], f64, Option<f64>); 6] = [
            (&[], 0.5, None),
            (&[7], 0.99, Some(7.0)),
            (&[1, 2], 0.5, Some(1.5)),
            (&[10, 20, 30, 40, 50], 0.5, Some(30.0)),
            (&[10, 20, 30, 40, 50], 0.9, Some(46.0)),
            (&[10, 20, 30, 40, 50], 1.0, Some(50.0)),
        ];
        for (latencies, share, expected) in table {
            assert_eq!(
                percentile(latencies, share),
                expected,
                "{latencies:?} {share}"
            );
        }
    }
}
