//! Othello with a camera: a video of a table, rendered here, instead of a person.

use std::fs::File;
use std::io::{BufWriter, Write};
use std::path::Path;
use std::thread;
use std::time::{Duration, Instant};

use serde_json::{Value, json};
use stonegate_vision::scene::{Moment, Scene, Truth};
use stonegate_vision::{Cell, Point};

use super::arena::{Arena, n_moves};
use super::driver::{Browser, Driver};

const WIDTH: usize = 1280;
const HEIGHT: usize = 720;
const RATE: usize = 60;

/// How many frames a piece lies still, and how many it is carried.
const N_RESTING: usize = 100;
const N_CARRIED: usize = 10;

/// How long a move may take.
const PATIENCE: Duration = Duration::from_mins(2);

/// An opponent that always answers the same.
const OPPONENT: &str = "othello:depth=2";

/// Opens a table against the opponent. `{table, token}`.
const OPEN_TABLE: &str = "
    const open = async (player) => {
        const body = JSON.stringify({game: 'engine:othello', seats: [{player: 'human'}, {player, seconds: 1}]});
        const answer = await fetch('/api/tables', {method: 'POST', headers: {'content-type': 'application/json'}, body});
        const {table, host} = await answer.json();
        return {table, token: host};
    };";

/// Plays three moves at a table. A person's move is one that was not legal before, so that a
/// camera which shows the same cells again and again cannot make it too early.
const PLAY: &str = "
    const play = ({table, token}) => new Promise((resolve) => {
        const moves = [];
        const seen = new Set();
        const socket = new WebSocket(`ws://${location.host}/api/tables/${table}/socket?token=${token}`);
        socket.onmessage = ({data}) => {
            const {type, position} = JSON.parse(data);
            if (type !== 'position' || !position.choosing.includes('black') || position.ply !== 2 * moves.length) return;
            if (moves.length === 3) return resolve(moves);
            const legal = position.legal.find(({role}) => role === 'black').moves.map(({move}) => move);
            const move = legal.find((move) => !seen.has(move));
            legal.forEach((move) => seen.add(move));
            moves.push(move);
            socket.send(JSON.stringify({type: 'move', ply: position.ply, role: 'black', move}));
        };
    });";

/// Writes a video of a piece that is taken from cell to cell, and tells where all is in it.
pub(crate) fn write_video(path: &Path, places: &[Cell]) -> Truth {
    let scene = Scene { noise: 2.0, ..Scene::new(WIDTH, HEIGHT) };
    let file = File::create(path).expect("the folder is writable");
    let mut video = BufWriter::new(file);
    writeln!(video, "YUV4MPEG2 W{WIDTH} H{HEIGHT} F{RATE}:1 Ip A1:1 C420jpeg").expect("room");
    let mut show = |moment: &Moment, n_times: usize| {
        let (frame, truth) = scene.render(moment, 0);
        for _ in 0..n_times {
            video.write_all(b"FRAME\n").expect("there is room");
            video.write_all(frame.bytes()).expect("there is room");
        }
        truth
    };
    let mut first = None;
    let mut before: Option<Point> = None;
    for place in places.iter().map(|cell| cell.center()) {
        if let Some(before) = before {
            for step in 1..N_CARRIED {
                let piece = before.toward(place, step as f64 / N_CARRIED as f64);
                show(&Moment { piece: Some(piece), hand: Some(piece) }, 1);
            }
        }
        let truth = show(&Moment { piece: Some(place), hand: None }, N_RESTING);
        first.get_or_insert(truth);
        before = Some(place);
    }
    video.flush().expect("there is room");
    first.expect("there is a place")
}

/// Clicks on a place of the picture.
fn click_at(browser: &Browser, point: Point) {
    let (x, y) = (point.x / WIDTH as f64, point.y / HEIGHT as f64);
    browser.eval(&format!(
        "(() => {{
            const video = document.querySelector('.camera video');
            const {{left, top, width, height}} = video.getBoundingClientRect();
            video.dispatchEvent(new MouseEvent('click', {{bubbles: true, clientX: left + {x} * width, clientY: top + {y} * height}}));
        }})()"
    ));
}

/// Has moves made that a piece has rested on for half a second.
pub(crate) fn make_moves_at_rest(browser: &Browser) {
    browser.eval(
        "(() => {
            const select = [...document.querySelectorAll('.camera-field')].find((field) => field.textContent.startsWith('Move made')).querySelector('select');
            select.value = '0.5';
            select.dispatchEvent(new Event('change'));
        })()",
    );
}

/// Waits until so many moves have been made. On a busy machine the camera loses pictures, and the
/// video has to come around again.
pub(crate) fn wait_for_moves(browser: &Browser, n_wanted: u64) {
    let end = Instant::now() + PATIENCE;
    while n_moves(browser) < n_wanted {
        assert!(Instant::now() < end, "the page: {}", browser.text("main"));
        thread::sleep(Duration::from_millis(100));
    }
}

#[test]
#[expect(clippy::print_stderr, reason = "the speed of a browser is worth knowing and no test")]
fn three_moves_are_made_before_a_camera() {
    let Some(driver) = Driver::start() else { return };
    let arena = Arena::start();
    let plain = driver.browser(1360, 900);
    plain.go(&arena.view("/"));
    let moves = plain.eval(&format!(
        "(async () => {{ {OPEN_TABLE} {PLAY} return play(await open('{OPPONENT}')); }})()"
    ));
    let moves = moves.as_array().expect("a list").iter().map(|cell| {
        cell.as_str().and_then(|cell| cell.parse::<Cell>().ok()).expect("there is a new move")
    });
    let moves = moves.collect::<Vec<_>>();

    // In the beginning the piece lies where a disc is.
    let d4 = "d4".parse().expect("a cell");
    let folder = tempfile::tempdir().expect("a temporary folder");
    let video = folder.path().join("table.y4m");
    let truth = write_video(&video, &[&[d4][..], &moves].concat());

    let browser = driver.browser_with_camera(1360, 1300, &video);
    browser.go(&arena.view("/"));
    let table =
        browser.eval(&format!("(async () => {{ {OPEN_TABLE} return open('{OPPONENT}'); }})()"));
    let text = |value: &Value| value.as_str().expect("text").to_owned();
    let (id, token) = (text(&table["table"]), text(&table["token"]));
    browser.go(&arena.view(&format!("/table/{id}?token={token}")));
    browser.click(".stage-head button");
    browser.wait("document.querySelector('.camera').dataset.status === 'no-colors'");
    click_at(&browser, truth.corners[0]);
    browser.wait("document.querySelector('.camera').dataset.status !== 'no-colors'");
    // The piece is clicked on when it lies where it lay first: on a disc, where it is illegal.
    let piece = truth.piece.expect("there is a piece");
    let has_piece = "document.querySelector('.camera').dataset.cell !== ''";
    for _ in 0..100 {
        click_at(&browser, piece);
        thread::sleep(Duration::from_millis(200));
        if browser.eval(has_piece) == json!(true) {
            break;
        }
    }
    browser.wait(has_piece);
    make_moves_at_rest(&browser);
    for n_made in 1..=moves.len() {
        wait_for_moves(&browser, 2 * n_made as u64);
        browser.keep_screenshot(&format!("camera-{n_made}"));
    }
    let numbers = browser.text(".camera-numbers");
    eprintln!("in the browser: {numbers}");
    browser.eval("document.querySelector('.camera-controls').open = true");
    browser.keep_screenshot("camera-settings");
    let line = browser
        .eval("[...document.querySelectorAll('.moves-list li')].map((item) => item.textContent)");
    let line = line.as_array().expect("a list").iter().map(text).collect::<Vec<_>>();
    assert!(n_moves(&browser) >= 6);
    for (k, cell) in moves.iter().enumerate() {
        assert_eq!(line[2 * k], cell.to_string());
    }
    assert_eq!(browser.complaints(), [""; 0]);
}

#[test]
fn a_missing_camera_is_told() {
    let Some(driver) = Driver::start() else { return };
    let arena = Arena::start();
    let browser = driver.browser(1360, 900);
    browser.go(&arena.view("/"));
    let table = browser.eval(&format!("(async () => {{ {OPEN_TABLE} return open('random'); }})()"));
    let text = |value: &Value| value.as_str().expect("text").to_owned();
    let (id, token) = (text(&table["table"]), text(&table["token"]));
    browser.go(&arena.view(&format!("/table/{id}?token={token}")));
    browser.click(".stage-head button");
    browser.wait("/camera/i.test(document.querySelector('#notices').textContent)");
    assert_eq!(browser.count(".camera:not([hidden])"), 0);
}
