//! Lock files as pieces of text, each of a package or of none: which packages changed, and the file
//! with some of the changes.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::{Map, Value};

use super::pieces::{Lock, pieces};

const LONGEST: usize = 200;
const ENDS: [&str; 2] = [".txt", ".lock"];

/// A package that is another one, was added or was removed.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct PackageMove {
    pub(super) name: String,
    /// Empty: there was none.
    pub(super) before: String,
    /// Empty: there is none any more.
    pub(super) after: String,
}

impl PackageMove {
    pub(super) fn words(&self) -> [&str; 3] {
        [&self.name, &self.before, &self.after]
    }
}

#[derive(Default)]
struct Package {
    versions: Vec<String>,
    identity: BTreeSet<String>,
    text: String,
}

/// The kind of lock file that a path is of by its name, if it is one.
pub(super) fn kind_of(path: &str) -> Option<Lock> {
    let name = path.rsplit('/').next().unwrap_or(path);
    match name {
        "Cargo.lock" | "poetry.lock" | "uv.lock" => Some(Lock::Toml),
        "package-lock.json" | "npm-shrinkwrap.json" => Some(Lock::Npm),
        "pnpm-lock.yaml" => Some(Lock::Pnpm),
        "yarn.lock" => Some(Lock::Yarn),
        "go.mod" => Some(Lock::GoModule),
        "Gemfile.lock" => Some(Lock::Gems),
        _ if name.starts_with("requirements") && ENDS.iter().any(|end| name.ends_with(end)) => {
            Some(Lock::Pins)
        }
        _ => None,
    }
}

/// Whether a file only holds sums of what a lock file says.
pub(super) fn is_sums(path: &str) -> bool {
    path.rsplit('/').next() == Some("go.sum")
}

/// Which packages changed from one text to another, by name.
pub(super) fn changed(lock: Lock, old: &str, new: &str) -> Vec<PackageMove> {
    let (old, new) = (packages(lock, old), packages(lock, new));
    let names: BTreeSet<&String> = old.keys().chain(new.keys()).collect();
    let nothing = Package::default();
    let of = |all: &BTreeMap<String, Package>, name: &String| {
        let found = all.get(name).unwrap_or(&nothing);
        (found.versions.join(", "), found.identity.clone())
    };
    names
        .into_iter()
        .filter_map(|name| {
            let ((before, was), (after, is)) = (of(&old, name), of(&new, name));
            (before != after || was != is).then(|| PackageMove {
                name: shown(name),
                before: shown(&before),
                after: shown(&after),
            })
        })
        .collect()
}

/// The new text, but with these packages as the old one has them; nothing where it is no such file.
pub(super) fn mixed(lock: Lock, old: &str, new: &str, kept: &BTreeSet<&str>) -> Option<String> {
    if lock == Lock::Npm {
        return mixed_json(old, new, kept);
    }
    let former = packages(lock, old);
    let is_kept = |name: &str| kept.contains(shown(name).as_str());
    let mut left: BTreeSet<&String> = former.keys().filter(|name| is_kept(name)).collect();
    let mut text = String::with_capacity(new.len());
    let mut end = 0;
    for piece in pieces(lock, new) {
        let Some(name) = piece.name.filter(|name| is_kept(name)) else {
            text.push_str(piece.text);
            end = if piece.version.is_empty() {
                end
            } else {
                text.len()
            };
            continue;
        };
        if left.remove(&name) {
            text.push_str(&former[&name].text);
            end = text.len();
        }
    }
    // what the new text has no more stands behind the last package
    let rest: String = left
        .iter()
        .map(|name| former[*name].text.as_str())
        .collect();
    text.insert_str(end, &rest);
    Some(text)
}

fn packages(lock: Lock, text: &str) -> BTreeMap<String, Package> {
    let mut found: BTreeMap<String, Package> = BTreeMap::new();
    let mut add = |name: String, version: String, identity: String, text: &str| {
        let package = found.entry(name).or_default();
        if !package.versions.contains(&version) {
            package.versions.push(version);
        }
        package.identity.insert(identity);
        package.text.push_str(text);
    };
    if lock == Lock::Npm {
        let tree: Value = serde_json::from_str(text).unwrap_or_default();
        for (name, entry) in entries(&tree) {
            let word = |key: &str| entry[key].as_str().unwrap_or_default().to_owned();
            add(
                name,
                word("version"),
                word("resolved") + &word("integrity"),
                "",
            );
        }
        return found;
    }
    for piece in pieces(lock, text) {
        if let Some(name) = piece.name {
            add(name, piece.version, piece.identity, piece.text);
        }
    }
    found
}

/// Packages of a lock file of npm, of either shape.
fn entries(tree: &Value) -> Vec<(String, &Value)> {
    let of = |key: &str| tree[key].as_object().into_iter().flatten();
    let flat: Vec<_> = of("packages")
        .filter_map(|(path, entry)| Some((npm_name(path)?.to_owned(), entry)))
        .collect();
    if flat.is_empty() {
        return of("dependencies")
            .map(|(name, entry)| (name.clone(), entry))
            .collect();
    }
    flat
}

fn npm_name(path: &str) -> Option<&str> {
    path.rsplit_once("node_modules/").map(|(_, name)| name)
}

fn mixed_json(old: &str, new: &str, kept: &BTreeSet<&str>) -> Option<String> {
    let old: Value = serde_json::from_str(old).ok()?;
    let mut new: Value = serde_json::from_str(new).ok()?;
    let is_kept = |name: &str| kept.contains(shown(name).as_str());
    for (section, is_flat) in [("packages", true), ("dependencies", false)] {
        let named = |key: &String| {
            is_kept(if is_flat {
                npm_name(key).unwrap_or("")
            } else {
                key
            })
        };
        let Some(Value::Object(map)) = new.get_mut(section) else {
            continue;
        };
        let mut whole: Map<String, Value> = std::mem::take(map);
        whole.retain(|key, _| !named(key));
        let former = old[section].as_object().into_iter().flatten();
        whole.extend(
            former
                .filter(|(key, _)| named(key))
                .map(|(key, entry)| (key.clone(), entry.clone())),
        );
        *map = whole;
    }
    serde_json::to_string_pretty(&new)
        .ok()
        .map(|text| text + "\n")
}

/// A word of a file as it is told: one line, not too long.
pub(super) fn shown(word: &str) -> String {
    let kept = word.chars().filter(|letter| !letter.is_control());
    kept.take(LONGEST).collect()
}

#[cfg(test)]
mod tests {
    use super::super::manifests::has_more;
    use super::*;

    fn moves(lock: Lock, old: &str, new: &str) -> Vec<String> {
        let told = changed(lock, old, new);
        let told = told.iter();
        told.map(|one| format!("{} {}>{}", one.name, one.before, one.after))
            .collect()
    }

    /// Each kind: what changed, and each file between the old one and the new one.
    fn goes_over(path: &str, old: &str, new: &str, expected: &[&str]) {
        let lock = kind_of(path).unwrap();
        assert_eq!(moves(lock, old, new), expected, "{path}");
        for taken in 0..=expected.len() {
            let names: Vec<&str> = expected
                .iter()
                .map(|one| one.split(' ').next().unwrap())
                .collect();
            let kept = names[taken..].iter().copied().collect();
            let mix = mixed(lock, old, new, &kept).unwrap();
            assert_eq!(moves(lock, old, &mix), expected[..taken], "{path}: {mix}");
            assert_eq!(moves(lock, &mix, new), expected[taken..], "{path}: {mix}");
        }
    }

    #[test]
    fn packages_of_each_kind_of_lock_file_are_told_and_mixed() {
        let toml = |serde: &str, rest: &str| {
            format!(
                "version = 4\n\n[[package]]\nname = \"app\"\nversion = \"0.1.0\"\n\
                 dependencies = [\n \"serde\",\n]\n\n[[package]]\nname = \"serde\"\n\
                 version = \"{serde}\"\nsource = \"registry\"\n{rest}\n[metadata]\nx = 1\n"
            )
        };
        let extra = "\n[[package]]\nname = \"wide\"\nversion = \"2.0.0\"\n";
        let expected = ["serde 1.0.1>1.0.2", "wide 2.0.0>"];
        for name in ["Cargo.lock", "a/poetry.lock", "uv.lock"] {
            goes_over(name, &toml("1.0.1", extra), &toml("1.0.2", ""), &expected);
        }
        let pins = "# by pip-compile\nflask==3.0 \\\n    --hash=sha256:a\nwheel[all]==1 ; os\n";
        let others = "# by pip-compile\nflask==3.1 \\\n    --hash=sha256:b\n-r base.txt\nnew==1\n";
        let expected = ["flask 3.0>3.1", "new >1", "wheel 1>"];
        goes_over("requirements-dev.txt", pins, others, &expected);
        let yarn = |a: &str, b: &str| {
            format!(
                "# yarn lockfile v1\n\n\n\"@s/a@^1\", \"@s/a@~1\":\n  version \"{a}\"\n  \
                 resolved \"u#{a}\"\n\nb@^2:\n  version \"{b}\"\n"
            )
        };
        let expected = ["@s/a 1.0>1.1", "b 2.0>2.1"];
        goes_over(
            "yarn.lock",
            &yarn("1.0", "2.0"),
            &yarn("1.1", "2.1"),
            &expected,
        );
        let go =
            |a: &str| format!("module m\n\nrequire (\n\texample.org/a {a}\n\tx.io/b v1.0.0\n)\n");
        let expected = ["example.org/a v1.0.0>v1.2.0"];
        goes_over("go.mod", &go("v1.0.0"), &go("v1.2.0"), &expected);
        let gems = |rack: &str| {
            format!("GEM\n  specs:\n    rack ({rack})\n      zlib (>= 1)\n\nDEPENDENCIES\n  rack\n")
        };
        goes_over(
            "Gemfile.lock",
            &gems("2.0"),
            &gems("2.1"),
            &["rack 2.0>2.1"],
        );
        let npm = |a: &str, rest: &str| {
            format!(
                "{{\"packages\": {{\"\": {{\"version\": \"1\"}}, \"node_modules/@s/a\": \
                 {{\"version\": \"{a}\"}}{rest}}}}}"
            )
        };
        let more = ", \"node_modules/@s/a/node_modules/b\": {\"version\": \"3\"}";
        let expected = ["@s/a 1>2", "b >3"];
        goes_over(
            "package-lock.json",
            &npm("1", ""),
            &npm("2", more),
            &expected,
        );
        let pnpm = |a: &str| {
            format!(
                "lockfileVersion: '9.0'\n\npackages:\n\n  '@s/a@{a}':\n    resolution: {{}}\n\n  b@1.0(x@2):\n    engines: {{}}\n"
            )
        };
        let expected = ["@s/a 1>2"];
        assert_eq!(moves(Lock::Pnpm, &pnpm("1"), &pnpm("2")), expected);
    }

    #[test]
    fn what_is_no_package_is_told_to_differ() {
        let go = |go: &str, a: &str, more: &str| {
            format!("module m\n\ngo {go}\n\nrequire (\n\tx.io/a {a}\n){more}\n")
        };
        let gems = |revision: &str, rack: &str| {
            format!(
                "GIT\n  revision: {revision}\n  specs:\n    own (1)\n\nGEM\n  specs:\n    rack ({rack})\n"
            )
        };
        let npm = |a: &str, own: &str| {
            format!(
                "{{\"packages\": {{\"\": {{\"engines\": \"{own}\"}}, \"node_modules/a\": \
                 {{\"version\": \"{a}\"}}}}}}"
            )
        };
        let replaced = "\n\nreplace x.io/a => ../a";
        for (path, old, same, other) in [
            (
                "go.mod",
                go("1.21", "v1.0.0", ""),
                go("1.21", "v1.1.0", ""),
                go("1.23", "v1.1.0", ""),
            ),
            (
                "go.mod",
                go("1.21", "v1.0.0", ""),
                go("1.21", "v1.1.0", ""),
                go("1.21", "v1.1.0", replaced),
            ),
            (
                "requirements.txt",
                "a==1\nb>=2\n".to_owned(),
                "b>=2\na==2\n".to_owned(),
                "a==2\nb>=3\n".to_owned(),
            ),
            (
                "Gemfile.lock",
                gems("aaa", "1"),
                gems("aaa", "2"),
                gems("bbb", "2"),
            ),
            (
                "package-lock.json",
                npm("1", "18"),
                npm("2", "18"),
                npm("2", "20"),
            ),
        ] {
            let lock = kind_of(path).unwrap();
            assert!(!has_more(lock, &old, &same), "{path}: {same}");
            assert!(has_more(lock, &old, &other), "{path}: {other}");
        }
    }

    #[test]
    fn what_is_no_lock_file_or_a_hostile_one_tells_nothing_and_breaks_nothing() {
        assert_eq!(kind_of("src/main.rs"), None);
        assert_eq!(kind_of("notrequirements.txt"), None);
        let deep = "[".repeat(100_000);
        let odd = [
            "",
            "\0\u{1b}[31m",
            "[[package]]",
            "@:\n",
            "'':\n  ''",
            "é@:\n  é:\n",
            "==\n",
            &deep,
        ];
        for lock in [
            Lock::Toml,
            Lock::Npm,
            Lock::Pnpm,
            Lock::Yarn,
            Lock::Pins,
            Lock::GoModule,
            Lock::Gems,
        ] {
            for (old, new) in odd
                .iter()
                .flat_map(|old| odd.iter().map(move |new| (old, new)))
            {
                changed(lock, old, new);
                let _ = mixed(lock, old, new, &BTreeSet::from(["a"]));
            }
        }
        let colours = "[[package]]\nname = \"a\u{1b}[31m\"\nversion = \"1\"\n";
        assert_eq!(changed(Lock::Toml, "", colours)[0].name, "a[31m");
        let long = format!("[[package]]\nname = \"{}\"\n", "x".repeat(10_000));
        assert_eq!(changed(Lock::Toml, "", &long)[0].name.len(), LONGEST);
    }
}
