//! Reading a response that has a length.

/// What the bytes received so far are.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Response<'a> {
    Unfinished,
    Finished {
        status: u16,
        body: &'a [u8],
    },
    /// No HTTP, or a response without a length.
    Unreadable,
}

impl<'a> Response<'a> {
    pub(super) fn read(received: &'a [u8]) -> Self {
        let Some(end) = received.windows(4).position(|four| four == b"\r\n\r\n") else {
            return Self::Unfinished;
        };
        let (head, rest) = (&received[..end], &received[end + 4..]);
        let (Some(status), Some(length)) = (status(head), length(head)) else {
            return Self::Unreadable;
        };
        match rest.len() {
            found if found < length => Self::Unfinished,
            found if found > length => Self::Unreadable,
            _ => Self::Finished { status, body: rest },
        }
    }
}

fn status(head: &[u8]) -> Option<u16> {
    let number = head.strip_prefix(b"HTTP/1.1 ")?.get(..3)?;
    std::str::from_utf8(number).ok()?.parse().ok()
}

fn length(head: &[u8]) -> Option<usize> {
    let name = b"content-length:";
    let mut lines = head.split(|byte| *byte == b'\n');
    let line = lines.find(|line| {
        line.get(..name.len())
            .is_some_and(|start| start.eq_ignore_ascii_case(name))
    })?;
    std::str::from_utf8(&line[name.len()..])
        .ok()?
        .trim()
        .parse()
        .ok()
}

#[cfg(test)]
mod tests {
    use super::Response::{self, Finished, Unfinished, Unreadable};

    const WHOLE: &[u8] = b"HTTP/1.1 200 OK\r\nContent-Length: 5\r\ndate: x\r\n\r\nhello";

    #[test]
    fn a_response_is_finished_with_its_last_byte() {
        for end in 0..WHOLE.len() {
            assert_eq!(Response::read(&WHOLE[..end]), Unfinished, "{end}");
        }
        assert_eq!(
            Response::read(WHOLE),
            Finished {
                status: 200,
                body: b"hello"
            }
        );
    }

    #[test]
    fn what_cannot_be_an_answer_is_not_waited_for() {
        let table: [&[u8]; 4] = [
            b"HTTP/1.1 200 OK\r\n\r\n",
            b"SMTP hello\r\ncontent-length: 0\r\n\r\n",
            b"HTTP/1.1 200 OK\r\ncontent-length: many\r\n\r\n",
            b"HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nthree",
        ];
        for received in table {
            assert_eq!(Response::read(received), Unreadable);
        }
    }
}
