//! What the board shows of the aim of a game, and moves that name no square.

use serde_json::json;

use super::arena::{Arena, n_moves, open_table_against_random, wait_for_moves, wait_for_turn};
use super::driver::Driver;

#[test]
fn sides_are_drawn_and_a_row_that_has_won() {
    let Some(driver) = Driver::start() else { return };
    let arena = Arena::start();
    let browser = driver.browser(1360, 900);
    open_table_against_random(&arena, &browser, "hex");
    assert_eq!(browser.count(".aim-side"), 4, "two sides for each of two");
    let told = browser.eval("document.querySelector('.board').getAttribute('aria-description')");
    assert_eq!(told, "Red joins the top and the bottom. Blue joins the left and the right.");
    browser.keep_screenshot("hex");

    browser.go(&arena.view("/new/tic-tac-toe"));
    browser.wait("document.querySelectorAll('.seat-form select').length");
    browser.eval(
        "document.querySelectorAll('.seat-fields').forEach((fields) => {
            const select = fields.querySelector('select');
            select.value = 'human';
            select.dispatchEvent(new Event('change'));
        })",
    );
    browser.click(".seat-form .primary");
    browser.wait("document.querySelector('.square.legal')");
    for (number, square) in ["a1", "a2", "b1", "b2", "c1"].iter().enumerate() {
        assert_eq!(browser.count(".decisive"), 0, "{square}");
        browser.click(&format!(".square.legal[aria-label^='{square},']"));
        wait_for_moves(&browser, number as u64 + 1);
    }
    browser.wait("document.querySelectorAll('.decisive').length === 3");
    browser.keep_screenshot("decisive");
    assert_eq!(browser.complaints(), [""; 0]);
}

#[test]
fn quarters_are_turned_by_arrows_and_light_cycles_by_keys() {
    let Some(driver) = Driver::start() else { return };
    let arena = Arena::start();
    let browser = driver.browser(1360, 900);
    open_table_against_random(&arena, &browser, "pentago");
    assert_eq!((browser.count(".area-frame"), browser.count(".turn-arrow")), (4, 0));
    browser.click(".square.legal");
    browser.wait("document.querySelectorAll('.turn-arrow').length === 8");
    browser.keep_screenshot("quarters");
    browser.click(".turn-arrow circle");
    browser.wait("document.querySelectorAll('.moves-list li').length >= 2");
    let turned = browser.text(".moves-list li:nth-child(2)");
    assert!(turned.contains("rotate"), "{turned}");

    open_table_against_random(&arena, &browser, "tron");
    browser.eval(
        "document.body.dispatchEvent(
            new KeyboardEvent('keydown', { key: 'ArrowUp', bubbles: true, cancelable: true }))",
    );
    wait_for_moves(&browser, 1);
    wait_for_turn(&browser);
    let made = browser.text(".moves-list li");
    assert!(made.starts_with("north"), "{made}");
    assert_eq!(browser.complaints(), [""; 0]);
}

#[test]
fn small_squares_are_confirmed_where_there_are_fingers() {
    let Some(driver) = Driver::start() else { return };
    let arena = Arena::start();
    let browser = driver.browser(390, 844);
    let touch = json!({ "enabled": true, "maxTouchPoints": 1 });
    browser.devtools("Emulation.setTouchEmulationEnabled", &touch);
    open_table_against_random(&arena, &browser, "engine:gomoku");
    let tap = |square: &str| {
        browser.eval(&format!(
            "document.querySelector('.square[aria-label^=\"{square},\"]')
                .dispatchEvent(new MouseEvent('click', {{ bubbles: true }}))"
        ));
    };
    tap("h8");
    assert_eq!(browser.text(".confirmation .primary"), "Play h8");
    tap("h9");
    assert_eq!(browser.text(".confirmation .primary"), "Play h9");
    assert_eq!((n_moves(&browser), browser.count(".ghost")), (0, 1));
    browser.keep_screenshot("confirm-phone");
    browser.click(".confirmation .primary");
    wait_for_moves(&browser, 2);
    assert_eq!(browser.text(".moves-list li"), "h9");
    // A second touch of the same square is a yes, too.
    wait_for_turn(&browser);
    let free = browser
        .eval("document.querySelector('.square.legal').getAttribute('aria-label').split(',')[0]");
    let free = free.as_str().expect("a name");
    tap(free);
    tap(free);
    wait_for_moves(&browser, 4);
    assert_eq!(browser.complaints(), [""; 0]);
}
