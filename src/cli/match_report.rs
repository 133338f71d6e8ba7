//! What a match shows: a live line on a terminal or plain lines into a pipe, and the tables at its end. Knows how
//! numbers are written for people.

use crate::arena::{
    Elo, Fault, Finished, Match, Model, Observer, Pairs, Score, Sprt, State, Tally, Termination,
};
use comfy_table::CellAlignment;
use indicatif::{ProgressBar, ProgressStyle};
use std::fmt::Write as _;
use std::io::{self, Write};

/// Shows a match as it goes on.
pub struct Live<'a> {
    of: &'a Match,
    /// Drawn on stderr, if that is a terminal.
    bar: Option<ProgressBar>,
    /// The first complaint of the output, kept until somebody can be told.
    broken: Option<io::Error>,
}

impl<'a> Live<'a> {
    /// For a match of which so many games are played.
    pub fn new(of: &'a Match, played: usize, terminal: bool) -> Self {
        let bar = terminal.then(|| {
            let bar = ProgressBar::new(of.games() as u64).with_position(played as u64);
            let style = ProgressStyle::with_template("{pos}/{len} {bar:20} {eta} {wide_msg}");
            let bar = match style {
                Ok(style) => bar.with_style(style),
                Err(_) => bar,
            };
            bar.reset_eta();
            bar.enable_steady_tick(std::time::Duration::from_secs(1));
            bar
        });
        Live { of, bar, broken: None }
    }

    /// Leaves the terminal clean.
    pub fn finish(self) -> io::Result<()> {
        if let Some(bar) = self.bar {
            bar.finish_and_clear();
        }
        self.broken.map_or(Ok(()), Err)
    }
}

impl Observer for Live<'_> {
    fn finished(&mut self, game: &Finished, tally: &Tally) {
        let state = state(self.of, tally);
        let name = |engine: usize| self.of.engines.get(engine).map_or("?", |spec| spec.name.as_str());
        let line = format!(
            "{}: {} - {} {} ({})",
            game.pairing.game + 1,
            name(game.pairing.white),
            name(game.pairing.black),
            game.result,
            game.reason
        );
        let lost_oddly = !matches!(game.termination, Termination::Normal | Termination::Adjudication);
        if let Some(bar) = &self.bar {
            bar.set_position(tally.games() as u64);
            bar.set_message(state);
            if lost_oddly {
                bar.println(line);
            }
        } else if self.broken.is_none() {
            let (played, all) = (tally.games(), self.of.games());
            let written = writeln!(io::stdout().lock(), "{played}/{all} game {line}; {state}");
            self.broken = written.err();
        }
    }
}

/// The score in one line.
fn state(of: &Match, tally: &Tally) -> String {
    let mut text = String::new();
    let leader = if of.engines.len() == 2 { Some(0) } else { tally.ranking().first().copied() };
    let Some(leader) = leader else { return text };
    if let (Some(spec), Some(standing)) = (of.engines.get(leader), tally.standing(leader)) {
        let Score { wins, draws, losses } = standing.score;
        // Writing to a String cannot fail.
        let _ = write!(text, "{} +{wins} ={draws} -{losses}", spec.name);
    }
    if let Some(elo) = tally.elo(leader) {
        let _ = write!(text, ", Elo {}", difference(&elo));
    }
    if let (Some(sprt), Some(ratio)) = (of.sprt, of.ratio(tally)) {
        let (lower, upper) = sprt.bounds();
        let _ = write!(text, ", LLR {ratio:.2} ({lower:.2}, {upper:.2})");
    }
    text
}

fn difference(elo: &Elo) -> String {
    with_error(elo.difference, elo.error)
}

fn with_error(value: f64, error: f64) -> String {
    // Without the sign that zero may have.
    let value = value + 0.0;
    match (value.is_finite(), error.is_finite() && error > 0.0) {
        (true, true) => format!("{value:.1} +/- {error:.1}"),
        (true, false) => format!("{value:.1}"),
        (false, _) if value.is_nan() => "-".to_owned(),
        (false, _) => format!("{}inf", if value < 0.0 { "-" } else { "+" }),
    }
}

/// All there is to say at the end.
pub fn report(of: &Match, tally: &Tally) -> String {
    let names: Vec<&str> = of.engines.iter().map(|spec| spec.name.as_str()).collect();
    tables(&names, of.sprt, tally)
}

/// The same for engines of which the names are known.
pub fn tables(names: &[&str], sprt: Option<Sprt>, tally: &Tally) -> String {
    let mut text = format!("\n{}\n", crosstable(names, tally));
    if let [first, _] = names {
        text.push_str(&duel(first, sprt, tally));
    }
    let incidents = incidents(names, tally);
    if !incidents.is_empty() {
        let _ = write!(text, "\nLost otherwise than over the board:\n{incidents}");
    }
    let faults = faults(names, tally);
    if !faults.is_empty() {
        let _ = write!(text, "\nFaults that cost nothing:\n{faults}");
    }
    text
}

fn crosstable(names: &[&str], tally: &Tally) -> String {
    let ranking = tally.ranking();
    let mut header: Vec<String> =
        ["#", "engine", "Elo", "games", "points", "share", "draws", "white"].map(str::to_owned).into();
    header.extend((1..=ranking.len()).map(|place| place.to_string()));
    let mut table = super::table(header);
    for (place, engine) in ranking.iter().enumerate() {
        let (Some(name), Some(standing)) = (names.get(*engine), tally.standing(*engine)) else {
            continue;
        };
        let score = &standing.score;
        let elo = tally.elo(*engine).map_or("-".to_owned(), |elo| difference(&elo));
        let mut row = vec![
            (place + 1).to_string(),
            (*name).to_owned(),
            elo,
            score.games().to_string(),
            format!("{:.1}", score.points()),
            percent(score.points(), score.games()),
            percent(score.draws as f64, score.games()),
            percent(standing.with_white.points(), standing.with_white.games()),
        ];
        for opponent in &ranking {
            let (score, _) = tally.meeting(*engine, *opponent);
            row.push(match score.games() {
                0 => "-".to_owned(),
                games => format!("{:.1}/{games}", score.points()),
            });
        }
        table.add_row(row);
    }
    for (index, column) in table.column_iter_mut().enumerate() {
        if index != 1 {
            column.set_cell_alignment(CellAlignment::Right);
        }
    }
    table.trim_fmt()
}

fn percent(part: f64, all: u64) -> String {
    if all == 0 { "-".to_owned() } else { format!("{:.1}%", 100.0 * part / all as f64) }
}

/// What a match of two engines says beyond the table, from the first one's view.
fn duel(name: &str, sprt: Option<Sprt>, tally: &Tally) -> String {
    let mut text = String::new();
    let (score, Pairs { by_points }) = tally.meeting(0, 1);
    let Some(elo) = tally.elo(0) else { return text };
    let counts = by_points.map(|count| count.to_string()).join(", ");
    let _ = writeln!(text, "\n{}: +{} ={} -{}", name, score.wins, score.draws, score.losses);
    let _ = writeln!(text, "Elo {}, LOS {:.1}%", difference(&elo), 100.0 * elo.superiority);
    let _ = writeln!(text, "normalized Elo {}", with_error(elo.normalized, elo.normalized_error));
    let _ = writeln!(text, "pairs with 0, 0.5, 1, 1.5, 2 points: [{counts}]");
    if let (Some(sprt), Some(ratio)) = (sprt, sprt.map(|sprt| sprt.of_pairs(&tally.meeting(0, 1).1))) {
        let ((elo0, elo1), (lower, upper)) = (sprt.hypotheses(), sprt.bounds());
        let model = match sprt.model() {
            Model::Normalized => "normalized",
            Model::Logistic => "logistic",
        };
        let state = match sprt.state(ratio) {
            State::Open => "undecided".to_owned(),
            State::Accepted => format!("elo1 = {elo1} accepted"),
            State::Rejected => format!("elo1 = {elo1} rejected, elo0 = {elo0} accepted"),
        };
        let _ = writeln!(
            text,
            "SPRT of pairs, {model} Elo, [{elo0}, {elo1}]: LLR {ratio:.2} ({lower:.2}, {upper:.2}), {state}"
        );
    }
    text
}

fn incidents(names: &[&str], tally: &Tally) -> String {
    let mut text = String::new();
    for (engine, name) in names.iter().enumerate() {
        let Some(standing) = tally.standing(engine) else { continue };
        for (kind, count) in Termination::ALL.into_iter().zip(standing.lost_by) {
            let usual = matches!(kind, Termination::Normal | Termination::Adjudication);
            if count > 0 && !usual {
                let _ = writeln!(text, "  {name}: {count} by {}", kind.name());
            }
        }
    }
    text
}

fn faults(names: &[&str], tally: &Tally) -> String {
    let mut text = String::new();
    for (engine, name) in names.iter().enumerate() {
        let Some(faults) = tally.standing(engine).map(|standing| &standing.faults) else { continue };
        for fault in Fault::ALL {
            match (faults.count(fault), faults.first(fault)) {
                (0, _) => continue,
                (count, None) => {
                    let _ = writeln!(text, "  {name}: {count} {}", fault.name());
                }
                (count, Some(first)) => {
                    let first: String = first.chars().take(300).collect();
                    let _ = writeln!(text, "  {name}: {count} {}, first {first}", fault.name());
                }
            }
        }
    }
    text
}
