//! When each line is heard. A line that needs an idle session ends the search first and waits for its answer;
//! what came after it waits behind it; the rest is heard at once. Knows no command by name.

use super::console::{self, Console};
use super::desk::Desk;
use super::people;
use super::uci::Uci;
use crate::engine::Event;
use crate::engine::games::Games;
use crossbeam_channel::{Receiver, never, select};
use std::collections::VecDeque;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

/// How long a GUI that has said `quit` waits for a last answer at most.
const FAREWELL: Duration = Duration::from_millis(200);
/// How long we wait for an answer that is owed when the input has ended.
const LAST_ANSWER: Duration = Duration::from_secs(10);

/// When a line may be heard.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Timing {
    /// Whatever else waits, and once more in its turn if something does, for whom it may be meant.
    AtOnce,
    /// After the lines before it, search or not.
    InOrder,
    /// After the lines before it, and after the search, which must end for it.
    WhenIdle,
}

/// What lines and events mean: one protocol.
pub trait Dialect {
    /// When this line may be heard.
    fn timing(&self, line: &str, desk: &Desk) -> Timing;
    /// Does what the line says.
    fn hear(&mut self, line: &str, desk: &mut Desk);
    /// Tells what the search says, while one runs.
    fn tell(&mut self, event: &Event, desk: &mut Desk);
    /// Goes on after the search has given its answer: the session is idle again.
    fn answered(&mut self, _desk: &mut Desk) {}
    /// Whether SIGINT asks for nothing: a GUI's way to get an engine's attention, and not Ctrl-C.
    fn outlives_interrupts(&self) -> bool {
        false
    }
    /// The dialect that speaks from now on, and a line it hears first, after a line has asked for another.
    fn successor(&mut self) -> Option<(Box<dyn Dialect>, Option<String>)> {
        None
    }
}

/// One conversation, from the first line to the last.
pub struct Conversation {
    desk: Desk,
    dialect: Box<dyn Dialect>,
    waiting: VecDeque<String>,
    ended: bool,
    /// Whether SIGINT may end the program.
    interruptible: Arc<AtomicBool>,
}

impl Conversation {
    /// A conversation about these games, which begins in UCI.
    pub fn new(games: Arc<dyn Games>, console: Console) -> Self {
        Conversation {
            desk: Desk::new(games, console),
            dialect: Box::new(Uci::default()),
            waiting: VecDeque::new(),
            ended: false,
            interruptible: Arc::new(AtomicBool::new(true)),
        }
    }

    /// Talks until someone says goodbye, the lines end or nobody listens.
    pub fn run(&mut self, lines: &Receiver<String>) {
        if self.desk.console.person() {
            self.desk.say(people::GREETING);
        }
        let mut lines = lines.clone();
        while !self.desk.left() {
            if self.ended && self.desk.idle() && self.waiting.is_empty() {
                return;
            }
            // A session that never answers must not outlive its GUI. A count may: its end is what was asked for.
            let patience = if self.ended && !self.desk.working() {
                crossbeam_channel::after(LAST_ANSWER)
            } else {
                never()
            };
            select! {
                recv(lines) -> line => match line {
                    Ok(line) => self.take(line),
                    Err(_) => {
                        lines = never();
                        self.end();
                    }
                },
                recv(self.desk.events()) -> event => {
                    if let Ok(event) = event {
                        self.event(event);
                    }
                },
                recv(self.desk.progress()) -> progress => {
                    if let Ok(progress) = progress {
                        self.desk.take_progress(progress);
                        self.settle();
                    }
                },
                recv(patience) -> _ => return,
            }
        }
        self.part();
    }

    fn take(&mut self, line: String) {
        console::heard(&line);
        if self.dialect.timing(&line, &self.desk) == Timing::AtOnce {
            self.hear(&line);
            if !self.waiting.is_empty() {
                self.waiting.push_back(line);
            }
        } else {
            self.waiting.push_back(line);
            self.settle();
        }
    }

    fn hear(&mut self, line: &str) {
        self.dialect.hear(line, &mut self.desk);
        if let Some((dialect, first)) = self.dialect.successor() {
            self.dialect = dialect;
            self.interruptible.store(!self.dialect.outlives_interrupts(), Ordering::SeqCst);
            if let Some(first) = first {
                self.dialect.hear(&first, &mut self.desk);
            }
        }
    }

    /// Hears all lines whose time has come.
    fn settle(&mut self) {
        while let Some(line) = self.waiting.front() {
            if self.desk.left() {
                return;
            }
            if self.dialect.timing(line, &self.desk) == Timing::WhenIdle && !self.desk.idle() {
                // A count is waited for: it was asked for, and it ends.
                if !self.desk.working() {
                    self.desk.stop();
                }
                return;
            }
            if let Some(line) = self.waiting.pop_front() {
                self.hear(&line);
            }
        }
        if self.ended && !self.desk.working() {
            self.desk.stop();
        }
    }

    fn event(&mut self, event: Event) {
        for event in self.desk.temper(event) {
            // What comes when no answer is owed is nobody's business.
            let Some(search) = self.desk.search() else { return };
            if let Event::Thought(_) = event {
                search.spoke = true;
            }
            self.dialect.tell(&event, &mut self.desk);
            if let Event::Best { .. } = event {
                self.desk.search_ended();
                self.dialect.answered(&mut self.desk);
                self.settle();
            }
        }
    }

    /// The input has ended: what was asked is still answered, but nobody can say `stop` any more.
    fn end(&mut self) {
        console::remark("the input has ended");
        self.ended = true;
        if self.desk.console.person() && self.desk.working() {
            self.desk.leave();
        }
        self.settle();
    }

    /// Ends a search that still runs, and gives its answer if that comes at once.
    fn part(&mut self) {
        if self.desk.search().is_none() {
            return;
        }
        self.desk.stop();
        let deadline = crossbeam_channel::after(FAREWELL);
        while self.desk.search().is_some() {
            select! {
                recv(self.desk.events()) -> event => match event {
                    Ok(event) => self.event(event),
                    Err(_) => return,
                },
                recv(deadline) -> _ => return,
            }
        }
    }
}

/// Talks on stdin and stdout until the conversation ends.
///
/// # Errors
/// No thread can be had to read with, or signals cannot be caught.
pub fn converse(games: Arc<dyn Games>) -> std::io::Result<()> {
    let person = std::io::IsTerminal::is_terminal(&std::io::stdin());
    let console = Console::new(Box::new(std::io::stdout()), person);
    let mut conversation = Conversation::new(games, console);
    // A person's Ctrl-C ends the program, whatever it speaks.
    #[cfg(unix)]
    if !person {
        let interruptible = Arc::clone(&conversation.interruptible);
        signal_hook::flag::register_conditional_default(signal_hook::consts::SIGINT, interruptible)?;
    }
    let lines = console::stdin_lines()?;
    conversation.run(&lines);
    Ok(())
}

/// Talks on stdout about lines given beforehand, as test farms do: each is a command, and after the last the
/// conversation ends when what was asked is answered.
pub fn converse_in(games: Arc<dyn Games>, lines: Vec<String>) {
    let console = Console::new(Box::new(std::io::stdout()), false);
    let (send, receive) = crossbeam_channel::unbounded();
    for line in lines {
        // The receiver is right here.
        let _ = send.send(line);
    }
    drop(send);
    Conversation::new(games, console).run(&receive);
}
