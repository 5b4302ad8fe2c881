//! The page without a server, from a plain file server.

mod camera;
mod cost;
mod lack;
mod sharing;

use std::collections::BTreeMap;
use std::fs;
use std::io::Read;
use std::path::Path;
use std::sync::Arc;

use serde_json::{Value, json};
use stonegate_circuit::Effort;
use stonegate_compile::{Tier, decode_machine, encode_machine};
use stonegate_ground::{Budget, Machine, ground};
use stonegate_lanes::{Backend, Engine, Job, Lanes, Settings};
use stonegate_page::PLAYOUT_STEPS;

use super::arena::{make_a_move, n_moves, play_to_the_end, wait_for_moves, wait_for_turn};
use super::driver::{Browser, Driver};
use super::files::{FileServer, page};

/// What a host sends that lets pages share memory among threads.
const ISOLATION: &[&str] =
    &["Cross-Origin-Opener-Policy: same-origin", "Cross-Origin-Embedder-Policy: require-corp"];

/// Opens the form for a table, against the engine that plays the game best, with little time.
fn open_form(server: &FileServer, browser: &Browser, game: &str) {
    browser.go(&server.view(&format!("/new/{game}")));
    browser.wait("document.querySelectorAll('.seat-form select').length");
    browser.eval(
        "document.querySelectorAll('.seat-form input[type=range]').forEach((input) => {
            input.value = '0';
            input.dispatchEvent(new Event('input'));
            input.dispatchEvent(new Event('change'));
        })",
    );
}

fn open_table(server: &FileServer, browser: &Browser, game: &str) {
    open_form(server, browser, game);
    browser.click(".seat-form .primary");
    wait_for_turn(browser);
}

/// Makes a move, also where one has to say from where and where to.
fn make_any_move(browser: &Browser) {
    if browser.count(".square.source") == 0 {
        make_a_move(browser);
        return;
    }
    let before = n_moves(browser);
    browser.click(".square.source");
    browser.click(".square.legal:not(.source):not(.chosen)");
    wait_for_moves(browser, before + 2);
    wait_for_turn(browser);
}

/// The games that people ask for first, and both kinds of each.
const GAMES: [&str; 7] = [
    "connect-four",
    "reversi",
    "chess",
    "engine:go9",
    "engine:othello",
    "engine:gomoku",
    "engine:connect6",
];

#[test]
fn all_games_are_played_in_the_browser() {
    let (Some(folder), Some(driver)) = (page(), Driver::start()) else { return };
    let server = FileServer::start(folder, &[], BTreeMap::new());
    let browser = driver.browser(1360, 900);
    for game in GAMES {
        open_table(&server, &browser, game);
        make_any_move(&browser);
        make_any_move(&browser);
        assert!(n_moves(&browser) >= 4, "{game}");
        browser.keep_screenshot(&format!("site-{}", game.replace(':', "-")));
    }
    assert_eq!(browser.complaints(), [""; 0]);
}

#[test]
fn every_sheet_is_played_in_the_browser() {
    if !stonegate_oracles::may_be_slow() {
        return;
    }
    let (Some(folder), Some(driver)) = (page(), Driver::start()) else { return };
    let server = FileServer::start(folder, &[], BTreeMap::new());
    let browser = driver.browser(1360, 900);
    for game in stonegate_oracles::own_names() {
        open_table(&server, &browser, &game);
        let mut n_tries = 0;
        // Who plays alone, or has no choice, is not waited for.
        while n_moves(&browser) < 3
            && n_tries < 3
            && browser.count(".square.legal, .move-list button") > 0
        {
            make_any_move(&browser);
            n_tries += 1;
        }
        assert!(n_moves(&browser) >= 1, "{game}");
        browser.keep_screenshot(&format!("site-sheet-{game}"));
        assert_eq!(browser.complaints(), [""; 0], "{game}");
    }
}

/// The button below a sheet that can be played.
const PLAY_IT: &str =
    "[...document.querySelectorAll('button')].find((one) => one.textContent === 'Play it')";

/// Writes a sheet as somebody would who pastes it.
fn paste(server: &FileServer, browser: &Browser, sheet: &str) {
    browser.go(&server.view("/rules"));
    browser.wait("document.querySelector('textarea')");
    browser.eval(&format!(
        "(() => {{
            const area = document.querySelector('textarea');
            area.value = {};
            area.dispatchEvent(new Event('input', {{bubbles: true}}));
        }})()",
        json!(sheet)
    ));
    browser.wait(&format!("Boolean({PLAY_IT})"));
}

#[test]
fn a_pasted_sheet_is_kept_and_played_and_survives_a_reload() {
    let (Some(folder), Some(driver)) = (page(), Driver::start()) else { return };
    let server = FileServer::start(folder, ISOLATION, BTreeMap::new());
    let browser = driver.browser(390, 844);
    let sheet = stonegate_oracles::own_game("tic-tac-toe").replace("mark", "draw");
    paste(&server, &browser, &sheet);
    browser.eval(&format!("{PLAY_IT}.click()"));
    wait_for_turn(&browser);
    make_a_move(&browser);
    let before = n_moves(&browser);
    browser.reload();
    wait_for_turn(&browser);
    assert_eq!(n_moves(&browser), before, "the table is kept in the browser");
    play_to_the_end(&browser);
    browser.keep_screenshot("site-pasted-phone");
    assert_eq!(browser.complaints(), [""; 0]);
}

#[test]
fn the_page_works_offline_after_the_first_load() {
    let (Some(folder), Some(driver)) = (page(), Driver::start()) else { return };
    let server = FileServer::start(folder, &[], BTreeMap::new());
    let browser = driver.browser(1360, 900);
    browser.go(&server.view("/"));
    browser.wait("navigator.serviceWorker?.controller?.state === 'activated'");
    server.fall_silent();
    open_table(&server, &browser, "connect-four");
    browser.reload();
    wait_for_turn(&browser);
    make_a_move(&browser);
}

/// So many games are compared: more than there are lanes.
const N_GAMES: u64 = 700;

/// Plays random games in a worker of the page.
fn play_in_browser(
    browser: &Browser,
    file: &str,
    is_generated: bool,
    seed: u64,
    games: u64,
) -> Value {
    browser.eval_async(&format!(
        "(async () => {{
            const response = await fetch('{file}');
            const body = '{file}'.endsWith('.gz')
                ? response.body.pipeThrough(new DecompressionStream('gzip')) : response.body;
            const machine = await new Response(body).text();
            window.worker ??= new Worker('js/worker.js', {{type: 'module', name: 'thinker'}});
            return new Promise((resolve) => {{
                worker.onmessage = ({{data}}) => resolve(data);
                worker.postMessage({{
                    type: 'playouts', machine, games: {games}, seed: {seed}, is_generated: {is_generated},
                }});
            }});
        }})()"
    ))
}

fn play_here(machine: Machine, seed: u64) -> String {
    let machine = Arc::new(machine);
    let job = Job::new(machine.initial(), N_GAMES, 0);
    let settings = Settings { step_limit: PLAYOUT_STEPS, ..Settings::new(seed) };
    let engine = Arc::new(Engine::new(machine, Backend::best_interpreter()));
    format!("{:?}", Lanes::new(engine).playouts(&[job], &settings))
}

fn read(path: &Path) -> String {
    let mut text = String::new();
    let file = fs::File::open(path).expect("it is there");
    flate2::read::GzDecoder::new(file).read_to_string(&mut text).expect("it is text");
    text
}

#[test]
fn random_games_are_the_same_in_the_browser() {
    let (Some(folder), Some(driver)) = (page(), Driver::start()) else { return };
    let mut machines = Vec::new();
    for name in stonegate_oracles::own_names() {
        let file = format!("machines/{name}.gz");
        let text = read(&folder.join(&file));
        let (_, machine) = decode_machine(&text).expect("it is whole").expect("it is ours");
        machines.push((file, machine));
    }
    let more = shared_machines();
    assert!(more.is_empty() || more.len() >= 50, "only {} sheets of others", more.len());
    let files =
        more.iter().map(|(name, machine)| (name.clone(), encode_machine(Tier::Optimized, machine)));
    let server = FileServer::start(folder, &[], files.collect());
    machines.extend(more);
    let browser = driver.browser(800, 600);
    browser.go(&server.view("/"));
    for (number, (file, machine)) in machines.into_iter().enumerate() {
        let seed = number as u64 + 3;
        let expected = play_here(machine, seed);
        for is_generated in [true, false] {
            let answer = play_in_browser(&browser, &file, is_generated, seed, N_GAMES);
            assert_eq!(answer["tally"], expected.as_str(), "{file}, generated: {is_generated}");
        }
    }
}

/// Machines of sheets of others: 50 that are not large, or all of those in a slow run.
fn shared_machines() -> Vec<(String, Machine)> {
    let Some(folder) = stonegate_oracles::shared("games") else { return Vec::new() };
    let is_slow = stonegate_oracles::is_slow_run();
    let names = stonegate_oracles::names(&folder, "kif");
    let step = if is_slow { 1 } else { 4 };
    let mut machines = Vec::new();
    for name in names.iter().step_by(step) {
        let bytes = fs::read(folder.join(format!("{name}.kif"))).expect("it is there");
        let analysis = stonegate_gdl::analyze(&String::from_utf8_lossy(&bytes));
        let budget = Budget { max_rows: 100_000, ..Budget::default() };
        let Ok(grounded) = ground(&analysis.rules, &budget) else { continue };
        let max_gates = if is_slow { 60_000 } else { 4_000 };
        if grounded.machine.circuit.n_ands() > max_gates {
            continue;
        }
        let machine = grounded.optimize(Effort::QUICK, &|| false).machine;
        machines.push((format!("shared/{name}.machine"), machine));
        if !is_slow && machines.len() == 50 {
            break;
        }
    }
    machines
}
