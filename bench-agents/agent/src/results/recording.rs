//! `HdrHistogram` documents (V2): read with distrust, merged, written again.

use std::io::Read;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use flate2::read::ZlibDecoder;
use hdrhistogram::Histogram;
use hdrhistogram::serialization::{Deserializer, Serializer as _, V2DeflateSerializer};
use serde::{Deserialize, Serialize};

/// What a V2 document begins with, apart from the bits for the width of counts.
const PLAIN: u32 = 0x1C84_9303;
const PACKED: u32 = 0x1C84_9304;
const WORD_WIDTH: u32 = 0xF0;
const USUAL_WIDTH: u32 = 0x10;
const HEADER: usize = 40;
const WRAPPER: usize = 8;
/// Base64 characters; what real programs write has some thousand.
const LONGEST_TEXT: usize = 512 << 10;
const LARGEST_DOCUMENT: usize = 4 << 20;
/// Counts of all buckets together take 8 MiB then.
const MOST_BUCKETS: u64 = 1 << 20;
const MOST_RECORDED: u64 = 1 << 40;
/// Bytes of one count.
const LONGEST_COUNT: usize = 8;

/// The values that one or several processes recorded.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub(crate) struct Recording(Histogram<u64>);

impl TryFrom<String> for Recording {
    type Error = String;

    fn try_from(text: String) -> Result<Self, Self::Error> {
        Self::read(&text)
    }
}

impl From<Recording> for String {
    fn from(recording: Recording) -> Self {
        recording.document().unwrap_or_default()
    }
}

impl Recording {
    /// Reads base64 of a V2 document, packed by zlib or plain; the reason if it is anything else.
    pub(crate) fn read(text: &str) -> Result<Self, String> {
        if text.len() > LONGEST_TEXT {
            return Err(format!(
                "{} characters are more than {LONGEST_TEXT}; use fewer significant digits",
                text.len()
            ));
        }
        let document = STANDARD
            .decode(text)
            .map_err(|error| format!("not base64: {error}"))?;
        let mut plain = unpacked(document)?;
        checked(&mut plain)?;
        let mut histogram: Histogram<u64> = Deserializer::new()
            .deserialize(&mut plain.as_slice())
            .map_err(|error| format!("not a histogram: {error}"))?;
        if histogram.len() > MOST_RECORDED {
            return Err(format!("more than {MOST_RECORDED} recorded values"));
        }
        histogram.auto(true);
        Ok(Self(histogram))
    }

    /// Adds what another recorded; equal buckets add up exactly.
    pub(crate) fn merge(&mut self, other: &Self) {
        // Fails only where a range does not fit into memory addresses, which reading has refused.
        let _ = self.0.add(&other.0);
    }

    /// Base64 of the packed document; nothing where nothing was recorded.
    pub(crate) fn write(&self) -> Option<String> {
        if self.0.is_empty() {
            return None;
        }
        self.document()
    }

    fn document(&self) -> Option<String> {
        let mut document = Vec::new();
        V2DeflateSerializer::new()
            .serialize(&self.0, &mut document)
            .ok()?;
        Some(STANDARD.encode(document))
    }

    pub(crate) fn recorded(&self) -> u64 {
        self.0.len()
    }

    /// The recorded integer that `percent` % do not exceed, to within its bucket.
    #[allow(
        clippy::cast_precision_loss,
        reason = "buckets are wider than the loss"
    )]
    pub(crate) fn percentile(&self, percent: f64) -> f64 {
        self.0.value_at_percentile(percent) as f64
    }
}

fn unpacked(document: Vec<u8>) -> Result<Vec<u8>, String> {
    match word(&document, 0) {
        None => Err("it ends within its header".to_owned()),
        Some(cookie) if cookie & !WORD_WIDTH == PACKED & !WORD_WIDTH => {
            let packed = document.get(WRAPPER..).unwrap_or_default();
            let mut plain = Vec::new();
            ZlibDecoder::new(packed)
                .take(LARGEST_DOCUMENT as u64)
                .read_to_end(&mut plain)
                .map_err(|error| format!("damaged: {error}"))?;
            Ok(plain)
        }
        Some(_) => Ok(document),
    }
}

/// Refuses what the library would trust, and writes the width of counts that it knows.
fn checked(plain: &mut [u8]) -> Result<(), String> {
    let cookie = word(plain, 0).ok_or("it ends within its header")?;
    if cookie & !WORD_WIDTH != PLAIN & !WORD_WIDTH {
        return Err("not an HdrHistogram in V2 encoding".to_owned());
    }
    plain[..4].copy_from_slice(&(cookie & !WORD_WIDTH | USUAL_WIDTH).to_be_bytes());
    let counts = plain.get(HEADER..).ok_or("it ends within its header")?;
    let said = word(plain, 4).and_then(|size| usize::try_from(size).ok());
    let counts = said
        .and_then(|size| counts.get(..size))
        .ok_or("it ends within its counts")?;
    sizes(plain)?;
    let mut lengths = counts.split_inclusive(|byte| byte & 0x80 == 0);
    if lengths.any(|count| count.len() > LONGEST_COUNT) {
        return Err("it holds a count beyond 2^55".to_owned());
    }
    if counts.last().is_some_and(|byte| byte & 0x80 != 0) {
        return Err("it ends within a count".to_owned());
    }
    Ok(())
}

/// Precision and range as the header states them.
fn sizes(plain: &[u8]) -> Result<(), String> {
    let digits = word(plain, 12).unwrap_or(u32::MAX);
    let lowest = long(plain, 16).unwrap_or(0);
    let highest = long(plain, 24).unwrap_or(0);
    if digits > 5 || lowest < 1 || highest > i64::MAX as u64 || highest / 2 < lowest {
        return Err(format!(
            "{digits} digits from {lowest} to {highest} are no possible precision and range"
        ));
    }
    let steps = (2 * 10_u64.pow(digits)).next_power_of_two() / 2;
    let octaves = u64::from(64 - highest.leading_zeros()).saturating_sub(u64::from(lowest.ilog2()));
    if octaves.saturating_sub(u64::from(steps.ilog2())) * steps > MOST_BUCKETS {
        return Err(format!(
            "{digits} digits up to {highest} take more than {MOST_BUCKETS} buckets; use fewer digits"
        ));
    }
    Ok(())
}

fn word(bytes: &[u8], at: usize) -> Option<u32> {
    let bytes = bytes.get(at..at + 4)?;
    Some(u32::from_be_bytes(bytes.try_into().ok()?))
}

fn long(bytes: &[u8], at: usize) -> Option<u64> {
    let bytes = bytes.get(at..at + 8)?;
    Some(u64::from_be_bytes(bytes.try_into().ok()?))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn recording(values: &[u64]) -> Recording {
        let mut histogram = Histogram::new_with_bounds(1, 3_600_000_000_000, 3).unwrap();
        for value in values {
            histogram.record(*value).unwrap();
        }
        Recording(histogram)
    }

    fn packed(plain: &[u8]) -> String {
        let mut packer = flate2::read::ZlibEncoder::new(plain, flate2::Compression::fast());
        let mut body = Vec::new();
        packer.read_to_end(&mut body).unwrap();
        let mut document = 0x1C84_9314_u32.to_be_bytes().to_vec();
        document.extend(u32::try_from(body.len()).unwrap().to_be_bytes());
        document.extend(body);
        STANDARD.encode(document)
    }

    fn header(size: u32, digits: u32, lowest: u64, highest: u64) -> Vec<u8> {
        let mut plain = 0x1C84_9313_u32.to_be_bytes().to_vec();
        plain.extend(size.to_be_bytes());
        plain.extend(0_u32.to_be_bytes());
        plain.extend(digits.to_be_bytes());
        plain.extend(lowest.to_be_bytes());
        plain.extend(highest.to_be_bytes());
        plain.extend(1.0_f64.to_be_bytes());
        plain
    }

    #[test]
    fn what_was_written_is_read_and_merging_adds_up() {
        let text = recording(&[1000, 2000, 5_000_000_000]).write().unwrap();
        let mut read = Recording::read(&text).unwrap();
        assert_eq!(read.recorded(), 3);
        read.merge(&recording(&[1000; 5]));
        let again = Recording::read(&read.write().unwrap()).unwrap();
        assert_eq!((again.recorded(), again.percentile(75.0)), (8, 1000.0));
        let journalled = serde_json::to_string(&again).unwrap();
        assert_eq!(
            serde_json::from_str::<Recording>(&journalled).unwrap(),
            again
        );
    }

    #[test]
    fn a_wider_range_is_merged_into_a_narrower_one() {
        let mut narrow = Recording(Histogram::new_with_bounds(1, 1000, 2).unwrap());
        narrow.0.auto(true);
        narrow.merge(&recording(&[4_000_000_000]));
        assert_eq!(narrow.recorded(), 1);
        assert!(narrow.percentile(100.0) >= 4e9);
    }

    #[test]
    fn nothing_recorded_is_nothing_written() {
        assert_eq!(recording(&[]).write(), None);
    }

    /// Documents that would cost memory, panic or lie are refused with a reason.
    #[test]
    fn hostile_documents_are_refused() {
        let mut endless = header(10, 3, 1, 1_000_000);
        endless.extend([0xFF; 10]);
        let mut cut = header(2, 3, 1, 1_000_000);
        cut.extend([0x02, 0x80]);
        let mut beyond = header(5, 0, 1, 2);
        beyond.extend([0x02; 5]);
        let table = [
            ("@@@".to_owned(), "not base64"),
            (STANDARD.encode([1, 2]), "ends within its header"),
            (STANDARD.encode([0; 64]), "not an HdrHistogram"),
            ("A".repeat(LONGEST_TEXT + 1), "more than"),
            (
                packed(&header(u32::MAX, 3, 1, 1000)),
                "ends within its counts",
            ),
            (packed(&header(0, 9, 1, 1000)), "no possible precision"),
            (packed(&header(0, 3, 0, 1000)), "no possible precision"),
            (packed(&header(0, 3, 1, u64::MAX)), "no possible precision"),
            (packed(&header(0, 5, 1, 1 << 60)), "use fewer digits"),
            (packed(&endless), "count beyond 2^55"),
            (packed(&cut), "ends within a count"),
            (packed(&beyond), "not a histogram"),
        ];
        for (text, expected) in table {
            let reason = Recording::read(&text).unwrap_err();
            assert!(reason.contains(expected), "{reason} lacks {expected}");
        }
        let mut damaged = STANDARD.decode(packed(&header(0, 3, 1, 1000))).unwrap();
        damaged.truncate(14);
        assert!(Recording::read(&STANDARD.encode(damaged)).is_err());
    }
}
