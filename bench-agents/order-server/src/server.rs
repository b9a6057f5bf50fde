//! HTTP: accepting connections and answering requests.

use std::{
    convert::Infallible,
    io,
    net::{Ipv4Addr, SocketAddr},
    sync::Arc,
    time::Duration,
};

use http_body_util::{BodyExt, Full, Limited};
use hyper::{
    Method, Request, Response, StatusCode,
    body::{Bytes, Incoming},
    header::{ALLOW, CONTENT_TYPE, HeaderValue},
    server::conn::http1,
    service::service_fn,
};
use hyper_util::rt::TokioIo;
use tokio::{
    net::{TcpListener, TcpSocket, TcpStream},
    time::sleep,
};

use crate::{
    desk::Desks,
    order::{Order, Refusal},
    reply,
    tally::Tally,
};

/// Connections that may wait to be accepted; Linux caps it by `net.core.somaxconn`.
const BACKLOG: u32 = 1024;
const LARGEST_BODY: usize = 4096;
/// After a connection that could not be accepted.
const PAUSE: Duration = Duration::from_millis(20);

/// What all connections share.
#[derive(Debug, Default)]
pub struct Shop {
    pub tally: Tally,
    pub desks: Option<Desks>,
}

/// Listens on this port of 127.0.0.1; 0 is any free one. Needs a runtime.
pub fn listen(port: u16) -> io::Result<TcpListener> {
    let socket = TcpSocket::new_v4()?;
    socket.set_reuseaddr(true)?;
    socket.bind(SocketAddr::from((Ipv4Addr::LOCALHOST, port)))?;
    socket.listen(BACKLOG)
}

/// Serves until the runtime ends. Out of open files, a connection waits until there are some again.
pub async fn serve(listener: TcpListener, shop: Arc<Shop>) {
    loop {
        match accept(&listener).await {
            Ok(stream) => {
                shop.tally.connection();
                tokio::spawn(serve_connection(stream, Arc::clone(&shop)));
            }
            Err(error) => {
                eprintln!("orders: a connection is not accepted: {error}; see `ulimit -n`");
                sleep(PAUSE).await;
            }
        }
    }
}

async fn accept(listener: &TcpListener) -> io::Result<TcpStream> {
    let (stream, _) = listener.accept().await?;
    stream.set_nodelay(true)?;
    Ok(stream)
}

async fn serve_connection(stream: TcpStream, shop: Arc<Shop>) {
    let service = service_fn(|request| answer(request, Arc::clone(&shop)));
    let connection = http1::Builder::new().serve_connection(TokioIo::new(stream), service);
    // Fails when a client goes away in the middle; the count of orders shows what was lost.
    let _ = connection.await;
}

async fn answer(
    request: Request<Incoming>,
    shop: Arc<Shop>,
) -> Result<Response<Full<Bytes>>, Infallible> {
    let (status, body) = match (request.method(), request.uri().path()) {
        (&Method::POST, "/order") => take(request, &shop).await,
        (_, "/order") => (StatusCode::METHOD_NOT_ALLOWED, String::new()),
        _ => (StatusCode::NOT_FOUND, String::new()),
    };
    if status != StatusCode::OK {
        shop.tally.refusal();
    }
    Ok(response(status, body))
}

async fn take(request: Request<Incoming>, shop: &Shop) -> (StatusCode, String) {
    let body = match Limited::new(request.into_body(), LARGEST_BODY)
        .collect()
        .await
    {
        Ok(body) => body.to_bytes(),
        Err(error) => return refuse(&unreadable(error.as_ref())),
    };
    match Order::read(&body) {
        Ok((order, number)) => {
            if let Some(desks) = &shop.desks {
                desks.serve().await;
            }
            shop.tally.order(number, order.quantity);
            (StatusCode::OK, reply::accepted(&order))
        }
        Err(refusal) => refuse(&refusal),
    }
}

fn refuse(refusal: &Refusal) -> (StatusCode, String) {
    (StatusCode::BAD_REQUEST, reply::refused(refusal))
}

fn unreadable(error: &(dyn std::error::Error + Send + Sync)) -> Refusal {
    Refusal {
        field: "body",
        reason: error.to_string(),
    }
}

fn response(status: StatusCode, body: String) -> Response<Full<Bytes>> {
    let mut response = Response::new(Full::from(body));
    *response.status_mut() = status;
    let headers = response.headers_mut();
    headers.insert(CONTENT_TYPE, HeaderValue::from_static("application/json"));
    if status == StatusCode::METHOD_NOT_ALLOWED {
        headers.insert(ALLOW, HeaderValue::from_static("POST"));
    }
    response
}
