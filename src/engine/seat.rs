//! A session on a layout: text above, positions below. Knows every room beneath; knows no protocol.

use super::nets;
use super::session::{Event, Notes, Refused, Session, Thought};
use super::verdict;
use crate::board::{Colour, Large, Layout, Small};
use crate::eval::Evaluator;
use crate::position::{Ending, FenError, Game, Move, Position, Rules};
use crate::rules::Variant;
use crate::search::{Limits, Line, Pool, Report};
use crossbeam_channel::Sender;
use std::sync::{Arc, Mutex, PoisonError};

/// Opens a session of a game on the smallest layout with room for its board. Its events go to `events`.
///
/// # Errors
/// No layout is large enough, or the start position is none: never so for a game whose definition was read.
pub fn open(variant: &Variant, events: Sender<Event>) -> Result<Box<dyn Session>, Refused> {
    let variant = Arc::new(variant.clone());
    match Rules::<Small>::new(Arc::clone(&variant)) {
        Ok(rules) => Ok(Box::new(Seat::new(rules, events)?)),
        Err(_) => {
            let rules = Rules::<Large>::new(variant).map_err(|error| Refused(error.to_string()))?;
            Ok(Box::new(Seat::new(rules, events)?))
        }
    }
}

/// The position the running search started from, for writing its moves.
type Root<L> = Arc<Mutex<Position<L>>>;

struct Seat<L: Layout> {
    rules: Arc<Rules<L>>,
    game: Game<L>,
    root: Root<L>,
    pool: Pool<L>,
}

impl From<FenError> for Refused {
    fn from(error: FenError) -> Self {
        Refused(error.to_string())
    }
}

impl<L: Layout> Seat<L> {
    fn new(rules: Rules<L>, events: Sender<Event>) -> Result<Self, Refused> {
        let rules = Arc::new(rules);
        let position = Position::start(&rules)?;
        let root = Arc::new(Mutex::new(position));
        let scribe = Scribe { rules: Arc::clone(&rules), root: Arc::clone(&root), events };
        Ok(Seat {
            game: Game::new(Arc::clone(&rules), position),
            // One small table for now: the size wanted is told before the first search.
            pool: Pool::new(Arc::clone(&rules), 1, 1, Arc::new(move |report| scribe.tell(report))),
            rules,
            root,
        })
    }
}

/// Plays moves up to the first that is illegal.
fn play_all<L: Layout>(game: &mut Game<L>, moves: &[&str]) -> Result<(), Refused> {
    for (number, text) in (1..).zip(moves) {
        let mv = game.position().read_move(game.rules(), text);
        game.play(mv.map_err(|error| Refused(format!("move {number}: {error}")))?);
    }
    Ok(())
}

/// Turns what a search reports into text and passes it on.
struct Scribe<L: Layout> {
    rules: Arc<Rules<L>>,
    root: Root<L>,
    events: Sender<Event>,
}

impl<L: Layout> Scribe<L> {
    fn tell(&self, report: Report) {
        let root = *self.root.lock().unwrap_or_else(PoisonError::into_inner);
        let text = |mv: Move| root.coordinates(&self.rules, mv);
        let event = match report {
            Report::Line(line) => Event::Thought(self.thought(root, line)),
            Report::Current { depth, mv, number } => Event::Current { depth, text: text(mv), number },
            Report::Best { best, ponder } => {
                let reply = best.zip(ponder).map(|(best, ponder)| {
                    let mut after = root;
                    after.play(&self.rules, best, &mut ());
                    after.coordinates(&self.rules, ponder)
                });
                Event::Best { best: best.map(text), ponder: reply }
            }
        };
        // Nobody may be listening.
        let _ = self.events.send(event);
    }

    fn thought(&self, mut position: Position<L>, line: Line) -> Thought {
        let moves = line.moves.iter().map(|mv| {
            let text = position.coordinates(&self.rules, *mv);
            position.play(&self.rules, *mv, &mut ());
            text
        });
        let moves = moves.collect();
        line.with_moves(moves)
    }
}

impl<L: Layout> Session for Seat<L> {
    fn variant(&self) -> &Variant {
        self.rules.variant()
    }

    fn set_position(&mut self, fen: Option<&str>, moves: &[&str]) -> Result<Notes, Refused> {
        let (position, mut notes) = match fen {
            Some(fen) => Position::from_fen(&self.rules, fen)?,
            None => (Position::start(&self.rules)?, Vec::new()),
        };
        let mut game = Game::new(Arc::clone(&self.rules), position);
        if let Err(error) = play_all(&mut game, moves) {
            notes.push(format!("{error}; the position before it stands"));
        }
        self.game = game;
        Ok(notes)
    }

    fn set_position_to_count(&mut self, fen: Option<&str>, moves: &[&str]) -> Result<Notes, Refused> {
        let fen = fen.unwrap_or(&self.variant().start);
        let (position, notes) = Position::from_any_fen(&self.rules, fen)?;
        let mut game = Game::new(Arc::clone(&self.rules), position);
        play_all(&mut game, moves)?;
        self.game = game;
        Ok(notes)
    }

    fn legal_among(&self, texts: &[&str]) -> Vec<Move> {
        let position = self.game.position();
        texts.iter().filter_map(|text| position.read_move(&self.rules, text).ok()).collect()
    }

    fn legal_moves(&self) -> Vec<String> {
        let position = self.game.position();
        let moves = position.legal_moves(&self.rules);
        moves.into_iter().map(|mv| position.coordinates(&self.rules, mv)).collect()
    }

    fn read_move(&self, text: &str) -> Result<String, Refused> {
        let position = self.game.position();
        let mv = position.read_move(&self.rules, text).map_err(|error| Refused(error.to_string()))?;
        Ok(position.coordinates(&self.rules, mv))
    }

    fn ending(&self) -> Option<(Ending, Option<Colour>)> {
        let ending = self.game.ending()?;
        Some((ending, self.game.winner(ending)))
    }

    fn go(&mut self, limits: Limits) {
        // The search before must have told its end before its root may change.
        self.pool.stop();
        self.pool.wait();
        *self.root.lock().unwrap_or_else(PoisonError::into_inner) = *self.game.position();
        self.pool.start(&self.game, limits);
    }

    fn stop(&mut self) {
        self.pool.stop();
    }

    fn ponder_hit(&mut self) {
        self.pool.ponder_hit();
    }

    fn new_game(&mut self) {
        self.pool.clear();
    }

    fn set_hash(&mut self, mebibytes: usize) {
        self.pool.resize(mebibytes);
    }

    fn set_threads(&mut self, threads: usize) {
        self.pool.set_threads(threads);
    }

    fn set_net(&mut self, name: &str) -> Notes {
        let (evaluator, notes) = match nets::evaluator(&self.rules, name) {
            Ok(found) => found,
            Err(error) => {
                let note = format!("{error}; the hand-made evaluation plays");
                (Evaluator::by_hand(&self.rules), vec![note])
            }
        };
        self.pool.set_evaluator(evaluator);
        notes
    }

    fn fen(&self) -> String {
        self.game.position().fen(&self.rules)
    }

    fn display(&self) -> String {
        let position = self.game.position();
        let checkers: Vec<String> =
            position.checkers(&self.rules).map(|square| self.variant().label(square.coord())).collect();
        format!(
            "\n{}\nFen: {}\nKey: {:016X}\nCheckers: {}\n",
            position.picture(&self.rules),
            self.fen(),
            position.key(),
            if checkers.is_empty() { "-".into() } else { checkers.join(" ") }
        )
    }

    fn evaluation(&self) -> String {
        let position = self.game.position();
        // A sibling, so that nothing of the search's own is touched.
        let mut evaluator = self.pool.evaluator().sibling();
        match (evaluator.net(), evaluator.explain_net(position)) {
            (Some(net), Some(verdict)) => verdict::of_net(net, &verdict, position, &self.rules),
            _ => verdict::by_hand(&evaluator.explain(position)),
        }
    }

    fn perft(&self, depth: u32, tell: &mut dyn FnMut(&str, u64)) -> u64 {
        let position = self.game.position();
        if depth == 0 {
            return 1;
        }
        let mut total = 0;
        for mv in position.legal_moves(&self.rules) {
            let mut after = *position;
            after.play(&self.rules, mv, &mut ());
            let leaves = after.perft(&self.rules, depth - 1);
            tell(&position.coordinates(&self.rules, mv), leaves);
            total += leaves;
        }
        total
    }
}
