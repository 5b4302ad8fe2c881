"""What the package tells of itself; the stubs are compared by a test in Rust."""

import doctest

import pytest

import stonegate
from stonegate import _stonegate

MODULES = ["", ".gymnasium", ".matches", ".pettingzoo", ".pgx", ".records"]


def test_everything_is_documented():
    for name in dir(_stonegate):
        thing = getattr(_stonegate, name)
        if not name.startswith("__"):
            assert thing.__doc__, name


@pytest.mark.parametrize("module", MODULES)
def test_examples_in_docstrings(module):
    module = __import__(f"stonegate{module}", fromlist=["_"])
    things = {"stonegate": stonegate}
    assert doctest.testmod(module, extraglobs=things).failed == 0
