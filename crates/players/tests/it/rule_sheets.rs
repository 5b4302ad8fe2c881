//! The dedicated games against the rule sheets of the same games, in random play.

use std::time::Duration;

use stonegate_compile::{GameRules, Referee};
use stonegate_oracles::own_game;
use stonegate_players::{PrepareSettings, Rulebook, Ruleset, WAIT};
use stonegate_stones::{BoardGame, Columns, Outcome, Random};

/// How a sheet writes the stone of a color at a column and a row.
type Stone = fn(usize, usize, &str) -> String;

/// What happened in the games.
#[derive(Default)]
struct Seen {
    n_wins: usize,
    n_passes: usize,
}

/// Plays random games by both, and compares all that they say.
fn compare<G: BoardGame>(sheet: &str, n_games: u64, stone: Stone) -> Seen {
    let ruleset = Ruleset::from(GameRules::read(&own_game(sheet)).expect("it can be played"));
    let settings = PrepareSettings::default();
    let rulebook = Rulebook::new(&ruleset, &settings, Duration::from_mins(10));
    let mut seen = Seen::default();
    for number in 0..n_games {
        let mut random = Random::new(1, number);
        let mut game = G::start(&G::Setup::default());
        let mut referee = rulebook.game().expect("it begins");
        loop {
            check_position(&game, &mut *referee, stone);
            if let Some(outcome) = game.outcome() {
                seen.n_wins += usize::from(outcome != Outcome::Draw);
                break;
            }
            // Games that grow in a corner have rows long before the board is full.
            let legal = game.legal();
            let n_moves = if number % 4 == 0 { legal.len() } else { legal.len().min(60) };
            let action = legal[random.below(n_moves)];
            let mut joint = vec![WAIT.to_owned(); 2];
            joint[game.turn().index()] = term(&action.to_string());
            seen.n_passes += usize::from(joint.iter().any(|term| term == "pass"));
            referee.apply(&joint).expect("the sheet knows the move");
            game.play(action).expect("the move is legal");
        }
    }
    seen
}

fn check_position<G: BoardGame>(game: &G, referee: &mut dyn Referee, stone: Stone) {
    assert_eq!(sorted(referee.facts().expect("it can be told")), facts(game, stone));
    let outcome = game.outcome();
    assert_eq!(referee.is_terminal().expect("it can be told"), outcome.is_some());
    if let Some(outcome) = outcome {
        let goals = referee.goals().expect("it can be told");
        assert_eq!(goals, outcome.goals().map(Some));
        return;
    }
    let [mover, waiting] = [game.turn(), !game.turn()]
        .map(|color| sorted(referee.legal().expect("it can be told")[color.index()].clone()));
    assert_eq!(mover, sorted(game.legal().iter().map(|action| term(&action.to_string()))));
    assert_eq!(waiting, [WAIT]);
}

/// A move as the sheets write it.
fn term(action: &str) -> String {
    match Columns::All.read(action) {
        Some((column, row)) => format!("(place {} {})", column + 1, row + 1),
        None => action.to_owned(),
    }
}

/// The facts of a position as a sheet writes them.
fn facts(game: &impl BoardGame, stone: Stone) -> Vec<String> {
    let facts = game.facts();
    let words = |fact: &str| {
        fact.trim_matches(['(', ')']).split(' ').map(str::to_owned).collect::<Vec<_>>()
    };
    let stones_left = facts.iter().map(|fact| words(fact)).find(|words| words[0] == "stones_left");
    let translate = |fact: &String| match &words(fact)[..] {
        [cell, point, color] if cell == "cell" => {
            let (column, row) = Columns::All.read(point).expect("it is a point");
            Some(stone(column + 1, row + 1, color))
        }
        [control, color] if control == "control" => Some(match &stones_left {
            Some(words) => format!("(turn {color} {})", words[1]),
            None => fact.clone(),
        }),
        [name, _] if name == "stones_left" => None,
        _ => panic!("no sheet has {fact}"),
    };
    sorted(facts.iter().filter_map(translate))
}

fn sorted(texts: impl IntoIterator<Item = String>) -> Vec<String> {
    let mut texts = texts.into_iter().collect::<Vec<_>>();
    texts.sort();
    texts
}

#[test]
fn othello_is_the_reversi_of_the_sheet() {
    let cell: Stone = |x, y, color| format!("(cell {x} {y} {color})");
    let seen = compare::<stonegate_othello::Position>("reversi", 20, cell);
    assert!(seen.n_passes > 0 && seen.n_wins > 0);
}

#[test]
fn gomoku_is_that_of_the_sheet() {
    let stone: Stone = |x, y, color| format!("(stone {color} {x} {y})");
    assert!(compare::<stonegate_gomoku::Position>("gomoku", 4, stone).n_wins > 0);
}

#[test]
fn connect6_is_that_of_the_sheet() {
    let stone: Stone = |x, y, color| format!("(stone {color} {x} {y})");
    assert!(compare::<stonegate_connect6::Position>("connect6", 8, stone).n_wins > 0);
}
