//! Games of the built-in sheets, played through the page by whoever clicks anything.

use serde_json::{Value, json};
use stonegate_oracles::{is_slow_run, own_names};

use super::arena::{Arena, open_table_against_random};
use super::driver::{Browser, Driver};

/// Games of different kinds of boards that are soon over: every change has to play these.
const FEW: [&str; 4] = ["krieg-tic-tac-toe", "pentago", "tron", "hex"];

/// Clicks on anything that can be clicked until the game is over or so many clicks were made, and
/// tells how the game stands.
const CLICK: &str = "(async () => {
    const status = () => document.querySelector('.status').textContent;
    const isOver = () => /wins|draw|over|leave no move/.test(status());
    const all = (selector) => [...document.querySelectorAll(selector)];
    const choices = () => {
        const asked = all('dialog[open] .move-buttons button');
        return asked.length ? asked : all('.square.legal, .move-list button:not([disabled])');
    };
    const pause = () => new Promise((done) => setTimeout(done, 5));
    window.dice ??= 1;
    for (let n = 0; n < 30 && !isOver(); n++) {
        const end = performance.now() + 10000;
        while (!isOver() && !choices().length && performance.now() < end) await pause();
        const found = choices();
        if (!found.length) break;
        window.dice = (window.dice * 48271) % 2147483647;
        found[window.dice % found.length].dispatchEvent(new MouseEvent('click', { bubbles: true }));
        await pause();
    }
    return { over: isOver(), status: status(), moves: all('.moves-list li').length };
})()";

/// A person who has played this long gives up.
const MAX_CALLS: usize = 20;

#[expect(clippy::print_stderr, reason = "whoever plays all sheets wants to see how far it is")]
fn play(arena: &Arena, browser: &Browser, game: &str) {
    open_table_against_random(arena, browser, game);
    let mut end = Value::Null;
    for _ in 0..MAX_CALLS {
        end = browser.eval_async(CLICK);
        if end["over"] == true {
            break;
        }
    }
    if end["over"] != true {
        browser.click("[aria-keyshortcuts=r]");
        browser.click("dialog .primary");
        browser.wait("/resignation/.test(document.querySelector('.status').textContent)");
        end["status"] = json!("given up");
    }
    assert!(end["moves"].as_u64() > Some(0), "{game}: {end}");
    assert_eq!(browser.complaints(), [""; 0], "{game}");
    eprintln!("{game}: {} after {} moves", end["status"], end["moves"]);
}

#[test]
fn a_game_of_every_sheet_is_played_to_its_end() {
    let Some(driver) = Driver::start() else { return };
    let arena = Arena::start();
    let browser = driver.browser(1360, 900);
    let few = FEW.map(str::to_owned).to_vec();
    let games = if is_slow_run() { own_names() } else { few };
    for game in games {
        play(&arena, &browser, &game);
    }
}
