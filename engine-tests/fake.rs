//! Games whose sessions think on a real thread, but about nothing: for testing who hears what when.
//! They keep a session's promises to the letter, the tight ones too.

use crossbeam_channel::Sender;
use lupa::board::{Colour, PerColour};
use lupa::engine::games::{Games, GamesError, built_in};
use lupa::engine::{Event, Notes, Refused, Session, Thought};
use lupa::position::{Ending, Move};
use lupa::rules::{Outcome, PieceType, Variant};
use lupa::search::{Bound, Limits, Verdict};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

pub const CHESS: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
/// The side to move is mated.
pub const MATED: &str = "k7/1Q6/1K6/8/8/8/8/8 b - - 0 1";
/// About this position a session says nothing before its answer, and something after it.
pub const RUDE: &str = "k7/8/8/8/8/8/8/K7 w - - 0 1";

/// What is legal in every position.
const LEGAL: [&str; 8] = ["e2e4", "d2d4", "g1f3", "e7e5", "d7d5", "g8f6", "e1g1", "c1a1"];

fn piece(name: &str, letter: char) -> PieceType {
    PieceType { name: name.to_owned(), letter, steps: Vec::new(), betza: String::new() }
}

fn variant(name: &str, files: u8, start: &str) -> Variant {
    Variant {
        name: name.to_owned(),
        files,
        ranks: 8,
        pieces: vec![piece("pawn", 'P'), piece("king", 'K')],
        pawn: Some(0),
        king: 1,
        start: start.to_owned(),
        promotion_region: PerColour::default(),
        promotions: PerColour::default(),
        double_step_region: PerColour::default(),
        en_passant: true,
        castling: Vec::new(),
        castling_anywhere: false,
        stalemate: Outcome::Draw,
        move_rule: 100,
        repetitions: 3,
        chances: [90, 240],
        labels: Vec::new(),
    }
}

pub struct Fake {
    games: Vec<Arc<Variant>>,
    delay: Duration,
}

impl Fake {
    pub fn games() -> Arc<dyn Games> {
        Self::slow(Duration::ZERO)
    }

    /// Sessions whose searching thread takes that long to start.
    pub fn slow(delay: Duration) -> Arc<dyn Games> {
        let games = [
            variant("chess", 8, CHESS),
            variant("latte", 8, "rrnqknrr/nbbppbbn/ppp2ppp/8/8/PPP2PPP/NBBPPBBN/RRNQKNRR w KQkq - 0 1"),
            variant("ladorean", 10, "rbqnkcnmbr/pppppppppp/10/10/10/10/PPPPPPPPPP/RBQNKCNMBR w KQkq - 0 1"),
            variant("lecce", 4, "rqkr/bllb/pppp/4/4/PPPP/BLLB/RQKR w KQkq - 0 1"),
        ];
        Arc::new(Fake { games: games.into_iter().map(Arc::new).collect(), delay })
    }
}

impl Games for Fake {
    fn names(&self) -> Vec<String> {
        self.games.iter().map(|variant| variant.name.clone()).collect()
    }

    fn find(&self, name: &str) -> Option<Arc<Variant>> {
        self.games.iter().find(|variant| variant.name.eq_ignore_ascii_case(name)).cloned()
    }

    fn castling_anywhere(&self, variant: &Variant) -> Option<Arc<Variant>> {
        (variant.files == 8).then(|| Arc::new(Variant { castling_anywhere: true, ..variant.clone() }))
    }

    fn open(&self, variant: &Variant, events: Sender<Event>) -> Result<Box<dyn Session>, Refused> {
        Ok(Box::new(FakeSession {
            fen: variant.start.clone(),
            variant: variant.clone(),
            events,
            delay: self.delay,
            moves: Vec::new(),
            hash: 0,
            threads: 0,
            games: 0,
            limits: None,
            running: None,
        }))
    }

    fn with_text(&self, _file: &str, _text: &str) -> Result<Arc<dyn Games>, GamesError> {
        built_in()
    }
}

#[derive(Default)]
struct Flags {
    stop: AtomicBool,
    hit: AtomicBool,
}

struct FakeSession {
    variant: Variant,
    events: Sender<Event>,
    delay: Duration,
    fen: String,
    moves: Vec<String>,
    hash: usize,
    threads: usize,
    games: usize,
    limits: Option<Limits>,
    running: Option<(Arc<Flags>, JoinHandle<()>)>,
}

impl FakeSession {
    /// Most calls must come while no search runs: the conversation must not need this patience.
    fn idle(&mut self) {
        if let Some((_, thread)) = self.running.take() {
            let begun = Instant::now();
            while !thread.is_finished() {
                assert!(begun.elapsed() < Duration::from_secs(5), "called during a search");
                std::thread::sleep(Duration::from_micros(100));
            }
            thread.join().expect("no panic");
        }
    }
}

impl Drop for FakeSession {
    fn drop(&mut self) {
        self.stop();
        self.idle();
    }
}

impl Session for FakeSession {
    fn variant(&self) -> &Variant {
        &self.variant
    }

    fn set_position_to_count(&mut self, fen: Option<&str>, moves: &[&str]) -> Result<Notes, Refused> {
        self.set_position(fen, moves)
    }

    fn set_position(&mut self, fen: Option<&str>, moves: &[&str]) -> Result<Notes, Refused> {
        self.idle();
        let fen = fen.unwrap_or(&self.variant.start);
        if fen.split('/').count() != usize::from(self.variant.ranks) {
            return Err(Refused(format!("\"{fen}\" is no position of {}", self.variant.name)));
        }
        self.fen = fen.to_owned();
        self.moves.clear();
        for text in moves {
            if text.starts_with('z') {
                return Ok(vec![format!("illegal move \"{text}\"; the position before it stands")]);
            }
            self.moves.push((*text).to_owned());
        }
        Ok(Vec::new())
    }

    fn legal_among(&self, texts: &[&str]) -> Vec<Move> {
        let legal = (1..).zip(LEGAL).filter(|(_, legal)| texts.contains(legal));
        legal.map(|(bits, _)| Move::from_bits(bits)).collect()
    }

    fn legal_moves(&self) -> Vec<String> {
        let side = if self.fen().contains(" b ") { 3..6 } else { 0..3 };
        if self.fen == MATED {
            Vec::new()
        } else {
            LEGAL[side].iter().map(|text| (*text).to_owned()).collect()
        }
    }

    fn read_move(&self, text: &str) -> Result<String, Refused> {
        let legal = self.legal_moves();
        legal.into_iter().find(|legal| legal == text).ok_or_else(|| Refused(format!("'{text}' is illegal")))
    }

    fn ending(&self) -> Option<(Ending, Option<Colour>)> {
        (self.fen == MATED).then_some((Ending::Checkmate, Some(Colour::White)))
    }

    fn go(&mut self, limits: Limits) {
        self.idle();
        self.limits = Some(limits.clone());
        let flags = Arc::new(Flags::default());
        let job = Job {
            events: self.events.clone(),
            flags: Arc::clone(&flags),
            mated: self.fen == MATED,
            rude: self.fen == RUDE,
            black: self.fen.contains(" b ") ^ (self.moves.len() % 2 == 1),
            limits,
        };
        let delay = self.delay;
        let thread = std::thread::spawn(move || {
            std::thread::sleep(delay);
            job.run();
        });
        self.running = Some((flags, thread));
    }

    fn stop(&mut self) {
        if let Some((flags, _)) = &self.running {
            flags.stop.store(true, Ordering::Relaxed);
        }
    }

    fn ponder_hit(&mut self) {
        if let Some((flags, _)) = &self.running {
            flags.hit.store(true, Ordering::Relaxed);
        }
    }

    fn new_game(&mut self) {
        self.idle();
        self.games += 1;
    }

    fn set_hash(&mut self, mebibytes: usize) {
        self.idle();
        self.hash = mebibytes;
    }

    fn set_net(&mut self, _: &str) -> Notes {
        Notes::new()
    }

    fn set_threads(&mut self, threads: usize) {
        self.idle();
        self.threads = threads;
    }

    fn fen(&self) -> String {
        let black = self.fen.contains(" b ") ^ (self.moves.len() % 2 == 1);
        let mut words: Vec<&str> = self.fen.split(' ').collect();
        if let Some(side) = words.get_mut(1) {
            *side = if black { "b" } else { "w" };
        }
        words.join(" ")
    }

    fn display(&self) -> String {
        format!(
            "game {} anywhere {} fen {} moves [{}] hash {} threads {} games {}\nlimits {:?}",
            self.variant.name,
            self.variant.castling_anywhere,
            self.fen,
            self.moves.join(" "),
            self.hash,
            self.threads,
            self.games,
            self.limits
        )
    }

    fn evaluation(&self) -> String {
        "total 0".to_owned()
    }

    /// Eight moves in every position; but 20 plies ahead it takes for ever, or nearly so.
    fn perft(&self, depth: u32, tell: &mut dyn FnMut(&str, u64)) -> u64 {
        let below = 8u64.saturating_pow(depth.saturating_sub(1));
        for text in LEGAL {
            tell(text, below);
        }
        below * 8
    }
}

struct Job {
    events: Sender<Event>,
    flags: Arc<Flags>,
    mated: bool,
    rude: bool,
    black: bool,
    limits: Limits,
}

impl Job {
    fn run(&self) {
        let begun = Instant::now();
        let none = self.mated || self.limits.root_moves.as_ref().is_some_and(Vec::is_empty);
        let time = self.limits.move_time.or(self.limits.clock.map(|clock| clock.left / 20));
        let first = if self.black { 3 } else { 0 };
        let moves: Vec<usize> = match &self.limits.root_moves {
            Some(moves) => moves.iter().map(|mv| mv.bits() as usize - 1).collect(),
            None => (first..LEGAL.len()).collect(),
        };
        let mut pondering = self.limits.ponder;
        let mut depth = 0;
        let mut done = false;
        loop {
            pondering &= !self.flags.hit.load(Ordering::Relaxed);
            if !done {
                depth += 1;
                if none {
                    self.think(0, 1, Verdict::Mate(0), &[]);
                } else if !self.rude {
                    for (rank, index) in moves.iter().take(self.limits.lines).enumerate() {
                        self.think(depth, rank + 1, Verdict::Centipawns(10), &[LEGAL[*index]]);
                    }
                }
            }
            let late =
                |limit: Option<Duration>| !pondering && limit.is_some_and(|limit| begun.elapsed() >= limit);
            done = none
                || depth >= self.limits.depth.unwrap_or(200)
                || self.limits.nodes.is_some_and(|nodes| u64::from(depth) * 1000 >= nodes)
                || self.limits.mate.is_some()
                || late(time);
            let held = self.limits.infinite || pondering;
            if self.flags.stop.load(Ordering::Relaxed) || done && !held {
                break;
            }
            std::thread::sleep(Duration::from_micros(500));
        }
        let best = (!none).then(|| LEGAL[moves[0]].to_owned());
        let ponder = best.is_some().then(|| LEGAL[3 - first].to_owned());
        let _ = self.events.send(Event::Best { best, ponder });
        if self.rude {
            self.think(depth, 1, Verdict::Centipawns(99), &[]);
        }
    }

    fn think(&self, depth: u32, rank: usize, verdict: Verdict, moves: &[&str]) {
        let thought = Thought {
            depth,
            selective_depth: depth,
            rank,
            verdict,
            bound: Bound::Exact,
            chances: [300, 400, 300],
            nodes: u64::from(depth) * 1000,
            elapsed: Duration::from_millis(u64::from(depth)),
            table_fill: 0,
            moves: moves.iter().map(|text| (*text).to_owned()).collect(),
        };
        let _ = self.events.send(Event::Thought(thought));
    }
}
