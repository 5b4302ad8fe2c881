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
    assert_eq!(browser.text(".moves-list li"), "mark 3 3");
    // The focus stays where it was, and the arrows skip what is taken.
    assert_eq!(focused(), "3 3, xplayer");
    for arrow in ["ArrowLeft", "ArrowUp", "ArrowRight", "ArrowDown"] {
        press(arrow);
        assert_ne!(focused(), "3 3, xplayer");
    }
}
