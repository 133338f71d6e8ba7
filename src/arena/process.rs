//! An engine's process: lines in, lines out, however it behaves. Knows no protocol.
//!
//! A thread of its own reads what the engine prints, stamps each line with the time it came and cuts what is too
//! long; a bounded channel holds the lines, so an engine that never stops talking has to wait, and costs no memory.

use super::spec::EngineSpec;
use crossbeam_channel::{Receiver, RecvTimeoutError, Sender, bounded};
use std::io::{self, Read, Write};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// The longest line kept, in bytes.
const LONGEST_LINE: usize = 1 << 16;
/// Lines that may wait.
const WAITING: usize = 256;
/// How soon an interruption is noticed.
const GLANCE: Duration = Duration::from_millis(50);

/// A line an engine printed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Line {
    /// When it was read.
    pub at: Instant,
    /// Its text without the end of line.
    pub text: String,
    /// Whether only its beginning was kept.
    pub cut: bool,
}

/// What came of waiting for a line.
#[derive(Debug)]
pub enum Heard {
    /// A line.
    Line(Line),
    /// None in time.
    Nothing,
    /// There will be none any more: the process is gone or has closed its output.
    Gone,
    /// The match is being ended.
    Interrupted,
}

/// A running process. It ends with its owner, and so does whatever it has started itself where the system lets us.
#[derive(Debug)]
pub struct Process {
    name: String,
    child: Child,
    input: Option<ChildStdin>,
    lines: Receiver<Line>,
}

impl Process {
    /// Starts an engine.
    ///
    /// # Errors
    /// The system's, if it cannot be started.
    pub fn start(spec: &EngineSpec) -> io::Result<Process> {
        // A path is meant from here even if the engine runs elsewhere.
        let program = match spec.command.components().count() {
            0 | 1 => spec.command.clone(),
            _ => std::path::absolute(&spec.command)?,
        };
        let mut command = Command::new(program);
        command.args(&spec.arguments).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null());
        if let Some(directory) = &spec.directory {
            command.current_dir(directory);
        }
        own_group(&mut command);
        let mut child = command.spawn()?;
        let input = child.stdin.take();
        let (send, lines) = bounded(WAITING);
        if let Some(output) = child.stdout.take() {
            let thread = std::thread::Builder::new().name(format!("{} output", spec.name));
            thread.spawn(move || forward(output, &send))?;
        }
        Ok(Process { name: spec.name.clone(), child, input, lines })
    }

    /// Sends a line. That nobody reads it shows when an answer is awaited.
    pub fn send(&mut self, line: &str) {
        log::debug!("{} < {line}", self.name);
        if let Some(input) = &mut self.input {
            let mut bytes = Vec::with_capacity(line.len() + 1);
            bytes.extend_from_slice(line.as_bytes());
            bytes.push(b'\n');
            if input.write_all(&bytes).and_then(|()| input.flush()).is_err() {
                self.input = None;
            }
        }
    }

    /// Waits for a line until a deadline.
    pub fn hear(&self, deadline: Instant, stop: &AtomicBool) -> Heard {
        loop {
            if stop.load(Ordering::Relaxed) {
                return Heard::Interrupted;
            }
            let left = deadline.saturating_duration_since(Instant::now());
            match self.lines.recv_timeout(left.min(GLANCE)) {
                Ok(line) => {
                    log::debug!("{} > {}", self.name, line.text);
                    return Heard::Line(line);
                }
                Err(RecvTimeoutError::Disconnected) => return Heard::Gone,
                Err(RecvTimeoutError::Timeout) if Instant::now() >= deadline => return Heard::Nothing,
                Err(RecvTimeoutError::Timeout) => {}
            }
        }
    }

    /// Asks the engine to end and gives it that long to do so.
    pub fn quit(mut self, patience: Duration) {
        self.send("quit");
        self.input = None;
        let deadline = Instant::now() + patience;
        while Instant::now() < deadline {
            // An engine that waits for room in the channel must be able to end.
            while self.lines.try_recv().is_ok() {}
            if !matches!(self.child.try_wait(), Ok(None)) {
                return;
            }
            std::thread::sleep(Duration::from_millis(2));
        }
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        if matches!(self.child.try_wait(), Ok(None)) {
            kill_group(&self.child);
            // It may have ended meanwhile.
            let _ = self.child.kill();
            let _ = self.child.wait();
        }
    }
}

/// Reads lines from chunks of bytes until the output ends or nobody listens any more.
fn forward(mut output: impl Read, lines: &Sender<Line>) {
    let mut chunk = vec![0; LONGEST_LINE];
    let mut line: Vec<u8> = Vec::new();
    let mut cut = false;
    loop {
        let count = match output.read(&mut chunk) {
            Ok(0) => break,
            Ok(count) => count,
            Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
            Err(_) => break,
        };
        let at = Instant::now();
        let mut rest = chunk.get(..count).unwrap_or_default();
        while let Some(end) = rest.iter().position(|byte| *byte == b'\n') {
            let (piece, after) = rest.split_at(end);
            cut |= keep(&mut line, piece);
            let text = String::from_utf8_lossy(&line).trim_end().to_owned();
            line.clear();
            if lines.send(Line { at, text, cut: std::mem::take(&mut cut) }).is_err() {
                return;
            }
            rest = after.get(1..).unwrap_or_default();
        }
        cut |= keep(&mut line, rest);
    }
    if !line.is_empty() {
        // Nobody may be listening.
        let text = String::from_utf8_lossy(&line).trim_end().to_owned();
        let _ = lines.send(Line { at: Instant::now(), text, cut });
    }
}

/// Adds to a line what there is room for; tells whether there was too little.
fn keep(line: &mut Vec<u8>, piece: &[u8]) -> bool {
    let room = LONGEST_LINE.saturating_sub(line.len());
    line.extend_from_slice(piece.get(..room).unwrap_or(piece));
    piece.len() > room
}

/// Keeps an interruption typed at the terminal from the engine: ending it is our business.
#[cfg(unix)]
fn own_group(command: &mut Command) {
    use std::os::unix::process::CommandExt;
    command.process_group(0);
}

#[cfg(windows)]
fn own_group(command: &mut Command) {
    use std::os::windows::process::CommandExt;
    const CREATE_NEW_PROCESS_GROUP: u32 = 0x200;
    command.creation_flags(CREATE_NEW_PROCESS_GROUP);
}

#[cfg(not(any(unix, windows)))]
fn own_group(_: &mut Command) {}

/// Ends the engine with all it has started, such as the engine behind a script.
#[cfg(unix)]
fn kill_group(child: &Child) {
    use nix::sys::signal::{Signal, killpg};
    if let Ok(id) = i32::try_from(child.id()) {
        // It may have ended meanwhile.
        let _ = killpg(nix::unistd::Pid::from_raw(id), Signal::SIGKILL);
    }
}

#[cfg(not(unix))]
fn kill_group(_: &Child) {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_cut_and_the_next_is_whole() {
        let mut bytes = vec![b'x'; 3 * LONGEST_LINE];
        bytes.extend_from_slice(b"\r\nsecond\r\n\xff\nlast");
        let (send, lines) = bounded(10);
        forward(&bytes[..], &send);
        let lines: Vec<(usize, bool)> = lines.try_iter().map(|line| (line.text.len(), line.cut)).collect();
        assert_eq!(lines, [(LONGEST_LINE, true), (6, false), (3, false), (4, false)]);
    }
}
