//! The report as tables for other programs (RFC 4180).

use super::Report;

impl Report<'_> {
    /// A line for each player.
    pub fn players_csv(&self) -> String {
        let mut text = row(&[
            "player",
            "description",
            "elo",
            "low",
            "high",
            "games",
            "wins",
            "draws",
            "losses",
            "score",
            "late",
            "illegal",
            "failed",
            "seconds",
        ]);
        for player in self.order() {
            let rating = &self.ratings.players[player];
            let standing = self.standings.of_player(player);
            let numbers =
                [rating.elo, rating.low, rating.high].map(|number| format!("{number:.2}"));
            let games = [standing.games, standing.wins, standing.draws, standing.losses()];
            let faults = [standing.late, standing.illegal, standing.failed];
            let cells = [self.name(player).to_owned(), self.study.players[player].spec.to_string()]
                .into_iter()
                .chain(numbers)
                .chain(games.map(|number| number.to_string()))
                .chain([format!("{:.2}", standing.score())])
                .chain(faults.map(|number| number.to_string()))
                .chain([format!("{:.3}", standing.seconds())])
                .collect::<Vec<_>>();
            text += &row(&cells.iter().map(String::as_str).collect::<Vec<_>>());
        }
        text
    }

    /// A line for each game and role.
    pub fn games_csv(&self) -> String {
        let mut text = row(&[
            "unit", "game", "round", "role", "player", "goal", "moves", "late", "illegal",
            "failed", "seconds", "note",
        ]);
        for (unit, game) in self.results.games() {
            for (role, player) in game.seating.iter().enumerate() {
                let Some(player) = player else { continue };
                let faults = game.faults.get(role).copied().unwrap_or_default();
                let time = game.times.get(role).copied().unwrap_or_default();
                let goal = game.goals.get(role).map(ToString::to_string).unwrap_or_default();
                text += &row(&[
                    &unit.unit.to_string(),
                    &self.study.games[unit.game].name,
                    &unit.round.to_string(),
                    self.roles.get(unit.game).and_then(|roles| roles.get(role)).map_or("", |it| it),
                    self.name(*player),
                    &goal,
                    &game.moves.len().to_string(),
                    &faults.late.to_string(),
                    &faults.illegal.to_string(),
                    &faults.failed.to_string(),
                    &format!("{:.3}", time as f64 / 1000.0),
                    &game.note,
                ]);
            }
        }
        text
    }
}

fn row(cells: &[&str]) -> String {
    let cells = cells.iter().map(|cell| {
        if cell.contains([',', '"', '\n', '\r']) {
            format!("\"{}\"", cell.replace('"', "\"\""))
        } else {
            (*cell).to_owned()
        }
    });
    cells.collect::<Vec<_>>().join(",") + "\r\n"
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_would_part_cells_is_quoted() {
        assert_eq!(row(&["a", "b,c", "d \"e\""]), "a,\"b,c\",\"d \"\"e\"\"\"\r\n");
    }
}
