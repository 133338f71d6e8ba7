//! The words of CECP. Knows names and how a line splits; knows no meaning.

/// Every command a GUI may send.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Word {
    Xboard,
    Protover,
    /// Heard and passed over: it needs no answer and changes nothing here.
    Ignored,
    New,
    Variant,
    Quit,
    Force,
    Go,
    PlayOther,
    Level,
    MoveTime,
    Depth,
    NodeRate,
    Time,
    OtherTime,
    UserMove,
    MoveNow,
    Ping,
    Draw,
    Result,
    SetBoard,
    Edit,
    Hint,
    Book,
    Undo,
    Remove,
    Hard,
    Easy,
    Post,
    NoPost,
    Analyze,
    Exit,
    Status,
    Computer,
    Pause,
    Resume,
    Memory,
    Cores,
    Option,
    Exclude,
    Include,
    Lift,
    Display,
    Help,
    Uci,
}

const WORDS: [(&str, Word); 61] = [
    ("xboard", Word::Xboard),
    ("protover", Word::Protover),
    ("accepted", Word::Ignored),
    ("rejected", Word::Ignored),
    ("new", Word::New),
    ("variant", Word::Variant),
    ("quit", Word::Quit),
    ("random", Word::Ignored),
    ("force", Word::Force),
    ("go", Word::Go),
    ("playother", Word::PlayOther),
    ("white", Word::Ignored),
    ("black", Word::Ignored),
    ("level", Word::Level),
    ("st", Word::MoveTime),
    ("sd", Word::Depth),
    ("nps", Word::NodeRate),
    ("time", Word::Time),
    ("otim", Word::OtherTime),
    ("usermove", Word::UserMove),
    ("?", Word::MoveNow),
    ("ping", Word::Ping),
    ("draw", Word::Draw),
    ("result", Word::Result),
    ("1-0", Word::Result),
    ("0-1", Word::Result),
    ("1/2-1/2", Word::Result),
    ("*", Word::Result),
    ("setboard", Word::SetBoard),
    ("edit", Word::Edit),
    ("hint", Word::Hint),
    ("bk", Word::Book),
    ("undo", Word::Undo),
    ("remove", Word::Remove),
    ("hard", Word::Hard),
    ("easy", Word::Easy),
    ("post", Word::Post),
    ("nopost", Word::NoPost),
    ("analyze", Word::Analyze),
    ("exit", Word::Exit),
    (".", Word::Status),
    ("name", Word::Ignored),
    ("rating", Word::Ignored),
    ("ics", Word::Ignored),
    ("computer", Word::Computer),
    ("pause", Word::Pause),
    ("resume", Word::Resume),
    ("memory", Word::Memory),
    ("cores", Word::Cores),
    ("egtpath", Word::Ignored),
    ("option", Word::Option),
    ("exclude", Word::Exclude),
    ("include", Word::Include),
    ("setscore", Word::Ignored),
    ("lift", Word::Lift),
    ("put", Word::Ignored),
    ("hover", Word::Ignored),
    ("partner", Word::Ignored),
    ("d", Word::Display),
    ("help", Word::Help),
    ("uci", Word::Uci),
];

/// What a line says.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Said<'l> {
    /// Nothing.
    Nothing,
    /// A command and the rest of its line.
    Command(Word, &'l str),
    /// Something else: perhaps a move.
    Other(&'l str),
}

/// Splits a line.
pub fn read(line: &str) -> Said<'_> {
    let line = line.trim();
    if line.is_empty() || line.starts_with('#') {
        return Said::Nothing;
    }
    let (first, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
    match WORDS.iter().find(|(name, _)| *name == first) {
        Some((_, word)) => Said::Command(*word, rest.trim_start()),
        None => Said::Other(line),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_split_at_the_first_blank() {
        assert_eq!(read("  usermove e2e4 \r"), Said::Command(Word::UserMove, "e2e4"));
        assert_eq!(read("option Name=a b  c"), Said::Command(Word::Option, "Name=a b  c"));
        assert_eq!(read("1/2-1/2 {Stalemate}"), Said::Command(Word::Result, "{Stalemate}"));
        assert_eq!(read("e2e4"), Said::Other("e2e4"));
        assert_eq!(read(" # told to nobody"), Said::Nothing);
        assert_eq!(read(""), Said::Nothing);
    }

    #[test]
    fn no_word_stands_twice() {
        for (index, (name, _)) in WORDS.iter().enumerate() {
            assert!(WORDS[..index].iter().all(|(other, _)| other != name), "{name}");
        }
    }
}
