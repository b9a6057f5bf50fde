//! The server at the wire: connections, refusals, answers.

#![expect(clippy::unwrap_used, reason = "a failed unwrap is a failed test")]

use std::{
    io::{BufRead, BufReader, Read, Write},
    net::TcpStream,
    process::{Child, Command, Stdio},
};

const ORDER: &str = r#"{"buy_sell":"sell","symbol":"2330","price":612.50,"quantity":3000,"market_type":"common","price_type":"limit","time_in_force":"rod","order_type":"stock","client_timestamp":"2026-11-20T21:51:21.123Z","user_def":"o0000009"}"#;

struct Server {
    process: Child,
    address: String,
}

impl Server {
    fn start() -> Self {
        Self::start_with("")
    }

    /// After these words of a shell.
    fn start_with(setting: &str) -> Self {
        let orders = env!("CARGO_BIN_EXE_orders");
        let script = format!("{setting}exec {orders} serve --port 0");
        let mut process = Command::new("sh")
            .args(["-c", &script])
            .stderr(Stdio::null())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let mut line = String::new();
        BufReader::new(process.stdout.as_mut().unwrap())
            .read_line(&mut line)
            .unwrap();
        let address = line.trim().strip_prefix("ORDERS_ADDRESS=").unwrap();
        Self {
            address: address.to_owned(),
            process,
        }
    }

    fn connect(&self) -> BufReader<TcpStream> {
        BufReader::new(TcpStream::connect(&self.address).unwrap())
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        self.process.kill().unwrap();
        self.process.wait().unwrap();
    }
}

fn send(connection: &mut BufReader<TcpStream>, start: &str, headers: &str, body: &str) {
    let length = body.len();
    let request =
        format!("{start} HTTP/1.1\r\nHost: x\r\nContent-Length: {length}\r\n{headers}\r\n{body}");
    connection.get_mut().write_all(request.as_bytes()).unwrap();
}

/// Status, headers in lower case and body.
fn receive(connection: &mut BufReader<TcpStream>) -> (u16, String, String) {
    let mut head = String::new();
    while !head.ends_with("\r\n\r\n") {
        assert!(
            connection.read_line(&mut head).unwrap() > 0,
            "closed early: {head}"
        );
    }
    let head = head.to_lowercase();
    let status = head.split(' ').nth(1).unwrap().parse().unwrap();
    let length = head.split("content-length: ").nth(1).unwrap();
    let length: usize = length.lines().next().unwrap().parse().unwrap();
    let mut body = vec![0; length];
    connection.read_exact(&mut body).unwrap();
    (status, head, String::from_utf8(body).unwrap())
}

#[test]
fn one_connection_serves_many_orders_and_survives_refusals() {
    let server = Server::start();
    let mut connection = server.connect();
    let faulty = ORDER.replace("3000", "0");
    for (start, body, status) in [
        ("POST /order", ORDER, 200),
        ("POST /order", &*faulty, 400),
        ("POST /order", "{", 400),
        ("GET /order", "", 405),
        ("POST /orders", ORDER, 404),
        ("POST /order", ORDER, 200),
    ] {
        send(&mut connection, start, "", body);
        let (answered, head, text) = receive(&mut connection);
        assert_eq!(answered, status, "{start} {body}: {text}");
        assert!(!head.contains("connection: close"));
    }
}

#[test]
fn the_answer_has_the_fields_of_the_order_in_the_sequence_of_the_contract() {
    let server = Server::start();
    let mut connection = server.connect();
    send(&mut connection, "POST /order", "", ORDER);
    let (_, head, body) = receive(&mut connection);
    assert!(head.contains("content-type: application/json"));
    let (before, after) = body.split_once(r#","server_timestamp":""#).unwrap();
    assert_eq!(
        before,
        r#"{"symbol":"2330","buy_sell":"sell","quantity":3000,"price":612.50,"status":"accepted","client_timestamp":"2026-11-20T21:51:21.123Z""#
    );
    assert!(after.ends_with(r#"Z","user_def":"o0000009"}"#), "{after}");
}

#[test]
fn a_refusal_names_the_field_and_the_reason() {
    let server = Server::start();
    let mut connection = server.connect();
    send(
        &mut connection,
        "POST /order",
        "",
        &ORDER.replace("rod", "gtc"),
    );
    let (_, _, body) = receive(&mut connection);
    assert_eq!(
        body,
        r#"{"status":"refused","field":"time_in_force","reason":"one of rod, ioc, fok"}"#
    );
}

#[test]
fn a_connection_that_shall_close_is_closed_after_the_answer() {
    let server = Server::start();
    let mut connection = server.connect();
    send(
        &mut connection,
        "POST /order",
        "Connection: close\r\n",
        ORDER,
    );
    let (status, head, _) = receive(&mut connection);
    assert_eq!(status, 200);
    assert!(head.contains("connection: close"));
    assert_eq!(connection.read(&mut [0]).unwrap(), 0);
}

#[test]
fn a_body_beyond_all_orders_is_refused() {
    let server = Server::start();
    let mut connection = server.connect();
    send(&mut connection, "POST /order", "", &" ".repeat(10_000));
    assert_eq!(receive(&mut connection).0, 400);
}

#[test]
fn a_server_out_of_files_serves_again_when_there_are_some() {
    let server = Server::start_with("ulimit -n 20; ");
    let crowd: Vec<_> = (0..30).map(|_| server.connect()).collect();
    let mut late = server.connect();
    send(&mut late, "POST /order", "", ORDER);
    drop(crowd);
    assert_eq!(receive(&mut late).0, 200);
}
