//! Players that are chess programs and speak UCI.

use std::time::{Duration, Instant};

use stonegate_board::{from_coordinates, to_coordinates};
use stonegate_compile::WAIT;
use stonegate_protocols::uci::{Command, Go, Info, Reply, Score, Start};

use super::{Dialog, Guest, HostedPlayer};
use crate::player::{Briefing, Player, PlayerError, Turn};
use crate::program::Program;
use crate::spec::{Options, SpecError};
use stonegate_minds::{Opinion, Thoughts};

/// The options of the player.
pub(crate) const OPTIONS: &[&str] = &["depth", "nodes", "elo"];

/// A program is told that it has so much less time than it has.
const RESERVE: Duration = Duration::from_millis(50);

/// What a program is held to, beside the clock.
#[derive(Clone, Debug)]
pub(crate) struct Limits {
    depth: Option<u32>,
    nodes: Option<u64>,
    /// For programs that can play as somebody with this rating does.
    elo: Option<u32>,
}

/// Makes the player `uci:COMMAND` or `uci:elo=1500 COMMAND`.
pub(crate) fn make(command: &str, options: &Options) -> Result<Box<dyn Player>, SpecError> {
    let number = "a whole number";
    let limits = Limits {
        depth: options.get("depth", number)?,
        nodes: options.get("nodes", number)?,
        elo: options.get("elo", number)?,
    };
    Ok(Box::new(HostedPlayer::<Game>::new(command, limits)))
}

/// A game with a program.
#[derive(Debug)]
struct Game {
    program: Program,
    limits: Limits,
    /// 0 for White.
    side: usize,
    /// As the program knows them.
    moves: Vec<String>,
    /// Whether it was asked for a move and has not told one.
    is_thinking: bool,
}

impl Dialog for Game {
    type Settings = Limits;

    fn begin(
        guest: &Guest<Limits>,
        briefing: &Briefing,
        turn: &Turn<'_>,
    ) -> Result<Self, PlayerError> {
        let side = usize::from(briefing.role != "white");
        let program = Program::start(&guest.command)?;
        let limits = guest.settings.clone();
        let mut game = Self { program, limits, side, moves: Vec::new(), is_thinking: false };
        game.send(&Command::Uci)?;
        while game.reply(turn)? != Reply::UciOk {}
        if let Some(elo) = game.limits.elo {
            for (name, value) in
                [("UCI_LimitStrength", "true".to_owned()), ("UCI_Elo", elo.to_string())]
            {
                game.send(&Command::SetOption { name: name.to_owned(), value: Some(value) })?;
            }
        }
        game.send(&Command::NewGame)?;
        game.send(&Command::IsReady)?;
        while game.reply(turn)? != Reply::ReadyOk {}
        briefing.opening.iter().for_each(|joint| game.follow(joint));
        Ok(game)
    }

    fn play(&mut self, last: Option<&[String]>, turn: &Turn<'_>) -> Result<String, PlayerError> {
        if let Some(joint) = last {
            self.follow(joint);
        }
        if self.moves.len() % 2 != self.side {
            return Ok(WAIT.to_owned());
        }
        self.choose(turn)
    }

    fn quit(&mut self) -> Result<(), PlayerError> {
        self.send(&Command::Quit)
    }
}

impl Game {
    /// Takes in what has been played.
    fn follow(&mut self, joint: &[String]) {
        self.moves.extend(joint.iter().find_map(|action| to_coordinates(action)));
    }

    fn send(&mut self, command: &Command) -> Result<(), PlayerError> {
        self.program.send(&command.to_string())
    }

    /// The next line that means something.
    fn reply(&mut self, turn: &Turn<'_>) -> Result<Reply, PlayerError> {
        loop {
            if let Ok(reply) = self.program.line(turn.deadline, turn.canceled)?.parse() {
                self.is_thinking &= !matches!(reply, Reply::BestMove { .. });
                return Ok(reply);
            }
        }
    }

    /// Asks for a move.
    fn choose(&mut self, turn: &Turn<'_>) -> Result<String, PlayerError> {
        let start = Instant::now();
        // An answer to a question that was given up is none to this one.
        if self.is_thinking {
            self.send(&Command::Stop)?;
            while self.is_thinking {
                self.reply(turn)?;
            }
        }
        let moves = self.moves.clone();
        self.send(&Command::Position { start: Start::Initial, moves })?;
        let time = turn.time_left();
        self.send(&Command::Go(Go {
            move_time: Some(time.saturating_sub(RESERVE).max(time / 2)),
            depth: self.limits.depth,
            nodes: self.limits.nodes,
            ..Go::default()
        }))?;
        self.is_thinking = true;
        loop {
            match self.reply(turn)? {
                Reply::BestMove { best, .. } => {
                    let garbage = || PlayerError::Garbage(format!("bestmove {best}"));
                    return from_coordinates(&best).ok_or_else(garbage);
                }
                Reply::Info(info) => {
                    if let Some(thoughts) = self.thoughts(&info, start) {
                        (turn.thoughts)(&thoughts);
                    }
                }
                _ => {}
            }
        }
    }

    /// What a program has told of its search, if it has told a line.
    fn thoughts(&self, info: &Info, start: Instant) -> Option<Thoughts> {
        let first = info.line.first().and_then(|text| from_coordinates(text))?;
        let value = info.score.map_or(50.0, goal);
        let joint = |(n, text): (usize, &String)| {
            let mut joint = vec![WAIT.to_owned(), WAIT.to_owned()];
            joint[(self.moves.len() + n) % 2] = from_coordinates(text)?;
            Some(joint)
        };
        let values = if self.side == 0 { [value, 100.0 - value] } else { [100.0 - value, value] };
        Some(Thoughts {
            elapsed: start.elapsed(),
            nodes: info.nodes.unwrap_or_default(),
            depth: info.depth.unwrap_or_default(),
            opinions: vec![Opinion { action: first, value, visits: 0, is_proven: false }],
            line: info.line.iter().enumerate().map_while(joint).collect(),
            values: values.to_vec(),
            ..Thoughts::default()
        })
    }
}

/// The goal that a score promises: a pawn is worth as much as being 100 Elo better.
fn goal(score: Score) -> f64 {
    match score {
        Score::Centipawns(value) => 100.0 / (1.0 + 10_f64.powf(-(value as f64) / 400.0)),
        Score::Mate(moves) if moves > 0 => 100.0,
        Score::Mate(_) => 0.0,
    }
}

#[cfg(all(test, unix))]
mod tests {
    use std::sync::atomic::AtomicBool;

    use stonegate_compile::{BuiltIn, GameRules};

    use super::*;
    use crate::clock::Clock;
    use crate::ruleset::Ruleset;

    /// Thinks about the first position until it is told to stop, and answers at once after that.
    const PROGRAM: &str = r#"sh -c 'answer=; while read line; do case "$line" in
        uci) echo uciok;;
        isready) echo readyok;;
        go*) $answer;;
        stop) echo bestmove e2e4; answer="echo bestmove d2d4";;
        quit) exit;;
        esac; done'"#;

    #[test]
    fn an_answer_that_comes_too_late_is_none_to_the_next_question() {
        let canceled = AtomicBool::new(false);
        let turn = |patience| {
            let deadline = Instant::now() + Duration::from_millis(patience);
            Turn { deadline, canceled: &canceled, thoughts: &|_| {} }
        };
        let chess = BuiltIn::find("chess").expect("it is built in");
        let briefing = Briefing {
            match_id: "test".to_owned(),
            role: "white".to_owned(),
            ruleset: Ruleset::Sheet(GameRules::read(chess.text).expect("it is playable").into()),
            opening: Vec::new(),
            clock: Clock::from_secs(1, 1),
        };
        let mut player = make(PROGRAM, &Options::default()).expect("there are no options");
        player.start(&briefing, &turn(10_000)).expect("it starts");
        assert_eq!(player.play(None, &turn(50)), Err(PlayerError::Late));
        for joint in [["(move a 2 a 3)", WAIT], [WAIT, "(move a 7 a 6)"]] {
            let joint = joint.map(str::to_owned);
            let answer = player.play(Some(&joint), &turn(10_000)).expect("it plays");
            assert_eq!(answer, if joint[0] == WAIT { "(move d 2 d 4)" } else { WAIT });
        }
        player.stop(None, &turn(10_000)).expect("it ends");
    }
}
