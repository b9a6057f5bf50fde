//! Functions that a suite counts together under one name, and their share of the samples.

use serde::Serialize;

use super::folded::Folded;
use super::names;
use crate::suite::ProfileGroup;

/// The normal quantile of a 95 % interval.
const QUANTILE: f64 = 1.959_964;

/// One group's samples: with such a function anywhere on the stack, and with it innermost.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub(crate) struct GroupShare {
    pub(crate) name: String,
    pub(crate) functions: Vec<String>,
    pub(crate) samples: u64,
    pub(crate) share: f64,
    pub(crate) low: f64,
    pub(crate) high: f64,
    pub(crate) self_samples: u64,
    pub(crate) self_share: f64,
    pub(crate) self_low: f64,
    pub(crate) self_high: f64,
}

/// A share of all samples with its interval.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Share {
    pub(super) part: f64,
    pub(super) low: f64,
    pub(super) high: f64,
}

impl Share {
    /// Wilson's interval: it holds for shares near nothing and near everything too.
    #[allow(clippy::cast_precision_loss, reason = "sample counts are small")]
    pub(super) fn of(part: u64, whole: u64) -> Self {
        if whole == 0 {
            return Self {
                part: 0.0,
                low: 0.0,
                high: 1.0,
            };
        }
        let (n, share) = (whole as f64, part as f64 / whole as f64);
        let squared = QUANTILE * QUANTILE;
        let middle = (share + squared / (2.0 * n)) / (1.0 + squared / n);
        let spread = (share * (1.0 - share) / n + squared / (4.0 * n * n)).sqrt();
        let half = QUANTILE * spread / (1.0 + squared / n);
        Self {
            part: share,
            low: (middle - half).clamp(0.0, share),
            high: (middle + half).clamp(share, 1.0),
        }
    }
}

/// Every group of the suite, in its order; one that no sample belongs to has 0.
pub(super) fn shares(groups: &[ProfileGroup], folded: &Folded) -> Vec<GroupShare> {
    groups.iter().map(|group| share(group, folded)).collect()
}

fn share(group: &ProfileGroup, folded: &Folded) -> GroupShare {
    let fits = |name: &&str| group.functions.iter().any(|pattern| matches(pattern, name));
    let (mut samples, mut self_samples) = (0, 0);
    for (frames, count) in folded.iter() {
        samples += if frames.iter().any(&fits) { count } else { 0 };
        self_samples += if frames.last().is_some_and(fits) {
            count
        } else {
            0
        };
    }
    let all = folded.samples();
    let (total, own) = (Share::of(samples, all), Share::of(self_samples, all));
    GroupShare {
        name: group.name.clone(),
        functions: group.functions.clone(),
        samples,
        share: total.part,
        low: total.low,
        high: total.high,
        self_samples,
        self_share: own.part,
        self_low: own.low,
        self_high: own.high,
    }
}

/// Whether a frame's function fits a pattern, in which `*` stands for any text. What Rust puts
/// before the path of a type's method does not count: `a::*` fits `<&mut a::B as C>::d`.
fn matches(pattern: &str, name: &str) -> bool {
    let function = names::function(name);
    fits(pattern, function) || fits(pattern, unwrapped(function))
}

fn unwrapped(function: &str) -> &str {
    let path = function.trim_start_matches(['<', '&']);
    path.strip_prefix("mut ").unwrap_or(path)
}

fn fits(pattern: &str, text: &str) -> bool {
    let Some((beginning, rest)) = pattern.split_once('*') else {
        return pattern == text;
    };
    let Some(mut text) = text.strip_prefix(beginning) else {
        return false;
    };
    let (middles, end) = rest.rsplit_once('*').unwrap_or(("", rest));
    for middle in middles.split('*') {
        match text.split_once(middle) {
            Some((_, after)) => text = after,
            None => return false,
        }
    }
    text.ends_with(end)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn patterns_fit_whole_functions() {
        let table = [
            ("sonic_rs::*", "sonic_rs::parser::skip_[i]", true),
            (
                "sonic_rs::*",
                "<&mut sonic_rs::serde::De<R> as serde::De>::any",
                true,
            ),
            ("sonic_rs::*", "drop_in_place<sonic_rs::Value>", false),
            ("malloc", "malloc", true),
            ("malloc", "malloc_consolidate", false),
            ("*memcpy*", "__memcpy_avx_unaligned", true),
            ("a*b*c", "a-c-b-c", true),
            ("a*b*c", "a-c-b", false),
            ("<a*", "<a::B>::c", true),
            ("*", "", true),
            ("vfs_*", "vfs_read_[k]", true),
        ];
        for (pattern, name, expected) in table {
            assert_eq!(matches(pattern, name), expected, "{pattern} {name}");
        }
    }

    #[test]
    fn a_sample_counts_once_however_often_its_stack_has_the_function() {
        let folded = Folded::parse("m;p;p 6\nm;p;q 3\nm 1\n").unwrap();
        let group = ProfileGroup {
            name: "parsing".to_owned(),
            functions: vec!["p".to_owned()],
        };
        let share = &shares(&[group], &folded)[0];
        assert_eq!((share.samples, share.self_samples), (9, 6));
        assert!((share.share - 0.9).abs() < 1e-9);
    }

    #[test]
    fn intervals_agree_with_published_values() {
        // Wilson's interval for 8 of 10 and for 0 of 20.
        for (part, whole, low, high) in [(8, 10, 0.4902, 0.9433), (0, 20, 0.0, 0.1611)] {
            let share = Share::of(part, whole);
            assert!((share.low - low).abs() < 5e-4, "{share:?}");
            assert!((share.high - high).abs() < 5e-4, "{share:?}");
        }
    }
}
