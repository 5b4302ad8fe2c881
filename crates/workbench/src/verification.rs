//! Recorded games against our rules engines: every state, every legal move and every goal.

use std::collections::BTreeSet;
use std::fs::File;
use std::io::{self, BufRead, BufReader};
use std::path::{Path, PathBuf};

use anyhow::{Context, bail, ensure};
use stonegate_compile::{Referee, perft};
use stonegate_gdl::{Goal, RoleId};
use stonegate_matches::reading::{self, Line, Moment};
use stonegate_matches::{Record, notation, terms};
use stonegate_players::{Dedicated, Ruleset};

use crate::contest;
use crate::engine::{self, EngineChoice};
use crate::progress::Progress;

/// Nobody reads more differences than this.
const MAX_SHOWN: usize = 10;

/// What was compared.
#[derive(Copy, Clone, Debug)]
pub struct Found {
    pub states: usize,
    pub mismatches: usize,
}

/// Replays the records of a game, and tells the first differences.
pub fn compare(
    game: &Path,
    records: &[PathBuf],
    engine: &EngineChoice,
    perft_limit: u128,
    tell: &mut dyn FnMut(&str) -> io::Result<()>,
) -> anyhow::Result<Found> {
    let mut is_dedicated = false;
    for path in records {
        is_dedicated |= begins_with_dedicated(path)?;
    }
    let mut comparison = Comparison {
        dedicated: contest::dedicated(game, is_dedicated)?,
        referee: engine::open_game(game, is_dedicated, engine, "play")?,
        perft_limit,
        progress: Progress::new(),
        place: String::new(),
        found: Found { states: 0, mismatches: 0 },
        tell,
    };
    for path in records {
        comparison.compare_file(path, &mut open(path)?)?;
    }
    comparison.progress.clear();
    Ok(comparison.found)
}

fn open(path: &Path) -> anyhow::Result<BufReader<File>> {
    let file = File::open(path).with_context(|| format!("reading {}", path.display()))?;
    Ok(BufReader::new(file))
}

/// Whether the first game of a file was played on a machine of its own. What is wrong with the
/// file is told when it is compared.
fn begins_with_dedicated(path: &Path) -> anyhow::Result<bool> {
    let mut file = open(path)?;
    let Ok(Some(line)) = reading::read_line(&mut file) else { return Ok(false) };
    if notation::is_format(&line) {
        let told = reading::read_all(file).map(|rest| notation::ruleset_of(&(line + "\n" + &rest)));
        return Ok(told.is_ok_and(|told| told.is_ok_and(|told| is_machine(told.as_ref()))));
    }
    let record = read_match(line, &mut file).ok().flatten();
    Ok(record.is_some_and(|record| reading::is_dedicated(&record)))
}

fn is_machine(ruleset: Option<&Ruleset>) -> bool {
    ruleset.is_some_and(|ruleset| ruleset.dedicated().is_some())
}

/// The record of a match that begins with a line, if it does. One that does not end on its line
/// takes the rest of the file.
fn read_match(mut line: String, file: &mut impl BufRead) -> anyhow::Result<Option<Record>> {
    if !reading::is_match(&line) {
        return Ok(None);
    }
    if line.trim() == "{" {
        line += &reading::read_all(file)?;
    }
    reading::read_match(&line).map(Some)
}

struct Comparison<'a> {
    /// The game of the referee, if it has a machine of its own.
    dedicated: Option<Dedicated>,
    referee: Box<dyn Referee>,
    perft_limit: u128,
    progress: Progress,
    /// The file and line that is being compared.
    place: String,
    found: Found,
    tell: &'a mut dyn FnMut(&str) -> io::Result<()>,
}

/// Where the game stands while a record is read.
#[derive(Copy, Clone, Eq, PartialEq)]
enum Position {
    /// Before the header.
    Start,
    /// In no playout, or in one that has been left.
    Outside,
    /// In the state of the next line.
    Inside,
}

impl Comparison<'_> {
    fn compare_file(&mut self, path: &Path, file: &mut impl BufRead) -> anyhow::Result<()> {
        let mut position = Position::Start;
        for number in 1.. {
            self.place = format!("{}, line {number}", path.display());
            let line = reading::read_line(file).with_context(|| self.place.clone())?;
            let Some(line) = line else { break };
            if number == 1 && notation::is_format(&line) {
                let rest = reading::read_all(file).with_context(|| self.place.clone())?;
                return self.replay(path, &(line + "\n" + &rest));
            }
            if reading::is_match(&line) {
                let record = read_match(line, file).with_context(|| self.place.clone())?;
                if let Some(record) = record {
                    self.compare_match(path, &record)?;
                }
                position = Position::Outside;
                continue;
            }
            let line = Line::parse(&line).with_context(|| self.place.clone())?;
            self.progress.show(|| format!("{}: {} states", self.place, self.found.states));
            let next = self.compare_line(position, line).with_context(|| self.place.clone())?;
            let Some(next) = next else { return Ok(()) };
            position = next;
        }
        ensure!(position != Position::Start, "{} is empty", path.display());
        Ok(())
    }

    /// Makes the moves of games that other programs have written.
    fn replay(&mut self, path: &Path, text: &str) -> anyhow::Result<()> {
        self.place = path.display().to_string();
        match notation::read_lines(text, self.dedicated.as_ref(), &mut *self.referee) {
            Ok(lines) => {
                self.found.states += lines.iter().map(|line| line.moves.len() + 1).sum::<usize>();
            }
            Err(error) => self.report(&format!("{error:#}"))?,
        }
        Ok(())
    }

    fn compare_match(&mut self, path: &Path, record: &Record) -> anyhow::Result<()> {
        self.place = format!("{}, {}", path.display(), record.match_id);
        let lines = Line::of_match(record).with_context(|| self.place.clone())?;
        let mut position = Position::Start;
        // The first line tells the roles, the second that the game begins.
        for (number, line) in lines.into_iter().enumerate() {
            self.place = format!("{}, state {}", path.display(), number.saturating_sub(2));
            let next = self.compare_line(position, line).with_context(|| self.place.clone())?;
            let Some(next) = next else { break };
            position = next;
        }
        Ok(())
    }

    /// Compares a line, and returns where the game is then; `None` if the rest
    /// of the file cannot be compared.
    fn compare_line(&mut self, position: Position, line: Line) -> anyhow::Result<Option<Position>> {
        match (position, &line) {
            (Position::Start, Line::Game { .. }) => {}
            (Position::Start, _) => bail!("a record begins with a line of type `game`"),
            (_, Line::Game { .. }) => bail!("this is the second line of type `game`"),
            // A playout that took another way says nothing more.
            (Position::Outside, Line::State(..) | Line::End(_) | Line::Cut(_)) => {
                return Ok(Some(position));
            }
            _ => {}
        }
        Ok(Some(match line {
            Line::Game { roles } => {
                if roles != self.referee.roles() {
                    let (ours, recorded) = (self.referee.roles().join(", "), roles.join(", "));
                    self.report(&format!("the roles are {ours} instead of {recorded}"))?;
                    return Ok(None);
                }
                Position::Outside
            }
            Line::Playout => {
                while self.referee.undo() {}
                Position::Inside
            }
            Line::State(moment, moves) => {
                if self.compare_state(&moment, false)? && self.make_move(&moves)? {
                    Position::Inside
                } else {
                    Position::Outside
                }
            }
            Line::End(moment) => {
                self.compare_state(&moment, true)?;
                Position::Outside
            }
            Line::Cut(moment) => {
                self.compare_state(&moment, false)?;
                Position::Outside
            }
            Line::Perft(counts) => {
                self.compare_perft(&counts)?;
                Position::Outside
            }
            Line::Error => Position::Outside,
        }))
    }

    /// Compares all that is recorded of a state. False if it is another state.
    fn compare_state(&mut self, moment: &Moment, is_terminal: bool) -> anyhow::Result<bool> {
        let n_roles = self.referee.roles().len();
        let n_goals = moment.goals.as_ref().map(Vec::len);
        for n_goals in n_goals.into_iter().chain(moment.result.as_ref().map(Vec::len)) {
            ensure!(n_goals == n_roles, "there are goals for {n_goals} roles");
        }
        if let Some(legal) = &moment.legal {
            ensure!(legal.len() == n_roles, "there are legal moves of {} roles", legal.len());
        }
        self.found.states += 1;
        let facts = self.referee.facts()?;
        if !self.compare_sets("facts", &moment.facts, &facts)? {
            return Ok(false);
        }
        if self.referee.is_terminal()? != is_terminal {
            self.report(if is_terminal {
                "the state is not terminal"
            } else {
                "the state is terminal"
            })?;
        }
        let goals = self.referee.goal_values()?;
        for (role, recorded) in moment.goals.iter().flatten().enumerate() {
            let goals = goals[role].iter().map(|goal| goal.value().into()).collect::<Vec<i64>>();
            if goals != *recorded {
                let name = &self.referee.roles()[role];
                self.report(&format!("goals of {name}: {goals:?} instead of {recorded:?}"))?;
            }
        }
        for (role, &recorded) in moment.result.iter().flatten().enumerate() {
            // A match counts the highest goal, and none as nothing.
            let goal = Goal::of_role(goals[role].iter().copied()).value();
            if goal != recorded {
                let name = &self.referee.roles()[role];
                self.report(&format!("{name} gets {goal} instead of {recorded}"))?;
            }
        }
        for (role, recorded) in moment.legal.iter().flatten().enumerate() {
            let legal = self.referee.legal()?[role].clone();
            let what = format!("legal moves of {}", self.referee.roles()[role]);
            self.compare_sets(&what, recorded, &legal)?;
        }
        Ok(true)
    }

    /// Makes the recorded move. False if it cannot be made.
    fn make_move(&mut self, moves: &[String]) -> anyhow::Result<bool> {
        let n_roles = self.referee.roles().len();
        ensure!(moves.len() == n_roles, "there are moves of {} roles", moves.len());
        for (role, wanted) in RoleId::enumerate(moves) {
            if !engine::can_make(&mut *self.referee, role, wanted)? {
                let name = &self.referee.roles()[role];
                self.report(&format!("the move {wanted} of {name} is not legal"))?;
                return Ok(false);
            }
        }
        self.referee.apply(moves)?;
        Ok(true)
    }

    fn compare_perft(&mut self, counts: &[u128]) -> anyhow::Result<()> {
        // The last ply costs as many states as the one before it has.
        let too_deep = counts.iter().position(|&nodes| nodes > self.perft_limit);
        let depth = too_deep.map_or(counts.len(), |depth| depth + 1);
        while self.referee.undo() {}
        let (progress, place) = (&mut self.progress, &self.place);
        let mut n_visited: u64 = 0;
        let plies = perft(&mut *self.referee, depth, &mut || {
            n_visited += 1;
            progress.show(|| format!("{place}: {n_visited} states for perft"));
            false
        })?;
        for ((depth, ply), recorded) in (1..).zip(plies).zip(counts) {
            if ply.nodes != *recorded {
                self.report(&format!("perft {depth} is {} instead of {recorded}", ply.nodes))?;
            }
        }
        Ok(())
    }

    /// Compares lists without regard to their order. False if they differ.
    fn compare_sets(
        &mut self,
        what: &str,
        recorded: &[String],
        found: &[String],
    ) -> io::Result<bool> {
        let recorded = recorded.iter().collect::<BTreeSet<_>>();
        let found = found.iter().collect::<BTreeSet<_>>();
        if recorded == found {
            return Ok(true);
        }
        let side = |kind: &str, left: &BTreeSet<&String>, right: &BTreeSet<&String>| {
            let terms = left.difference(right).collect::<Vec<_>>();
            if terms.is_empty() {
                String::new()
            } else {
                format!("; {kind}: {}", terms::list(&terms))
            }
        };
        let missing = side("missing", &recorded, &found);
        let extra = side("extra", &found, &recorded);
        self.report(&format!("{what} differ{missing}{extra}"))?;
        Ok(false)
    }

    fn report(&mut self, message: &str) -> io::Result<()> {
        self.found.mismatches += 1;
        if self.found.mismatches > MAX_SHOWN {
            return Ok(());
        }
        self.progress.clear();
        (self.tell)(&format!("{}: {message}", self.place))
    }
}
