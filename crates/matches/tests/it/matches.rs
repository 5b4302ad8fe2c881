//! Matches between players of all kinds.

use std::cell::Cell;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use parking_lot::Mutex;
use stonegate_gdl::{RoleId, parse};
use stonegate_matches::{Adjudication, Entrant, Match, Record, Setup};
use stonegate_oracles::own_game;
use stonegate_players::{
    Briefing, Clock, Dedicated, Player, PlayerError, PlayerSpec, PrepareSettings, Resources,
    Rulebook, Ruleset, Thoughts, Turn,
};

/// A player that answers what it is told to.
#[derive(Debug)]
struct Scripted {
    answers: Vec<Result<&'static str, PlayerError>>,
    /// How long each answer takes.
    delay: Duration,
}

impl Player for Scripted {
    fn start(&mut self, _: &Briefing, _: &Turn<'_>) -> Result<(), PlayerError> {
        self.answers.reverse();
        Ok(())
    }

    fn play(&mut self, _: Option<&[String]>, _: &Turn<'_>) -> Result<String, PlayerError> {
        thread::sleep(self.delay);
        let answer = self.answers.pop().unwrap_or(Err(PlayerError::Gone));
        answer.map(str::to_owned)
    }

    fn stop(&mut self, _: Option<&[String]>, _: &Turn<'_>) -> Result<(), PlayerError> {
        Ok(())
    }
}

fn scripted(answers: Vec<Result<&'static str, PlayerError>>, delay: Duration) -> Entrant {
    Entrant { name: "scripted".to_owned(), player: Box::new(Scripted { answers, delay }) }
}

fn random(seed: u64) -> Entrant {
    let spec = "random".parse::<PlayerSpec>().expect("there is such a player");
    let player = spec.player(&Resources::new(seed)).expect("it has no options");
    Entrant { name: spec.to_string(), player }
}

fn play(
    sheet: &str,
    entrants: Vec<Entrant>,
    clock: Clock,
    stop: &AtomicBool,
    watch: &mut dyn FnMut(&Record),
) -> Record {
    let (sheet, errors) = parse(sheet);
    assert_eq!(errors, []);
    let ruleset = Ruleset::try_from(sheet).expect("it can be played");
    let referee =
        Rulebook::new(&ruleset, &PrepareSettings::default(), Duration::from_secs(5)).game();
    let setup = Setup {
        match_id: "test.1".to_owned(),
        game_name: "test".to_owned(),
        ruleset,
        opening: Vec::new(),
        clock,
        scrambled: false,
        step_limit: 50,
        adjudication: Adjudication::default(),
        notes_speeds: false,
        seed: 1,
    };
    Match::new(setup, referee.expect("the game can be played"), entrants).play(stop, watch)
}

fn quick_clock() -> Clock {
    Clock { start: Duration::from_secs(2), play: Duration::from_secs(2) }
}

fn finish(sheet: &str, entrants: Vec<Entrant>) -> Record {
    play(sheet, entrants, quick_clock(), &AtomicBool::new(false), &mut |_| {})
}

#[test]
fn random_players_finish_every_kind_of_game() {
    for (name, n_players) in
        [("tic-tac-toe", 2), ("rock-paper-scissors", 2), ("eight-puzzle", 1), ("nim", 2)]
    {
        let entrants = (0..n_players).map(random).collect();
        let record = finish(&own_game(name), entrants);
        assert!(record.is_completed, "{name}: {}", record.note);
        assert!(
            RoleId::first(record.roles.len()).all(|role| record.n_errors(role) == 0),
            "{record}"
        );
        assert_eq!(record.states.len(), record.moves.len() + 1);
        assert_eq!(record.goal_values.len(), n_players as usize);
    }
}

#[test]
fn bad_answers_are_replaced_and_recorded() {
    let answers = vec![
        Ok("( MARK 2  2 )"),
        Err(PlayerError::Connection("reset".to_owned())),
        Ok("(mark 2 2)"),
        Ok("(mark ?x 2)"),
    ];
    let opponent = vec![Ok("noop"); 2];
    let entrants = vec![scripted(answers, Duration::ZERO), scripted(opponent, Duration::ZERO)];
    let record = finish(&own_game("tic-tac-toe"), entrants);
    assert!(record.is_completed);
    // A move may be written in any case and with any blanks.
    assert_eq!(record.moves[0], ["(mark 2 2)", "noop"]);
    let errors_of = |role: usize| record.errors.iter().map(move |errors| errors[role].as_str());
    let gone = "PE the player has left";
    let expected = ["", "", "CE reset", "IL (mark 2 2)", "IL (mark ?x 2)", gone];
    assert_eq!(errors_of(0).take(6).collect::<Vec<_>>(), expected);
    assert_eq!(errors_of(1).take(4).collect::<Vec<_>>(), ["", "", "IL noop", gone]);
    assert_eq!(record.moves[1][0], "noop");
    assert_eq!(record.n_errors_of_kind(RoleId::new(0), "IL"), 2);
}

#[test]
fn nobody_waits_for_the_late() {
    let sheet = "(role robot) (init a) (legal robot x) (<= (next b) (does robot x))
        (<= terminal (true b)) (goal robot 100)";
    let clock = Clock { start: Duration::from_secs(1), play: Duration::from_millis(100) };
    let entrants = vec![scripted(vec![Ok("x")], Duration::from_secs(5))];
    let record = play(sheet, entrants, clock, &AtomicBool::new(false), &mut |_| {});
    assert!(record.is_completed);
    assert_eq!(record.errors, [[""], ["TO"]]);
}

#[test]
fn a_match_can_be_stopped() {
    let stop = AtomicBool::new(false);
    let entrants = vec![random(1), random(2)];
    let mut n_seen = 0;
    let mut watch = |record: &Record| {
        n_seen += 1;
        stop.store(record.moves.len() == 2, Ordering::Relaxed);
    };
    let record = play(&own_game("reversi"), entrants, quick_clock(), &stop, &mut watch);
    assert_eq!((record.is_completed, record.is_aborted), (false, true));
    assert_eq!(record.moves.len(), 2);
    assert_eq!(record.note, "the match was stopped");
    assert_eq!(n_seen, 4);
}

/// On a busy machine the start clock may run out before the opening has been gone through.
#[test]
fn a_late_start_is_made_up_for() {
    let (sheet, _) = parse(&own_game("tic-tac-toe"));
    let spec = "mcts:threads=1,iterations=50".parse::<PlayerSpec>().expect("it is right");
    let mut player = spec.player(&Resources::new(1)).expect("it is right");
    let briefing = Briefing {
        match_id: "test.1".to_owned(),
        role: "xplayer".to_owned(),
        ruleset: Ruleset::try_from(sheet).expect("it can be played"),
        opening: vec![vec!["(mark 1 1)".to_owned(), "noop".to_owned()]],
        clock: quick_clock(),
    };
    let canceled = AtomicBool::new(false);
    let turn = |time: Duration| Turn {
        deadline: Instant::now() + time,
        canceled: &canceled,
        thoughts: &|_| {},
    };
    player.start(&briefing, &turn(Duration::ZERO)).expect("the rules can be played");
    let last = ["noop".to_owned(), "(mark 2 2)".to_owned()];
    let answer = player.play(Some(&last), &turn(Duration::from_mins(1)));
    assert!(answer.expect("it has a move").starts_with("(mark "));
}

/// Notes how many random games a player knew of when it made each of its moves.
#[derive(Debug)]
struct Witness {
    player: Box<dyn Player>,
    known: Arc<Mutex<Vec<u64>>>,
}

impl Player for Witness {
    fn start(&mut self, briefing: &Briefing, turn: &Turn<'_>) -> Result<(), PlayerError> {
        self.player.start(briefing, turn)
    }

    fn play(&mut self, last: Option<&[String]>, turn: &Turn<'_>) -> Result<String, PlayerError> {
        let latest = Cell::new(None::<u64>);
        let thoughts = |thoughts: &Thoughts| {
            latest.set(Some(thoughts.opinions.iter().map(|opinion| opinion.visits).sum()));
        };
        let answer = self.player.play(last, &Turn { thoughts: &thoughts, ..*turn });
        self.known.lock().extend(latest.get());
        answer
    }

    fn stop(&mut self, last: Option<&[String]>, turn: &Turn<'_>) -> Result<(), PlayerError> {
        self.player.stop(last, turn)
    }

    fn abort(&mut self, turn: &Turn<'_>) -> Result<(), PlayerError> {
        self.player.abort(turn)
    }
}

#[test]
fn an_engine_keeps_what_it_learned_from_move_to_move() {
    let ruleset = Ruleset::from("go5".parse::<Dedicated>().expect("it is a game"));
    let spec = "go:noresign,games=20000".parse::<PlayerSpec>().expect("there is such a player");
    let known = Arc::new(Mutex::new(Vec::new()));
    // Who plays after these moves knows nothing of what was thought before them.
    let play = |opening: Vec<Vec<String>>, step_limit| {
        let player = || spec.player(&Resources::new(1)).expect("its options are right");
        let witness = Witness { player: player(), known: Arc::clone(&known) };
        let players: [Box<dyn Player>; 2] = [Box::new(witness), player()];
        let entrants = players.map(|player| Entrant { name: spec.to_string(), player }).into();
        let setup = Setup {
            match_id: "go.1".to_owned(),
            game_name: "go5".to_owned(),
            ruleset: ruleset.clone(),
            opening,
            clock: Clock::from_secs(1, 60),
            scrambled: false,
            step_limit,
            adjudication: Adjudication::default(),
            notes_speeds: false,
            seed: 1,
        };
        let settings = PrepareSettings::default();
        let rulebook = Rulebook::new(&ruleset, &settings, Duration::from_secs(1));
        let referee = rulebook.game().expect("the rules are right");
        Match::new(setup, referee, entrants).play(&AtomicBool::new(false), &mut |_| {})
    };
    let record = play(Vec::new(), 3);
    play(record.moves[..2].to_vec(), 3);
    let known = known.lock().clone();
    let [first, second, anew] = known[..] else { panic!("there are three moves: {known:?}") };
    assert!(second > anew, "{second} games after {first}, and {anew} without what was known");
}
