//! What Python has and Rust does not: types of arguments and results that the stubs tell.

use std::convert::Infallible;
use std::marker::PhantomData;
use std::path::PathBuf;

use pyo3::inspect::PyStaticExpr;
use pyo3::prelude::*;
use pyo3::types::PyTuple;
use pyo3::{type_hint_identifier, type_hint_subscript, type_hint_union};

/// The text of a sheet, the name of a game, or the path of a file.
#[derive(FromPyObject)]
pub(crate) enum Source {
    Text(String),
    Path(PathBuf),
}

/// A role, by its name or its number.
#[derive(FromPyObject)]
pub(crate) enum RoleKey {
    Name(String),
    Number(usize),
}

/// An array of NumPy with elements of a type.
pub(crate) struct Array<'py, T>(Bound<'py, PyAny>, PhantomData<T>);

impl<'py, T> Array<'py, T> {
    pub(crate) fn new(array: Bound<'py, PyAny>) -> Self {
        Self(array, PhantomData)
    }
}

/// The type of an element.
pub(crate) trait Element {
    const HINT: PyStaticExpr;
}

impl Element for bool {
    const HINT: PyStaticExpr = type_hint_identifier!("numpy", "bool_");
}

impl Element for i32 {
    const HINT: PyStaticExpr = type_hint_identifier!("numpy", "int32");
}

impl Element for f32 {
    const HINT: PyStaticExpr = type_hint_identifier!("numpy", "float32");
}

/// Truth values or numbers from 0 to 255.
pub(crate) struct BoolOrByte;

impl Element for BoolOrByte {
    const HINT: PyStaticExpr =
        type_hint_union!(bool::HINT, type_hint_identifier!("numpy", "uint8"));
}

impl<'py, T: Element> IntoPyObject<'py> for Array<'py, T> {
    type Target = PyAny;
    type Output = Bound<'py, PyAny>;
    type Error = Infallible;

    const OUTPUT_TYPE: PyStaticExpr =
        type_hint_subscript!(type_hint_identifier!("numpy.typing", "NDArray"), T::HINT);

    fn into_pyobject(self, _py: Python<'py>) -> Result<Self::Output, Infallible> {
        Ok(self.0)
    }
}

/// A tuple of any length.
pub(crate) struct Tuple<T>(pub(crate) Vec<T>);

impl<T> FromIterator<T> for Tuple<T> {
    fn from_iter<I: IntoIterator<Item = T>>(values: I) -> Self {
        Self(values.into_iter().collect())
    }
}

impl<'py, T: IntoPyObject<'py>> IntoPyObject<'py> for Tuple<T> {
    type Target = PyTuple;
    type Output = Bound<'py, PyTuple>;
    type Error = PyErr;

    const OUTPUT_TYPE: PyStaticExpr = type_hint_subscript!(
        type_hint_identifier!("builtins", "tuple"),
        T::OUTPUT_TYPE,
        PyStaticExpr::Constant { value: pyo3::inspect::PyStaticConstant::Ellipsis }
    );

    fn into_pyobject(self, py: Python<'py>) -> PyResult<Self::Output> {
        PyTuple::new(py, self.0)
    }
}
