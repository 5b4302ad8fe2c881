//! The types that the package tells are those of the library; `UPDATE_EXPECT=1` writes them anew.

use std::env;
use std::env::consts::{DLL_PREFIX, DLL_SUFFIX};

use anyhow::Context;
use expect_test::expect_file;

#[test]
fn stubs_are_generated() -> anyhow::Result<()> {
    let test = env::current_exe()?;
    let folder = test.parent().context("tests lie beside the libraries that they want")?;
    let library = folder.join(format!("{DLL_PREFIX}_stonegate{DLL_SUFFIX}"));
    let module = pyo3_introspection::introspect_cdylib(&library, "_stonegate")
        .with_context(|| format!("reading {}", library.display()))?;
    let files = pyo3_introspection::module_stub_files(&module);
    let stubs = files.into_values().next().context("there are stubs")?;
    expect_file!["../python/stonegate/_stonegate.pyi"].assert_eq(&stubs);
    Ok(())
}
