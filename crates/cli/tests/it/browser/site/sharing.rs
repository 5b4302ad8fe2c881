//! Memory that workers share, where the host's headers allow it.

use std::collections::BTreeMap;

use serde_json::json;

use super::super::arena::n_moves;
use super::super::driver::{Browser, Driver};
use super::super::files::{FileServer, page};
use super::{GAMES, ISOLATION, make_any_move, open_table};

/// So many cores the page is made to believe in.
const CORES: &str = "Object.defineProperty(navigator, 'hardwareConcurrency', {value: 4})";

/// The workers of a page, by their addresses.
fn workers(browser: &Browser) -> Vec<String> {
    let targets = browser.devtools("Target.getTargets", &json!({}));
    let targets = targets["targetInfos"].as_array().cloned().unwrap_or_default();
    let workers = targets.iter().filter(|target| target["type"] == "worker");
    workers.map(|worker| worker["url"].as_str().unwrap_or_default().to_owned()).collect()
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
    let workers = workers(&browser);
    assert!(workers.iter().all(|worker| !worker.contains("leads")), "{workers:?}");
    // The arena and two thinkers.
    assert_eq!(workers.len(), 3, "{workers:?}");
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
        let workers = workers(&browser);
        let leads = |worker: &&String| worker.ends_with("?leads");
        assert_eq!(workers.iter().filter(leads).count(), 1, "{game}: {workers:?}");
        // The arena, the thinker and two helpers.
        assert_eq!(workers.len(), 4, "{game}: {workers:?}");
        browser.keep_screenshot(&format!("site-shared-{}", game.replace(':', "-")));
    }
    assert_eq!(browser.complaints(), [""; 0]);
}
