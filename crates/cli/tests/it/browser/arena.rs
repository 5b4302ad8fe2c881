//! A running server, and what the tests do on its pages again and again.

use std::io::{BufRead, BufReader};
use std::process::{Child, Command, Stdio};

use tempfile::TempDir;

use super::driver::Browser;

/// A running `stonegate serve`, which ends with the test.
pub(crate) struct Arena {
    child: Child,
    address: String,
    _folder: TempDir,
}

impl Arena {
    /// Starts a server on any free port, with a store of its own.
    pub(crate) fn start() -> Self {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let mut child = Command::new(env!("CARGO_BIN_EXE_stonegate"))
            .args(["serve", "--port", "0", "--store", "tables.sqlite"])
            .current_dir(folder.path())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .expect("the program starts");
        let mut line = String::new();
        let stdout = child.stdout.take().expect("was piped");
        BufReader::new(stdout).read_line(&mut line).expect("it says where it listens");
        let address = line.split_whitespace().find(|word| word.starts_with("http://"));
        let address = address.expect("the line has an address").to_owned();
        Self { child, address, _folder: folder }
    }

    /// The address of a view of the page.
    pub(crate) fn view(&self, view: &str) -> String {
        format!("{}/#{view}", self.address)
    }
}

impl Drop for Arena {
    fn drop(&mut self) {
        // It may have ended by itself.
        let _ = self.child.kill();
        let _ = self.child.wait();
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
    browser.wait(&format!("document.querySelectorAll('.moves-list li').length > {before}"));
    wait_for_turn(browser);
}

/// Makes moves until the game is over.
#[track_caller]
pub(crate) fn play_to_the_end(browser: &Browser) {
    while !is_over(browser) {
        make_a_move(browser);
    }
}
