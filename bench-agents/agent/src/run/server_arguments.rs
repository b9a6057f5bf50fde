//! Where the server is and what opens it, as flags.

use std::path::PathBuf;

use clap::Args;

use super::config::{self, Config, ConfigError};

/// Where the server is and what opens it.
#[derive(Debug, Args)]
pub(crate) struct ServerArguments {
    /// Configuration file; flags win over it [default: that of a server started here by make up]
    #[arg(long, value_name = "FILE")]
    pub(crate) config: Option<PathBuf>,
    /// Address of the server, such as <http://127.0.0.1:8000>
    #[arg(long, env = "TIDEMARK_SERVER")]
    pub(crate) server: Option<String>,
    /// Project that the reports belong to
    #[arg(long, env = "TIDEMARK_PROJECT")]
    pub(crate) project: Option<String>,
    /// File with the API key
    #[arg(long, value_name = "FILE")]
    pub(crate) key_file: Option<PathBuf>,
    /// The API key itself; only from the environment, so that no process list shows it
    #[arg(skip = std::env::var("TIDEMARK_KEY").ok())]
    pub(crate) key: Option<String>,
    /// Milliseconds before the first repetition of a failed request
    #[arg(long, hide = true, default_value_t = 1000)]
    pub(crate) first_retry_ms: u64,
}

impl ServerArguments {
    /// The configuration to use and where it stands: the named file, or that of a server started
    /// here, unless the flags say all that it could.
    pub(crate) fn configuration(&self) -> Result<(Config, Option<PathBuf>), ConfigError> {
        let says_all = self.server.is_some() && self.project.is_some();
        let file = self.config.clone();
        let file = file.or_else(|| {
            if says_all {
                None
            } else {
                config::of_local_server()
            }
        });
        Ok((Config::read(file.as_deref())?, file))
    }
}
