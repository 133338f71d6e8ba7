//! Reads the text of a definition file into sections and settings, remembering lines.
//! Knows the shape of such files, which is Fairy-Stockfish's, and no key.

use super::errors::{Fault, Located};

/// One `key = value` line.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Setting {
    /// What is left of the equals sign.
    pub key: String,
    /// What is right of it, without blanks around.
    pub value: String,
    /// Where it stands, from 1.
    pub line: usize,
}

/// A game: `[name]` or `[name:parent]` and the settings below it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Section {
    /// The game's name.
    pub name: String,
    /// The game whose settings it starts from.
    pub parent: Option<String>,
    /// Where the section begins, from 1.
    pub line: usize,
    /// Its settings, in order.
    pub settings: Vec<Setting>,
}

/// Reads a whole file. Lines that begin with `#` or `;`, and whatever follows a blank and `#`, are remarks.
/// A `;` inside a line is not: `castlingMove` uses it.
pub(super) fn read(text: &str) -> Result<Vec<Section>, Located> {
    let mut sections: Vec<Section> = Vec::new();
    for (index, raw) in text.trim_start_matches('\u{feff}').lines().enumerate() {
        let line = index + 1;
        let content = without_remark(raw).trim();
        if content.is_empty() {
            continue;
        }
        if let Some(rest) = content.strip_prefix('[') {
            let section =
                header(rest, line).ok_or_else(|| (line, Fault::SectionName(content.to_string())))?;
            if let Some(twin) = sections.iter().find(|other| other.name.eq_ignore_ascii_case(&section.name)) {
                return Err((line, Fault::SectionTwice { name: section.name, first: twin.line }));
            }
            sections.push(section);
            continue;
        }
        let Some((key, value)) = content.split_once('=') else {
            return Err((line, Fault::NotALine(content.to_string())));
        };
        let (key, value) = (key.trim().to_string(), value.trim().to_string());
        if key.is_empty() {
            return Err((line, Fault::NotALine(content.to_string())));
        }
        match sections.last_mut() {
            Some(section) => section.settings.push(Setting { key, value, line }),
            None => return Err((line, Fault::NoSection(key))),
        }
    }
    Ok(sections)
}

fn without_remark(line: &str) -> &str {
    if line.trim_start().starts_with(['#', ';']) {
        return "";
    }
    let remark = line.char_indices().zip(line.chars().skip(1)).find_map(|((index, letter), next)| {
        // The next letter starts right after this one, so the cut may be made in front of it.
        (letter.is_whitespace() && next == '#').then_some(index)
    });
    remark.map_or(line, |index| &line[..index])
}

fn header(rest: &str, line: usize) -> Option<Section> {
    let inside = rest.strip_suffix(']')?;
    let (name, parent) = match inside.split_once(':') {
        Some((name, parent)) => (name.trim(), Some(parent.trim())),
        None => (inside.trim(), None),
    };
    let typeable = |name: &str| {
        !name.is_empty() && name.chars().all(|letter| letter.is_ascii_alphanumeric() || "-_".contains(letter))
    };
    let fine = typeable(name) && parent.is_none_or(typeable);
    fine.then(|| Section {
        name: name.to_string(),
        parent: parent.map(str::to_string),
        line,
        settings: Vec::new(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sections_settings_and_remarks() {
        let text = "\u{feff}# a remark\r\n; another\r\n[one]\r\nkey = some value # why\r\n\r\n[two : one]\nempty =\nk=a; b = c\n";
        let sections = read(text).unwrap();
        assert_eq!(sections.len(), 2);
        assert_eq!((sections[0].name.as_str(), sections[0].line), ("one", 3));
        let setting = Setting { key: "key".into(), value: "some value".into(), line: 4 };
        assert_eq!(sections[0].settings, [setting]);
        assert_eq!(sections[1].parent.as_deref(), Some("one"));
        assert_eq!(sections[1].settings[0].value, "");
        assert_eq!((sections[1].settings[1].value.as_str(), sections[1].settings[1].line), ("a; b = c", 8));
    }

    #[test]
    fn every_fault_has_its_line() {
        let cases = [
            ("\nkey = 1", 2, Fault::NoSection("key".into())),
            ("[a]\nnonsense", 2, Fault::NotALine("nonsense".into())),
            ("[a]\n= 3", 2, Fault::NotALine("= 3".into())),
            ("[a b]", 1, Fault::SectionName("[a b]".into())),
            ("[]", 1, Fault::SectionName("[]".into())),
            ("[a", 1, Fault::SectionName("[a".into())),
            ("[a:]", 1, Fault::SectionName("[a:]".into())),
            ("[a]\n\n[A]", 3, Fault::SectionTwice { name: "A".into(), first: 1 }),
        ];
        for (text, line, fault) in cases {
            assert_eq!(read(text), Err((line, fault)), "{text}");
        }
    }
}
