use super::super::super::git::turn;
use super::*;
use crate::process::Stop;

/// Writes a blob, a tree of one entry of that name, and a commit of it; their hashes.
fn commit(at: &Path, name: &str, git: &mut Git) -> [String; 3] {
    let file = at.with_extension("text");
    fs::write(&file, "text").unwrap();
    let mut ask = |words: &[&str]| git.ask(at, words).unwrap().unwrap();
    let blob = ask(&["hash-object", "-w", &file.to_string_lossy()]);
    let mut raw = format!("100644 {name}\0").into_bytes();
    raw.extend((0..20).map(|i| u8::from_str_radix(&blob[2 * i..2 * i + 2], 16).unwrap()));
    fs::write(&file, raw).unwrap();
    let file = file.to_string_lossy();
    let tree = ask(&["hash-object", "-w", "--literally", "-t", "tree", &file]);
    let who = "Ada <ada@example.org> 1000000000 +0000";
    let text = format!("tree {tree}\nauthor {who}\ncommitter {who}\n\nOne\n");
    fs::write(&*file, text).unwrap();
    let id = ask(&["hash-object", "-w", "-t", "commit", &file]);
    ask(&["update-ref", "refs/heads/main", &id]);
    [blob, tree, id]
}

fn repository(at: &Path, name: &str, stop: &Stop) -> [String; 3] {
    let mut git = Git::new(stop).of(at);
    fs::create_dir(at).unwrap();
    git.must(at, &["init", "--quiet", "--bare", "."]).unwrap();
    commit(at, name, &mut git)
}

fn module(scratch: &Path) -> Module {
    Module {
        mirror: scratch.join("mirror.git"),
        sources: vec![scratch.join("source.git").to_string_lossy().into_owned()],
        most: None,
    }
}

#[test]
fn a_half_fetched_submodule_is_fetched_again_and_half_a_mirror_is_removed() {
    let _turn = turn();
    let scratch = tempfile::tempdir().unwrap();
    let module = module(scratch.path());
    let stop = Stop::new().unwrap();
    let [_, tree, id] = repository(&scratch.path().join("source.git"), "file", &stop);
    let (mirror, unreached) = (&module.mirror, RefCell::default());
    let mut git = Git::new(&stop).of(mirror);
    fs::create_dir(mirror).unwrap();
    fs::write(mirror.join("objects"), "").unwrap();
    assert!(module.has(&id, &unreached, &mut git).is_err());
    assert!(!mirror.exists());
    assert!(module.has(&id, &unreached, &mut git).unwrap());
    // As a fetch leaves it that found no room.
    for part in fs::read_dir(mirror.join("objects")).unwrap().flatten() {
        let _ = fs::remove_dir_all(part.path());
    }
    fs::remove_dir_all(mirror.join("refs/checkouts")).unwrap();
    let loose = |id: &str| Path::new("objects").join(&id[..2]).join(&id[2..]);
    let half = mirror.join(loose(&id));
    fs::create_dir_all(half.parent().unwrap()).unwrap();
    fs::copy(scratch.path().join("source.git").join(loose(&id)), half).unwrap();
    assert!(git.commit(mirror, &id).unwrap().is_some());
    assert!(
        git.ask(mirror, &["cat-file", "-e", &tree])
            .unwrap()
            .is_none()
    );
    assert!(module.has(&id, &unreached, &mut git).unwrap());
    assert!(
        git.ask(mirror, &["cat-file", "-e", &tree])
            .unwrap()
            .is_some()
    );
}

#[test]
fn a_source_that_cannot_be_reached_is_asked_once_in_a_job() {
    let _turn = turn();
    let scratch = tempfile::tempdir().unwrap();
    let (module, source) = (module(scratch.path()), scratch.path().join("source.git"));
    let stop = Stop::new().unwrap();
    let elsewhere = scratch.path().join("elsewhere.git");
    let [_, _, id] = repository(&elsewhere, "file", &stop);
    let mut git = Git::new(&stop).of(&module.mirror);
    let unreached = RefCell::default();
    assert!(!module.has(&id, &unreached, &mut git).unwrap());
    fs::rename(&elsewhere, &source).unwrap();
    assert!(!module.has(&id, &unreached, &mut git).unwrap());
    assert!(module.has(&id, &RefCell::default(), &mut git).unwrap());
}

#[test]
fn files_that_git_does_not_write_are_missing_and_no_fault_of_the_machine() {
    let _turn = turn();
    let scratch = tempfile::tempdir().unwrap();
    let module = module(scratch.path());
    let stop = Stop::new().unwrap();
    let [_, _, id] = repository(&scratch.path().join("source.git"), ".git", &stop);
    let mut git = Git::new(&stop).of(&module.mirror);
    assert!(module.has(&id, &RefCell::default(), &mut git).unwrap());
    let checkout = Checkout {
        top: scratch.path(),
        indexes: None,
    };
    let is_there = module.put(&id, &checkout, Path::new("top"), &mut git);
    assert!(!is_there.unwrap());
}

#[test]
fn no_file_is_written_through_a_link() {
    let scratch = tempfile::tempdir().unwrap();
    let outside = scratch.path().join("outside");
    let top = scratch.path().join("top");
    fs::create_dir_all(&outside).unwrap();
    fs::create_dir_all(&top).unwrap();
    std::os::unix::fs::symlink(&outside, top.join("lib")).unwrap();
    assert!(!leads_straight(&top, Path::new("lib/inner")));
    let place = free_place(&top, Path::new("lib/inner")).unwrap();
    assert!(place.is_dir());
    assert!(fs::read_dir(&outside).unwrap().next().is_none());
}

#[test]
fn a_branch_in_the_way_of_others_does_not_hide_a_commit_of_no_branch() {
    let _turn = turn();
    let scratch = tempfile::tempdir().unwrap();
    let (module, source) = (module(scratch.path()), scratch.path().join("source.git"));
    let stop = Stop::new().unwrap();
    let [_, tree, id] = repository(&source, "file", &stop);
    let mut own = Git::new(&stop).of(&source);
    let mut git = Git::new(&stop).of(&module.mirror);
    let unreached = RefCell::default();
    assert!(module.has(&id, &unreached, &mut git).unwrap());
    for words in [
        &["branch", "-m", "main", "main/next"][..],
        &["config", "uploadpack.allowAnySHA1InWant", "true"],
    ] {
        own.must(&source, words).unwrap();
    }
    let file = scratch.path().join("commit");
    let who = "Ada <ada@example.org> 1000000001 +0000";
    let text = format!("tree {tree}\nauthor {who}\ncommitter {who}\n\nTwo\n");
    fs::write(&file, text).unwrap();
    let file = file.to_string_lossy();
    let words = ["hash-object", "-w", "-t", "commit", &file];
    let alone = own.ask(&source, &words).unwrap().unwrap();
    assert!(module.has(&alone, &unreached, &mut git).unwrap());
}

#[test]
fn a_server_that_hangs_after_its_first_answer_is_asked_once_in_a_job() {
    let _turn = turn();
    let scratch = tempfile::tempdir().unwrap();
    let (mut module, source) = (module(scratch.path()), scratch.path().join("source.git"));
    let stop = Stop::new().unwrap();
    let [_, _, id] = repository(&source, "file", &stop);
    module.sources = vec![format!("ssh://host{}", source.display())];
    let mut git = Git::new(&stop).of(&module.mirror);
    fs::create_dir(&module.mirror).unwrap();
    let init = ["init", "--quiet", "--bare", "."];
    git.must(&module.mirror, &init).unwrap();
    let (script, calls) = (scratch.path().join("ssh"), scratch.path().join("calls"));
    let text = format!(
        "for last; do :; done\necho call >> {0}\n[ $(wc -l < {0}) -gt 1 ] && exec sleep 600\n\
         exec sh -c \"$last\"\n",
        calls.display()
    );
    fs::write(&script, text).unwrap();
    let command = format!("sh {}", script.display());
    for (name, value) in [("GIT_SSH_COMMAND", &*command), ("GIT_SSH_VARIANT", "ssh")] {
        git.environment.push((name.to_owned(), value.to_owned()));
    }
    git.longest = Duration::from_secs(5);
    let unreached = RefCell::default();
    for _ in 0..2 {
        assert!(!module.has(&id, &unreached, &mut git).unwrap());
        assert_eq!(fs::read_to_string(&calls).unwrap(), "call\ncall\n");
    }
}

#[test]
fn a_submodule_of_strangers_that_has_no_room_is_missing_and_leaves_nothing() {
    let _turn = turn();
    let scratch = tempfile::tempdir().unwrap();
    let (mut module, source) = (module(scratch.path()), scratch.path().join("source.git"));
    let stop = Stop::new().unwrap();
    let [_, _, small] = repository(&source, "file", &stop);
    let mut own = Git::new(&stop).of(&source);
    let file = scratch.path().join("large");
    // nothing of it is a copy of anything else
    let mut state = 1_u32;
    let bytes: Vec<u8> = std::iter::repeat_with(|| {
        state ^= state << 13;
        state ^= state >> 17;
        state ^= state << 5;
        state.to_le_bytes()[0]
    })
    .take(3 << 20)
    .collect();
    fs::write(&file, bytes).unwrap();
    let mut ask = |words: &[&str]| own.ask(&source, words).unwrap().unwrap();
    let blob = ask(&["hash-object", "-w", &file.to_string_lossy()]);
    let entry = format!("100644,{blob},large");
    ask(&["update-index", "--add", "--cacheinfo", &entry]);
    let tree = ask(&["write-tree"]);
    let who = "Ada <ada@example.org> 1000000002 +0000";
    let text = format!("tree {tree}\nauthor {who}\ncommitter {who}\n\nLarge\n");
    fs::write(&file, text).unwrap();
    let words = ["hash-object", "-w", "-t", "commit", &file.to_string_lossy()];
    let large = ask(&words);
    ask(&["update-ref", "refs/heads/large", &large]);
    module.mirror = scratch.path().join("modules/mirror.git");
    let mut git = Git::new(&stop).of(&module.mirror);
    module.most = Some(2 << 20);
    for (id, is_had) in [(&large, false), (&small, true)] {
        let had = module.has(id, &RefCell::default(), &mut git).unwrap();
        assert_eq!(had, is_had);
        assert!(builds::size(&module.mirror) < 1 << 20);
    }
    module.most = Some(8 << 20);
    assert!(module.has(&large, &RefCell::default(), &mut git).unwrap());
    // what is there already takes all of the room
    let other = Module {
        mirror: scratch.path().join("modules/other.git"),
        sources: module.sources.clone(),
        most: Some(3 << 20),
    };
    let mut git = Git::new(&stop).of(&other.mirror);
    assert!(!other.has(&small, &RefCell::default(), &mut git).unwrap());
}
