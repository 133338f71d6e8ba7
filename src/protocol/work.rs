//! Long work that is no search, on a thread of its own: a count or a bench that must not keep `isready` waiting.
//! Knows what to say while it works; does not say it itself.

use crate::engine::Session;
use crate::engine::bench::{self, bench};
use crate::engine::count::{Uncounted, perft};
use crate::engine::games::Games;
use crate::engine::genfens::{Order, genfens};
use crate::engine::system::reason;
use crate::rules::Variant;
use crossbeam_channel::Sender;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

/// What the work sends to the desk.
pub enum Progress {
    /// A line for whoever asked.
    Line(String),
    /// The end, and the session if one was lent.
    Done(Option<Box<dyn Session>>),
}

/// Work in progress.
pub struct Work {
    stop: Arc<AtomicBool>,
}

impl Work {
    /// Gives it up soon; its `Done` still comes.
    pub fn stop(&self) {
        self.stop.store(true, Ordering::Relaxed);
    }

    /// Counts the leaves below each legal move.
    ///
    /// # Errors
    /// No thread can be had; the session is lost.
    pub fn count(
        mut session: Box<dyn Session>,
        depth: u32,
        progress: Sender<Progress>,
    ) -> std::io::Result<Work> {
        spawn(move |stop| {
            // Should nobody listen any more, the process is about to end.
            let say = |text: String| progress.send(Progress::Line(text)).unwrap_or_default();
            let begun = Instant::now();
            let counted =
                perft(session.as_mut(), depth, stop, &mut |text, count| say(format!("{text}: {count}")));
            say(match counted {
                Ok(nodes) => {
                    let rate = bench::per_second(nodes, begun.elapsed());
                    log::info!("perft {depth}: {nodes} nodes, {rate} a second");
                    format!("\nNodes searched: {nodes}\n\n")
                }
                Err(Uncounted::Stopped) => "info string perft stopped".to_owned(),
                Err(Uncounted::Refused(refused)) => format!("info string perft: {refused}"),
            });
            progress.send(Progress::Done(Some(session))).unwrap_or_default();
        })
    }

    /// Searches the bench positions.
    ///
    /// # Errors
    /// No thread can be had.
    pub fn bench(games: Arc<dyn Games>, depth: u32, progress: Sender<Progress>) -> std::io::Result<Work> {
        spawn(move |stop| {
            let say = |text: String| progress.send(Progress::Line(text)).unwrap_or_default();
            let benched = bench(games.as_ref(), depth, stop, &mut |line| say(line.to_owned()));
            say(benched.map_or_else(|| "info string bench stopped".to_owned(), |benched| benched.summary()));
            progress.send(Progress::Done(None)).unwrap_or_default();
        })
    }

    /// Makes openings for a test farm, from the book that is named if one is.
    ///
    /// # Errors
    /// One line: the book cannot be read, or no thread can be had.
    pub fn openings(
        games: Arc<dyn Games>,
        variant: Arc<Variant>,
        order: Order,
        progress: Sender<Progress>,
    ) -> Result<Work, String> {
        let read = |name: &String| {
            std::fs::read_to_string(name)
                .map_err(|error| format!("genfens: cannot read {name}: {}", reason(&error)))
        };
        let book = order.book.as_ref().map(read).transpose()?;
        let work = spawn(move |stop| {
            let say = |text: String| progress.send(Progress::Line(text)).unwrap_or_default();
            let made = genfens(games.as_ref(), &variant, &order, book.as_deref(), stop, &mut |fen| {
                say(format!("info string genfens {fen}"));
            });
            if let Err(reason) = made {
                say(format!("info string {reason}"));
            }
            progress.send(Progress::Done(None)).unwrap_or_default();
        });
        work.map_err(|error| error.to_string())
    }
}

fn spawn(work: impl FnOnce(&AtomicBool) + Send + 'static) -> std::io::Result<Work> {
    let stop = Arc::new(AtomicBool::new(false));
    let flag = Arc::clone(&stop);
    std::thread::Builder::new().name("work".to_owned()).spawn(move || work(&flag))?;
    Ok(Work { stop })
}
