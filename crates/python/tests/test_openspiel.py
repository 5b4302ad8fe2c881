"""What OpenSpiel asks of its games."""

import unittest

import pytest

pyspiel = pytest.importorskip("pyspiel")

from open_spiel.python.algorithms import mcts  # noqa: E402
from open_spiel.python.observation import make_observation  # noqa: E402

import numpy as np  # noqa: E402

import stonegate.openspiel as adapter  # noqa: E402


@pytest.fixture
def spiel(game):
    name = adapter.short_name(game.name.rsplit("/", 1)[-1].removesuffix(".kif"))
    if name not in adapter._SOURCES:
        adapter.register(game, name.removeprefix("stonegate_"))
    return pyspiel.load_game(name)


def test_random_simulation(spiel):
    pyspiel.random_sim_test(spiel, num_sims=3, serialize=False, verbose=False)
    pyspiel.random_sim_test(spiel, num_sims=1, serialize=True, verbose=False)


def test_simulation_of_games_sim_test(spiel):
    """The test of OpenSpiel itself, on our game."""
    from open_spiel.python.tests.games_sim_test import GamesSimTest

    GamesSimTest().sim_game(spiel)


def test_api(spiel):
    """The test of OpenSpiel's interface, made for our game as it is made for theirs."""
    from absl import flags
    from open_spiel.integration_tests import api_test

    if not flags.FLAGS.is_parsed():
        flags.FLAGS(["api_test"])
    name = spiel.get_type().short_name
    fields = {"game": spiel, "game_name": name}
    case = type(f"Enforce_{name}", (api_test.EnforceAPIOnPartialTreeBase,), fields)
    result = unittest.TestResult()
    unittest.defaultTestLoader.loadTestsFromTestCase(case).run(result)
    assert result.testsRun >= 5
    assert not result.failures + result.errors, result.failures + result.errors


def test_observations(spiel):
    if spiel.sheet.has_percepts:
        pytest.skip("not all facts are seen")
    observation = make_observation(spiel)
    state = spiel.new_initial_state()
    observation.set_from(state, 0)
    facts = state.sheet_state.facts
    assert observation.tensor.sum() == len(facts)
    assert spiel.observation_tensor_size() == len(observation.tensor)


def test_our_search_against_theirs():
    if "stonegate_connect_four" not in adapter._SOURCES:
        adapter.register("connect-four")
    game = pyspiel.load_game("stonegate_connect_four")
    evaluator = mcts.RandomRolloutEvaluator(1, np.random.RandomState(1))
    theirs = mcts.MCTSBot(game, 2, 20, evaluator, random_state=np.random.RandomState(2))
    ours = adapter.SearchBot(game, 0, iterations=2000)
    state = game.new_initial_state()
    while not state.is_terminal():
        bot = (ours, theirs)[state.current_player()]
        state.apply_action(bot.step(state))
    assert state.returns() == [1, -1]
