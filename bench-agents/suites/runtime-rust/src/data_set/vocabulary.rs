//! Two thousand words, the first ones far more common than the last ones.

use super::random::XorShift64;
use crate::search::DEFAULT_QUERY;

const WORDS: usize = 2000;

/// Its rank decides how many lines the default query finds: about one in ten.
const QUERY_RANK: usize = 17;

/// The vocabulary is the same for all data sets.
const SEED: u64 = 0x766F_6361_6275_6C61;

/// Every so many words is not ASCII, as in real logs: the search must not assume one byte per letter.
const NON_ASCII_EVERY: usize = 97;
const NON_ASCII: [&str; 6] = ["größe", "naïve", "señal", "привет", "検索", "žluťoučký"];

const ONSETS: [&str; 16] = [
    "b", "d", "f", "g", "k", "l", "m", "n", "p", "r", "s", "t", "v", "st", "tr", "ch",
];
const NUCLEI: [&str; 6] = ["a", "e", "i", "o", "u", "ea"];
const CODAS: [&str; 8] = ["", "", "", "", "n", "r", "s", "t"];

#[derive(Debug)]
pub(super) struct Vocabulary(Vec<String>);

impl Vocabulary {
    pub(super) fn new() -> Self {
        let mut random = XorShift64::new(SEED, 0);
        let mut words: Vec<String> = (0..WORDS).map(|rank| word(rank, &mut random)).collect();
        DEFAULT_QUERY.clone_into(&mut words[QUERY_RANK]);
        Self(words)
    }

    /// The smaller of two uniform ranks: rank 0 is drawn about twice as often as the average.
    pub(super) fn draw(&self, random: &mut XorShift64) -> &str {
        let rank = random.index(WORDS).min(random.index(WORDS));
        &self.0[rank]
    }
}

fn word(rank: usize, random: &mut XorShift64) -> String {
    if rank % NON_ASCII_EVERY == NON_ASCII_EVERY - 1 {
        return NON_ASCII[random.index(NON_ASCII.len())].to_owned();
    }
    let syllables = 1 + random.index(3);
    (0..syllables)
        .flat_map(|_| {
            [
                pick(&ONSETS, random),
                pick(&NUCLEI, random),
                pick(&CODAS, random),
            ]
        })
        .collect()
}

fn pick<'a>(parts: &[&'a str], random: &mut XorShift64) -> &'a str {
    parts[random.index(parts.len())]
}
