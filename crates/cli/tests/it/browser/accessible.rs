//! What axe finds on the screens of the page: <https://github.com/dequelabs/axe-core>.

use std::{env, fs};

use serde_json::json;

use super::arena::{Arena, make_a_move, open_table_against_random, play_to_the_end};
use super::driver::{Browser, Driver};
use crate::sandbox::Sandbox;
use crate::serve::client::Server;

/// Where axe is. `cargo xtask browser` installs it and says so.
const AXE: &str = "STONEGATE_AXE";

const RUN: &str = "axe.run(document).then(({ violations }) =>
    violations.map(({ id, nodes }) => `${id}: ${nodes.slice(0, 3).map(({ html }) => html).join(' ')}`))";

/// Views, and what is there when they have been drawn.
const VIEWS: [(&str, &str); 13] = [
    ("/", ".card-play"),
    ("/archive", ".archive-list li"),
    ("/rules", ".sheet, textarea"),
    ("/rules/tic-tac-toe", ".sheet, textarea"),
    ("/watch", ".seat-form select"),
    ("/new/chess", ".seat-form select"),
    ("/new/engine:go9", ".seat-form select"),
    ("/new/engine:go9:handicap=4", ".seat-form select"),
    ("/new/mastermind", ".seat-form select"),
    ("/circuit/tic-tac-toe", ".cone .node.and"),
    ("/liberties", "main svg, main canvas"),
    ("/patterns", "main svg, main textarea"),
    ("/nowhere", "h1.empty"),
];

/// Games with boards of all styles, and without a board.
const GAMES: [&str; 11] = [
    "connect-four",
    "chess",
    "hex",
    "pentago",
    "nim",
    "kuhn-poker",
    "tron",
    "eight-puzzle",
    "engine:go9",
    "engine:othello",
    "krieg-tic-tac-toe",
];

/// Screens, and what was found there.
struct Inspection<'a> {
    axe: &'a str,
    n_screens: usize,
    findings: Vec<String>,
}

impl Inspection<'_> {
    /// Looks at what is on the screen, in light and in dark.
    fn look(&mut self, browser: &Browser, name: &str) {
        browser.devtools("Runtime.evaluate", &json!({ "expression": self.axe }));
        for scheme in ["light", "dark"] {
            // Colors that are on their way to others are nobody's.
            let features = json!([
                {"name": "prefers-color-scheme", "value": scheme},
                {"name": "prefers-reduced-motion", "value": "reduce"},
            ]);
            browser.devtools("Emulation.setEmulatedMedia", &json!({ "features": features }));
            let found = browser.eval_async(RUN);
            let found = found.as_array().unwrap_or_else(|| panic!("{name}: {found}"));
            self.findings
                .extend(found.iter().map(|finding| format!("{name}, {scheme}: {finding}")));
            self.n_screens += 1;
        }
    }
}

#[test]
#[expect(clippy::print_stderr, reason = "whoever runs axe wants to know on how many screens")]
fn axe_finds_nothing_on_any_screen() {
    let Some(path) = env::var_os(AXE) else {
        return stonegate_oracles::skip("axe is for `cargo xtask browser`");
    };
    let axe = fs::read_to_string(path).expect("axe is installed");
    let Some(driver) = Driver::start() else { return };
    let arena = Arena::start();
    let mut inspection = Inspection { axe: &axe, n_screens: 0, findings: Vec::new() };
    for (width, height) in [(1360, 900), (390, 844)] {
        let browser = driver.browser(width, height);
        for game in GAMES {
            open_table_against_random(&arena, &browser, game);
            inspection.look(&browser, &format!("{game}, {width} wide"));
        }
        open_table_against_random(&arena, &browser, "tic-tac-toe");
        make_a_move(&browser);
        play_to_the_end(&browser);
        inspection.look(&browser, &format!("the end of a game, {width} wide"));
        for (view, sign) in VIEWS {
            browser.go(&arena.view(view));
            browser.wait(&format!("Boolean(document.querySelector({sign:?}))"));
            inspection.look(&browser, &format!("{view}, {width} wide"));
        }
    }
    let sandbox = Sandbox::new();
    let players = "--player mcts:iterations=60 --player mcts:iterations=20 --player random";
    let study = format!("--game connect-four --opening 2 --rounds 400 --concurrency 1 {players}");
    let server = Server::of_tournament(&sandbox, &study);
    for (width, height) in [(1360, 900), (390, 844)] {
        let browser = driver.browser(width, height);
        browser.go(&format!("http://{}/", server.address));
        browser.wait("document.querySelectorAll('.archive-list li').length >= 2");
        inspection.look(&browser, &format!("a tournament, {width} wide"));
        browser.click(".archive-list a");
        browser.wait("document.querySelector('.table-page .board')");
        inspection.look(&browser, &format!("a game of a tournament, {width} wide"));
    }
    let Inspection { n_screens, findings, .. } = inspection;
    eprintln!("axe: {n_screens} screens, {} findings", findings.len());
    assert_eq!(findings, [""; 0]);
}
