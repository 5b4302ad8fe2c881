"""Games, states and batches: equal to each other, seeded, and the same on every back end."""

import copy
import functools
import pickle

import numpy as np
import pytest

import stonegate
from stonegate import Batch, Game

from conftest import load


def choose(rng, mask):
    """A random legal action for each position."""
    return np.where(mask, rng.random(mask.shape), -1).argmax(axis=1).astype(np.int32)


def actions_of(rng, batch):
    """Random legal actions in the shape that the game wants."""
    if batch.game.takes_turns:
        return choose(rng, batch.legal_action_mask)
    roles = range(batch.game.num_roles)
    return np.stack([choose(rng, batch.legal_actions_of(role)) for role in roles], axis=1)


def test_a_batch_is_many_states(game):
    """Step by step equal to single states, which another evaluator plays."""
    n, n_steps = 5, 60
    rng = np.random.default_rng(1)
    batch = Batch(game, n, seed=3, auto_reset="disabled")
    if game.chance is not None:
        pytest.skip("chance draws its own moves")
    states = [game.initial()] * n
    for _ in range(n_steps):
        mask, players = batch.legal_action_mask, batch.current_player
        actions = actions_of(rng, batch)
        before = states
        batch.step(actions)
        states = []
        for row, state in enumerate(before):
            if state.is_over:
                assert mask[row].all()
                states.append(state)
                continue
            assert players[row] == state.current_player
            assert list(np.flatnonzero(mask[row])) == state.legal()
            action = actions[row]
            if game.takes_turns:
                states.append(state.apply(int(action)))
            else:
                legal = [state.legal(role) for role in range(game.num_roles)]
                moves = [
                    int(move) if state.turns[role] else legal[role][0]
                    for role, move in enumerate(action)
                ]
                states.append(state.apply(moves))
        for row, (old, state) in enumerate(zip(before, states)):
            assert batch.terminated[row] == state.is_terminal
            assert batch.truncated[row] == (state.is_over and not state.is_terminal)
            won = np.zeros(game.num_roles) if old.is_over else state.rewards
            assert np.allclose(batch.rewards[row], won)
            assert batch.state(row) == state
        seen = batch.observe()
        assert seen.dtype == bool and seen.shape == batch.observation_shape


def test_a_move_without_a_choice_is_shown():
    """Where no role ever has a choice, it is the turn of the first one."""
    sheet = """(role a) (role b) (init p) (legal a m) (legal b m)
        (<= (next q) (true p)) (<= terminal (true q)) (goal a 100) (goal b 0)"""
    game = Game(sheet)
    batch = Batch(game, 2)
    assert batch.legal_action_mask.all() and not batch.current_player.any()
    assert game.initial().turns == (True, False)
    batch.step([0, 0])
    assert batch.terminated.all()


def test_named_facts_are_what_holds(game):
    batch = Batch(game, 7, seed=2, observation=np.array(game.facts), auto_reset="disabled")
    batch.random_step(5)
    seen = batch.observe()
    for row in range(7):
        holds = {fact for fact, bit in zip(game.facts, seen[row]) if bit}
        assert holds == set(batch.state(row).facts)


def test_random_play_is_seeded(game):
    def play(seed, threads, n=1100):
        batch = Batch(game, n, seed=seed, threads=threads)
        seen = []
        for _ in range(20):
            batch.random_step()
            seen += [batch.observe(), batch.rewards, batch.terminated, batch.current_player]
        return seen

    first, again, other = play(1, 1), play(1, 2), play(2, 1)
    assert all(np.array_equal(one, two) for one, two in zip(first, again))
    smaller = play(1, 1, 3)
    assert all(np.array_equal(one[:3], two) for one, two in zip(first, smaller))
    # In some sheets of others it makes no difference what is chosen.
    state = game.initial()
    joint = [state.legal(role)[0] for role in range(game.num_roles)]
    mover = state.current_player
    successors = {
        state.apply([*joint[:mover], action, *joint[mover + 1 :]]) for action in state.legal()
    }
    if len(successors) > 1:
        assert not all(np.array_equal(one, two) for one, two in zip(first, other))


def test_every_back_end_plays_the_same_games():
    seen = []
    for backend in ["interpreter", "interpreter-avx2", "native-avx2", "native-avx512"]:
        try:
            game = Game("connect-four", backend=backend)
        except ValueError:
            continue
        batch = Batch(game, 600, seed=4)
        batch.random_step(50)
        seen.append((batch.observe(), stonegate.playouts(batch, 3, seed=1)))
    assert len(seen) > 1
    for other in seen[1:]:
        assert all(np.array_equal(one, two) for one, two in zip(seen[0], other))


@pytest.mark.parametrize("mode", ["next_step", "same_step", "disabled"])
def test_auto_reset(mode):
    game = load("tic-tac-toe")
    rng = np.random.default_rng(5)
    batch = Batch(game, 40, auto_reset=mode)
    initial = Batch(game, 40).observe()
    was_over = np.zeros(40, bool)
    n_ends = 0
    for _ in range(40):
        batch.step(choose(rng, batch.legal_action_mask))
        over = batch.terminated
        seen, last = batch.observe(), batch.final_observation()
        if mode == "next_step":
            assert np.array_equal(seen[was_over], initial[was_over])
            assert not over[was_over].any()
        elif mode == "same_step":
            assert np.array_equal(seen[over], initial[over])
            assert not (last[over] == seen[over]).all(axis=1).any()
        else:
            assert over[was_over].all()
        ended = over & ~was_over if mode == "disabled" else over
        # Whoever has not won has lost, or it is a draw.
        assert np.allclose(batch.rewards[ended].sum(axis=1), 0)
        assert not batch.rewards[~ended].any()
        n_ends += ended.sum()
        was_over = over
    assert n_ends >= 40
    batch.reset(mask=np.arange(40) < 20)
    assert np.array_equal(batch.observe()[:20], initial[:20])


def test_illegal_moves_lose_if_wanted():
    game = load("connect-four")
    batch = Batch(game, 3, illegal="lose", auto_reset="disabled")
    batch.step([0, 99, -1])
    assert list(batch.terminated) == [False, True, True]
    assert batch.rewards.tolist() == [[0, 0], [-1, 1], [-1, 1]]


def test_truncation():
    game = load("connect-four")
    batch = Batch(game, 4, max_steps=3, auto_reset="disabled")
    batch.random_step(2)
    assert not batch.truncated.any()
    batch.random_step(1)
    assert batch.truncated.all() and not batch.rewards.any()


def test_arrays_are_reused_by_choice_only():
    game = load("connect-four")
    copying, reusing = Batch(game, 8), Batch(game, 8, copy=False)
    for batch, same in [(copying, False), (reusing, True)]:
        for look in [
            batch.observe,
            lambda: batch.legal_action_mask,
            lambda: batch.rewards,
            lambda: batch.current_player,
            lambda: batch.terminated,
        ]:
            first, second = look(), look()
            assert np.shares_memory(first, second) == same
    kept = copying.observe()
    before = kept.copy()
    copying.random_step()
    assert np.array_equal(kept, before)


@pytest.mark.parametrize("n", [3, 1100])
def test_arrays_that_are_reused_show_the_same(n):
    """Whatever was asked for before, and however the positions have changed since."""
    game = load("connect-four")
    batches = [Batch(game, n, seed=2, copy=copy, illegal="lose", max_steps=20) for copy in (True, False)]
    looks = [
        lambda batch: batch.observe(),
        lambda batch: batch.legal_action_mask,
        lambda batch: batch.current_player,
        lambda batch: batch.rewards,
        lambda batch: batch.terminated,
        lambda batch: batch.truncated,
    ]
    rng = np.random.default_rng(2)
    states = [game.initial()] * n
    for number in range(60):
        actions = rng.integers(7, size=n)
        changes = [
            lambda batch: batch.step(actions),
            lambda batch: batch.random_step(2),
            lambda batch: batch.reset(mask=np.arange(n) % 3 == 0),
            lambda batch: batch.set_states(states),
        ]
        change = changes[rng.choice(4, p=[0.7, 0.1, 0.1, 0.1])]
        for batch in batches:
            change(batch)
        for look in looks[: number // 8]:
            copied, reused = map(look, batches)
            assert np.array_equal(copied, reused)


def test_arrays_go_elsewhere_without_a_copy():
    batch = Batch(load("connect-four"), 8)
    seen = batch.observe().view(np.uint8)
    assert np.shares_memory(np.from_dlpack(seen), seen)


def test_board_planes():
    game = load("connect-four")
    assert game.board_planes == ("red", "yellow")
    batch = Batch(game, 2, observation="board")
    assert batch.observation_shape == (2, 2, 6, 7)
    batch.step([3, 0])
    assert np.argwhere(batch.observe()).tolist() == [[0, 0, 5, 3], [1, 0, 5, 0]]


def test_views_of_roles():
    game = load("tic-tac-toe")
    own = [f"(cell {row} {column} {{}})" for row in (1, 2, 3) for column in (1, 2, 3)]
    see = {
        role: np.array([[cell.format(mine) for cell in own], [cell.format(theirs) for cell in own]])
        for role, (mine, theirs) in enumerate([("xplayer", "oplayer"), ("oplayer", "xplayer")])
    }
    batch = Batch(game, 1, observation=see)
    everybody = Batch(game, 1, observation=see, viewer="all")
    for board in (batch, everybody):
        board.step([4])
    assert batch.observe()[0, :, 4].tolist() == [False, True]
    assert everybody.observe()[0, :, :, 4].tolist() == [[True, False], [False, True]]


def test_observations_look_back():
    """What was seen some steps before, what holds together, and how long a game has lasted."""
    game = load("tic-tac-toe")
    cells = [f"(cell {row} {column} xplayer)" for row in (1, 2, 3) for column in (1, 2, 3)]
    free = [f"! {cell} & ! {cell.replace('xplayer', 'oplayer')}" for cell in cells]
    view = np.array([cells, [f"{cell} @ 2" for cell in cells], free, ["step"] * 9, ["true"] * 9])
    batch = Batch(game, 20, seed=1, observation=view)
    assert batch.observation_high == 255
    seen = [batch.observe()]
    for _ in range(30):
        batch.random_step()
        seen.append(batch.observe())
        assert seen[-1].dtype == np.uint8 and (seen[-1][:, 4] == 1).all()
        steps = seen[-1][:, 3, 0]
        assert np.array_equal(seen[-1][:, 2].sum(axis=1), 9 - steps)
        for row, step in enumerate(steps):
            before = seen[-3][row, 0] if step >= 2 else np.zeros(9)
            assert np.array_equal(seen[-1][row, 1], before)
    assert steps.min() < steps.max()
    assert Batch(game, 1, observation=cells).observation_high == 1


def test_actions_by_other_numbers():
    game = load("connect-four")
    columns = [f"(drop {column})" for column in range(1, 8)]
    # From right to left, a number that means nothing, and one that means whatever is free.
    names = [*columns[::-1], "", " | ".join(columns)]
    batch, plain = Batch(game, 3, actions=names), Batch(game, 3)
    assert batch.num_actions == 9
    assert batch.legal_action_mask[0].tolist() == [True] * 7 + [False, True]
    for number, column in [(0, 6), (0, 6), (8, 0), (6, 0), (3, 3)]:
        batch.step([number] * 3)
        plain.step([column] * 3)
        assert batch.state(1) == plain.state(1)
    for wrong, message in [(7, "it is not legal"), (9, "from 0 to 8"), (-1, "from 0 to 8")]:
        with pytest.raises(ValueError, match=message):
            batch.step([0, wrong, 0])
    found = stonegate.search(batch, 50, seed=1)
    other = stonegate.search(plain, 50, seed=1)
    assert np.array_equal(found["visits"][:, :7], other["visits"][:, :7][:, ::-1])
    assert np.array_equal(found["best"], 6 - other["best"])
    of_roles = Batch(game, 1, actions={0: columns, "yellow": columns[:1]})
    of_roles.step([4])
    assert of_roles.legal_action_mask.tolist() == [[True] + [False] * 6]


def test_states_travel(game):
    batch = Batch(game, 3, seed=1, auto_reset="disabled", observation="facts")
    batch.random_step(4)
    states = [batch.state(row) for row in range(3)]
    assert [pickle.loads(pickle.dumps(state)) for state in states] == states
    assert copy.deepcopy(states[0]) is states[0]
    other = Batch(game, 3, observation="facts")
    other.set_states(states)
    assert np.array_equal(other.observe(), batch.observe())


def test_counts_and_perfect_play():
    # https://en.wikipedia.org/wiki/Game_complexity has the number of games of tic-tac-toe.
    assert stonegate.perft(load("tic-tac-toe"), 5) == [9, 72, 504, 3024, 15120]
    assert stonegate.perft(load("connect-four"), 4) == [7, 49, 343, 2401]
    solution = stonegate.solve(load("tic-tac-toe"))
    assert solution["goals"] == [50, 50] and len(solution["line"]) == 9
    assert all(move["is_best"] for move in solution["moves"].values())


def test_search_finds_wins_and_blocks():
    game = load("tic-tac-toe")
    number = {name: place for place, name in enumerate(game.moves(0))}
    moves = ["(mark 1 1)", "(mark 2 1)", "(mark 1 2)", "(mark 2 2)"]
    state = game.initial()
    for move in moves:
        state = state.apply(number[move])
    blocked = game.initial()
    for move in ["(mark 1 1)", "(mark 2 2)", "(mark 1 2)"]:
        blocked = blocked.apply(number[move])
    batch = Batch(game, 2, auto_reset="disabled")
    batch.set_states([state, blocked])
    found = stonegate.search(batch, 500, seed=1)
    assert found["best"].tolist() == [number["(mark 1 3)"], number["(mark 1 3)"]]
    again = stonegate.search(batch, 500, seed=1)
    assert all(np.array_equal(found[key], again[key]) for key in found)


def test_playouts_are_worth_what_random_games_are(game):
    batch = Batch(game, 2, auto_reset="disabled")
    values = stonegate.playouts(batch, 50, seed=1)
    assert values.shape == (2, game.num_roles) and np.abs(values).max() <= 1
    assert np.array_equal(values, stonegate.playouts(batch, 50, seed=1))
    if game.is_zero_sum:
        assert np.allclose(values.sum(axis=1), 0, atol=1e-6)


def test_scrambled_sheets_are_the_same_game(game):
    other = game.scrambled(7)
    assert other.text != game.text
    assert stonegate.perft(other, 2) == stonegate.perft(game, 2)
    # Chance and numbers keep their names.
    known = {role for role in game.roles if role != "random" and not role.isdigit()}
    assert not set(other.roles) & known


def test_pictures(game):
    from stonegate.render import rgb, svg, text

    state = game.initial()
    picture = rgb(state)
    assert picture.dtype == np.uint8 and picture.ndim == 3 and picture.shape[2] == 3
    assert svg(state).startswith("<svg") and state._repr_svg_() == svg(state)
    assert text(state) == str(state)


def test_facts_about_games():
    game = load("connect-four")
    assert (game.num_players, game.takes_turns, game.is_zero_sum) == (2, True, True)
    assert game.chance is None and game.circuit["gates"] < game.circuit["gates_before"]
    assert not load("rock-paper-scissors").takes_turns
    assert "Connect" in game.description and game.check() == []
    assert pickle.loads(pickle.dumps(game)) == game


def test_no_game_is_longer_than_it_can_be(game):
    if game.max_length is None:
        pytest.skip("no bound was proven")
    batch = Batch(game, 500, seed=1, auto_reset="disabled")
    batch.random_step(game.max_length)
    assert (batch.terminated | batch.truncated).all()


def test_lengths_are_proven():
    # A cell is marked with every move, or a counter runs.
    lengths = {"tic-tac-toe": 9, "connect-four": 42, "eight-puzzle": 50}
    assert {name: load(name).max_length for name in lengths} == lengths
    # Nothing in its rules ends this one.
    assert load("breakthrough-6x6").max_length is None


def test_labels_are_perfect_play():
    """What `solve` says of any state is what all lines of play from it say."""
    game, rng = load("tic-tac-toe"), np.random.default_rng(3)

    @functools.lru_cache(maxsize=None)
    def value(state):
        """What the first role can force."""
        if state.is_over:
            return state.goals[0]
        best = max if state.current_player == 0 else min
        return best(value(state.apply(action)) for action in state.legal())

    states = []
    for length in range(9):
        state = game.initial()
        for _ in range(length):
            if not state.is_over:
                state = state.apply(int(rng.choice(state.legal())))
        states.append(state)
    labels = stonegate.solve(game, states)["labels"]
    for state, label in zip(states, labels):
        assert label["goals"] == [value(state), 100 - value(state)]
        for move in label["moves"].values():
            assert move["goals"][0] == value(state.apply(move["action"]))
            assert move["is_best"] == (move["goals"] == label["goals"])
    with pytest.raises(ValueError, match="another game"):
        stonegate.solve(game, [load("connect-four").initial()])


def test_copies_go_on_alone():
    batch = Batch(load("connect-four"), 700, seed=4)
    batch.random_step(5)
    copy = batch.copy()
    assert np.array_equal(copy.observe(), batch.observe())
    copy.random_step(3)
    assert not np.array_equal(copy.observe(), batch.observe())
    batch.random_step(3)
    assert np.array_equal(copy.observe(), batch.observe()), "the random moves to come are the same"
