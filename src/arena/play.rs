//! One game between two engines: positions sent, moves judged, clocks kept, an end found. Knows nothing of matches.

use super::adjudicate::Judge;
use super::faults::{Fault, Faults};
use super::info::{Info, Score};
use super::opening::Opening;
use super::pace::{Clock, Pace};
use super::spec::EngineSpec;
use super::uci::{Answer, Engine, Lost, Patience, StartError};
use crate::board::{Colour, PerColour};
use crate::position::pgn::GameResult;
use crate::position::{AnyGame, Ending, FenError, Finish};
use std::fmt;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

/// What ended a game.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Termination {
    /// The rules.
    Normal,
    /// Scores, or too many moves.
    Adjudication,
    /// A clock.
    TimeForfeit,
    /// A move the rules do not know.
    IllegalMove,
    /// An engine that ended.
    Crash,
    /// An engine that did not answer.
    Hang,
}

impl Termination {
    /// Every kind.
    pub const ALL: [Termination; 6] = [
        Termination::Normal,
        Termination::Adjudication,
        Termination::TimeForfeit,
        Termination::IllegalMove,
        Termination::Crash,
        Termination::Hang,
    ];

    /// What the PGN tag `Termination` calls it.
    pub const fn name(self) -> &'static str {
        match self {
            Termination::Normal => "normal",
            Termination::Adjudication => "adjudication",
            Termination::TimeForfeit => "time forfeit",
            Termination::IllegalMove => "illegal move",
            Termination::Crash => "disconnect",
            Termination::Hang => "stall",
        }
    }

    /// The kind of that name.
    pub fn read(name: &str) -> Option<Termination> {
        Termination::ALL.into_iter().find(|kind| kind.name() == name)
    }
}

/// A game's end.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Closing {
    /// Who has won.
    pub result: GameResult,
    /// What kind of end it is.
    pub termination: Termination,
    /// The reason, for people.
    pub reason: String,
}

impl Closing {
    fn lost(loser: Colour, termination: Termination, reason: impl fmt::Display) -> Closing {
        Closing { result: won_by(Some(!loser)), termination, reason: format!("{} {reason}", loser.name()) }
    }

    fn by_rules(finish: Finish) -> Closing {
        let reason = match (finish.ending, finish.winner) {
            (Ending::Checkmate, Some(winner)) => format!("{} mates", winner.name()),
            (ending, Some(winner)) => format!("{} wins by {ending}", winner.name()),
            (ending, None) => format!("draw by {ending}"),
        };
        Closing { result: won_by(finish.winner), termination: Termination::Normal, reason }
    }

    fn drawn(reason: &str) -> Closing {
        Closing {
            result: GameResult::Draw,
            termination: Termination::Adjudication,
            reason: reason.to_owned(),
        }
    }
}

fn won_by(winner: Option<Colour>) -> GameResult {
    match winner {
        Some(Colour::White) => GameResult::WhiteWins,
        Some(Colour::Black) => GameResult::BlackWins,
        None => GameResult::Draw,
    }
}

/// A move of a game and what its engine said.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct MovePlayed {
    /// As PGN writes it.
    pub san: String,
    /// What the engine held of it; `None` if it did not say, or for a move of the opening.
    pub score: Option<Score>,
    /// How deep it looked.
    pub depth: Option<u32>,
    /// How long it took; `None` for a move of the opening.
    pub spent: Option<Duration>,
}

/// A finished game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PlayedGame {
    /// Where it began.
    pub fen: String,
    /// Its moves, the opening's among them.
    pub moves: Vec<MovePlayed>,
    /// Its end.
    pub closing: Closing,
    /// Small sins.
    pub faults: PerColour<Faults>,
}

/// A chair at the board: an engine that is started when it is needed and again when it was lost.
pub struct Seat {
    spec: Arc<EngineSpec>,
    engine: Option<Engine>,
}

impl Seat {
    /// For that engine.
    pub fn new(spec: Arc<EngineSpec>) -> Self {
        Seat { spec, engine: None }
    }

    /// Ends the engine politely, if there is one.
    pub fn leave(&mut self) {
        if let Some(engine) = self.engine.take() {
            engine.quit();
        }
    }

    fn sit(&mut self, table: &Table) -> Result<(), Lost> {
        let mut engine = match self.engine.take() {
            Some(engine) => engine,
            None => Engine::start(&self.spec, table.start.variant(), table.patience, table.stop).map_err(
                |error| match error {
                    StartError::Silent { .. } => Lost::Hang,
                    StartError::Interrupted => Lost::Interrupted,
                    _ => Lost::Crash,
                },
            )?,
        };
        engine.new_game(table.stop)?;
        self.engine = Some(engine);
        Ok(())
    }
}

/// Where and how a game is played.
pub struct Table<'a> {
    /// The game, at its start.
    pub start: &'a AnyGame,
    /// When scores end a game; copied for each.
    pub judge: &'a Judge,
    /// Plies after which a game is drawn.
    pub max_plies: Option<usize>,
    /// What a clock may be overstepped by.
    pub margin: Duration,
    /// How long engines are waited for.
    pub patience: Patience,
    /// Ends everything.
    pub stop: &'a AtomicBool,
}

/// One side's conversation: the position in the words of its engine, and its clock.
struct Side {
    position: String,
    moved: bool,
    clock: Option<Clock>,
    pace: Pace,
}

impl Side {
    /// Moves are told to an engine as it spells them itself, if it has played them.
    fn tell(&mut self, text: &str) {
        self.position.push_str(if self.moved { " " } else { " moves " });
        self.moved = true;
        self.position.push_str(text);
    }
}

impl Table<'_> {
    /// Plays a game; `None` if the match was ended meanwhile.
    ///
    /// # Errors
    /// The opening is none.
    pub fn play(
        &self,
        opening: &Opening,
        mut seats: PerColour<&mut Seat>,
    ) -> Result<Option<PlayedGame>, FenError> {
        let mut board = match &opening.fen {
            Some(fen) => self.start.again(fen)?.0,
            None => self.start.clone(),
        };
        let mut game = PlayedGame {
            fen: board.fen(),
            moves: Vec::new(),
            closing: Closing::drawn(""),
            faults: PerColour::default(),
        };
        let start = match &opening.fen {
            Some(_) => format!("position fen {}", game.fen),
            None => "position startpos".to_owned(),
        };
        let mut sides = PerColour(Colour::BOTH.map(|colour| {
            let seat = &seats[colour];
            // An engine that was told another name for the game, or none, may begin it elsewhere.
            let own = seat.spec.variant.is_some() && opening.fen.is_none();
            let position = if own { format!("position fen {}", game.fen) } else { start.clone() };
            Side { position, moved: false, clock: seat.spec.pace.clock.map(Clock::new), pace: seat.spec.pace }
        }));
        for text in &opening.moves {
            let Ok(played) = board.play(text) else { break };
            sides.0.iter_mut().for_each(|side| side.tell(&played.coordinates));
            game.moves.push(MovePlayed { san: played.san, score: None, depth: None, spent: None });
        }
        for colour in Colour::BOTH {
            if let Err(lost) = seats[colour].sit(self) {
                return Ok(self.lost(colour, lost, game));
            }
        }
        let mut judge = self.judge.clone();
        game.closing = loop {
            if let Some(closing) = self.end(&board, &judge, game.moves.len()) {
                break closing;
            }
            let colour = board.turn();
            let go = go(&sides, colour);
            let allowed = allowed(&sides[colour]).map(|time| time + self.margin);
            let seat = &mut *seats[colour];
            let Some(engine) = &mut seat.engine else {
                return Ok(self.lost(colour, Lost::Crash, game));
            };
            let answer = match engine.think(&sides[colour].position, &go, allowed, self.stop) {
                Ok(answer) => answer,
                Err(lost) => {
                    seat.engine = None;
                    return Ok(self.lost(colour, lost, game));
                }
            };
            game.faults[colour].inspect(&board, &answer);
            if let Some(over) = allowed.and_then(|allowed| answer.spent.checked_sub(allowed))
                && !over.is_zero()
            {
                let reason = format!("loses on time (by {} ms)", over.as_millis());
                break Closing::lost(colour, Termination::TimeForfeit, reason);
            }
            let Ok(played) = board.play(&answer.best) else {
                // It may be confused about more than this.
                seat.engine = None;
                let reason = format!("makes an illegal move: {}", answer.best);
                break Closing::lost(colour, Termination::IllegalMove, reason);
            };
            sides[colour].tell(&answer.best);
            sides[!colour].tell(&played.coordinates);
            if let Some(clock) = &mut sides[colour].clock {
                clock.press(answer.spent);
            }
            let played = note(played.san, &answer);
            judge.hear(colour, played.score, board.quiet_plies() == 0);
            let before = game.moves.last().and_then(|before| before.score);
            if let (Some(Score::Mate(theirs)), Some(Score::Mate(ours))) = (before, played.score)
                && (theirs > 0) == (ours > 0)
            {
                game.faults[colour].add(Fault::MateDispute, || {
                    format!("mate {ours} after the other side's mate {theirs} at {}", board.fen())
                });
            }
            game.moves.push(played);
        };
        Ok(Some(game))
    }

    fn end(&self, board: &AnyGame, judge: &Judge, plies: usize) -> Option<Closing> {
        if let Some(finish) = board.finish() {
            return Some(Closing::by_rules(finish));
        }
        if let Some(loser) = judge.loser() {
            return Some(Closing::lost(loser, Termination::Adjudication, "is lost by its scores"));
        }
        if judge.is_draw(board.move_number().saturating_sub(1)) {
            return Some(Closing::drawn("drawn by scores"));
        }
        self.max_plies.is_some_and(|most| plies >= most).then(|| Closing::drawn("too many moves"))
    }

    fn lost(&self, colour: Colour, lost: Lost, mut game: PlayedGame) -> Option<PlayedGame> {
        game.closing = match lost {
            Lost::Interrupted => return None,
            Lost::Crash => Closing::lost(colour, Termination::Crash, "disconnects"),
            Lost::Hang => Closing::lost(colour, Termination::Hang, "stalls"),
        };
        Some(game)
    }
}

fn note(san: String, answer: &Answer) -> MovePlayed {
    let scored = |info: &&Info| info.is_first() && info.score.is_some();
    let exact = answer.infos.iter().rev().filter(scored).find(|info| !info.bound);
    let info = exact.or_else(|| answer.infos.iter().rev().find(scored));
    MovePlayed {
        san,
        score: info.and_then(|info| info.score),
        depth: info.and_then(|info| info.depth),
        spent: Some(answer.spent),
    }
}

/// All the time a side has for its move.
fn allowed(side: &Side) -> Option<Duration> {
    let clock = side.clock.map(|clock| clock.left());
    match (clock, side.pace.move_time) {
        (Some(clock), Some(time)) => Some(clock.min(time)),
        (clock, time) => clock.or(time),
    }
}

/// The command to think for one side. Both clocks are told, but not to an engine that has none itself: it would take
/// the other's for its own.
fn go(sides: &PerColour<Side>, turn: Colour) -> String {
    let mut line = String::from("go");
    let mut say = |word: &str, number: u128| {
        line.push_str(&format!(" {word} {number}"));
    };
    let side = &sides[turn];
    for colour in Colour::BOTH {
        if let Some(clock) = sides[colour].clock.filter(|_| side.clock.is_some()) {
            let letter = colour.letter();
            say(&format!("{letter}time"), clock.left().as_millis().max(1));
            if !clock.increment().is_zero() {
                say(&format!("{letter}inc"), clock.increment().as_millis());
            }
        }
    }
    if let Some(moves) = side.clock.and_then(|clock| clock.to_go()) {
        say("movestogo", moves.into());
    }
    if let Some(time) = side.pace.move_time {
        say("movetime", time.as_millis().max(1));
    }
    if let Some(nodes) = side.pace.nodes {
        say("nodes", nodes.into());
    }
    if let Some(depth) = side.pace.depth {
        say("depth", depth.into());
    }
    line
}
