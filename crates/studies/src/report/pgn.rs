//! Results as PGN without moves, which programs that rate players read.

use std::fmt::Write;

use super::Report;

impl Report<'_> {
    /// The games of two, one entry each: the first role is White.
    pub fn to_pgn(&self) -> String {
        let mut text = String::new();
        for (unit, game) in self.results.games() {
            let players = game.players().collect::<Vec<_>>();
            let [(_, white, white_goal), (_, black, black_goal)] = players[..] else { continue };
            let result = match white_goal.cmp(&black_goal) {
                std::cmp::Ordering::Greater => "1-0",
                std::cmp::Ordering::Equal => "1/2-1/2",
                std::cmp::Ordering::Less => "0-1",
            };
            let tags = [
                ("Event", self.study.name.as_str()),
                ("Site", self.study.games[unit.game].name.as_str()),
                ("Round", &(unit.round + 1).to_string()),
                ("White", self.name(white)),
                ("Black", self.name(black)),
                ("Result", result),
            ];
            for (name, value) in tags {
                let _ = writeln!(text, "[{name} \"{}\"]", escape(value));
            }
            let _ = writeln!(text, "\n{result}\n");
        }
        text
    }
}

/// A text as the value of a tag.
fn escape(text: &str) -> String {
    text.replace('\\', "\\\\").replace('"', "\\\"")
}
