// This is how `expect-test` writes its strings.
#![allow(clippy::needless_raw_string_hashes)]

use std::time::Duration;

use expect_test::{Expect, expect};
use ratatui::Terminal;
use ratatui::backend::TestBackend;
use ratatui::buffer::Cell;
use ratatui::crossterm::event::{Event, KeyCode};
use stonegate_gdl::RoleId;
use stonegate_players::{Resources, WAIT};

use super::screen::Screen;
use super::{Game, Session, Settings, plain};

/// Black walls off the left side, White the right one, and White has a stone on the wrong
/// side. Both have passed, so that nobody is left to think.
fn session() -> Session {
    let game = Game::of_dedicated("go5:komi=0.5".parse().unwrap()).unwrap();
    let moves = "C1 D1 C2 D2 C3 D3 C4 D4 C5 D5 B2 A4 pass pass".split(' ').enumerate();
    let moves = moves.map(|(ply, action)| {
        let mut joint = vec![WAIT.to_owned(); 2];
        joint[ply % 2] = action.to_owned();
        joint
    });
    let settings = Settings {
        role: RoleId::new(0),
        player: "random".parse().unwrap(),
        resources: Resources::new(1),
        time: Duration::from_millis(100),
        record: None,
        shows_terms: false,
    };
    Session::resume(game, settings, moves.collect()).unwrap()
}

/// What is on the screen after these keys.
fn screen_after(session: &mut Session, keys: &[KeyCode]) -> Vec<String> {
    let mut screen = Screen::new(session);
    for &key in keys {
        screen.respond(&Event::Key(key.into())).unwrap();
        screen.listen().unwrap();
    }
    let mut terminal = Terminal::new(TestBackend::new(64, 15)).unwrap();
    terminal.draw(|frame| screen.draw(frame)).unwrap();
    let buffer = terminal.backend().buffer();
    let lines = buffer.content.chunks(buffer.area.width.into()).map(|line| {
        let line = line.iter().map(Cell::symbol).collect::<String>();
        line.trim_end().to_owned() + "\n"
    });
    lines.collect()
}

#[track_caller]
fn check_screen(session: &mut Session, keys: &[KeyCode], expect: &Expect) {
    expect.assert_eq(&screen_after(session, keys).concat());
}

#[test]
fn the_machine_proposes_what_is_dead() {
    check_screen(
        &mut session(),
        &[],
        &expect![[r#"
         go5:komi=0.5   you are black   turn 15   the count
         5   b    b    B    W    w   (captured black 0) (captured white
         4  [x]   b    B    W    w   0) (control black) (score black 15)
         3   b    b    B    W    w   (score white 10.5)
         2   b    B    B    W    w   agree, or mark a chain
         1   b    b    B    W    w    agree
             A    B    C    D    E    propose dead stones
                                      play on
                                      C1
                                      D1
                                      B2
                                      C2
                                      D2
         Mark the dead stones, then agree: black 15, white 10.5
        Enter play  Tab board/list  ^T hint  ^U undo  ^N new  F1 help  ^
    "#]],
    );
}

#[test]
fn stones_are_marked_on_the_board() {
    let before = screen_after(&mut session(), &[]);
    let after = screen_after(&mut session(), &[KeyCode::Enter]);
    let changed = before.iter().zip(after).filter(|(before, after)| *before != after);
    expect![[r#"
         5   ·    ·    B    W    w   (captured black 0) (captured white
         4  [W]   ·    B    W    w   0) (control black) (score black 6)
         3   ·    ·    B    W    w   (score white 11.5)
         2   ·    B    B    W    w   agree, or mark a chain
         1   ·    ·    B    W    w    agree
         Mark the dead stones, then agree: black 6, white 11.5
    "#]]
    .assert_eq(&changed.map(|(_, after)| after[1..].to_owned()).collect::<String>());
}

#[test]
fn what_is_agreed_to_is_the_result() {
    let mut session = session();
    check_screen(
        &mut session,
        &[KeyCode::Tab, KeyCode::Enter],
        &expect![[r#"
         go5:komi=0.5   you are black   turn 15   game over
         5   b    b    B    W    w   (captured black 0) (captured white
         4   x    b    B    W    w   0) (control black) (score black 15)
         3   b    b    B    W    w   (score white 10.5)
         2   b    B    B    W    w
         1   b    b    B    W    w
             A    B    C    D    E






         You have won. black 15, white 10.5 Ctrl-N begins a new game.
        Enter play  Tab board/list  ^T hint  ^U undo  ^N new  F1 help  ^
    "#]],
    );
    assert!(session.is_over());
}

#[test]
fn a_count_line_by_line() {
    let mut output = Vec::new();
    let lines = "hint\nA1\na4\nagree\n";
    plain::play(&mut session(), &mut lines.as_bytes(), &mut output).unwrap();
    let text = String::from_utf8(output).unwrap().replace("> \n", ">\n");
    let (_, count) = text.split_once("white: pass\n").expect("the moves are told");
    // The choices are the same until there is an agreement.
    let choices = [
        "agree",
        "propose dead stones",
        "play on",
        "C1",
        "D1",
        "B2",
        "C2",
        "D2",
        "C3",
        "D3",
        "A4",
        "C4",
        "D4",
        "C5",
        "D5",
    ];
    let choices = choices.iter().zip(1..).map(|(choice, n)| format!("  {n:>2}  {choice}\n"));
    let count = count.replace(&choices.collect::<String>(), "   (choices)\n");
    let (count, end) = count
        .match_indices("black>")
        .nth(3)
        .map(|(at, prompt)| (&count[..at], &count[at + prompt.len()..]))
        .expect("an answer to each line");
    expect![[r#"

        5 b b B W w
        4 x b B W w
        3 b b B W w
        2 b B B W w
        1 b b B W w
          A B C D E
        (captured black 0) (captured white 0) (control black) (score black 15) (score white 10.5)

        Mark the dead stones, then agree: black 15, white 10.5
           (choices)
        black> there is no move to choose
        black> `A1` is no legal move; `help` tells what else there is
        black>
        5 . . B W w
        4 W . B W w
        3 . . B W w
        2 . B B W w
        1 . . B W w
          A B C D E
        (captured black 0) (captured white 0) (control black) (score black 6) (score white 11.5)

        Mark the dead stones, then agree: black 6, white 11.5
           (choices)
    "#]]
    .assert_eq(count);
    // The board stays as it is.
    let (board, _) = count.rsplit_once("\n\n").expect("a board and what can be done");
    let (_, board) = board.rsplit_once("black>").expect("the last answer");
    assert_eq!(end, format!("{board}\n\nYou have lost. black 6, white 11.5\nblack>\n"));
}

#[test]
fn the_game_goes_on_where_it_was_before_the_passes() {
    let mut session = session();
    session.choose("play on".to_owned()).unwrap();
    assert_eq!(session.play().ply(), 12);
    assert!(!session.play().is_counting());
    assert!(session.choices().iter().any(|action| action == "A1"));
}

/// How many random games the machine knew of when it had made the last of these moves.
fn games_known(session: &mut Session, moves: &[&str]) -> u64 {
    for action in moves {
        session.choose((*action).to_owned()).unwrap();
        while session.choices().is_empty() {
            assert!(!session.is_over(), "{:?}", session.message);
            session.listen(Duration::from_secs(1)).unwrap();
        }
    }
    let (_, thoughts) = session.thoughts.as_ref().expect("the machine tells what it thinks");
    thoughts.opinions.iter().map(|opinion| opinion.visits).sum()
}

#[test]
fn the_machine_stays_in_its_seat_between_moves() {
    let settings = Settings {
        role: RoleId::new(0),
        player: "go:noresign,games=20000".parse().unwrap(),
        resources: Resources::new(1),
        time: Duration::from_secs(20),
        record: None,
        shows_terms: false,
    };
    let game = || Game::of_dedicated("go5:komi=0.5".parse().unwrap()).unwrap();
    let mut session = Session::new(game(), settings.clone()).unwrap();
    let first = games_known(&mut session, &["C3"]);
    let (_, thoughts) = session.thoughts.as_ref().expect("the machine has thought");
    let expected = thoughts.line[1][0].clone();
    let second = games_known(&mut session, &[&expected]);
    // A move is thought about for as many games again: the rest is known from the one before.
    let opening = session.play().moves().take(3).map(<[_]>::to_vec).collect();
    let mut fresh = Session::resume(game(), settings, opening).unwrap();
    while fresh.choices().is_empty() {
        fresh.listen(Duration::from_secs(1)).unwrap();
    }
    let anew = games_known(&mut fresh, &[]);
    assert!(second > anew, "{second} games after {first}, {anew} for one who has just come");
}
