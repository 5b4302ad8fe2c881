//! Arrays that are filled again and again, if the caller wants that: with every step, by the threads
//! that make it, while what they write about is at hand.

use numpy::{Element, PyArrayDyn, PyReadwriteArrayDyn};
use pyo3::prelude::*;
use stonegate_lanes::{Block, View, Viewer};

use crate::arrays::{refill, write_to};

/// An array that was handed out.
pub(crate) struct Kept<T> {
    array: Option<Py<PyArrayDyn<T>>>,
    /// Does it show the positions as they are?
    is_current: bool,
}

impl<T> Default for Kept<T> {
    fn default() -> Self {
        Self { array: None, is_current: false }
    }
}

impl<T: Element + Copy + Send> Kept<T> {
    /// The array, filled unless it shows the positions as they are.
    pub(crate) fn get<'py>(
        &mut self,
        py: Python<'py>,
        shape: &[usize],
        write: impl FnOnce(&mut [T]) + Send,
    ) -> PyResult<Bound<'py, PyArrayDyn<T>>> {
        if let Some(array) = self.array.as_ref().filter(|_| self.is_current) {
            return Ok(array.bind(py).clone());
        }
        let array = refill(py, &mut self.array, shape, write)?;
        self.is_current = true;
        Ok(array)
    }

    fn writable<'py>(&self, py: Python<'py>) -> PyResult<Option<PyReadwriteArrayDyn<'py, T>>> {
        self.array.as_ref().map(|array| write_to(array.bind(py))).transpose()
    }
}

/// What has been asked for, and is filled with every step.
#[derive(Default)]
pub(crate) struct Arrays {
    pub(crate) observation: Kept<u8>,
    pub(crate) legal: Kept<u8>,
    pub(crate) player: Kept<i32>,
    pub(crate) rewards: Kept<f32>,
    pub(crate) terminated: Kept<u8>,
    pub(crate) truncated: Kept<u8>,
}

impl Arrays {
    /// Whether the arrays that there are show the positions as they are.
    pub(crate) fn set_current(&mut self, is_current: bool) {
        self.observation.is_current = is_current;
        self.legal.is_current = is_current;
        self.player.is_current = is_current;
        self.rewards.is_current = is_current;
        self.terminated.is_current = is_current;
        self.truncated.is_current = is_current;
    }

    pub(crate) fn writable<'py>(&self, py: Python<'py>) -> PyResult<Writable<'py>> {
        Ok(Writable {
            observation: self.observation.writable(py)?,
            legal: self.legal.writable(py)?,
            player: self.player.writable(py)?,
            rewards: self.rewards.writable(py)?,
            terminated: self.terminated.writable(py)?,
            truncated: self.truncated.writable(py)?,
        })
    }
}

/// The arrays while they are written to.
pub(crate) struct Writable<'py> {
    observation: Option<PyReadwriteArrayDyn<'py, u8>>,
    legal: Option<PyReadwriteArrayDyn<'py, u8>>,
    player: Option<PyReadwriteArrayDyn<'py, i32>>,
    rewards: Option<PyReadwriteArrayDyn<'py, f32>>,
    terminated: Option<PyReadwriteArrayDyn<'py, u8>>,
    truncated: Option<PyReadwriteArrayDyn<'py, u8>>,
}

impl Writable<'_> {
    pub(crate) fn slices(&mut self) -> PyResult<Slices<'_>> {
        fn slice<'s, T: Element>(
            array: &'s mut Option<PyReadwriteArrayDyn<'_, T>>,
        ) -> PyResult<Option<&'s mut [T]>> {
            Ok(array.as_mut().map(PyReadwriteArrayDyn::as_slice_mut).transpose()?)
        }
        Ok(Slices {
            observation: slice(&mut self.observation)?,
            legal: slice(&mut self.legal)?,
            player: slice(&mut self.player)?,
            rewards: slice(&mut self.rewards)?,
            terminated: slice(&mut self.terminated)?,
            truncated: slice(&mut self.truncated)?,
        })
    }
}

/// What is written about some positions.
pub(crate) struct Slices<'a> {
    observation: Option<&'a mut [u8]>,
    legal: Option<&'a mut [u8]>,
    player: Option<&'a mut [i32]>,
    rewards: Option<&'a mut [f32]>,
    terminated: Option<&'a mut [u8]>,
    truncated: Option<&'a mut [u8]>,
}

/// How many values there are for each position.
#[derive(Copy, Clone)]
pub(crate) struct Widths {
    pub(crate) observation: usize,
    pub(crate) actions: usize,
    pub(crate) roles: usize,
}

impl Slices<'_> {
    /// The part of the next so many positions.
    pub(crate) fn take(&mut self, n: usize, widths: Widths) -> Self {
        fn take<'a, T>(slice: &mut Option<&'a mut [T]>, n: usize) -> Option<&'a mut [T]> {
            let (part, rest) = slice.take()?.split_at_mut(n);
            *slice = Some(rest);
            Some(part)
        }
        Self {
            observation: take(&mut self.observation, n * widths.observation),
            legal: take(&mut self.legal, n * widths.actions),
            player: take(&mut self.player, n),
            rewards: take(&mut self.rewards, n * widths.roles),
            terminated: take(&mut self.terminated, n),
            truncated: take(&mut self.truncated, n),
        }
    }

    /// Writes what holds in the positions of a block.
    pub(crate) fn write(self, block: &Block, view: &View, viewer: Viewer, widths: Widths) {
        if let Some(bytes) = self.observation {
            block.write_view(view, viewer, bytes);
        }
        if let Some(bytes) = self.legal {
            block.write_legal(None, widths.actions, bytes);
        }
        if let Some(players) = self.player {
            block.write_movers(players);
        }
        if let Some(rewards) = self.rewards {
            block.write_rewards(rewards);
        }
        if let Some(bytes) = self.terminated {
            block.write_terminated(bytes);
        }
        if let Some(bytes) = self.truncated {
            block.write_truncated(bytes);
        }
    }
}
