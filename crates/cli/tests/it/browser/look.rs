//! What is to be seen at a table and on the first page.

use serde_json::{Value, json};

use super::arena::{
    Arena, make_a_move, open_table_against_random, play_connect_four, wait_for_turn,
};
use super::driver::{Browser, Driver};

#[test]
fn othello_counts_discs_and_shows_which_was_placed() {
    let Some(driver) = Driver::start() else { return };
    let arena = Arena::start();
    let browser = driver.browser(1360, 900);
    open_table_against_random(&arena, &browser, "engine:othello");
    let counts = "[...document.querySelectorAll('.plate-count')].map((count) => count.textContent)";
    assert_eq!(browser.eval(counts), json!(["2", "2"]));
    make_a_move(&browser);
    browser.keep_screenshot("othello");
    // Of the squares that the last move changed, one is where it was made.
    assert_eq!(browser.count(".board .last"), 1);
    assert!(browser.count(".board .turned") >= 1);
    let counts = browser.eval(counts);
    let counts = counts.as_array().expect("a list").iter();
    let counts = counts.map(|count| count.as_str().expect("text").parse::<u32>().expect("number"));
    assert_eq!(counts.sum::<u32>(), 6);
    assert_eq!(browser.count(".chips li"), 0, "whose turn it is stands at the seats");
    // A seat is offered to those who play the game.
    let offered = browser.eval(
        "[...document.querySelector('.seat-list select').options].map((option) => option.value)",
    );
    assert_eq!(offered, json!(["human", "random", "othello"]));
    assert_eq!(browser.complaints(), [""; 0]);
}

#[test]
fn values_leave_the_numbers_of_tiles_to_be_seen() {
    let Some(driver) = Driver::start() else { return };
    let arena = Arena::start();
    let browser = driver.browser(1360, 900);
    browser.go(&arena.view("/"));
    browser.click("[data-game='eight-puzzle']");
    wait_for_turn(&browser);
    browser.click(".actions [aria-keyshortcuts='a']");
    browser.wait("document.querySelector('.board .thought circle')");
    browser.keep_screenshot("tiles");
    let nearest = browser.eval(
        "(() => {
            const middle = (element) => {
                const { x, y, width, height } = element.getBoundingClientRect();
                return [x + width / 2, y + height / 2, width];
            };
            const tiles = [...document.querySelectorAll('.piece.tile .body')].map(middle);
            const values = [...document.querySelectorAll('.board .thought circle')].map(middle);
            return Math.min(...values.flatMap(([x, y]) =>
                tiles.map(([u, v, width]) => Math.hypot(x - u, y - v) / width)));
        })()",
    );
    assert!(nearest.as_f64().expect("a number") > 0.3, "{nearest}");
    // What a seat expects is told in words: it is no score.
    browser
        .wait("(document.querySelector('.plate-value')?.textContent ?? '').startsWith('expects ')");
    browser.click(".actions [aria-keyshortcuts='a']");
    assert_eq!(browser.complaints(), [""; 0]);
}

#[test]
fn a_rejected_setting_does_not_stay() {
    let Some(driver) = Driver::start() else { return };
    let arena = Arena::start();
    let browser = driver.browser(1360, 900);
    play_connect_four(&arena, &browser);
    browser.wait("document.querySelector('.seat-list .settings:not([hidden])')");
    browser.eval(
        "(() => {
            const field = document.querySelector('.seat-list .settings:not([hidden])');
            field.focus();
            field.value = 'speed=ludicrous';
            field.dispatchEvent(new Event('change'));
        })()",
    );
    browser.wait("document.querySelector('.notice.error')?.textContent.includes('speed')");
    browser.wait("document.querySelector('.seat-list .settings:not([hidden])').value === ''");
}

#[test]
fn tables_of_others_are_listed_when_something_has_happened_there() {
    let Some(driver) = Driver::start() else { return };
    let arena = Arena::start();
    let player = driver.browser(1360, 900);
    open_table_against_random(&arena, &player, "tic-tac-toe");
    let other = driver.browser(1360, 900);
    other.go(&arena.view("/"));
    other.wait("document.querySelector('.tables li')");
    assert_eq!(other.count(".tables a"), 0, "nobody has played");
    make_a_move(&player);
    other.reload();
    other.wait("document.querySelector('.tables .tag')");
    for scheme in ["light", "dark"] {
        other.eval(&format!("document.documentElement.dataset.scheme = '{scheme}'"));
        let contrast = other.eval(
            "(() => {
                const { color, backgroundColor } = getComputedStyle(document.querySelector('.tables .tag'));
                const light = (text) => {
                    const parts = text.match(/[\\d.]+/g).slice(0, 3).map((part) => part / 255);
                    const [r, g, b] = parts.map((c) => (c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4));
                    return 0.2126 * r + 0.7152 * g + 0.0722 * b + 0.05;
                };
                const [a, b] = [light(color), light(backgroundColor)];
                return Math.max(a, b) / Math.min(a, b);
            })()",
        );
        // WCAG AAA, as the letters are small.
        assert!(contrast.as_f64().expect("a number") >= 7.0, "{scheme}: {contrast}");
    }
    player.go(&arena.view("/"));
    player.wait("document.querySelector('.tables .tag')");
    assert_eq!(player.text(".tables .tag"), "rejoin");
}

#[test]
fn the_link_to_a_table_is_shown_as_a_code() {
    let Some(driver) = Driver::start() else { return };
    let arena = Arena::start();
    let browser = driver.browser(1360, 900);
    open_table_against_random(&arena, &browser, "tic-tac-toe");
    browser.eval(
        "[...document.querySelectorAll('button')].find((one) => one.textContent === 'Share').click()",
    );
    browser.wait("document.querySelector('.links button[title]')");
    browser.click(".links button[title]");
    browser.wait("document.querySelector('.code svg')");
    assert!(browser.text(".code").contains("Play Xplayer"));
    browser.keep_screenshot("share");
    assert_eq!(browser.complaints(), [""; 0]);
}

/// What the page is told to be written in, and what it says first.
fn language_and_heading(browser: &Browser) -> Value {
    browser.wait("document.querySelector('h1')");
    browser.eval("[document.documentElement.lang, document.querySelector('h1').textContent]")
}

#[test]
fn the_page_speaks_the_language_of_the_browser_until_another_is_chosen() {
    let Some(driver) = Driver::start() else { return };
    let arena = Arena::start();
    let browser = driver.odd_browser(&["--accept-lang=de-AT,en"], &json!({}));
    browser.go(&arena.view("/new/tic-tac-toe"));
    browser.click(".seat-form .primary");
    browser.wait("document.querySelector('.status')?.textContent === 'Du bist am Zug'");
    browser.keep_screenshot("german");
    browser.go(&arena.view("/"));
    browser.wait("document.querySelector('.language select')");
    browser.eval(
        "(() => {
            const select = document.querySelector('.language select');
            select.value = 'fr';
            select.dispatchEvent(new Event('change'));
        })()",
    );
    browser.wait("document.documentElement.lang === 'fr'");
    assert_eq!(language_and_heading(&browser), json!(["fr", "Des règles naît un joueur"]));
    browser.keep_screenshot("french");
    browser.reload();
    assert_eq!(language_and_heading(&browser)[0], "fr", "the choice is remembered");
    assert_eq!(browser.complaints(), [""; 0]);
}

#[test]
fn the_page_is_english_where_it_has_no_better_language() {
    let Some(driver) = Driver::start() else { return };
    let arena = Arena::start();
    let english = json!(["en", "Rules in, a player out"]);
    for languages in ["en-GB,de", "eo"] {
        let accepted = format!("--accept-lang={languages}");
        let browser = driver.odd_browser(&[&accepted], &json!({}));
        browser.go(&arena.view("/"));
        assert_eq!(language_and_heading(&browser), english, "{languages}");
        let n_dictionaries = browser.eval(
            "performance.getEntriesByType('resource')
                .filter(({ name }) => name.includes('/languages/')).length",
        );
        assert_eq!(n_dictionaries, 0, "English costs no request");
        assert_eq!(browser.complaints(), [""; 0]);
    }
    // A dictionary that does not come.
    let browser = driver.odd_browser(&["--accept-lang=de"], &json!({}));
    browser.devtools("Network.enable", &json!({}));
    browser.devtools("Network.setBlockedURLs", &json!({"urls": ["*/languages/*"]}));
    browser.go(&arena.view("/"));
    assert_eq!(language_and_heading(&browser), english);
}
