//! A game of a PGN file, judged move by move. Knows positions and scores; how they are told is for others.

use super::accuracy;
use crate::board::Colour;
use crate::cli::line;
use crate::cli::score::Score;
use crate::cli::setup::Setup;
use crate::engine::Thought;
use crate::engine::consult::Consultant;
use crate::engine::games::Games;
use crate::position::pgn::{PgnError, PgnFault, Record};
use crate::position::{AnyGame, Unread, Written};
use crate::rules::{Library, Variant};
use crate::search::Limits;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// A record played through: positions, and the move that leads from each to the next.
pub struct Replayed {
    /// The record, its moves in our spelling.
    pub record: Record,
    /// One more than moves.
    pub positions: Vec<AnyGame>,
    /// The moves.
    pub moves: Vec<Written>,
}

impl Replayed {
    /// Plays a record through, by the game its tag names or else the one the arguments name.
    ///
    /// # Errors
    /// No such game, no such position, no such move: one line that says where.
    pub fn read(mut record: Record, setup: &Setup, games: &dyn Games) -> Result<Replayed, String> {
        let variant = variant(&record, setup, games)?;
        let fen = record.fen().unwrap_or(&variant.start);
        let (first, _) =
            AnyGame::from_fen(&variant, fen).map_err(|error| format!("line {}: {error}", record.line))?;
        let mut positions = vec![first];
        let mut moves = Vec::new();
        for turn in &mut record.moves {
            let Some(now) = positions.last() else { break };
            let mut next = now.clone();
            match next.play(&turn.text) {
                Ok(written) => {
                    turn.text.clone_from(&written.san);
                    moves.push(written);
                }
                Err(reason) => return Err(fault(turn.line, line::number(now), reason)),
            }
            positions.push(next);
        }
        Ok(Replayed { record, positions, moves })
    }

    /// The game it is of.
    pub fn variant(&self) -> &Arc<Variant> {
        self.positions[0].variant()
    }

    /// `White - Black, 1-0`
    pub fn title(&self) -> String {
        let name = |tag| self.record.tag(tag).filter(|name| !name.trim().is_empty()).unwrap_or("?");
        format!("{} - {}, {}", name("White"), name("Black"), self.record.result)
    }
}

fn fault(line: u64, number: String, reason: Unread) -> String {
    PgnError { line, fault: PgnFault::Move { number, reason } }.to_string()
}

fn variant(record: &Record, setup: &Setup, games: &dyn Games) -> Result<Arc<Variant>, String> {
    let Some(name) = record.tag("Variant").map(str::trim).filter(|name| !name.is_empty() && *name != "?")
    else {
        return crate::cli::game(games, &setup.variant).map_err(|error| error.to_string());
    };
    if let Some(variant) = games.find(name) {
        return Ok(variant);
    }
    // What other programs call our games.
    let library = Library::builtin().map_err(|error| error.to_string())?;
    record.variant(&library).map_err(|error| error.to_string())
}

/// What the engine thinks of one position of a game.
#[derive(Clone)]
pub struct Opinion {
    /// What it is worth.
    pub score: Score,
    /// The lines found, the best first; none where the game is over.
    pub lines: Vec<Thought>,
}

/// A move and what it was worth.
#[derive(Clone)]
pub struct Judgement {
    /// Its number: `12.`, `12...`.
    pub number: String,
    /// Who played it.
    pub side: Colour,
    /// The move.
    pub played: Written,
    /// What the best move was worth.
    pub before: Score,
    /// What this one is worth.
    pub after: Score,
    /// Hundredths of a pawn it gave away, none less than 0.
    pub lost: i32,
    /// `?!`, `?`, `??` or nothing.
    pub mark: &'static str,
    /// How well it kept its side's chances, 0 to 100.
    pub accuracy: f64,
    /// The best line, where this was not its first move.
    pub better: Vec<Written>,
}

/// Chances given away, in hundredths, from which a move is marked, and PGN's number for the mark.
const MARKS: [(f64, &str, u8); 3] = [(30.0, "??", 4), (20.0, "?", 2), (10.0, "?!", 6)];

/// PGN's number for a mark.
pub fn nag(mark: &str) -> Option<u8> {
    MARKS.iter().find(|(_, text, _)| *text == mark).map(|(.., number)| *number)
}

/// A game with an opinion on every position that there was time for.
pub struct Judged {
    /// The game.
    pub game: Replayed,
    /// On its positions, the first ones first.
    pub opinions: Vec<Opinion>,
    /// Its moves, as far as there are opinions.
    pub judgements: Vec<Judgement>,
}

impl Judged {
    /// How well both sides played, White first.
    pub fn accuracies(&self) -> [Option<f64>; 2] {
        Colour::BOTH.map(|side| {
            let of_side = self.judgements.iter().filter(|judgement| judgement.side == side);
            accuracy::of_side(&of_side.map(|judgement| judgement.accuracy).collect::<Vec<_>>())
        })
    }
}

/// Looks at every position of a game, telling after each; when `stop` is set it ends early.
///
/// # Errors
/// The engine refuses its own position.
pub fn judge(
    game: Replayed,
    consultant: &mut Consultant,
    limits: &Limits,
    threshold: i32,
    stop: &AtomicBool,
    tell: &mut dyn FnMut(usize, &Opinion),
) -> Result<Judged, String> {
    consultant.forget();
    let start = game.positions.first().map_or(String::new(), AnyGame::fen);
    let texts: Vec<&str> = game.moves.iter().map(|written| written.coordinates.as_str()).collect();
    let mut opinions = Vec::with_capacity(game.positions.len());
    for (ply, position) in game.positions.iter().enumerate() {
        let opinion = match position.finish() {
            Some(finish) => Opinion { score: Score::over(finish.winner), lines: Vec::new() },
            None => {
                let advice = consultant
                    .ask(&start, &texts[..ply.min(texts.len())], limits.clone(), stop, &mut |_, _| {})
                    .map_err(|refused| refused.to_string())?;
                let Some(best) = advice.lines.first() else { break };
                Opinion { score: Score::of(best, position.turn()), lines: advice.lines }
            }
        };
        // A search cut short says little.
        if stop.load(Ordering::Relaxed) {
            break;
        }
        tell(ply, &opinion);
        opinions.push(opinion);
    }
    let judgements = opinions
        .windows(2)
        .zip(game.positions.iter().zip(&game.moves))
        .filter_map(|(pair, (position, played))| {
            Some(judgement(position, played, pair.first()?, pair.get(1)?, threshold))
        })
        .collect();
    Ok(Judged { game, opinions, judgements })
}

fn judgement(
    position: &AnyGame,
    played: &Written,
    before: &Opinion,
    after: &Opinion,
    threshold: i32,
) -> Judgement {
    let side = position.turn();
    let moves = before.lines.first().map(|thought| line::written(position, &thought.moves));
    let best = moves.unwrap_or_default();
    let is_best = best.first().is_some_and(|best| best.coordinates == played.coordinates);
    let sign = if side == Colour::White { 1 } else { -1 };
    let chance = |score| match side {
        Colour::White => accuracy::winning(score),
        Colour::Black => 100.0 - accuracy::winning(score),
    };
    let lost = if is_best { 0 } else { (sign * (before.score.bounded() - after.score.bounded())).max(0) };
    let given = if is_best { 0.0 } else { (chance(before.score) - chance(after.score)).max(0.0) };
    let marked = MARKS.iter().find(|(from, ..)| given >= *from && lost >= threshold);
    Judgement {
        number: line::number(position),
        side,
        played: played.clone(),
        before: before.score,
        after: after.score,
        lost,
        mark: marked.map_or("", |(_, mark, _)| *mark),
        accuracy: accuracy::of_move(given, 0.0),
        better: if lost >= threshold && !is_best { best } else { Vec::new() },
    }
}
