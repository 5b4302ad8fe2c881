"""What Gymnasium asks of its environments."""

import warnings

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env, data_equivalence
from gymnasium.utils.performance import benchmark_vector_step
from gymnasium.vector import AutoresetMode

from stonegate.gymnasium import Env, VectorizedEnv, environment_id


def test_check_env(game):
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        # A game that is not registered is not made by its name.
        warnings.filterwarnings("ignore", message=".*not having a spec")
        check_env(Env(game, render_mode="rgb_array"))
        check_env(Env(game, render_mode="ansi"), skip_render_check=True)


@pytest.mark.parametrize("mode", list(AutoresetMode))
def test_vectors(game, mode):
    env = VectorizedEnv(game, 6, autoreset_mode=mode)
    assert env.metadata["autoreset_mode"] == mode
    observations, infos = env.reset(seed=3)
    again, _ = env.reset(seed=3)
    assert data_equivalence(observations, again)
    env.action_space.seed(1)
    for _ in range(30):
        assert observations in env.observation_space
        actions = env.action_space.sample()
        before = observations.copy()
        seen, rewards, terminations, truncations, infos = env.step(actions)
        assert np.array_equal(observations, before), "arrays are not handed out twice"
        observations = seen
        assert rewards.dtype == np.float64 and rewards.shape == (6,)
        assert terminations.dtype == truncations.dtype == bool
        for key in [key for key in infos if not key.startswith("_")]:
            assert f"_{key}" in infos
        ended = terminations | truncations
        if mode == AutoresetMode.SAME_STEP and ended.any():
            final = infos["final_obs"]
            assert all((last is not None) == end for last, end in zip(final, ended))
            assert all(last in env.single_observation_space for last in final[ended])
        if mode == AutoresetMode.DISABLED and ended.any():
            observations, _ = env.reset(options={"reset_mask": ended})
    env.close()


def test_one_of_a_vector_is_a_single_environment():
    """The same actions lead to the same observations, rewards and ends."""
    single = gymnasium.make("Stonegate/ConnectFour-v0").unwrapped
    vector = gymnasium.make_vec("Stonegate/ConnectFour-v0", num_envs=1)
    assert isinstance(vector, VectorizedEnv)
    rng = np.random.default_rng(1)
    one, info = single.reset(seed=1)
    many, infos = vector.reset(seed=1)
    for _ in range(300):
        assert np.array_equal(one, many[0])
        assert np.array_equal(info["action_mask"], infos["action_mask"][0])
        action = int(rng.choice(np.flatnonzero(info["action_mask"])))
        one, reward, terminated, truncated, info = single.step(action)
        many, rewards, terminations, truncations, infos = vector.step([action])
        assert (reward, terminated, truncated) == (rewards[0], terminations[0], truncations[0])
        if terminated or truncated:
            one, info = single.reset()
            many, *_, infos = vector.step([0])


def test_the_built_in_games_are_registered():
    assert environment_id("connect-four") == "Stonegate/ConnectFour-v0"
    assert "Stonegate/Reversi-v0" in gymnasium.registry


def test_benchmark():
    env = gymnasium.make_vec("Stonegate/TicTacToe-v0", num_envs=64)
    assert benchmark_vector_step(env, target_duration=1, seed=1) > 1000
