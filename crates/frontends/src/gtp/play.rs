//! Commands that make moves.

use std::time::{Duration, Instant};

use stonegate_go::{Choice, Color};
use stonegate_protocols::gtp::{Arguments, Failure};

use super::session::{Entry, Outcome, Session, color};
use super::setup::play_all;

pub(super) const ENTRIES: &[Entry] = &[
    Entry { name: "play", run: play },
    Entry { name: "gogui-play_sequence", run: play_sequence },
    Entry { name: "genmove", run: |session, arguments| genmove(session, arguments, true) },
    Entry { name: "reg_genmove", run: |session, arguments| genmove(session, arguments, false) },
    Entry { name: "kgs-genmove_cleanup", run: genmove_cleanup },
    Entry { name: "undo", run: undo },
    Entry { name: "gg-undo", run: undo },
    Entry { name: "time_settings", run: time_settings },
    Entry { name: "kgs-time_settings", run: kgs_time_settings },
    Entry { name: "time_left", run: time_left },
];

fn play(session: &mut Session, arguments: &mut Arguments<'_>) -> Outcome {
    let color = color(arguments)?;
    let action = session.action(arguments.vertex()?)?;
    session.game.play_as(color, action).map_err(|_| Failure::IllegalMove)?;
    Ok(String::new())
}

fn play_sequence(session: &mut Session, arguments: &mut Arguments<'_>) -> Outcome {
    let mut moves = Vec::new();
    while !arguments.is_empty() {
        moves.push((color(arguments)?, session.action(arguments.vertex()?)?));
    }
    play_all(session, &moves)?;
    Ok(String::new())
}

fn genmove(session: &mut Session, arguments: &mut Arguments<'_>, is_played: bool) -> Outcome {
    let color = color(arguments)?;
    let choice = Choice { resign_below: session.settings.resign_below };
    decide(session, color, choice, is_played)
}

/// For the end of games on servers where dead stones are disputed: they have to be captured.
fn genmove_cleanup(session: &mut Session, arguments: &mut Arguments<'_>) -> Outcome {
    let color = color(arguments)?;
    let rules = *session.game.rules();
    session.game.set_rules(stonegate_go::Rules { removes_dead: false, ..rules });
    let outcome = decide(session, color, Choice { resign_below: 0.0 }, true);
    session.game.set_rules(rules);
    outcome
}

/// Thinks about the position with this player to move for as long as the clock says.
#[expect(clippy::unnecessary_wraps, reason = "the table of commands asks for it")]
fn decide(session: &mut Session, color: Color, choice: Choice, is_played: bool) -> Outcome {
    let time = session.time.for_move(color, session.game.board());
    let start = Instant::now();
    let game = session.game_for(color);
    let Session { engine, settings, hangup, .. } = session;
    let stop = || hangup.is_set() || start.elapsed() >= time;
    let report = engine.think(&game, settings.max_games, &settings.crew, &stop, &mut |_| {});
    session.time.spend(color, start.elapsed());
    let Some(action) = choice.choose(&game, &report) else { return Ok("resign".to_owned()) };
    if is_played {
        let played = session.game.play_as(color, action);
        played.expect("the search proposes legal moves");
    }
    Ok(action.to_string())
}

fn undo(session: &mut Session, arguments: &mut Arguments<'_>) -> Outcome {
    let n_moves = if arguments.is_empty() { 1 } else { arguments.int()? as usize };
    if n_moves > session.game.n_moves() {
        return Err(Failure::CannotUndo);
    }
    (0..n_moves).for_each(|_| {
        session.game.undo();
    });
    Ok(String::new())
}

fn seconds(arguments: &mut Arguments<'_>) -> Result<Duration, Failure> {
    let seconds = arguments.float()?;
    Duration::try_from_secs_f64(seconds.clamp(0.0, 1e8)).map_err(|_| Failure::SyntaxError)
}

/// Main time, byo-yomi time and byo-yomi stones.
fn time_settings(session: &mut Session, arguments: &mut Arguments<'_>) -> Outcome {
    let (main, period) = (seconds(arguments)?, seconds(arguments)?);
    let n_stones = arguments.int()?;
    session.time.set(main, period, n_stones);
    Ok(String::new())
}

fn kgs_time_settings(session: &mut Session, arguments: &mut Arguments<'_>) -> Outcome {
    match arguments.word()? {
        "none" => session.time.unset(),
        "absolute" => session.time.set(seconds(arguments)?, Duration::ZERO, 0),
        "byoyomi" => {
            let (main, period) = (seconds(arguments)?, seconds(arguments)?);
            session.time.set(main, period, 1);
        }
        "canadian" => {
            let (main, period) = (seconds(arguments)?, seconds(arguments)?);
            session.time.set(main, period, arguments.int()?);
        }
        _ => return Err(Failure::SyntaxError),
    }
    Ok(String::new())
}

fn time_left(session: &mut Session, arguments: &mut Arguments<'_>) -> Outcome {
    let color = color(arguments)?;
    let time = seconds(arguments)?;
    session.time.set_left(color, time, arguments.int()?);
    Ok(String::new())
}
