"""Games with hidden information: who sees what, and what is never seen."""

import itertools

import numpy as np
import pytest

import stonegate
from stonegate import Batch, Belief
from stonegate.pettingzoo import env, parallel_env

from conftest import ALL, load
from test_batch import actions_of

FEW = ["kuhn-poker", "krieg-tic-tac-toe", "mastermind", "monty-hall"]
SHEETS = [name for name in stonegate.built_in() if load(name).has_percepts] if ALL else FEW


@pytest.fixture(params=SHEETS)
def hidden(request):
    return load(request.param)


def rows(game, percepts):
    """Percepts of all roles as bits, as long as the longest."""
    width = max(len(game.percepts(role)) for role in range(game.num_roles))
    bits = np.zeros((game.num_roles, width), bool)
    for role, names in enumerate(percepts):
        bits[role, [game.percepts(role).index(name) for name in names]] = True
    return bits


@pytest.mark.parametrize("step", ["step", "random_step"])
def test_a_batch_shows_what_roles_perceive(hidden, step):
    """What it shows is what single states say of the moves that were made, by another evaluator."""
    n, rng = 12, np.random.default_rng(1)
    batch = Batch(hidden, n, seed=1, viewer="all", auto_reset="disabled")
    seen = np.zeros(batch.observation_shape, bool)
    states = [hidden.initial()] * n
    for _ in range(12):
        actions = actions_of(rng, batch)
        batch.step(actions) if step == "step" else batch.random_step()
        shown = batch.observe()
        for row, state in enumerate(states):
            if state.is_over:
                assert np.array_equal(shown[row], seen[row])
                continue
            after, possible = batch.state(row), []
            for joint in joints(hidden, state, actions[row] if step == "step" else None):
                if state.apply(joint) == after:
                    old = seen[row] & ~np.array(state.turns)[:, None]
                    possible.append(old | rows(hidden, state.percepts(joint)))
            assert any(np.array_equal(shown[row], bits) for bits in possible)
            states[row] = after
        seen = shown


def joints(game, state, action):
    """All joint moves, or those in which players make the moves that they were told to make."""
    legal = [state.legal(role) for role in range(game.num_roles)]
    if action is not None:
        for role in range(game.num_roles):
            if role != game.chance and state.turns[role]:
                own = action if game.takes_turns else action[role]
                if not game.takes_turns or role == state.current_player:
                    legal[role] = [int(own)]
    return itertools.product(*legal)


def test_no_adapter_tells_a_card_of_the_other():
    """Kuhn poker as the second player sees it, whatever the first one has."""
    import stonegate.gymnasium
    import stonegate.pgx

    game = load("kuhn-poker")
    cards = ("jack", "queen", "king")
    mine, theirs = ([f"(card {who} {card})" for card in cards] for who in ("second", "first"))
    assert set(mine) <= set(game.percepts("second"))
    assert not set(theirs) & set(game.percepts("second"))
    seen = {"turns": set(), "parallel": set(), "gymnasium": set(), "pgx": set()}
    for seed in range(60):
        turns = env(game)
        turns.reset(seed=seed)
        parallel = parallel_env(game)
        observations, _ = parallel.reset(seed=seed)
        seen["turns"].add(turns.observe("player_1")["observation"].tobytes())
        seen["parallel"].add(observations["player_1"]["observation"].tobytes())
        single = stonegate.gymnasium.Env(game)
        single.reset(seed=seed)
        # Chance deals, and the first player makes a move.
        single.step(0)
        move = int(np.flatnonzero(single._info()["action_mask"])[0])
        bits = single.step(move)[0]
        seen["gymnasium"].add(bits.tobytes())
        table = stonegate.pgx.make(game)
        state = table.step(table.init(seed), 0)
        state = table.step(state, state.legal_action_mask.argmax())
        seen["pgx"].add(state.observation.tobytes())
    # One for each card of its own.
    assert {name: len(kinds) for name, kinds in seen.items()} == dict.fromkeys(seen, 3)


def test_a_search_of_positions_would_cheat(hidden):
    with pytest.raises(ValueError, match="Belief"):
        stonegate.search(Batch(hidden, 1), 10)


def test_beliefs():
    game = load("monty-hall")
    role = next(role for role in range(game.num_roles) if role != game.chance)
    belief, state = Belief(game, role, seed=1), game.initial()
    rng = np.random.default_rng(2)
    while not state.is_over:
        held = belief.states()
        assert state in [state for state, _ in held]
        assert abs(sum(chance for _, chance in held) - 1) < 1e-9
        assert belief.legal == state.legal(role)
        found = belief.search(300)
        best = int(found["policy"].argmax())
        assert found["visits"].sum() >= 0 and best in belief.legal
        joint = [int(rng.choice(state.legal(other))) for other in range(game.num_roles)]
        joint[role] = best
        percepts = state.percepts(joint)
        state = state.apply(joint)
        assert belief.hear(best, list(percepts[role])) == "exact"
    with pytest.raises(ValueError, match="legal"):
        belief.hear(0, [])
    fresh = Belief(game, role)
    with pytest.raises(ValueError, match="never perceives"):
        fresh.hear(fresh.legal[0], ["nonsense"])
    with pytest.raises(IndexError):
        Belief(game, "nobody")
