"""The algorithms of OpenSpiel for hidden information on our sheets."""

import random

import pytest

pyspiel = pytest.importorskip("pyspiel")

import numpy as np  # noqa: E402
from open_spiel.python import policy as policies  # noqa: E402
from open_spiel.python.algorithms import cfr, exploitability, get_all_states, ismcts  # noqa: E402
from open_spiel.python.algorithms import mcts  # noqa: E402

import stonegate.openspiel as adapter  # noqa: E402

from conftest import load  # noqa: E402

# A chip of Kuhn poker is worth 25 goals, and a reward goes from -1 for 0 to 1 for 100.
CHIP = 0.5


def spiel(name):
    short = adapter.short_name(name)
    if short not in adapter._SOURCES:
        adapter.register(load(name))
    return pyspiel.load_game(short)


def information_states(game):
    states = get_all_states.get_all_states(
        game, include_terminals=False, include_chance_states=False
    ).values()
    found = {}
    for state in states:
        player = state.current_player()
        found.setdefault((player, state.information_state_string(player)), []).append(state)
    return found


@pytest.mark.parametrize("name, theirs", [("kuhn-poker", "kuhn_poker"), ("leduc-poker", "leduc_poker")])
def test_information_states_are_those_of_openspiel(name, theirs):
    """As many as their own game has, with perfect recall, and nothing else to tell them apart."""
    from open_spiel.integration_tests import api_test

    game = spiel(name)
    found = information_states(game)
    assert len(found) == api_test.PERFECT_RECALL_NUM_STATES[theirs]
    assert len(api_test._assert_is_perfect_recall(game)) == len(found)
    for (player, _), states in found.items():
        seen = {state.observation_string(player) for state in states}
        tensors = {tuple(state.observation_tensor(player)) for state in states}
        moves = {tuple(state.legal_actions()) for state in states}
        assert len(seen) == len(tensors) == len(moves) == 1


def test_their_cfr_solves_our_poker():
    game = spiel("kuhn-poker")
    solver = cfr.CFRPlusSolver(game)
    for _ in range(100):
        solver.evaluate_and_update_policy()
    policy = solver.average_policy()
    assert exploitability.exploitability(game, policy) / CHIP < 0.01
    # The value of the game for the first player: Kuhn, "Simplified Two-Person Poker", 1950.
    root = game.new_initial_state()
    value = sum(
        chance * expected(root.child(action), policy) for action, chance in root.chance_outcomes()
    )
    assert abs(value / CHIP + 1 / 18) < 0.01


def expected(state, policy):
    if state.is_terminal():
        return state.returns()[0]
    moves = policy.action_probabilities(state).items()
    return sum(chance * expected(state.child(move), policy) for move, chance in moves)


def test_our_policy_is_hard_to_exploit():
    """The moves that our search would make, read off at every information state."""
    game = spiel("kuhn-poker")

    def choose(state):
        bot = adapter.SearchBot(game, state.current_player(), iterations=20_000, seed=1)
        return dict(bot.get_policy(state))

    table = policies.tabular_policy_from_callable(game, choose)
    assert exploitability.exploitability(game, table) / CHIP < 0.15


@pytest.mark.parametrize("name", ["kuhn-poker", "leduc-poker", "krieg-tic-tac-toe", "monty-hall"])
def test_resampled_states_cannot_be_told_apart(name):
    game, rng = spiel(name), random.Random(1)
    others = 0
    for _ in range(10):
        state = game.new_initial_state()
        while not state.is_terminal():
            if state.is_chance_node():
                state.apply_action(rng.choice(state.chance_outcomes())[0])
                continue
            player = state.current_player()
            other = state.resample_from_infostate(player, rng.random)
            assert other.information_state_string(player) == state.information_state_string(player)
            assert other.current_player() == player
            assert other.legal_actions() == state.legal_actions()
            others += other.sheet_state != state.sheet_state
            state.apply_action(rng.choice(state.legal_actions()))
    assert others > 0


def test_their_ismcts_plays():
    game = spiel("kuhn-poker")
    evaluator = mcts.RandomRolloutEvaluator(1, np.random.RandomState(1))
    bot = ismcts.ISMCTSBot(game, evaluator, uct_c=1, max_simulations=200, random_state=np.random.RandomState(2))
    # A jack that faces a bet folds.
    state = game.new_initial_state()
    for name in ("(deal king jack)", "bet"):
        player = state.current_player()
        moves = {state.action_to_string(player, move): move for move in state.legal_actions()}
        state.apply_action(moves[name])
    player = state.current_player()
    assert state.action_to_string(player, bot.step(state)) == "fold"


def test_our_search_hides_nothing_from_itself_and_knows_nothing_else():
    """It does the same in states that its player cannot tell apart."""
    game = spiel("kuhn-poker")
    for (player, _), states in information_states(game).items():
        bots = [adapter.SearchBot(game, player, iterations=300, seed=3) for _ in states]
        found = [bot.get_policy(state) for bot, state in zip(bots, states)]
        assert all(policy == found[0] for policy in found)
