//! One conversation in memory: lines are sent, lines are awaited. Knows no protocol.

use crossbeam_channel::{Receiver, RecvTimeoutError, Sender, unbounded};
use lupa::engine::games::Games;
use lupa::protocol::{Console, Conversation};
use std::io::Write;
use std::sync::Arc;
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

/// No answer takes longer, on the slowest machine that runs tests.
pub const PATIENCE: Duration = Duration::from_secs(20);

/// An output that hands each line on.
struct Lines {
    unfinished: Vec<u8>,
    lines: Sender<String>,
}

impl Write for Lines {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        for byte in bytes {
            if *byte == b'\n' {
                let line = String::from_utf8(std::mem::take(&mut self.unfinished)).expect("output is UTF-8");
                self.lines.send(line).map_err(|_| std::io::Error::from(std::io::ErrorKind::BrokenPipe))?;
            } else {
                self.unfinished.push(*byte);
            }
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> std::io::Result<()> {
        assert!(self.unfinished.is_empty(), "flushed within a line");
        Ok(())
    }
}

/// A conversation that runs on a thread of its own.
pub struct Talk {
    input: Option<Sender<String>>,
    output: Receiver<String>,
    thread: JoinHandle<()>,
}

impl Talk {
    pub fn new(games: Arc<dyn Games>) -> Self {
        Self::with(games, false)
    }

    pub fn with(games: Arc<dyn Games>, person: bool) -> Self {
        let (input, lines) = unbounded();
        let (send, output) = unbounded();
        let thread = std::thread::spawn(move || {
            let console = Console::new(Box::new(Lines { unfinished: Vec::new(), lines: send }), person);
            Conversation::new(games, console).run(&lines);
        });
        Talk { input: Some(input), output, thread }
    }

    /// Sends a line. That nobody may hear it any more is no fault.
    pub fn say(&self, line: &str) {
        if let Some(input) = &self.input {
            let _ = input.send(line.to_owned());
        }
    }

    pub fn say_all(&self, lines: &[&str]) {
        for line in lines {
            self.say(line);
        }
    }

    /// The input ends.
    pub fn hang_up(&mut self) {
        self.input = None;
    }

    /// The next line; none when the conversation is over.
    pub fn next(&self) -> Option<String> {
        match self.output.recv_timeout(PATIENCE) {
            Ok(line) => Some(line),
            Err(RecvTimeoutError::Disconnected) => None,
            Err(RecvTimeoutError::Timeout) => panic!("nothing was said for {PATIENCE:?}"),
        }
    }

    /// All lines up to the first that matches.
    pub fn until(&self, pattern: &str) -> Vec<String> {
        let mut lines = Vec::new();
        loop {
            let line = match self.output.recv_timeout(PATIENCE) {
                Ok(line) => line,
                Err(RecvTimeoutError::Disconnected) => break,
                Err(RecvTimeoutError::Timeout) => {
                    panic!("\"{pattern}\" did not come in {PATIENCE:?}; said was {lines:#?}")
                }
            };
            let found = matches(pattern, &line);
            lines.push(line);
            if found {
                return lines;
            }
        }
        panic!("the conversation ended before \"{pattern}\"; it said {lines:#?}");
    }

    /// All lines to the end of the conversation, which must come.
    pub fn rest(self) -> Vec<String> {
        let mut lines = Vec::new();
        while let Some(line) = self.next() {
            lines.push(line);
        }
        let begun = Instant::now();
        while !self.thread.is_finished() {
            assert!(begun.elapsed() < PATIENCE, "the conversation does not end");
            std::thread::sleep(Duration::from_millis(1));
        }
        self.thread.join().expect("no panic");
        lines
    }

    /// Hangs up and returns what was still said.
    pub fn end(mut self) -> Vec<String> {
        self.hang_up();
        self.rest()
    }
}

/// Whether a text matches a pattern in which `*` stands for any text.
pub fn matches(pattern: &str, text: &str) -> bool {
    let mut parts = pattern.split('*');
    let first = parts.next().unwrap_or_default();
    let Some(mut rest) = text.strip_prefix(first) else { return false };
    let mut parts: Vec<&str> = parts.collect();
    let Some(last) = parts.pop() else { return rest.is_empty() };
    for part in parts {
        let Some(place) = rest.find(part) else { return false };
        rest = &rest[place + part.len()..];
    }
    rest.ends_with(last)
}

#[test]
fn stars_stand_for_any_text() {
    for (pattern, text, expected) in [
        ("readyok", "readyok", true),
        ("readyok", "readyok ", false),
        ("bestmove *", "bestmove e2e4", true),
        ("info * score * pv *", "info depth 1 score cp 0 pv e2e4", true),
        ("info * score * pv *", "info depth 1 pv e2e4", false),
        ("*", "", true),
        ("a*a", "a", false),
    ] {
        assert_eq!(matches(pattern, text), expected, "{pattern} {text}");
    }
}
