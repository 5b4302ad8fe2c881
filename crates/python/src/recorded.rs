//! Games that were recorded, by us or by other programs.

use std::time::Duration;

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use stonegate_compile::GameRules;
use stonegate_matches::{Record, notation};
use stonegate_players::{Dedicated, PrepareSettings, Rulebook, Ruleset};

use crate::game::find;
use crate::pool::interruptible;
use crate::typed::Source;

/// How long a game may take to become a circuit for the sake of a few moves.
const PATIENCE: Duration = Duration::from_secs(20);

/// All games of a text, each as the JSON of a record.
#[pyfunction]
#[pyo3(signature = (text, game = None))]
#[allow(clippy::needless_pass_by_value, reason = "Python hands over what it has made")]
pub(crate) fn read_records(
    py: Python<'_>,
    text: String,
    game: Option<String>,
) -> PyResult<Vec<String>> {
    let named = game.map(named).transpose()?;
    let records = interruptible(py, |_| read(&text, named))?;
    let records = records.map_err(|error| PyValueError::new_err(format!("{error:#}")))?;
    Ok(records.iter().map(Record::to_json).collect())
}

fn read(text: &str, named: Option<(String, Ruleset)>) -> anyhow::Result<Vec<Record>> {
    let (name, ruleset) = match named {
        Some(named) => named,
        None => notation::ruleset_of(text)?
            .map(|ruleset| ("game".to_owned(), ruleset))
            .ok_or_else(|| anyhow::anyhow!("the text does not tell its game: name it"))?,
    };
    let rulebook = Rulebook::new(&ruleset, &PrepareSettings::default(), PATIENCE);
    notation::read_records(text, &name, &ruleset, &rulebook)
}

/// What a user means by a game: a dedicated one, or what `Game` takes.
fn named(game: String) -> PyResult<(String, Ruleset)> {
    if let Ok(dedicated) = game.parse::<Dedicated>() {
        return Ok((game, dedicated.into()));
    }
    let (name, text) = find(Source::Text(game))?;
    let rules = GameRules::read(&text);
    let rules = rules.map_err(|error| PyValueError::new_err(format!("{name}: {error}")))?;
    Ok((name, rules.into()))
}
