//! Defect 6 of the original, whose games may go round in a long cycle: with superko none does.

use std::collections::VecDeque;
use std::path::Path;
use std::time::Duration;

use stonegate_go::{self as go, Game, Move, Rules, Size};
use stonegate_oracles::{is_slow_run, may_be_slow};
use stonegate_protocols::go_link::{Endpoint, Event, Refusal, Settings, Side};
use stonegate_rtl::{HandMadeMachine, Switch};

use super::boards::{Play, position_hash};
use super::boards_in_play::to_wire;
use super::modules::{self, superko_game};
use super::records::{Chip, GameComparison, compare_games};
use super::simulated::{Machine, QUICK};
use super::twins::refusal_number;
use crate::bench::rtl_folder;
use crate::tools::has;

/// Three kos: Black may take in two of them and White in one, and Black is to move.
///
/// ```text
/// 9 . X O . . X O . .
/// 8 X O . O X O . O .
/// 7 . X O . . X O . .
///   ..
/// 3 . X O . . . . . .
/// 2 X . X O . . . . .
/// 1 . X O . . . . . X
///   A B C D E F G H J
/// ```
const THREE_KOS: &str = "B9 C9 A8 D8 B7 C7 F9 B8 E8 G9 F7 H8 B3 G7 A2 F8 B1 C3 C2 D2 J1 C1";

/// The last of these moves brings the board from before the first one back.
const ROUND: &str = "C8 B2 G8 B8 C2 F8";

fn moves(text: &str) -> impl Iterator<Item = Move> {
    text.split(' ').map(|word| word.parse().expect("it is a move"))
}

/// Any point, own eyes among them, so that much is taken; passes are few, so that games are long.
fn careless_move(play: &mut Play) -> Move {
    let size = play.game.size();
    let [column, row] = [size.width(), size.height()].map(|length| play.random.below(length));
    let point = size.point(column, row).filter(|_| play.random.below(200) != 0);
    point.map_or(Move::Pass, Move::Place)
}

/// Random games on a small board, where boards come back all the time. Games are too long for the
/// history now and then.
pub(crate) fn compare_superko(root: &Path, n_moves: usize) -> Result<(), String> {
    const HISTORY_BITS: u32 = 5;
    let comparison = GameComparison {
        module: superko_game(2, true, HISTORY_BITS),
        root: root.to_owned(),
        size: Size::square(2).expect("it is a size"),
        rules: Rules::FPGA_SUPERKO,
        most_moves: (1 << HISTORY_BITS) - 1,
        choose: careless_move,
    };
    let seen = compare_games(&comparison, n_moves)?;
    // A comparison in which these never came up would say nothing about them.
    if seen.n_long_cycles < n_moves / 1_000 || seen.n_too_late < n_moves / 1_000 {
        return Err(format!("{seen:?}"));
    }
    eprintln!(
        "superko: {n_moves} moves, {} refused that simple ko allows, {} without room",
        seen.n_long_cycles, seen.n_too_late
    );
    Ok(())
}

#[test]
fn games_with_superko_are_those_of_the_twin() {
    if !has("verilator") {
        return;
    }
    let n_moves = if is_slow_run() { 30_000 } else { 3_000 };
    compare_superko(&rtl_folder(), n_moves).unwrap_or_else(|error| panic!("{error}"));
    if is_slow_run() {
        let comparison = GameComparison {
            module: superko_game(9, true, 10),
            rules: Rules::FPGA_SUPERKO,
            most_moves: 1_023,
            ..GameComparison::plain(rtl_folder())
        };
        let seen = compare_games(&comparison, 10_000).unwrap_or_else(|error| panic!("{error}"));
        eprintln!("superko on 9x9: a move takes {} clocks at most", seen.most_clocks);
    }
}

/// On the chip as in its twin: the sixth move of a round is the one that superko refuses.
#[test]
fn a_triple_ko_goes_round_only_without_superko() {
    if !has("verilator") {
        return;
    }
    let size = Size::NINE;
    let last = moves(ROUND).last().expect("a round has moves");
    for (rules, module) in
        [(Rules::FPGA, modules::game(9, true)), (Rules::FPGA_SUPERKO, superko_game(9, true, 10))]
    {
        let mut chip = Chip::start(&module, &rtl_folder(), size);
        let mut game = Game::new(size, rules);
        let mut play = |action: Move| {
            let said = chip.play(game.to_move(), action);
            assert_eq!(said.refusal, game.play(action).err().map(refusal_number), "{action}");
            assert_eq!(said.board, Some(*game.board()), "{action}");
            said.refusal
        };
        assert!(moves(THREE_KOS).all(|action| play(action).is_none()), "three kos are made");
        let refused = moves(ROUND).filter_map(|action| play(action).map(|reason| (action, reason)));
        let refused = refused.collect::<Vec<_>>();
        if rules == Rules::FPGA {
            assert_eq!(refused, [], "the board comes back");
            let again = (0..10).flat_map(|_| moves(ROUND));
            assert!(again.map(play).all(|refusal| refusal.is_none()), "and again and again");
        } else {
            assert_eq!(refused, [(last, refusal_number(go::Refusal::Ko))]);
            assert_eq!(play("J9".parse().unwrap()), None, "another move is White's way out");
        }
    }
}

/// One end of a framed wire with a machine of Black's at the other.
struct End {
    machine: Machine,
    endpoint: Endpoint,
    seconds: f64,
}

impl End {
    fn new(has_superko: bool, rules: u8) -> Self {
        let machine = HandMadeMachine::Go { side: 9, has_superko };
        let mut machine = Machine::with_screen(machine, QUICK, machine.screen());
        machine.power_up(11, &[Switch::Framed]);
        let settings = Settings { width: 9, height: 9, rules, komi: 0, side: Side::White };
        Self { machine, endpoint: Endpoint::new(settings), seconds: 0.0 }
    }

    fn now(&self) -> Duration {
        Duration::from_secs_f64(self.seconds)
    }

    /// Lets both ends talk until this one hears of something.
    fn until(&mut self, is_it: impl Fn(&Event) -> bool) -> Event {
        let mut queue = VecDeque::new();
        for _ in 0..20_000 {
            let byte = queue.pop_front().into_iter().collect::<Vec<_>>();
            self.machine.wires.say(&byte).unwrap();
            for byte in self.machine.run(QUICK.byte()) {
                let event = self.endpoint.receive(byte, self.now());
                if let Some(event) = event.filter(&is_it) {
                    return event;
                }
            }
            self.seconds += f64::from(QUICK.byte()) / f64::from(QUICK.clock_hz);
            self.endpoint.tick(self.now());
            queue.extend(self.endpoint.take_output());
        }
        panic!("nothing is heard of it: {}", self.machine.text());
    }
}

/// A whole machine gets all but the last move of a round told, and then hears that one.
#[test]
fn long_cycles_are_refused_over_the_wire() {
    if !has("verilator") || !may_be_slow() {
        return;
    }
    for (has_superko, rules) in [(false, 0), (true, 3)] {
        let mut game = Game::new(Size::NINE, Rules::FPGA);
        let told = moves(THREE_KOS).chain(moves(ROUND)).map(|action| {
            game.play(action).expect("simple ko allows it");
            (to_wire(action), position_hash(game.board(), game.to_move()))
        });
        let mut told = told.collect::<Vec<_>>();
        let (action, hash) = told.pop().expect("there are moves");
        let index = told.len();
        let mut end = End::new(has_superko, rules);
        end.endpoint = end.endpoint.with_moves(0, told);
        end.until(|event| *event == Event::Connected);
        end.endpoint.play(action, hash, end.now()).expect("nothing is open");
        let event = end.until(|event| {
            matches!(event, Event::Refused { .. }) || *event == Event::Accepted { index }
        });
        let expected = if has_superko {
            Event::Refused { index, refusal: Refusal::Ko }
        } else {
            Event::Accepted { index }
        };
        assert_eq!(event, expected);
    }
    // An end with simple ko does not fit a machine with superko.
    let mut end = End::new(true, 0);
    let event = end.until(|_| true);
    let Event::SettingsDiffer(settings) = event else { panic!("{event:?}") };
    assert_eq!(settings.rules, 3);
    end.machine.run(QUICK.clock_hz);
    assert_eq!(end.machine.text(), "ERROR");
}
