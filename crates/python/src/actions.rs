//! Moves by the numbers that somebody wants them to have.

use std::collections::HashMap;

use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyDict;
use stonegate_ground::{MoveId, RoleId};
use stonegate_lanes::Numbering;

use crate::game::Game;

/// What the numbers of actions mean: for all roles, or for each of a dictionary, a list of names of
/// moves.
pub(crate) fn numbering(game: &Game, actions: &Bound<'_, PyAny>) -> PyResult<Numbering> {
    let n_roles = game.machine.roles.len();
    let mut roles = vec![Vec::new(); n_roles];
    if let Ok(of_roles) = actions.cast::<PyDict>() {
        for (role, texts) in of_roles {
            let role = game.role(&role.extract()?)?;
            roles[role] = meanings(game, role, &texts)?;
        }
    } else {
        for role in RoleId::first(n_roles) {
            roles[role] = meanings(game, role, actions)?;
        }
    }
    let numbering = Numbering::new(&roles);
    if numbering.is_empty() {
        return Err(PyValueError::new_err("there is at least one action"));
    }
    Ok(numbering)
}

/// The moves of a role that each number may mean.
fn meanings(game: &Game, role: RoleId, texts: &Bound<'_, PyAny>) -> PyResult<Vec<Vec<MoveId>>> {
    let texts = texts.py().import("numpy")?.call_method1("asarray", (texts,))?;
    let texts: Vec<String> = texts.call_method0("tolist")?.extract().map_err(|_| {
        PyTypeError::new_err("actions of one's own are a flat array of names of moves")
    })?;
    let moves = &game.machine.roles[role].moves;
    let numbers = MoveId::first(moves.len()).zip(moves.iter());
    let numbers: HashMap<&str, MoveId> = numbers.map(|(id, name)| (name.as_str(), id)).collect();
    let number = |name: &str| {
        numbers.get(name).copied().ok_or_else(|| {
            let (role, some) = (&game.machine.roles[role].name, &moves[0]);
            PyValueError::new_err(format!("{name} is no move of {role}; they are like {some}"))
        })
    };
    let meaning = |text: &String| match text.as_str() {
        "" => Ok(Vec::new()),
        names => names.split(" | ").map(number).collect(),
    };
    texts.iter().map(meaning).collect()
}
