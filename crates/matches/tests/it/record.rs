//! Records of matches, ours and those of others.

use stonegate_gdl::parse;
use stonegate_matches::Record;
use stonegate_oracles::{read, shared};
use stonegate_players::{Clock, Ruleset};

fn sample() -> Record {
    let (sheet, _) = parse("(role white) (role black) ; a comment");
    let ruleset = Ruleset::try_from(sheet).expect("it can be played");
    let mut record = Record::new("game.1", "game", &ruleset, Clock::from_secs(10, 5));
    record.roles = vec!["white".to_owned(), "black".to_owned()];
    record.players = vec!["mcts".to_owned(), "http://localhost:9147".to_owned()];
    record.states = vec!["((a))".to_owned(), "((b))".to_owned()];
    record.moves = vec![vec!["(go 1)".to_owned(), "noop".to_owned()]];
    record.errors = vec![vec![String::new(); 2], vec![String::new(), "IL (go 2)".to_owned()]];
    record.goal_values = vec![100, 0];
    record.is_completed = true;
    record
}

#[test]
fn records_are_read_as_they_were_written() {
    let record = sample();
    assert_eq!(record.rules, "(role white)\n(role black)\n");
    let json = record.to_json();
    assert_eq!(Record::from_json(&json).expect("it was written"), record);
    assert!(!json.contains('\n'));
    for broken in ["", "{}", "[1]", &json[..json.len() / 2]] {
        assert!(Record::from_json(broken).is_err(), "{broken}");
    }
}

#[test]
fn records_can_be_read_by_people() {
    let expected = "\
match game.1 of game, 10 s to start and 5 s a move
  white: mcts
  black: http://localhost:9147
   1. (go 1), noop
      black: the move was illegal: (go 2)
ended: white 100, black 0
";
    assert_eq!(sample().to_string(), expected);
}

#[test]
fn records_of_another_manager_are_read() {
    let Some(path) = shared("notes/ggp-wire-capture/match.json") else { return };
    let record = Record::from_json(&read(&path)).expect("it is a record");
    assert_eq!(record.match_id, "lab.1794770159927");
    assert_eq!((record.start_clock, record.play_clock, record.preview_clock), (5, 3, 2));
    assert_eq!(record.players, ["X", "O"]);
    assert_eq!(record.moves.len(), 7);
    assert_eq!(record.errors[1], ["IL noop", ""]);
    assert_eq!(record.goal_values, [100, 0]);
    assert!(record.is_completed && record.scrambled && !record.is_aborted);
    assert_eq!(Record::from_json(&record.to_json()).expect("it was written"), record);
}
