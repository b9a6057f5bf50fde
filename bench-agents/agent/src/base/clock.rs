//! Calendar time as RFC 3339 text in UTC; durations are measured elsewhere, on the monotonic clock.

use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

pub(crate) fn now() -> String {
    rfc3339(unix_now())
}

/// Time since 1970, zero if the clock stands before that.
pub(crate) fn unix_now() -> Duration {
    SystemTime::now()
        .duration_since(UNIX_EPOCH)
        .unwrap_or_default()
}

/// The times of one run: read off the calendar once, and counted from there on the monotonic
/// clock, so that they are as far apart as they were, however the calendar is set meanwhile.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Watch {
    began: Duration,
    since: Instant,
}

impl Watch {
    pub(crate) fn start() -> Self {
        Self {
            began: unix_now(),
            since: Instant::now(),
        }
    }

    pub(crate) fn now(&self) -> String {
        rfc3339(self.began + self.since.elapsed())
    }
}

/// `2026-11-20T15:30:00.123Z` for a time since 1970.
pub(crate) fn rfc3339(since_epoch: Duration) -> String {
    let seconds = since_epoch.as_secs();
    let (year, month, day) = civil_date(seconds / 86_400);
    let (hour, minute, second) = (seconds / 3600 % 24, seconds / 60 % 60, seconds % 60);
    let millis = since_epoch.subsec_millis();
    format!("{year:04}-{month:02}-{day:02}T{hour:02}:{minute:02}:{second:02}.{millis:03}Z")
}

/// Days since 1970-01-01 as year, month, day, by counting 400-year eras that begin in March.
fn civil_date(days_since_epoch: u64) -> (u64, u64, u64) {
    let days = days_since_epoch + 719_468;
    let era = days / 146_097;
    let day_of_era = days % 146_097;
    let year_of_era =
        (day_of_era - day_of_era / 1460 + day_of_era / 36_524 - day_of_era / 146_096) / 365;
    let day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let shifted_month = (5 * day_of_year + 2) / 153;
    let day = day_of_year - (153 * shifted_month + 2) / 5 + 1;
    let month = if shifted_month < 10 {
        shifted_month + 3
    } else {
        shifted_month - 9
    };
    (era * 400 + year_of_era + u64::from(month <= 2), month, day)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn known_days_are_named_correctly() {
        let table = [
            (0, "1970-01-01T00:00:00.000Z"),
            (951_782_399, "2000-02-28T23:59:59.000Z"),
            (951_782_400, "2000-02-29T00:00:00.000Z"),
            (1_709_251_199, "2024-02-29T23:59:59.000Z"),
            (1_767_225_599, "2025-12-31T23:59:59.000Z"),
            (4_107_542_400, "2100-03-01T00:00:00.000Z"),
        ];
        for (seconds, expected) in table {
            assert_eq!(rfc3339(Duration::from_secs(seconds)), expected);
        }
    }
}
