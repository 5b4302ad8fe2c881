//! What the page takes: time to the first move, memory, and states a second in a tab.
//!
//! These are figures for `docs/figures.md`, and goals. They take long, and are for slow runs.

use std::collections::BTreeMap;
use std::thread;
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use super::super::arena::wait_for_turn;
use super::super::driver::{Browser, Driver};
use super::super::files::{FileServer, page};
use super::{GAMES, PLAY_IT, open_form, paste, play_in_browser};

/// Gives the engine the first seat and a person the second, and the engine a tenth of a second.
const ENGINE_FIRST: &str = "(() => {
    const players = [...document.querySelectorAll('.seat-form select')].filter((it) => it.ariaLabel.startsWith('Player'));
    const values = players.map((it) => it.value).reverse();
    players.forEach((it, k) => { it.value = values[k]; it.dispatchEvent(new Event('change')); });
    document.querySelectorAll('.seat-form input[type=range]').forEach((input) => {
        input.value = '0';
        input.dispatchEvent(new Event('input'));
        input.dispatchEvent(new Event('change'));
    });
})()";

/// Clicks, and tells how many milliseconds pass until there are so many moves.
fn milliseconds(browser: &Browser, click: &str, n_moves: u32) -> f64 {
    let answer = browser.eval_async(&format!(
        "new Promise((resolve) => {{
            const start = performance.now();
            {click};
            const look = () => {{
                const move = document.querySelectorAll('.moves-list li').length >= {n_moves};
                if (move) resolve(performance.now() - start); else setTimeout(look, 5);
            }};
            look();
        }})"
    ));
    answer.as_f64().expect("it is a number")
}

/// How long it takes from the click that opens a table to the engine's first move, and how much of
/// a processor that costs, in milliseconds.
fn first_move(driver: &Driver, server: &FileServer, browser: &Browser, game: &str) -> [f64; 2] {
    open_form(server, browser, game);
    browser.eval(ENGINE_FIRST);
    let tab = driver.tab();
    let before = tab.cpu_time();
    let time = milliseconds(browser, "document.querySelector('.seat-form .primary').click()", 1);
    [time, tab.cpu_time().saturating_sub(before).as_secs_f64() * 1e3]
}

/// The same for a sheet that was pasted: a person moves, and the engine thinks for a second.
fn first_answer(driver: &Driver, server: &FileServer, browser: &Browser) -> [f64; 2] {
    let sheet = stonegate_oracles::own_game("connect-four");
    let sheet = sheet.replace("drop", "let").replace("cell", "place");
    paste(server, browser, &sheet);
    let tab = driver.tab();
    let before = tab.cpu_time();
    let play = format!(
        "{PLAY_IT}.click();
         const move = () => {{
            const legal = document.querySelector('.square.legal');
            if (legal) legal.dispatchEvent(new MouseEvent('click', {{bubbles: true}})); else setTimeout(move, 5);
         }};
         move()"
    );
    // A person's move stands in the line of the engine's.
    let time = milliseconds(browser, &play, 2);
    [time, tab.cpu_time().saturating_sub(before).as_secs_f64() * 1e3]
}

/// The least of some tries: other programs take the processor as well.
fn least(tries: usize, mut measure: impl FnMut() -> [f64; 2]) -> [f64; 2] {
    let times = (0..tries).map(|_| measure());
    times.reduce(|one, other| [one[0].min(other[0]), one[1].min(other[1])]).expect("a try")
}

/// Measures the first moves of all games on a screen, with everything so many times as slow.
#[expect(clippy::print_stderr, reason = "whoever measures wants to see the figures")]
fn measure_first_moves((width, height): (u32, u32), slowdown: u32, limits: [f64; 2]) {
    if !stonegate_oracles::may_be_slow() {
        return;
    }
    let (Some(folder), Some(driver)) = (page(), Driver::start()) else { return };
    let mut measured = Vec::new();
    for game in GAMES.into_iter().chain(["a pasted sheet"]) {
        let limit = limits[usize::from(game == "a pasted sheet")];
        let times = least(3, || {
            // Nothing is in its cache.
            let server = FileServer::start(folder.clone(), &[], BTreeMap::new());
            let browser = driver.browser(width, height);
            browser.devtools("Emulation.setCPUThrottlingRate", &json!({"rate": slowdown}));
            if game == "a pasted sheet" {
                first_answer(&driver, &server, &browser)
            } else {
                first_move(&driver, &server, &browser, game)
            }
        });
        let [time, cpu] = times;
        eprintln!("{game}: first move after {time:.0} ms, {cpu:.0} ms of a processor");
        measured.push((game, time, limit));
    }
    let late = measured.iter().filter(|(_, time, limit)| time > limit).collect::<Vec<_>>();
    assert!(late.is_empty(), "{late:?}");
}

#[test]
fn first_moves_come_soon() {
    measure_first_moves((1360, 900), 1, [2e3, 3e3]);
}

#[test]
fn a_slow_phone_plays_soon_enough() {
    measure_first_moves((390, 844), 4, [5e3, 5e3]);
}

/// Clicks without the driver, which holds on to all elements that it has clicked on.
fn press(browser: &Browser, selector: &str) {
    browser.wait(&format!("Boolean(document.querySelector({selector:?}))"));
    browser.eval(&format!(
        "document.querySelector({selector:?}).dispatchEvent(new MouseEvent('click', {{bubbles: true}}))"
    ));
}

/// Plays some moves at a table of its own.
fn play(server: &FileServer, browser: &Browser, game: &str, n_moves: usize) {
    open_form(server, browser, game);
    press(browser, ".seat-form .primary");
    wait_for_turn(browser);
    for _ in 0..n_moves {
        let before = super::n_moves(browser);
        if browser.count(".square.source") > 0 {
            press(browser, ".square.source");
            press(browser, ".square.legal:not(.source):not(.chosen)");
        } else {
            press(browser, ".square.legal, .move-list button");
        }
        browser.wait(&format!("document.querySelectorAll('.moves-list li').length > {before} + 1"));
        wait_for_turn(browser);
    }
}

/// The memory of a tab when it has thrown away what nobody needs, in megabytes: all that it has, and
/// what it has for itself, which does not depend on other browsers.
fn megabytes(driver: &Driver, browser: &Browser) -> [u64; 2] {
    for _ in 0..2 {
        browser.devtools("HeapProfiler.collectGarbage", &json!({}));
        thread::sleep(Duration::from_millis(700));
    }
    let tab = driver.tab();
    [tab.bytes(), tab.own_bytes()].map(|bytes| bytes / 1_000_000)
}

/// How long a thinker waits before it gives its memory back, with some patience.
const IDLE: Duration = Duration::from_secs(20);

#[test]
#[expect(clippy::print_stderr, reason = "whoever measures wants to see the figures")]
fn memory_is_bounded_and_comes_back() {
    if !stonegate_oracles::may_be_slow() {
        return;
    }
    let (Some(folder), Some(driver)) = (page(), Driver::start()) else { return };
    let server = FileServer::start(folder, &[], BTreeMap::new());
    let browser = driver.browser(1360, 900);
    browser.go(&server.view("/"));
    browser.wait("document.querySelectorAll('[aria-label=\"Play Connect Four\"]').length");
    let at_home = megabytes(&driver, &browser);

    // Somebody has chess analyzed for a while.
    play(&server, &browser, "chess", 4);
    browser.eval(
        "[...document.querySelectorAll('button')].find((it) => it.textContent === 'Analyze').click()",
    );
    thread::sleep(Duration::from_secs(20));
    let with_chess = megabytes(&driver, &browser);
    browser.go(&server.view("/"));
    thread::sleep(IDLE);
    let after_chess = megabytes(&driver, &browser);
    eprintln!(
        "megabytes, in all and for itself: {at_home:?} at first, {with_chess:?} with chess, \
         {after_chess:?} after it"
    );
    assert!(with_chess[0] < 500, "{with_chess:?} MB with a table of chess");
    let [taken, left] = [with_chess, after_chess].map(|all| all[1].saturating_sub(at_home[1]));
    assert!(left <= taken / 4, "{left} MB of {taken} are left after chess");

    let games = ["connect-four", "tic-tac-toe", "reversi", "breakthrough-6x6", "engine:othello"];
    let mut course = Vec::new();
    for round in 0..10 {
        for game in games {
            play(&server, &browser, game, 2);
        }
        if round % 2 == 1 {
            browser.go(&server.view("/"));
            thread::sleep(IDLE);
            course.push(megabytes(&driver, &browser)[1]);
        }
    }
    eprintln!("for itself after 10, 20, 30, 40 and 50 games: {course:?} MB");
    // The first twenty warm it up.
    let [early, late] = [course[1].max(course[2]), course[3].min(course[4])];
    assert!(late <= early + early / 20, "it grows: {course:?} MB");
}

/// States a second of a worker's own time, and by the clock, in millions.
fn speed(driver: &Driver, play: impl Fn() -> Value) -> [f64; 2] {
    let run = || {
        let tab = driver.tab();
        let (before, start) = (tab.worker_time(), Instant::now());
        let answer = play();
        let number = |key: &str| answer[key].as_f64().expect("it is a number");
        let (cpu, clock) =
            (tab.worker_time().saturating_sub(before).as_secs_f64(), number("ms") / 1e3);
        assert!(clock <= start.elapsed().as_secs_f64());
        [number("steps") / cpu / 1e6, number("steps") / clock / 1e6]
    };
    // Browsers optimize what has run for a while.
    let runs = (0..4).map(|_| run());
    runs.fold([0.0, 0.0], |best, run| [best[0].max(run[0]), best[1].max(run[1])])
}

#[test]
#[expect(clippy::print_stderr, reason = "whoever measures wants to see the figures")]
fn speed_in_a_tab() {
    if !stonegate_oracles::may_be_slow() {
        return;
    }
    let (Some(folder), Some(driver)) = (page(), Driver::start()) else { return };
    let scripts = [
        ("connect-four.js", include_str!("../../../../../../bench/page/connect-four.js")),
        ("plain-worker.js", include_str!("../../../../../../bench/page/plain-worker.js")),
    ];
    let more = scripts.map(|(name, text)| (name.to_owned(), text.to_owned()));
    let server = FileServer::start(folder, &[], BTreeMap::from(more));
    let browser = driver.browser(800, 600);
    browser.go(&server.view("/"));
    let mut connect_four = 0.0;
    for (name, games) in [("connect-four", 8_000_000), ("reversi", 500_000), ("chess", 15_000)] {
        let file = format!("machines/{name}.gz");
        let [generated, interpreted] = [true, false].map(|is_generated| {
            let [cpu, clock] =
                speed(&driver, || play_in_browser(&browser, &file, is_generated, 1, games));
            eprintln!(
                "{name}, generated: {is_generated}: {cpu:.1} M states per second of a worker's \
                 time, {clock:.1} by the clock"
            );
            cpu
        });
        assert!(generated > interpreted, "{name}");
        if name == "connect-four" {
            connect_four = generated;
        }
    }
    let [plain, by_clock] = speed(&driver, || {
        browser.eval_async(
            "new Promise((resolve) => {
                const worker = new Worker('plain-worker.js', {type: 'module'});
                worker.onmessage = ({data}) => resolve(data);
                worker.postMessage({games: 1_500_000, seed: 3});
            })",
        )
    });
    eprintln!("connect-four in plain JavaScript: {plain:.1} M states, {by_clock:.1} by the clock");
    assert!(connect_four > 100.0, "{connect_four} M states a second are below the goal");
}
