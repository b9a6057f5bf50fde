//! Sizes as people write them: `500 MB`, `10 GB`, `2 GiB`.

use serde::Deserialize;

const UNITS: [(&str, u64); 7] = [
    ("MB", 1_000_000),
    ("GB", 1_000_000_000),
    ("TB", 1_000_000_000_000),
    ("kB", 1000),
    ("MiB", 1 << 20),
    ("GiB", 1 << 30),
    ("TiB", 1 << 40),
];

pub(crate) fn deserialize<'de, D: serde::Deserializer<'de>>(source: D) -> Result<u64, D::Error> {
    let text = String::deserialize(source)?;
    size(&text).map_err(serde::de::Error::custom)
}

/// `10 GB` in bytes; of a size that is not zero.
fn size(text: &str) -> Result<u64, String> {
    let split = text.find(|c: char| !c.is_ascii_digit());
    let (number, unit) = text.split_at(split.unwrap_or(text.len()));
    let factor = UNITS.iter().find(|(name, _)| *name == unit.trim());
    let number = number.parse::<u64>().ok().zip(factor);
    let bytes = number.and_then(|(number, (_, factor))| number.checked_mul(*factor));
    bytes
        .filter(|bytes| *bytes > 0)
        .ok_or_else(|| format!("'{text}' is not a size such as 500 MB, 10 GB or 2 GiB"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_have_a_number_and_a_unit() {
        assert_eq!(size("10 GB"), Ok(10_000_000_000));
        assert_eq!(size("2GiB"), Ok(2_147_483_648));
        for text in [
            "",
            "10",
            "GB",
            "0 GB",
            "1.5 GB",
            "-1 GB",
            "10 gb",
            "99999999999 TB",
        ] {
            assert!(size(text).is_err(), "{text}");
        }
    }
}
