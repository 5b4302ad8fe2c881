//! The engine, the seven-step machine and the host's opponent as players.

use std::time::Instant;

use stonegate_connect6::{
    Cell, Color, Limits, Position, Random, Report, host_stone, seven_steps, think,
};

use super::Plan;
use crate::dedicated::{Seated, WAIT};
use crate::player::{Briefing, Player, PlayerError, Turn};
use crate::spec::{Options, Resources, SpecError};
use crate::thoughts::{Opinion, Thoughts};

/// The options of the player `connect6`.
pub(crate) const FLAGS: &[&str] = &["seven", "host"];
pub(crate) const OPTIONS: &[&str] = &["rounds", "seed"];

/// Makes the player `connect6`, `connect6:seven` or `connect6:host`.
pub(crate) fn make(options: &Options, resources: &Resources) -> Result<Box<dyn Player>, SpecError> {
    let seed = options.get("seed", "a whole number")?.unwrap_or(resources.seed);
    let rounds = options.get::<u32>("rounds", "a number of rounds")?;
    let method = if options.has("seven") {
        Method::Seven
    } else if options.has("host") {
        Method::Host(Random::new(seed, 0))
    } else {
        Method::Engine(rounds.map_or_else(Limits::default, |n_rounds| Limits { n_rounds }))
    };
    Ok(Box::new(Connect6Player { method, seated: None, plan: Plan::default() }))
}

/// Plays Connect6 by one of our methods.
#[derive(Debug)]
struct Connect6Player {
    method: Method,
    seated: Option<Seated<Position>>,
    plan: Plan,
}

/// How a player thinks.
#[derive(Debug)]
enum Method {
    /// As well as it can in the time that there is.
    Engine(Limits),
    /// As the paper's machine does.
    Seven,
    /// As the opponent in the host program of the competition does.
    Host(Random),
}

impl Player for Connect6Player {
    fn start(&mut self, briefing: &Briefing, _turn: &Turn<'_>) -> Result<(), PlayerError> {
        self.seated = Some(Seated::new(briefing)?);
        Ok(())
    }

    fn play(&mut self, last: Option<&[String]>, turn: &Turn<'_>) -> Result<String, PlayerError> {
        let seated = self.seated.as_mut().ok_or(PlayerError::Gone)?;
        seated.follow(last)?;
        if !seated.has_turn() {
            return Ok(WAIT.to_owned());
        }
        if let Some(cell) = self.plan.take(&seated.position) {
            return Ok(cell.to_string());
        }
        let stones = self.method.choose(&seated.position, turn);
        let first = self.plan.begin(&seated.position, &stones).ok_or(PlayerError::Gone)?;
        Ok(first.to_string())
    }

    fn stop(&mut self, _last: Option<&[String]>, _turn: &Turn<'_>) -> Result<(), PlayerError> {
        self.seated = None;
        Ok(())
    }

    fn abort(&mut self, _turn: &Turn<'_>) -> Result<(), PlayerError> {
        self.seated = None;
        Ok(())
    }
}

impl Method {
    /// The next stones of the turn.
    fn choose(&mut self, position: &Position, turn: &Turn<'_>) -> Vec<Cell> {
        let start = Instant::now();
        match self {
            Self::Engine(limits) => {
                let mut tell = |report: &Report| {
                    let thoughts = thoughts(report, position.color());
                    (turn.thoughts)(&Thoughts { elapsed: start.elapsed(), ..thoughts });
                };
                let report = think(position, limits, &|| turn.is_over(), &mut tell);
                tell(&report);
                report.stones
            }
            Self::Seven => {
                let decision = seven_steps(position);
                let reasons = decision.reasons.iter().map(ToString::to_string);
                (turn.thoughts)(&Thoughts {
                    elapsed: start.elapsed(),
                    reason: reasons.collect::<Vec<_>>().join("; "),
                    marks: decision.stones.iter().map(ToString::to_string).collect(),
                    ..Thoughts::default()
                });
                decision.stones
            }
            Self::Host(random) => host_stone(position, random).into_iter().collect(),
        }
    }
}

fn thoughts(report: &Report, color: Color) -> Thoughts {
    let Some(action) = report.stones.first().map(ToString::to_string) else {
        return Thoughts::default();
    };
    let value = goal(report);
    let joint = |cell: &Cell| match color {
        Color::Black => vec![cell.to_string(), WAIT.to_owned()],
        Color::White => vec![WAIT.to_owned(), cell.to_string()],
    };
    let values = match color {
        Color::Black => vec![value, 100.0 - value],
        Color::White => vec![100.0 - value, value],
    };
    Thoughts {
        states: report.n_nodes,
        depth: report.n_rounds,
        opinions: vec![Opinion { action, value, visits: 0, is_proven: report.is_decided }],
        line: report.stones.iter().map(joint).collect(),
        values,
        reason: report.reason.clone(),
        marks: report.stones.iter().map(ToString::to_string).collect(),
        ..Thoughts::default()
    }
}

/// The goal that a player can expect, from 0 to 100.
fn goal(report: &Report) -> f64 {
    /// So much worth makes a win three times as likely as a loss.
    const WORTH: f64 = 60.0;
    if report.is_decided {
        return f64::from(50 + 50 * report.value.signum());
    }
    100.0 / (1.0 + (-f64::from(report.value) * 3.0_f64.ln() / WORTH).exp())
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::AtomicBool;
    use std::time::Duration;

    use stonegate_connect6::Setup;

    use super::*;
    use crate::clock::Clock;
    use crate::dedicated::Dedicated;
    use crate::ruleset::Ruleset;
    use crate::spec::PlayerSpec;

    fn briefing(role: &str) -> Briefing {
        Briefing {
            match_id: "test".to_owned(),
            role: role.to_owned(),
            ruleset: Ruleset::Dedicated(Dedicated::new::<Position>(Setup::default())),
            opening: vec![vec!["j10".to_owned(), WAIT.to_owned()]],
            clock: Clock::from_secs(1, 1),
        }
    }

    /// What a player of White answers to a stone in the center.
    fn answer(spec: &str) -> Vec<String> {
        let spec = spec.parse::<PlayerSpec>().expect("it is a player");
        let mut player = spec.player(&Resources::new(1)).expect("its options are right");
        let canceled = AtomicBool::new(false);
        let deadline = Instant::now() + Duration::from_secs(10);
        let turn = Turn { deadline, canceled: &canceled, thoughts: &|_| () };
        player.start(&briefing("white"), &turn).expect("it plays Connect6");
        let first = player.play(None, &turn).expect("it has the turn");
        let joint = [WAIT.to_owned(), first.clone()];
        let second = player.play(Some(&joint), &turn).expect("it still has the turn");
        let joint = [WAIT.to_owned(), second.clone()];
        let waits = player.play(Some(&joint), &turn).expect("it waits");
        vec![first, second, waits]
    }

    #[test]
    fn players_place_two_stones_and_wait() {
        for spec in ["connect6:rounds=1", "connect6:seven", "connect6:host"] {
            let [first, second, waits] = &answer(spec)[..] else { panic!("three answers") };
            assert_ne!(first, second);
            assert!(first.parse::<Cell>().is_ok() && second.parse::<Cell>().is_ok(), "{spec}");
            assert_eq!(waits, WAIT);
        }
    }

    #[test]
    fn options_that_make_no_sense() {
        let spec = "connect6:rounds=many".parse::<PlayerSpec>().expect("the name is right");
        let error = spec.player(&Resources::new(1)).expect_err("the value is wrong");
        assert!(error.to_string().contains("a number of rounds, not `many`"), "{error}");
    }
}
