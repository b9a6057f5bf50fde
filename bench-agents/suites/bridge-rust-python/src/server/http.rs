//! Connections, requests and responses: the part that is the same under every strategy.

use std::{convert::Infallible, panic::AssertUnwindSafe, sync::Arc, time::Duration};

use bytes::Bytes;
use futures_util::FutureExt;
use http_body_util::Full;
use hyper::{
    Request, Response, StatusCode,
    body::Incoming,
    header::{CONTENT_TYPE, HeaderValue},
    server::conn::http1,
    service::service_fn,
};
use hyper_util::{rt::TokioIo, server::graceful::GracefulShutdown};
use tokio::net::{TcpListener, TcpStream};

use crate::{
    call::{Answer, Call, Routes},
    shutdown::Stop,
    strategies::Strategy,
};

/// How long requests may take to finish once the server was asked to stop.
const GRACE: Duration = Duration::from_millis(500);
/// What the system still accepts when descriptors run out is awaited this long.
const PAUSE: Duration = Duration::from_millis(5);

pub(crate) struct Application {
    pub(crate) routes: Routes,
    pub(crate) strategy: Strategy,
}

/// Accepts until asked to stop, then lets running requests finish for `GRACE`.
pub(crate) async fn serve(listener: TcpListener, application: Arc<Application>, stop: Stop) {
    let connections = GracefulShutdown::new();
    let stopped = stop.requested();
    tokio::pin!(stopped);
    loop {
        tokio::select! {
            biased;
            () = &mut stopped => break,
            accepted = listener.accept() => match accepted {
                Ok((stream, _)) => attend(stream, &application, &connections),
                Err(_) => tokio::time::sleep(PAUSE).await,
            },
        }
    }
    drop(listener);
    let _ = tokio::time::timeout(GRACE, connections.shutdown()).await;
}

fn attend(stream: TcpStream, application: &Arc<Application>, connections: &GracefulShutdown) {
    let _ = stream.set_nodelay(true); // fails only where the peer has gone already
    let application = Arc::clone(application);
    let service = service_fn(move |request| respond(Arc::clone(&application), request));
    let connection = http1::Builder::new().serve_connection(TokioIo::new(stream), service);
    let watched = connections.watch(connection);
    // An error is a peer that left or spoke no HTTP: hyper has answered what can be answered.
    tokio::spawn(async move { drop(watched.await) });
}

async fn respond(
    application: Arc<Application>,
    request: Request<Incoming>,
) -> Result<Response<Full<Bytes>>, Infallible> {
    let uri = request.into_parts().0.uri;
    let Some(route) = application.routes.get(uri.path()) else {
        let text = format!("no handler for {}", uri.path());
        return Ok(response(StatusCode::NOT_FOUND, text.into()));
    };
    let call = Call {
        route: Arc::clone(route),
        uri,
    };
    // A panic must not take the connection with it: the client would wait for nothing.
    let answer = AssertUnwindSafe(application.strategy.answer(call))
        .catch_unwind()
        .await;
    Ok(answered(
        answer.unwrap_or_else(|_| Err("the server panicked".to_owned())),
    ))
}

fn answered(answer: Answer) -> Response<Full<Bytes>> {
    match answer {
        Ok(body) => response(StatusCode::OK, body),
        Err(message) => response(StatusCode::INTERNAL_SERVER_ERROR, message.into()),
    }
}

fn response(status: StatusCode, body: Bytes) -> Response<Full<Bytes>> {
    let mut response = Response::new(Full::new(body));
    *response.status_mut() = status;
    let kind = if status == StatusCode::OK {
        "application/json"
    } else {
        "text/plain; charset=utf-8"
    };
    response
        .headers_mut()
        .insert(CONTENT_TYPE, HeaderValue::from_static(kind));
    response
}
