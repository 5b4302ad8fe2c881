//! Othello with a camera, without a server: recognition runs in a worker.

use std::collections::BTreeMap;
use std::thread;
use std::time::Duration;

use serde_json::json;

use super::super::arena::n_moves;
use super::super::camera::{make_moves_at_rest, wait_for_moves, write_video};
use super::super::driver::{Browser, Driver};
use super::super::files::{FileServer, page};
use super::open_form;

/// Moves of both sides, each of which was not legal when the one before it was made.
const MOVES: [&str; 3] = ["d3", "c3", "b3"];

/// Presses *Find colors* until the piece is seen: it is not while a hand carries it.
fn find_colors(browser: &Browser) {
    let has_piece = "document.querySelector('.camera').dataset.cell !== ''";
    for _ in 0..100 {
        browser.eval(
            "[...document.querySelectorAll('button')].find((it) => it.textContent === 'Find colors').click()",
        );
        thread::sleep(Duration::from_millis(300));
        if browser.eval(has_piece) == json!(true) {
            break;
        }
    }
    browser.wait(has_piece);
}

#[test]
fn moves_are_made_before_a_camera_without_a_server() {
    let (Some(folder), Some(driver)) = (page(), Driver::start()) else { return };
    let server = FileServer::start(folder, &[], BTreeMap::new());
    let cells = ["d4"].iter().chain(&MOVES).map(|cell| cell.parse().expect("a cell"));
    let files = tempfile::tempdir().expect("a temporary folder");
    let video = files.path().join("table.y4m");
    write_video(&video, &cells.collect::<Vec<_>>());

    let browser = driver.browser_with_camera(1360, 1300, &video);
    open_form(&server, &browser, "engine:othello");
    browser.eval(
        "document.querySelectorAll('.seat-form select').forEach((select) => {
            if (!select.ariaLabel.startsWith('Player')) return;
            select.value = 'human';
            select.dispatchEvent(new Event('change'));
        })",
    );
    browser.click(".seat-form .primary");
    browser.click(".stage-head button");
    browser.wait("document.querySelector('.camera').dataset.status === 'no-colors'");
    find_colors(&browser);
    make_moves_at_rest(&browser);
    for n_made in 1..=MOVES.len() {
        wait_for_moves(&browser, n_made as u64);
        browser.keep_screenshot(&format!("site-camera-{n_made}"));
    }
    let line = browser
        .eval("[...document.querySelectorAll('.moves-list li')].map((item) => item.textContent)");
    let line = line.as_array().expect("a list").clone();
    assert!(n_moves(&browser) >= MOVES.len() as u64);
    for (made, expected) in line.iter().zip(MOVES) {
        assert_eq!(made, expected);
    }
    assert_eq!(browser.complaints(), [""; 0]);
}
