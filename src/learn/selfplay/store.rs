//! The file self-play games are kept in: begun, gone on with after a crash, joined. Knows frames; looks into no record.

use super::SelfPlayError;
use super::player::MOST_PLIES;
use crate::engine::system::claim;
use crate::eval::net::{Outline, Preamble};
use crate::learn::record::{FRAME, Frame, Head, Shape};
use std::collections::HashSet;
use std::fs::{File, OpenOptions};
use std::io::{BufRead as _, BufReader, Read as _, Seek as _, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};

/// What may hold a file's head.
const HEAD: u64 = Preamble::MOST as u64;

/// An open file of games.
pub struct Store {
    path: PathBuf,
    file: File,
    size: usize,
    /// Bytes up to the end of its last game.
    end: u64,
    /// Numbers of the games it holds.
    pub games: HashSet<u64>,
    /// Keys of the positions they began with.
    pub openings: HashSet<u64>,
    /// Records of all of them.
    pub records: u64,
}

impl Store {
    /// Opens a file to append games to, made if it is not there. Half a frame at its end is cut off.
    ///
    /// # Errors
    /// It cannot be read or written, somebody else writes it, or it holds games played under other terms.
    pub fn open(path: &Path, head: &Head) -> Result<Store, SelfPlayError> {
        let failed = |error| SelfPlayError::Io { path: path.to_path_buf(), error };
        let size = Shape::of(&head.outline).size();
        let mut file = OpenOptions::new().read(true).append(true).create(true).open(path).map_err(failed)?;
        if !claim(&file) {
            return Err(SelfPlayError::Busy { path: path.to_path_buf() });
        }
        let mut store = Store {
            path: path.to_path_buf(),
            size,
            end: 0,
            games: HashSet::new(),
            openings: HashSet::new(),
            records: 0,
            file: file.try_clone().map_err(failed)?,
        };
        if file.metadata().map_err(failed)?.len() == 0 {
            let head = head.to_text();
            file.write_all(head.as_bytes()).map_err(failed)?;
            store.end = head.len() as u64;
            return Ok(store);
        }
        // Where locks bind whoever opens a file (Windows), they would bind a second handle of ours too.
        let own = file.try_clone().map_err(failed)?;
        let mut reader = Reader::of(own, path, &head.outline, &head.game)?;
        if let Some(theirs) = head.conflict(&reader.head) {
            return Err(SelfPlayError::OtherTerms { path: path.to_path_buf(), theirs });
        }
        while let Some((frame, _)) = reader.next()? {
            store.note(frame);
        }
        store.end = reader.good;
        if reader.is_cut()? {
            file.set_len(store.end).map_err(failed)?;
        }
        Ok(store)
    }

    fn note(&mut self, frame: Frame) {
        self.games.insert(frame.game);
        self.openings.insert(frame.opening);
        self.records += u64::from(frame.records);
    }

    /// Appends a game at one stroke.
    ///
    /// # Errors
    /// It cannot be written: the file is as it was before.
    pub fn append(&mut self, game: u64, opening: u64, records: &[u8]) -> Result<(), SelfPlayError> {
        let bytes = Frame::wrap(game, opening, self.size, records);
        if let Err(error) = self.file.write_all(&bytes) {
            // Where not even this can be done, what was written of the game is cut off by the next run.
            let _ = self.file.set_len(self.end);
            return Err(SelfPlayError::Io { path: self.path.clone(), error });
        }
        self.end += bytes.len() as u64;
        self.records += (records.len() / self.size) as u64;
        self.games.insert(game);
        Ok(())
    }
}

/// The name of the game a file holds.
///
/// # Errors
/// It cannot be read, or is no such file.
pub fn game_of(path: &Path) -> Result<String, SelfPlayError> {
    let failed = |error| SelfPlayError::Io { path: path.to_path_buf(), error };
    let mut near = Vec::new();
    File::open(path).map_err(failed)?.take(HEAD).read_to_end(&mut near).map_err(failed)?;
    Head::game(&near).map_err(|error| SelfPlayError::Record { path: path.to_path_buf(), error })
}

/// Reads a file game by game.
pub struct Reader {
    path: PathBuf,
    file: BufReader<File>,
    /// What it says of itself.
    pub head: Head,
    /// How its records lie.
    pub shape: Shape,
    /// Bytes up to the end of the last whole frame.
    pub good: u64,
    /// Whole frames before that.
    games: u64,
    buffer: Vec<u8>,
}

impl Reader {
    /// Opens a file of a game's records.
    ///
    /// # Errors
    /// It cannot be read, or holds no records of this game.
    pub fn open(path: &Path, outline: &Outline, game: &str) -> Result<Reader, SelfPlayError> {
        let failed = |error| SelfPlayError::Io { path: path.to_path_buf(), error };
        let file = File::open(path).map_err(failed)?;
        Self::of(file, path, outline, game)
    }

    /// Reads an open file from its beginning.
    fn of(mut file: File, path: &Path, outline: &Outline, game: &str) -> Result<Reader, SelfPlayError> {
        let failed = |error| SelfPlayError::Io { path: path.to_path_buf(), error };
        let mut near = Vec::new();
        file.seek(SeekFrom::Start(0)).map_err(failed)?;
        (&file).take(HEAD).read_to_end(&mut near).map_err(failed)?;
        let (head, length) = Head::read(&near, outline, game)
            .map_err(|error| SelfPlayError::Record { path: path.to_path_buf(), error })?;
        file.seek(SeekFrom::Start(length as u64)).map_err(failed)?;
        Ok(Reader {
            path: path.to_path_buf(),
            file: BufReader::with_capacity(1 << 20, file),
            shape: Shape::of(&head.outline),
            head,
            good: length as u64,
            games: 0,
            buffer: Vec::new(),
        })
    }

    /// The next game and its records; `None` at the end, or where the last frame is not whole.
    ///
    /// # Errors
    /// It cannot be read, or is damaged: what does not fit is more than the torn end of a last game.
    #[allow(clippy::should_implement_trait)]
    pub fn next(&mut self) -> Result<Option<(Frame, &[u8])>, SelfPlayError> {
        let failed = |error| SelfPlayError::Io { path: self.path.clone(), error };
        let size = self.shape.size();
        self.buffer.clear();
        self.file.by_ref().take(FRAME as u64).read_to_end(&mut self.buffer).map_err(failed)?;
        let Some(count) = self.buffer.first_chunk::<4>().map(|bytes| u32::from_le_bytes(*bytes)) else {
            return Ok(None);
        };
        if count > MOST_PLIES {
            // A damaged count would have the rest of the file read at once.
            return Err(SelfPlayError::Damaged { path: self.path.clone(), games: self.games });
        }
        let length = u64::from(count) * size as u64;
        self.file.by_ref().take(length).read_to_end(&mut self.buffer).map_err(failed)?;
        let Some((frame, _)) = Frame::read(&self.buffer, size) else {
            let whole = self.buffer.len() as u64 == FRAME as u64 + length;
            let path = self.path.clone();
            return match self.is_torn(whole) {
                Ok(true) => Ok(None),
                Ok(false) => Err(SelfPlayError::Damaged { path, games: self.games }),
                Err(error) => Err(SelfPlayError::Io { path, error }),
            };
        };
        self.good += self.buffer.len() as u64;
        self.games += 1;
        Ok(Some((frame, self.buffer.get(FRAME..).unwrap_or_default())))
    }

    /// Whether what is in the buffer, and is no frame, is the end that a killed run leaves: half a game and nothing
    /// after it, or the zeros that a lost machine leaves. `whole` says whether the file has as much as it should.
    fn is_torn(&mut self, whole: bool) -> std::io::Result<bool> {
        if !whole {
            // Where a game begins later, it is the count that is wrong.
            let size = self.shape.size();
            let mut later = (1..self.buffer.len()).filter_map(|at| self.buffer.get(at..));
            return Ok(!later.any(|bytes| Frame::read(bytes, size).is_some()));
        }
        if self.file.fill_buf()?.is_empty() {
            return Ok(true);
        }
        let zero = |byte: &u8| *byte == 0;
        while self.buffer.iter().all(zero) {
            self.buffer.clear();
            if self.file.by_ref().take(HEAD).read_to_end(&mut self.buffer)? == 0 {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Whether something follows that is no whole frame.
    ///
    /// # Errors
    /// The file cannot be looked at.
    pub fn is_cut(&self) -> Result<bool, SelfPlayError> {
        let failed = |error| SelfPlayError::Io { path: self.path.clone(), error };
        Ok(self.file.get_ref().metadata().map_err(failed)?.len() > self.good)
    }
}

/// What joining files came to.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Joined {
    /// Games kept.
    pub games: u64,
    /// Records of theirs.
    pub records: u64,
    /// Games left out, another with the same opening being kept.
    pub doubles: u64,
    /// What is to be said of files that are damaged or cut: only their games before that are kept.
    pub notes: Vec<String>,
}

/// Joins files of one game and writes them to `out`; of games that began alike the first is kept, of a damaged file
/// what comes before the damage. `path` is what `out` is called, `stop` ends it.
///
/// # Errors
/// A file cannot be read, holds another game, or games under other terms; `out` cannot be written; it was stopped.
pub fn merge(
    files: &[PathBuf],
    (outline, game): (&Outline, &str),
    (path, out): (&Path, &mut dyn Write),
    stop: &AtomicBool,
) -> Result<Joined, SelfPlayError> {
    let written = |error| SelfPlayError::Io { path: path.to_path_buf(), error };
    let mut joined = Joined::default();
    let mut openings = HashSet::new();
    let mut first: Option<Head> = None;
    for path in files {
        let mut reader = Reader::open(path, outline, game)?;
        match &first {
            None => {
                out.write_all(reader.head.to_text().as_bytes()).map_err(written)?;
                first = Some(reader.head.clone());
            }
            Some(head) => {
                if let Some(theirs) = head.conflict(&reader.head) {
                    return Err(SelfPlayError::OtherTerms { path: path.clone(), theirs });
                }
            }
        }
        let size = reader.shape.size();
        loop {
            if stop.load(Ordering::Relaxed) {
                return Err(SelfPlayError::Stopped);
            }
            let (frame, records) = match reader.next() {
                Ok(Some(next)) => next,
                Ok(None) => {
                    if reader.is_cut()? {
                        joined
                            .notes
                            .push(format!("{}: the last game was cut short and is left out", path.display()));
                    }
                    break;
                }
                Err(SelfPlayError::Damaged { path, games }) => {
                    let name = path.display();
                    joined.notes.push(format!("{name} is damaged; only its first {games} games are kept"));
                    break;
                }
                Err(error) => return Err(error),
            };
            if openings.insert(frame.opening) {
                joined.games += 1;
                joined.records += u64::from(frame.records);
                out.write_all(&Frame::wrap(frame.game, frame.opening, size, records)).map_err(written)?;
            } else {
                joined.doubles += 1;
            }
        }
    }
    Ok(joined)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::Library;

    fn head(seed: u64) -> Head {
        let outline = Outline::of(&Library::builtin().unwrap().find("lecce").unwrap());
        Head { game: "lecce".into(), outline, rules: None, seed, nodes: 10, terms: "none".into() }
    }

    /// A file of three games with five records each: its bytes, and a record's size.
    fn three_games(path: &Path) -> (Vec<u8>, usize) {
        let size = Shape::of(&head(1).outline).size();
        let mut store = Store::open(path, &head(1)).unwrap();
        for game in 0..3 {
            store.append(game, 100 + game, &vec![game as u8; 5 * size]).unwrap();
        }
        (std::fs::read(path).unwrap(), size)
    }

    #[test]
    fn a_killed_run_loses_one_game_at_most() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("games");
        let (whole, size) = three_games(&path);
        for cut in [1, size, 5 * size, 5 * size + FRAME - 1] {
            std::fs::write(&path, &whole[..whole.len() - cut]).unwrap();
            let mut store = Store::open(&path, &head(1)).unwrap();
            assert_eq!((store.games.len(), store.records), (2, 10), "cut by {cut}");
            store.append(2, 102, &vec![2; 5 * size]).unwrap();
            assert_eq!(std::fs::read(&path).unwrap(), whole);
        }
        let error = Store::open(&path, &head(2)).err().unwrap().to_string();
        assert!(error.contains("seed 1, nodes 10, none") && !error.contains('\n'), "{error}");
        std::fs::write(&path, "1. e4 e5").unwrap();
        assert!(Store::open(&path, &head(1)).is_err());
        assert_eq!(std::fs::read(&path).unwrap(), b"1. e4 e5", "a foreign file is left alone");
    }

    #[test]
    fn a_damaged_file_is_left_alone_and_its_beginning_saved() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("games");
        let (whole, size) = three_games(&path);
        let second = whole.len() - 2 * (FRAME + 5 * size);
        // A record, the checksum, a count with fewer games behind it, and counts no game reaches.
        for at in [second + FRAME + 1, second + 20, second, second + 1, second + 3] {
            let mut bytes = whole.clone();
            bytes[at] ^= 0x40;
            std::fs::write(&path, &bytes).unwrap();
            let error = Store::open(&path, &head(1)).err().unwrap().to_string();
            assert!(error.contains("damaged after its first 1 games") && !error.contains('\n'), "{error}");
            assert_eq!(std::fs::read(&path).unwrap(), bytes, "nothing is cut off");
            let mut saved = Vec::new();
            let joined = merge(
                std::slice::from_ref(&path),
                (&head(1).outline, "lecce"),
                (&path, &mut saved),
                &AtomicBool::new(false),
            )
            .unwrap();
            assert_eq!((joined.games, joined.notes.len()), (1, 1));
            assert!(whole.starts_with(&saved));
        }
    }

    #[test]
    fn zeros_at_the_end_are_no_games() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("games");
        let (whole, _) = three_games(&path);
        for zeros in [1, FRAME, 2 * FRAME, 5000] {
            let mut bytes = whole.clone();
            bytes.resize(whole.len() + zeros, 0);
            std::fs::write(&path, &bytes).unwrap();
            assert_eq!(Store::open(&path, &head(1)).unwrap().games.len(), 3, "{zeros} zeros");
            assert_eq!(std::fs::read(&path).unwrap(), whole);
            bytes.push(1);
            std::fs::write(&path, &bytes).unwrap();
            assert_eq!(Store::open(&path, &head(1)).is_err(), zeros >= FRAME, "{zeros} zeros and a one");
        }
    }

    #[test]
    fn a_file_has_one_writer() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("games");
        let first = Store::open(&path, &head(1)).unwrap();
        let error = Store::open(&path, &head(1)).err().unwrap().to_string();
        assert!(error.contains("another run") && !error.contains('\n'), "{error}");
        drop(first);
        assert!(Store::open(&path, &head(1)).is_ok());
    }

    #[test]
    fn joined_files_hold_every_opening_once() {
        let folder = tempfile::tempdir().unwrap();
        let size = Shape::of(&head(1).outline).size();
        let paths = ["a", "b"].map(|name| folder.path().join(name));
        for (share, path) in paths.iter().enumerate() {
            let mut store = Store::open(path, &head(1)).unwrap();
            for game in (share as u64..10).step_by(2) {
                store.append(game, game / 3, &vec![0; size]).unwrap();
            }
        }
        let join = |bytes: &mut Vec<u8>, stop| {
            let of = (&head(1).outline, "lecce");
            merge(&paths, of, (Path::new("joined"), bytes), &AtomicBool::new(stop))
        };
        assert!(matches!(join(&mut Vec::new(), true), Err(SelfPlayError::Stopped)));
        let mut bytes = Vec::new();
        let joined = join(&mut bytes, false).unwrap();
        assert_eq!(joined, Joined { games: 4, records: 4, doubles: 6, notes: Vec::new() });
        std::fs::write(&paths[0], bytes).unwrap();
        assert_eq!(Store::open(&paths[0], &head(1)).unwrap().games.len(), 4);
    }
}
