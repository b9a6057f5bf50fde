//! Requests and answers of HTTP, as far as tests need them.

use std::collections::BTreeMap;
use std::io::{BufRead, Write as _};
use std::net::TcpStream;

use serde_json::{Value, json};

pub(super) struct Reply {
    pub(super) status: u16,
    pub(super) headers: &'static str,
    pub(super) body: Value,
}

pub(super) fn unsigned() -> Reply {
    let mut reply = problem(403);
    reply.body["faults"][0]["pointer"] = json!("/Tidemark-Signature");
    reply
}

pub(super) fn problem(status: u16) -> Reply {
    let fault = json!({"pointer": "/results/0/samples", "reason": "is empty", "remedy": "add one"});
    let body =
        json!({"title": "Told to", "status": status, "detail": "for the test", "faults": [fault]});
    let headers = if matches!(status, 503 | 507) {
        "Retry-After: 0\r\n"
    } else {
        ""
    };
    Reply {
        status,
        headers,
        body,
    }
}

pub(super) fn head(reader: &mut impl BufRead) -> Option<(String, BTreeMap<String, String>)> {
    let mut lines = Vec::new();
    loop {
        let mut line = String::new();
        reader
            .read_line(&mut line)
            .ok()
            .filter(|length| *length > 0)?;
        if line.trim_end().is_empty() {
            break;
        }
        lines.push(line.trim_end().to_owned());
    }
    let path = lines.first()?.split(' ').nth(1)?.to_owned();
    let headers = lines.iter().skip(1).filter_map(|line| {
        let (name, value) = line.split_once(':')?;
        Some((name.to_lowercase(), value.trim().to_owned()))
    });
    Some((path, headers.collect()))
}

pub(super) fn write(mut stream: &TcpStream, reply: &Reply) -> std::io::Result<()> {
    let Reply {
        status,
        headers,
        body,
    } = reply;
    let body = if *status == 204 {
        String::new()
    } else {
        body.to_string()
    };
    let length = body.len();
    write!(
        stream,
        "HTTP/1.1 {status} Told\r\nContent-Type: application/json\r\n{headers}Content-Length: {length}\r\n\r\n{body}"
    )
}
