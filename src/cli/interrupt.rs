//! Ctrl-C: asked for once it ends the work in hand, asked for twice the program. Knows signals; not what they stop.

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
