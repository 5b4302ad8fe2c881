//! A match grounds its sheet once, whoever needs it. Alone in its process, because it counts.

use std::sync::atomic::AtomicBool;
use std::time::Duration;

use stonegate_compile::{BuiltIn, GameRules, n_groundings};
use stonegate_matches::{Adjudication, Entrant, Match, Setup};
use stonegate_players::{Clock, PlayerSpec, Resources, Rulebook, Ruleset};

#[test]
fn two_searching_players_and_their_referee_ground_a_sheet_once() {
    let game = BuiltIn::find("connect-four").expect("it is built in");
    let ruleset = Ruleset::from(GameRules::read(game.text).expect("it can be played"));
    let resources = Resources::new(1);
    let rulebook = Rulebook::new(&ruleset, &resources.to_prepare(), Duration::from_mins(2));
    assert!(matches!(rulebook, Rulebook::Machine { .. }));
    // Players come and go between the games of a series.
    for number in 0..2 {
        let spec = "mcts:iterations=50".parse::<PlayerSpec>().expect("there is such a player");
        let entrants = (0..2).map(|_| Entrant {
            name: spec.to_string(),
            player: spec.player(&resources).expect("it needs nothing else"),
        });
        let setup = Setup {
            match_id: format!("once.{number}"),
            game_name: game.name.to_owned(),
            ruleset: ruleset.clone(),
            opening: Vec::new(),
            clock: Clock::from_secs(20, 20),
            scrambled: false,
            step_limit: 4,
            adjudication: Adjudication::default(),
            notes_speeds: false,
            seed: 1,
        };
        let referee = rulebook.game().expect("there is an initial position");
        let record = Match::new(setup, referee, entrants.collect())
            .play(&AtomicBool::new(false), &mut |_| {});
        assert_eq!(record.moves.len(), 4, "{record:?}");
    }
    assert_eq!(n_groundings(), 1);
}
