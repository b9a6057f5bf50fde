//! A server that a test has for itself, and the plainest client there is.

use std::{
    fmt, fs,
    io::{BufRead, BufReader, Read, Write},
    net::{Shutdown, TcpStream},
    path::{Path, PathBuf},
    process::{Child, Command, ExitStatus, Stdio},
    thread,
    time::Duration,
};

/// The library that the build of these tests made.
fn module() -> PathBuf {
    let built = Path::new(env!("CARGO_BIN_EXE_bridge-rust-python"))
        .parent()
        .unwrap();
    let places = [built.join("libbridge.so"), built.join("deps/libbridge.so")];
    places.into_iter().find(|place| place.exists()).unwrap()
}

/// What the server is run by.
pub(crate) struct Python {
    program: String,
    event_loop: &'static str,
}

impl fmt::Display for Python {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{} with {}", self.program, self.event_loop)
    }
}

/// Every Python here on which the winner must be right: the machine's own, one with eager tasks,
/// and the suite's with uvloop.
pub(crate) fn pythons() -> Vec<Python> {
    let newer = ["python3.14", "python3.13", "python3.12"];
    let newer = newer.into_iter().find(|name| runs(name, "import asyncio"));
    let uvloop = Some(".venv/bin/python").filter(|name| runs(name, "import uvloop"));
    let named = std::env::var("BRIDGE_TEST_PYTHON").ok();
    let asyncio = [Some("python3"), newer, named.as_deref()];
    let asyncio = asyncio.into_iter().flatten().map(|name| (name, "asyncio"));
    let all = asyncio.chain(uvloop.map(|name| (name, "uvloop")));
    all.map(|(name, event_loop)| Python {
        program: name.to_owned(),
        event_loop,
    })
    .collect()
}

fn runs(program: &str, code: &str) -> bool {
    let done = Command::new(program).args(["-c", code]).output();
    done.is_ok_and(|done| done.status.success())
}

pub(crate) struct Served {
    child: Child,
    port: u16,
}

impl Served {
    pub(crate) fn bridge_eager(python: &Python) -> Self {
        let settings = format!(
            r#"{{"module": "{}", "application": "tests/application.py", "strategy": "bridge-eager",
                "workers": 1, "dispatch": "route-hash", "loop": "{}", "threads": 2,
                "handler": ""}}"#,
            module().display(),
            python.event_loop,
        );
        let mut child = Command::new(&python.program)
            .args(["python/serve.py", &settings])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let mut ready = String::new();
        BufReader::new(child.stdout.take().unwrap())
            .read_line(&mut ready)
            .unwrap();
        let port = ready
            .split("\"port\": ")
            .nth(1)
            .unwrap()
            .split(',')
            .next()
            .unwrap();
        Self {
            port: port.parse().unwrap(),
            child,
        }
    }

    pub(crate) fn client(&self) -> Client {
        let stream = TcpStream::connect(("127.0.0.1", self.port)).unwrap();
        stream
            .set_read_timeout(Some(Duration::from_secs(30)))
            .unwrap();
        Client {
            stream: BufReader::new(stream),
        }
    }

    /// Asks for `path` on a connection of its own.
    pub(crate) fn get(&self, path: &str) -> (u16, String) {
        self.client().get(path)
    }

    /// Asks `/seen` until it contains `text`.
    pub(crate) fn wait_until_seen(&self, text: &str) -> String {
        loop {
            let (_, seen) = self.get("/seen");
            if seen.contains(text) {
                return seen;
            }
            thread::sleep(Duration::from_millis(5));
        }
    }

    /// Ends it by closing its input; its status and what it said.
    pub(crate) fn end(mut self) -> (ExitStatus, String) {
        drop(self.child.stdin.take());
        let mut said = String::new();
        self.child
            .stderr
            .take()
            .unwrap()
            .read_to_string(&mut said)
            .unwrap();
        (self.child.wait().unwrap(), said)
    }
}

impl Drop for Served {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// A handler that holds the loop until it is opened.
pub(crate) struct Gate {
    place: PathBuf,
    client: Client,
}

impl Gate {
    /// Asks for one, which closes as soon as the loop comes to it.
    pub(crate) fn ask(server: &Served, name: &str) -> Self {
        let folder = Path::new(env!("CARGO_TARGET_TMPDIR"));
        let place = folder.join(format!("{name}-{}", server.child.id()));
        let mut client = server.client();
        client.ask(&format!("/gate?n={}", place.display()));
        Self { place, client }
    }

    pub(crate) fn wait_until_closed(&self) {
        while !self.place.exists() {
            thread::sleep(Duration::from_millis(1));
        }
    }

    pub(crate) fn open(mut self) {
        let opened = self.place.with_extension("open");
        fs::write(&opened, "").unwrap();
        assert_eq!(self.client.answer().0, 200);
        fs::remove_file(opened).unwrap();
        fs::remove_file(&self.place).unwrap();
    }
}

pub(crate) struct Client {
    stream: BufReader<TcpStream>,
}

impl Client {
    pub(crate) fn ask(&mut self, path: &str) {
        let request = format!("GET {path} HTTP/1.1\r\nhost: test\r\n\r\n");
        self.stream.get_mut().write_all(request.as_bytes()).unwrap();
    }

    pub(crate) fn get(&mut self, path: &str) -> (u16, String) {
        self.ask(path);
        self.answer()
    }

    /// Leaves, and returns when the server has taken notice: it ends the connection too.
    pub(crate) fn leave(mut self) {
        self.stream.get_ref().shutdown(Shutdown::Write).unwrap();
        let mut answered = Vec::new();
        self.stream.read_to_end(&mut answered).unwrap();
        assert_eq!(answered, b"", "answered although it left");
    }

    pub(crate) fn answer(&mut self) -> (u16, String) {
        let mut head = Vec::new();
        loop {
            let mut line = String::new();
            assert_ne!(
                self.stream.read_line(&mut line).unwrap(),
                0,
                "the connection ended"
            );
            if line == "\r\n" {
                break;
            }
            head.push(line.to_lowercase());
        }
        let length = head
            .iter()
            .find_map(|line| line.strip_prefix("content-length: "))
            .unwrap();
        let mut body = vec![0; length.trim().parse().unwrap()];
        self.stream.read_exact(&mut body).unwrap();
        let status = head[0].split(' ').nth(1).unwrap().parse().unwrap();
        (status, String::from_utf8(body).unwrap())
    }
}
