"""The examples of the guide and those of the folder `examples` run."""

import pathlib
import re
import runpy

import pytest

ROOT = pathlib.Path(__file__).parents[3]
EXAMPLES = sorted((ROOT / "crates" / "python" / "examples").glob("*.py"))


def test_guide():
    text = (ROOT / "docs" / "python.md").read_text()
    blocks = re.findall(r"```python\n(.*?)```", text, flags=re.S)
    assert len(blocks) > 5
    scope = {}
    for block in blocks:
        exec(block, scope)


@pytest.mark.parametrize("path", EXAMPLES, ids=[path.stem for path in EXAMPLES])
def test_example(path, capsys, monkeypatch):
    # Ray's workers stand back behind everything else on the machine, unless told not to.
    monkeypatch.setenv("RAY_worker_niceness", "0")
    needs = re.findall(r"^import (gymnasium|optuna|pyspiel|ray)", path.read_text(), flags=re.M)
    for name in needs:
        pytest.importorskip(name)
    runpy.run_path(str(path), run_name="__main__")
    assert capsys.readouterr().out


@pytest.mark.filterwarnings("ignore::DeprecationWarning")
def test_notebook():
    """Every cell runs, and boards are drawn."""
    nbclient, nbformat = pytest.importorskip("nbclient"), pytest.importorskip("nbformat")
    path = ROOT / "crates" / "python" / "examples" / "boards.ipynb"
    notebook = nbformat.read(path, as_version=4)
    nbformat.validate(notebook)
    assert not any(cell.get("outputs") for cell in notebook.cells), "it is kept without outputs"
    nbclient.NotebookClient(notebook, timeout=120, kernel_name="python3").execute()
    outputs = [output for cell in notebook.cells for output in cell.get("outputs", [])]
    pictures = [output for output in outputs if "image/svg+xml" in output.get("data", {})]
    assert len(pictures) == 4
    assert all("<svg" in output["data"]["image/svg+xml"] for output in pictures)
