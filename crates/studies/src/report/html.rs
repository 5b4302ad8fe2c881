//! The report as a page.

use std::fmt::{self, Write};

use super::plot::{self, Bar, escape};
use super::{Report, margin};

pub(super) const STYLE: &str = "\
body { font: 16px/1.5 system-ui, \"Segoe UI\", \"DejaVu Sans\", sans-serif; color: #2b2925;
  background: #fbfaf7; max-width: 960px; margin: 2em auto; padding: 0 1em; }
table { border-collapse: collapse; margin: 1em 0; }
td, th { padding: .2em .8em; border-bottom: 1px solid #d8d3c8; text-align: right; }
td:first-child, th:first-child { text-align: left; }
.wide { overflow-x: auto; }
pre { background: #f1eee6; padding: 1em; overflow-x: auto; }
";

impl Report<'_> {
    /// A page that needs nothing else.
    pub fn to_html(&self) -> String {
        let mut page = String::new();
        // Writing to a string cannot fail.
        let _ = self.write_html(&mut page);
        page
    }

    fn write_html(&self, out: &mut String) -> fmt::Result {
        let title = escape(&self.study.name);
        writeln!(
            out,
            "<!doctype html>\n<html lang=\"en\">\n<meta charset=\"utf-8\">\n\
             <meta name=\"viewport\" content=\"width=device-width\">\n<title>{title}</title>\n\
             <style>\n{STYLE}{}</style>\n<h1>{title}</h1>",
            plot::STYLE
        )?;
        let n_games = self.results.games().count();
        writeln!(out, "<p>{} units, {n_games} games.</p>", self.results.n_units())?;
        if let Some(trial) = self.trial() {
            let (words, estimate) = (escape(&trial.words()), margin(&trial.estimate));
            writeln!(out, "<p>The test of {} {words}; Elo {estimate}.</p>", self.contest())?;
        }
        self.write_rating_plot(out)?;
        if let Some(trial) = self.trial() {
            writeln!(out, "<h2>Log-likelihood ratio after each pair</h2>")?;
            out.push_str(&plot::path("LLR", self.results.path(), trial.test.bounds()));
            let counts = trial.pairs.counts().iter().map(ToString::to_string);
            let counts = counts.collect::<Vec<_>>().join(", ");
            writeln!(out, "<p>Pairs with 0, 1/2, 1, 3/2 and 2 points: {counts}.</p>")?;
        }
        self.write_cross(out)?;
        self.write_faults(out)?;
        for (index, game) in self.study.games.iter().enumerate() {
            let games = self.results.games().filter(|(unit, _)| unit.game == index);
            let lengths = games.map(|(_, game)| game.moves.len()).collect::<Vec<_>>();
            let title = format!("Lengths of games of {}", game.name);
            writeln!(out, "<h2>{}</h2>", escape(&title))?;
            out.push_str(&plot::histogram(&title, &lengths));
        }
        writeln!(out, "<h2>All in text</h2>\n<pre>{}</pre>", escape(&self.to_text()))?;
        self.write_definition(out)
    }

    fn contest(&self) -> String {
        format!("{} against {}", escape(self.name(0)), escape(self.name(1)))
    }

    fn write_rating_plot(&self, out: &mut String) -> fmt::Result {
        writeln!(out, "<h2>Ratings</h2>")?;
        let bars = self.order().into_iter().map(|player| {
            let rating = &self.ratings.players[player];
            Bar { name: self.name(player), value: rating.elo, low: rating.low, high: rating.high }
        });
        out.push_str(&plot::bars("Ratings in Elo", &bars.collect::<Vec<_>>()));
        self.caveat().map_or(Ok(()), |caveat| writeln!(out, "<p>{}</p>", escape(&caveat)))
    }

    fn write_cross(&self, out: &mut String) -> fmt::Result {
        let order = self.order();
        writeln!(
            out,
            "<h2>Cross table</h2>\n<div class=\"wide\"><table>\n<tr><th>won-drawn-lost</th>"
        )?;
        for &player in &order {
            writeln!(out, "<th>{}</th>", escape(self.name(player)))?;
        }
        writeln!(out, "</tr>")?;
        for &player in &order {
            writeln!(out, "<tr><th>{}</th>", escape(self.name(player)))?;
            for &other in &order {
                let [wins, draws, losses] = self.results.score(player, other);
                let is_empty = player == other || wins + draws + losses == 0;
                let cell =
                    if is_empty { String::new() } else { format!("{wins}-{draws}-{losses}") };
                writeln!(out, "<td>{cell}</td>")?;
            }
            writeln!(out, "</tr>")?;
        }
        writeln!(out, "</table></div>")
    }

    /// How long players have thought, and what went wrong.
    fn write_faults(&self, out: &mut String) -> fmt::Result {
        writeln!(
            out,
            "<h2>Time and faults</h2>\n<table>\n<tr><th>player</th><th>seconds a game</th>\
             <th>late</th><th>illegal</th><th>failed</th></tr>"
        )?;
        for player in self.order() {
            let standing = self.standings.of_player(player);
            let seconds = standing.seconds() / f64::from(standing.games.max(1));
            writeln!(
                out,
                "<tr><th>{}</th><td>{seconds:.2}</td><td>{}</td><td>{}</td><td>{}</td></tr>",
                escape(self.name(player)),
                standing.late,
                standing.illegal,
                standing.failed
            )?;
        }
        writeln!(out, "</table>")
    }

    /// What was played, so that it can be played again.
    fn write_definition(&self, out: &mut String) -> fmt::Result {
        let mut definition = self.study.definition();
        for game in definition["games"].as_array_mut().into_iter().flatten() {
            if let Some(game) = game.as_object_mut() {
                // A sheet is long, and in the journal.
                game.remove("rules");
            }
        }
        writeln!(out, "<h2>Study</h2>\n<pre>{}</pre>", escape(&format!("{definition:#}")))
    }
}
