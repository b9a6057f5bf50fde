//! Wall-clock time as an order carries it, `2026-11-20T21:51:21.123Z`.

use std::time::{Duration, SystemTime, UNIX_EPOCH};

#[must_use]
pub fn now() -> String {
    let since_epoch = SystemTime::now().duration_since(UNIX_EPOCH);
    text(since_epoch.unwrap_or(Duration::ZERO))
}

fn text(since_epoch: Duration) -> String {
    let seconds = since_epoch.as_secs();
    let (year, month, day) = date(seconds / 86_400);
    let (hour, minute, second) = (seconds / 3600 % 24, seconds / 60 % 60, seconds % 60);
    let millisecond = since_epoch.subsec_millis();
    format!("{year:04}-{month:02}-{day:02}T{hour:02}:{minute:02}:{second:02}.{millisecond:03}Z")
}

/// Year, month and day of a day after 1970. Years begin in March here, so that the day a leap year
/// adds is the last one.
fn date(days: u64) -> (u64, u64, u64) {
    let days = days + 719_468; // since March of the year 0
    let (era, day_of_era) = (days / 146_097, days % 146_097);
    let year_of_era =
        (day_of_era - day_of_era / 1460 + day_of_era / 36_524 - day_of_era / 146_096) / 365;
    let day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let month = (5 * day_of_year + 2) / 153; // 0 is March
    let day = day_of_year - (153 * month + 2) / 5 + 1;
    let is_next_year = month >= 10;
    let month = if is_next_year { month - 9 } else { month + 3 };
    (
        era * 400 + year_of_era + u64::from(is_next_year),
        month,
        day,
    )
}

#[cfg(test)]
mod tests {
    use super::text;
    use std::time::Duration;

    #[test]
    fn dates_are_those_of_the_calendar() {
        let table = [
            (0, "1970-01-01T00:00:00.000Z"),
            (951_868_799_999, "2000-02-29T23:59:59.999Z"),
            (1_709_251_200_000, "2024-03-01T00:00:00.000Z"),
            (1_795_211_481_123, "2026-11-20T21:51:21.123Z"),
        ];
        for (milliseconds, expected) in table {
            assert_eq!(text(Duration::from_millis(milliseconds)), expected);
        }
    }
}
