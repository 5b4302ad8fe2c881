//! The report for other programs.

use serde_json::{Value, json};
use stonegate_statistics::{Estimate, Verdict};

use super::Report;

impl Report<'_> {
    pub fn to_json(&self) -> Value {
        let players = self.ratings.players.iter().zip(&self.study.players);
        let ratings = players.map(|(rating, player)| {
            json!({ "player": player.name, "elo": rating.elo, "interval": [rating.low, rating.high] })
        });
        let n_players = self.study.players.len();
        let score = |one: usize, other: usize| json!(self.results.score(one, other));
        let cross = (0..n_players)
            .map(|one| (0..n_players).map(|other| score(one, other)).collect::<Vec<_>>());
        let test = self.trial().map(|trial| {
            let (low, high) = trial.test.bounds();
            json!({
                "elo0": trial.test.elo0,
                "elo1": trial.test.elo1,
                "model": trial.test.model.to_string(),
                "llr": trial.ratio,
                "bounds": [low, high],
                "verdict": trial.verdict.map(|verdict| match verdict {
                    Verdict::Accepted => "passed",
                    Verdict::Rejected => "failed",
                }),
                "elo": trial.estimate.elo,
                "interval": [trial.estimate.low, trial.estimate.high],
            })
        });
        let mut report = json!({
            "study": self.study.name,
            "units": self.results.n_units(),
            "games": self.results.games().count(),
            "players": self.standings.to_json(),
            "ratings": ratings.collect::<Vec<_>>(),
            "cross_table": cross.collect::<Vec<_>>(),
            "test": test,
        });
        if n_players == 2 {
            let pairs = self.results.pairs(0, 1);
            let Estimate { elo, low, high, superiority } = Estimate::careful(&pairs);
            report["pairs"] = json!({
                "counts": pairs.counts(),
                "elo": elo,
                "interval": [low, high],
                "superiority": superiority,
                "normalized_elo": Estimate::normalized(&pairs).elo,
            });
        }
        report
    }
}
