//! Watching: others who play, and an engine that thinks.

use super::arena::{Arena, make_a_move, open_table_against_random, play_connect_four};
use super::driver::Driver;

#[test]
fn a_second_browser_sees_the_moves_and_cannot_make_any() {
    let Some(driver) = Driver::start() else { return };
    let arena = Arena::start();
    let player = driver.browser(1360, 900);
    open_table_against_random(&arena, &player, "connect-four");

    let spectator = driver.browser(1360, 900);
    spectator.go(&player.address());
    spectator.wait("document.querySelector('.board')");
    make_a_move(&player);
    spectator.wait("document.querySelectorAll('.moves-list li').length >= 2");
    assert_eq!(spectator.count(".square.legal"), 0);
    assert_eq!(spectator.count(".actions button:not([hidden])"), 0);
    player.wait("document.querySelector('.side').textContent.includes('2 browsers')");
    assert_eq!(spectator.complaints(), [""; 0]);
}

#[test]
fn thoughts_come_while_the_engine_thinks() {
    let Some(driver) = Driver::start() else { return };
    let arena = Arena::start();
    let browser = driver.browser(1360, 900);
    play_connect_four(&arena, &browser);
    browser.eval(
        "(() => {
            const note = document.querySelector('.thoughts .note');
            window.captions = new Set();
            new MutationObserver(() => captions.add(note.textContent)).observe(note, {childList: true});
        })()",
    );
    browser.click(".square.legal");
    browser.wait("captions.size");
    browser.keep_screenshot("thinking");
    browser.wait("document.querySelectorAll('.moves-list li').length === 2");
    let captions = browser.eval("[...captions]");
    let n_captions = captions.as_array().expect("a list").len();
    assert!(n_captions >= 3, "thoughts come several times a second: {captions}");
    assert_eq!(browser.count(".bars li:not(.blank)"), 7, "there are seven columns");
    assert_eq!(browser.complaints(), [""; 0]);
}

#[test]
fn the_circuit_of_a_game_leads_from_rules_to_gates() {
    let Some(driver) = Driver::start() else { return };
    let arena = Arena::start();
    let browser = driver.browser(1360, 1200);
    browser.go(&arena.view("/circuit/tic-tac-toe"));
    browser.wait("document.querySelector('.cone .node.and')");
    assert!(browser.count(".heat-row") >= 3, "several relations have gates");
    browser.eval("document.querySelector('.heat-row').focus()");
    assert!(browser.count(".sheet .lit") >= 1, "the rules of the relation light up");
    browser.keep_screenshot("circuit");
    assert_eq!(browser.complaints(), [""; 0]);
}
