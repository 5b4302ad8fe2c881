//! What players make of what they are told.

use std::io::{Read, Write};
use std::net::{SocketAddr, TcpListener};
use std::num::NonZeroUsize;
use std::sync::atomic::AtomicBool;
use std::thread;
use std::time::{Duration, Instant};

use parking_lot::Mutex;
use stonegate_compile::GameRules;
use stonegate_oracles::own_game;
use stonegate_players::{
    Briefing, Clock, Dedicated, Player, PlayerError, PlayerSpec, Resources, Ruleset, TablePlayer,
    Turn,
};
use stonegate_protocols::go_link::FrameReader;
use stonegate_protocols::othello_link::{Reply, Request};

/// A player in a match, and what it has told of gaps.
struct Seated {
    player: Box<dyn Player>,
    gap: Mutex<String>,
}

impl Seated {
    fn new(spec: &str, game: &str, role: &str) -> Self {
        let resources = Resources { memory: 1 << 24, ..Resources::new(3) };
        let spec = spec.parse::<PlayerSpec>().expect("there is such a player");
        let player = spec.player(&resources).expect("it is well described");
        let mut seated = Self { player, gap: Mutex::default() };
        let briefing = briefing(game, role);
        seated.ask(|player, turn| player.start(&briefing, turn)).expect("it knows its role");
        seated
    }

    fn ask<T>(&mut self, question: impl FnOnce(&mut dyn Player, &Turn<'_>) -> T) -> T {
        // Plenty for a machine that does many other things.
        let deadline = Instant::now() + Duration::from_secs(10);
        let canceled = AtomicBool::new(false);
        self.gap.lock().clear();
        let gap = &self.gap;
        let thoughts = |thoughts: &stonegate_players::Thoughts| {
            gap.lock().clone_from(&thoughts.gap);
        };
        question(&mut *self.player, &Turn { deadline, canceled: &canceled, thoughts: &thoughts })
    }

    /// The answer after these moves, and what the player complains about.
    fn play(&mut self, last: &[&str]) -> (Result<String, PlayerError>, String) {
        let last = last.iter().map(|&action| action.to_owned()).collect::<Vec<_>>();
        let last = (!last.is_empty()).then_some(last);
        let answer = self.ask(|player, turn| player.play(last.as_deref(), turn));
        (answer, self.gap.lock().clone())
    }
}

fn ruleset(game: &str) -> Ruleset {
    GameRules::read(&own_game(game)).expect("it can be played").into()
}

const PLAYERS: [&str; 2] = ["random", "mcts:threads=1,iterations=200"];

fn briefing(game: &str, role: &str) -> Briefing {
    Briefing {
        match_id: "m".to_owned(),
        role: role.to_owned(),
        ruleset: ruleset(game),
        opening: Vec::new(),
        clock: Clock::from_secs(1, 1),
    }
}

#[test]
fn a_wrong_message_is_forgotten_when_the_right_one_comes() {
    for spec in PLAYERS {
        let mut seated = Seated::new(spec, "tic-tac-toe", "xplayer");
        let (first, gap) = seated.play(&[]);
        let first = first.expect("there is a legal move");
        assert_eq!(gap, "");
        let (answer, gap) = seated.play(&["(mark 9 9)", "noop"]);
        assert_eq!(answer.as_deref(), Ok("noop"), "it has made its move: {spec}");
        assert!(gap.contains("`(mark 9 9) noop` cannot have happened"), "{gap}");
        assert_eq!(seated.play(&[&first, "noop"]), (Ok("noop".to_owned()), String::new()));
        let other = if first == "(mark 2 2)" { "(mark 1 1)" } else { "(mark 2 2)" };
        let (answer, gap) = seated.play(&["noop", other]);
        let answer = answer.expect("there is a legal move");
        assert!(answer.starts_with("(mark ") && answer != first && answer != other, "{answer}");
        assert_eq!(gap, "");
    }
}

#[test]
fn a_missing_turn_is_made_up_for_as_far_as_it_can_be_known() {
    for spec in PLAYERS {
        let mut seated = Seated::new(spec, "tic-tac-toe", "xplayer");
        assert!(seated.play(&[]).0.is_ok());
        assert_eq!(seated.play(&["(mark 1 1)", "noop"]).0.as_deref(), Ok("noop"));
        // The answer of `oplayer` is not told.
        let (answer, gap) = seated.play(&["(mark 2 2)", "noop"]);
        assert_eq!(answer.as_deref(), Ok("noop"), "{spec}");
        let problem = "a turn is missing before `(mark 2 2) noop`, and there are 7 ways";
        assert!(gap.starts_with(problem), "{gap}");
        let (answer, gap) = seated.play(&["noop", "(mark 3 3)"]);
        let answer = answer.expect("there is a legal move");
        let taken = ["(mark 1 1)", "(mark 2 2)", "(mark 3 3)"];
        assert!(answer.starts_with("(mark ") && !taken.contains(&&*answer), "{answer}");
        assert!(gap.contains("not certain"), "{gap}");
        // Five cells are marked from here on, and only one line has the missing one at (1 3).
        let (answer, _) = seated.play(&["(mark 1 2)", "noop"]);
        assert_eq!(answer.as_deref(), Ok("noop"), "{spec}");
    }
}

#[test]
fn a_message_that_comes_twice_is_answered_twice() {
    for spec in PLAYERS {
        let mut seated = Seated::new(spec, "tic-tac-toe", "oplayer");
        assert_eq!(seated.play(&[]).0.as_deref(), Ok("noop"));
        for _ in 0..2 {
            let (answer, _) = seated.play(&["(mark 1 1)", "noop"]);
            let answer = answer.expect("there is a legal move");
            assert!(answer.starts_with("(mark ") && answer != "(mark 1 1)", "{answer}");
        }
        assert_eq!(seated.play(&["noop", "(mark 2 2)"]).0.as_deref(), Ok("noop"), "{spec}");
    }
}

#[test]
fn roles_and_moves_may_be_in_another_case() {
    for spec in PLAYERS {
        let mut seated = Seated::new(spec, "tic-tac-toe", "XPLAYER");
        assert!(seated.play(&[]).0.is_ok());
        let answer = seated.play(&["(MARK 1 1)", "NOOP"]);
        assert_eq!(answer, (Ok("noop".to_owned()), String::new()), "{spec}");
    }
}

#[test]
fn nothing_that_is_told_confuses_a_player_for_good() {
    for spec in PLAYERS {
        let mut seated = Seated::new(spec, "tic-tac-toe", "xplayer");
        assert!(seated.play(&[]).0.is_ok());
        for nonsense in [&["a", "b"][..], &["noop"], &["noop", "noop", "noop"], &["", ""]] {
            assert!(seated.play(nonsense).0.is_ok(), "{spec} {nonsense:?}");
        }
        assert_eq!(seated.play(&["(mark 1 1)", "noop"]).0.as_deref(), Ok("noop"), "{spec}");
    }
}

#[test]
fn a_start_without_any_time_is_made_up_for() {
    for spec in PLAYERS {
        let spec = spec.parse::<PlayerSpec>().expect("there is such a player");
        let mut player = spec.player(&Resources::new(1)).expect("it is well described");
        let turn =
            Turn { deadline: Instant::now(), canceled: &AtomicBool::new(false), thoughts: &|_| {} };
        let briefing = briefing("tic-tac-toe", "oplayer");
        // Whether that is an error is a matter of the player.
        let _ = player.start(&briefing, &turn);
        let mut seated = Seated { player, gap: Mutex::default() };
        assert_eq!(seated.play(&[]).0.as_deref(), Ok("noop"));
    }
}

#[test]
fn a_previewed_game_is_the_one_that_is_played() {
    let threads = NonZeroUsize::MIN;
    let resources = Resources { threads, ..Resources::new(1) };
    let spec = "mcts:iterations=50".parse::<PlayerSpec>().expect("there is such a player");
    let player = spec.player(&resources).expect("it is well described");
    let mut seated = Seated { player, gap: Mutex::default() };
    seated.player.preview(&ruleset("connect-four"));
    seated.player.preview(&ruleset("tic-tac-toe"));
    let briefing = briefing("tic-tac-toe", "xplayer");
    seated.ask(|player, turn| player.start(&briefing, turn)).expect("it knows its role");
    let (answer, _) = seated.play(&[]);
    assert!(answer.expect("there is a legal move").starts_with("(mark "));
}

#[test]
fn a_player_at_a_table_follows_the_game_forward_and_back() {
    let briefing = briefing("tic-tac-toe", "oplayer");
    let spec = "random".parse::<PlayerSpec>().expect("there is such a player");
    let mut player = TablePlayer::new(spec, Resources::new(3), briefing);
    let canceled = AtomicBool::new(false);
    let deadline = Instant::now() + Duration::from_secs(20);
    let begin = || Turn { deadline, canceled: &canceled, thoughts: &|_| {} };
    let game = ["(mark 1 1)", "(mark 1 2)", "(mark 1 3)", "(mark 2 1)", "(mark 2 3)", "(mark 2 2)"];
    let line = game.iter().enumerate().map(|(ply, &action)| {
        let mut joint = vec!["noop".to_owned(); 2];
        action.clone_into(&mut joint[ply % 2]);
        joint
    });
    let line = line.collect::<Vec<_>>();
    player.start(&line[..1], &canceled).expect("it knows its role");
    // One turn later, several, the same once more, back, another way.
    for n_moves in [1, 3, 5, 5, 3, 6, 1] {
        let answer = player.play(&line[..n_moves], &canceled, &begin).expect("it has a move");
        if n_moves % 2 == 0 {
            assert_eq!(answer, "noop");
        } else {
            let is_free = answer.starts_with("(mark ") && !game[..n_moves].contains(&&*answer);
            assert!(is_free, "{answer} after {n_moves} moves");
        }
    }
    let unheard = vec![vec!["(mark 9 9)".to_owned(), "noop".to_owned()]];
    assert!(player.play(&unheard, &canceled, &begin).is_err());
    assert!(player.play(&line[..1], &canceled, &begin).is_ok(), "it starts anew");
}

/// Answers the first question that is asked there as an Othello machine would.
fn be_board(address: SocketAddr) {
    let listener = TcpListener::bind(address).expect("the port is free");
    thread::spawn(move || {
        let mut stream = listener.accept().expect("somebody comes").0;
        let (mut reader, mut byte) = (FrameReader::default(), [0]);
        while stream.read_exact(&mut byte).is_ok() {
            let content = reader.push(byte[0]);
            if let Some(request) = content.and_then(|content| Request::decode(&content)) {
                let square = Some(19);
                let reply = Reply::Move { number: request.number, square, value: 0, n_visits: 1 };
                stream.write_all(&reply.encode()).expect("somebody listens");
            }
        }
    });
}

#[test]
fn a_board_that_comes_back_plays_at_once() {
    let free = TcpListener::bind("127.0.0.1:0").expect("there is a free port");
    let address = free.local_addr().expect("it is bound");
    drop(free);
    let othello = Dedicated::all().into_iter().find(|game| game.name() == "othello");
    let ruleset = Ruleset::from(othello.expect("there is Othello"));
    let briefing = Briefing { ruleset, ..briefing("tic-tac-toe", "black") };
    let spec = format!("othello:board={address}").parse::<PlayerSpec>();
    let mut player =
        TablePlayer::new(spec.expect("there is such a player"), Resources::new(3), briefing);
    let canceled = AtomicBool::new(false);
    let deadline = Instant::now() + Duration::from_secs(20);
    let begin = || Turn { deadline, canceled: &canceled, thoughts: &|_| {} };
    for _ in 0..2 {
        let answer = player.play(&[], &canceled, &begin);
        assert!(matches!(answer, Err(PlayerError::Connection(_))), "{answer:?}");
    }
    be_board(address);
    assert!(player.play(&[], &canceled, &begin).is_ok());
}
