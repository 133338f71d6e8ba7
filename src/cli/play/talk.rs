//! The talk over a game: what is typed, what is answered, whose turn it is. Knows the game on the table and asks the
//! engine; knows no rule.

use super::LEVEL;
use super::clock::Clocks;
use super::command::{Command, HELP};
use super::record;
use super::table::Table;
use crate::board::Colour;
use crate::cli::picture::{self, Style, View};
use crate::cli::score::Score;
use crate::cli::{Failure, line, setup};
use crate::engine::consult::{Advice, Consultant};
use crate::engine::level::{HIGHEST, LOWEST, Player};
use crate::position::Written;
use crate::rules::Alias;
use crate::search::Limits;
use crossbeam_channel::{Receiver, never, select};
use std::io::{IsTerminal, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;
use std::time::Duration;

/// How long a hint is thought about.
const HINT: Duration = Duration::from_millis(500);
/// The most moves of a line that a hint tells.
const HINTED: usize = 8;
/// How often a clock is looked at while somebody thinks.
const TICK: Duration = Duration::from_millis(100);

/// What was agreed before the game.
pub struct Habits {
    /// The side the engine plays.
    pub engine: Option<Colour>,
    /// Its strength.
    pub level: u8,
    /// What its choices depend on.
    pub seed: u64,
    /// The longest it thinks without a clock.
    pub time: Duration,
    /// Protocols' letters for files.
    pub letters: bool,
    /// Black below.
    pub flip: bool,
    /// What the board is made of.
    pub style: Style,
    /// Where the first game is written after every move; later ones get files beside it.
    pub save: Option<PathBuf>,
    /// Arguments that the command which goes on with a game needs.
    pub again: Vec<String>,
    /// Where games beside the built-in ones came from.
    pub files: Vec<PathBuf>,
}

/// The talk.
pub struct Talk {
    habits: Habits,
    table: Table,
    clocks: Option<Clocks>,
    consultant: Consultant,
    player: Player,
    /// Where this game is written after every move.
    kept: Option<PathBuf>,
    /// Where the game was last written, and what.
    saved: Option<(PathBuf, String)>,
    /// Whether the end of the game was told.
    told: bool,
    /// Moves there were when the game began.
    begun: Vec<String>,
    terminal: bool,
}

/// What was heard while waiting.
enum Heard {
    Line(String),
    Left,
    Flagged,
}

impl Talk {
    /// A game about to begin.
    pub fn new(habits: Habits, table: Table, clocks: Option<Clocks>, consultant: Consultant) -> Talk {
        let player = Player::new(habits.level, habits.seed);
        let terminal = std::io::stdin().is_terminal() && std::io::stdout().is_terminal();
        let begun = table.coordinates().into_iter().map(str::to_owned).collect();
        let kept = habits.save.clone();
        Talk { habits, table, clocks, consultant, player, kept, saved: None, told: false, begun, terminal }
    }

    /// Plays until somebody leaves.
    ///
    /// # Errors
    /// Nobody reads the output.
    pub fn run(mut self, lines: &Receiver<String>, interrupts: &Receiver<()>) -> Result<(), Failure> {
        self.say(&format!(
            "{}: you type moves such as {}; `help` lists what else.",
            self.table.now().variant().name,
            self.table.now().moves().first().map_or("e4".to_owned(), |mv| self.san(mv))
        ))?;
        self.board()?;
        loop {
            if !self.told
                && let Some(result) = self.table.result()
            {
                self.told = true;
                if let Some(clocks) = &mut self.clocks {
                    clocks.press(false);
                }
                let winner = result.winner.map_or("drawn".to_owned(), |side| format!("{} wins", side.name()));
                self.say(&format!("{}: {winner}, {}", result.reason, result.score()))?;
                self.keep()?;
            }
            if !self.told && self.habits.engine == Some(self.table.now().turn()) {
                if !self.think(lines, interrupts)? {
                    return self.leave();
                }
                continue;
            }
            match self.wait(lines, interrupts)? {
                Heard::Line(text) => {
                    if !self.obey(Command::read(&text))? {
                        return self.leave();
                    }
                }
                Heard::Left => return self.leave(),
                Heard::Flagged => {
                    if self.terminal {
                        self.say("")?;
                    }
                    self.flag(self.table.now().turn());
                }
            }
        }
    }

    /// Waits for what a person says.
    fn wait(&mut self, lines: &Receiver<String>, interrupts: &Receiver<()>) -> Result<Heard, Failure> {
        let side = self.table.now().turn();
        if let Some(clocks) = &mut self.clocks
            && !self.told
        {
            clocks.start(side);
        }
        if self.terminal {
            let clock = self.clocks.as_ref().map_or(String::new(), |clocks| format!("[{}] ", clocks.text()));
            let number = line::number(self.table.now());
            let prompt =
                if self.told { "> ".to_owned() } else { format!("{clock}{} {number} ", side.name()) };
            let mut output = std::io::stdout().lock();
            write!(output, "{prompt}")?;
            output.flush()?;
        }
        loop {
            let tick = if self.clocks.is_some() && !self.told { TICK } else { Duration::from_secs(3600) };
            select! {
                recv(lines) -> text => return Ok(text.map_or(Heard::Left, Heard::Line)),
                recv(interrupts) -> _ => return Ok(Heard::Left),
                default(tick) => {
                    let flagged = |clocks: &Clocks| clocks.left(side).is_zero();
                    if !self.told && self.clocks.as_ref().is_some_and(flagged) {
                        return Ok(Heard::Flagged);
                    }
                }
            }
        }
    }

    /// Lets the engine move. Whether the game goes on.
    fn think(&mut self, lines: &Receiver<String>, interrupts: &Receiver<()>) -> Result<bool, Failure> {
        let side = self.table.now().turn();
        let mut allowed = Limits { lines: 1, ..Limits::default() };
        match &mut self.clocks {
            Some(clocks) => {
                clocks.start(side);
                allowed.clock = Some(clocks.for_search(side));
            }
            None => allowed.move_time = Some(self.habits.time),
        }
        let limits = self.player.limits(allowed);
        self.begin(limits)?;
        // What comes through a pipe waits its turn; who sits at a terminal may leave in the middle.
        let nobody = never();
        let listened = if self.terminal { lines } else { &nobody };
        let mut left = false;
        let mut advice = Advice::default();
        loop {
            let events = self.consultant.events().clone();
            select! {
                recv(events) -> event => match event {
                    Ok(event) => if advice.listen(event) { break },
                    Err(_) => break,
                },
                recv(interrupts) -> _ => {
                    left = true;
                    self.consultant.stop();
                }
                recv(listened) -> text => {
                    left = !text.is_ok_and(|text| Command::read(&text) != Command::Quit);
                    if left {
                        self.consultant.stop();
                    } else {
                        self.say("one moment: Lupa is thinking (quit leaves)")?;
                    }
                }
            }
        }
        if left {
            return Ok(false);
        }
        if self.clocks.as_ref().is_some_and(|clocks| clocks.left(side).is_zero()) {
            self.flag(side);
            return Ok(true);
        }
        let chosen = self.player.choose(&advice.lines).or(advice.best.as_deref());
        match chosen.and_then(|text| self.table.now().read(text).ok()) {
            Some(written) => {
                self.say(&format!("Lupa plays {} {}", line::number(self.table.now()), self.san(&written)))?;
                self.play(written)?;
                self.board()?;
            }
            // A game that goes on has a move, and a search ends with one.
            None => self.table.concede(side, "has no move to play"),
        }
        Ok(true)
    }

    fn begin(&mut self, limits: Limits) -> Result<(), Failure> {
        let start = self.table.start().fen();
        let moves = self.table.coordinates();
        self.consultant
            .begin(&start, &moves, limits)
            .map(|_| ())
            .map_err(|refused| Failure::Failed(refused.to_string()))
    }

    fn play(&mut self, written: Written) -> Result<(), Failure> {
        self.table.play(written);
        if let Some(clocks) = &mut self.clocks {
            clocks.press(true);
        }
        self.keep()
    }

    fn flag(&mut self, side: Colour) {
        self.table.concede(side, "has run out of time");
    }

    /// Does what a person says. Whether the game goes on.
    fn obey(&mut self, command: Command) -> Result<bool, Failure> {
        match command {
            Command::Nothing => {}
            Command::Move(_) if self.told => self.say("the game is over: `undo`, `new`, `save` or `quit`")?,
            Command::Move(text) => match setup::read(self.table.now(), &text, self.habits.letters) {
                Ok(written) => {
                    self.play(written)?;
                    if self.habits.engine.is_none() {
                        self.board()?;
                    }
                }
                Err(error) => self.say(&format!("{error}; `moves` lists them, `help` the commands"))?,
            },
            Command::Hint => self.hint()?,
            Command::Undo => self.undo()?,
            Command::Moves => self.moves()?,
            Command::Flip => {
                self.habits.flip = !self.habits.flip;
                self.board()?;
            }
            Command::Board => self.board()?,
            Command::Fen => self.say(&self.table.now().fen())?,
            Command::Game => self.say(&self.score_sheet())?,
            Command::Save(file) => self.save(file.map(PathBuf::from))?,
            Command::Go if self.told => self.say("the game is over")?,
            Command::Go => self.habits.engine = Some(self.table.now().turn()),
            Command::Level(Some(level)) if (LOWEST..=HIGHEST).contains(&level) => {
                self.habits.level = level;
                self.player =
                    Player::new(level, self.habits.seed.wrapping_add(self.table.moves().len() as u64));
                self.say(&format!("level {level}"))?;
            }
            Command::Level(_) => self.say(&format!("levels are {LOWEST} to {HIGHEST}: `level 3`"))?,
            Command::Resign if self.told => self.say("the game is over")?,
            Command::Resign => self.table.concede(self.table.now().turn(), "resigns"),
            Command::New => {
                if let Some(text) = self.unsaved() {
                    self.say(&text)?;
                }
                self.table.clear();
                self.begun.clear();
                (self.told, self.saved) = (false, None);
                self.kept = self.habits.save.as_deref().and_then(record::free_beside);
                if let Some(file) = self.kept.as_ref().filter(|file| Some(*file) != self.habits.save.as_ref())
                {
                    let text = format!("this game is saved in {}", file.display());
                    self.say(&text)?;
                }
                self.clocks = self.clocks.as_ref().map(Clocks::again);
                self.consultant.forget();
                self.board()?;
            }
            Command::Help => {
                let help: Vec<String> =
                    HELP.iter().map(|(command, what)| format!("  {command:<18} {what}")).collect();
                self.say(&help.join("\n"))?;
            }
            Command::Quit => return Ok(false),
        }
        Ok(true)
    }

    fn hint(&mut self) -> Result<(), Failure> {
        if self.told {
            return self.say("the game is over");
        }
        let start = self.table.start().fen();
        let moves = self.table.coordinates();
        let limits = Limits { move_time: Some(HINT), lines: 1, ..Limits::default() };
        let advice = self
            .consultant
            .ask(&start, &moves, limits, &AtomicBool::new(false), &mut |_, _| {})
            .map_err(|refused| Failure::Failed(refused.to_string()))?;
        let (Some(best), Some(thought)) = (advice.best, advice.lines.first()) else { return Ok(()) };
        let game = self.table.now();
        let Ok(best) = game.read(&best) else { return Ok(()) };
        let score = Score::of(thought, game.turn());
        let mut moves = line::written(game, &thought.moves);
        moves.truncate(HINTED);
        let moves = line::numbered(game, &moves, self.habits.letters);
        let text = format!("hint: {} ({} for White: {moves})", self.san(&best), score.text());
        self.say(&line::wrapped(&text, 78).join("\n"))
    }

    fn undo(&mut self) -> Result<(), Failure> {
        let mut undone = self.table.undo();
        // Back to where the person is to move, if there is such a place.
        while undone && self.habits.engine == Some(self.table.now().turn()) {
            if !self.table.undo() {
                // The engine began: it begins again.
                break;
            }
        }
        if !undone {
            return self.say("there is no move to take back");
        }
        undone = std::mem::take(&mut self.told);
        if let Some(clocks) = &mut self.clocks {
            clocks.press(false);
            if undone {
                *clocks = clocks.again();
            }
        }
        self.keep()?;
        self.board()
    }

    fn moves(&mut self) -> Result<(), Failure> {
        let (castlings, others): (Vec<Written>, Vec<Written>) =
            self.table.now().moves().into_iter().partition(|written| written.castles);
        let mut text: Vec<String> = others.iter().map(|written| self.san(written)).collect();
        text.sort_unstable();
        let mut lines = line::wrapped(&text.join(" "), 78);
        for castling in castlings {
            let coordinates = self.labelled(&castling.coordinates);
            lines.push(format!("castling: {} (or {coordinates})", self.san(&castling)));
        }
        self.say(&lines.join("\n"))
    }

    /// The moves so far, with numbers, and the result.
    fn score_sheet(&self) -> String {
        if self.table.moves().is_empty() {
            return "no move yet".to_owned();
        }
        let moves = line::numbered(self.table.start(), self.table.moves(), self.habits.letters);
        let result = self.table.result().map_or(String::new(), |result| format!(" {}", result.score()));
        line::wrapped(&(moves + &result), 78).join("\n")
    }

    fn record(&self) -> crate::position::pgn::Record {
        let tag = self.clocks.as_ref().map(Clocks::tag);
        record::record(&self.table, self.habits.engine, self.habits.level, tag)
    }

    fn save(&mut self, file: Option<PathBuf>) -> Result<(), Failure> {
        let before = self.saved.as_ref().map(|(file, _)| file.clone());
        let file = file.or_else(|| before.clone()).or_else(|| self.kept.clone());
        let file = file.unwrap_or_else(|| record::free_name(&self.table.now().variant().name));
        let own = before.or_else(|| self.kept.clone());
        let text = self.record().to_pgn();
        match record::save(&text, &file, own.as_deref()) {
            Ok(()) => {
                self.say(&format!("saved in {}", file.display()))?;
                self.saved = Some((file, text));
                Ok(())
            }
            // Nothing is lost: another name will do.
            Err(Failure::Usage(error)) => self.say(&error),
            Err(other) => Err(other),
        }
    }

    /// Writes the file that is written after every move, if there is one.
    fn keep(&mut self) -> Result<(), Failure> {
        if let Some(file) = self.kept.clone() {
            let text = self.record().to_pgn();
            match crate::cli::files::write(&file, &text) {
                Ok(()) => self.saved = Some((file, text)),
                Err(error) => {
                    // The game goes on, and is told at its end.
                    self.kept = None;
                    self.say(&format!("{error}; the game is not saved any more"))?;
                }
            }
        }
        Ok(())
    }

    /// Says goodbye; a game that was not saved is told so that it can go on.
    fn leave(&self) -> Result<(), Failure> {
        if self.terminal {
            self.say("")?;
        }
        self.say(self.unsaved().as_deref().unwrap_or("Goodbye."))
    }

    /// The game and how to go on with it, if there is one that is saved nowhere.
    fn unsaved(&self) -> Option<String> {
        let moves = self.table.coordinates();
        let saved = self.saved.as_ref().is_some_and(|(_, text)| *text == self.record().to_pgn());
        if moves.is_empty() || moves == self.begun || saved {
            return None;
        }
        let (sheet, how) = (self.score_sheet(), self.how_to_go_on());
        Some(format!("{sheet}\nThe game was not saved. To go on with it:\n{how}"))
    }

    /// The command that goes on with the game as it stands, sides and level as they are now.
    fn how_to_go_on(&self) -> String {
        let variant = self.table.now().variant();
        let mut words = vec!["lupa play".to_owned()];
        words.extend(self.habits.files.iter().map(|file| format!("--variants {}", quoted(file))));
        words.push(format!("--variant {}", Alias::of(variant)));
        let start = self.table.start().fen();
        if start != variant.start {
            words.push(format!("--fen \"{start}\""));
        }
        match self.habits.engine {
            Some(Colour::Black) => {}
            Some(Colour::White) => words.push("--side black".to_owned()),
            None => words.push("--side both".to_owned()),
        }
        if self.habits.level != LEVEL {
            words.push(format!("--level {}", self.habits.level));
        }
        words.extend(self.habits.again.iter().cloned());
        if self.habits.letters {
            words.push("--letters".to_owned());
        }
        words.push("--moves".to_owned());
        words.extend(self.table.moves().iter().map(|written| self.san(written)));
        words.join(" ")
    }

    fn board(&self) -> Result<(), Failure> {
        let view = View {
            flip: self.habits.flip,
            letters: self.habits.letters,
            last: self.table.moves().last().map(|written| (written.from, written.to)),
        };
        let board = picture::terminal(self.table.now(), view, self.habits.style);
        let state =
            if self.table.result().is_none() { setup::state(self.table.now()) } else { String::new() };
        self.say(&format!("\n{board}{state}"))
    }

    fn san(&self, written: &Written) -> String {
        self.labelled(&written.san)
    }

    fn labelled(&self, text: &str) -> String {
        if self.habits.letters { text.to_owned() } else { self.table.now().variant().to_labels(text) }
    }

    fn say(&self, text: &str) -> Result<(), Failure> {
        let mut output = std::io::stdout().lock();
        writeln!(output, "{text}")?;
        output.flush()?;
        Ok(())
    }
}

/// A path as it can be typed.
fn quoted(path: &Path) -> String {
    let text = path.display().to_string();
    if text.contains(char::is_whitespace) { format!("\"{text}\"") } else { text }
}
