//! What is to be seen of a position, as somebody has asked for it.

use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyDict;
use stonegate_lanes::{View, changing_facts};

use crate::game::Game;

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
            let roles = vec![planes.facts.clone(); n_roles];
            return Ok((View::new(machine, &roles), planes.shape.to_vec()));
        }
        Ok(other) => {
            return Err(PyValueError::new_err(format!(
                "observation is `facts`, `percepts`, `board` or names of facts, not `{other}`"
            )));
        }
        Err(_) => {}
    }
    if let Ok(roles) = wanted.cast::<PyDict>() {
        let mut rows = vec![Vec::new(); n_roles];
        let mut shape = None;
        for (role, names) in roles {
            let (row, its_shape) = named_facts(game, &names)?;
            if *shape.get_or_insert_with(|| its_shape.clone()) != its_shape {
                return Err(PyValueError::new_err("what roles see has to have the same shape"));
            }
            rows[game.role(&role.extract()?)?] = row;
        }
        let shape = shape.unwrap_or_default();
        let length = rows.iter().map(Vec::len).max().unwrap_or(0);
        for row in &mut rows {
            row.resize(length, None);
        }
        return Ok((View::new(machine, &rows), shape));
    }
    let (row, shape) = named_facts(game, wanted)?;
    Ok((View::new(machine, &vec![row; n_roles]), shape))
}

/// The numbers of facts in an array of their names.
fn named_facts(
    game: &Game,
    names: &Bound<'_, PyAny>,
) -> PyResult<(Vec<Option<usize>>, Vec<usize>)> {
    let array = names.py().import("numpy")?.call_method1("asarray", (names,))?;
    let shape: Vec<usize> = array.getattr("shape")?.extract()?;
    let names: Vec<String> =
        array.call_method0("ravel")?.call_method0("tolist")?.extract().map_err(|_| {
            PyTypeError::new_err("an observation of one's own is an array of names of facts")
        })?;
    let number = |name: &String| {
        if name.is_empty() {
            return Ok(None);
        }
        let fact = game.machine.facts.iter().position(|fact| fact.name == *name);
        fact.map(Some).ok_or_else(|| {
            let some = changing_facts(&game.machine).next();
            let some = some.map_or("", |fact| &game.machine.facts[fact].name);
            PyValueError::new_err(format!("{name} is no fact of this game; they are like {some}"))
        })
    };
    Ok((names.iter().map(number).collect::<PyResult<_>>()?, shape))
}
