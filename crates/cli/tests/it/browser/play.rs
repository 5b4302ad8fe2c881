//! Whole games, played by clicking.

use super::arena::{
    Arena, make_a_move, n_moves, open_table_against_random, play_connect_four, play_to_the_end,
    wait_for_turn,
};
use super::driver::Driver;

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
