//! Two people, each in a browser of their own.

use super::arena::{Arena, n_moves};
use super::driver::{Browser, Driver};

/// Opens a table for two people, and gives the address of the second seat.
fn open_table_of_two(arena: &Arena, browser: &Browser, game: &str) -> String {
    browser.go(&arena.view(&format!("/new/{game}")));
    browser.wait("document.querySelectorAll('.seat-form select').length");
    browser.eval(
        "document.querySelectorAll('.seat-fields select').forEach((select) => {
            select.value = 'human';
            select.dispatchEvent(new Event('change'));
        })",
    );
    browser.click(".seat-form .primary");
    browser.wait("document.querySelector('.status')?.textContent.includes('to move')");
    let token = browser.eval(
        "JSON.parse(localStorage.getItem('stonegate.tables'))[location.hash.split('/')[2]].seats[1]",
    );
    format!("{}?token={}", browser.address(), token.as_str().expect("there is a token"))
}

/// Waits for a button with a label, and clicks on it.
#[track_caller]
fn press(browser: &Browser, label: &str) {
    let find = format!(
        "[...document.querySelectorAll('button')].find((button) =>
            button.textContent === {label:?} && !button.hidden && !button.disabled)"
    );
    browser.wait(&format!("Boolean({find})"));
    browser.eval(&format!("{find}.click()"));
}

#[track_caller]
fn wait_for_moves(browser: &Browser, count: u64) {
    browser.wait(&format!("document.querySelectorAll('.moves-list li').length === {count}"));
}

#[test]
fn a_move_is_taken_back_by_consent() {
    let Some(driver) = Driver::start() else { return };
    let arena = Arena::start();
    let host = driver.browser(1360, 900);
    let seat = open_table_of_two(&arena, &host, "tic-tac-toe");
    let is_shown = |browser: &Browser, label: &str| {
        browser.eval(&format!(
            "[...document.querySelectorAll('.actions button')].some((button) =>
                button.textContent === {label:?} && !button.hidden)"
        ))
    };
    assert_eq!(is_shown(&host, "Hint"), true, "who plays for both sides may have hints");
    let guest = driver.browser(390, 844);
    guest.go(&seat);
    guest.wait("document.querySelector('.board')");
    host.wait("document.querySelector('.status').textContent === 'Your move'");
    assert_eq!(is_shown(&host, "Hint"), false, "there is an opponent");
    host.click(".square.legal");
    wait_for_moves(&guest, 1);

    press(&guest, "Ask to take back");
    host.wait("document.querySelector('.wish')?.textContent.includes('Oplayer asks to take back')");
    host.keep_screenshot("wish");
    guest.keep_screenshot("wish-phone");
    assert_eq!(n_moves(&guest), 1, "nothing has happened yet");
    press(&host, "Decline");
    guest.wait("!document.querySelector('.wish')");

    press(&host, "Ask to take back");
    press(&guest, "Accept");
    wait_for_moves(&host, 0);

    press(&host, "Allow hints");
    press(&guest, "Accept");
    host.wait(
        "[...document.querySelectorAll('.actions button')].some((button) =>
        button.textContent === 'Hint' && !button.hidden)",
    );
    assert_eq!(host.complaints(), [""; 0]);
    assert_eq!(guest.complaints(), [""; 0]);
}

#[test]
fn a_new_game_leaves_the_old_one_where_it_is() {
    let Some(driver) = Driver::start() else { return };
    let arena = Arena::start();
    let host = driver.browser(1360, 900);
    let seat = open_table_of_two(&arena, &host, "tic-tac-toe");
    let guest = driver.browser(1360, 900);
    guest.go(&seat);
    guest.wait("document.querySelector('.board')");
    host.wait("document.querySelector('.status').textContent === 'Your move'");
    host.click(".square.legal");
    wait_for_moves(&host, 1);
    let old = host.address();
    press(&host, "New game");
    wait_for_moves(&host, 0);
    assert_ne!(host.address(), old);
    press(&guest, "Go there");
    wait_for_moves(&guest, 0);
    assert_eq!(guest.address(), host.address());
    host.wait("document.querySelector('.status').textContent === 'Your move'");
    host.click(".square.legal");
    guest.wait("document.querySelector('.status').textContent === 'Your move'");
    host.go(&old);
    wait_for_moves(&host, 1);
    assert_eq!(host.complaints(), [""; 0]);
}
