//! Files written whole or not at all. Knows paths; does not know what is written.

use super::Failure;
use crate::engine::system::reason;
use std::io::Write;
use std::path::{Path, PathBuf};

/// Writes a file under a temporary name and renames it, so that nobody ever sees half of it; `-` is stdout.
///
/// # Errors
/// One line: which file, and why it cannot be written.
pub fn write(path: &Path, text: &str) -> Result<(), Failure> {
    if path.as_os_str() == "-" {
        std::io::stdout().lock().write_all(text.as_bytes())?;
        return Ok(());
    }
    write_bytes(path, text.as_bytes())
}

/// Writes what is no text, in the same way; `-` is a file like another.
///
/// # Errors
/// One line: which file, and why it cannot be written.
pub fn write_bytes(path: &Path, bytes: &[u8]) -> Result<(), Failure> {
    save(path, bytes).map_err(|error| unwritable(path, &error))
}

fn save(path: &Path, bytes: &[u8]) -> std::io::Result<()> {
    if is_special(path) {
        return std::fs::write(path, bytes);
    }
    let (mut file, path) = beside(path)?;
    file.write_all(bytes)?;
    finish(file, &path)
}

/// Whether a file can be made there, asked before long work whose result it is to hold; `-` is stdout.
///
/// # Errors
/// One line: which file, and why it cannot be written.
pub fn check_room(path: &Path) -> Result<(), Failure> {
    if path.is_dir() {
        return Err(Failure::Usage(format!("cannot write {}: it is a folder", path.display())));
    }
    if path.as_os_str() == "-" || is_special(path) {
        return Ok(());
    }
    // What comes before the last separator would be taken for its name.
    if path.as_os_str().to_string_lossy().ends_with(std::path::is_separator) {
        return Err(Failure::Usage(format!("cannot write {}: it names no file", path.display())));
    }
    // It is gone again when dropped.
    beside(path).map(drop).map_err(|error| unwritable(path, &error))
}

/// That what is no text has a file to go to: `-`, elsewhere stdout, is none.
///
/// # Errors
/// One line: the option that names it.
pub fn check_named(path: &Path, option: &str) -> Result<(), Failure> {
    match path.as_os_str() == "-" {
        false => Ok(()),
        true => Err(Failure::Usage(format!("{option} must name a file"))),
    }
}

/// That a file to be written is none of those that are read for it.
///
/// # Errors
/// One line: it is one of them.
pub fn check_apart(out: &Path, read: &[PathBuf]) -> Result<(), Failure> {
    let place = |path: &Path| std::fs::canonicalize(path).ok();
    let own = place(out).filter(|own| own.is_file());
    match own.filter(|own| read.iter().any(|path| place(path).as_ref() == Some(own))) {
        None => Ok(()),
        Some(_) => Err(Failure::Usage(format!(
            "{} is one of the files that are read: write another one",
            out.display()
        ))),
    }
}

/// That a file to be written is not there yet, where somebody may have left out its name and given a part's.
///
/// # Errors
/// One line: it is there.
pub fn check_free(out: &Path) -> Result<(), Failure> {
    match out.is_file() {
        false => Ok(()),
        true => Err(Failure::Usage(format!("{} exists; write another one", out.display()))),
    }
}

/// What is no plain file (a device, a pipe) and cannot be replaced by one.
fn is_special(path: &Path) -> bool {
    std::fs::metadata(path).is_ok_and(|data| !data.is_file())
}

fn unwritable(path: &Path, error: &std::io::Error) -> Failure {
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty() && !folder.exists());
    let why = match folder {
        Some(folder) => format!("there is no folder {}", folder.display()),
        None => reason(error),
    };
    Failure::Usage(format!("cannot write {}: {why}", path.display()))
}

fn unreadable(path: &Path, error: &std::io::Error) -> Failure {
    Failure::Usage(format!("cannot read {}: {}", path.display(), reason(error)))
}

/// Writes a file piece by piece, seen by nobody before it is whole.
///
/// # Errors
/// The writer's own, or one line: which file, and why it cannot be written.
pub fn write_with<T, E: From<Failure>>(
    path: &Path,
    write: impl FnOnce(&mut dyn Write) -> Result<T, E>,
) -> Result<T, E> {
    let failed = |error| unwritable(path, &error);
    if is_special(path) {
        let mut file = std::fs::OpenOptions::new().write(true).open(path).map_err(failed)?;
        return write(&mut file);
    }
    let (file, target) = beside(path).map_err(failed)?;
    let mut writer = std::io::BufWriter::with_capacity(1 << 20, file);
    let value = write(&mut writer)?;
    let file = writer.into_inner().map_err(|error| failed(error.into_error()))?;
    finish(file, &target).map_err(failed)?;
    Ok(value)
}

/// A temporary file beside a path, and the path it is to have: a link goes on pointing at the file it names.
fn beside(path: &Path) -> std::io::Result<(tempfile::NamedTempFile, PathBuf)> {
    let path = std::fs::canonicalize(path).unwrap_or_else(|_| path.to_path_buf());
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
    let mut builder = tempfile::Builder::new();
    builder.prefix(".lupa-");
    #[cfg(unix)]
    let mode = {
        use std::os::unix::fs::PermissionsExt;
        std::fs::metadata(&path).map_or(0o666, |data| data.permissions().mode())
    };
    #[cfg(unix)]
    builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(mode));
    let file = builder.tempfile_in(folder.map_or_else(|| PathBuf::from("."), Path::to_path_buf))?;
    Ok((file, path))
}

/// Puts a temporary file, now whole, in its place.
fn finish(file: tempfile::NamedTempFile, path: &Path) -> std::io::Result<()> {
    file.as_file().sync_all()?;
    file.persist(path).map_err(|error| error.error)?;
    Ok(())
}

/// Reads a file; `-` is stdin. Bytes that are no UTF-8 are read as Latin-1's are, since old PGN files hold those.
///
/// # Errors
/// One line: which file, and why it cannot be read.
pub fn read(path: &Path) -> Result<String, Failure> {
    let bytes = if path.as_os_str() == "-" {
        let mut bytes = Vec::new();
        std::io::Read::read_to_end(&mut std::io::stdin().lock(), &mut bytes).map(|_| bytes)
    } else {
        std::fs::read(path)
    };
    let bytes = bytes.map_err(|error| unreadable(path, &error))?;
    Ok(match String::from_utf8(bytes) {
        Ok(text) => text.strip_prefix('\u{feff}').map(str::to_owned).unwrap_or(text),
        Err(error) => error.into_bytes().into_iter().map(char::from).collect(),
    })
}

/// Reads what is no text; `-` is a file like another.
///
/// # Errors
/// One line: which file, and why it cannot be read.
pub fn read_bytes(path: &Path) -> Result<Vec<u8>, Failure> {
    std::fs::read(path).map_err(|error| unreadable(path, &error))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn replaced_whole_and_nothing_left_behind() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("x.txt");
        write(&file, "one").unwrap();
        write(&file, "two").unwrap();
        assert_eq!(read(&file).unwrap(), "two");
        assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 1);
        let error = write(&folder.path().join("no/where"), "x").unwrap_err().to_string();
        assert!(error.starts_with("cannot write ") && error.contains("there is no folder"), "{error}");
        assert!(!error.contains('\n'), "{error}");
        assert!(check_room(&folder.path().join("no/where")).is_err() && check_room(folder.path()).is_err());
        assert!(check_room(&folder.path().join("none/")).is_err());
        assert!(check_room(&file).is_ok() && check_room(Path::new("-")).is_ok());
        let detour = folder.path().join(".").join("x.txt");
        assert!(check_apart(&detour, std::slice::from_ref(&file)).is_err() && check_free(&file).is_err());
        let other = folder.path().join("y.txt");
        assert!(check_apart(&other, std::slice::from_ref(&file)).is_ok() && check_free(&other).is_ok());
        assert!(read(&folder.path().join("none")).is_err());
        std::fs::write(&file, b"Caf\xe9").unwrap();
        assert_eq!(read(&file).unwrap(), "Café");
    }

    #[cfg(unix)]
    #[test]
    fn a_pipe_stays_a_pipe() {
        use std::os::unix::fs::FileTypeExt;
        let folder = tempfile::tempdir().unwrap();
        let pipe = folder.path().join("pipe");
        assert!(std::process::Command::new("mkfifo").arg(&pipe).status().unwrap().success());
        // A pipe is opened when somebody reads and somebody writes.
        let heard = |write: &dyn Fn()| {
            let path = pipe.clone();
            let reader = std::thread::spawn(move || std::fs::read_to_string(path).unwrap());
            write();
            reader.join().unwrap()
        };
        assert_eq!(heard(&|| write(&pipe, "one").unwrap()), "one");
        let piecewise = || write_with(&pipe, |file| file.write_all(b"two").map_err(Failure::from)).unwrap();
        assert_eq!(heard(&piecewise), "two");
        assert!(std::fs::metadata(&pipe).unwrap().file_type().is_fifo());
    }

    #[cfg(unix)]
    #[test]
    fn links_and_permissions_stay() {
        use std::os::unix::fs::PermissionsExt;
        let folder = tempfile::tempdir().unwrap();
        let (file, link) = (folder.path().join("x"), folder.path().join("link"));
        std::fs::write(&file, "one").unwrap();
        std::fs::set_permissions(&file, PermissionsExt::from_mode(0o640)).unwrap();
        std::os::unix::fs::symlink(&file, &link).unwrap();
        write(&link, "two").unwrap();
        assert!(std::fs::symlink_metadata(&link).unwrap().is_symlink());
        assert_eq!(read(&file).unwrap(), "two");
        assert_eq!(std::fs::metadata(&file).unwrap().permissions().mode() & 0o777, 0o640);
    }
}
