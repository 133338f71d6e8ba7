//! The house stands: no room imports from a floor above its own.

use std::path::{Path, PathBuf};

/// Rooms by floor, as ARCHITECTURE.md lists them.
const FLOORS: [(&str, u8); 10] = [
    ("board", 1),
    ("rules", 2),
    ("position", 3),
    ("eval", 4),
    ("search", 5),
    ("engine", 6),
    ("arena", 6),
    ("learn", 6),
    ("cli", 7),
    ("protocol", 7),
];

/// Rooms of one floor that do not know each other.
const STRANGERS: [(&str, &str); 6] = [
    ("arena", "learn"),
    ("learn", "arena"),
    ("arena", "protocol"),
    ("protocol", "arena"),
    ("learn", "protocol"),
    ("protocol", "learn"),
];

fn sources(folder: &Path) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(folder).expect("the source folder").flatten().map(|entry| entry.path());
    entries
        .flat_map(|path| if path.is_dir() { sources(&path) } else { vec![path] })
        .filter(|path| path.extension().is_some_and(|extension| extension == "rs"))
        .collect()
}

#[test]
fn no_room_imports_from_a_floor_above() {
    let floor = |room: &str| FLOORS.iter().find(|(name, _)| *name == room).map(|(_, floor)| *floor);
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut looked_at = 0;
    for path in sources(&source) {
        let inside = path.strip_prefix(&source).expect("a file of ours");
        let Some(room) = inside.components().next().and_then(|part| part.as_os_str().to_str()) else {
            continue;
        };
        let Some(own) = floor(room) else { continue };
        for line in std::fs::read_to_string(&path).expect("a source file").lines() {
            for place in line.match_indices("crate::").map(|(place, _)| &line[place + 7..]) {
                let target: String = place.chars().take_while(|letter| letter.is_ascii_lowercase()).collect();
                let Some(other) = floor(&target) else { continue };
                looked_at += 1;
                assert!(other <= own, "{}: {room} looks up to {target}: {line}", inside.display());
                let strangers = STRANGERS.contains(&(room, target.as_str()));
                assert!(!strangers, "{}: {room} knows {target}: {line}", inside.display());
            }
        }
    }
    assert!(looked_at > 50, "the test found only {looked_at} imports: it no longer reads them");
}
