//! A tournament in the browser.

use super::driver::Driver;
use crate::sandbox::Sandbox;
use crate::serve::client::Server;

#[test]
fn a_tournament_is_watched_and_its_games_are_replayed() {
    let Some(driver) = Driver::start() else { return };
    let sandbox = Sandbox::new();
    let players = "--player mcts:iterations=60 --player mcts:iterations=20 --player random";
    let study = format!("--game connect-four --opening 2 --rounds 400 --concurrency 1 {players}");
    let server = Server::of_tournament(&sandbox, &study);
    let browser = driver.browser(1360, 900);
    browser.go(&format!("http://{}/", server.address));
    // Boards move while somebody looks.
    browser.eval(
        "(() => {
            window.plies = new Set();
            const look = () => document.querySelectorAll('.live-boards .tag').forEach((tag) => plies.add(tag.textContent));
            new MutationObserver(look).observe(document.body, {childList: true, subtree: true});
        })()",
    );
    browser.wait("plies.size >= 2");
    browser.wait("document.querySelectorAll('.archive-list li').length >= 2");
    assert_eq!(browser.count(".study .wide table"), 2, "ratings and the cross table");
    assert_eq!(browser.count("[aria-label=Ratings] tbody tr"), 3);
    let progress = browser.text(".study-head .note");
    assert!(progress.contains("of 1,200 units") && progress.contains(" left"), "{progress}");
    browser.keep_screenshot("tournament");

    browser.click(".archive-list a");
    browser.wait("document.querySelector('.table-page .board')");
    let n_moves = browser.count(".moves-list li");
    assert!(n_moves >= 7, "a game of Connect Four takes seven moves");
    browser.wait("/wins|draw/.test(document.querySelector('.status').textContent)");
    assert_eq!(browser.count(".piece"), n_moves, "each move drops a disc");
    browser.click(".stepping button:first-child");
    browser.wait("document.querySelectorAll('.piece').length === 0");
    browser.click(".stepping button:nth-child(3)");
    browser.wait("document.querySelectorAll('.piece').length === 1");
    assert_eq!(browser.count(".square.legal"), 0, "nobody plays here");
    browser.keep_screenshot("tournament-game");
    browser.click(".options a");
    browser.wait("document.querySelector('.study')");
    assert_eq!(browser.complaints(), [""; 0]);
}
