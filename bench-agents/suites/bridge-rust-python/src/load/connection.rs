//! One client: a request, its answer, and the check that the one belongs to the other.

use std::{
    io::{self, ErrorKind, Read, Write},
    net::{SocketAddr, TcpStream},
    time::Instant,
};

use rustix::net::{AddressFamily, SocketFlags, SocketType, connect, socket_with, sockopt};

use super::{poller::Poller, response::Response};

/// How a request ended.
pub(super) enum End {
    Right,
    /// An answer, but not the one to this request.
    Wrong(String),
    /// No answer.
    Failed(String),
}

pub(super) struct Connection {
    place: usize,
    address: SocketAddr,
    handler: String,
    reuse: bool,
    stream: Option<TcpStream>,
    request: Vec<u8>,
    written: usize,
    received: Vec<u8>,
    number: u64,
    /// From when the running request counts; none while idle.
    began: Option<Instant>,
}

impl Connection {
    pub(super) fn new(place: usize, address: SocketAddr, handler: &str, reuse: bool) -> Self {
        Self {
            place,
            address,
            handler: handler.to_owned(),
            reuse,
            stream: None,
            request: Vec::with_capacity(256),
            written: 0,
            received: Vec::with_capacity(1024),
            number: 0,
            began: None,
        }
    }

    /// Asks for the handler's answer to `number`; counts from `began`.
    pub(super) fn ask(&mut self, number: u64, began: Instant, poller: &Poller) -> io::Result<()> {
        self.number = number;
        self.began = Some(began);
        self.received.clear();
        self.written = 0;
        self.request.clear();
        write!(
            self.request,
            "GET /{}?n={number} HTTP/1.1\r\nhost: bridge\r\n\r\n",
            self.handler
        )?;
        if self.stream.is_none() {
            self.stream = Some(open(self.address)?);
            poller.watch(
                self.stream.as_ref().ok_or(ErrorKind::NotConnected)?,
                self.place,
            )?;
        }
        self.send()
    }

    /// Goes on with what the socket allows; the end of the request and when it had begun.
    pub(super) fn proceed(&mut self) -> Option<(End, Instant)> {
        let began = self.began?;
        let end = self.send().and_then(|()| self.receive());
        let end = end.unwrap_or_else(|error| Some(End::Failed(error.to_string())))?;
        if !self.reuse || matches!(end, End::Failed(_)) {
            self.close();
        }
        self.began = None;
        Some((end, began))
    }

    /// From when the running request counts, if there is one.
    pub(super) fn began(&self) -> Option<Instant> {
        self.began
    }

    /// Gives up on the running request, if there is one.
    pub(super) fn abandon(&mut self) -> bool {
        self.close();
        self.began.take().is_some()
    }

    fn send(&mut self) -> io::Result<()> {
        let Some(stream) = &mut self.stream else {
            return Ok(());
        };
        while self.written < self.request.len() {
            match stream.write(&self.request[self.written..]) {
                Ok(written) => self.written += written,
                Err(error) if is_early(&error) => return Ok(()),
                Err(error) => return Err(error),
            }
        }
        Ok(())
    }

    fn receive(&mut self) -> io::Result<Option<End>> {
        let Some(stream) = &mut self.stream else {
            return Ok(None);
        };
        let mut part = [0_u8; 1024];
        loop {
            match stream.read(&mut part) {
                Ok(0) => return Err(io::Error::other("the connection ended without an answer")),
                Ok(length) => self.received.extend_from_slice(&part[..length]),
                Err(error) if is_early(&error) => return Ok(None),
                Err(error) => return Err(error),
            }
            match Response::read(&self.received) {
                Response::Unfinished => {}
                Response::Finished { status: 200, body } => return Ok(Some(self.check(body))),
                Response::Finished { status, body } => {
                    let text = String::from_utf8_lossy(body);
                    return Ok(Some(End::Failed(format!("{status}: {text}"))));
                }
                Response::Unreadable => return Err(io::Error::other("the answer is no HTTP")),
            }
        }
    }

    fn check(&self, body: &[u8]) -> End {
        if is_answer(body, &self.handler, self.number) {
            return End::Right;
        }
        let text = String::from_utf8_lossy(body);
        End::Wrong(format!(
            "asked {} for {}, was told {text}",
            self.handler, self.number
        ))
    }

    /// With a reset: thousands of closed connections would otherwise keep their ports for a minute.
    fn close(&mut self) {
        if let Some(stream) = self.stream.take() {
            let _ = sockopt::set_socket_linger(&stream, Some(std::time::Duration::ZERO));
        }
    }
}

/// `{"handler": "no-await", "n": "7"}`, without building it.
fn is_answer(body: &[u8], handler: &str, number: u64) -> bool {
    let rest = body
        .strip_prefix(b"{\"handler\": \"")
        .and_then(|rest| rest.strip_prefix(handler.as_bytes()));
    let rest = rest.and_then(|rest| rest.strip_prefix(b"\", \"n\": \""));
    let digits = rest.and_then(|rest| rest.strip_suffix(b"\"}"));
    let digits = digits.and_then(|digits| std::str::from_utf8(digits).ok());
    digits.and_then(|digits| digits.parse().ok()) == Some(number)
}

/// Begins to connect; the poller says when it is done.
fn open(address: SocketAddr) -> io::Result<TcpStream> {
    let flags = SocketFlags::NONBLOCK | SocketFlags::CLOEXEC;
    let socket = socket_with(AddressFamily::INET, SocketType::STREAM, flags, None)?;
    sockopt::set_tcp_nodelay(&socket, true)?;
    match connect(&socket, &address) {
        Ok(()) | Err(rustix::io::Errno::INPROGRESS) => Ok(TcpStream::from(socket)),
        Err(error) => Err(error.into()),
    }
}

/// Whether the socket only has to be waited for; `NotConnected` while it still connects.
fn is_early(error: &io::Error) -> bool {
    matches!(
        error.kind(),
        ErrorKind::WouldBlock | ErrorKind::Interrupted | ErrorKind::NotConnected
    )
}

#[cfg(test)]
mod tests {
    use super::is_answer;

    #[test]
    fn only_the_answer_to_this_request_is_right() {
        let is = |body: &str| is_answer(body.as_bytes(), "sleep-1ms", 17);
        assert!(is(r#"{"handler": "sleep-1ms", "n": "17"}"#));
        for body in [
            r#"{"handler": "sleep-1ms", "n": "18"}"#,
            r#"{"handler": "sleep-10ms", "n": "17"}"#,
            r#"{"handler": "sleep-1ms", "n": ""}"#,
            r#"{"handler": "sleep-1ms"}"#,
            "",
        ] {
            assert!(!is(body), "{body}");
        }
    }
}
