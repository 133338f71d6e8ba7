//! The log: silent unless a file is named, and never on stdout. Knows files; not what is written into them.

use crate::engine::system::reason;
use env_logger::{Builder, Target};
use std::fs::OpenOptions;
use std::path::{Path, PathBuf};

/// The variable that names a log file where a GUI leaves no room for arguments.
const VARIABLE: &str = "LUPA_LOG";

/// Starts to log into the file given, or else into the one that the environment names. A file that was asked for
/// in person and cannot be written is an error; a stale variable is no reason to refuse a game.
///
/// # Errors
/// One line: which file, and why it cannot be written.
pub fn start(file: Option<&Path>) -> Result<(), String> {
    match file {
        Some(file) => begin(file),
        None => {
            let named = std::env::var_os(VARIABLE).filter(|name| !name.is_empty()).map(PathBuf::from);
            let _ = named.map(|file| begin(&file));
            Ok(())
        }
    }
}

fn begin(file: &Path) -> Result<(), String> {
    let cannot = |error: &dyn std::fmt::Display| format!("cannot log to {}: {error}", file.display());
    let output =
        OpenOptions::new().create(true).append(true).open(file).map_err(|error| cannot(&reason(&error)))?;
    Builder::new()
        .filter_level(log::LevelFilter::Debug)
        .format_timestamp_millis()
        .write_style(env_logger::WriteStyle::Never)
        .target(Target::Pipe(Box::new(output)))
        .try_init()
        .map_err(|error| cannot(&error))
}
