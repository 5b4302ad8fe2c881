//! After the game: the archive, the review, and going on from a position.

use std::path::Path;

use super::arena::{Arena, open_table_against_random, play_to_the_end};
use super::driver::Driver;

#[test]
fn a_game_is_found_reviewed_and_gone_on_from() {
    let Some(driver) = Driver::start() else { return };
    let arena = Arena::start();
    let browser = driver.browser(1360, 900);
    open_table_against_random(&arena, &browser, "tic-tac-toe");
    play_to_the_end(&browser);
    let n_moves = browser.count(".moves-list li");

    browser.click("nav [data-section='archive']");
    browser.wait("document.querySelectorAll('.archive-list li').length === 1");
    assert!(browser.text(".archive-list").to_lowercase().contains("tic-tac-toe"));
    browser.eval(
        "(() => {
            const search = document.querySelector('.archive input[type=search]');
            search.value = 'chess';
            search.dispatchEvent(new Event('input'));
        })()",
    );
    browser.wait("document.querySelectorAll('.archive-list li').length === 0");
    browser.eval(
        "(() => {
            const search = document.querySelector('.archive input[type=search]');
            search.value = 'tac random';
            search.dispatchEvent(new Event('input'));
        })()",
    );
    browser.wait("document.querySelectorAll('.archive-list li').length === 1");
    browser.keep_screenshot("archive");
    browser.click(".archive-list a");
    browser.wait(&format!("document.querySelectorAll('.moves-list li').length === {n_moves}"));

    let press = |label: &str| {
        let find = format!(
            "[...document.querySelectorAll('.actions button')].find((button) =>
                button.textContent === {label:?} && !button.hidden && !button.disabled)"
        );
        browser.wait(&format!("Boolean({find})"));
        browser.eval(&format!("{find}.click()"));
    };
    press("Review");
    browser.wait("document.querySelector('.review progress:not([hidden])')");
    browser.wait("document.querySelector('.review progress[hidden]')");
    // Whoever draws moves at random throws something away; how often is not for us to say.
    assert!(browser.text(".review").contains("mark"), "{}", browser.text(".review"));
    assert!(browser.count(".graph polyline") >= 1, "the curve is drawn");
    browser.keep_screenshot("review");

    browser.eval("document.querySelector('[aria-label=\"First position\"]').click()");
    press("Play from here");
    browser.wait("document.querySelector('.status')?.textContent === 'Your move'");
    assert_eq!(browser.count(".moves-list li"), 0);
    assert_eq!(browser.complaints(), [""; 0]);
}

#[test]
fn a_game_of_another_program_is_opened_reviewed_and_saved_for_others() {
    let Some(driver) = Driver::start() else { return };
    let arena = Arena::start();
    let browser = driver.browser(1360, 900);
    browser.go(&arena.view("/archive"));
    browser.wait("document.querySelector('.archive input[type=file]')");
    browser.eval(
        "(() => {
            const files = new DataTransfer();
            files.items.add(new File(['(;GM[1]SZ[9];B[ee];W[ge];B[eg])'], 'game.sgf'));
            const input = document.querySelector('.archive input[type=file]');
            input.files = files.files;
            input.dispatchEvent(new Event('change'));
        })()",
    );
    browser.wait("document.querySelectorAll('.moves-list li').length === 3");
    // It has no end, and is looked at all the same.
    browser.click("[aria-keyshortcuts='v']");
    browser.wait("document.querySelector('.review progress:not([hidden])')");
    browser.wait("document.querySelector('.review progress[hidden]')");
    assert!(browser.text(".review").contains("mark"), "{}", browser.text(".review"));

    browser.eval(
        "HTMLAnchorElement.prototype.click = function () {
            window.saved = [this.href, this.download];
        }",
    );
    browser.eval(
        "[...document.querySelectorAll('button')].find((it) => it.textContent === 'SGF').click()",
    );
    let saved = browser.eval("window.saved");
    assert!(saved[0].as_str().is_some_and(|it| it.ends_with("?format=sgf")), "{saved}");
    let extension = saved[1].as_str().and_then(|it| Path::new(it).extension());
    assert!(extension.is_some_and(|it| it == "sgf"), "{saved}");
    assert_eq!(browser.complaints(), [""; 0]);
}
