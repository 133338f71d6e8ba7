//! Whole games of every game at a few milliseconds a move, each move judged by the slow generator. Milliseconds
//! are given as nodes, so that every run and every machine plays the same games.

use crate::rules::games;
use crossbeam_channel::{Receiver, unbounded};
use lupa::board::{Large, Layout, Small};
use lupa::engine::{Event, Session, open};
use lupa::position::{Ending, Game, Position, Rules, oracle};
use lupa::rules::Variant;
use lupa::search::{Bound, Limits, Verdict};
use rand::{RngExt, SeedableRng, rngs::SmallRng};
use std::sync::Arc;
use std::time::Duration;

const GAMES: usize = 20;
/// Moves made at random first, so that no two games are alike.
const RANDOM_PLIES: usize = 6;
const MOST_PLIES: usize = 300;
/// What a core searches in some two milliseconds.
const NODES: u64 = 1500;

/// One answer of the engine: what it played, after its lines of thought.
fn answer(session: &mut dyn Session, events: &Receiver<Event>, limits: Limits) -> (Vec<Event>, Event) {
    session.go(limits);
    let mut thoughts = Vec::new();
    loop {
        let event = events.recv_timeout(Duration::from_secs(20)).expect("an answer within 20 seconds");
        if matches!(event, Event::Best { .. }) {
            return (thoughts, event);
        }
        thoughts.push(event);
    }
}

/// Checks a line of moves: each legal in turn by the oracle, none after the game has ended.
fn check_line<L: Layout>(game: &Game<L>, moves: &[String], verdict: Verdict, bound: Bound, place: &str) {
    let mut game = game.clone();
    for text in moves {
        assert_eq!(game.ending(), None, "{text} comes after the end in {moves:?} at {place}");
        let mv = game.position().read_move(game.rules(), text).expect(place);
        assert!(oracle::legal_moves(game.position(), game.rules()).contains(&mv), "{text} at {place}");
        game.play(mv);
    }
    if let (Verdict::Mate(distance), Bound::Exact) = (verdict, bound)
        && distance != 0
    {
        let plies = if distance > 0 { 2 * distance - 1 } else { -2 * distance } as usize;
        assert!(moves.len() <= plies, "mate in {distance} with {moves:?} at {place}");
        if moves.len() == plies {
            assert_eq!(game.ending(), Some(Ending::Checkmate), "{moves:?} at {place}");
        }
    }
}

/// Plays one game and says how it ended.
fn play<L: Layout>(
    rules: &Arc<Rules<L>>,
    session: &mut dyn Session,
    events: &Receiver<Event>,
    random: &mut SmallRng,
) -> Option<Ending> {
    let start = Position::start(rules).expect("a start position");
    let mut game = Game::new(Arc::clone(rules), start);
    let mut played: Vec<String> = Vec::new();
    session.new_game();
    for ply in 0..MOST_PLIES {
        let place = format!("{} {played:?}", rules.variant().name);
        if let Some(ending) = game.ending() {
            return Some(ending);
        }
        let position = *game.position();
        let mut judged = oracle::legal_moves(&position, rules);
        judged.sort_unstable();
        let mv = if ply < RANDOM_PLIES {
            judged[random.random_range(0..judged.len())]
        } else {
            let texts: Vec<&str> = played.iter().map(String::as_str).collect();
            assert_eq!(session.set_position(None, &texts), Ok(vec![]), "{place}");
            let limits = Limits { nodes: Some(NODES), lines: 1, ..Limits::default() };
            let (thoughts, best) = answer(session, events, limits);
            let mut head = None;
            for event in &thoughts {
                if let Event::Thought(thought) = event {
                    check_line(&game, &thought.moves, thought.verdict, thought.bound, &place);
                    if thought.bound == Bound::Exact {
                        head = thought.moves.first().cloned();
                    }
                }
            }
            let Event::Best { best: Some(best), ponder } = best else { panic!("no move at {place}") };
            assert_eq!(head.as_ref(), Some(&best), "the last line's first move at {place}");
            let mv = position.read_move(rules, &best).expect(&place);
            assert_eq!(position.coordinates(rules, mv), best, "{place}");
            if let Some(reply) = ponder {
                let mut after = game.clone();
                after.play(mv);
                let reply = after.position().read_move(rules, &reply).expect(&place);
                after.play(reply);
                assert_eq!(after.ending(), None, "{best} {reply:?} at {place}");
            }
            mv
        };
        assert!(judged.binary_search(&mv).is_ok(), "{mv:?} at {place}");
        played.push(position.coordinates(rules, mv));
        game.play(mv);
    }
    None
}

fn series<L: Layout>(variant: &Arc<Variant>, rules: Rules<L>) {
    const SEED: u64 = 31;
    let rules = Arc::new(rules);
    let (send, events) = unbounded();
    let mut session = open(variant, send).expect("a game that can be played");
    session.set_hash(4);
    let mut random = SmallRng::seed_from_u64(SEED);
    let endings: Vec<_> = (0..GAMES).map(|_| play(&rules, session.as_mut(), &events, &mut random)).collect();
    let ended = endings.iter().flatten().count();
    assert!(ended * 2 > GAMES, "seed {SEED}, {}: only {ended} games ended: {endings:?}", variant.name);
}

/// Every second game, so that two cores share them.
fn half(first: usize) {
    for variant in games().iter().skip(first).step_by(2) {
        match Rules::<Small>::new(Arc::clone(variant)) {
            Ok(rules) => series(variant, rules),
            Err(_) => series(variant, Rules::<Large>::new(Arc::clone(variant)).expect("a layout")),
        }
    }
}

#[test]
fn games_are_played_by_the_rules() {
    half(0);
}

#[test]
fn games_are_played_by_the_rules_too() {
    half(1);
}
