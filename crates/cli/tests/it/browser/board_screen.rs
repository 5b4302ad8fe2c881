//! A board of the house at a table, with its own screen.

use super::arena::Arena;
use super::driver::Driver;

const SCREEN: &[u8] = include_bytes!("../../../../../docs/images/gomoku-machine.png");

#[test]
fn the_screen_of_a_board_is_beside_ours() {
    let Some(driver) = Driver::start() else { return };
    let arena = Arena::with_board(SCREEN);
    let browser = driver.browser(1360, 900);
    let sit_down = |player: &str| {
        browser.go(&arena.view("/new/engine:gomoku16"));
        browser.wait("document.querySelectorAll('.seat-form select').length");
        browser.eval(&format!(
            "(() => {{
                const select = document.querySelector('[aria-label=\"Player for white\"]');
                select.value = '{player}';
                select.dispatchEvent(new Event('change'));
            }})()"
        ));
        browser.click(".seat-form .primary");
        browser.wait("document.querySelector('.status')?.textContent.includes('Your move')");
    };
    sit_down("gomoku:board");
    browser.wait("document.querySelector('.board-screen img')?.naturalWidth");
    browser.wait("!document.querySelector('.board-screen').hidden");
    browser.keep_screenshot("board-screen");
    assert_eq!(browser.complaints(), [""; 0]);

    sit_down("gomoku");
    browser.wait("document.querySelector('.board-screen')?.hidden");
}
