//! Two clocks. Knows time; not whose game it is.

use crate::board::Colour;
use crate::search::Clock;
use std::time::{Duration, Instant};

/// What each side has for a game: minutes and seconds a move, `5+3`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Control {
    /// For the whole game.
    pub game: Duration,
    /// Added after each move.
    pub increment: Duration,
}

impl Control {
    /// Reads `5` or `5+3`: minutes, and seconds added a move.
    ///
    /// # Errors
    /// It is none; what one looks like.
    pub fn read(text: &str) -> Result<Control, String> {
        let (minutes, seconds) = text.split_once('+').unwrap_or((text, "0"));
        let read = |text: &str, unit: f64| {
            let number: f64 = text.trim().parse().ok()?;
            Duration::try_from_secs_f64(number * unit)
                .ok()
                .filter(|time| *time < Duration::from_secs(1 << 30))
        };
        match (read(minutes, 60.0), read(seconds, 1.0)) {
            (Some(game), Some(increment)) if game > Duration::ZERO => Ok(Control { game, increment }),
            _ => Err("not a clock such as 5 or 5+3 (minutes, and seconds added a move)".to_owned()),
        }
    }
}

/// Both sides' clocks. One runs from [`Clocks::start`] to [`Clocks::press`].
#[derive(Clone, Debug)]
pub struct Clocks {
    control: Control,
    left: [Duration; 2],
    running: Option<(Colour, Instant)>,
}

impl Clocks {
    /// Clocks that have not begun to run.
    pub fn new(control: Control) -> Clocks {
        Clocks { control, left: [control.game; 2], running: None }
    }

    /// The same clocks as they were at first.
    pub fn again(&self) -> Clocks {
        Clocks::new(self.control)
    }

    /// Starts a side's clock, unless it runs already.
    pub fn start(&mut self, side: Colour) {
        if self.running.is_none_or(|(running, _)| running != side) {
            self.running = Some((side, Instant::now()));
        }
    }

    /// Stops the clock that runs; with a move made, adds what a move earns.
    pub fn press(&mut self, moved: bool) {
        if let Some((side, since)) = self.running.take() {
            let left = self.left[side.index()].saturating_sub(since.elapsed());
            self.left[side.index()] = if moved { left + self.control.increment } else { left };
        }
    }

    /// What a side has left.
    pub fn left(&self, side: Colour) -> Duration {
        let left = self.left[side.index()];
        match self.running {
            Some((running, since)) if running == side => left.saturating_sub(since.elapsed()),
            _ => left,
        }
    }

    /// A side's clock as a search takes it.
    pub fn for_search(&self, side: Colour) -> Clock {
        Clock { left: self.left(side), increment: self.control.increment }
    }

    /// `White 4:58, Black 5:00`
    pub fn text(&self) -> String {
        let [white, black] = Colour::BOTH.map(|side| face(self.left(side)));
        format!("White {white}, Black {black}")
    }

    /// As PGN's tag `TimeControl` has it: seconds, and seconds added.
    pub fn tag(&self) -> String {
        format!("{}+{}", self.control.game.as_secs(), self.control.increment.as_secs())
    }
}

/// `1:02:03`, `4:58`, and tenths below ten seconds.
fn face(time: Duration) -> String {
    let seconds = time.as_secs();
    match seconds {
        0..10 => format!("0:0{}.{}", seconds, time.subsec_millis() / 100),
        10..3600 => format!("{}:{:02}", seconds / 60, seconds % 60),
        _ => format!("{}:{:02}:{:02}", seconds / 3600, seconds / 60 % 60, seconds % 60),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn controls_are_minutes_and_seconds() {
        let read =
            |text| Control::read(text).map(|control| (control.game.as_secs(), control.increment.as_secs()));
        assert_eq!((read("5"), read("5+3"), read("0.5+1")), (Ok((300, 0)), Ok((300, 3)), Ok((30, 1))));
        for wrong in ["", "x", "0", "-1", "5+", "5+x", "1e300", "nan", "inf"] {
            assert!(Control::read(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn only_the_side_to_move_pays() {
        let mut clocks = Clocks::new(Control::read("1+2").unwrap());
        clocks.start(Colour::White);
        std::thread::sleep(Duration::from_millis(20));
        assert!(clocks.left(Colour::White) < Duration::from_secs(60));
        clocks.press(true);
        assert!(clocks.left(Colour::White) > Duration::from_secs(61));
        assert_eq!(clocks.left(Colour::Black), Duration::from_secs(60));
        assert_eq!(clocks.tag(), "60+2");
        assert_eq!(
            (face(Duration::from_millis(9_430)), face(Duration::from_secs(3723))),
            ("0:09.4".to_owned(), "1:02:03".to_owned())
        );
    }
}
