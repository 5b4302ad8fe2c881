//! The games of the lanes against games on a plain board.

use stonegate_go::{Board, Color, Game, Lanes, Move, Point, Policy, Random, Rules, Size, area};

use stonegate_oracles::is_slow_run;

/// What is compared of a game.
#[derive(Copy, Clone, Default)]
struct Sample {
    is_won: f64,
    lead: f64,
    length: f64,
}

impl Sample {
    fn new(lead: f64, length: f64) -> Self {
        Self { is_won: f64::from(lead > 7.5), lead, length }
    }

    fn values(self) -> [f64; 3] {
        [self.is_won, self.lead, self.length]
    }
}

/// An eye, written down independently of the engine.
fn is_eye(board: &Board, color: Color, point: Point) -> bool {
    let size = board.size();
    let n_lost = size.diagonals(point).filter(|&p| board.at(p) == Some(!color)).count();
    let n_allowed = usize::from(size.diagonals(point).count() == 4);
    size.neighbors(point).all(|p| board.at(p) == Some(color)) && n_lost <= n_allowed
}

/// Plays one light game on a plain board.
fn play(size: Size, random: &mut Random) -> Sample {
    let mut game = Game::new(size, Rules::CHINESE);
    while !game.is_over() && game.n_moves() < 3 * size.n_points() {
        let color = game.to_move();
        let board = game.board();
        let mut points =
            board.empty().iter().filter(|&p| !is_eye(board, color, p)).collect::<Vec<_>>();
        loop {
            if points.is_empty() {
                game.play(Move::Pass).unwrap();
                break;
            }
            let point = points.swap_remove(random.below(points.len()));
            if game.play(Move::Place(point)).is_ok() {
                break;
            }
        }
    }
    let area = area(game.board());
    let lead = area.black.len() as f64 - area.white.len() as f64;
    Sample::new(lead, game.n_moves() as f64)
}

fn lanes_games(size: Size, n_games: usize) -> Vec<Sample> {
    let mut lanes = Lanes::new(size, Policy::Uniform, 11);
    let board = Board::new(size);
    let mut samples = Vec::new();
    while samples.len() < n_games {
        while let Some(block) = lanes.free_block() {
            lanes.start(block, &board, Color::Black, None);
        }
        lanes.run(&|| false, |_, result| {
            let games = result.leads.iter().zip(&result.lengths);
            samples.extend(games.map(|(&lead, &n)| Sample::new(f64::from(lead), f64::from(n))));
        });
    }
    samples
}

fn mean_and_variance(samples: &[Sample], which: usize) -> (f64, f64) {
    let n = samples.len() as f64;
    let mean = samples.iter().map(|sample| sample.values()[which]).sum::<f64>() / n;
    let squares = samples.iter().map(|sample| (sample.values()[which] - mean).powi(2));
    (mean, squares.sum::<f64>() / (n - 1.0) / n)
}

#[test]
fn lanes_play_as_a_plain_board_does() {
    let n_games = if is_slow_run() { 1_000_000 } else { 1_500 };
    for side in [5, 9] {
        let size = Size::square(side).unwrap();
        let mut random = Random::new(side as u64, 0);
        let plain = (0..n_games).map(|_| play(size, &mut random)).collect::<Vec<_>>();
        let lanes = lanes_games(size, 4 * n_games);
        for (which, name) in ["wins", "lead", "length"].into_iter().enumerate() {
            let ((a, va), (b, vb)) =
                (mean_and_variance(&plain, which), mean_and_variance(&lanes, which));
            let deviation = (a - b) / (va + vb).sqrt();
            assert!(deviation.abs() < 4.0, "{side}, {name}: {a} and {b}, {deviation} sigma");
        }
    }
}

#[test]
fn finished_games_leave_only_eyes() {
    // A board on which nobody has a move left is counted as it stands.
    let board = ".X.XO.\nXXXXOO\nXXXXO.\nXXXXOO\nXX.XOO\nXXXXO.".parse::<Board>().unwrap();
    let mut lanes = Lanes::new(board.size(), Policy::Uniform, 1);
    lanes.start(0, &board, Color::Black, None);
    let mut n_results = 0;
    lanes.run(&|| false, |block, result| {
        assert_eq!(block, 0);
        assert!(result.leads.iter().all(|&lead| lead == 24 - 12), "{:?}", result.leads);
        n_results += 1;
    });
    assert_eq!(n_results, 1);
}
