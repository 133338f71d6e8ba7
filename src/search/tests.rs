use super::*;
use crate::board::{Large, Layout, Small};
use crate::eval::samples::{position, random_game, rules};
use crate::position::{Game, Move, Position, Rules};
use crossbeam_channel::{Receiver, unbounded};
use rand::{SeedableRng, rngs::SmallRng};
use std::sync::Arc;
use std::time::{Duration, Instant};

/// A pool and what it says.
fn pool<L: Layout>(rules: &Arc<Rules<L>>, threads: usize) -> (Pool<L>, Receiver<Report>) {
    let (tell, told) = unbounded();
    let reporter = Arc::new(move |report| {
        let _ = tell.send(report);
    });
    (Pool::new(Arc::clone(rules), threads, 4, reporter), told)
}

fn game<L: Layout>(rules: &Arc<Rules<L>>, fen: &str) -> Game<L> {
    Game::new(Arc::clone(rules), position(rules, fen))
}

fn to_depth(depth: u32) -> Limits {
    Limits { depth: Some(depth), ..Limits::default() }
}

/// Searches and gives the lines and the best move with its expected reply.
fn search<L: Layout>(
    pool: &mut Pool<L>,
    told: &Receiver<Report>,
    game: &Game<L>,
    limits: Limits,
) -> (Vec<Line>, Option<Move>, Option<Move>) {
    pool.search(game, limits);
    let (mut lines, mut end) = (Vec::new(), None);
    for report in told.try_iter() {
        assert!(end.is_none(), "something was told after the best move");
        match report {
            Report::Line(line) => lines.push(line),
            Report::Current { .. } => {}
            Report::Best { best, ponder } => end = Some((best, ponder)),
        }
    }
    let (best, ponder) = end.unwrap();
    (lines, best, ponder)
}

/// Every line is legal, stops where the game does, and the last tells the best move.
fn check_lines<L: Layout>(game: &Game<L>, lines: &[Line], best: Option<Move>, ponder: Option<Move>) {
    let rules = game.rules();
    for line in lines {
        let mut after = game.clone();
        for (number, mv) in line.moves.iter().enumerate() {
            assert!(number == 0 || after.ending().is_none(), "{line:?} goes on after the end");
            assert!(after.position().legal_moves(rules).contains(mv), "{line:?}: move {number} is illegal");
            after.play(*mv);
        }
        check_mate(&after, line);
    }
    let last = lines.iter().rfind(|line| line.rank == 1).unwrap();
    assert_eq!(last.moves.first().copied(), best);
    if let (Some(best), Some(ponder)) = (best, ponder) {
        let mut after = game.clone();
        after.play(best);
        assert!(after.position().legal_moves(rules).contains(&ponder));
        after.play(ponder);
        assert_eq!(after.ending(), None);
    }
}

/// A mate is told with its whole line, and never as a bound.
fn check_mate<L: Layout>(after: &Game<L>, line: &Line) {
    let Verdict::Mate(moves) = line.verdict else { return };
    let plies = if moves > 0 { 2 * moves - 1 } else { -2 * moves };
    assert_eq!((line.moves.len() as i32, line.bound), (plies, Bound::Exact), "{line:?}");
    let winner = after.ending().and_then(|ending| after.winner(ending));
    assert_eq!(winner, Some(!after.position().turn()), "{line:?}");
}

fn finds_mate<L: Layout>(name: &str, fen: &str, depth: u32, moves: i32) {
    let rules = rules::<L>(name);
    let (mut pool, told) = pool(&rules, 1);
    let game = game(&rules, fen);
    let limits = Limits { mate: Some(moves.unsigned_abs()), ..to_depth(depth) };
    let (lines, best, ponder) = search(&mut pool, &told, &game, limits);
    let last = lines.last().unwrap();
    assert_eq!(last.verdict, Verdict::Mate(moves), "{name}: {fen}");
    check_lines(&game, &lines, best, ponder);
    let plies = if moves > 0 { 2 * moves - 1 } else { -2 * moves };
    assert_eq!(last.moves.len() as i32, plies, "{name}: {fen}");
    let mut after = game.clone();
    last.moves.iter().for_each(|mv| after.play(*mv));
    assert_eq!(after.ending(), Some(crate::position::Ending::Checkmate));
}

#[test]
fn mates_are_found_and_told() {
    finds_mate::<Small>("chess", "6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1", 3, 1);
    finds_mate::<Small>("chess", "2rr3k/pp3pp1/1nnqbN1p/3pN3/2pP4/2P3Q1/PPB4P/R4RK1 w - - 0 1", 8, 2);
    finds_mate::<Small>("chess", "r1bqr3/ppp1B1kp/1b4p1/n2B4/3PQ1P1/2P5/P4P2/RN4K1 w - - 1 1", 12, 4);
    finds_mate::<Small>("chess", "7k/8/6K1/8/8/8/8/R7 b - - 0 1", 4, -1);
    finds_mate::<Small>("lecce", "k3/4/1K2/4/4/4/4/3R w - - 0 1", 4, 1);
    finds_mate::<Large>("ladorean", "k9/10/1K8/10/10/10/10/9M w - - 0 1", 4, 1);
}

/// Positions from games in which long mates were told with lines that stopped short.
fn tells_whole_mates<L: Layout>(name: &str, fens: &[&str]) {
    let rules = rules::<L>(name);
    for threads in [1, 2] {
        let (mut pool, told) = pool(&rules, threads);
        pool.resize(1);
        let mut mates = 0;
        for fen in fens {
            let game = game(&rules, fen);
            for (nodes, lines) in [(2_000, 1), (7_000, 1), (20_000, 3), (250_000, 1)] {
                let limits = Limits { nodes: Some(nodes), lines, ..Limits::default() };
                let (lines, best, ponder) = search(&mut pool, &told, &game, limits);
                check_lines(&game, &lines, best, ponder);
                mates += lines.iter().filter(|line| matches!(line.verdict, Verdict::Mate(_))).count();
            }
        }
        // Two threads share the nodes by chance.
        assert!(mates > 0 || threads > 1, "{name}: no mate was told at all");
    }
}

#[test]
fn mates_are_told_with_their_whole_line() {
    let chess = [
        "8/6k1/8/5p2/7p/r7/8/3K4 b - - 1 62",
        "8/6k1/8/5p2/8/6rp/8/2K5 w - - 2 64",
        "1r6/4k3/5N2/2N5/5p2/5P1p/4PK2/3r4 b - - 1 50",
        "4Q3/1k3R2/3K4/8/8/8/8/4n3 b - - 0 100",
        "8/2k5/8/8/1p6/4K3/p7/2r5 b - - 1 58",
    ];
    tells_whole_mates::<Small>("chess", &chess);
    let lecce = [
        "1R2/2k1/3r/l2q/2l1/4/1Q1L/3K w - - 2 53",
        "2k1/3r/4/2p1/bqP1/bB1r/1RRB/1Q1K w - - 14 30",
        "3k/4/4/3L/1pR1/4/K3/Q2q b - - 2 31",
        "4/4/k3/4/1R2/P3/1K2/4 w - - 2 33",
    ];
    tells_whole_mates::<Small>("lecce", &lecce);
    let ladorean = [
        "3QQ5/10/K9/10/1P8/2P3k3/P9/10 w - - 1 69",
        "10/6k1pp/8P1/5pp3/3p6/7K1P/10/2q7 b - - 0 62",
        "5q4/10/2K7/1p3p1kp1/10/10/10/5q4 w - - 2 67",
    ];
    tells_whole_mates::<Large>("ladorean", &ladorean);
}

#[test]
fn one_thread_searches_the_same_nodes_every_time() {
    let rules = rules::<Small>("latte");
    let (mut first, _) = pool(&rules, 1);
    let (mut second, _) = pool(&rules, 1);
    let game = Game::new(Arc::clone(&rules), Position::start(&rules).unwrap());
    let nodes = first.search(&game, to_depth(5));
    assert_eq!(second.search(&game, to_depth(5)), nodes);
    first.clear();
    assert_eq!(first.search(&game, to_depth(5)), nodes);
    first.clear();
    let limits = Limits { nodes: Some(3000), ..Limits::default() };
    assert_eq!(first.search(&game, limits), 3000);
}

#[test]
fn threads_together_complete_the_iteration_asked_for() {
    let rules = rules::<Small>("latte");
    let game = Game::new(Arc::clone(&rules), Position::start(&rules).unwrap());
    for threads in [2, 3] {
        let (mut pool, told) = pool(&rules, threads);
        for depth in [1, 2, 5, 9, 11] {
            pool.clear();
            let (lines, best, ponder) = search(&mut pool, &told, &game, to_depth(depth));
            check_lines(&game, &lines, best, ponder);
            assert_eq!(lines.last().unwrap().depth, depth, "{threads} threads");
        }
    }
}

fn lines_are_sound<L: Layout>(name: &str, games: usize) {
    let rules = rules::<L>(name);
    let (mut pool, told) = pool(&rules, 1);
    let mut random = SmallRng::seed_from_u64(8);
    for number in 0..games {
        let game = random_game(&rules, number * 7 % 150, &mut random);
        let lines = 1 + number % 3;
        let limits = Limits { nodes: Some(3000), lines, ..Limits::default() };
        let (told, best, ponder) = search(&mut pool, &told, &game, limits);
        check_lines(&game, &told, best, ponder);
    }
}

#[test]
fn lines_are_legal_and_end_with_the_game() {
    for name in ["chess", "latte-lufttworooks", "lecce"] {
        lines_are_sound::<Small>(name, 25);
    }
    for name in ["ladorean", "gothic"] {
        lines_are_sound::<Large>(name, 15);
    }
}

#[test]
fn several_lines_are_numbered_and_in_order() {
    let rules = rules::<Small>("chess");
    let (mut pool, told) = pool(&rules, 1);
    let game = game(&rules, "8/8/8/3k4/8/8/3P4/3K4 w - - 0 1");
    let limits = Limits { lines: 50, ..to_depth(6) };
    let (lines, best, ponder) = search(&mut pool, &told, &game, limits);
    let legal = game.position().legal_moves(&rules).len();
    assert_eq!(lines.len(), legal * 6);
    for group in lines.chunks(legal) {
        for (place, line) in group.iter().enumerate() {
            assert_eq!((line.rank, line.depth), (place + 1, group[0].depth));
        }
        let scores: Vec<i32> = group
            .iter()
            .map(|line| match line.verdict {
                Verdict::Centipawns(score) => score,
                Verdict::Mate(moves) => moves.signum() * 100_000 - moves,
            })
            .collect();
        assert!(scores.is_sorted_by(|one, other| one >= other), "{scores:?}");
        let mut firsts: Vec<Move> = group.iter().map(|line| line.moves[0]).collect();
        firsts.sort_unstable();
        firsts.dedup();
        assert_eq!(firsts.len(), legal);
    }
    check_lines(&game, &lines, best, ponder);
}

#[test]
fn only_the_moves_asked_for_are_looked_at() {
    let rules = rules::<Small>("chess");
    let (mut pool, told) = pool(&rules, 1);
    let game = Game::new(Arc::clone(&rules), Position::start(&rules).unwrap());
    let only = game.position().read_move(&rules, "h2h4").unwrap();
    let limits = Limits { root_moves: Some(vec![only]), lines: 4, ..to_depth(4) };
    let (lines, best, _) = search(&mut pool, &told, &game, limits);
    assert_eq!((lines.len(), best), (4, Some(only)));
    let limits = Limits { root_moves: Some(Vec::new()), ..to_depth(4) };
    let (lines, best, ponder) = search(&mut pool, &told, &game, limits);
    assert_eq!((lines.len(), best, ponder), (1, None, None));
}

#[test]
fn without_a_move_there_is_still_an_answer() {
    let rules = rules::<Small>("chess");
    let (mut pool, told) = pool(&rules, 2);
    for (fen, verdict) in [
        ("R5k1/5ppp/8/8/8/8/8/6K1 b - - 0 1", Verdict::Mate(0)),
        ("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", Verdict::Centipawns(0)),
    ] {
        let (lines, best, ponder) = search(&mut pool, &told, &game(&rules, fen), to_depth(9));
        assert_eq!((best, ponder, lines.len()), (None, None, 1));
        assert_eq!((lines[0].depth, lines[0].verdict, lines[0].moves.len()), (0, verdict, 0));
        // Infinite: nothing until told.
        pool.start(&game(&rules, fen), Limits { infinite: true, ..Limits::default() });
        assert!(matches!(told.recv(), Ok(Report::Line(_))));
        assert!(told.recv_timeout(Duration::from_millis(20)).is_err());
        pool.stop();
        assert!(matches!(told.recv(), Ok(Report::Best { best: None, ponder: None })));
        pool.wait();
    }
}

#[test]
fn draws_are_known_for_what_they_are() {
    let rules = rules::<Small>("chess");
    let (mut pool, told) = pool(&rules, 1);
    // Bare kings; and a rook ahead with one ply before the move rule.
    for fen in ["8/8/8/8/8/4p3/4K3/k7 w - - 0 1", "7k/8/8/8/8/8/r7/3K4 w - - 99 80"] {
        let (lines, ..) = search(&mut pool, &told, &game(&rules, fen), to_depth(5));
        assert_eq!(lines.last().unwrap().verdict, Verdict::Centipawns(0), "{fen}");
    }
    // A queen behind, but the position can be had a third time.
    let mut game = game(&rules, "6k1/6p1/8/8/8/8/q5PP/3Q3K w - - 0 1");
    for text in ["d1d8", "g8h7", "d8h4", "h7g8", "h4d8", "g8h7", "d8h4", "h7g8"] {
        let mv = game.position().read_move(&rules, text).unwrap();
        game.play(mv);
    }
    let (lines, best, ponder) = search(&mut pool, &told, &game, to_depth(6));
    check_lines(&game, &lines, best, ponder);
}

#[test]
fn a_search_stopped_at_once_still_answers_once() {
    let rules = rules::<Small>("lecce");
    let (mut pool, told) = pool(&rules, 3);
    let game = Game::new(Arc::clone(&rules), Position::start(&rules).unwrap());
    for round in 0..1000 {
        let limits = match round % 3 {
            0 => Limits { infinite: true, ..Limits::default() },
            1 => Limits { ponder: true, move_time: Some(Duration::from_millis(1)), ..Limits::default() },
            _ => Limits { depth: Some(2), ..Limits::default() },
        };
        pool.start(&game, limits);
        if round % 6 == 1 {
            pool.ponder_hit();
        } else {
            pool.stop();
        }
        pool.wait();
        let reports: Vec<Report> = told.try_iter().collect();
        let bests = reports.iter().filter(|report| matches!(report, Report::Best { .. })).count();
        assert_eq!(bests, 1, "round {round}");
        assert!(matches!(reports.last(), Some(Report::Best { best: Some(_), .. })));
        assert!(reports.iter().any(|report| matches!(report, Report::Line(_))));
        // Too late: it must not reach the next search.
        pool.stop();
    }
    let (lines, ..) = search(&mut pool, &told, &game, to_depth(6));
    assert_eq!(lines.last().unwrap().depth, 6);
}

#[test]
fn starting_anew_ends_what_runs() {
    let rules = rules::<Small>("lecce");
    let (mut pool, told) = pool(&rules, 2);
    let game = Game::new(Arc::clone(&rules), Position::start(&rules).unwrap());
    for _ in 0..20 {
        pool.start(&game, Limits { infinite: true, ..Limits::default() });
    }
    pool.resize(2);
    pool.set_threads(1);
    pool.clear();
    let bests = told.try_iter().filter(|report| matches!(report, Report::Best { .. })).count();
    assert_eq!(bests, 20);
    let (lines, ..) = search(&mut pool, &told, &game, to_depth(4));
    assert_eq!(lines.last().unwrap().depth, 4);
}

#[test]
fn an_infinite_search_waits_though_nothing_is_left_to_find() {
    let rules = rules::<Small>("chess");
    let (mut pool, told) = pool(&rules, 1);
    let game = game(&rules, "6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1");
    pool.start(&game, Limits { infinite: true, depth: Some(3), ..Limits::default() });
    std::thread::sleep(Duration::from_millis(50));
    assert!(told.try_iter().all(|report| matches!(report, Report::Line(_))));
    pool.stop();
    pool.wait();
    assert!(matches!(told.try_iter().last(), Some(Report::Best { .. })));
}

#[test]
fn time_is_kept() {
    let rules = rules::<Large>("ladorean");
    let (mut pool, told) = pool(&rules, 1);
    let game = Game::new(Arc::clone(&rules), Position::start(&rules).unwrap());
    let millis = Duration::from_millis;
    let clock = Clock { left: millis(100), increment: millis(1) };
    for limits in [
        Limits { move_time: Some(millis(50)), ..Limits::default() },
        Limits { clock: Some(clock), ..Limits::default() },
    ] {
        let began = Instant::now();
        let (lines, best, ponder) = search(&mut pool, &told, &game, limits);
        // Generous, for busy machines.
        assert!(began.elapsed() < millis(400));
        check_lines(&game, &lines, best, ponder);
    }
}

#[test]
fn a_mate_asked_for_ends_the_search() {
    let rules = rules::<Small>("chess");
    let (mut pool, told) = pool(&rules, 1);
    let game = game(&rules, "kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1");
    let (lines, ..) = search(&mut pool, &told, &game, Limits { mate: Some(2), ..Limits::default() });
    assert_eq!(lines.last().unwrap().verdict, Verdict::Mate(2));
}

#[test]
fn parameters_lie_in_their_ranges() {
    for (name, value, range) in Parameters::TABLE {
        assert!(range.contains(value), "{name}");
    }
}
