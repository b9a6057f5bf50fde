//! An error with its causes, each named once.

/// Some errors say their cause within their own sentence and some leave it to the next one.
pub(crate) fn with_causes(error: &anyhow::Error) -> String {
    let mut text = String::new();
    for cause in error.chain().map(ToString::to_string) {
        if !text.contains(&cause) {
            text = if text.is_empty() {
                cause
            } else {
                format!("{text}: {cause}")
            };
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use std::io;

    use super::with_causes;

    #[derive(Debug, thiserror::Error)]
    enum Failure {
        #[error("cannot read it: {source}")]
        Telling { source: io::Error },
        #[error("cannot read it")]
        Silent { source: io::Error },
    }

    #[test]
    fn every_cause_is_told_once() {
        let source = || io::Error::other("the disk is gone");
        for failure in [
            Failure::Telling { source: source() },
            Failure::Silent { source: source() },
        ] {
            let error = anyhow::Error::new(failure).context("suite one");
            assert_eq!(
                with_causes(&error),
                "suite one: cannot read it: the disk is gone"
            );
        }
    }
}
