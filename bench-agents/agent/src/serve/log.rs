//! The service's log.

use crate::base::aloud::say_aloud;
use crate::base::clock;

/// One line of the service's log, with the time.
pub(crate) fn log(sentence: &str) {
    say_aloud(&format!("{} {}", clock::now(), without_controls(sentence)));
}

/// What others wrote, such as the end of a build, must not steer the terminal that shows it.
pub(super) fn without_controls(text: &str) -> String {
    let kept = |letter: char| letter == '\n' || letter == '\t' || !letter.is_control();
    let letters = text.chars();
    letters
        .map(|letter| if kept(letter) { letter } else { '\u{fffd}' })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn escape_sequences_lose_their_power() {
        assert_eq!(
            without_controls("a\u{1b}[2Jb\n\tc\r"),
            "a\u{fffd}[2Jb\n\tc\u{fffd}"
        );
    }
}
