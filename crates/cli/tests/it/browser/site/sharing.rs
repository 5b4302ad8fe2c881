//! Memory that workers share, where the host's headers allow it.

use std::collections::BTreeMap;

use serde_json::json;

use super::super::arena::n_moves;
use super::super::driver::{Browser, Driver};
use super::super::files::{FileServer, page};
use super::{GAMES, ISOLATION, make_any_move, open_table};

/// So many cores the page is made to believe in.
const CORES: &str = "Object.defineProperty(navigator, 'hardwareConcurrency', {value: 4})";

/// How many workers a page has.
fn n_workers(browser: &Browser) -> usize {
    let targets = browser.devtools("Target.getTargets", &json!({}));
    let targets = targets["targetInfos"].as_array().cloned().unwrap_or_default();
    targets.iter().filter(|target| target["type"] == "worker").count()
}

/// The page with so many cores, under these headers.
fn open(driver: &Driver, server: &FileServer) -> Browser {
    let browser = driver.browser(1360, 900);
    browser.before_each_page(CORES);
    browser.go(&server.view("/"));
    browser
}

#[test]
fn without_headers_each_worker_has_its_own_memory() {
    let (Some(folder), Some(driver)) = (page(), Driver::start()) else { return };
    let server = FileServer::start(folder, &[], BTreeMap::new());
    let browser = open(&driver, &server);
    assert_eq!(browser.eval("crossOriginIsolated"), json!(false));
    open_table(&server, &browser, "connect-four");
    make_any_move(&browser);
    assert_eq!(n_workers(&browser), 3, "the arena and two thinkers");
}

#[test]
fn with_headers_helpers_search_in_one_tree() {
    let (Some(folder), Some(driver)) = (page(), Driver::start()) else { return };
    if !folder.join("stonegate-shared.wasm").is_file() {
        stonegate_oracles::skip("the program for shared memory is not built: `cargo xtask site`");
        return;
    }
    let server = FileServer::start(folder, ISOLATION, BTreeMap::new());
    let browser = open(&driver, &server);
    assert_eq!(browser.eval("crossOriginIsolated"), json!(true));
    for game in GAMES {
        open_table(&server, &browser, game);
        make_any_move(&browser);
        make_any_move(&browser);
        assert!(n_moves(&browser) >= 4, "{game}");
        assert_eq!(n_workers(&browser), 4, "{game}: the arena, a thinker and two helpers");
        browser.keep_screenshot(&format!("site-shared-{}", game.replace(':', "-")));
    }
    assert_eq!(browser.complaints(), [""; 0]);
}
