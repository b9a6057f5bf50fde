//! A server that a test has for itself, and the plainest client there is.

use std::{
    io::{BufRead, BufReader, Read, Write},
    net::TcpStream,
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

/// Every Python here on which the suite can run: the machine's own, and one with eager tasks.
pub(crate) fn pythons() -> Vec<String> {
    let works = |name: &str| {
        let done = Command::new(name)
            .args(["-c", "import asyncio.timeouts"])
            .output();
        done.is_ok_and(|done| done.status.success())
    };
    let newer = ["python3.14", "python3.13", "python3.12"]
        .into_iter()
        .find(|name| works(name));
    let shims = std::env::var("BRIDGE_TEST_PYTHON").ok();
    let names = [Some("python3".to_owned()), newer.map(str::to_owned), shims];
    names.into_iter().flatten().collect()
}

pub(crate) struct Served {
    child: Child,
    port: u16,
}

impl Served {
    pub(crate) fn start(python: &str, strategy: &str) -> Self {
        let settings = format!(
            r#"{{"module": "{}", "application": "tests/application.py", "strategy": "{strategy}",
                "workers": 1, "dispatch": "route-hash", "loop": "asyncio", "threads": 2,
                "handler": ""}}"#,
            module().display()
        );
        let mut child = Command::new(python)
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

    pub(crate) fn bridge_eager(python: &str) -> Self {
        Self::start(python, "bridge-eager")
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
