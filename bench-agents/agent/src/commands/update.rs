//! `update`: a newer version of this program, or the one before.

use std::process::ExitCode;

use super::cli::UpdateArguments;
use super::{print, server};
use crate::delivery::updates::{Installation, Outcome, UpdateError, Version, fetch, look};
use crate::machine;
use crate::run::config::Config;
use crate::serve::Introduction;

/// There is a newer version, and it was not taken.
const NEWER: u8 = 1;

pub(crate) fn execute(arguments: &UpdateArguments) -> anyhow::Result<ExitCode> {
    let installation = Installation::of_this_program()?;
    if arguments.back {
        installation.back()?;
        print("back to the version before; `--back` once more returns to this one\n")?;
        return Ok(ExitCode::SUCCESS);
    }
    let config = arguments.server.configuration()?.0;
    let mut settings = config.update.clone();
    if let Some(channel) = &arguments.channel {
        settings.channel = Some(channel.clone());
    }
    if let Some(key) = &arguments.release_key {
        settings.key = Some(key.clone());
    }
    let source = settings.source()?;
    let beside = server_version(arguments, &config)?;
    match look(&source, &installation, || Ok(beside), false)? {
        Outcome::Newest(version) | Outcome::Left(version) => {
            print(&format!(
                "{version} is the newest version that the channel offers\n"
            ))?;
        }
        Outcome::Newer(offer) if arguments.check => {
            print(&format!(
                "{} is newer than {}\n",
                offer.version(),
                Version::here()
            ))?;
            return Ok(ExitCode::from(NEWER));
        }
        Outcome::Newer(offer) => {
            let version = fetch(&source, &installation, &offer)?.place(&installation)?;
            print(&format!(
                "{} is version {version} now; `update --back` returns to {}\n",
                installation.program().display(),
                Version::here()
            ))?;
        }
    }
    Ok(ExitCode::SUCCESS)
}

/// The version of the server that this agent has, if it has one.
fn server_version(arguments: &UpdateArguments, config: &Config) -> anyhow::Result<Option<Version>> {
    if arguments.server.server.is_none() && config.server.is_none() {
        return Ok(None);
    }
    let server = server(&arguments.server, config)?;
    let name = config.name.clone().unwrap_or_else(machine::host_name);
    let said = server.register(&Introduction::new(&name, config.testbed.as_deref()).0)?;
    let version = said.version.and_then(|said| said.parse().ok());
    Ok(Some(version.ok_or(UpdateError::NoVersion)?))
}
