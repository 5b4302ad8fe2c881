//! Go with the keyboard alone: two people at one screen, who pass and count.

use super::arena::Arena;
use super::driver::Driver;

#[test]
fn people_play_pass_and_count() {
    let Some(driver) = Driver::start() else { return };
    let arena = Arena::start();
    let browser = driver.browser(1360, 900);
    browser.go(&arena.view("/new/engine:go5"));
    browser.wait("document.querySelectorAll('.seat-form select').length");
    browser.eval(
        "document.querySelectorAll('.seat-form fieldset select').forEach((select) => {
            select.value = 'human';
            select.dispatchEvent(new Event('change'));
        })",
    );
    browser.click(".seat-form .primary");
    let press = |key: &str| {
        browser.eval(&format!(
            "document.activeElement.dispatchEvent(
                new KeyboardEvent('keydown', {{key: '{key}', bubbles: true, cancelable: true}}))"
        ));
    };
    let wait_for = |status: &str| {
        browser
            .wait(&format!("document.querySelector('.status')?.textContent.includes('{status}')"));
    };
    wait_for("Black to move");
    press("b");
    press("Enter");
    wait_for("White to move");
    assert_eq!(browser.text(".moves-list li"), "C3", "the keyboard begins in the middle");
    press("ArrowRight");
    press("Enter");
    wait_for("Black to move");
    assert_eq!(browser.text(".moves-list li:last-child"), "D3");
    for turn in ["White to move", "Mark the dead stones"] {
        press("m");
        assert_eq!(browser.eval("document.activeElement.textContent"), "pass");
        browser.eval("document.activeElement.click()");
        wait_for(turn);
    }

    // The status may come before the board on which dead stones are proposed.
    browser.wait("document.querySelector('main').textContent.includes('score black')");
    let n_dead = || browser.count(".piece.dead");
    let before = n_dead();
    press("b");
    press("Enter");
    browser.wait(&format!("document.querySelectorAll('.piece.dead').length !== {before}"));
    browser.keep_screenshot("go-count");
    press("e");
    wait_for("Black to move");
    assert_eq!((browser.count(".moves-list li"), n_dead()), (2, 0), "the passes are taken back");
    for turn in ["White to move", "Mark the dead stones"] {
        press("m");
        browser.eval("document.activeElement.click()");
        wait_for(turn);
    }
    press("g");
    browser.wait("/wins|draw/.test(document.querySelector('.status')?.textContent)");
    assert_eq!(browser.complaints(), [""; 0]);
}

#[test]
fn a_handicap_is_on_the_board_before_white_begins() {
    let Some(driver) = Driver::start() else { return };
    let arena = Arena::start();
    let browser = driver.browser(1360, 900);
    browser.go(&arena.view("/new/engine:go9"));
    browser.wait("document.querySelectorAll('.seat-form select').length");
    let choose = |fields: &str, value: &str| {
        browser.eval(&format!(
            "[...document.querySelectorAll('{fields}')].forEach((select) => {{
                if (![...select.options].some((option) => option.value === '{value}')) return;
                select.value = '{value}';
                select.dispatchEvent(new Event('change'));
            }})"
        ));
    };
    choose(".setup .field select", "5");
    browser.wait("document.querySelectorAll('.thumbnail .piece').length === 5");
    let komi = browser.eval("document.querySelector('.field input[type=number]').value");
    assert_eq!(komi, "0.5");
    choose(".seat-form fieldset select", "human");
    browser.click(".seat-form .primary");
    browser.wait("document.querySelector('.status')?.textContent.includes('White to move')");
    assert_eq!((browser.count(".boards .piece"), browser.count(".moves-list li")), (5, 0));
    browser.click(".boards .square.legal");
    browser.wait("document.querySelector('.status')?.textContent.includes('Black to move')");
    assert_eq!(browser.complaints(), [""; 0]);
}
