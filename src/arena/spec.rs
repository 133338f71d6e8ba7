//! One engine of a match as a person describes it: command, options, pace. Knows no process.

use super::pace::Pace;
use std::path::PathBuf;
use std::time::Duration;
use thiserror::Error;

/// An engine to be started.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct EngineSpec {
    /// What tables and PGN call it; each engine of a match has another name.
    pub name: String,
    /// The program: a path, or a name to be found where the system finds programs.
    pub command: PathBuf,
    /// Its arguments.
    pub arguments: Vec<String>,
    /// Where it runs; where we run if `None`.
    pub directory: Option<PathBuf>,
    /// UCI options and their values, set in this order.
    pub options: Vec<(String, String)>,
    /// What this engine calls the game, where that is not what Lupa calls it; empty to tell it nothing.
    pub variant: Option<String>,
    /// How long it may think.
    pub pace: Pace,
}

/// Why a description of an engine is none.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum SpecError {
    /// A field that is not `key=value`.
    #[error(
        "engine '{engine}': '{field}' is not KEY=VALUE; quote a value with commas as in option.Path=\"a,b\""
    )]
    NoField {
        /// The whole description.
        engine: String,
        /// The field.
        field: String,
    },
    /// A quoted value that does not end.
    #[error("engine '{0}': a quoted value has no end")]
    OpenQuote(String),
    /// A key nobody knows.
    #[error(
        "engine '{engine}': '{key}' is none of name, cmd, args, dir, variant, tc, movetime, nodes, depth, option.NAME"
    )]
    Key {
        /// The whole description.
        engine: String,
        /// The key.
        key: String,
    },
    /// A value of the wrong kind.
    #[error("engine '{engine}': {key}: {complaint}")]
    Value {
        /// The whole description.
        engine: String,
        /// The key.
        key: String,
        /// What is wrong.
        complaint: String,
    },
    /// Nothing to start.
    #[error("engine '{0}': there is no cmd=PROGRAM")]
    NoCommand(String),
}

impl EngineSpec {
    /// Reads `name=A,cmd=./a,args=--fast,dir=/b,option.Hash=64,tc=8+0.08`. A value in double quotes may hold
    /// commas, and a double quote is then written twice. Blanks divide `args`, but not within single quotes.
    /// What it does not say about its pace is as in `pace`.
    ///
    /// # Errors
    /// The first field that cannot be read.
    pub fn read(text: &str, pace: Pace) -> Result<EngineSpec, SpecError> {
        let mut spec = EngineSpec {
            name: String::new(),
            command: PathBuf::new(),
            arguments: Vec::new(),
            directory: None,
            options: Vec::new(),
            variant: None,
            pace,
        };
        let value_error = |key: &str, complaint: String| SpecError::Value {
            engine: text.into(),
            key: key.into(),
            complaint,
        };
        let mut own = Pace::default();
        for (key, value) in fields(text)? {
            let number = |what: &str| format!("'{value}' is no {what}");
            match key.as_str() {
                "name" => spec.name = value,
                "cmd" => spec.command = PathBuf::from(value),
                "args" => spec.arguments.extend(words(&value)),
                "dir" => spec.directory = Some(PathBuf::from(value)),
                "variant" => spec.variant = Some(value),
                "tc" => own.clock = Some(value.parse().map_err(|error| value_error(&key, error))?),
                "movetime" => {
                    let millis =
                        value.parse().ok().filter(|millis| (1..=u64::from(u32::MAX)).contains(millis));
                    let millis = millis.ok_or_else(|| value_error(&key, number("number of milliseconds")))?;
                    own.move_time = Some(Duration::from_millis(millis));
                }
                "nodes" => {
                    let nodes = value.parse().ok().filter(|nodes| *nodes > 0);
                    own.nodes = Some(nodes.ok_or_else(|| value_error(&key, number("number of nodes")))?);
                }
                "depth" => {
                    let depth = value.parse().ok().filter(|depth| *depth > 0);
                    own.depth = Some(depth.ok_or_else(|| value_error(&key, number("number of plies")))?);
                }
                _ => match key.strip_prefix("option.").filter(|name| !name.trim().is_empty()) {
                    Some(name) => spec.options.push((name.trim().to_owned(), value)),
                    None => return Err(SpecError::Key { engine: text.into(), key }),
                },
            }
        }
        if !own.is_unbounded() {
            spec.pace = own;
        }
        if spec.command.as_os_str().is_empty() {
            return Err(SpecError::NoCommand(text.into()));
        }
        if spec.name.trim().is_empty() {
            let stem = spec.command.file_stem().unwrap_or(spec.command.as_os_str());
            spec.name = stem.to_string_lossy().into_owned();
        }
        Ok(spec)
    }
}

/// `key=value` fields divided by commas.
fn fields(text: &str) -> Result<Vec<(String, String)>, SpecError> {
    let mut fields = Vec::new();
    let mut rest = text;
    loop {
        rest = rest.trim_start();
        let no_field = |field: &str| SpecError::NoField { engine: text.into(), field: field.into() };
        let until_comma = rest.split(',').next().unwrap_or_default();
        let (key, after) = rest.split_once('=').ok_or_else(|| no_field(until_comma))?;
        if key.contains(',') || key.trim().is_empty() {
            return Err(no_field(until_comma));
        }
        let (value, after) = match after.strip_prefix('"') {
            Some(quoted) => quoted_value(quoted).ok_or_else(|| SpecError::OpenQuote(text.into()))?,
            None => {
                let end = after.find(',').unwrap_or(after.len());
                (after[..end].trim().to_owned(), &after[end..])
            }
        };
        fields.push((key.trim().to_owned(), value));
        match after.trim_start().strip_prefix(',') {
            Some(more) => rest = more,
            None if after.trim().is_empty() => return Ok(fields),
            None => return Err(no_field(after)),
        }
    }
}

/// A value up to its closing quote, and what follows that.
fn quoted_value(text: &str) -> Option<(String, &str)> {
    let mut value = String::new();
    let mut rest = text;
    loop {
        let (before, after) = rest.split_once('"')?;
        value.push_str(before);
        match after.strip_prefix('"') {
            Some(more) => {
                value.push('"');
                rest = more;
            }
            None => return Some((value, after)),
        }
    }
}

/// Words divided by blanks; single quotes hold blanks together.
fn words(text: &str) -> Vec<String> {
    let mut words = Vec::new();
    let (mut word, mut quoted, mut begun) = (String::new(), false, false);
    for letter in text.chars() {
        match letter {
            '\'' => (quoted, begun) = (!quoted, true),
            _ if letter.is_whitespace() && !quoted => {
                if std::mem::take(&mut begun) {
                    words.push(std::mem::take(&mut word));
                }
            }
            _ => {
                word.push(letter);
                begun = true;
            }
        }
    }
    if begun {
        words.push(word);
    }
    words
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn engines_are_described_in_one_line() {
        let pace = Pace { nodes: Some(5), ..Pace::default() };
        let text = "name=A b, cmd=/x/y,args=-a 'b c' '',dir=d,option.Clear Hash=,option.P=\"1,\"\"2\"\"\",option.Q=a=b";
        let spec = EngineSpec::read(text, pace).expect("it is sound");
        assert_eq!((spec.name.as_str(), spec.command), ("A b", PathBuf::from("/x/y")));
        assert_eq!(spec.arguments, ["-a", "b c", ""]);
        let options: Vec<_> =
            spec.options.iter().map(|(name, value)| (name.as_str(), value.as_str())).collect();
        assert_eq!(options, [("Clear Hash", ""), ("P", "1,\"2\""), ("Q", "a=b")]);
        assert_eq!(spec.pace, pace);
        let spec = EngineSpec::read("cmd=dir/engine.exe,tc=8+0.08,depth=3", pace).expect("it is sound");
        assert_eq!((spec.name.as_str(), spec.pace.to_string().as_str()), ("engine", "8+0.08, depth 3"));
    }

    #[test]
    fn what_is_wrong_is_named() {
        for (text, part) in [
            ("", "'' is not KEY=VALUE"),
            ("cmd=x,", "'' is not KEY=VALUE"),
            ("name=x", "no cmd="),
            ("cmd=x,hash=3", "'hash' is none of"),
            ("cmd=x,b,option.Hash=3", "'b' is not KEY=VALUE"),
            ("cmd=\"x", "has no end"),
            ("cmd=\"x\"y", "'y' is not KEY=VALUE"),
            ("cmd=x,nodes=0", "nodes: '0' is no number"),
            ("cmd=x,tc=-1", "tc: '-1' is no time control"),
            ("cmd=x,option.=3", "'option.' is none of"),
        ] {
            let error = EngineSpec::read(text, Pace::default()).expect_err(text).to_string();
            assert!(error.contains(part) && error.contains(text), "{text}: {error}");
        }
    }
}
