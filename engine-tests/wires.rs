//! Conversations of a real XBoard 4.9.1, replayed: `>` is what it said, `<` what was answered then and must be now,
//! nothing left out but thinking; `= ` the moves our engine is told to play, in UCI's text. `accepted NAME` also says that
//! we declare that feature. Start positions that XBoard was given by another `setup` come by `setboard` here.

use crate::clerk::Clerk;
use crate::talk::Talk;
use std::path::Path;

/// Whether a line is thinking or talk about ourselves.
fn is_aside(line: &str) -> bool {
    let digit = line.starts_with(|letter: char| letter.is_ascii_digit() || letter == '-');
    digit && line.contains('\t') || ["feature ", "Hint:", "#"].iter().any(|start| line.starts_with(start))
}

fn replay(name: &str, text: &str) {
    let script = text.lines().find_map(|line| line.strip_prefix('=')).unwrap_or_default();
    let talk = Talk::new(Clerk::games(script));
    let mut features = String::new();
    for line in text.lines() {
        match line.split_at_checked(2) {
            Some(("> ", said)) => {
                if let Some(feature) = said.strip_prefix("accepted ") {
                    assert!(features.contains(&format!(" {feature}=")), "{name}: no feature {feature}");
                }
                talk.say(said);
            }
            Some(("< ", expected)) if expected.starts_with("feature ") => {
                features = talk.until(expected).join(" ");
            }
            Some(("< ", expected)) => {
                let heard = std::iter::repeat_with(|| talk.next()).flatten().find(|line| !is_aside(line));
                assert_eq!(heard.as_deref(), Some(expected), "{name}");
            }
            _ => assert!(line.is_empty() || line.starts_with(['=', '#']), "{name}: {line}"),
        }
    }
    let rest: Vec<String> = talk.end().into_iter().filter(|line| !is_aside(line)).collect();
    assert_eq!(rest, [""; 0], "{name}");
}

#[test]
fn xboard_is_answered_as_it_was() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("engine-tests/wires");
    let mut played = 0;
    for entry in std::fs::read_dir(folder).expect("the folder is there") {
        let path = entry.expect("it can be read").path();
        let text = std::fs::read_to_string(&path).expect("it is text");
        replay(&path.file_name().unwrap_or_default().to_string_lossy(), &text);
        played += 1;
    }
    assert!(played > 10);
}
