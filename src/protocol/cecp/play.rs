//! What follows from CECP's lines: games begin, moves are taken and made, games end. Knows when to think about what;
//! how lines are read and written, others know.

use super::record::{self, Record, View};
use super::{Cecp, Mode, Purpose, define, features, spelling, thinking};
use crate::board::Colour;
use crate::engine::options::{Setting, excerpt};
use crate::position::Ending;
use crate::protocol::console;
use crate::protocol::desk::Desk;
use crate::search::Limits;
use std::time::Instant;

impl Cecp {
    /// White to move, we are Black, orthodox chess until another game is named.
    pub(super) fn new_game(&mut self, desk: &mut Desk) {
        self.choose(features::NORMAL, desk);
        self.begin(Record::new());
        self.control.new_game();
        self.temper = super::Temper::default();
        (self.computer, self.paused, self.resyncing, self.forget) = (false, false, false, true);
        (self.window, self.expected) = (None, None);
        if self.mode == Mode::Analyse {
            self.proceed(desk);
        } else {
            self.mode = Mode::Play(Colour::Black);
        }
    }

    /// Takes another record, of which nothing is known yet.
    fn begin(&mut self, record: Record) {
        self.record = record;
        self.view = None;
        self.over = false;
        self.resync_due = false;
        self.excluded.clear();
        self.control.new_position();
        self.hand = super::Hand::default();
    }

    fn choose(&mut self, name: &str, desk: &mut Desk) -> bool {
        let chosen = desk.options.set("UCI_Variant", name).is_ok();
        desk.game.choose(&desk.options);
        chosen
    }

    /// `variant NAME`, and for games that XBoard does not know, what they are.
    pub(super) fn variant(&mut self, name: &str, desk: &mut Desk) {
        let games = desk.game.games();
        let resync = desk.options.flag(Setting::Resync);
        let lacking = games.find(name).is_some_and(|variant| !resync && !features::plays_all(&variant));
        self.begin(Record::new());
        if lacking || !self.choose(name, desk) {
            self.record.broken = true;
            let name = excerpt(name);
            let reason = if lacking {
                format!("{name} needs the engine's option ResyncCastling: turn it on, then begin a new game")
            } else {
                format!("this variant is not played: {name}")
            };
            desk.say(&format!("Error (unsupported variant): {name}\ntellusererror {reason}"));
            return;
        }
        if let Some(wanted) = desk.game.wanted()
            && features::must_define(games.as_ref(), wanted)
        {
            let mut lines = vec![define::setup(wanted, &wanted.start)];
            lines.extend(define::pieces(wanted));
            desk.say(&lines.join("\n"));
        }
        if self.mode == Mode::Analyse {
            self.proceed(desk);
        }
    }

    /// `setboard FEN`. XBoard once sends an empty board for a game whose parent has no castling: it means the start.
    pub(super) fn set_board(&mut self, fen: &str, desk: &mut Desk) {
        let men = fen.split_whitespace().next().unwrap_or_default();
        let empty = !men.is_empty() && !men.contains(|letter: char| letter.is_ascii_alphabetic());
        if empty && self.record.start.is_none() && self.record.moves.is_empty() {
            return;
        }
        let record = Record { start: Some(fen.to_owned()), ..Record::new() };
        let looked = record.look(desk);
        self.begin(record);
        match looked {
            Ok(view) => self.view = Some(view),
            Err(reason) => {
                self.record.broken = true;
                desk.say(&format!("tellusererror Illegal position\n# {reason}"));
            }
        }
        self.expected = None;
        if self.mode == Mode::Analyse {
            self.proceed(desk);
        }
    }

    pub(super) fn go(&mut self, desk: &mut Desk) {
        let Some(view) = self.view(desk) else { return };
        let turn = view.turn();
        let stuck = view.stuck();
        (self.mode, self.over) = (Mode::Play(turn), false);
        if stuck {
            self.announce(desk);
        } else {
            self.proceed(desk);
        }
    }

    pub(super) fn take_back(&mut self, plies: usize, desk: &mut Desk) {
        let left = self.record.moves.len().saturating_sub(plies);
        self.record.moves.truncate(left);
        let record = std::mem::take(&mut self.record);
        let since = self.control.clone();
        self.begin(record);
        self.control = since;
        self.expected = None;
        if self.mode == Mode::Analyse {
            self.proceed(desk);
        }
    }

    /// A move of the user or the opponent. A bare one in force mode may be a client's trick to pass the turn: it is
    /// not worth a complaint.
    pub(super) fn user_move(&mut self, text: &str, bare: bool, desk: &mut Desk) {
        if self.purpose == Some(Purpose::Ponder) {
            self.ponder_hit(desk);
            return;
        }
        let thinking = self.purpose == Some(Purpose::Move);
        let special = self.may_resync(desk);
        let quiet = bare && self.mode == Mode::Force;
        let meant = if thinking { None } else { self.meant(text, desk) };
        let allowed = |view: &View, text: &str| special || !view.is_special(text);
        let meant = meant.filter(|text| self.view.as_ref().is_some_and(|view| allowed(view, text)));
        let Some(meant) = meant else {
            if !quiet {
                desk.say(&format!("Illegal move: {}", excerpt(text)));
            }
            if !thinking {
                self.proceed(desk);
            }
            return;
        };
        self.close_window(desk);
        self.resync_due = self.view.as_ref().is_some_and(|view| view.is_special(&meant));
        self.push(meant);
        match (self.mode, self.view(desk).and_then(|view| view.ending)) {
            (Mode::Play(_), Some(ending)) if self.ends(ending) => self.announce(desk),
            _ => self.proceed(desk),
        }
    }

    fn meant(&mut self, text: &str, desk: &mut Desk) -> Option<String> {
        let view = self.view(desk)?;
        if let Some(meant) = view.meant(text) {
            return Some(meant);
        }
        // Nothing that XBoard writes: perhaps SAN.
        let squares = super::diagram::squares(text, spelling::first_rank(&view.variant));
        if squares.is_some() || text.contains(',') || !desk.idle() {
            return None;
        }
        self.record.look(desk).ok()?;
        let session = desk.ready().ok()?;
        session.read_move(text).ok()
    }

    fn push(&mut self, text: String) {
        self.record.moves.push(text);
        self.view = None;
        self.excluded.clear();
        self.expected = None;
        self.hand = super::Hand::default();
    }

    /// The expected move was played: what was pondered becomes what is thought.
    fn ponder_hit(&mut self, desk: &mut Desk) {
        let Some(expected) = self.expected.take() else { return };
        self.close_window(desk);
        self.resync_due = self.view.as_ref().is_some_and(|view| view.is_special(&expected));
        self.push(expected);
        self.view = self.root.clone();
        self.purpose = Some(Purpose::Move);
        self.began = Instant::now();
        desk.ponder_hit();
    }

    /// Does what the mode asks for now.
    pub(super) fn proceed(&mut self, desk: &mut Desk) {
        if self.paused || !desk.idle() {
            return;
        }
        let over = self.over;
        let Some(view) = self.view(desk) else { return };
        let (stuck, turn) = (view.stuck(), view.turn());
        match self.mode {
            Mode::Force => {}
            Mode::Analyse if stuck => self.conclude_analysis(desk),
            Mode::Analyse => self.analyse(desk),
            Mode::Play(_) if over || stuck => {}
            Mode::Play(colour) if turn == colour => self.think(desk),
            Mode::Play(_) => self.ponder(desk),
        }
    }

    fn think(&mut self, desk: &mut Desk) {
        let limits = self.control.limits(self.record.moves.len());
        let special = self.may_resync(desk);
        let playable = self.view.as_ref().and_then(|view| {
            let playable: Vec<String> =
                view.legal.iter().filter(|text| special || !view.is_special(text)).cloned().collect();
            (playable.len() < view.legal.len() && !playable.is_empty()).then_some(playable)
        });
        self.root = self.view.clone();
        self.start(Purpose::Move, limits, playable, desk);
    }

    fn analyse(&mut self, desk: &mut Desk) {
        let limits = Limits { infinite: true, ..Limits::default() };
        let left = self.view.as_ref().map(|view| {
            view.legal.iter().filter(|text| !self.excluded.contains(text)).cloned().collect::<Vec<String>>()
        });
        if left.as_ref().is_some_and(Vec::is_empty) {
            return;
        }
        let left = left.filter(|_| !self.excluded.is_empty());
        self.root = self.view.clone();
        self.start(Purpose::Analysis, limits, left, desk);
    }

    /// Thinks in the opponent's time about the move we expect.
    fn ponder(&mut self, desk: &mut Desk) {
        let Some(expected) = self.expected.clone().filter(|_| self.hard) else { return };
        let Ok(ahead) = self.record.look_ahead(desk, &expected) else { return };
        if ahead.ending.is_some() {
            return;
        }
        if self.post
            && let Some(text) = self.view.as_ref().and_then(|view| view.spelled(&expected))
        {
            desk.say(&format!("Hint: {text}"));
        }
        let limits = Limits { ponder: true, ..self.control.limits(self.record.moves.len() + 1) };
        self.root = Some(ahead);
        self.start(Purpose::Ponder, limits, None, desk);
    }

    fn start(&mut self, purpose: Purpose, mut limits: Limits, only: Option<Vec<String>>, desk: &mut Desk) {
        if purpose != Purpose::Ponder && self.record.look(desk).is_err() {
            return;
        }
        let forget = std::mem::take(&mut self.forget);
        let ready = desk.ready().map(|session| {
            if forget {
                session.new_game();
            }
            if let Some(only) = only {
                let texts: Vec<&str> = only.iter().map(String::as_str).collect();
                limits.root_moves = Some(session.legal_among(&texts));
            }
        });
        self.limits = limits.clone();
        (self.last, self.current, self.answer, self.move_now) = (None, None, None, false);
        self.began = Instant::now();
        match ready.and_then(|()| desk.start_search(limits)) {
            Ok(()) => self.purpose = Some(purpose),
            Err(reason) => console::remark(&reason),
        }
    }

    /// Makes the move we have found.
    pub(super) fn deliver(&mut self, best: Option<String>, reply: Option<String>, desk: &mut Desk) {
        let plies = self.record.moves.len();
        let deed = best
            .as_ref()
            .and_then(|text| self.view.as_ref()?.diagram.deed(&self.view.as_ref()?.variant, text));
        let (Some(best), Some(deed), Some(view)) = (best, deed, self.view.take()) else {
            self.announce(desk);
            self.answer_pings(desk);
            return;
        };
        self.control.spent(self.began.elapsed(), plies + 1);
        if let Some(last) = &self.last {
            self.temper.feel(thinking::score(last.verdict));
        }
        if desk.options.flag(Setting::Resign) && self.temper.resigns() {
            self.over = true;
            desk.say("resign");
            self.view = Some(view);
            self.answer_pings(desk);
            return;
        }
        let resync = std::mem::take(&mut self.resync_due) || view.is_special(&best);
        self.push(best);
        self.expected = reply;
        let after = self.view(desk).cloned();
        let mut lines = Vec::new();
        if let Some(after) = after.as_ref().filter(|_| resync) {
            lines.push(format!("setboard {}", after.fen));
            lines.push(define::setup(&after.variant, &after.fen));
            lines.extend(define::pieces(&after.variant));
            self.resyncing = true;
        } else {
            let dead = after.as_ref().is_some_and(|after| self.is_unclaimed(after.ending));
            if dead || self.temper.offers(plies) {
                lines.push("offer draw".to_owned());
            }
            let taking = deed.passed.is_some() && define::hides_victims(&view.variant);
            lines.extend(taking.then(|| define::pawn_line(&view.variant, view.turn(), true)).flatten());
            self.open_window(after.as_ref(), &mut lines);
            lines.extend(spelling::lines(&view.variant, deed).iter().map(|text| format!("move {text}")));
            lines.extend(taking.then(|| define::pawn_line(&view.variant, view.turn(), false)).flatten());
        }
        desk.say(&lines.join("\n"));
        let ended = after.and_then(|after| after.ending).is_some_and(|ending| self.ends(ending));
        if ended {
            self.announce(desk);
        }
        self.answer_pings(desk);
        if !ended {
            self.proceed(desk);
        }
    }

    /// XBoard would reject an opponent's capture in passing that hides its victim, unless pawns may just then take
    /// sideways. A person is shown the way by `highlight` instead.
    fn open_window(&mut self, after: Option<&View>, lines: &mut Vec<String>) {
        let Some(after) = after.filter(|_| self.computer) else { return };
        let passing = |text: &String| {
            after.diagram.deed(&after.variant, text).is_some_and(|deed| deed.passed.is_some())
        };
        if define::hides_victims(&after.variant) && after.legal.iter().any(passing) {
            lines.extend(define::pawn_line(&after.variant, after.turn(), true));
            self.window = Some(after.turn());
        }
    }

    fn close_window(&mut self, desk: &mut Desk) {
        if let Some(colour) = self.window.take()
            && let Some(view) = &self.view
            && let Some(line) = define::pawn_line(&view.variant, colour, false)
        {
            desk.say(&line);
        }
    }

    /// Whether we say that a game is over.
    fn ends(&self, ending: (Ending, Option<Colour>)) -> bool {
        !self.is_unclaimed(Some(ending))
    }

    /// Whether we offer a draw rather than claim it. XBoard forfeits an engine against an engine for a draw it does not
    /// see itself, and it counts repetitions in its own way and the men of orthodox chess alone; but it takes an offer
    /// for a claim where that is one.
    fn is_unclaimed(&self, ending: Option<(Ending, Option<Colour>)>) -> bool {
        self.computer && matches!(ending, Some((Ending::Dead | Ending::Repetition | Ending::MoveRule, _)))
    }

    /// Says how the game has ended, if it has.
    fn announce(&mut self, desk: &mut Desk) {
        let ending = self.view(desk).and_then(|view| view.ending);
        if let Some((ending, winner)) = ending {
            self.over = true;
            desk.say(&record::result(ending, winner));
        }
    }

    pub(super) fn draw_offered(&mut self, desk: &mut Desk) {
        let plies = self.record.moves.len();
        let drawn =
            self.view.as_ref().and_then(|view| view.ending).is_some_and(|(_, winner)| winner.is_none());
        if self.mode != Mode::Analyse && (drawn || self.temper.accepts(plies)) {
            desk.say("offer draw");
        }
    }

    /// `exclude` and `include`: a move, or `all`.
    pub(super) fn exclude(&mut self, rest: &str, out: bool, desk: &mut Desk) {
        let Some(view) = self.view(desk) else { return };
        let meant = if rest == "all" { view.legal.clone() } else { view.meant(rest).into_iter().collect() };
        self.excluded.retain(|text| !meant.contains(text));
        if out {
            self.excluded.extend(meant);
        }
        if self.mode == Mode::Analyse {
            self.proceed(desk);
        }
    }

    /// A line about a position in which nobody can move, and no search.
    fn conclude_analysis(&mut self, desk: &mut Desk) {
        let Some(view) = &self.view else { return };
        let score = match view.ending {
            Some((_, Some(winner))) if winner == view.turn() => thinking::MATE,
            Some((_, Some(_))) => -thinking::MATE,
            _ => 0,
        };
        desk.say(&format!("1 {score} 0 0"));
    }

    /// The answer to `.`: how far the analysis is.
    pub(super) fn status(&mut self, desk: &mut Desk) {
        if self.mode != Mode::Analyse {
            return;
        }
        let total = self.view.as_ref().map_or(0, |view| view.legal.len().saturating_sub(self.excluded.len()));
        let running = self.purpose == Some(Purpose::Analysis);
        let (time, nodes, depth) = match &self.last {
            Some(last) if running => (last.elapsed.as_millis() / 10, last.nodes, last.depth),
            _ => (0, 0, 0),
        };
        let (number, text) = self.current.clone().unwrap_or_default();
        let spelled = self.view.as_ref().and_then(|view| view.spelled(&text)).unwrap_or_default();
        let left = if running { total.saturating_sub(number) } else { 0 };
        desk.say(format!("stat01: {time} {nodes} {depth} {left} {total} {spelled}").trim_end());
    }
}
