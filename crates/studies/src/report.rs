//! What a study has found out, for people and for programs.

mod csv;
mod html;
mod json;
mod pgn;
pub(crate) mod plot;
mod text;

use std::fs;
use std::path::Path;

use anyhow::Context;
use stonegate_statistics::{Estimate, Frequencies, Ratings, Sprt, Verdict};

use crate::results::Results;
use crate::standings::Standings;
use crate::study::Study;

pub use text::progress;

/// A study with what it has found out so far.
#[derive(Debug)]
pub struct Report<'a> {
    study: &'a Study,
    results: &'a Results,
    /// The names of the roles of each game.
    roles: &'a [Vec<String>],
    ratings: Ratings,
    standings: Standings,
}

impl<'a> Report<'a> {
    pub fn new(study: &'a Study, results: &'a Results, roles: &'a [Vec<String>]) -> Self {
        let names = study.players.iter().map(ToString::to_string).collect();
        Self {
            study,
            results,
            roles,
            ratings: results.ratings(study.model, study.anchor),
            standings: Standings::of(names, results),
        }
    }

    /// Writes the report as a page, as tables and as results of games, into a folder.
    pub fn write(&self, folder: &Path) -> anyhow::Result<()> {
        fs::create_dir_all(folder).with_context(|| format!("making {}", folder.display()))?;
        let files = [
            ("report.html", self.to_html()),
            ("report.txt", self.to_text()),
            ("players.csv", self.players_csv()),
            ("games.csv", self.games_csv()),
            ("games.pgn", self.to_pgn()),
            ("report.json", format!("{:#}\n", self.to_json())),
        ];
        for (name, text) in files {
            let path = folder.join(name);
            fs::write(&path, text).with_context(|| format!("writing {}", path.display()))?;
        }
        Ok(())
    }

    fn name(&self, player: usize) -> &str {
        &self.study.players[player].name
    }

    /// Which ratings tell less than they seem to.
    fn caveat(&self) -> Option<String> {
        let one_sided = self.order().into_iter().filter(|&it| self.standings.is_one_sided(it));
        let names = one_sided.map(|player| self.name(player)).collect::<Vec<_>>();
        (!names.is_empty()).then(|| {
            format!(
                "{} won or lost every game, so that results do not tell how far the rating is from \
                 the others",
                names.join(", ")
            )
        })
    }

    /// The players, the strongest first.
    fn order(&self) -> Vec<usize> {
        let mut order = (0..self.study.players.len()).collect::<Vec<_>>();
        let elo = |player: usize| self.ratings.players[player].elo;
        order.sort_by(|&one, &other| elo(other).total_cmp(&elo(one)).then(one.cmp(&other)));
        order
    }

    /// The state of the test, if there is one.
    fn trial(&self) -> Option<Trial> {
        let test = self.study.test?;
        let pairs = self.results.pairs(0, 1);
        let verdict = self.results.verdict();
        // An estimate after a test has to take into account that the test chose when to stop.
        let estimate =
            if verdict.is_some() { test.estimate(&pairs) } else { Estimate::careful(&pairs) };
        let ratio = self.results.path().last().copied().unwrap_or_default();
        Some(Trial { test, pairs, verdict, estimate, ratio })
    }

    /// How each player did in a role: the mean goal and how many games.
    fn by_role(&self, player: usize, game: usize, role: usize) -> (f64, u32) {
        let games = self.results.games().filter(|(unit, _)| unit.game == game);
        let goals = games.filter_map(|(_, result)| {
            let mut mine = result.players();
            mine.find(|&(at, who, _)| at == role && who == player).map(|(.., goal)| goal)
        });
        let (sum, n) = goals.fold((0, 0), |(sum, n), goal| (sum + u32::from(goal), n + 1));
        (f64::from(sum) / f64::from(n.max(1)), n)
    }
}

/// The state of a test.
#[derive(Debug)]
struct Trial {
    test: Sprt,
    pairs: Frequencies,
    verdict: Option<Verdict>,
    estimate: Estimate,
    ratio: f64,
}

impl Trial {
    /// What the test says, in words.
    fn words(&self) -> String {
        let (low, high) = self.test.bounds();
        let Sprt { elo0, elo1, model, .. } = self.test;
        let verdict = match self.verdict {
            Some(Verdict::Accepted) => "passed",
            Some(Verdict::Rejected) => "failed",
            None => "undecided",
        };
        let ratio = self.ratio;
        format!(
            "{verdict}: LLR {ratio:.2} ({low:.2} to {high:.2}) for {elo0} against {elo1} {model} Elo"
        )
    }
}

/// An estimate as people write it.
fn margin(estimate: &Estimate) -> String {
    format!("{:.1} +- {:.1}", estimate.elo, estimate.margin())
}
