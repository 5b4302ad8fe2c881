//! A player of ours, or a program, at the table.

use std::io::Write;
use std::sync::Arc;
use std::time::{Duration, Instant};

use anyhow::Context;
use stonegate_go::{Color, CountedGame, Move, Setup, final_score};
use stonegate_players::{
    Answer, Briefing, Clock, Dedicated, GRACE, PlayerSpec, RESIGN, Resources, Ruleset, Seat, WAIT,
};
use stonegate_protocols::go_link::Proposal;

use super::table::{Intent, Table};

/// One of our players, or a program.
#[derive(Debug)]
pub struct Bot {
    spec: PlayerSpec,
    resources: Resources,
    setup: Setup,
    color: Color,
    time: Duration,
    /// The player, with the moves that it knows of.
    player: Option<(Seat, Vec<Move>)>,
    answer: Option<Answer<String>>,
    n_shown: usize,
    n_notes: usize,
    is_result_shown: bool,
}

impl Bot {
    pub fn new(
        spec: &PlayerSpec,
        resources: &Resources,
        setup: Setup,
        color: Color,
        time: Duration,
    ) -> anyhow::Result<Self> {
        // Wrong options are told before the game.
        spec.player(resources).with_context(|| format!("making the player `{spec}`"))?;
        Ok(Self {
            spec: spec.clone(),
            resources: resources.clone(),
            setup,
            color,
            time,
            player: None,
            answer: None,
            n_shown: 0,
            n_notes: 0,
            is_result_shown: false,
        })
    }

    /// Asks for a move in this position.
    fn ask(&mut self, moves: &[Move]) -> anyhow::Result<()> {
        let deadline = Instant::now() + self.time;
        let known = self.player.as_ref().map(|(_, known)| known.len());
        let follows = self.player.as_ref().is_some_and(|(_, known)| moves.starts_with(known));
        let (seat, n_known) = match (self.player.take(), known) {
            (Some((seat, _)), Some(n_known)) if follows && n_known < moves.len() => (seat, n_known),
            _ => {
                let n_known = moves.len().saturating_sub(1);
                (self.seat(&moves[..n_known])?, n_known)
            }
        };
        // All moves but the last are told, the last one is answered.
        let mut answer = None;
        if moves.is_empty() {
            answer = Some(seat.play(None, deadline));
        }
        for (index, &action) in moves.iter().enumerate().skip(n_known) {
            let question = seat.play(Some(joint(index, action)), deadline);
            if index + 1 == moves.len() {
                answer = Some(question);
            } else {
                question.wait_until(deadline + GRACE)?;
            }
        }
        self.answer = answer;
        self.player = Some((seat, moves.to_vec()));
        Ok(())
    }

    /// A player who has seen these moves.
    fn seat(&self, opening: &[Move]) -> anyhow::Result<Seat> {
        let player = self.spec.player(&self.resources)?;
        let seat = Seat::new(player, Box::new(|_| {}));
        let briefing = Briefing {
            match_id: "link".to_owned(),
            role: self.color.to_string().to_lowercase(),
            ruleset: Ruleset::Dedicated(Dedicated::new::<CountedGame>(self.setup)),
            opening: opening.iter().enumerate().map(|(i, &action)| joint(i, action)).collect(),
            clock: Clock { start: self.time, play: self.time },
        };
        let deadline = Instant::now() + Duration::from_secs(30);
        seat.start(Arc::new(briefing), deadline).wait_until(deadline + GRACE)?;
        Ok(seat)
    }
}

/// Black makes the moves with even indices.
fn joint(index: usize, action: Move) -> Vec<String> {
    let mut joint = vec![WAIT.to_owned(); 2];
    joint[index % 2] = action.to_string();
    joint
}

impl super::Seat for Bot {
    fn intent(&mut self, table: &Table) -> anyhow::Result<Option<Intent>> {
        if let Some(proposal) = table.proposal {
            // A new game is welcome behind the end of the old one; moves stay as they are.
            let accepts = proposal == Proposal::Reset && table.is_over();
            return Ok(Some(Intent::Answer(accepts)));
        }
        if !table.is_ready() {
            return Ok(None);
        }
        let Some(answer) = &self.answer else {
            let moves = table.machine.game().moves().map(|(_, action)| action);
            self.ask(&moves.collect::<Vec<_>>())?;
            return Ok(None);
        };
        let Some(answer) = answer.poll() else { return Ok(None) };
        self.answer = None;
        let answer = answer.context("the player does not answer")?;
        if answer == RESIGN && !table.is_classic() {
            return Ok(Some(Intent::Resign));
        }
        let action = answer.parse::<Move>().unwrap_or(Move::Pass);
        Ok(Some(Intent::Play(action)))
    }

    fn show(&mut self, table: &Table) -> anyhow::Result<()> {
        let mut out = anstream::stdout();
        super::write_notes(&mut out, table, &mut self.n_notes)?;
        let game = table.machine.game();
        self.n_shown = self.n_shown.min(game.n_moves());
        for (color, action) in game.moves().skip(self.n_shown) {
            writeln!(out, "{} {action}", color.to_string().to_lowercase())?;
        }
        self.n_shown = game.n_moves();
        if table.is_over() && !self.is_result_shown {
            let result = match table.resigned() {
                Some(Color::Black) => "W+R".to_owned(),
                Some(Color::White) => "B+R".to_owned(),
                None => final_score(game).outcome().to_string(),
            };
            writeln!(out, "result {result}, position {:08x}", table.hash())?;
        }
        self.is_result_shown = table.is_over();
        out.flush()?;
        Ok(())
    }

    fn lingers(&self) -> bool {
        false
    }
}
