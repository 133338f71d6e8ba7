//! The page about a game, looked at in a browser where there is one.

use super::{analyse::GAME, file, folder, run, text};
use std::path::Path;
use std::process::Command;

fn page(folder: &tempfile::TempDir) -> std::path::PathBuf {
    let second = "[Variant \"ladorean\"]\n\n1. i4 e5 2. Nc3 *\n";
    let game = file(folder, "game.pgn", &format!("{GAME}\n{second}"));
    let page = folder.path().join("page.html");
    let ran = run(&["analyse", text(&game), "--nodes", "1500", "--report", text(&page)], "");
    assert_eq!((ran.code, ran.errors.as_str()), (Some(0), ""));
    page
}

#[test]
fn one_page_that_needs_nothing_else() {
    let folder = folder();
    let html = std::fs::read_to_string(page(&folder)).expect("it was written");
    assert!(html.starts_with("<!DOCTYPE html>") && html.trim_end().ends_with("</html>"));
    assert!(!html.contains("{{") && !html.contains("src=") && !html.contains("@import"));
    // A namespace is a name, not an address that is fetched.
    assert_eq!(
        html.matches("http").count(),
        html.matches("http://www.w3.org/2000/svg").count() + html.matches("http-equiv").count()
    );
    let between =
        html.split("id=\"data\">").nth(1).and_then(|rest| rest.split("</script>").next()).expect("data");
    let data: serde_json::Value = serde_json::from_str(between).expect("it is JSON");
    assert_eq!((&data[0]["black"], &data[0]["positions"][3]["san"]), (&"</script>".into(), &"g4".into()));
    assert_eq!((&data[0]["positions"][3]["mark"], &data[1]["labels"][9]), (&"??".into(), &"k".into()));
    // People read the game's own labels.
    assert_eq!(
        (&data[1]["positions"][1]["san"], &data[1]["positions"].as_array().map(Vec::len)),
        (&"j4".into(), &Some(4))
    );
}

#[test]
fn it_works_in_a_browser() {
    let Some(browser) = ["chromium", "chromium-browser", "google-chrome"].into_iter().find(|name| {
        Command::new(name).arg("--version").output().is_ok_and(|output| output.status.success())
    }) else {
        eprintln!("skipped: there is no Chromium here");
        return;
    };
    let folder = folder();
    let page = page(&folder);
    let look_at = |page: &Path, arguments: &[&str], at: &str| {
        let profile = super::folder();
        let output = Command::new(browser)
            .args(["--headless", "--no-sandbox", "--disable-gpu", "--disable-background-networking"])
            .arg(format!("--user-data-dir={}", text(profile.path())))
            .args(arguments)
            .arg(format!("file://{}#{at}", text(page)))
            .output()
            .expect("it runs");
        String::from_utf8_lossy(&output.stdout).into_owned()
    };
    let look = |arguments: &[&str], at: &str| look_at(&page, arguments, at);
    let dom = look(&["--dump-dom"], "1.3");
    assert!(dom.contains("class=\"blunder now\"") && dom.contains("<b>2. g4??</b>"), "{dom}");
    assert!(dom.contains(">A &lt;b&gt; - &lt;/script&gt;, 0-1</h1>"), "{dom}");
    let board =
        dom.split("<div id=\"board\">").nth(1).and_then(|rest| rest.split("</div>").next()).expect("a board");
    assert_eq!(board.matches("<use ").count(), 32);
    let dom = look(&["--dump-dom"], "2.1");
    let board =
        dom.split("<div id=\"board\">").nth(1).and_then(|rest| rest.split("</div>").next()).expect("a board");
    assert!(board.contains(">k</text>") && !board.contains(">i</text>"), "{board}");
    // Two steps on and one back by the arrow keys come to where the page can also be opened.
    let press = |key| format!("document.dispatchEvent(new KeyboardEvent('keydown', {{key: '{key}'}}));");
    let keys = ["ArrowRight", "ArrowRight", "ArrowLeft"].map(press).concat();
    let pressed = folder.path().join("pressed.html");
    let html = std::fs::read_to_string(&page).expect("the page");
    std::fs::write(&pressed, format!("{html}<script>{keys}</script>")).expect("the page with keys pressed");
    let board_of = |dom: &str| {
        let rest = dom.split("<div id=\"board\">").nth(1).expect("a board").to_owned();
        rest.split("</div>").next().map(str::to_owned)
    };
    let stepped = board_of(&look_at(&pressed, &["--dump-dom"], "1.1"));
    assert_eq!(stepped, board_of(&look(&["--dump-dom"], "1.2")));
    assert_ne!(stepped, board_of(&look(&["--dump-dom"], "1.1")));
    let picture = folder.path().join("page.png");
    look(&["--window-size=1100,900", &format!("--screenshot={}", text(&picture))], "1.4");
    assert!(is_picture(&picture), "a page of one colour would be a few kilobytes");
}

fn is_picture(file: &Path) -> bool {
    std::fs::read(file).is_ok_and(|bytes| bytes.starts_with(b"\x89PNG") && bytes.len() > 30_000)
}
