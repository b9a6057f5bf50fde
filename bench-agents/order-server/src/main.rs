//! Serves one client and judges it, or serves by hand.

use std::{io, net::SocketAddr, process::ExitCode, sync::Arc};

use anyhow::{Context, Result};
use order_server::{
    claim::{self, Claim},
    cli::{self, Action, Service},
    client::Client,
    cpu_time::cpu_seconds,
    desk::Desks,
    draw,
    judgement::Evidence,
    server::{self, Shop},
};
use tokio::{
    net::TcpListener,
    runtime::{Builder, Runtime},
};

fn main() -> ExitCode {
    match run() {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("orders: {error:#}");
            ExitCode::FAILURE
        }
    }
}

fn run() -> Result<()> {
    match cli::parse(std::env::args().skip(1))? {
        Action::Help => print!("{}", cli::USAGE),
        Action::Version => println!("orders {}", env!("CARGO_PKG_VERSION")),
        Action::With { service, client } => println!("{}", serve_client(service, &client)?),
        Action::Serve { service, port } => serve_by_hand(service, port)?,
        Action::Answer { orders, seed } => println!("{}", answer(orders, seed)),
    }
    Ok(())
}

/// Serves one client from its start to its end and judges it.
fn serve_client(service: Service, command: &[String]) -> Result<String> {
    let server = Server::open(service, 0)?;
    let (address, shop) = (server.address, Arc::clone(&server.shop));
    let runtime = server.start();
    let mut client = Client::start(command, address)?;
    let began = cpu_seconds();
    client.wait()?;
    let server_cpu_seconds = cpu_seconds() - began;
    runtime.shutdown_background();
    let leavings = client.leavings()?;
    let evidence = Evidence {
        claim: Claim::read(&leavings.output)?,
        latencies: claim::times("ORDERS_LATENCIES", &leavings.latencies)?,
        ends: claim::times("ORDERS_ENDS", &leavings.ends)?,
        count: shop.tally.count(),
        server_cpu_seconds,
    };
    evidence.line()
}

fn serve_by_hand(service: Service, port: u16) -> Result<()> {
    let server = Server::open(service, port)?;
    println!("ORDERS_ADDRESS={}", server.address);
    let serving = server::serve(server.listener, server.shop);
    server.runtime.block_on(serving);
    Ok(())
}

fn answer(orders: u32, seed: u32) -> String {
    let checksum = draw::checksum(seed, orders);
    format!("orders={orders} errors=0 checksum={checksum:016x}")
}

/// A server that listens and does not answer yet.
struct Server {
    runtime: Runtime,
    listener: TcpListener,
    address: SocketAddr,
    shop: Arc<Shop>,
}

impl Server {
    fn open(service: Service, port: u16) -> Result<Self> {
        let runtime = Builder::new_multi_thread()
            .worker_threads(service.workers)
            .enable_all()
            .build()?;
        let entered = runtime.enter();
        let listener = server::listen(port)
            .with_context(|| format!("port {port} of 127.0.0.1 cannot be listened on"))?;
        drop(entered);
        Ok(Self {
            address: listener.local_addr()?,
            shop: Arc::new(Shop {
                desks: desks(service)?,
                ..Shop::default()
            }),
            runtime,
            listener,
        })
    }

    fn start(self) -> Runtime {
        self.runtime.spawn(server::serve(self.listener, self.shop));
        self.runtime
    }
}

fn desks(service: Service) -> io::Result<Option<Desks>> {
    if service.time.is_zero() {
        return Ok(None);
    }
    Desks::open(service.desks, service.time).map(Some)
}
