//! Ctrl-C: asked for once it ends the work in hand, asked for twice the program. Knows signals, and whether anybody
//! still reads; not what they stop.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// What a shell expects of a program ended by Ctrl-C.
const INTERRUPTED: i32 = 130;

/// A flag that the first Ctrl-C sets. Call it once.
pub fn flag() -> Arc<AtomicBool> {
    let flag = Arc::new(AtomicBool::new(false));
    let set = Arc::clone(&flag);
    watch(move || set.store(true, Ordering::Relaxed));
    flag
}

/// Has the first Ctrl-C do something. Call it once; where signals cannot be watched, Ctrl-C ends the program.
pub fn watch(mut act: impl FnMut() + Send + 'static) {
    let mut times = 0;
    let handler = move || {
        times += 1;
        if times > 1 {
            std::process::exit(INTERRUPTED);
        }
        act();
    };
    if let Err(error) = on_signal(handler) {
        log::warn!("signals cannot be watched: {error}");
    }
}

/// Sets the flag when whoever read the standard output is gone, as `head` after its lines: for work that is of no use
/// but to be read.
#[cfg(unix)]
pub fn when_unread(flag: &Arc<AtomicBool>) {
    use nix::errno::Errno;
    use nix::poll::{PollFd, PollFlags, PollTimeout, poll};
    use std::os::fd::AsFd;
    let flag = Arc::clone(flag);
    let watch = move || {
        let output = std::io::stdout();
        // A pipe that nobody reads has an error, which is told unasked; a file and a terminal that is there never have.
        let mut asked = [PollFd::new(output.as_fd(), PollFlags::empty())];
        while poll(&mut asked, PollTimeout::NONE) == Err(Errno::EINTR) {}
        let gone = PollFlags::POLLERR | PollFlags::POLLHUP;
        if asked[0].revents().is_some_and(|events| events.intersects(gone)) {
            flag.store(true, Ordering::Relaxed);
        }
    };
    if let Err(error) = std::thread::Builder::new().name("reader".to_owned()).spawn(watch) {
        log::warn!("nobody watches whether the output is read: {error}");
    }
}

/// Elsewhere it is seen at the next line.
#[cfg(not(unix))]
pub fn when_unread(_: &Arc<AtomicBool>) {}

/// Has it called at Ctrl-C and when the system asks the program to end. A closed terminal is not caught: whoever
/// started the program with `nohup` wants it to go on.
#[cfg(unix)]
fn on_signal(mut handler: impl FnMut() + Send + 'static) -> std::io::Result<()> {
    use signal_hook::consts::{SIGINT, SIGTERM};
    let mut signals = signal_hook::iterator::Signals::new([SIGINT, SIGTERM])?;
    std::thread::Builder::new().name("signals".to_owned()).spawn(move || {
        signals.forever().for_each(|_| handler());
    })?;
    Ok(())
}

/// Has it called at Ctrl-C.
#[cfg(not(unix))]
fn on_signal(handler: impl FnMut() + Send + 'static) -> Result<(), ctrlc::Error> {
    ctrlc::set_handler(handler)
}
