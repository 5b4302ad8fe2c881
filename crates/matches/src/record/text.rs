//! Records to read.

use std::fmt;

use serde_json::{Value, json};
use stonegate_gdl::RoleId;

use super::Record;

/// A time in whole seconds, unless it is told exactly.
fn seconds(whole: u64, milliseconds: Option<u64>) -> f64 {
    milliseconds.map_or(whole as f64, |milliseconds| milliseconds as f64 / 1000.0)
}

/// The match as a person would tell it: who played, move by move, what went wrong,
/// and how it ended.
impl fmt::Display for Record {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "match {}", self.match_id)?;
        if !self.game_name.is_empty() {
            write!(f, " of {}", self.game_name)?;
        }
        let start = seconds(self.start_clock, self.start_milliseconds);
        let play = seconds(self.play_clock, self.play_milliseconds);
        writeln!(f, ", {start} s to start and {play} s a move")?;
        for (index, player) in self.players.iter().enumerate() {
            writeln!(f, "  {}: {player}", self.role(index))?;
        }
        self.write_errors(f, 0)?;
        for (index, joint) in self.moves.iter().enumerate() {
            writeln!(f, "{:>4}. {}", index + 1, joint.join(", "))?;
            self.write_errors(f, index + 1)?;
        }
        match (self.is_completed, self.is_aborted) {
            (true, _) => {
                let goals = self.goal_values.iter().enumerate();
                let goals = goals.map(|(index, goal)| format!("{} {goal}", self.role(index)));
                let goals = goals.collect::<Vec<_>>().join(", ");
                if self.note.is_empty() {
                    writeln!(f, "ended: {goals}")
                } else {
                    writeln!(f, "ended: {goals}: {}", self.note)
                }
            }
            (false, true) if self.note.is_empty() => writeln!(f, "aborted"),
            (false, true) => writeln!(f, "aborted: {}", self.note),
            (false, false) => writeln!(f, "not finished"),
        }
    }
}

impl Record {
    /// The match on one line: who got what, and what went wrong.
    pub fn line(&self) -> String {
        let results = self.roles.iter().zip(&self.players).enumerate();
        let results = results.map(|(index, (role, player))| match self.goal_values.get(index) {
            Some(goal) => format!("{role} {player} {goal}"),
            None => format!("{role} {player}"),
        });
        let results = results.collect::<Vec<_>>().join(", ");
        let moves = match self.moves.len() {
            1 => "1 move".to_owned(),
            n => format!("{n} moves"),
        };
        let n_errors: usize = RoleId::first(self.roles.len()).map(|role| self.n_errors(role)).sum();
        let errors = match self.first_error() {
            Some(first) if n_errors == 1 => format!(", 1 error: {first}"),
            Some(first) => format!(", {n_errors} errors, the first: {first}"),
            None => String::new(),
        };
        let note = if self.note.is_empty() { String::new() } else { format!(": {}", self.note) };
        format!("{results}; {moves}{errors}{note}")
    }

    /// What other programs want to know first.
    pub fn to_summary(&self) -> Value {
        json!({
            "id": self.match_id,
            "roles": self.roles,
            "players": self.players,
            "goals": self.goal_values,
            "moves": self.moves.len(),
            "errors": self.errors,
            "completed": self.is_completed,
            "note": self.note,
        })
    }

    /// The first thing that went wrong, in words.
    pub fn first_error(&self) -> Option<String> {
        self.errors.iter().flatten().find(|error| !error.is_empty()).map(|error| describe(error))
    }

    fn role(&self, index: usize) -> &str {
        self.roles.get(index).map_or("?", String::as_str)
    }

    fn write_errors(&self, f: &mut fmt::Formatter<'_>, state: usize) -> fmt::Result {
        let errors = self.errors.get(state).map(Vec::as_slice).unwrap_or_default();
        for (index, error) in errors.iter().enumerate().filter(|(_, error)| !error.is_empty()) {
            writeln!(f, "      {}: {}", self.role(index), describe(error))?;
        }
        Ok(())
    }
}

/// An error in words.
fn describe(error: &str) -> String {
    let (kind, detail) = error.split_once(' ').unwrap_or((error, ""));
    let words = match kind {
        "TO" => "the answer was late",
        "CE" => "the connection failed",
        "KI" => "the program was killed",
        "IL" => "the move was illegal",
        "GA" => "the answer was no move",
        "PE" => "the player gave up",
        "BO" => "the player goes on without its board",
        _ => return error.to_owned(),
    };
    if detail.is_empty() { words.to_owned() } else { format!("{words}: {detail}") }
}
