//! The game at the table: where it stands, how it came there, and its board.

use std::sync::Arc;
use std::time::{Duration, Instant};

use anyhow::Context;
use stonegate_board::{Board, Evidence, Layout};
use stonegate_compile::Referee;
use stonegate_players::{Dedicated, PrepareSettings, Rulebook, Ruleset};
use stonegate_stones::Count;
use stonegate_tables::Standing;
use stonegate_workbench::engine;
use stonegate_workbench::report;
use stonegate_workbench::source::Source;

/// How long the reference evaluator may take for one question.
const PATIENCE: Duration = Duration::from_secs(20);

/// How long random play may take to show what the facts look like, where there is no
/// machine to tell.
const SAMPLE_TIME: Duration = Duration::from_secs(2);

const SEED: u64 = 1;

/// A game with its past.
pub(crate) struct Game {
    pub(crate) name: String,
    pub(crate) ruleset: Ruleset,
    pub(crate) roles: Vec<String>,
    pub(crate) layout: Option<Layout>,
    /// The joint moves so far.
    pub(crate) history: Vec<Vec<String>>,
    pub(crate) position: Position,
    rulebook: Rulebook,
    referee: Box<dyn Referee>,
}

/// What holds after the last move.
#[derive(Clone, Default)]
pub(crate) struct Position {
    pub(crate) facts: Vec<String>,
    /// The legal moves of each role.
    pub(crate) legal: Vec<Vec<String>>,
    pub(crate) outcome: Option<Outcome>,
    /// The count of a game that is over, where people may settle it.
    pub(crate) standing: Option<Standing>,
}

/// How a game ended.
#[derive(Clone, Eq, PartialEq, Debug)]
pub(crate) enum Outcome {
    /// The goal of each role, if it has one.
    Goals(Vec<Option<u8>>),
    /// A role has no legal move though the game is not over.
    Stuck(String),
}

impl Game {
    /// The game of a rule sheet.
    pub(crate) fn open(source: &Source) -> anyhow::Result<Self> {
        let game = Arc::new(engine::rules(source, "play")?);
        let ruleset = Ruleset::Sheet(Arc::clone(&game));
        let rulebook = Rulebook::new(&ruleset, &PrepareSettings::default(), PATIENCE);
        let evidence = match &rulebook {
            Rulebook::Machine { machine, .. } => Evidence::of_machine(machine, SEED),
            Rulebook::Clauses { .. } | Rulebook::Dedicated(_) => {
                report::print_note("the game has no circuit; using the reference evaluator");
                sample(&mut *rulebook.game()?)?
            }
        };
        let layout = Layout::find(&game.rules, &evidence);
        Self::new(source.name.clone(), ruleset, rulebook, layout)
    }

    /// A game that has a machine of its own.
    pub(crate) fn of_dedicated(dedicated: Dedicated) -> anyhow::Result<Self> {
        let (name, layout) = (dedicated.to_string(), dedicated.layout());
        Self::new(name, dedicated.clone().into(), Rulebook::Dedicated(dedicated), Some(layout))
    }

    fn new(
        name: String,
        ruleset: Ruleset,
        rulebook: Rulebook,
        layout: Option<Layout>,
    ) -> anyhow::Result<Self> {
        let referee = rulebook.game()?;
        let mut game = Self {
            name,
            ruleset,
            roles: referee.roles().to_vec(),
            layout,
            history: Vec::new(),
            position: Position::default(),
            rulebook,
            referee,
        };
        game.look()?;
        Ok(game)
    }

    /// Makes a joint move.
    pub(crate) fn apply(&mut self, joint: Vec<String>) -> anyhow::Result<()> {
        self.referee.apply(&joint)?;
        self.history.push(joint);
        self.look()
    }

    /// Goes back to an earlier turn.
    pub(crate) fn rewind(&mut self, turn: usize) -> anyhow::Result<()> {
        self.history.truncate(turn);
        self.referee = self.rulebook.game()?;
        for joint in &self.history {
            self.referee.apply(joint)?;
        }
        self.look()
    }

    /// Changes the count of a game that is over.
    pub(crate) fn recount(&mut self, change: impl FnOnce(&mut dyn Count)) -> anyhow::Result<()> {
        if let Some(count) = self.referee.count() {
            change(count);
        }
        self.look()
    }

    /// The position on its board, if it has one.
    pub(crate) fn board(&self) -> Option<Board> {
        let layout = self.layout.as_ref()?;
        Some(layout.draw(self.position.facts.iter().map(String::as_str)))
    }

    /// The legal move of a role that a text means.
    pub(crate) fn recognize(&mut self, role: usize, text: &str) -> anyhow::Result<Option<String>> {
        Ok(self.referee.recognize(role, text)?)
    }

    fn look(&mut self) -> anyhow::Result<()> {
        let referee = &mut self.referee;
        let facts = referee.facts().context("looking at the state")?;
        let is_over = referee.is_terminal().context("asking whether the game is over")?;
        let legal = referee.legal().context("looking for legal moves")?.to_vec();
        let outcome = if is_over {
            Some(Outcome::Goals(referee.goals().context("asking who has won")?))
        } else {
            let stuck = self.roles.iter().zip(&legal).find(|(_, moves)| moves.is_empty());
            stuck.map(|(role, _)| Outcome::Stuck(role.clone()))
        };
        let standing = referee.count().map(|count| Standing::of(count));
        self.position = Position { facts, legal, outcome, standing };
        Ok(())
    }
}

/// Plays some moves to see what facts and moves look like.
fn sample(referee: &mut dyn Referee) -> anyhow::Result<Evidence> {
    let start = Instant::now();
    let mut evidence = Evidence { roles: referee.roles().to_vec(), ..Evidence::default() };
    let mut turn = 0;
    while start.elapsed() < SAMPLE_TIME {
        evidence.states.push(referee.facts()?);
        let legal = referee.legal()?.to_vec();
        evidence.moves.extend(legal.iter().flatten().cloned());
        if referee.is_terminal()? || legal.iter().any(Vec::is_empty) {
            break;
        }
        // Any moves will do, if only they are not always the first.
        turn += 7;
        let joint = legal.iter().map(|moves| moves[turn % moves.len()].clone());
        referee.apply(&joint.collect::<Vec<_>>())?;
    }
    evidence.moves.sort_unstable();
    evidence.moves.dedup();
    Ok(evidence)
}
