"""The dedicated games: positions, moves and engines."""

import pickle
import random
import sys
import threading
import time

import pytest

import stonegate
from stonegate import connect6, go, gomoku, othello

from conftest import load

GAMES = [othello, go, gomoku, connect6]
LIMITS = {"othello": "depth=2,exact=4", "go": "games=200", "gomoku": "pattern", "connect6": "rounds=1"}


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_random_games_end(game):
    rng = random.Random(1)
    for settings in list(game.variants.values())[:3]:
        position = game.start(settings)
        assert position.turn == "black" and position.rewards == (0, 0)
        n_moves = 0
        while not position.is_over and n_moves < 1000:
            position = position.play(rng.choice(position.legal))
            n_moves += 1
        assert position.is_over and position.legal == ()
        assert sum(position.rewards) == 0 and len(position.moves) == n_moves
        with pytest.raises(ValueError, match="over"):
            position.play("a1")
        assert "<svg" in position._repr_svg_() and "\n" in str(position)
        assert stonegate.render.rgb(position).ndim == 3
        assert pickle.loads(pickle.dumps(position)) == position


def test_othello_is_the_sheet_of_reversi():
    """The same games, move by move: our sheet has other names for squares, and the same moves."""
    game, rng = load("reversi"), random.Random(2)
    letters = "abcdefgh"
    for _ in range(20):
        state, position = game.initial(), othello.start()
        while not position.is_over:
            role = state.current_player
            assert position.turn == game.roles[role]
            names = [game.moves(role)[move] for move in state.legal()]
            words = [name.strip("()").split() for name in names]
            squares = {
                letters[int(word[1]) - 1] + word[2] if len(word) == 3 else "pass": move
                for word, move in zip(words, state.legal())
            }
            assert sorted(squares) == sorted(position.legal)
            action = rng.choice(position.legal)
            state, position = state.apply(squares[action]), position.play(action)
        assert state.is_over and state.rewards == position.rewards


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_engines_play_and_analyze(game):
    settings = {"othello": "6", "go": "9"}.get(game.name, "")
    engine, rng = game.engine(LIMITS[game.name], seed=1), random.Random(3)
    position = game.start(settings)
    for _ in range(4):
        # Nobody has five in a row yet; the engine has one side, and somebody else the other.
        action = engine.choose(position, seconds=10)
        assert action in position.legal
        position = position.play(action)
        position = position.play(rng.choice(position.legal))
    found = engine.analyze(position, seconds=10)
    assert found["best"] in position.legal
    assert set(found["moves"]) <= set(position.legal)
    assert all(-1 <= entry["value"] <= 1 for entry in found["moves"].values())
    for action in found["line"]:
        position = position.play(action)


def test_a_won_endgame_is_proven():
    """Perfect play of the last moves, compared with all lines of play."""
    rng, engine = random.Random(5), othello.engine("exact=10")
    position = othello.start()
    while len(position.moves) < 53 or len(position.legal) < 2:
        position = position.play(rng.choice(position.legal))

    def value(position):
        if position.is_over:
            return position.rewards[0]
        sign = 1 if position.turn == "black" else -1
        return sign * max(sign * value(position.play(action)) for action in position.legal)

    found = engine.analyze(position, seconds=60)
    best = found["moves"][found["best"]]
    sign = 1 if position.turn == "black" else -1
    assert best["is_proven"] and best["value"] == sign * value(position)


def test_bad_input():
    with pytest.raises(ValueError, match="othello"):
        stonegate.DedicatedGame("chess")
    with pytest.raises(ValueError, match="setting"):
        othello.start("7")
    with pytest.raises(ValueError, match="option"):
        othello.engine("strength=9")
    with pytest.raises(ValueError):
        othello.engine("depth=deep")
    with pytest.raises(ValueError, match="threads"):
        othello.engine(threads=0)
    with pytest.raises(ValueError, match="no legal move `a1`"):
        othello.start().play("a1")
    with pytest.raises(ValueError, match="does not play"):
        othello.engine().choose(go.start("9"))
    for seconds in [0, -1, float("nan"), float("inf")]:
        with pytest.raises(ValueError, match="seconds"):
            othello.engine().choose(othello.start(), seconds=seconds)
    with pytest.raises(TypeError):
        othello.engine().choose(load("reversi").initial())


def test_an_engine_in_use_says_so():
    engine, errors = go.engine(), []
    thread = threading.Thread(target=lambda: engine.choose(go.start("9"), seconds=1))
    thread.start()
    time.sleep(0.3)
    with pytest.raises(RuntimeError, match="another thread"):
        engine.choose(go.start("9"), seconds=1)
    thread.join()
    assert not errors and engine.choose(go.start("9"), seconds=0.2)


@pytest.mark.skipif(sys.platform == "win32", reason="signals are different there")
def test_interrupts(interrupt):
    start = time.monotonic()
    with pytest.raises(KeyboardInterrupt):
        othello.engine().choose(othello.start(), seconds=100)
    assert time.monotonic() - start < 10
