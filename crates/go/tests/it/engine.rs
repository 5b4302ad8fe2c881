//! The player on small boards.

use std::cell::Cell;

use stonegate_go::{
    Choice, Color, Game, Move, Report, Rules, Search, Size, dead_stones, final_score,
};

fn game(text: &str, to_move: Color, komi: f64) -> Game {
    Game::from_board(text.parse().unwrap(), to_move, Rules::CHINESE.with_komi(komi))
}

fn think(game: &Game, n_games: u64) -> Report {
    let search = Search::new(game, 1 << 22);
    search.work(1, &|| search.n_games() >= n_games);
    search.report()
}

/// Black lives with two eyes on the left, White with two on the right, and a point between.
const SETTLED: &str = "
    .X.XO.O
    XXXXOOO
    ...XO..
    XXXXOOO
    .X.XO.O";

#[test]
fn a_race_is_won_by_who_moves() {
    // Either side takes the other's chain of five with its next move.
    let text = ".OX..\nXOXO.\nXOXO.\nXOXO.\nXOXO.";
    for color in Color::ALL {
        let game = game(text, color, 0.5);
        let report = think(&game, 4_000);
        assert!(report.value > 0.5, "{color}: {}", report.value);
    }
}

/// Random games on a large board take long, and nobody waits for their end.
#[test]
fn a_search_that_is_stopped_ends_before_its_games_do() {
    let game = Game::new(Size::square(19).unwrap(), Rules::CHINESE);
    for n_looks in [0, 4, 40] {
        let search = Search::new(&game, 1 << 22);
        let n_left = Cell::<u32>::new(n_looks);
        search.work(1, &|| n_left.replace(n_left.get().saturating_sub(1)) == 0);
        let report = search.report();
        assert_eq!(report.n_games, 0, "after {n_looks} looks");
        assert!(!report.candidates.is_empty(), "there is a move to make");
    }
}

#[test]
fn one_thread_repeats_itself() {
    let game = game(SETTLED, Color::Black, 0.5);
    let [one, other] = [think(&game, 2_000), think(&game, 2_000)];
    assert_eq!(one.n_games, other.n_games);
    assert_eq!(one.candidates[0].action, other.candidates[0].action);
    assert!((one.value - other.value).abs() < 1e-12);
}

#[test]
fn a_won_game_is_ended_behind_a_pass() {
    let mut game = game(SETTLED, Color::White, 0.5);
    game.play(Move::Pass).unwrap();
    let report = think(&game, 2_000);
    assert_eq!(Choice::default().choose(&game, &report), Some(Move::Pass));
    assert_eq!(final_score(&game).outcome().to_string(), "B+4.5");
}

#[test]
fn a_lost_game_is_given_up() {
    let game = game(SETTLED, Color::White, -20.0);
    let report = think(&game, 2_000);
    assert_eq!(Choice::default().choose(&game, &report), None);
}

#[test]
fn dead_stones_are_told_from_living_ones() {
    // White's lone stone cannot live among Black's.
    let text = ".......\n.XXXXX.\n.X...X.\n.X.O.X.\n.X...X.\n.XXXXX.\n.......";
    let dead = dead_stones(&text.parse().unwrap(), 1);
    assert_eq!((dead.black.len(), dead.white.len()), (0, 1));
    let dead = dead_stones(&SETTLED.parse().unwrap(), 1);
    assert!(dead.black.is_empty() && dead.white.is_empty(), "{dead:?}");
}
