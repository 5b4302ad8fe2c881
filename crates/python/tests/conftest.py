"""What all tests share: the sheets that they run on."""

import functools
import os
import pathlib
import signal
import threading

import pytest

import stonegate

ALL = "STONEGATE_ALL" in os.environ
FEW = [
    "tic-tac-toe",
    "connect-four",
    "breakthrough-6x6",
    "reversi",
    "rock-paper-scissors",
    "eight-puzzle",
    "kuhn-poker",
]
SHARED = pathlib.Path(__file__).parents[4] / "shared" / "games"
N_SHARED = 100


@functools.lru_cache(maxsize=None)
def load(source):
    """A game, compiled once."""
    return stonegate.Game(source, optimize_seconds=2)


@functools.lru_cache(maxsize=None)
def shared_sheets():
    """Sheets of others: the 100 smallest that become a circuit soon."""
    if not (ALL and SHARED.is_dir()):
        return []
    found = []
    for path in sorted(SHARED.glob("*.kif"), key=lambda path: (path.stat().st_size, path.name)):
        try:
            game = stonegate.Game(path, ground_seconds=2, optimize_seconds=0)
        except (stonegate.SheetError, stonegate.CompileError):
            continue
        # Without goals there is nothing to be won, and without moves nothing to be played.
        if not game.initial().is_over and game.num_players and game.goals(0):
            found.append(path)
        if len(found) == N_SHARED:
            break
    return found


def sheets():
    """The sources of all games to be tested."""
    return (stonegate.built_in() if ALL else FEW) + [str(path) for path in shared_sheets()]


def pytest_generate_tests(metafunc):
    if "sheet" in metafunc.fixturenames:
        names = sheets()
        metafunc.parametrize("sheet", names, ids=[pathlib.Path(name).stem for name in names])


@pytest.fixture
def game(sheet):
    return load(sheet)


@pytest.fixture
def interrupt():
    """Presses Ctrl-C soon."""
    # Whoever starts tests in the background may have it ignored.
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    timer = threading.Timer(0.3, lambda: os.kill(os.getpid(), signal.SIGINT))
    timer.start()
    yield
    timer.cancel()
    signal.signal(signal.SIGINT, before)
