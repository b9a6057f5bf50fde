//! `enrol`: a one-time token becomes the configuration of an agent with keys of its own.

use std::fmt::Write;
use std::fs::File;
use std::path::Path;
use std::process::ExitCode;

use anyhow::Context;
use rustix::fs::{FlockOperation, flock};

use super::print;
use crate::base::files::{Reserved, own_private_folder};
use crate::delivery::enrolment::LetIn;
use crate::delivery::server::Server;
use crate::machine;
use crate::run::EnrolArguments;
use crate::serve::Introduction;

const CONFIG: &str = "agent.toml";
const KEY: &str = "tidemark.key";
const SPOOL: &str = "spool";
/// What each file may need, taken before the token is spent.
const ROOM: usize = 16 << 10;

pub(crate) fn execute(arguments: &EnrolArguments) -> anyhow::Result<ExitCode> {
    let folder = std::path::absolute(&arguments.folder)?;
    let config = folder.join(CONFIG);
    let unwritable = || format!("cannot write to {}", folder.display());
    own_private_folder(&folder).with_context(|| format!("cannot use {}", folder.display()))?;
    let _alone = alone_in(&folder)?;
    // Before the token is spent.
    if config.exists() {
        anyhow::bail!(
            "{} is there already: an agent is enrolled by it; name another folder with --folder",
            config.display()
        );
    }
    let room = |file: &str| Reserved::take(&folder.join(file), ROOM).with_context(unwritable);
    let (key_file, config_file) = (room(KEY)?, room(CONFIG)?);
    let name = arguments.name.clone().unwrap_or_else(machine::host_name);
    let server = Server::new(&arguments.server, "", String::new());
    let server = server.signed_by(&folder.join(SPOOL), &name);
    let introduction = Introduction::new(&name, arguments.testbed.as_deref()).0;
    let (let_in, settling) = server.exchange(&arguments.token, &introduction)?;
    let text = configuration(arguments, server.address(), &name, &let_in)?;
    key_file
        .fill(format!("{}\n", let_in.secret).as_bytes())
        .and_then(|()| config_file.fill(text.as_bytes()))
        .with_context(unwritable)
        .context("the token is spent, and its API key is lost; run the line with another token")?;
    let _ = settling.finish(); // `serve` tries it again
    print(&format!(
        "agent {name} is enrolled in project {} for testbed {}; it begins by:\n\
         tidemark-agent serve --config {}\n",
        let_in.project,
        let_in.testbed,
        shown(&arguments.folder)
    ))?;
    Ok(ExitCode::SUCCESS)
}

/// Keeps a second line out of the folder for as long as this one is at work.
fn alone_in(folder: &Path) -> anyhow::Result<File> {
    let held = File::open(folder)?;
    flock(&held, FlockOperation::NonBlockingLockExclusive)
        .with_context(|| format!("another agent is being enrolled in {}", folder.display()))?;
    Ok(held)
}

fn shown(folder: &Path) -> String {
    folder.join(CONFIG).display().to_string()
}

/// `agent.toml`; a text in JSON is one in TOML.
fn configuration(
    arguments: &EnrolArguments,
    address: &str,
    name: &str,
    let_in: &LetIn,
) -> anyhow::Result<String> {
    let mut text = String::new();
    for (field, value) in [
        ("server", address),
        ("project", &let_in.project),
        ("testbed", &let_in.testbed),
        ("name", name),
        ("key_file", KEY),
        ("spool", SPOOL),
    ] {
        writeln!(text, "{field} = {}", serde_json::to_string(value)?)?;
    }
    if let Some(key) = &arguments.release_key {
        text.push_str("\n[update]\n");
        if let Some(channel) = &arguments.channel {
            writeln!(text, "channel = {}", serde_json::to_string(channel)?)?;
        }
        writeln!(text, "key = {}", serde_json::to_string(&key.to_string())?)?;
        text.push_str("# automatic = true\n");
    }
    Ok(text)
}
