//! Browsers that lack something, or have no room: people are told, and nothing is lost.

use std::collections::BTreeMap;

use serde_json::json;

use super::super::arena::{n_moves, play_to_the_end, wait_for_turn};
use super::super::driver::{Browser, Driver};
use super::super::files::{FileServer, page};
use super::{make_any_move, open_table};

/// Waits until the page says something that lasts.
#[track_caller]
fn wait_for_notice(browser: &Browser, words: &str) {
    browser.wait(&format!("document.querySelector('#notices')?.textContent.includes({words:?})"));
}

#[test]
fn a_browser_without_workers_or_vectors_is_told() {
    let (Some(folder), Some(driver)) = (page(), Driver::start()) else { return };
    let server = FileServer::start(folder, &[], BTreeMap::new());
    let browser = driver.browser(1360, 900);
    browser.before_each_page("delete globalThis.Worker");
    browser.go(&server.view("/"));
    wait_for_notice(&browser, "Web Workers");
    drop(browser);
    // A processor of before 2008.
    let old = "--js-flags=--no-enable-sse4-1 --no-enable-ssse3 --no-enable-avx --no-enable-avx2";
    let browser = driver.odd_browser(&[old], &json!({}));
    browser.go(&server.view("/"));
    wait_for_notice(&browser, "SIMD");
    browser.keep_screenshot("site-lack");
}

#[test]
fn without_webassembly_the_tables_wait() {
    let (Some(folder), Some(driver)) = (page(), Driver::start()) else { return };
    let server = FileServer::start(folder, &[], BTreeMap::new());
    let profile = tempfile::tempdir().expect("a temporary folder");
    let profile = format!("--user-data-dir={}", profile.path().display());
    let open = |args: &[&str]| driver.odd_browser(args, &json!({}));
    let address = {
        let browser = open(&[&profile]);
        open_table(&server, &browser, "connect-four");
        make_any_move(&browser);
        assert_eq!(n_moves(&browser), 2);
        browser.address()
    };
    {
        let browser = open(&[&profile, "--js-flags=--jitless"]);
        browser.go(&address);
        wait_for_notice(&browser, "WebAssembly is switched off");
        browser.keep_screenshot("site-no-wasm");
    }
    let browser = open(&[&profile]);
    browser.go(&address);
    wait_for_turn(&browser);
    assert_eq!(n_moves(&browser), 2, "the table is as it was");
}

#[test]
fn a_browser_that_keeps_nothing_plays_all_the_same() {
    let (Some(folder), Some(driver)) = (page(), Driver::start()) else { return };
    let server = FileServer::start(folder, &[], BTreeMap::new());
    // People call it blocking all cookies.
    let denied = json!({"profile": {"default_content_setting_values": {"cookies": 2}}});
    let browser = driver.odd_browser(&[], &denied);
    browser.go(&server.view("/"));
    wait_for_notice(&browser, "lets the page keep nothing");
    open_table(&server, &browser, "tic-tac-toe");
    play_to_the_end(&browser);
    wait_for_notice(&browser, "lets the page keep nothing");
    browser.keep_screenshot("site-denied");
}

/// Lets a page believe that there is no room for its tables, as long as it is told so.
const FULL: &str = "(() => {
    const put = IDBObjectStore.prototype.put;
    IDBObjectStore.prototype.put = function (...values) {
        if (sessionStorage.isFull) throw new DOMException('', 'QuotaExceededError');
        return put.apply(this, values);
    };
})()";

#[test]
fn where_storage_is_full_the_game_goes_on_and_what_was_kept_stays() {
    let (Some(folder), Some(driver)) = (page(), Driver::start()) else { return };
    let server = FileServer::start(folder, &[], BTreeMap::new());
    let browser = driver.browser(1360, 900);
    browser.before_each_page(FULL);
    open_table(&server, &browser, "connect-four");
    make_any_move(&browser);
    browser.eval("sessionStorage.isFull = true");
    make_any_move(&browser);
    wait_for_notice(&browser, "no room left");
    assert_eq!(n_moves(&browser), 4, "the game goes on");
    browser.keep_screenshot("site-full");
    browser.reload();
    wait_for_turn(&browser);
    assert_eq!(n_moves(&browser), 2, "what was kept before is still there");
    make_any_move(&browser);
    wait_for_notice(&browser, "no room left");
    browser.eval("sessionStorage.clear()");
    make_any_move(&browser);
    browser.wait("document.querySelector('#notices').textContent === ''");
    browser.reload();
    wait_for_turn(&browser);
    assert_eq!(n_moves(&browser), 6, "with room all is kept");
}
