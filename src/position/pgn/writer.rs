//! Records become PGN as the standard exports it: the seven tags first, lines of at most 80 columns, every game
//! followed by an empty line. Knows no rule; moves are written as they stand in the record.

use super::record::{Record, Turn};

/// The most letters in a line of moves, so that with its end it has 80 columns.
const WIDTH: usize = 79;

/// The tags every game has, in their order, and what they say when nothing is known.
const ROSTER: [(&str, &str); 7] = [
    ("Event", "?"),
    ("Site", "?"),
    ("Date", "????.??.??"),
    ("Round", "?"),
    ("White", "?"),
    ("Black", "?"),
    ("Result", "*"),
];

impl Record {
    /// The game in PGN.
    pub fn to_pgn(&self) -> String {
        let mut text = String::with_capacity(512 + 8 * self.moves.len());
        for (name, unknown) in ROSTER {
            let result = self.result.to_string();
            let value = if name == "Result" { &result } else { self.tag(name).unwrap_or(unknown) };
            push_tag(&mut text, name, value);
        }
        for (name, value) in &self.tags {
            if !ROSTER.iter().any(|(known, _)| known.eq_ignore_ascii_case(name)) {
                push_tag(&mut text, name, value);
            }
        }
        text.push('\n');
        let mut words = Words::default();
        words.comment(&self.comment);
        let (number, black) = self.beginning();
        words.moves(&self.moves, 2 * u64::from(number) + u64::from(black));
        words.push(&self.result.to_string());
        words.set(&mut text);
        text.push('\n');
        text
    }
}

fn push_tag(text: &mut String, name: &str, value: &str) {
    text.push('[');
    text.push_str(name);
    text.push_str(" \"");
    for letter in value.chars() {
        match letter {
            '"' | '\\' => text.extend(['\\', letter]),
            _ if letter.is_control() => text.push(' '),
            _ => text.push(letter),
        }
    }
    text.push_str("\"]\n");
}

/// Words yet to be set into lines.
#[derive(Default)]
struct Words {
    words: Vec<String>,
    /// Brackets that open before the next word.
    opening: String,
}

impl Words {
    fn push(&mut self, word: &str) {
        let word = std::mem::take(&mut self.opening) + word;
        self.words.push(word);
    }

    fn close(&mut self) {
        if let Some(last) = self.words.last_mut() {
            last.push(')');
        }
    }

    /// A comment's words in braces. A closing brace within would end it, and becomes a bracket.
    fn comment(&mut self, comment: &str) {
        let first = self.words.len();
        for word in comment.split_whitespace() {
            let word = word.replace('}', ")").replace('{', "(");
            // These two would mean something else at the start of a line.
            let starts_badly = word.starts_with(['%', '[']);
            // A command such as `[%eval 0.31]` stays in one line: some readers know no other.
            let in_command = self.words.last().is_some_and(|last| last.rfind("[%") > last.rfind(']'));
            let bound = self.words.len() > first && (starts_badly || in_command);
            match self.words.last_mut() {
                Some(last) if bound => {
                    last.push(' ');
                    last.push_str(&word);
                }
                _ => self.push(&word),
            }
        }
        if let Some(begun) = self.words.get_mut(first) {
            begun.insert(0, '{');
        }
        if let Some(last) = self.words.last_mut().filter(|_| !comment.trim().is_empty()) {
            last.push('}');
        }
    }

    /// Moves from a ply, counted so that White's first is 2.
    fn moves(&mut self, turns: &[Turn], first: u64) {
        let mut numbered = false;
        for (ply, turn) in (first..).zip(turns) {
            if ply % 2 == 0 {
                self.push(&format!("{}.", ply / 2));
            } else if !numbered {
                self.push(&format!("{}...", ply / 2));
            }
            self.push(&turn.text);
            for nag in &turn.nags {
                self.push(&format!("${nag}"));
            }
            self.comment(&turn.comment);
            for variation in turn.variations.iter().filter(|variation| !variation.is_empty()) {
                self.opening.push('(');
                self.moves(variation, ply);
                self.close();
            }
            numbered = turn.comment.is_empty() && turn.variations.is_empty();
        }
    }

    fn set(&self, text: &mut String) {
        let mut column = 0;
        for word in &self.words {
            let width = word.chars().count();
            if column > 0 && column + 1 + width > WIDTH {
                text.push('\n');
                column = 0;
            } else if column > 0 {
                text.push(' ');
                column += 1;
            }
            text.push_str(word);
            column += width;
        }
        text.push('\n');
    }
}
