//! Whole games, played by clicking and dragging.

use serde_json::json;

use super::arena::{
    Arena, make_a_move, n_moves, open_table_against_random, play_connect_four, play_to_the_end,
    wait_for_moves, wait_for_turn,
};
use super::driver::{Browser, Driver};

#[test]
fn tic_tac_toe_survives_a_reload_and_ends() {
    let Some(driver) = Driver::start() else { return };
    let arena = Arena::start();
    let browser = driver.browser(1360, 900);
    open_table_against_random(&arena, &browser, "tic-tac-toe");
    make_a_move(&browser);

    browser.reload();
    browser.wait("document.querySelectorAll('.board .piece').length === 2");
    wait_for_turn(&browser);
    assert_eq!(n_moves(&browser), 2);

    play_to_the_end(&browser);
    browser.keep_screenshot("tic-tac-toe");
    assert!(n_moves(&browser) >= 5, "three in a row take five moves");
    assert_eq!(browser.complaints(), [""; 0]);
}

#[test]
fn connect_four_is_one_click_away_and_ends() {
    let Some(driver) = Driver::start() else { return };
    let arena = Arena::start();
    let browser = driver.browser(390, 844);
    play_connect_four(&arena, &browser);
    assert_eq!(browser.count(".board.columns"), 1);

    open_table_against_random(&arena, &browser, "connect-four");
    play_to_the_end(&browser);
    browser.keep_screenshot("connect-four-phone");
    assert!(n_moves(&browser) >= 7, "four in a row take seven moves");
    assert_eq!(browser.complaints(), [""; 0]);
}

#[test]
fn the_keyboard_is_enough() {
    let Some(driver) = Driver::start() else { return };
    let arena = Arena::start();
    let browser = driver.browser(1360, 900);
    open_table_against_random(&arena, &browser, "tic-tac-toe");
    let press = |key: &str| {
        browser.eval(&format!(
            "document.activeElement.dispatchEvent(
                new KeyboardEvent('keydown', {{key: '{key}', bubbles: true, cancelable: true}}))"
        ));
    };
    let focused = || browser.eval("document.activeElement.getAttribute('aria-label')");
    press("b");
    assert_eq!(focused(), "b2, empty", "the keyboard begins in the middle");
    press("ArrowRight");
    press("ArrowDown");
    assert_eq!(focused(), "c3, empty");
    press("Enter");
    browser.wait("document.querySelectorAll('.moves-list li').length === 2");
    wait_for_turn(&browser);
    assert_eq!(browser.text(".moves-list li"), "c3");
    // The focus stays where it was, and the arrows skip what is taken.
    assert_eq!(focused(), "c3, xplayer");
    for arrow in ["ArrowLeft", "ArrowUp", "ArrowRight", "ArrowDown"] {
        press(arrow);
        assert_ne!(focused(), "c3, xplayer");
    }
}

#[test]
fn the_own_side_is_at_the_bottom_until_the_board_is_turned() {
    let Some(driver) = Driver::start() else { return };
    let arena = Arena::start();
    let browser = driver.browser(1360, 900);
    browser.go(&arena.view("/new/breakthrough-6x6"));
    browser.wait("document.querySelectorAll('.seat-form select').length");
    browser.eval(
        "['random', 'human'].forEach((player, k) => {
            const select = document.querySelectorAll('.seat-fields')[k].querySelector('select');
            select.value = player;
            select.dispatchEvent(new Event('change'));
        })",
    );
    browser.click(".seat-form .primary");
    wait_for_turn(&browser);
    // Black begins on the rows 5 and 6.
    let height = |row: &str| {
        let top = format!(
            "document.querySelector('.square[aria-label^={row}]').getBoundingClientRect().top"
        );
        browser.eval(&top).as_f64().expect("a number")
    };
    assert!(height("a6") > height("a1"), "Black is at the bottom");
    let left = "document.querySelector('.square[aria-label^=a1]').getBoundingClientRect().left
        > document.querySelector('.square[aria-label^=f1]').getBoundingClientRect().left";
    assert_eq!(browser.eval(left), true, "the board is turned, not mirrored");
    browser.keep_screenshot("turned");
    browser.click(".square.source");
    browser.click(".square.legal:not(.source)");
    browser.wait("document.querySelectorAll('.moves-list li').length >= 2");
    browser.click("[aria-keyshortcuts='x']");
    browser.wait(
        "document.querySelector('.square[aria-label^=a6]').getBoundingClientRect().top
            < document.querySelector('.square[aria-label^=a1]').getBoundingClientRect().top",
    );
    assert_eq!(browser.complaints(), [""; 0]);
}

/// Presses on one square, moves the mouse and lets go over another, or beside the board.
fn drag(browser: &Browser, from: &str, to: &str) {
    let place = |selector: &str| {
        let place = browser.eval(&format!(
            "(({{x, y, width, height}}) => [x + width / 2, y + height / 2])
             (document.querySelector('{selector}').getBoundingClientRect())"
        ));
        (place[0].as_f64().expect("across"), place[1].as_f64().expect("down"))
    };
    let mouse = |kind: &str, (x, y): (f64, f64)| {
        let event = json!({ "type": kind, "x": x, "y": y, "button": "left", "clickCount": 1 });
        browser.devtools("Input.dispatchMouseEvent", &event);
    };
    let (start, end) = (place(from), place(to));
    mouse("mousePressed", start);
    mouse("mouseMoved", (f64::midpoint(start.0, end.0), f64::midpoint(start.1, end.1)));
    mouse("mouseMoved", end);
    mouse("mouseReleased", end);
}

#[test]
fn pieces_are_dragged_and_put_back() {
    let Some(driver) = Driver::start() else { return };
    let arena = Arena::start();
    let browser = driver.browser(1360, 900);
    open_table_against_random(&arena, &browser, "breakthrough");
    let [from, to, far] =
        ["a2", "a3", "a5"].map(|square| format!(".square[aria-label^=\"{square},\"]"));
    let n_pieces = "document.querySelectorAll('.board .piece.stone, .board .piece.pawn').length";
    assert_eq!(browser.eval(n_pieces), 32);

    // A square that cannot be reached, and the outside.
    for end in [&far, "h1"] {
        drag(&browser, &from, end);
        assert_eq!((n_moves(&browser), browser.count(".square.chosen")), (0, 0), "{end}");
    }
    drag(&browser, &from, &to);
    wait_for_moves(&browser, 2);
    wait_for_turn(&browser);
    assert_eq!(browser.text(".moves-list li"), "a2-a3");
    assert_eq!(browser.complaints(), [""; 0]);
}

#[test]
fn the_rules_are_told_at_the_table() {
    let Some(driver) = Driver::start() else { return };
    let arena = Arena::start();
    let browser = driver.browser(1360, 900);
    for (game, words) in
        [("hex", "a chain of neighboring stones"), ("engine:go9", "taken off the board")]
    {
        open_table_against_random(&arena, &browser, game);
        browser.click(".how-to-play summary");
        browser.wait("document.querySelectorAll('.how-to-play p').length > 0");
        let told = browser.text(".how-to-play");
        assert!(told.contains(words), "{game}: {told}");
    }
    assert_eq!(browser.complaints(), [""; 0]);
}
