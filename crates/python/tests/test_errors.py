"""Bad input gives a clear exception, and never harms the interpreter."""

import multiprocessing
import sys
import threading
import time

import numpy as np
import pytest

import stonegate
from stonegate import Batch, Game

from conftest import load

BROKEN = "(role a)\n(<= (legal a ?m) (true (on ?m))\n"


def test_sheets_with_errors_are_drawn():
    with pytest.raises(stonegate.SheetError, match="-->") as caught:
        Game(BROKEN)
    (finding,) = caught.value.diagnostics
    assert (finding.severity, finding.line) == ("error", 2)
    assert str(finding) in str(caught.value) + "\n"
    assert BROKEN[finding.start : finding.end] != ""
    with pytest.raises(stonegate.SheetError, match="no role"):
        Game("(init x)")
    with pytest.raises(FileNotFoundError, match="tic-tac-toe"):
        Game("no such game")
    with pytest.raises(TypeError):
        Game(5)


def test_diagnostics_are_objects():
    findings = stonegate.check("(role a) (<= (legal a ?x) (true b))")
    assert findings and all(it.code and it.message and it.line == 1 for it in findings)
    assert stonegate.check(load("connect-four").text) == []


def test_rules_that_are_too_large():
    digits = " ".join(f"(d {n})" for n in range(10))
    sheet = f"""(role a) {digits} (init z)
        (<= (legal a (m ?a ?b ?c ?d ?e ?f ?g ?h)) (d ?a) (d ?b) (d ?c) (d ?d) (d ?e) (d ?f) (d ?g) (d ?h))
        (<= (next (at ?m)) (does a ?m)) (<= terminal (true (at ?m))) (goal a 100)"""
    with pytest.raises(stonegate.CompileError, match="ground_seconds"):
        Game(sheet, ground_seconds=0.2)


@pytest.mark.parametrize(
    "actions, error",
    [
        ([1.0, 2.0, 3.0], TypeError),
        ([True, False, True], TypeError),
        ("abc", TypeError),
        (None, TypeError),
        (0, ValueError),
        (np.int32(0), ValueError),
        ([0, 1], ValueError),
        ([[0], [1], [2]], ValueError),
        ([[0, 0, 0]] * 3, ValueError),
        ([0, 1, 99], ValueError),
        ([0, 1, -1], ValueError),
        ([0, 1, 2**40], ValueError),
        (np.array([0, 1, 2**63], np.uint64), ValueError),
    ],
)
def test_bad_actions(actions, error):
    batch = Batch(load("connect-four"), 3, seed=1)
    before = batch.observe()
    with pytest.raises(error):
        batch.step(actions)
    assert np.array_equal(batch.observe(), before)
    batch.step(np.zeros(3, np.int64))


def test_nothing_happens_anywhere_if_one_of_many_moves_is_illegal():
    batch = Batch(load("connect-four"), 1500)
    before = batch.observe()
    actions = np.zeros(1500, np.int32)
    actions[1400] = 99
    with pytest.raises(ValueError, match="action 99 of red in position 1400"):
        batch.step(actions)
    assert np.array_equal(batch.observe(), before)


def test_arrays_of_any_layout():
    batch = Batch(load("connect-four"), 4)
    batch.step(np.arange(8, dtype=np.int32)[::2] % 7)
    batch.step(np.zeros((4, 2), np.int16, order="F"))
    readonly = np.zeros(4, np.int32)
    readonly.flags.writeable = False
    batch.step(readonly)


@pytest.mark.parametrize(
    "options, error",
    [
        ({"n": 0}, ValueError),
        ({"n": -1}, OverflowError),
        ({"n": 1 << 62}, MemoryError),
        ({"n": 10**12}, MemoryError),
        ({"auto_reset": "sometimes"}, ValueError),
        ({"illegal": "ignore"}, ValueError),
        ({"max_steps": 0}, ValueError),
        ({"observation": "planes"}, ValueError),
        ({"observation": ["(cell 9 9 z)"]}, ValueError),
        ({"observation": [1, 2]}, TypeError),
        ({"observation": ["(cell 1 1 red) @ 1000"]}, ValueError),
        ({"observation": ["(cell 1 1 red) & (cell 9 9 z)"]}, ValueError),
        ({"observation": {0: ["step"], 1: ["true"]}}, ValueError),
        ({"actions": ["(drop 1)", "(throw 1)"]}, ValueError),
        ({"actions": []}, ValueError),
        ({"actions": [1, 2]}, TypeError),
        ({"actions": {2: ["(drop 1)"]}}, IndexError),
        ({"viewer": 7}, IndexError),
        ({"viewer": "nobody"}, IndexError),
        ({"seed": -1}, OverflowError),
    ],
)
def test_bad_options(options, error):
    with pytest.raises(error):
        Batch(load("connect-four"), **{"n": 3, **options})


def test_bad_masks_positions_and_states():
    game = load("connect-four")
    batch = Batch(game, 3)
    with pytest.raises(TypeError):
        batch.reset(mask=np.array([0, 1, 2]))
    with pytest.raises(ValueError):
        batch.reset(mask=np.array([True]))
    with pytest.raises(IndexError):
        batch.state(3)
    with pytest.raises(ValueError):
        batch.set_states([game.initial()])
    with pytest.raises(ValueError):
        batch.set_states([load("reversi").initial()] * 3)
    with pytest.raises(ValueError):
        game.initial().apply(99)
    with pytest.raises(IndexError):
        game.moves("nobody")
    with pytest.raises(ValueError):
        stonegate.playouts(batch, 0)
    with pytest.raises(ValueError):
        stonegate.search(batch, 0)
    with pytest.raises(ValueError, match="no search parameter"):
        stonegate.search(batch, 1, options="nonsense=1")
    with pytest.raises(ValueError, match="depth"):
        stonegate.perft(game, 2**40)
    with pytest.raises(ValueError):
        stonegate.solve(load("rock-paper-scissors"))
    with pytest.raises(MemoryError):
        stonegate.solve(load("connect-four"), max_bytes=1 << 20)


def test_lines_of_play_that_do_not_end():
    sheet = "(role a) (init s) (legal a x) (<= (next s) (does a x)) (<= terminal (true t)) (goal a 50)"
    assert stonegate.perft(Game(sheet + " (<= (next t) (does a y))"), 256) == [1] * 256


def test_a_dead_batch():
    """When all games are over nothing happens any more, whatever is asked."""
    game = load("tic-tac-toe")
    batch = Batch(game, 5, seed=1, auto_reset="disabled")
    batch.random_step(20)
    assert batch.terminated.all()
    before = batch.observe()
    for actions in ([0] * 5, [99, -1, 2**31 - 1, -(2**31), 4]):
        batch.step(actions)
        assert batch.terminated.all() and not batch.rewards.any()
    batch.random_step(3)
    assert np.array_equal(batch.observe(), before)
    assert (stonegate.search(batch, 10)["best"] == -1).all()
    assert stonegate.playouts(batch, 3).shape == (5, 2)
    with pytest.raises(ValueError, match="over"):
        batch.state(0).apply(0)
    with pytest.raises(TypeError):
        batch.step([0.5] * 5)


def test_arrays_that_are_in_use():
    """An array that is handed out again cannot be written to while somebody has it locked."""
    batch = Batch(load("connect-four"), 3, copy=False)
    seen = batch.observe()
    assert batch.observe().base is seen.base
    before = seen.copy()
    seen.base.flags.writeable = False
    with pytest.raises(ValueError, match="written"):
        batch.step([0, 1, 2])
    seen.base.flags.writeable = True
    assert np.array_equal(batch.observe(), before), "nothing has happened"
    batch.step([0, 1, 2])
    assert not np.array_equal(batch.observe(), before)


def test_simultaneous_moves_need_a_number_for_each_role():
    batch = Batch(load("rock-paper-scissors"), 2)
    with pytest.raises(ValueError, match="same time"):
        batch.step([0, 0])
    batch.step([[0, 1], [1, 0]])


def test_threads():
    """A batch that is in use says so; batches of their own do not disturb each other."""
    game = load("connect-four")
    batch = Batch(game, 20_000)
    errors = []

    def work():
        for _ in range(30):
            try:
                batch.random_step(20)
            except RuntimeError as error:
                errors.append(str(error))

    threads = [threading.Thread(target=work) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert all("another thread" in error for error in errors)
    batch.random_step()


@pytest.mark.skipif(sys.platform == "win32", reason="there is no fork")
@pytest.mark.filterwarnings("ignore::DeprecationWarning")
def test_fork():
    game = load("connect-four")
    batch = Batch(game, 20_000)
    batch.random_step()

    def child(connection):
        try:
            batch.random_step()
            connection.send("no error")
        except RuntimeError as error:
            connection.send(str(error))
        fresh = Batch(game, 20_000)
        fresh.random_step()
        connection.send(int(fresh.current_player[0]))

    here, there = multiprocessing.Pipe()
    context = multiprocessing.get_context("fork")
    process = context.Process(target=child, args=(there,))
    process.start()
    process.join(60)
    assert process.exitcode == 0
    assert "fork" in here.recv()
    assert here.recv() == 1


@pytest.mark.skipif(sys.platform == "win32", reason="signals are different there")
@pytest.mark.parametrize("work", ["random_step", "playouts", "search", "perft"])
def test_interrupts(work, interrupt):
    game = load("reversi")
    batch = Batch(game, 512)
    calls = {
        "random_step": lambda: batch.random_step(2**32 - 1),
        "playouts": lambda: stonegate.playouts(batch, 2**31),
        "search": lambda: stonegate.search(batch, 2**40),
        "perft": lambda: stonegate.perft(game, 30),
    }
    start = time.monotonic()
    with pytest.raises(KeyboardInterrupt):
        calls[work]()
    assert time.monotonic() - start < 10
    batch.random_step()
