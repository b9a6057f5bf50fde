//! The smallest client that keeps the contract: one connection, one order at a time.
//!
//! `orders with -- minimal ORDERS SEED`

use std::{
    env, fs,
    io::{self, Read, Write},
    net::TcpStream,
    time::Instant,
};

use order_server::{cpu_time::cpu_seconds, draw, timestamp};

fn main() -> io::Result<()> {
    let mut arguments = env::args().skip(1);
    let mut number = || arguments.next()?.parse::<u32>().ok();
    let (orders, seed) = (number().unwrap_or(100), number().unwrap_or(1));
    let mut connection = TcpStream::connect(variable("ORDERS_ADDRESS")?)?;
    connection.set_nodelay(true)?;
    send(&mut connection, seed, 'w', 1)?;
    let (began, cpu) = (Instant::now(), cpu_seconds());
    let mut latencies = Vec::new();
    for number in 1..=orders {
        let start = Instant::now();
        send(&mut connection, seed, 'o', number)?;
        let nanoseconds = u64::try_from(start.elapsed().as_nanos()).unwrap_or(u64::MAX);
        latencies.extend(nanoseconds.to_le_bytes());
    }
    let (seconds, cpu_seconds) = (began.elapsed().as_secs_f64(), cpu_seconds() - cpu);
    fs::write(variable("ORDERS_LATENCIES")?, latencies)?;
    println!(r#"{{"orders":{orders},"errors":0,"seconds":{seconds},"cpu_seconds":{cpu_seconds}}}"#);
    Ok(())
}

fn variable(name: &str) -> io::Result<String> {
    env::var(name).map_err(|error| io::Error::other(format!("{name}: {error}")))
}

fn send(connection: &mut TcpStream, seed: u32, kind: char, number: u32) -> io::Result<()> {
    let quantity = draw::quantity(seed, number);
    let body = body(quantity, kind, number);
    let length = body.len();
    let head = "POST /order HTTP/1.1\r\nHost: orders\r\nContent-Type: application/json\r\n";
    let request = format!("{head}Content-Length: {length}\r\n\r\n{body}");
    connection.write_all(request.as_bytes())?;
    let answer = receive(connection)?;
    let is_mine = answer.contains(&format!(r#""quantity":{quantity},"#))
        && answer.ends_with(&format!(r#""user_def":"{kind}{number:07}"}}"#));
    if answer.starts_with("HTTP/1.1 200") && answer.contains(r#""status":"accepted""#) && is_mine {
        return Ok(());
    }
    Err(io::Error::other(format!("not accepted: {answer}")))
}

fn body(quantity: u32, kind: char, number: u32) -> String {
    let now = timestamp::now();
    format!(
        concat!(
            r#"{{"buy_sell":"buy","symbol":"2881","price":66.00,"quantity":{},"#,
            r#""market_type":"common","price_type":"limit","time_in_force":"rod","#,
            r#""order_type":"stock","client_timestamp":"{}","user_def":"{}{:07}"}}"#
        ),
        quantity, now, kind, number
    )
}

/// One answer to its last byte; the body is the end of it.
fn receive(connection: &mut TcpStream) -> io::Result<String> {
    let mut answer = Vec::new();
    while !answer.ends_with(b"\"}") {
        let mut part = [0; 1024];
        match connection.read(&mut part)? {
            0 => return Err(io::ErrorKind::UnexpectedEof.into()),
            length => answer.extend_from_slice(&part[..length]),
        }
    }
    String::from_utf8(answer).map_err(io::Error::other)
}
