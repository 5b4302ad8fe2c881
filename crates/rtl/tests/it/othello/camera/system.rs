//! The whole machine: what a rendered camera sees comes out with the game drawn onto it.

use stonegate_oracles::is_slow_run;
use stonegate_othello::{
    ClassicSolver, Color, Heuristic, Move, Position, Random, Square, Width, squares,
};
use stonegate_rtl::{Bounds, CameraButton, CameraWires, HandMadeMachine, Seen};
use stonegate_vision::scene::{CONDITIONS, Condition, Moment};
use stonegate_vision::{Cell, Frame, Object};

use super::conditions::{HEIGHT, Table, WIDTH};
use super::picture::{Debugging, Drawing, Font, debugged, overlaid};
use super::twin::{self, Recognition, Sight};
use crate::machines::{self, Simulation, make};
use crate::tools::has;

/// The depth of the search in simulation.
const DEPTH: u32 = 4;

/// The machine and its twin, which see the same pictures.
struct Pair {
    wires: CameraWires<Simulation>,
    twin: Recognition,
    bounds: [Bounds; 2],
    width: usize,
    /// Of a pixel of the camera.
    n_bytes: usize,
    /// The bounds of the switches, if the debug picture is shown.
    debugs: Option<Bounds>,
    font: Font,
    /// The picture that comes onto the screen next, and what was seen in the one before.
    waiting: Option<Vec<u8>>,
    sight: Option<Sight>,
}

impl Pair {
    fn new(bounds: [Bounds; 2], width: usize, height: usize, args: &[&str]) -> Self {
        let name = format!("othello-camera{}", args.concat());
        let all = [&["simulation"], args].concat();
        let folder = make(HandMadeMachine::OthelloCamera, &name, &all);
        let pipes = machines::start(&folder.join("build/simulation"));
        let mut wires = CameraWires::new(pipes, (width, height));
        wires.power_up(3).unwrap();
        let [corner, piece] = bounds;
        wires.configure(corner, piece).unwrap();
        // The screen is black twice before the first picture is there.
        let mut twin = Recognition::new(width, height);
        let black = bounds.map(|bounds| twin::mask(&vec![0; 3 * width * height], bounds));
        for _ in 0..2 {
            twin.look(&black[0], &black[1]);
        }
        Self {
            wires,
            twin,
            bounds,
            width,
            n_bytes: if args.contains(&"BYTES=2") { 2 } else { 3 },
            debugs: None,
            font: Font::read(),
            waiting: None,
            sight: None,
        }
    }

    /// Shows a picture to both, and compares what was seen and what is on the screen.
    fn show(&mut self, frame: &Frame) -> Seen {
        let pixels = frame.to_rgb().into_bytes();
        let (screen, seen) = self.wires.frame(&pixels).unwrap();
        if let Some(shown) = self.waiting.replace(self.as_sent(pixels)) {
            let sight = self.sight.take();
            if let Some(sight) = &sight {
                assert_eq!(seen.centers.map(|center| center.map(u32::from)), sight.centers);
                assert_eq!(seen.has_board(), sight.found);
                assert_eq!(seen.board.map(u32::from), sight.board);
                assert_eq!(seen.has_piece().then_some(seen.cell), sight.cell);
                assert!(!seen.has_lost_pixels() && seen.is_camera_ready());
                self.compare(&screen, &shown, &seen, sight);
            }
            let masks = self.bounds.map(|bounds| twin::mask(&shown, bounds));
            self.sight = Some(self.twin.look(&masks[0], &masks[1]));
        }
        seen
    }

    /// The screen shows a picture with what was seen in the one before.
    fn compare(&self, screen: &[u8], shown: &[u8], seen: &Seen, sight: &Sight) {
        let expected = if let Some(live) = self.debugs {
            let [corner, piece] = self.bounds.map(|bounds| twin::mask(shown, bounds));
            let debugging =
                Debugging { live, corner: &corner, piece: &piece, centers: sight.centers };
            debugged(shown, self.width, &debugging)
        } else {
            overlaid(shown, self.width, &drawing(seen, sight), &self.font)
        };
        let differ = screen.iter().zip(&expected).position(|(a, b)| a != b);
        let place = differ.map(|at| [at / 3 % self.width, at / 3 / self.width]);
        assert_eq!(place, None, "{seen:?}");
    }

    /// A picture as it comes out of the memory: a camera with two bytes for a pixel leaves bits out.
    fn as_sent(&self, mut pixels: Vec<u8>) -> Vec<u8> {
        if self.n_bytes == 2 {
            for (place, value) in pixels.iter_mut().enumerate() {
                let n_bits = if place % 3 == 1 { 6 } else { 5 };
                let high = *value >> (8 - n_bits) << (8 - n_bits);
                *value = high | high >> n_bits;
            }
        }
        pixels
    }

    /// The debug picture, with these bounds of the switches; `None` for the game.
    fn debug(&mut self, live: Option<Bounds>) {
        self.debugs = live;
        let switches = live.map_or(0, |bounds| bounds.switches() | 0xf1);
        self.wires.switch(switches).unwrap();
    }
}

/// What the machine draws, by what it tells of the game and what the twin has seen.
fn drawing(seen: &Seen, sight: &Sight) -> Drawing {
    Drawing {
        black: seen.black,
        white: seen.white,
        is_valid_move: seen.is_valid_move(),
        is_thinking: seen.is_thinking(),
        is_over: seen.is_over(),
        board: sight.board,
        cell: seen.cell,
        coord: sight.coord,
    }
}

/// Shows so many pictures of a condition to both.
fn check_condition(condition: &Condition, n_frames: u32, width: usize, args: &[&str]) {
    let height = if width == 640 { 480 } else { width * 9 / 16 };
    let mut table = Table::new(condition, width, height);
    let bounds = [Object::Marker, Object::Piece].map(|object| table.bounds(object));
    let mut pair = Pair::new(bounds, width, height, args);
    for _ in 0..n_frames {
        pair.show(&table.next().0);
    }
}

/// Verilator warns of nothing, Yosys finds neither latches nor loops, and Icarus reads it all.
#[test]
fn the_tools_have_no_complaints() {
    if !has("verilator") || !has("yosys") || !has("iverilog") {
        return;
    }
    make(HandMadeMachine::OthelloCamera, "othello-camera-lint", &["lint", "icarus"]);
    if is_slow_run() {
        let all = ["lint", "check", "icarus"];
        make(HandMadeMachine::OthelloCamera, "othello-camera-lint", &all);
        let small = [&all[..], &["WIDTH=320", "BYTES=2", "MAX_SEARCH_DEPTH=4"]].concat();
        make(HandMadeMachine::OthelloCamera, "othello-camera-lint-small", &small);
    }
}

/// Pixel by pixel, under one condition or all of them.
#[test]
fn screens_are_those_of_the_twin() {
    if !has("verilator") {
        return;
    }
    let conditions = if is_slow_run() { &CONDITIONS[..] } else { &CONDITIONS[..1] };
    for condition in conditions {
        check_condition(condition, if is_slow_run() { 36 } else { 12 }, WIDTH, &[]);
    }
    if is_slow_run() {
        check_condition(&CONDITIONS[0], 20, WIDTH, &["BYTES=2"]);
    }
}

/// Ten pictures of the size that the report has, and of the one that bitstreams have.
#[test]
fn large_screens_are_those_of_the_twin() {
    if has("verilator") && is_slow_run() {
        check_condition(&CONDITIONS[0], 10, 1280, &["SIM_WIDTH=1280"]);
        check_condition(&CONDITIONS[0], 10, 640, &["SIM_WIDTH=640"]);
    }
}

/// From a rendered camera to the last disc, each picture compared pixel by pixel.
#[test]
fn a_game_is_played_in_front_of_the_camera() {
    if !has("verilator") || !is_slow_run() {
        return;
    }
    // From straight above, a board is a rectangle.
    let condition = &CONDITIONS[1];
    let table = Table::new(condition, WIDTH, HEIGHT);
    let bounds = [Object::Marker, Object::Piece].map(|object| table.bounds(object));
    let mut pair = Pair::new(bounds, WIDTH, HEIGHT, &[]);
    let solver = ClassicSolver::new(Width::EIGHT, Heuristic::Location);
    let mut random = Random::new(71, 0);
    let mut position = Position::start(Width::EIGHT);
    let (mut number, mut n_moves) = (0, 0);
    let mut show = |pair: &mut Pair, square: Square| {
        let cell = Cell { column: square.column() as u8, row: square.row() as u8 };
        number += 1;
        pair.show(&table.scene.render(&Moment::at_rest(cell), number).0)
    };
    while !position.is_over() {
        let legal = squares(position.legal_moves()).collect::<Vec<Square>>();
        if legal.is_empty() {
            position = position.play(Move::Pass).unwrap();
            continue;
        }
        if position.color() == Color::White {
            let answer = solver.search(&position, DEPTH).square.expect("there is a move");
            position = position.play(Move::Place(answer)).unwrap();
            continue;
        }
        // First onto a cell where it may not lie, then where it is to lie.
        let square = legal[random.below(legal.len())];
        let any = Square::new(random.below(64)).expect("a square");
        for target in [any, square] {
            let expected = [target.column() as u8, target.row() as u8];
            let is_legal = position.legal_moves() & target.bit() != 0;
            let is_there = (0..16).any(|_| {
                let seen = show(&mut pair, target);
                seen.has_piece() && seen.cell == expected && seen.is_valid_move() == is_legal
            });
            assert!(is_there, "{target} after {n_moves} moves");
        }
        pair.wires.hold(&[CameraButton::Confirm]).unwrap();
        show(&mut pair, square);
        pair.wires.hold(&[]).unwrap();
        position = position.play(Move::Place(square)).unwrap();
        n_moves += 1;
        // White answers, again if black has to pass.
        let mut after = position;
        while !after.is_over() && (after.color() == Color::White || after.legal_moves() == 0) {
            let answer = solver.search(&after, DEPTH).square;
            after = after.play(answer.map_or(Move::Pass, Move::Place)).unwrap();
        }
        let expected = [Color::Black, Color::White].map(|color| after.discs(color));
        let is_answered = (0..40).any(|_| {
            let seen = show(&mut pair, square);
            !seen.is_thinking() && [seen.black, seen.white] == expected
        });
        assert!(is_answered, "after {n_moves} moves");
        position = after;
    }
    // The debug picture, and a new game.
    let last = squares(position.discs(Color::Black) | position.discs(Color::White)).next().unwrap();
    assert!(show(&mut pair, last).is_over());
    pair.debug(Some(Bounds { channel: 3, lower: 4, upper: 7 }));
    for _ in 0..3 {
        show(&mut pair, last);
    }
    pair.debug(None);
    pair.wires.hold(&[CameraButton::Mode, CameraButton::Confirm]).unwrap();
    show(&mut pair, last);
    pair.wires.hold(&[]).unwrap();
    show(&mut pair, last);
    let seen = show(&mut pair, last);
    assert_eq!((seen.black.count_ones(), seen.is_over()), (2, false));
    eprintln!("a game of {n_moves} moves of the person, {number} pictures");
}
