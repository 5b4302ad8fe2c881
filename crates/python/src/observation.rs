//! What is to be seen of a position, as somebody has asked for it.

use std::collections::HashMap;

use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyDict;
use stonegate_lanes::{Shown, View, changing_facts};

use crate::game::Game;

/// An observation looks back at most so many steps: each takes memory for all positions.
const MAX_STEPS_AGO: usize = 64;

/// What is to be seen, and its shape.
pub(crate) fn view(
    game: &Game,
    observation: Option<&Bound<'_, PyAny>>,
) -> PyResult<(View, Vec<usize>)> {
    let machine = &game.machine;
    let n_roles = machine.roles.len();
    let flat = |view: View| {
        let shape = vec![view.len()];
        Ok((view, shape))
    };
    let Some(wanted) = observation else {
        let hides = machine.has_percepts();
        return flat(if hides { View::of_percepts(machine) } else { View::of_facts(machine) });
    };
    match wanted.extract::<String>().as_deref() {
        Ok("facts") => return flat(View::of_facts(machine)),
        Ok("percepts") => return flat(View::of_percepts(machine)),
        Ok("board") => {
            let planes = game.planes().ok_or_else(|| {
                PyValueError::new_err("no board was found in this game: use `facts`")
            })?;
            let shown = |fact: &Option<usize>| fact.map_or(Shown::Always(false), Shown::fact);
            let roles = vec![planes.facts.iter().map(shown).collect(); n_roles];
            return Ok((View::new(machine, &roles), planes.shape.to_vec()));
        }
        Ok(other) => {
            return Err(PyValueError::new_err(format!(
                "observation is `facts`, `percepts`, `board` or names of facts, not `{other}`"
            )));
        }
        Err(_) => {}
    }
    let facts = machine.facts.iter().zip(0..).map(|(fact, number)| (fact.name.as_str(), number));
    let facts = facts.collect::<HashMap<_, _>>();
    let Ok(roles) = wanted.cast::<PyDict>() else {
        let (row, shape) = row(game, &facts, wanted)?;
        return Ok((View::new(machine, &vec![row; n_roles]), shape));
    };
    let mut rows = vec![None; n_roles];
    let mut shape = None;
    for (role, names) in roles {
        let (row, its_shape) = row(game, &facts, &names)?;
        if *shape.get_or_insert_with(|| its_shape.clone()) != its_shape {
            return Err(PyValueError::new_err("what roles see has to have the same shape"));
        }
        rows[game.role(&role.extract()?)?] = Some(row);
    }
    let shape = shape.unwrap_or_default();
    let blind = vec![Shown::Always(false); rows.iter().flatten().map(Vec::len).max().unwrap_or(0)];
    let rows: Vec<Vec<Shown>> =
        rows.into_iter().map(|row| row.unwrap_or_else(|| blind.clone())).collect();
    let counters = |row: &Vec<Shown>| {
        let is_counter = |shown: &Shown| *shown == Shown::Steps;
        row.iter().map(is_counter).collect::<Vec<_>>()
    };
    if rows.iter().any(|row| counters(row) != counters(&rows[0])) {
        return Err(PyValueError::new_err(
            "`step` has to stand at the same places in what all roles see",
        ));
    }
    Ok((View::new(machine, &rows), shape))
}

/// What an array of texts asks for, and its shape.
fn row(
    game: &Game,
    facts: &HashMap<&str, usize>,
    texts: &Bound<'_, PyAny>,
) -> PyResult<(Vec<Shown>, Vec<usize>)> {
    let array = texts.py().import("numpy")?.call_method1("asarray", (texts,))?;
    let shape: Vec<usize> = array.getattr("shape")?.extract()?;
    let texts: Vec<String> =
        array.call_method0("ravel")?.call_method0("tolist")?.extract().map_err(|_| {
            PyTypeError::new_err("an observation of one's own is an array of names of facts")
        })?;
    let shown = |text: &String| shown(game, facts, text);
    Ok((texts.iter().map(shown).collect::<PyResult<_>>()?, shape))
}

/// What a text asks for: `(a) & ! (b) @ 3` is whether the first held three steps before, and the
/// second did not.
fn shown(game: &Game, facts: &HashMap<&str, usize>, text: &str) -> PyResult<Shown> {
    match text {
        "" => return Ok(Shown::Always(false)),
        "true" => return Ok(Shown::Always(true)),
        "step" => return Ok(Shown::Steps),
        _ => {}
    }
    let (names, steps_ago) = match text.rsplit_once(" @ ") {
        None => (text, 0),
        Some((names, number)) => {
            let number = number.parse().ok().filter(|&number| number <= MAX_STEPS_AGO);
            let number = number.ok_or_else(|| {
                PyValueError::new_err(format!(
                    "`{text}`: behind the @ stands how many steps before, up to {MAX_STEPS_AGO}"
                ))
            })?;
            (names, number)
        }
    };
    let number = |name: &str| {
        let (name, holds) = name.strip_prefix("! ").map_or((name, true), |name| (name, false));
        let number = facts.get(name).map(|&number| (number, holds));
        number.ok_or_else(|| {
            let some = changing_facts(&game.machine).next();
            let some = some.map_or("", |fact| &game.machine.facts[fact].name);
            PyValueError::new_err(format!("{name} is no fact of this game; they are like {some}"))
        })
    };
    let facts = names.split(" & ").map(number).collect::<PyResult<_>>()?;
    Ok(Shown::Facts { facts, steps_ago })
}
