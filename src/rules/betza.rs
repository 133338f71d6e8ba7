//! Reads movements in Betza's notation, in the dialect XBoard and Fairy-Stockfish share.
//! Knows letters and directions; must not know games, boards or colours.
//!
//! A word is `[modifiers]atom[range]`. A direction on a knight-like atom names the long leg last: `fN` (short for
//! `ffN`) are the two moves that go two ranks forward, `fsN` the two that go one forward and two aside.
//! Leg order and the half-circle letter `h` are those of <https://www.gnu.org/software/xboard/Betza.html>.

use std::collections::BTreeMap;

use thiserror::Error;

use super::variant::{Modality, MoveStep};

/// The range of an unlimited rider: no board is wider or higher than twelve squares.
pub const UNLIMITED: u8 = 11;

/// Why a movement cannot be read. Places count letters from 1.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum BetzaError {
    /// A letter with no meaning, or with one that Lupa does not play.
    #[error("letter '{letter}' at place {place} of the movement '{text}' is not supported: {why}")]
    Letter {
        /// The letter.
        letter: char,
        /// Where it stands.
        place: usize,
        /// The whole movement.
        text: String,
        /// What it would mean.
        why: &'static str,
    },
    /// A direction that means nothing on its atom.
    #[error(
        "direction '{direction}' at place {place} of the movement '{text}' means nothing for the atom '{atom}'"
    )]
    Direction {
        /// The direction.
        direction: String,
        /// Where its atom stands.
        place: usize,
        /// The whole movement.
        text: String,
        /// The atom.
        atom: char,
    },
    /// Modifiers at the end, with nothing to modify.
    #[error("the movement '{0}' ends without an atom (such as W, F or N)")]
    Unfinished(String),
    /// No movement at all.
    #[error("a movement is missing (write it behind a colon, as in 'l:FAD')")]
    Missing,
}

/// Long and short leg of an atom's leaps.
type Leap = (i8, i8);

fn atom(letter: char) -> Option<&'static [Leap]> {
    Some(match letter {
        'W' | 'R' => &[(1, 0)],
        'F' | 'B' => &[(1, 1)],
        'K' | 'Q' => &[(1, 0), (1, 1)],
        'D' => &[(2, 0)],
        'A' => &[(2, 2)],
        'N' => &[(2, 1)],
        'C' | 'L' => &[(3, 1)],
        'Z' | 'J' => &[(3, 2)],
        'H' => &[(3, 0)],
        'G' => &[(3, 3)],
        _ => return None,
    })
}

/// Whether the pair of direction letters admits the leap whose long leg is upright or level and whose legs
/// have these signs. `None` if the pair has no meaning.
fn admits(pair: (char, char), upright: bool, long: i8, short: i8) -> Option<bool> {
    let (files, ranks) = if upright { (short, long) } else { (long, short) };
    let leg = |letter: char| match letter {
        'f' => ranks > 0,
        'b' => ranks < 0,
        'r' => files > 0,
        'l' => files < 0,
        _ => true,
    };
    Some(match pair {
        ('f', 'f') | ('b', 'b') | ('v', 'v') => upright && leg(pair.0),
        ('l', 'l') | ('r', 'r') | ('s', 's') => !upright && leg(pair.0),
        ('r' | 'l', 'f' | 'b' | 'v') => upright && leg(pair.0) && leg(pair.1),
        ('f' | 'b', 'r' | 'l' | 's') => !upright && leg(pair.0) && leg(pair.1),
        ('f' | 'b' | 'r' | 'l', 'h') => leg(pair.0),
        // The two chiral halves of the circle.
        ('h', 'r') => upright == (long == short),
        ('h', 'l') => upright != (long == short),
        _ => return None,
    })
}

fn why_not(letter: char) -> &'static str {
    match letter {
        'n' => "lame leapers",
        'j' | 'p' | 'g' => "hoppers",
        'i' => "moves that exist only at first",
        'e' => "capturing in passing",
        'o' => "boards that wrap round",
        'a' | 'd' | 'u' | 't' | 'x' | 'y' | 'z' | 'q' => "moves of several legs",
        'O' => "castling, which has keys of its own",
        '0'..='9' => "a number may only follow an atom",
        '-' | '(' | ')' => "moves of several legs",
        _ => "no atom or modifier",
    }
}

/// Reads a movement into steps, as the mover's own side sees them: sorted, each direction at most twice
/// (then with different ranges for moving and capturing).
///
/// ```
/// let lupa = lupa::rules::read_betza("FAD").unwrap();
/// assert_eq!(lupa.len(), 12);
/// ```
pub fn read_betza(text: &str) -> Result<Vec<MoveStep>, BetzaError> {
    let letters: Vec<char> = text.chars().collect();
    if letters.is_empty() {
        return Err(BetzaError::Missing);
    }
    // For every direction, how far it moves and how far it captures.
    let mut reach: BTreeMap<(i8, i8), (u8, u8)> = BTreeMap::new();
    let mut directions: Vec<(char, char)> = Vec::new();
    let (mut quiet, mut capture) = (false, false);
    let mut at = 0;
    while let Some(&letter) = letters.get(at) {
        let place = at + 1;
        at += 1;
        let next = letters.get(at).copied();
        match letter {
            'm' => quiet = true,
            'c' => capture = true,
            'f' | 'b' | 'v' | 'l' | 'r' | 's' | 'h' => {
                let upright = |letter| "fbvh".contains(letter);
                let level = |letter| "rlsh".contains(letter);
                let second = next.filter(|&other| {
                    other == letter || upright(letter) && level(other) || level(letter) && upright(other)
                });
                at += usize::from(second.is_some());
                directions.push((letter, second.unwrap_or(letter)));
            }
            _ => {
                let unknown =
                    || BetzaError::Letter { letter, place, text: text.into(), why: why_not(letter) };
                let leaps = atom(letter).ok_or_else(unknown)?;
                let range = range_after(&letters, &mut at, letter);
                let (moves, captures) = if quiet == capture { (true, true) } else { (quiet, capture) };
                for step in spread(leaps, &directions).map_err(|pair| BetzaError::Direction {
                    direction: [pair.0, pair.1].iter().collect(),
                    place,
                    text: text.into(),
                    atom: letter,
                })? {
                    let entry = reach.entry(step).or_default();
                    entry.0 = entry.0.max(if moves { range } else { 0 });
                    entry.1 = entry.1.max(if captures { range } else { 0 });
                }
                directions.clear();
                (quiet, capture) = (false, false);
            }
        }
    }
    if quiet || capture || !directions.is_empty() {
        return Err(BetzaError::Unfinished(text.to_string()));
    }
    let mut steps = Vec::new();
    for ((files, ranks), (moves, captures)) in reach {
        let mut push = |range, modality| {
            if range > 0 {
                steps.push(MoveStep { files, ranks, range, modality });
            }
        };
        if moves == captures {
            push(moves, Modality::Both);
        } else {
            push(moves, Modality::Quiet);
            push(captures, Modality::Capture);
        }
    }
    steps.sort_unstable();
    Ok(steps)
}

/// The range of the atom just read: a number or the letter again may follow it.
fn range_after(letters: &[char], at: &mut usize, atom: char) -> u8 {
    let slides = matches!(atom, 'R' | 'B' | 'Q');
    if !slides && letters.get(*at) == Some(&atom) {
        *at += 1;
        return UNLIMITED;
    }
    let mut number: Option<u8> = None;
    while let Some(digit) = letters.get(*at).and_then(|letter| letter.to_digit(10)) {
        number = Some(number.unwrap_or(0).saturating_mul(10).saturating_add(digit as u8));
        *at += 1;
    }
    match number {
        Some(0) => UNLIMITED,
        Some(number) => number.min(UNLIMITED),
        None if slides => UNLIMITED,
        None => 1,
    }
}

/// The leaps of an atom that some direction admits, or the direction that means nothing on it.
fn spread(leaps: &[Leap], directions: &[(char, char)]) -> Result<Vec<(i8, i8)>, (char, char)> {
    let mut steps = Vec::new();
    for &(long, short) in leaps {
        let oblique = short != 0 && short != long;
        let mut pairs = Vec::new();
        for &pair in directions {
            let half = pair.0 == 'h' || pair.1 == 'h';
            if half && !oblique {
                return Err(pair);
            }
            // On a rook-like atom two letters are two directions: fsW steps forward and aside.
            if leaps.len() == 1 && short == 0 && pair.0 != pair.1 {
                pairs.extend([(pair.0, pair.0), (pair.1, pair.1)]);
            } else {
                pairs.push(pair);
            }
        }
        for upright in [true, false] {
            for (long_sign, short_sign) in [(1, 1), (1, -1), (-1, 1), (-1, -1)] {
                let mut admitted = directions.is_empty();
                for &pair in &pairs {
                    admitted |= admits(pair, upright, long_sign, short_sign).ok_or(pair)?;
                }
                if admitted {
                    let (long, short) = (long * long_sign, short * short_sign);
                    steps.push(if upright { (short, long) } else { (long, short) });
                }
            }
        }
    }
    Ok(steps)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// `files,ranks` pairs, sorted, with `xRANGE` where it is not 1 and `m` or `c` in front.
    fn shown(text: &str) -> String {
        let steps = read_betza(text).unwrap();
        let words: Vec<String> = steps
            .iter()
            .map(|step| {
                let modality = match step.modality {
                    Modality::Both => "",
                    Modality::Quiet => "m",
                    Modality::Capture => "c",
                };
                let range = if step.range == 1 { String::new() } else { format!("x{}", step.range) };
                format!("{modality}{},{}{range}", step.files, step.ranks)
            })
            .collect();
        words.join(" ")
    }

    #[test]
    fn atoms() {
        assert_eq!(shown("W"), "-1,0 0,-1 0,1 1,0");
        assert_eq!(shown("F"), "-1,-1 -1,1 1,-1 1,1");
        assert_eq!(shown("N"), "-2,-1 -2,1 -1,-2 -1,2 1,-2 1,2 2,-1 2,1");
        for (atom, leaps) in
            [("D", 4), ("A", 4), ("C", 8), ("Z", 8), ("H", 4), ("G", 4), ("K", 8), ("FAD", 12), ("BN", 12)]
        {
            assert_eq!(read_betza(atom).unwrap().len(), leaps, "{atom}");
        }
        assert_eq!(shown("L"), shown("C"));
        assert_eq!(shown("J"), shown("Z"));
        assert_eq!(shown("WF"), shown("K"));
    }

    #[test]
    fn riders_and_ranges() {
        assert_eq!(shown("R"), "-1,0x11 0,-1x11 0,1x11 1,0x11");
        for same in ["WW", "W0", "R0", "R11", "W99", "RW", "W2R", "mRcR", "mRcRmW"] {
            assert_eq!(shown(same), shown("R"), "{same}");
        }
        assert_eq!(shown("RB"), shown("Q"));
        assert_eq!(shown("KK"), shown("Q"));
        assert_eq!(shown("fW2"), "0,1x2");
        assert_eq!(shown("fR3"), "0,1x3");
        assert_eq!(shown("fF1"), "-1,1 1,1");
        assert_eq!(shown("ffNN"), "-1,2x11 1,2x11");
        assert_eq!(shown("fDD"), "0,2x11");
        assert_eq!(shown("fR10"), "0,1x10");
    }

    #[test]
    fn directions_as_xboard_reads_them() {
        assert_eq!(shown("fW"), "0,1");
        assert_eq!(shown("fsW"), "-1,0 0,1 1,0");
        assert_eq!(shown("vR"), "0,-1x11 0,1x11");
        assert_eq!(shown("fbW"), shown("vW"));
        assert_eq!(shown("rlW"), shown("sW"));
        assert_eq!(shown("fF"), "-1,1 1,1");
        assert_eq!(shown("frF"), "1,1");
        assert_eq!(shown("rF"), "1,-1 1,1");
        assert_eq!(shown("fsF"), shown("fF"));
        assert_eq!(shown("vF"), shown("F"));
        assert_eq!(shown("fN"), "-1,2 1,2");
        assert_eq!(shown("ffN"), shown("fN"));
        assert_eq!(shown("fsN"), "-2,1 2,1");
        assert_eq!(shown("fhN"), "-2,1 -1,2 1,2 2,1");
        assert_eq!(shown("vN"), "-1,-2 -1,2 1,-2 1,2");
        assert_eq!(shown("sN"), "-2,-1 -2,1 2,-1 2,1");
        assert_eq!(shown("lN"), "-2,-1 -2,1");
        assert_eq!(shown("frN"), "2,1");
        assert_eq!(shown("rfN"), "1,2");
        assert_eq!(shown("fbN"), shown("vN"));
        assert_eq!(shown("rvN"), "1,-2 1,2");
        assert_eq!(shown("bsN"), "-2,-1 2,-1");
        assert_eq!(shown("hrN"), "-2,1 -1,-2 1,2 2,-1");
        assert_eq!(shown("hlN"), "-2,-1 -1,2 1,-2 2,1");
        assert_eq!(shown("fK"), "-1,1 0,1 1,1");
        assert_eq!(shown("WfF"), "-1,0 -1,1 0,-1 0,1 1,0 1,1");
        assert_eq!(shown("FfW"), "-1,-1 -1,1 0,1 1,-1 1,1");
    }

    #[test]
    fn moving_and_capturing() {
        assert_eq!(shown("fmWfcF"), "c-1,1 m0,1 c1,1");
        assert_eq!(shown("mfWcfF"), shown("fmWfcF"));
        assert_eq!(shown("mcW"), shown("W"));
        assert_eq!(shown("mNcN"), shown("N"));
        assert_eq!(shown("fR2mfR"), "c0,1x2 m0,1x11");
        assert_eq!(read_betza("mNcB").unwrap().len(), 12);
    }

    #[test]
    fn whatever_is_not_supported_is_named() {
        let letter = |text: &str| match read_betza(text) {
            Err(BetzaError::Letter { letter, place, .. }) => (letter, place),
            other => panic!("{text}: {other:?}"),
        };
        assert_eq!(letter("nN"), ('n', 1));
        assert_eq!(letter("mRcpR"), ('p', 4));
        assert_eq!(letter("WgQ"), ('g', 2));
        assert_eq!(letter("fmWfceFifmnD"), ('e', 6));
        assert_eq!(letter("ifW"), ('i', 1));
        assert_eq!(letter("KisO2"), ('i', 2));
        assert_eq!(letter("KO2"), ('O', 2));
        assert_eq!(letter("2W"), ('2', 1));
        assert_eq!(letter("RR?"), ('?', 3));
        for text in ["hF", "hW", "fhK", "vsN", "sfN", "hN"] {
            assert!(matches!(read_betza(text), Err(BetzaError::Direction { .. })), "{text}");
        }
        assert_eq!(read_betza("Wf"), Err(BetzaError::Unfinished("Wf".into())));
        assert_eq!(read_betza("m"), Err(BetzaError::Unfinished("m".into())));
        assert_eq!(read_betza(""), Err(BetzaError::Missing));
        assert!(matches!(read_betza("Wé"), Err(BetzaError::Letter { letter: 'é', place: 2, .. })));
    }
}
