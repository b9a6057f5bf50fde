//! Which of the agent's variables a program in a sandbox is given: those that hold no secrets.

use std::ffi::{OsStr, OsString};
use std::os::unix::ffi::OsStrExt;

use super::view::View;

const PASSED: [&str; 6] = ["PATH", "LANG", "LANGUAGE", "TZ", "TERM", "USER"];
const OF_THE_MACHINE: [&str; 2] = ["PATH", "USER"];
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

/// The same in a container: what its image sets, and of the agent's all but where programs lie.
pub(super) fn visible_in_container(
    view: &View,
    image: &[u8],
    all: impl Iterator<Item = (OsString, OsString)>,
) -> Vec<(OsString, OsString)> {
    let mut seen: Vec<(OsString, OsString)> = image
        .split(|byte| *byte == 0)
        .filter_map(|text| {
            let at = text.iter().position(|byte| *byte == b'=')?;
            let name = OsStr::from_bytes(&text[..at]);
            // Engines pass on the machine's, with passwords at times; there is no network.
            let is_proxy = name.to_str()?.to_ascii_lowercase().ends_with("_proxy");
            let value = OsStr::from_bytes(&text[at + 1..]);
            (!is_proxy).then(|| (name.to_owned(), value.to_owned()))
        })
        .collect();
    let is_kept = |name: &OsStr| view.variables.iter().any(|wanted| name == wanted.as_str());
    let is_elsewhere = |name: &OsStr| OF_THE_MACHINE.iter().any(|known| name == *known);
    let own = visible(view, all).into_iter();
    seen.extend(own.filter(|(name, _)| is_kept(name) || !is_elsewhere(name)));
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

    #[test]
    fn a_container_has_the_variables_of_its_image_and_no_proxy() {
        let image = b"PATH=/image/bin\0HTTPS_PROXY=http://user:secret@proxy\0RUSTUP_HOME=/rust\0";
        let given = [("PATH", "/machine/bin"), ("LANG", "C"), ("TOKEN", "secret")];
        let given = given.map(|(name, value)| (OsString::from(name), OsString::from(value)));
        let seen = visible_in_container(&View::default(), image, given.into_iter());
        let seen: Vec<(&str, &str)> = seen
            .iter()
            .filter_map(|(name, value)| name.to_str().zip(value.to_str()))
            .collect();
        assert_eq!(
            seen,
            [
                ("PATH", "/image/bin"),
                ("RUSTUP_HOME", "/rust"),
                ("HOME", "/tmp"),
                ("LANG", "C")
            ]
        );
    }
}
