"""States in the shape of Pgx behave as those of Pgx do."""

import numpy as np
import pytest

import stonegate.pgx as pgx

from conftest import load

FIELDS = {
    "current_player": np.int32,
    "observation": np.bool_,
    "rewards": np.float32,
    "terminated": np.bool_,
    "truncated": np.bool_,
    "legal_action_mask": np.bool_,
    "_step_count": np.int32,
}


def random_action(rng, state):
    mask = state.legal_action_mask
    return np.where(mask, rng.random(mask.shape), -1).argmax(axis=-1)


def test_contract(game):
    """What `pgx.api_test` asks: shapes and types, and rewards that come once."""
    if not game.takes_turns:
        pytest.skip("Pgx has games with turns only")
    env, rng = pgx.make(game), np.random.default_rng(1)
    state = env.init(np.arange(5))
    total = np.zeros((5, env.num_players))
    for n_steps in range(60):
        assert state.observation.shape == (5, *env.observation_shape)
        assert state.legal_action_mask.shape == (5, env.num_actions)
        assert state.rewards.shape == (5, env.num_players)
        for name, dtype in FIELDS.items():
            field = getattr(state, name)
            assert field.dtype == dtype and len(field) == 5, name
        over = state.terminated | state.truncated
        assert state.legal_action_mask[over].all()
        assert (state._step_count[~over] == n_steps).all()
        before = state.observation.copy()
        after = env.step(state, random_action(rng, state))
        assert np.array_equal(state.observation, before), "a state never changes"
        assert (after.rewards[over] == 0).all()
        state, total = after, total + after.rewards
    assert (np.abs(total) <= 1).all()


def test_a_state_may_be_stepped_twice():
    env = pgx.make(load("connect-four"))
    state = env.init(0)
    assert state.terminated.shape == () and state.observation.shape == (6, 7, 2)
    left, right = env.step(state, 0), env.step(state, 6)
    assert not np.array_equal(left.observation, right.observation)
    assert np.array_equal(env.step(state, 0).observation, left.observation)


def test_illegal_moves_lose():
    env = pgx.make(load("tic-tac-toe"))
    state = env.step(env.init(np.arange(3)), [4, 4, 4])
    state = env.step(state, [4, 0, 4])
    assert state.terminated.tolist() == [True, False, True]
    assert state.rewards.tolist() == [[1, -1], [0, 0], [1, -1]]
    assert state._step_count.tolist() == [2, 2, 2]


def test_auto_reset():
    env, rng = pgx.make(load("tic-tac-toe")), np.random.default_rng(1)
    step = pgx.auto_reset(env.step, env.init)
    state, ends = env.init(np.arange(64)), 0
    for _ in range(30):
        state = step(state, random_action(rng, state))
        ended = state.terminated
        ends += ended.sum()
        # The next game has begun: nothing is on the board, and the first player is to move.
        assert not state.observation[ended].any() and (state.current_player[ended] == 0).all()
        assert (np.abs(state.rewards[~ended]) == 0).all()
    assert ends > 64


def test_svg(tmp_path):
    state = pgx.make(load("tic-tac-toe")).init(0)
    state.save_svg(tmp_path / "board.svg")
    assert (tmp_path / "board.svg").read_text().startswith("<svg")
