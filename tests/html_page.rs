//! The page of a walkthrough in a real browser. Skipped, with the reason, where none is installed.

use std::process::Command;

use snapslide::puzzle::{Puzzle, Slide};
use snapslide::render::{Artwork, Claim, Storyboard, html};

const BROWSERS: [&str; 4] = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"];

fn page() -> String {
    let puzzle = Puzzle::new("1 2 3/0 4 5".parse().unwrap(), "1 2 3/4 5 0".parse().unwrap()).unwrap();
    let artwork = Artwork::numbered(puzzle.start(), puzzle.goal()).unwrap();
    let story = Storyboard::new(&puzzle, &[Slide::Left, Slide::Left], artwork).unwrap();
    html::page(&story, Claim::Least).unwrap()
}

/// The document as the browser has it once all scripts have run.
fn in_browser(page: &str) -> Option<String> {
    in_window(page, "1280,800")
}

/// The same in a window of a width and a height.
fn in_window(page: &str, window: &str) -> Option<String> {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("page.html");
    std::fs::write(&file, page).unwrap();
    let profile = format!("--user-data-dir={}", folder.path().join("profile").display());
    let window = format!("--window-size={window}");
    let address = format!("file://{}", file.display());
    let options = ["--headless", "--no-sandbox", "--disable-gpu", "--dump-dom", &window, &profile, &address];
    let output = BROWSERS.iter().find_map(|browser| Command::new(browser).args(options).output().ok());
    match output {
        None => {
            println!("skipped: none of {} is installed", BROWSERS.join(", "));
            None
        }
        Some(output) => {
            assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
            Some(String::from_utf8(output.stdout).unwrap())
        }
    }
}

/// Which step is shown, from 0.
fn shown(document: &str) -> usize {
    let items: Vec<&str> = document.split("<li").skip(1).collect();
    let current: Vec<usize> = (0..items.len()).filter(|&i| items[i].starts_with(" class=\"current\"")).collect();
    assert_eq!(current.len(), 1, "one step is shown");
    current[0]
}

#[test]
fn keys_buttons_and_presses_turn_the_steps() {
    let Some(document) = in_browser(&page()) else { return };
    assert!(document.contains("class=\"js\""));
    assert_eq!(shown(&document), 0);
    let key = |key: &str| format!("dispatchEvent(new KeyboardEvent('keydown', {{ key: '{key}', cancelable: true }}));");
    let press = "for (const kind of ['pointerdown', 'pointerup']) document.querySelector('.current .board')\
                 .dispatchEvent(new PointerEvent(kind, { bubbles: true, clientX: 5 }));";
    let swipe = "document.querySelector('ol').dispatchEvent(new PointerEvent('pointerdown', { clientX: 300 }));\
                 document.querySelector('ol').dispatchEvent(new PointerEvent('pointerup', { clientX: 100 }));";
    let next = "document.querySelectorAll('nav button')[2].click();";
    for (act, step) in [
        (key("ArrowRight"), 1),
        (key("ArrowRight") + &key("ArrowLeft"), 0),
        (key("End") + &key("ArrowRight"), 2),
        (press.to_string(), 1),
        (swipe.to_string(), 1),
        (next.repeat(2), 2),
        ("const bar = document.querySelector('input'); bar.value = 2; bar.oninput();".to_string(), 2),
    ] {
        let acted = page().replace("</body>", &format!("<script>{act}</script></body>"));
        assert_eq!(shown(&in_browser(&acted).unwrap()), step, "{act}");
    }
}

#[test]
fn progress_is_kept() {
    let back_again = "<script>document.querySelectorAll('nav button')[2].click();\
                      document.title = Object.values(localStorage).join();</script></body>";
    let Some(document) = in_browser(&page().replace("</body>", back_again)) else { return };
    assert!(document.contains("<title>1</title>"), "{document}");
}

#[test]
fn without_javascript_all_steps_are_listed() {
    let listed = page().replace("<script>", "<script type=\"text/plain\">");
    let Some(document) = in_browser(&listed) else { return };
    assert!(!document.contains("class=\"js\""));
    assert_eq!(document.matches("<li>").count(), 3);
}

#[test]
fn the_board_fills_the_height_of_a_telephone_held_sideways() {
    let measured = page().replace(
        "</body>",
        "<script>{ const board = document.querySelector('.current .board').getBoundingClientRect();\
         const nav = document.querySelector('nav').getBoundingClientRect();\
         const large = board.height > innerHeight * 0.85 || board.width > innerWidth * 0.6;\
         document.title = [large, nav.right <= board.left, board.bottom <= innerHeight].join(); }</script></body>",
    );
    let Some(document) = in_window(&measured, "844,390") else { return };
    assert!(document.contains("<title>true,true,true</title>"), "{document}");
}
