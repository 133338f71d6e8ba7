//! Mates in two to five in every game, from our own games: found by the engine at their exact length, and proved by a
//! plain search that shares nothing with the engine's but the legal moves.
//!
//! Each line of the data is a position with `dm N`: every move of both sides is tried, and that there is no shorter mate
//! is proved too.

use lupa::board::{Large, Layout, Small};
use lupa::engine::consult::Consultant;
use lupa::engine::games::built_in;
use lupa::position::{Ending, Position, Rules};
use lupa::search::{Limits, Verdict};
use std::collections::HashMap;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

/// Positions the plain search looks at before a problem counts as too hard for a test.
const PATIENCE: u64 = 5_000_000;

const GAMES: [&str; 4] = ["chess", "latte", "ladorean", "lecce"];

/// A position and the length of its mate.
struct Problem {
    fen: String,
    moves: u32,
}

fn problems(game: &str) -> Vec<Problem> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("engine-tests/data/mates");
    let text = std::fs::read_to_string(folder.join(game).with_extension("epd")).expect("it can be read");
    let lines = text.lines().filter(|line| !line.is_empty() && !line.starts_with('#'));
    lines
        .map(|line| {
            let words: Vec<&str> = line.split([' ', ';']).filter(|word| !word.is_empty()).collect();
            let after = |name| words.iter().skip_while(|word| **word != name).nth(1).copied();
            let fen = [&words[..4], &[after("hmvc").unwrap_or("0"), after("fmvn").unwrap_or("1")]].concat();
            Problem { fen: fen.join(" "), moves: after("dm").and_then(|dm| dm.parse().ok()).expect(line) }
        })
        .collect()
}

/// The plain search. What it has found out of a position it keeps, by how many moves were asked for.
struct Proof<'r, L: Layout> {
    rules: &'r Rules<L>,
    known: HashMap<(u64, u32), bool>,
    looked_at: u64,
}

impl<L: Layout> Proof<'_, L> {
    /// Whether the side to move mates in that many moves at most.
    fn mates(&mut self, position: &Position<L>, moves: u32) -> bool {
        if let Some(known) = self.known.get(&(position.key(), moves)) {
            return *known;
        }
        self.looked_at += 1;
        if self.looked_at > PATIENCE {
            return false;
        }
        let mut tries = Vec::new();
        for mv in position.legal_moves(self.rules) {
            let mut after = *position;
            after.play(self.rules, mv, &mut ());
            if moves == 1 && !after.in_check(self.rules) {
                continue;
            }
            tries.push((after.legal_moves(self.rules).len(), after));
        }
        // Where there are the fewest answers, proofs and refutations are short.
        tries.sort_by_key(|(answers, _)| *answers);
        let found = tries.iter().any(|(_, after)| self.is_mated(after, moves));
        self.known.insert((position.key(), moves), found);
        found
    }

    /// Whether the side to move is mated now, or by at most so many moves less one whatever it plays.
    fn is_mated(&mut self, position: &Position<L>, moves: u32) -> bool {
        let answers = position.legal_moves(self.rules);
        if answers.is_empty() {
            return position.stuck(self.rules) == Some(Ending::Checkmate);
        }
        moves > 1
            && answers.into_iter().all(|mv| {
                let mut after = *position;
                after.play(self.rules, mv, &mut ());
                self.mates(&after, moves - 1)
            })
    }
}

/// Nothing, or why a problem is none.
fn prove<L: Layout>(rules: &Rules<L>, problem: &Problem) -> Result<(), String> {
    let (position, _) = Position::from_fen(rules, &problem.fen).map_err(|error| error.to_string())?;
    let mut proof = Proof { rules, known: HashMap::new(), looked_at: 0 };
    let shorter = proof.mates(&position, problem.moves - 1);
    let mates = proof.mates(&position, problem.moves);
    match (shorter, mates) {
        _ if proof.looked_at > PATIENCE => Err(format!("{}: too hard", problem.fen)),
        (true, _) => Err(format!("{}: there is a shorter mate", problem.fen)),
        (false, true) => Ok(()),
        (false, false) => Err(format!("{}: no mate", problem.fen)),
    }
}

fn prove_all(game: &str, problems: &[Problem]) {
    let variant = crate::rules::game(game);
    let small = Rules::<Small>::new(Arc::clone(&variant));
    let large = Rules::<Large>::new(variant).expect("no game is larger");
    let prove = |problem| match &small {
        Ok(rules) => prove(rules, problem),
        Err(_) => prove(&large, problem),
    };
    let failures: Vec<String> = problems.iter().filter_map(|problem| prove(problem).err()).collect();
    assert!(failures.is_empty(), "{game}: {failures:#?}");
}

#[test]
fn there_are_mates_of_every_length_in_every_game() {
    for game in GAMES {
        let problems = problems(game);
        for moves in 2..=5 {
            let many = problems.iter().filter(|problem| problem.moves == moves).count();
            assert!(many >= 3, "{game}: {many} mates in {moves}");
        }
    }
}

#[test]
fn every_mate_is_one_by_a_plain_search() {
    for game in GAMES {
        prove_all(game, &problems(game));
    }
}

#[test]
fn the_engine_finds_every_mate_at_its_length() {
    let games = built_in().expect("they are sound");
    let never = AtomicBool::new(false);
    let mut wrong = Vec::new();
    for game in GAMES {
        let variant = games.find(game).expect(game);
        let mut consultant = Consultant::open(games.as_ref(), &variant, 16, 1).expect(game);
        for problem in problems(game) {
            consultant.forget();
            let limits = Limits { mate: Some(problem.moves), depth: Some(24), lines: 1, ..Limits::default() };
            let advice = consultant.ask(&problem.fen, &[], limits, &never, &mut |_, _| {}).expect(game);
            let line = advice.lines.first().expect("there is a move");
            let whole = line.moves.len() as u32 == 2 * problem.moves - 1;
            if line.verdict != Verdict::Mate(problem.moves as i32) || !whole {
                let (fen, moves, verdict) = (&problem.fen, problem.moves, line.verdict);
                wrong.push(format!("{game}: {fen}: mate in {moves}, told {verdict:?} {:?}", line.moves));
            }
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}
