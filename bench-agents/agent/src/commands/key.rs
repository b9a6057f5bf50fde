//! `key`: what this agent signs its reports with, told to the server once more, or replaced.

use std::process::ExitCode;

use anyhow::Context;

use super::cli::KeyArguments;
use super::{print, server};
use crate::machine;
use crate::serve::Introduction;

pub(crate) fn execute(arguments: &KeyArguments) -> anyhow::Result<ExitCode> {
    let config = arguments.server.configuration()?.0;
    let server = server(&arguments.server, &config)?;
    let signer = server
        .signer()
        .context("the configuration names no spool, and the key of an agent is in its spool")?;
    if arguments.rotate {
        signer.rotate()?;
    }
    let name = config.name.clone().unwrap_or_else(machine::host_name);
    let testbed = arguments.overrides.testbed.clone().or(config.testbed);
    let agent = server.register(&Introduction::new(&name, testbed.as_deref()).0)?;
    let key = server.enrol(&agent.id)?;
    print(&format!("agent {name} signs with key {key}…\n"))?;
    Ok(ExitCode::SUCCESS)
}
