//! Positions looked at one after the other. Knows in what order things are told; each way to tell them is a file
//! of its own.

use super::{Arguments, POSITION, json, live::Live};
use crate::cli::picture::Style;
use crate::cli::score::{Score, short};
use crate::cli::setup::{Opened, state};
use crate::cli::{Failure, line};
use crate::engine::bench::per_second;
use crate::engine::consult::{Advice, Consultant};
use crate::engine::games::Games;
use crate::position::AnyGame;
use std::io::{IsTerminal, Write};
use std::sync::atomic::{AtomicBool, Ordering};

/// With less room than that beside its score, a line of moves goes below it.
const NARROW: usize = 40;

/// A position somebody asks about.
pub struct Asked {
    /// What it is called in its file.
    pub name: Option<String>,
    /// The position.
    pub game: AnyGame,
    /// The FEN before the moves that led to it.
    pub fen: String,
    /// Those moves in coordinates, so that repetitions are known.
    pub moves: Vec<String>,
    /// The squares of the last move.
    pub last: Option<(crate::board::Coord, crate::board::Coord)>,
    /// The moves somebody thinks best, in coordinates.
    pub wanted: Vec<String>,
}

impl Asked {
    /// A position without a past.
    pub fn new(game: AnyGame) -> Asked {
        Asked { name: None, fen: game.fen(), game, moves: Vec::new(), last: None, wanted: Vec::new() }
    }

    /// The position that arguments name.
    pub fn given(opened: Opened) -> Asked {
        Asked {
            fen: opened.before.fen(),
            moves: opened.moves.iter().map(|played| played.coordinates.clone()).collect(),
            last: opened.moves.last().map(|played| (played.from, played.to)),
            ..Asked::new(opened.game)
        }
    }
}

/// Looks at each position and tells what was found.
pub fn run(
    arguments: &Arguments,
    games: &dyn Games,
    asked: &[Asked],
    stop: &AtomicBool,
) -> Result<(), Failure> {
    let Some(first) = asked.first() else { return Ok(()) };
    let mut consultant =
        Consultant::open(games, first.game.variant(), arguments.hash(), arguments.threads.get())
            .map_err(|refused| Failure::Failed(refused.to_string()))?;
    let live = std::io::stdout().is_terminal() && !arguments.json;
    let (mut tried, mut found) = (0, 0);
    for (number, asked_now) in (1..).zip(asked) {
        let several = asked.len() > 1;
        let title = several.then(|| match &asked_now.name {
            Some(name) => format!("{number}/{}: {name}", asked.len()),
            None => format!("{number}/{}", asked.len()),
        });
        // Each answer depends on its position alone.
        consultant.forget();
        let best = look(arguments, &mut consultant, asked_now, title, live, stop)?;
        if !asked_now.wanted.is_empty() {
            tried += 1;
            found += usize::from(best.is_some_and(|best| asked_now.wanted.contains(&best)));
        }
        if stop.load(Ordering::Relaxed) && several {
            return Err(Failure::Failed(format!("stopped at position {number} of {}", asked.len())));
        }
    }
    if tried > 0 && !arguments.json {
        writeln!(std::io::stdout().lock(), "best moves found: {found} of {tried}")?;
    }
    Ok(())
}

/// Looks at one position: its best move in coordinates, unless the game is over.
fn look(
    arguments: &Arguments,
    consultant: &mut Consultant,
    asked: &Asked,
    title: Option<String>,
    live: bool,
    stop: &AtomicBool,
) -> Result<Option<String>, Failure> {
    let game = &asked.game;
    let mut output = std::io::stdout().lock();
    if game.finish().is_some() {
        if arguments.json {
            writeln!(output, "{}", json::over(asked))?;
        } else {
            heading(&mut output, arguments, asked, title.as_deref(), live)?;
            writeln!(output)?;
        }
        return Ok(None);
    }
    let moves: Vec<&str> = asked.moves.iter().map(String::as_str).collect();
    let limits = arguments.limits(POSITION);
    let mut screen = live.then(|| Live::new(game.clone(), arguments.setup.letters));
    if !arguments.json {
        heading(&mut output, arguments, asked, title.as_deref(), live)?;
    }
    let advice = consultant
        .ask(&asked.fen, &moves, limits, stop, &mut |advice, _| {
            if let Some(screen) = &mut screen {
                screen.refresh(advice);
            }
        })
        .map_err(|refused| Failure::Failed(refused.to_string()))?;
    if let Some(screen) = &mut screen {
        screen.clear();
    }
    if arguments.json {
        writeln!(output, "{}", json::answer(asked, &advice))?;
    } else {
        tell(&mut output, arguments, asked, &advice, live)?;
    }
    output.flush()?;
    Ok(advice.best)
}

/// What position it is: the board on a terminal, and everywhere its FEN.
fn heading(
    output: &mut impl Write,
    arguments: &Arguments,
    asked: &Asked,
    title: Option<&str>,
    live: bool,
) -> Result<(), Failure> {
    if let Some(title) = title {
        writeln!(output, "{title}")?;
    }
    if live || arguments.style.is_some() {
        let view =
            crate::cli::picture::View { flip: false, letters: arguments.setup.letters, last: asked.last };
        let style = arguments.style.unwrap_or_else(Style::suited);
        writeln!(output, "{}", crate::cli::picture::terminal(&asked.game, view, style))?;
    }
    writeln!(output, "{}\n{}", asked.game.fen(), state(&asked.game))?;
    output.flush()?;
    Ok(())
}

/// What was found: a line of text for each line of moves, then how much was looked at.
fn tell(
    output: &mut impl Write,
    arguments: &Arguments,
    asked: &Asked,
    advice: &Advice,
    live: bool,
) -> Result<(), Failure> {
    let (game, letters) = (&asked.game, arguments.setup.letters);
    let width = if live { usize::from(console::Term::stdout().size().1) } else { usize::MAX };
    for thought in &advice.lines {
        let score = Score::of(thought, game.turn());
        let head = format!(
            "{:>2}. {:>6}  {}  depth {:>2}/{:<2}  ",
            thought.rank,
            score.text(),
            score.percentages(),
            thought.depth,
            thought.selective_depth
        );
        let moves = line::numbered(game, &line::written(game, &thought.moves), letters);
        let room = width.saturating_sub(head.len() + 1);
        if room < NARROW {
            writeln!(output, "{}", head.trim_end())?;
            for part in line::wrapped(&moves, width.saturating_sub(5)) {
                writeln!(output, "    {part}")?;
            }
            continue;
        }
        for (index, part) in line::wrapped(&moves, room).iter().enumerate() {
            let lead = if index == 0 { head.clone() } else { " ".repeat(head.len()) };
            writeln!(output, "{lead}{part}")?;
        }
    }
    if let Some(thought) = advice.lines.first() {
        writeln!(
            output,
            "    {} nodes, {} nps, {:.1} s",
            short(thought.nodes),
            short(per_second(thought.nodes, thought.elapsed)),
            thought.elapsed.as_secs_f64()
        )?;
    }
    let Some(best) = advice.best.as_deref().and_then(|best| game.read(best).ok()) else { return Ok(()) };
    let verdict = match asked.wanted.is_empty() {
        true => String::new(),
        false if asked.wanted.contains(&best.coordinates) => " (as it should)".to_owned(),
        false => format!(" (it should be {})", wanted(asked, letters)),
    };
    writeln!(output, "best {}{verdict}\n", line::san(game, &best, letters))?;
    Ok(())
}

fn wanted(asked: &Asked, letters: bool) -> String {
    let moves = asked.wanted.iter().filter_map(|text| asked.game.read(text).ok());
    moves.map(|written| line::san(&asked.game, &written, letters)).collect::<Vec<_>>().join(" or ")
}
