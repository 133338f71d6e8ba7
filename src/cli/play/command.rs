//! What a person types during a game. Knows words; everything that is no command is meant as a move.

/// A line typed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Command {
    /// Nothing.
    Nothing,
    /// A move, or what was meant as one.
    Move(String),
    /// What would the engine play?
    Hint,
    /// Takes back the last move of the person, and the answer to it.
    Undo,
    /// Which moves are there?
    Moves,
    /// Turns the board round.
    Flip,
    /// Draws the board again.
    Board,
    /// The position in FEN.
    Fen,
    /// The moves so far.
    Game,
    /// Writes the game into a file, or one of a name of its own.
    Save(Option<String>),
    /// The engine moves for the person, and goes on with the other side.
    Go,
    /// Another strength.
    Level(Option<u8>),
    /// Gives up.
    Resign,
    /// A new game.
    New,
    /// The list of these.
    Help,
    /// Leaves.
    Quit,
}

/// What each command does, for `help`.
pub const HELP: [(&str, &str); 15] = [
    ("Nf3, e2e4, O-O", "a move, in SAN or coordinates"),
    ("moves", "lists the legal moves, castlings with their names"),
    ("hint", "tells what the engine would play"),
    ("undo", "takes back your last move and the answer to it"),
    ("go", "lets the engine move for you and change sides"),
    ("level N", "sets the engine's strength, 1 to 10"),
    ("flip", "turns the board round"),
    ("board", "draws the board again"),
    ("game", "tells the moves so far"),
    ("fen", "tells the position in FEN"),
    ("save [FILE]", "writes the game as PGN"),
    ("resign", "gives up"),
    ("new", "begins again"),
    ("help", "this list"),
    ("quit", "leaves; so do Ctrl-C and the end of the input"),
];

impl Command {
    /// Reads a line. Commands are known in any case of letters.
    pub fn read(line: &str) -> Command {
        let line = line.trim();
        let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        let rest = rest.trim();
        match (word.to_ascii_lowercase().as_str(), rest) {
            ("", _) => Command::Nothing,
            ("hint", "") => Command::Hint,
            ("undo" | "takeback", "") => Command::Undo,
            ("moves", "") => Command::Moves,
            ("flip", "") => Command::Flip,
            ("board" | "d", "") => Command::Board,
            ("fen", "") => Command::Fen,
            ("game", "") => Command::Game,
            ("save", "") => Command::Save(None),
            ("save", file) => Command::Save(Some(file.to_owned())),
            ("go", "") => Command::Go,
            ("level", level) => Command::Level(level.parse().ok()),
            ("resign", "") => Command::Resign,
            ("new", "") => Command::New,
            ("help" | "?", _) => Command::Help,
            ("quit" | "exit" | "bye", "") => Command::Quit,
            _ => Command::Move(line.to_owned()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn commands_and_moves() {
        for (line, expected) in [
            ("", Command::Nothing),
            ("  Hint ", Command::Hint),
            ("save my game.pgn", Command::Save(Some("my game.pgn".to_owned()))),
            ("save", Command::Save(None)),
            ("level 3", Command::Level(Some(3))),
            ("level x", Command::Level(None)),
            ("O-O=L", Command::Move("O-O=L".to_owned())),
            ("b4", Command::Move("b4".to_owned())),
            ("quit", Command::Quit),
        ] {
            assert_eq!(Command::read(line), expected, "{line}");
        }
    }
}
