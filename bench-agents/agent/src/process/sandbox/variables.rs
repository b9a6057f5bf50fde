//! Which of the agent's variables a program in a sandbox is given: those that hold no secrets.

use std::ffi::{OsStr, OsString};

use super::view::View;

const PASSED: [&str; 6] = ["PATH", "LANG", "LANGUAGE", "TZ", "TERM", "USER"];
const PASSED_GROUP: &str = "LC_";
/// The private folder is the only home that there is.
const HOME: (&str, &str) = ("HOME", "/tmp");

/// The variables of `all` that programs see, and what stands for the home.
pub(super) fn visible(
    view: &View,
    all: impl Iterator<Item = (OsString, OsString)>,
) -> Vec<(OsString, OsString)> {
    let is_passed = |name: &OsStr| {
        name.to_str().is_some_and(|name| {
            let is_usual = PASSED.contains(&name) || name.starts_with(PASSED_GROUP);
            is_usual || view.variables.iter().any(|wanted| wanted == name)
        })
    };
    let mut seen = vec![(HOME.0.into(), HOME.1.into())];
    seen.extend(all.filter(|(name, _)| is_passed(name)));
    seen
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_is_named_is_passed_on() {
        let given = [
            "PATH",
            "LC_ALL",
            "TIDEMARK_KEY",
            "AWS_SECRET_ACCESS_KEY",
            "CARGO_HOME",
        ];
        let given = given.map(|name| (OsString::from(name), OsString::from("value")));
        let view = View {
            variables: vec!["CARGO_HOME".to_owned()],
            ..View::default()
        };
        let seen = visible(&view, given.into_iter());
        let names: Vec<&str> = seen.iter().filter_map(|(name, _)| name.to_str()).collect();
        assert_eq!(names, ["HOME", "PATH", "LC_ALL", "CARGO_HOME"]);
    }
}
