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
        assert!(lock != Lock::GoModule || is_go(&mix), "{mix}");
        assert_eq!(moves(lock, old, &mix), expected[..taken], "{path}: {mix}");
        assert_eq!(moves(lock, &mix, new), expected[taken..], "{path}: {mix}");
    }
}

/// Whether lines begin with words in no block alone, as `go` wants it.
fn is_go(text: &str) -> bool {
    let mut is_in_block = false;
    text.lines().map(str::trim).all(|line| {
        let begins = ["module ", "go ", "require ", "exclude ", ")"];
        let is_right = line.is_empty()
            || line == ")" && is_in_block
            || begins.iter().any(|word| line.starts_with(word)) != is_in_block;
        is_in_block = line.ends_with('(') || is_in_block && line != ")";
        is_right
    })
}

#[test]
fn packages_of_each_kind_of_lock_file_are_listed_and_mixed() {
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
    let go = |a: &str| format!("module m\n\nrequire (\n\texample.org/a {a}\n\tx.io/b v1.0.0\n)\n");
    let expected = ["example.org/a v1.0.0>v1.2.0"];
    goes_over("go.mod", &go("v1.0.0"), &go("v1.2.0"), &expected);
    let alone = "module m\n\nrequire x.io/a v1.0.0 // indirect\n";
    let block = "module m\n\nrequire (\n\tx.io/a v1.1.0\n\tx.io/b v1.0.0\n)\n\n\
                 exclude (\n\tx.io/c v1.2.0\n)\n";
    let there = ["x.io/a v1.0.0>v1.1.0", "x.io/b >v1.0.0"];
    goes_over("go.mod", alone, block, &there);
    goes_over(
        "go.mod",
        block,
        alone,
        &["x.io/a v1.1.0>v1.0.0", "x.io/b v1.0.0>"],
    );
    goes_over(
        "go.mod",
        "module m",
        block,
        &["x.io/a >v1.1.0", "x.io/b >v1.0.0"],
    );
    goes_over(
        "go.mod",
        block,
        "module m",
        &["x.io/a v1.1.0>", "x.io/b v1.0.0>"],
    );
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
