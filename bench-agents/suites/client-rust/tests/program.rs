//! The client as a program, against the order server and against servers that misbehave.

#![expect(clippy::unwrap_used, reason = "a failed unwrap is a failed test")]

mod server;

use std::{
    fs,
    io::{self, BufRead, BufReader, ErrorKind, Read, Write},
    net::{TcpListener, TcpStream},
    process::{Child, Command, Output, Stdio},
    thread,
    time::Duration,
};

use serde_json::Value;
use server::orders;

const CLIENT: &str = env!("CARGO_BIN_EXE_client-rust");

/// One sample of the client, judged by the server.
fn judged(service: &[&str], options: &str) -> Value {
    let output = Command::new(orders())
        .arg("with")
        .args(service)
        .args(["--", CLIENT])
        .args(options.split_whitespace())
        .output()
        .unwrap();
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success() && said.is_empty(), "{said}");
    serde_json::from_slice(&output.stdout).unwrap()
}

fn expected(orders_sent: u32) -> String {
    let orders_sent = orders_sent.to_string();
    let output = Command::new(orders())
        .args(["answer", "--orders", &orders_sent])
        .output();
    String::from_utf8(output.unwrap().stdout)
        .unwrap()
        .trim()
        .to_owned()
}

fn number(sample: &Value, metric: &str) -> f64 {
    sample["metrics"][metric].as_f64().unwrap_or(f64::NAN)
}

/// The client on its own, against any address.
fn alone(address: &str, options: &str) -> Output {
    Command::new(CLIENT)
        .args(options.split_whitespace())
        .env("ORDERS_ADDRESS", address)
        .env_remove("ORDERS_LATENCIES")
        .env_remove("ORDERS_ENDS")
        .output()
        .unwrap()
}

fn line(output: &Output) -> Value {
    assert!(
        output.status.success(),
        "{}",
        String::from_utf8_lossy(&output.stderr)
    );
    serde_json::from_slice(&output.stdout).unwrap()
}

#[test]
fn every_mode_gives_the_right_answer_and_opens_the_connections_it_should() {
    for mode in ["", "--mode open --rate 5000"] {
        for (reuse, connections) in [("new", 220), ("keep-alive", 8)] {
            for threads in [1, 2] {
                let options = format!(
                    "{mode} --reuse {reuse} --threads {threads} --orders 200 --warmup 20 --connections 8"
                );
                let sample = judged(&[], &options);
                assert_eq!(sample["answer"], expected(200), "{options}");
                assert_eq!(
                    sample["metrics"]["connections_opened"], connections,
                    "{options}"
                );
            }
        }
    }
}

#[test]
fn as_many_orders_are_in_flight_as_may_be_and_no_more() {
    for mode in ["", "--mode open --rate 100000 "] {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let address = listener.local_addr().unwrap().to_string();
        let options = format!("{mode}--orders 20 --connections 10 --warmup 0");
        let client = thread::spawn(move || alone(&address, &options));
        let mut in_flight: Vec<_> = (0..10).map(|_| listener.accept().unwrap().0).collect();
        for stream in &mut in_flight {
            read_order(stream).unwrap();
        }
        listener.set_nonblocking(true).unwrap();
        let another = listener.accept().map_err(|error| error.kind());
        assert_eq!(another.unwrap_err(), ErrorKind::WouldBlock);
        drop((listener, in_flight));
        assert_eq!(line(&client.join().unwrap())["errors"], 20);
    }
}

#[test]
fn an_open_loop_sends_no_order_before_it_is_due() {
    let sample = judged(
        &[],
        "--mode open --rate 1000 --orders 100 --reuse keep-alive",
    );
    assert!(number(&sample, "achieved_rate") <= 1000.0 * 100.0 / 99.0);
}

#[test]
fn an_open_loop_charges_orders_with_the_waiting_that_others_caused() {
    let options = "--mode open --rate 1000 --orders 100 --reuse keep-alive --connections 1";
    let sample = judged(&["--service-us", "5000"], options);
    assert_eq!(sample["answer"], expected(100));
    // The last order is due after 99 ms and cannot be served before 500 ms, though it is sent late
    // and answered 5 ms after that.
    assert!(number(&sample, "latency_max") >= 0.4);
    assert!(number(&sample, "latency_p50") >= 0.2);
    assert!(number(&sample, "achieved_rate") <= 200.0);
    assert_eq!(
        sample["findings"][0],
        "saturated: fewer than 95 % of 1000 orders/s"
    );
}

#[test]
fn without_a_server_all_orders_are_errors_and_the_client_ends() {
    let free = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = free.local_addr().unwrap().to_string();
    drop(free);
    for mode in ["", "--mode open --rate 100000"] {
        let output = alone(&address, &format!("{mode} --orders 5000"));
        let line = line(&output);
        assert_eq!(
            (&line["orders"], &line["errors"]),
            (&0.into(), &5000.into())
        );
        let said = String::from_utf8_lossy(&output.stderr);
        assert!(
            said.contains(&format!("no connection to {address}")),
            "{said}"
        );
        assert_eq!(
            said.lines().count(),
            1,
            "only the first error is told: {said}"
        );
    }
}

#[test]
fn a_server_that_starts_anew_costs_the_orders_under_way_and_not_the_run() {
    let first = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = first.local_addr().unwrap();
    let client = Command::new(CLIENT)
        .args("--orders 300 --connections 4 --reuse keep-alive --warmup 0".split(' '))
        .env("ORDERS_ADDRESS", address.to_string())
        .env_remove("ORDERS_LATENCIES")
        .env_remove("ORDERS_ENDS")
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let under_way: Vec<_> = (0..4).map(|_| first.accept().unwrap()).collect();
    drop(first);
    let _second = Server::start(address.port());
    drop(under_way);
    let line = line(&client.wait_with_output().unwrap());
    assert_eq!((&line["orders"], &line["errors"]), (&296.into(), &4.into()));
}

/// A server that runs until it is dropped.
struct Server(Child);

impl Server {
    /// Returns when the server listens.
    fn start(port: u16) -> Self {
        let mut process = Command::new(orders())
            .args(["serve", "--port", &port.to_string()])
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let mut line = String::new();
        let output = process.stdout.as_mut().unwrap();
        BufReader::new(output).read_line(&mut line).unwrap();
        assert!(line.starts_with("ORDERS_ADDRESS="), "{line}");
        Self(process)
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        self.0.kill().unwrap();
        self.0.wait().unwrap();
    }
}

/// A server that says the same to everybody, and closes.
fn parrot(answer: &'static str) -> String {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = listener.local_addr().unwrap().to_string();
    thread::spawn(move || {
        for stream in listener.incoming() {
            thread::spawn(move || say(stream.unwrap(), answer));
        }
    });
    address
}

fn say(mut stream: TcpStream, answer: &str) {
    if read_order(&mut stream).is_ok() {
        // The client may have gone away.
        let _ = stream.write_all(answer.as_bytes());
    }
}

/// Reads to the end of one order.
fn read_order(stream: &mut TcpStream) -> io::Result<()> {
    let mut request = Vec::new();
    while !request.ends_with(b"\"}") {
        let mut part = [0; 1024];
        match stream.read(&mut part)? {
            0 => return Err(ErrorKind::UnexpectedEof.into()),
            length => request.extend_from_slice(&part[..length]),
        }
    }
    Ok(())
}

#[test]
fn wrong_answers_are_errors() {
    let refused = "HTTP/1.1 400 Bad Request\r\nContent-Length: 20\r\n\r\n{\"status\":\"refused\"}";
    let other = "HTTP/1.1 200 OK\r\nContent-Length: 61\r\n\r\n{\"quantity\":1234,\"status\":\"accepted\",\"user_def\":\"o0000001\"}  ";
    let cut = "HTTP/1.1 200 OK\r\nContent-Length: 61\r\n\r\n{\"quantity\":";
    let empty = "HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n";
    let noise = "220 mail.example.org ready\r\n";
    for answer in [refused, other, cut, empty, noise] {
        for reuse in ["new", "keep-alive"] {
            let options = format!("--orders 5 --connections 2 --warmup 0 --reuse {reuse}");
            let line = line(&alone(&parrot(answer), &options));
            assert_eq!(
                (&line["orders"], &line["errors"]),
                (&0.into(), &5.into()),
                "{answer}"
            );
        }
    }
}

#[test]
fn misuse_is_told_and_has_its_exit_code() {
    let output = alone("127.0.0.1:1", "--orders none");
    assert_eq!(output.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&output.stderr).contains("--orders none"));
    let output = alone("localhost", "");
    assert_eq!(output.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&output.stderr).contains("ORDERS_ADDRESS=localhost"));
    let output = Command::new(CLIENT)
        .env_remove("ORDERS_ADDRESS")
        .output()
        .unwrap();
    assert_eq!(output.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&output.stderr).contains("orders with"));
}

#[test]
fn killing_the_server_ends_the_client_in_the_middle_of_a_run() {
    let folder = tempfile::tempdir_in(env!("CARGO_TARGET_TMPDIR")).unwrap();
    let told = folder.path().join("pid");
    let script = format!(
        "echo $$ > {0}.new; mv {0}.new {0}; exec {CLIENT} --mode open --rate 100 --orders 100000",
        told.display()
    );
    let mut judge = Command::new(orders())
        .args(["with", "--", "sh", "-c", &script])
        .stdout(Stdio::null())
        .spawn()
        .unwrap();
    while !told.exists() {
        thread::sleep(Duration::from_millis(5));
    }
    let client = fs::read_to_string(&told).unwrap();
    judge.kill().unwrap();
    judge.wait().unwrap();
    while runs(client.trim()) {
        thread::sleep(Duration::from_millis(5));
    }
}

/// Says whether a process exists and is more than an ending that nobody has asked for.
fn runs(pid: &str) -> bool {
    fs::read_to_string(format!("/proc/{pid}/stat"))
        .is_ok_and(|stat| !stat.contains(") Z ") && !stat.contains(") X "))
}
