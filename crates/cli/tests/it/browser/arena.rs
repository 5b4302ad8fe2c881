//! A running server, and what the tests do on its pages again and again.

use std::fs;

use super::driver::Browser;
use crate::sandbox::Sandbox;
use crate::serve::client::Server;

/// A running `stonegate serve`, which ends with the test.
pub(crate) struct Arena {
    server: Server,
    _sandbox: Sandbox,
}

impl Arena {
    /// Starts a server on any free port, with a store of its own.
    pub(crate) fn start() -> Self {
        let sandbox = Sandbox::new();
        Self { server: Server::start(&sandbox), _sandbox: sandbox }
    }

    /// Starts a server whose house has a board with this picture on its screen. Nobody is to ask the
    /// board for a move.
    pub(crate) fn with_board(screen: &[u8]) -> Self {
        let sandbox = Sandbox::new();
        fs::write(sandbox.folder.path().join("screen.png"), screen).expect("the disk has room");
        let args = "--board gomoku:board=/dev/ttyNONE --screen screen.png";
        Self { server: Server::start_with(&sandbox, args), _sandbox: sandbox }
    }

    /// The address of a view of the page.
    pub(crate) fn view(&self, view: &str) -> String {
        format!("http://{}/#{view}", self.server.address)
    }
}

/// Whether the game on the page is over.
fn is_over(browser: &Browser) -> bool {
    let status = browser.text(".status");
    ["wins", "draw", "over"].iter().any(|word| status.contains(word))
}

/// How many moves have been made.
pub(crate) fn n_moves(browser: &Browser) -> u64 {
    browser.count(".moves-list li")
}

/// Begins a game of Connect Four with one click.
pub(crate) fn play_connect_four(arena: &Arena, browser: &Browser) {
    browser.go(&arena.view("/"));
    browser.click("[data-game='connect-four']");
    wait_for_turn(browser);
}

/// Opens a table against a player that needs no time to think.
pub(crate) fn open_table_against_random(arena: &Arena, browser: &Browser, game: &str) {
    browser.go(&arena.view(&format!("/new/{game}")));
    browser.wait("document.querySelectorAll('.seat-form select').length");
    browser.eval(
        "document.querySelectorAll('.seat-form select').forEach((select) => {
            if (select.value === 'human') return;
            select.value = 'random';
            select.dispatchEvent(new Event('change'));
        })",
    );
    browser.click(".seat-form .primary");
    wait_for_turn(browser);
}

/// Waits until it is a person's turn, or the game is over.
#[track_caller]
pub(crate) fn wait_for_turn(browser: &Browser) {
    browser.wait("/Your move|wins|draw|over/.test(document.querySelector('.status')?.textContent)");
}

/// Makes any move, and waits until it is a person's turn again or the game is over.
#[track_caller]
pub(crate) fn make_a_move(browser: &Browser) {
    let before = n_moves(browser);
    browser.click(".square.legal, .move-list button");
    wait_for_moves(browser, before + 1);
    wait_for_turn(browser);
}

/// Waits until so many moves have been made, and takes the first one of those that may be meant.
#[track_caller]
pub(crate) fn wait_for_moves(browser: &Browser, n: u64) {
    let is_made = format!("document.querySelectorAll('.moves-list li').length >= {n}");
    browser.wait(&format!("{is_made} || document.querySelector('dialog .move-buttons')"));
    if browser.count("dialog .move-buttons") > 0 {
        browser.click("dialog .move-buttons button");
        browser.wait(&is_made);
    }
}

/// Makes moves until the game is over.
#[track_caller]
pub(crate) fn play_to_the_end(browser: &Browser) {
    while !is_over(browser) {
        make_a_move(browser);
    }
}
