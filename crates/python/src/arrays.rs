//! Arrays of NumPy, filled without the GIL.

use numpy::ndarray::IxDyn;
use numpy::{
    Element, PyArray, PyArrayDyn, PyArrayMethods, PyReadonlyArray1, PyReadonlyArrayDyn,
    PyReadwriteArrayDyn, PyUntypedArray, PyUntypedArrayMethods, dtype,
};
use pyo3::exceptions::{PyMemoryError, PyTypeError, PyValueError};
use pyo3::inspect::PyStaticExpr;
use pyo3::prelude::*;
use pyo3::type_hint_identifier;
use pyo3::types::PySlice;

use crate::typed::Array;

/// Arrays of so many bytes begin where a line of the caches does.
const LARGE: usize = 1 << 20;
const LINE: usize = 64;

/// An array of zeros, or an error if there is no memory for it.
fn zeros<'py, T: Element>(py: Python<'py>, shape: &[usize]) -> PyResult<Bound<'py, PyArrayDyn<T>>> {
    let n_bytes = shape.iter().try_fold(size_of::<T>(), |n, &length| n.checked_mul(length));
    if n_bytes.is_none_or(|n| n > isize::MAX as usize) {
        return Err(PyMemoryError::new_err(format!("no memory for an array of shape {shape:?}")));
    }
    // `PyArray::zeros` ends the process where NumPy has no memory; NumPy itself raises.
    let zeros = |shape: &[usize]| {
        let array = py.import("numpy")?.call_method1("zeros", (shape, dtype::<T>(py)))?;
        PyResult::Ok(array.cast_into::<PyArrayDyn<T>>()?)
    };
    if n_bytes.is_some_and(|n| n < LARGE) {
        return zeros(shape);
    }
    // What is written past the caches begins where a line of them does.
    let n: usize = shape.iter().product();
    let array = zeros(&[n + LINE / size_of::<T>()])?;
    let start = array.data().align_offset(LINE);
    let array = array.get_item(PySlice::new(py, start as isize, (start + n) as isize, 1))?;
    Ok(array.call_method1("reshape", (shape,))?.cast_into()?)
}

/// An array that is handed out.
pub(crate) fn fill<'py, T: Element + Copy + Send>(
    py: Python<'py>,
    shape: &[usize],
    write: impl FnOnce(&mut [T]) + Send,
) -> PyResult<Bound<'py, PyArrayDyn<T>>> {
    refill(py, &mut None, shape, write)
}

/// The same, in an array that there is already if it has the shape.
pub(crate) fn refill<'py, T: Element + Copy + Send>(
    py: Python<'py>,
    kept: &mut Option<Py<PyArrayDyn<T>>>,
    shape: &[usize],
    write: impl FnOnce(&mut [T]) + Send,
) -> PyResult<Bound<'py, PyArrayDyn<T>>> {
    let fits = kept.as_ref().is_some_and(|array| array.bind(py).shape() == shape);
    if !fits {
        *kept = Some(zeros(py, shape)?.unbind());
    }
    let array = kept.as_ref().expect("it has been made").bind(py).clone();
    {
        let mut values = write_to(&array)?;
        let values = values.as_slice_mut()?;
        py.detach(|| write(values));
    }
    Ok(array)
}

/// An array that is written to, while nobody else does.
pub(crate) fn write_to<'py, T: Element>(
    array: &Bound<'py, PyArrayDyn<T>>,
) -> PyResult<PyReadwriteArrayDyn<'py, T>> {
    array
        .try_readwrite()
        .map_err(|error| PyValueError::new_err(format!("the array cannot be written to: {error}")))
}

/// Bytes that are 0 or 1 as an array of truth values, on the same memory.
pub(crate) fn as_bools<'py, T>(bytes: &Bound<'py, PyArrayDyn<u8>>) -> PyResult<Array<'py, T>> {
    Ok(Array::new(bytes.call_method1("view", (dtype::<bool>(bytes.py()),))?))
}

/// Truth values that somebody has given.
pub(crate) struct Mask(pub(crate) Vec<bool>);

impl<'py> FromPyObject<'_, 'py> for Mask {
    type Error = PyErr;

    const INPUT_TYPE: PyStaticExpr = Array::<bool>::OUTPUT_TYPE;

    fn extract(mask: Borrowed<'_, 'py, PyAny>) -> PyResult<Self> {
        let array: PyReadonlyArray1<'_, bool> = mask
            .extract()
            .map_err(|_| PyTypeError::new_err("a mask is a flat array of truth values (bool)"))?;
        Ok(Self(array.as_array().to_vec()))
    }
}

/// Moves that somebody has given, of whatever type of integers.
pub(crate) enum Actions<'py> {
    AsTheyAre(PyReadonlyArrayDyn<'py, i32>),
    Converted(Vec<i32>, Vec<usize>),
}

impl<'py> FromPyObject<'_, 'py> for Actions<'py> {
    type Error = PyErr;

    const INPUT_TYPE: PyStaticExpr = type_hint_identifier!("numpy.typing", "ArrayLike");

    fn extract(actions: Borrowed<'_, 'py, PyAny>) -> PyResult<Self> {
        if let Ok(array) = actions.cast::<PyArray<i32, IxDyn>>()
            && array.is_c_contiguous()
        {
            return Ok(Self::AsTheyAre(array.try_readonly().map_err(|error| {
                PyValueError::new_err(format!("the array cannot be read: {error}"))
            })?));
        }
        let py = actions.py();
        let numpy = py.import("numpy")?;
        let array = numpy.call_method1("asarray", (actions,))?;
        let kind: String = array.getattr("dtype")?.getattr("kind")?.extract()?;
        if !["i", "u"].contains(&kind.as_str()) {
            let name = array.getattr("dtype")?.str()?;
            return Err(PyTypeError::new_err(format!(
                "actions are numbers of moves: an array of integers, not of {name}"
            )));
        }
        let shape = array.cast::<PyUntypedArray>()?.shape().to_vec();
        // Numbers beyond all moves stay beyond all moves.
        let array = numpy.call_method1("clip", (array, i32::MIN, i32::MAX))?;
        let array = numpy.call_method1("asarray", (array, dtype::<i32>(py)))?;
        let array = array.cast::<PyArrayDyn<i32>>()?.to_vec()?;
        Ok(Self::Converted(array, shape))
    }
}

impl Actions<'_> {
    pub(crate) fn shape(&self) -> &[usize] {
        match self {
            Self::AsTheyAre(array) => array.shape(),
            Self::Converted(_, shape) => shape,
        }
    }

    pub(crate) fn values(&self) -> PyResult<&[i32]> {
        match self {
            Self::AsTheyAre(array) => Ok(array.as_slice()?),
            Self::Converted(values, _) => Ok(values),
        }
    }
}
