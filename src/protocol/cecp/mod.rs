//! The Chess Engine Communication Protocol, version 2, as XBoard, WinBoard, Cute Chess and python-chess speak it: what
//! its lines mean. What follows from them is in `play`; knows no layout and no rule.

mod command;
mod control;
mod define;
mod diagram;
mod edit;
mod features;
mod glyphs;
mod highlight;
mod offers;
mod play;
mod record;
mod setting;
mod spelling;
mod thinking;

use super::console;
use super::conversation::{Dialect, Timing};
use super::desk::Desk;
use super::people;
use super::uci::Uci;
use crate::board::Colour;
use crate::engine::options::excerpt;
use crate::engine::{Event, Thought};
use command::{Said, Word};
use control::Control;
use diagram::Diagram;
use edit::Edit;
use highlight::Hand;
use offers::Temper;
use record::{Record, View};
use std::time::Instant;

/// What we do when it is somebody's turn.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Mode {
    /// Nothing.
    Force,
    /// Play that colour.
    Play(Colour),
    /// Think about the position, whoever is to move.
    Analyse,
}

/// What the search under way is for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Purpose {
    Move,
    Ponder,
    Analysis,
}

/// The dialect.
pub struct Cecp {
    record: Record,
    /// What the position of the record looks like, once somebody has asked.
    view: Option<View>,
    mode: Mode,
    /// The game has ended: by rule, or because the GUI says so.
    over: bool,
    control: Control,
    temper: Temper,
    post: bool,
    hard: bool,
    /// The opponent is an engine.
    computer: bool,
    /// Root moves not to analyse, as UCI writes them.
    excluded: Vec<String>,
    purpose: Option<Purpose>,
    /// What the search under way started from.
    root: Option<View>,
    /// When it started to matter for the clock.
    began: Instant,
    /// The limits it was given.
    limits: crate::search::Limits,
    /// The answer it gave: move and reply.
    answer: Option<(Option<String>, Option<String>)>,
    /// It was told to end and to play.
    move_now: bool,
    last: Option<Thought>,
    current: Option<(usize, String)>,
    /// The reply we expect to our last move.
    expected: Option<String>,
    /// Pings to answer once we have moved.
    pings: Vec<String>,
    paused: bool,
    edit: Option<Edit>,
    hand: Hand,
    /// The side whose pawns may just now take sideways, as far as XBoard knows.
    window: Option<Colour>,
    /// The user's move cannot be shown by XBoard: its board must be set up anew.
    resync_due: bool,
    /// We have set up XBoard's board, and it has yet to end the game before.
    resyncing: bool,
    /// The session should forget the game before.
    forget: bool,
    back_to_uci: bool,
}

impl Default for Cecp {
    fn default() -> Self {
        Cecp {
            record: Record::new(),
            view: None,
            mode: Mode::Play(Colour::Black),
            over: false,
            control: Control::default(),
            temper: Temper::default(),
            post: false,
            hard: false,
            computer: false,
            excluded: Vec::new(),
            purpose: None,
            root: None,
            began: Instant::now(),
            limits: crate::search::Limits::default(),
            answer: None,
            move_now: false,
            last: None,
            current: None,
            expected: None,
            pings: Vec::new(),
            paused: false,
            edit: None,
            hand: Hand::default(),
            window: None,
            resync_due: false,
            resyncing: false,
            forget: false,
            back_to_uci: false,
        }
    }
}

impl Dialect for Cecp {
    fn timing(&self, line: &str, desk: &Desk) -> Timing {
        if self.edit.is_some() {
            return if line.trim() == "quit" { Timing::AtOnce } else { Timing::InOrder };
        }
        let word = match command::read(line) {
            Said::Command(word, _) => word,
            Said::Other(text) if spelling::looks_like_move(text) => Word::UserMove,
            _ => return Timing::InOrder,
        };
        match word {
            Word::Quit => Timing::AtOnce,
            Word::Force | Word::Result if self.resyncing => Timing::InOrder,
            Word::UserMove if self.purpose == Some(Purpose::Move) => Timing::InOrder,
            Word::UserMove if self.is_hit(line) && !desk.idle() => Timing::InOrder,
            Word::Exclude | Word::Include | Word::Option if self.purpose != Some(Purpose::Analysis) => {
                Timing::InOrder
            }
            Word::Easy if self.purpose != Some(Purpose::Ponder) => Timing::InOrder,
            Word::New
            | Word::Variant
            | Word::Force
            | Word::Go
            | Word::PlayOther
            | Word::UserMove
            | Word::Result
            | Word::SetBoard
            | Word::Edit
            | Word::Undo
            | Word::Remove
            | Word::Analyze
            | Word::Exit
            | Word::Exclude
            | Word::Include
            | Word::Option
            | Word::Easy
            | Word::Pause
            | Word::Display
            | Word::Uci => Timing::WhenIdle,
            _ => Timing::InOrder,
        }
    }

    fn hear(&mut self, line: &str, desk: &mut Desk) {
        if self.edit.is_some() && line.trim() != "quit" {
            self.edit_line(line, desk);
            return;
        }
        match command::read(line) {
            Said::Nothing => {}
            Said::Command(word, rest) => self.command(word, rest, desk),
            Said::Other(text) if spelling::looks_like_move(text) => self.user_move(text, true, desk),
            Said::Other(text) => {
                console::remark("not understood");
                desk.say(&format!("Error (unknown command): {}", excerpt(text)));
            }
        }
        for note in desk.game.take_notes() {
            desk.say(&format!("# {note}"));
        }
    }

    fn tell(&mut self, event: &Event, desk: &mut Desk) {
        let stopping = desk.search().is_some_and(|search| search.stopping);
        match event {
            Event::Thought(_) | Event::Current { .. } if stopping && !self.move_now => {}
            Event::Thought(thought) => {
                if (self.post || self.purpose == Some(Purpose::Analysis))
                    && let Some(root) = &self.root
                {
                    desk.say(&thinking::line(&root.variant, &root.diagram, thought));
                }
                if thought.rank == 1 {
                    self.last = Some(thought.clone());
                }
            }
            Event::Current { text, number, .. } => self.current = Some((*number, text.clone())),
            Event::Best { best, ponder } => {
                let wanted = !stopping || self.move_now;
                self.answer = wanted.then(|| (best.clone(), ponder.clone()));
            }
        }
    }

    fn answered(&mut self, desk: &mut Desk) {
        let purpose = self.purpose.take();
        self.move_now = false;
        match (purpose, self.answer.take()) {
            (Some(Purpose::Move), Some((best, reply))) => self.deliver(best, reply, desk),
            (Some(Purpose::Move), None) => {
                self.control.wasted(self.began.elapsed());
                self.answer_pings(desk);
            }
            _ => {}
        }
    }

    fn outlives_interrupts(&self) -> bool {
        true
    }

    fn successor(&mut self) -> Option<(Box<dyn Dialect>, Option<String>)> {
        self.back_to_uci.then(|| (Box::new(Uci::default()) as Box<dyn Dialect>, Some("uci".to_owned())))
    }
}

impl Cecp {
    fn command(&mut self, word: Word, rest: &str, desk: &mut Desk) {
        let plies = self.record.moves.len();
        match word {
            Word::Ignored | Word::Xboard => {}
            Word::Protover => {
                let games = desk.game.games();
                desk.say(&features::introduction(games.as_ref(), &desk.options));
            }
            Word::Quit => desk.leave(),
            Word::New => self.new_game(desk),
            Word::Variant => self.variant(rest, desk),
            Word::Force => {
                if !self.resyncing {
                    self.mode = Mode::Force;
                }
            }
            Word::Result => {
                if !self.resyncing {
                    (self.mode, self.over) = (Mode::Force, true);
                }
            }
            Word::Go => self.go(desk),
            Word::PlayOther => {
                if let Some(turn) = self.turn(desk) {
                    self.mode = Mode::Play(!turn);
                    self.control.change_sides();
                    self.proceed(desk);
                }
            }
            Word::Level => self.control.level(rest, plies),
            Word::MoveTime => self.control.move_time(rest),
            Word::Depth => self.control.depth(rest),
            Word::NodeRate => self.control.rate(rest),
            Word::Time => self.control.own(rest),
            Word::OtherTime => self.control.other(rest),
            Word::UserMove => self.user_move(rest, false, desk),
            Word::MoveNow => {
                if self.purpose == Some(Purpose::Move) {
                    self.move_now = true;
                    desk.stop();
                }
            }
            Word::Ping => self.ping(rest, desk),
            Word::Draw => self.draw_offered(desk),
            Word::SetBoard => self.set_board(rest, desk),
            Word::Edit => self.begin_edit(desk),
            Word::Hint => self.hint(desk),
            Word::Book => desk.say(" no opening book\n\n"),
            Word::Undo => self.take_back(1, desk),
            Word::Remove => self.take_back(2, desk),
            Word::Hard => self.hard = true,
            Word::Easy => self.hard = false,
            Word::Post => self.post = true,
            Word::NoPost => self.post = false,
            Word::Analyze => {
                self.mode = Mode::Analyse;
                self.proceed(desk);
            }
            Word::Exit => self.mode = Mode::Force,
            Word::Status => self.status(desk),
            Word::Computer => self.computer = true,
            Word::Pause => self.paused = true,
            Word::Resume => {
                if std::mem::take(&mut self.paused) {
                    self.proceed(desk);
                }
            }
            Word::Memory => setting::size(desk, crate::engine::options::Setting::Hash, rest),
            Word::Cores => setting::size(desk, crate::engine::options::Setting::Threads, rest),
            Word::Option => self.option(rest, desk),
            Word::Exclude => self.exclude(rest, true, desk),
            Word::Include => self.exclude(rest, false, desk),
            Word::Lift => self.lift(rest, desk),
            Word::Display => {
                // The session may stand a move ahead, where it pondered.
                if !self.record.broken
                    && self.record.look(desk).is_ok()
                    && let Ok(session) = desk.ready()
                {
                    let picture = session.display();
                    picture.lines().for_each(|line| desk.say(&format!("# {line}")));
                }
                self.proceed(desk);
            }
            Word::Help => people::help().lines().for_each(|line| desk.say(&format!("# {line}"))),
            Word::Uci => self.back_to_uci = true,
        }
    }

    /// The position of the record, looked at if the session is free.
    fn view(&mut self, desk: &mut Desk) -> Option<&View> {
        if self.view.is_none() && desk.idle() && !self.record.broken {
            match self.record.look(desk) {
                Ok(view) => self.view = Some(view),
                Err(reason) => {
                    console::remark(&reason);
                    self.record.broken = true;
                }
            }
        }
        self.view.as_ref()
    }

    fn turn(&mut self, desk: &mut Desk) -> Option<Colour> {
        self.view(desk).map(View::turn)
    }

    /// Whether a line is the move we ponder on.
    fn is_hit(&self, line: &str) -> bool {
        let text = match command::read(line) {
            Said::Command(Word::UserMove, rest) => rest,
            Said::Other(text) => text,
            _ => return false,
        };
        let meant = self.view.as_ref().and_then(|view| view.meant(text));
        self.purpose == Some(Purpose::Ponder)
            && !self.paused
            && meant.is_some()
            && meant == self.expected
            && !self.control.is_shorter_than(&self.limits)
    }

    fn ping(&mut self, number: &str, desk: &mut Desk) {
        self.resyncing = false;
        if self.purpose == Some(Purpose::Move) {
            self.pings.push(number.to_owned());
            return;
        }
        // What takes time to open is opened now, and not on the clock.
        if desk.idle() && !self.record.broken {
            self.view(desk);
        }
        desk.say(&format!("pong {number}"));
    }

    fn answer_pings(&mut self, desk: &mut Desk) {
        for number in std::mem::take(&mut self.pings) {
            desk.say(&format!("pong {number}"));
        }
    }

    fn hint(&mut self, desk: &mut Desk) {
        let expected = self.expected.clone();
        if self.purpose != Some(Purpose::Move)
            && let Some(view) = self.view(desk)
            && let Some(expected) = expected.filter(|text| view.legal.contains(text))
            && let Some(text) = view.spelled(&expected)
        {
            desk.say(&format!("Hint: {text}"));
        }
    }

    fn lift(&mut self, rest: &str, desk: &mut Desk) {
        if self.purpose == Some(Purpose::Move) {
            return;
        }
        let special = self.may_resync(desk);
        let games = desk.game.games();
        let Some(view) = self.view(desk) else { return };
        if !features::must_define(games.as_ref(), &view.variant) {
            return;
        }
        let first = spelling::first_rank(&view.variant);
        let Some((at, _)) = diagram::square(rest, first) else { return };
        let mut hand = self.hand;
        let marks = self.view.as_ref().and_then(|view| hand.lift(view, at, special));
        self.hand = hand;
        if let Some(marks) = marks {
            desk.say(&format!("highlight {marks}"));
        }
    }

    fn begin_edit(&mut self, desk: &mut Desk) {
        let Some(view) = self.view(desk) else { return };
        let diagram: &Diagram = &view.diagram;
        let first = spelling::first_rank(&view.variant);
        self.edit = Some(Edit::new(&view.variant, |at| diagram.at(at), diagram.turn, first));
    }

    fn edit_line(&mut self, line: &str, desk: &mut Desk) {
        let fen = self.edit.as_mut().and_then(|edit| edit.take(line));
        if let Some(fen) = fen {
            self.edit = None;
            self.set_board(&fen, desk);
        }
    }
}
