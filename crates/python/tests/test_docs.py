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
def test_example(path, capsys):
    needs = re.findall(r"^import (gymnasium|pyspiel|ray)", path.read_text(), flags=re.M)
    for name in needs:
        pytest.importorskip(name)
    runpy.run_path(str(path), run_name="__main__")
    assert capsys.readouterr().out
