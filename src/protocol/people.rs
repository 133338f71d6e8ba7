//! What is said to a person at a keyboard, never to a GUI unasked. Knows the commands by name only.

/// The first line, on a terminal.
pub const GREETING: &str = concat!(
    "Lupa ",
    env!("CARGO_PKG_VERSION"),
    ", a chess engine for Latte, Ladorean, Lecce's Chess and orthodox chess. It waits for a GUI's commands; \
     `help` lists them, `quit` leaves."
);

/// A command and what it does.
type Line = (&'static str, &'static str);

const PEOPLE: [Line; 7] = [
    ("d", "draw the position"),
    ("eval", "what the position is worth without searching: man by man with a net, else term by term"),
    ("go perft N", "count the positions N plies ahead, move by move"),
    ("bench [DEPTH]", "a fixed amount of searching; ends with nodes and speed"),
    ("genfens N seed S book FILE|None", "N random openings, for test farms"),
    ("help", "this list"),
    ("quit", "leave"),
];

const UCI: [Line; 10] = [
    ("uci", "who this is, and its options"),
    ("isready", "answered by `readyok` when all before it is done"),
    ("setoption name NAME [value VALUE]", "change an option: setoption name UCI_Variant value lecce"),
    ("ucinewgame", "forget the game before"),
    ("position startpos|fen FEN [moves ...]", "set up a position and play moves from it"),
    (
        "go [...]",
        "search: depth N, nodes N, movetime MS, mate N, wtime/btime/winc/binc MS, movestogo N, \
         searchmoves ..., infinite, ponder",
    ),
    ("stop", "end the search and play"),
    ("ponderhit", "the expected move was played"),
    ("debug on|off", "say what commands are not understood"),
    ("register ...", "accepted: there is nothing to register"),
];

const SUBCOMMANDS: [Line; 11] = [
    ("lupa play", "a game against the engine at the terminal"),
    ("lupa show", "a position drawn, on the terminal or as a picture"),
    ("lupa analyse", "what the engine thinks of positions and games"),
    ("lupa match", "a match between engines"),
    ("lupa suite", "balanced opening positions"),
    ("lupa selfplay", "games against itself, to learn from"),
    ("lupa train", "a net from those games"),
    ("lupa perft", "count positions, or check a file of counts"),
    ("lupa bench", "the bench, without a conversation"),
    ("lupa variants", "the games it plays"),
    ("lupa completions", "completion for a shell"),
];

/// The answer to `help`.
pub fn help() -> String {
    let mut text = String::new();
    section(&mut text, "For people", &PEOPLE);
    section(&mut text, "UCI", &UCI);
    section(&mut text, "From the command line (each has --help)", &SUBCOMMANDS);
    text
}

fn section(text: &mut String, title: &str, lines: &[Line]) {
    text.push_str(title);
    text.push_str(":\n");
    for (command, meaning) in lines {
        text.push_str(&format!("  {command:<38} {meaning}\n"));
    }
}
