//! The data sets: what they are, and making, verifying and finding them.

pub mod checksum;
pub(crate) mod random;
mod session;
mod sizes;
mod store;
mod timestamp;
mod vocabulary;

pub use sizes::file_sizes;
pub use store::{State, StoreError, find, prepare, root};

/// A data set, fully determined by these numbers.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Spec {
    pub name: &'static str,
    pub seed: u64,
    pub files: usize,
    /// Aimed at; each file ends with the line that reaches its share.
    pub bytes: u64,
    /// Of all paths and contents, see [`checksum`].
    pub checksum: u64,
}

impl Spec {
    #[must_use]
    pub fn megabytes(&self) -> f64 {
        let kilobytes = u32::try_from(self.bytes / 1000).unwrap_or(u32::MAX);
        f64::from(kilobytes) / 1000.0
    }
}

/// The three sets of this suite. A changed generator needs new checksums and new answers.
pub static ALL: [Spec; 3] = [
    Spec {
        name: "quick",
        seed: 0x7469_6465_0000_0001,
        files: 200,
        bytes: 20_000_000,
        checksum: 0xE681_A2BB_9447_9D42,
    },
    Spec {
        name: "small",
        seed: 0x7469_6465_0000_0002,
        files: 2000,
        bytes: 120_000_000,
        checksum: 0xB0FC_BA48_AD7C_C1F8,
    },
    Spec {
        name: "med",
        seed: 0x7469_6465_0000_0003,
        files: 300,
        bytes: 144_000_000,
        checksum: 0xDA6C_382B_1691_3E3B,
    },
];

#[must_use]
pub fn named(name: &str) -> Option<&'static Spec> {
    ALL.iter().find(|spec| spec.name == name)
}
