//! Simulated machines at the ends of their wires.

use stonegate_go::{Board, Color, Size};
use stonegate_rtl::{Button, HandMadeMachine, Picture, Switch, Wires};

use crate::machines::{Simulation, make, start};

/// A clock that is as slow as the wire allows, with 16 clocks for a bit: a second is short then.
pub(super) const QUICK: Speed = Speed { clock_hz: 102_400, baud: 6_400 };

/// As on a chip: 25 MHz and 9600 baud.
pub(super) const TRUE: Speed = Speed { clock_hz: 25_000_000, baud: 9_600 };

#[derive(Copy, Clone)]
pub(super) struct Speed {
    pub(super) clock_hz: u32,
    pub(super) baud: u32,
}

impl Speed {
    /// The clocks of a byte on the wire.
    pub(super) const fn byte(self) -> u32 {
        self.clock_hz / self.baud * 10
    }
}

/// A running machine.
pub(super) struct Machine {
    pub(super) wires: Wires<Simulation>,
    pub(super) side: usize,
    pub(super) speed: Speed,
}

impl Machine {
    pub(super) fn start(side: usize, speed: Speed) -> Self {
        let machine = HandMadeMachine::go(side as u8);
        Self::with_screen(machine, speed, machine.screen())
    }

    /// A machine with a screen of this width and height.
    pub(super) fn with_screen(
        machine: HandMadeMachine,
        speed: Speed,
        screen: (usize, usize),
    ) -> Self {
        let HandMadeMachine::Go { side, .. } = machine else { panic!("it is not of Go") };
        let width = format!("WIDTH={}", screen.0);
        let speeds = [format!("SIM_CLOCK_HZ={}", speed.clock_hz), format!("BAUD={}", speed.baud)];
        let name = format!("{}-{}-{}", machine.name(), speed.clock_hz, screen.0);
        let folder = make(machine, &name, &["simulation", &speeds[0], &speeds[1], &width]);
        let pipes = start(&folder.join("build/simulation"));
        Self { wires: Wires::new(pipes, screen), side: usize::from(side), speed }
    }

    /// Switches the power on, with these switches up.
    pub(super) fn power_up(&mut self, seed: u32, switches: &[Switch]) {
        self.wires.power_up(seed).unwrap();
        for &switch in switches {
            self.wires.switch(switch, true).unwrap();
        }
        self.wires.run(200).unwrap();
    }

    pub(super) fn run(&mut self, clocks: u32) -> Vec<u8> {
        self.wires.run(clocks).unwrap();
        self.wires.take_heard()
    }

    pub(super) fn text(&mut self) -> String {
        self.wires.panel().unwrap().text.trim_end().to_owned()
    }

    pub(super) fn is_over(&mut self) -> bool {
        self.wires.panel().unwrap().lights == 0xffff
    }

    /// What the machine says at the end of a game: the verdict and the points, the own ones first,
    /// which take turns.
    pub(super) fn ending(&mut self) -> (String, [usize; 2]) {
        let (mut verdict, mut points) = (None, None);
        for _ in 0..12 {
            let text = self.text();
            let numbers = text.split_whitespace().map(str::parse).collect::<Result<Vec<_>, _>>();
            match numbers {
                Ok(numbers) => points = numbers.try_into().ok(),
                Err(_) => verdict = Some(text),
            }
            if let (Some(verdict), Some(points)) = (&verdict, points) {
                return (verdict.clone(), points);
            }
            self.run(self.speed.clock_hz / 4);
        }
        panic!("the machine shows {verdict:?} and {points:?}");
    }

    /// What is on the screen.
    pub(super) fn board(&mut self) -> Board {
        seen_board(&self.wires.picture().unwrap(), Size::square(self.side).unwrap())
    }

    /// Moves the cursor from one point to another over an empty line, and plays.
    pub(super) fn play_with_buttons(&mut self, right: i32, down: i32) {
        let (horizontal, vertical) = (
            if right < 0 { Button::Left } else { Button::Right },
            if down < 0 { Button::Up } else { Button::Down },
        );
        (0..right.abs()).for_each(|_| self.wires.press(horizontal).unwrap());
        (0..down.abs()).for_each(|_| self.wires.press(vertical).unwrap());
        self.wires.press(Button::Centre).unwrap();
    }
}

/// Reads the stones off a picture: beside the middle of a point there is neither mark nor rim.
fn seen_board(picture: &Picture, size: Size) -> Board {
    let margin = picture.height * 50 / 768;
    let interval = (picture.height - 2 * margin) / (size.height() - 1);
    let left = (picture.width - interval * (size.width() - 1)) / 2;
    let aside = interval / 5;
    let mut board = Board::new(size);
    for point in size.points() {
        let x = left + point.column() * interval + aside;
        let y = margin + (size.height() - 1 - point.row()) * interval + aside;
        board.set(
            point,
            match picture.at(x, y) {
                0x000 => Some(Color::Black),
                0xfff => Some(Color::White),
                _ => None,
            },
        );
    }
    board
}
