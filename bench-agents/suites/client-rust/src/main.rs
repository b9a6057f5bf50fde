//! Sends orders and prints one line about how it went.

use std::{env, net::SocketAddr, path::Path, process::ExitCode};

use anyhow::{Context, Result};
use client_rust::{
    cli::{self, Action},
    plan::Plan,
    run,
};

/// The exit code of a command line or an environment that cannot be used.
const MISUSED: u8 = 2;

fn main() -> ExitCode {
    let told = match cli::parse(env::args().skip(1)) {
        Ok(Action::Help) => Ok(cli::USAGE.trim_end().to_owned()),
        Ok(Action::Version) => Ok(receipt()),
        Ok(Action::Run(plan)) => match address() {
            Ok(address) => send(plan, address).map_err(|error| (ExitCode::FAILURE, error)),
            Err(error) => Err((MISUSED.into(), error)),
        },
        Err(error) => Err((MISUSED.into(), error.into())),
    };
    match told {
        Ok(text) => {
            println!("{text}");
            ExitCode::SUCCESS
        }
        Err((code, error)) => {
            eprintln!("client-rust: {error:#}");
            code
        }
    }
}

fn receipt() -> String {
    format!(
        "client-rust {} ({}; {}; {})",
        env!("CARGO_PKG_VERSION"),
        env!("SUITE_RUSTC"),
        env!("SUITE_RUSTFLAGS"),
        env!("SUITE_CRATES"),
    )
}

fn address() -> Result<SocketAddr> {
    let address = env::var("ORDERS_ADDRESS")
        .context("ORDERS_ADDRESS names no server; start this by `orders with -- client-rust …`")?;
    address
        .parse()
        .with_context(|| format!("ORDERS_ADDRESS={address} is not like 127.0.0.1:8080"))
}

fn send(plan: Plan, address: SocketAddr) -> Result<String> {
    let outcome = run::run(plan, address)?;
    if let Some(path) = env::var_os("ORDERS_LATENCIES") {
        outcome.write_latencies(Path::new(&path))?;
    }
    if let Some(path) = env::var_os("ORDERS_ENDS") {
        outcome.write_ends(Path::new(&path))?;
    }
    Ok(outcome.to_string())
}
