//! Rules that are brought to the page.

use serde_json::json;

use super::arena::{Arena, play_to_the_end, wait_for_turn};
use super::driver::{Browser, Driver};

const BROKEN: &str = "\
(role white)
(<= (goal white ?points)
  (true (lamp on)))
(<= terminal (true (lamp on))
";

const LAMPS: &str = "\
(role robot)
(init (lamp 1 off)) (init (lamp 2 off))
(<= (legal robot (push ?n)) (true (lamp ?n off)))
(<= (next (lamp ?n on)) (does robot (push ?n)))
(<= (next (lamp ?n on)) (true (lamp ?n on)))
(<= (next (lamp ?n off)) (true (lamp ?n off)) (does robot (push ?m)) (distinct ?n ?m))
(<= dark (true (lamp ?n off)))
(<= terminal (not dark))
(<= (goal robot 100) (not dark))
(<= (goal robot 0) dark)
";

/// Pastes a text in place of what is in the editor.
fn paste(browser: &Browser, text: &str) {
    browser.click("textarea");
    browser.eval(&format!(
        "document.querySelector('textarea').select() || document.execCommand('insertText', false, {})",
        json!(text),
    ));
}

#[test]
fn mistakes_are_drawn_and_good_rules_are_played() {
    let Some(driver) = Driver::start() else { return };
    let arena = Arena::start();
    let browser = driver.browser(1360, 900);
    browser.go(&arena.view("/rules"));
    paste(&browser, BROKEN);
    browser.wait("document.querySelectorAll('.diagnostics .error').length >= 2");
    assert_eq!(browser.text(".underlined.error"), "?points");
    assert_eq!(browser.count(".gutter .error"), 2);
    browser.keep_screenshot("broken-rules");

    paste(&browser, LAMPS);
    browser.wait("document.querySelector('.playable .tiles')");
    assert_eq!(browser.count(".diagnostics .error"), 0);
    browser.keep_screenshot("good-rules");
    browser.click(".playable .primary");
    wait_for_turn(&browser);
    play_to_the_end(&browser);
    assert_eq!(browser.text(".status"), "The game is over: 100 points.");
    assert_eq!(browser.complaints(), [""; 0]);
}

#[test]
fn a_sheet_with_errors_is_not_ready_and_own_sheets_can_be_removed() {
    let Some(driver) = Driver::start() else { return };
    let arena = Arena::start();
    let browser = driver.browser(1360, 900);
    browser.go(&arena.view("/rules"));
    paste(&browser, &LAMPS.replace("(goal robot 100)", "(goal robot ?points)"));
    browser.wait("document.querySelector('.doubtful')");
    assert!(!browser.text(".result").contains("Ready to play"));
    assert!(browser.text(".result").contains("1 error"));
    browser.keep_screenshot("doubtful-rules");
    browser.click(".doubtful button");
    wait_for_turn(&browser);

    browser.go(&arena.view("/"));
    browser.wait("document.querySelector('.card .alarming')");
    browser.go(&arena.view("/rules"));
    browser.wait("document.querySelector('.own-sheets li')");
    browser.keep_screenshot("own-sheets");
    browser.click("[aria-label^='Rename']");
    browser.eval("document.querySelector('dialog input').value = 'Two lamps'");
    browser.click("dialog .primary");
    browser.wait("document.querySelector('.own-sheets').textContent.includes('Two lamps')");
    browser.click("[aria-label='Remove Two lamps']");
    browser.click("dialog .primary");
    browser.wait("document.querySelector('.own-sheets').hidden");
    browser.go(&arena.view("/"));
    browser.wait("document.querySelector('.card-play')");
    assert_eq!(browser.count(".card .alarming"), 0);
    assert_eq!(browser.complaints(), [""; 0]);
}

#[test]
fn reading_a_sheet_keeps_nothing() {
    let Some(driver) = Driver::start() else { return };
    let arena = Arena::start();
    let browser = driver.browser(1360, 900);
    browser.go(&arena.view("/"));
    browser.wait("document.querySelector('.card-play')");
    let n_games = browser.count(".card");
    browser.go(&arena.view("/rules"));
    paste(&browser, LAMPS);
    browser.wait("document.querySelector('.playable .tiles')");
    browser.go(&arena.view("/"));
    browser.wait("document.querySelector('.card-play')");
    assert_eq!(browser.count(".card"), n_games);
}

/// Types a text at the caret, as somebody at the keyboard does.
fn type_text(browser: &Browser, text: &str) {
    browser.eval(&format!("document.execCommand('insertText', false, {}) || true", json!(text)));
}

fn press(browser: &Browser, key: &str, modifiers: &str) {
    browser.eval(&format!(
        "document.querySelector('textarea').dispatchEvent(new KeyboardEvent('keydown', {{ key: '{key}', cancelable: true, {modifiers} }})) || true"
    ));
}

#[test]
fn the_editor_completes_explains_formats_and_mends() {
    let Some(driver) = Driver::start() else { return };
    let arena = Arena::start();
    let browser = driver.browser(1360, 900);
    browser.go(&arena.view("/rules"));
    paste(&browser, &LAMPS.replace("(goal robot 100)", "(goal ?who 100)"));
    browser.wait("document.querySelector('.fixes button')");
    browser.keep_screenshot("fixes");
    assert_eq!(browser.text(".fixes button"), "Add the condition (role ?who)");
    browser.click(".fixes button");
    browser.wait("document.querySelector('.playable')");

    type_text(&browser, "\n(<= terminal (da");
    browser.wait("!document.querySelector('.completions').hidden");
    assert_eq!(browser.text(".completions [aria-selected=true] code"), "dark");
    browser.keep_screenshot("completions");
    press(&browser, "Enter", "");
    browser.wait("document.querySelector('textarea').value.endsWith('(<= terminal (dark')");
    type_text(&browser, "))");

    browser.eval("document.querySelector('textarea').setSelectionRange(2, 2) || true");
    press(&browser, "Enter", "altKey: true");
    browser.wait("!document.querySelector('.tip').hidden");
    assert!(browser.text(".tip").contains("somebody plays under this name"));
    browser.keep_screenshot("hover");
    press(&browser, "Escape", "");
    assert_eq!(browser.eval("document.querySelector('.tip').hidden"), true);

    paste(&browser, "(role   robot)");
    browser.eval("[...document.querySelectorAll('button')].find((it) => it.textContent === 'Format').click() || true");
    browser.wait("document.querySelector('textarea').value === '(role robot)\\n'");
    assert_eq!(browser.complaints(), [""; 0]);
}
