//! What a commit says of its submodules: where each lies, and where it is fetched.

use std::collections::BTreeMap;
use std::path::{Component, Path};

use super::super::git::{CheckoutError, Git};
use super::tree::Object;

/// More than these are left out.
pub(super) const MOST: usize = 100;
/// What a submodule may be fetched by; by the first alone where strangers wrote the commit.
const SCHEMES: [&str; 4] = ["https://", "http://", "ssh://", "git@"];

/// Submodules of a commit: their paths, and the commits that they stand at.
pub(super) fn links(
    mirror: &Path,
    id: &str,
    git: &mut Git,
) -> Result<Vec<(String, String)>, CheckoutError> {
    let modules = format!("{id}:.gitmodules");
    if git
        .ask(mirror, &["rev-parse", "--verify", "--quiet", &modules])?
        .is_none()
    {
        return Ok(Vec::new());
    }
    let mut paths: Vec<String> = Vec::new();
    for (key, path) in settings(mirror, id, git)? {
        let is_new = key.strip_suffix(".path").is_some() && !paths.contains(&path);
        if is_new && is_inside(Path::new(&path)) {
            paths.push(path);
        }
    }
    let mut found = Vec::new();
    for path in paths.into_iter().take(MOST) {
        if let Some(object) = Object::at(mirror, id, &path, git)?.filter(Object::is_link) {
            found.push((path, object.id));
        }
    }
    Ok(found)
}

/// The address that a commit says of each submodule, by its path.
pub(super) fn urls(
    mirror: &Path,
    id: &str,
    git: &mut Git,
) -> Result<BTreeMap<String, String>, CheckoutError> {
    let settings: BTreeMap<String, String> = settings(mirror, id, git)?.into_iter().collect();
    let named = settings.iter().filter_map(|(key, path)| {
        let url = settings.get(&format!("{}.url", key.strip_suffix(".path")?))?;
        Some((path.clone(), url.clone()))
    });
    Ok(named.collect())
}

/// What says of a submodule where it is, as one of several that are added to a file.
pub(super) fn section(count: usize, path: &str, url: Option<&String>) -> String {
    let quoted = |word: &str| {
        let word = word.replace('\\', "\\\\").replace('"', "\\\"");
        word.replace('\n', "\\n").replace('\t', "\\t")
    };
    let url = url.map_or_else(String::new, |url| format!("\turl = \"{}\"\n", quoted(url)));
    let path = quoted(path);
    format!("\n[submodule \"former-{count}\"]\n\tpath = \"{path}\"\n{url}")
}

fn settings(
    mirror: &Path,
    id: &str,
    git: &mut Git,
) -> Result<Vec<(String, String)>, CheckoutError> {
    let blob = format!("--blob={id}:.gitmodules");
    let words = [
        "config",
        &blob,
        "-z",
        "--no-includes",
        "--get-regexp",
        "^submodule\\.",
    ];
    let told = match git.read(mirror, &words) {
        Err(CheckoutError::Git(_)) => String::new(),
        other => other?,
    };
    let lines = told.split('\0').filter_map(|entry| entry.split_once('\n'));
    Ok(lines
        .map(|(key, value)| (key.to_owned(), value.to_owned()))
        .collect())
}

/// Where a submodule is fetched by what the commit says of it; nothing where that is no plain
/// address of a server. A relative one is next to the repository around it.
pub(super) fn address(said: &str, around: &str, is_strange: bool) -> Option<String> {
    let said = said.trim_end_matches('/');
    let whole = if said.starts_with("./") || said.starts_with("../") {
        next_to(around, said)?
    } else {
        said.to_owned()
    };
    let schemes = if is_strange {
        &SCHEMES[..1]
    } else {
        &SCHEMES[..]
    };
    let scheme = schemes.iter().find(|scheme| whole.starts_with(**scheme))?;
    let host = &whole[scheme.len()..];
    let is_plain = host.starts_with(|first: char| first.is_ascii_alphanumeric() || first == '[')
        && !host.contains("@-")
        && !whole.contains("::")
        && whole.chars().all(|letter| letter.is_ascii_graphic());
    // strangers lead the agent to no other server than that of their own repository
    let is_near = server(&whole).is_some() && server(&whole) == server(around);
    (is_plain && (!is_strange || is_near)).then_some(whole)
}

/// The server of an `https` address: `example.org`.
fn server(address: &str) -> Option<&str> {
    address.strip_prefix(SCHEMES[0])?.split('/').next()
}

/// `said` from where a repository is, never above the server.
fn next_to(around: &str, said: &str) -> Option<String> {
    let scheme = SCHEMES[..3]
        .iter()
        .find(|scheme| around.starts_with(**scheme))?;
    let mut parts: Vec<&str> = around[scheme.len()..]
        .trim_end_matches('/')
        .split('/')
        .collect();
    for part in said.split('/') {
        match part {
            "." => {}
            ".." if parts.len() > 1 => {
                parts.pop();
            }
            ".." => return None,
            other => parts.push(other),
        }
    }
    Some(format!("{scheme}{}", parts.join("/")))
}

fn is_inside(path: &Path) -> bool {
    let mut parts = path.components();
    !path.as_os_str().is_empty()
        && parts.all(|part| matches!(part, Component::Normal(name) if name != ".git"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hostile_addresses_are_refused_and_relative_ones_stay_on_their_server() {
        let of = |said: &str, is_strange: bool| {
            address(said, "https://example.org/team/app.git", is_strange)
        };
        for said in [
            "file:///etc",
            "/etc",
            "ext::sh -c id",
            "--upload-pack=id",
            "-u",
            "git://a/b",
            "~/x",
            "ssh://-oProxyCommand=id/x",
            "https://-x/",
            "https://a/ b",
            "https://a\n/b",
            "git@-x:y",
            "../../../../etc",
            "https::https://a",
            "",
        ] {
            assert_eq!(of(said, false), None, "{said}");
            assert_eq!(of(said, true), None, "{said}");
        }
        let near = Some("https://example.org/team/lib.git".to_owned());
        assert_eq!(of("../lib.git", false), near);
        assert_eq!(of("git@example.org:a/b", true), None);
        assert_eq!(of("http://example.org/a", true), None);
        assert_eq!(of("https://name:word@example.org/a", true), None);
        assert!(of("git@example.org:a/b", false).is_some());
        assert!(of("https://example.org/a", true).is_some());
        for elsewhere in ["https://127.0.0.1/a", "https://example.org:1/a"] {
            assert_eq!(of(elsewhere, true), None, "{elsewhere}");
            assert!(of(elsewhere, false).is_some(), "{elsewhere}");
        }
        assert_eq!(next_to("/srv/app", "../lib"), None);
    }

    #[test]
    fn a_path_stays_in_its_checkout() {
        for path in ["../x", "/x", "a/../../x", "a/.git/x", ""] {
            assert!(!is_inside(Path::new(path)), "{path}");
        }
    }
}
