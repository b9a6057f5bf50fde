//! When the server ends: asked by a signal, or because whoever started it is gone.

use std::io::Read;

use rustix::process::{Signal, set_parent_process_death_signal};
use tokio::{
    signal::unix::{SignalKind, signal},
    sync::oneshot,
};

pub(crate) struct Stop {
    parent_gone: oneshot::Receiver<()>,
}

impl Stop {
    /// Watches standard input, a pipe that whoever started the server holds: its end is theirs.
    pub(crate) fn watch() -> Self {
        // Where the kernel offers it, death of the parent also ends a server that hangs.
        let _ = set_parent_process_death_signal(Some(Signal::KILL));
        let (sender, parent_gone) = oneshot::channel();
        std::thread::spawn(move || {
            let mut nothing = [0_u8; 64];
            while matches!(std::io::stdin().read(&mut nothing), Ok(1..)) {}
            let _ = sender.send(()); // refused only when the server has ended
        });
        Self { parent_gone }
    }

    pub(crate) async fn requested(self) {
        let signals = (
            signal(SignalKind::terminate()),
            signal(SignalKind::interrupt()),
        );
        let (Ok(mut terminate), Ok(mut interrupt)) = signals else {
            let _ = self.parent_gone.await;
            return;
        };
        tokio::select! {
            _ = self.parent_gone => {}
            _ = terminate.recv() => {}
            _ = interrupt.recv() => {}
        }
    }
}
