//! Times as people write them: `90s`, `30m`, `6h`, `1d`.

use std::time::Duration;

use serde::Deserialize;

pub(crate) fn optional_duration<'de, D: serde::Deserializer<'de>>(
    source: D,
) -> Result<Option<Duration>, D::Error> {
    let text = String::deserialize(source)?;
    duration(&text).map(Some).map_err(serde::de::Error::custom)
}

/// `90s`, `30m`, `6h`, `1d` as a duration of at least one second.
pub(crate) fn duration(text: &str) -> Result<Duration, String> {
    let split = text
        .find(|c: char| !c.is_ascii_digit())
        .unwrap_or(text.len());
    let (number, unit) = text.split_at(split);
    let factor = match unit {
        "s" => Some(1),
        "m" => Some(60),
        "h" => Some(3600),
        "d" => Some(86_400),
        _ => None,
    };
    let seconds = number
        .parse::<u64>()
        .ok()
        .zip(factor)
        .and_then(|(n, f)| n.checked_mul(f));
    seconds
        .filter(|seconds| *seconds > 0)
        .map(Duration::from_secs)
        .ok_or_else(|| format!("'{text}' is not a time such as 90s, 30m, 6h or 1d"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_have_a_number_and_a_unit() {
        assert_eq!(duration("6h"), Ok(Duration::from_secs(21_600)));
        for text in ["", "6", "h", "0s", "1.5h", "-1m", "1w"] {
            assert!(duration(text).is_err(), "{text}");
        }
    }
}
