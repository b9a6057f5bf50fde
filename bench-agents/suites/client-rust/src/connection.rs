//! One HTTP connection.

use std::net::SocketAddr;

use anyhow::{Context, Result, bail};
use http_body_util::{BodyExt, Full};
use hyper::{
    Request, StatusCode,
    body::Bytes,
    client::conn::http1::{SendRequest, handshake},
    header::{CONNECTION, CONTENT_TYPE, HOST, HeaderValue},
};
use hyper_util::rt::TokioIo;
use tokio::net::TcpStream;

use crate::plan::Reuse;

#[derive(Debug)]
pub struct Connection {
    sender: SendRequest<Full<Bytes>>,
    host: HeaderValue,
    reuse: Reuse,
}

impl Connection {
    pub async fn open(address: SocketAddr, reuse: Reuse) -> Result<Self> {
        let stream = TcpStream::connect(address)
            .await
            .with_context(|| format!("no connection to {address}"))?;
        stream.set_nodelay(true)?;
        let (sender, driver) = handshake(TokioIo::new(stream)).await?;
        // What breaks the connection is told by the request that it breaks.
        tokio::spawn(async move { driver.await.ok() });
        let host = HeaderValue::try_from(address.to_string())?;
        Ok(Self {
            sender,
            host,
            reuse,
        })
    }

    /// Sends one order and reads the answer to its last byte.
    pub async fn exchange(&mut self, order: String) -> Result<Bytes> {
        self.sender.ready().await?;
        let response = self.sender.send_request(self.request(order)?).await?;
        let status = response.status();
        let body = response.into_body().collect().await?.to_bytes();
        if status != StatusCode::OK {
            bail!("status {status}: {}", String::from_utf8_lossy(&body));
        }
        Ok(body)
    }

    fn request(&self, order: String) -> Result<Request<Full<Bytes>>> {
        let mut request = Request::post("/order")
            .header(HOST, &self.host)
            .header(CONTENT_TYPE, HeaderValue::from_static("application/json"));
        if self.reuse == Reuse::New {
            request = request.header(CONNECTION, HeaderValue::from_static("close"));
        }
        Ok(request.body(Full::from(order))?)
    }
}
