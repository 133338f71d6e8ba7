//! Lines from an input, lines to an output, and a log of both. Knows no protocol.

use crossbeam_channel::{Receiver, Sender, unbounded};
use std::io::{BufRead, Write};

/// Where the conversation's log lines go, for those who filter logs.
const LOG: &str = "lupa::conversation";

/// The one writer: whole lines, each flushed, none lost but to a broken pipe.
pub struct Console {
    output: Box<dyn Write + Send>,
    person: bool,
    broken: bool,
}

impl Console {
    /// Writes to that output. `person` says that someone sits at a keyboard, who may be told things unasked.
    pub fn new(output: Box<dyn Write + Send>, person: bool) -> Self {
        Console { output, person, broken: false }
    }

    /// Whether someone sits at a keyboard.
    pub fn person(&self) -> bool {
        self.person
    }

    /// Whether nobody listens any more.
    pub fn broken(&self) -> bool {
        self.broken
    }

    /// Writes lines, each ended and all flushed at once.
    pub fn say(&mut self, text: &str) {
        if self.broken {
            return;
        }
        let mut bytes = Vec::with_capacity(text.len() + 1);
        for line in text.lines() {
            log::info!(target: LOG, "< {line}");
        }
        bytes.extend_from_slice(text.as_bytes());
        if !text.ends_with('\n') {
            bytes.push(b'\n');
        }
        let written = self.output.write_all(&bytes).and_then(|()| self.output.flush());
        if let Err(error) = written {
            log::info!(target: LOG, "nobody reads any more: {error}");
            self.broken = true;
        }
    }
}

/// Notes in the log that a line came in.
pub fn heard(line: &str) {
    log::info!(target: LOG, "> {line}");
}

/// Notes in the log what nobody needs to be told.
pub fn remark(text: &str) {
    log::info!(target: LOG, "{text}");
}

/// Reads lines of any length until the input ends or fails, or nobody wants them. What is not UTF-8 is replaced;
/// line ends, a carriage return before them and a byte order mark are taken off.
pub fn read_lines(mut input: impl BufRead, lines: &Sender<String>) {
    let mut bytes = Vec::new();
    let mut first = true;
    loop {
        bytes.clear();
        match input.read_until(b'\n', &mut bytes) {
            Ok(0) => return,
            Ok(_) => {}
            Err(error) if error.kind() == std::io::ErrorKind::Interrupted => continue,
            Err(_) => return,
        }
        let text = String::from_utf8_lossy(&bytes);
        let text = if first { text.trim_start_matches('\u{feff}') } else { &text };
        first = false;
        if lines.send(text.trim_end_matches(['\r', '\n']).to_owned()).is_err() {
            return;
        }
        // One huge line must not hold its memory for the rest of a game.
        bytes.shrink_to(1 << 16);
    }
}

/// Starts a thread that reads stdin. The channel closes at its end.
pub fn stdin_lines() -> std::io::Result<Receiver<String>> {
    let (send, receive) = unbounded();
    std::thread::Builder::new()
        .name("input".to_owned())
        .spawn(move || read_lines(std::io::stdin().lock(), &send))?;
    Ok(receive)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(input: &[u8]) -> Vec<String> {
        let (send, receive) = unbounded();
        read_lines(input, &send);
        drop(send);
        receive.iter().collect()
    }

    #[test]
    fn any_bytes_become_lines() {
        assert_eq!(read(b"uci\r\n\nisready"), ["uci", "", "isready"]);
        assert_eq!(read(b"\xef\xbb\xbfuci\n"), ["uci"]);
        assert_eq!(read(b"a\xff\x00b\n"), ["a\u{fffd}\0b"]);
        assert_eq!(read(b""), [""; 0]);
        let long = "x".repeat(10 << 20);
        assert_eq!(read(format!("{long}\nuci\n").as_bytes()), [long.as_str(), "uci"]);
    }

    struct Closed;

    impl Write for Closed {
        fn write(&mut self, _: &[u8]) -> std::io::Result<usize> {
            Err(std::io::ErrorKind::BrokenPipe.into())
        }

        fn flush(&mut self) -> std::io::Result<()> {
            Ok(())
        }
    }

    #[test]
    fn a_broken_pipe_is_noticed_once() {
        let mut console = Console::new(Box::new(Closed), false);
        console.say("readyok");
        assert!(console.broken());
        console.say("readyok");
    }
}
