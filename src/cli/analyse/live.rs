//! A table of lines that is drawn over and over in place while a search runs. Knows a terminal; not what is done
//! with the result.

use crate::cli::line;
use crate::cli::score::{Score, short};
use crate::engine::bench::per_second;
use crate::engine::consult::Advice;
use crate::position::AnyGame;
use console::Term;
use std::time::{Duration, Instant};

/// Less than this between two drawings, and the eye sees only flicker.
const PAUSE: Duration = Duration::from_millis(60);

/// The table.
pub struct Live {
    game: AnyGame,
    letters: bool,
    terminal: Term,
    drawn: usize,
    last: Option<Instant>,
}

impl Live {
    /// A table about that position.
    pub fn new(game: AnyGame, letters: bool) -> Live {
        Live { game, letters, terminal: Term::stdout(), drawn: 0, last: None }
    }

    /// Draws what is known now, unless it was drawn a moment ago.
    pub fn refresh(&mut self, advice: &Advice) {
        if self.last.is_some_and(|last| last.elapsed() < PAUSE) {
            return;
        }
        self.last = Some(Instant::now());
        let (height, width) = self.terminal.size();
        let lines = self.lines(advice, usize::from(width).max(20), usize::from(height).max(4));
        self.clear();
        // A terminal that is gone is nobody to tell.
        let _ = self.terminal.write_str(&(lines.join("\n") + "\n"));
        self.drawn = lines.len();
    }

    /// Takes the table away.
    pub fn clear(&mut self) {
        let _ = self.terminal.clear_last_lines(std::mem::take(&mut self.drawn));
    }

    fn lines(&self, advice: &Advice, width: usize, height: usize) -> Vec<String> {
        let mut lines = Vec::new();
        if let Some(thought) = advice.lines.first() {
            lines.push(format!(
                "    {} nodes, {} nps, {:.1} s, table {}% full",
                short(thought.nodes),
                short(per_second(thought.nodes, thought.elapsed)),
                thought.elapsed.as_secs_f64(),
                thought.table_fill / 10
            ));
        }
        lines.push("     score  White draw Black  depth  line".to_owned());
        for thought in &advice.lines {
            let score = Score::of(thought, self.game.turn());
            let moves = line::written(&self.game, &thought.moves);
            lines.push(format!(
                "{:>2}. {:>6}   {}  {:>5}  {}",
                thought.rank,
                score.text(),
                score.percentages(),
                thought.depth,
                line::numbered(&self.game, &moves, self.letters)
            ));
        }
        lines.truncate(height.saturating_sub(1));
        lines.into_iter().map(|line| line.chars().take(width - 1).collect()).collect()
    }
}
