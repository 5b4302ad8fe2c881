"""The stubs name what there is, and nothing else."""

import ast
import doctest
import pathlib

import pytest

import stonegate
from stonegate import _stonegate

STUBS = pathlib.Path(stonegate.__file__).with_name("_stonegate.pyi")


def names(nodes):
    """What a part of the stubs defines."""
    found = set()
    for node in nodes:
        if isinstance(node, (ast.ClassDef, ast.FunctionDef)):
            found.add(node.name)
        elif isinstance(node, ast.AnnAssign):
            found.add(node.target.id)
    return {name for name in found if not name.startswith("__")}


def test_stubs():
    tree = ast.parse(STUBS.read_text())
    public = {name for name in dir(_stonegate) if not name.startswith("__")}
    assert names(tree.body) == public
    for node in tree.body:
        if isinstance(node, ast.ClassDef) and node.name not in ("SheetError", "CompileError"):
            there = {name for name in vars(getattr(_stonegate, node.name)) if name[:2] != "__"}
            assert names(node.body) == there, node.name


def test_everything_is_documented():
    for name in dir(_stonegate):
        thing = getattr(_stonegate, name)
        if not name.startswith("__"):
            assert thing.__doc__, name


@pytest.mark.parametrize("module", ["stonegate", "stonegate.gymnasium", "stonegate.pettingzoo"])
def test_examples_in_docstrings(module):
    module = __import__(module, fromlist=["_"])
    things = {"stonegate": stonegate}
    assert doctest.testmod(module, extraglobs=things).failed == 0
