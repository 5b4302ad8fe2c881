"""The same games as others play, move by move: 1,000 games of each."""

import re

import numpy as np
import pytest

from stonegate import Batch

import peers

N_GAMES = 1000
SPIEL = {
    "tic-tac-toe": "tic_tac_toe",
    "connect-four": "connect_four",
    "reversi": "othello",
    "hex": "hex(board_size=11)",
    "breakthrough": "breakthrough",
}
ENVPOOL = {
    "tic-tac-toe": "TicTacToe-v1",
    "connect-four": "ConnectFour-v1",
    "reversi": "Othello-v1",
    "hex": "Hex-v1",
}


def breakthrough_moves(spiel):
    """The numbers of moves by their names, such as a7a6; those of captures have a star."""
    state = spiel.new_initial_state()
    names = {}
    for player in (0, 1):
        for action in range(spiel.num_distinct_actions()):
            names[player, state.action_to_string(player, action)] = action
    return names


@pytest.mark.parametrize("name", SPIEL)
def test_openspiel(name):
    pyspiel = pytest.importorskip("pyspiel")
    spiel = pyspiel.load_game(SPIEL[name])
    game = peers.load(name)
    rng = np.random.default_rng(1)
    batch = Batch(game, N_GAMES, auto_reset="disabled")
    states = [spiel.new_initial_state() for _ in range(N_GAMES)]
    if name == "breakthrough":
        letters = "abcdefgh"

        def square(x, y):
            # Their first player comes from above, ours from below.
            return f"{letters[x - 1]}{9 - y}"

        ours = []
        for role in (0, 1):
            moves = [peers.numbers(move) for move in game.moves(role)]
            ours.append([square(*m[:2]) + square(*m[2:]) if m else "" for m in moves])
    else:
        theirs = peers.to_theirs(game, name)
    open_games = N_GAMES
    while open_games:
        mask, players = batch.legal_action_mask, batch.current_player
        actions = peers.choose(rng, mask)
        for row, state in enumerate(states):
            if state.is_terminal():
                continue
            assert state.current_player() == players[row]
            legal = np.flatnonzero(mask[row])
            if name == "breakthrough":
                names = {state.action_to_string(a).rstrip("*"): a for a in state.legal_actions()}
                assert {ours[players[row]][move] for move in legal} == set(names)
                state.apply_action(names[ours[players[row]][actions[row]]])
            else:
                assert sorted(theirs[legal]) == state.legal_actions()
                state.apply_action(int(theirs[actions[row]]))
        before = batch.terminated
        batch.step(actions)
        rewards, over = batch.rewards, batch.terminated
        for row, state in enumerate(states):
            assert state.is_terminal() == over[row]
            if over[row] and not before[row]:
                assert np.array_equal(rewards[row], state.returns())
                open_games -= 1


def in_order(info):
    """Environments come as they are finished."""
    order = np.argsort(info["env_id"])
    return {key: info[key][order] for key in ("env_id", "legal_action_mask", "current_player")}


@pytest.mark.parametrize("name", ENVPOOL)
def test_envpool(name):
    envpool = pytest.importorskip("envpool")
    n = 250
    theirs = envpool.make(ENVPOOL[name], env_type="gymnasium", num_envs=n, seed=1)
    game = peers.load(name)
    numbers = peers.to_theirs(game, name)
    rng = np.random.default_rng(2)
    rows = np.arange(n)
    for _ in range(N_GAMES // n):
        batch = Batch(game, n, auto_reset="disabled")
        info = in_order(theirs.reset()[1])
        finished = np.zeros(n, bool)
        won = np.zeros((n, 2))
        ours_won = np.zeros(n)
        first = info["current_player"].copy()
        while not finished.all():
            mask, over = batch.legal_action_mask, batch.terminated
            expected = np.zeros((n, peers.N_MOVES[name]), bool)
            expected[:, numbers[numbers >= 0]] = mask[:, numbers >= 0]
            if name == "reversi":
                # Their game goes on until both have passed.
                expected[over] = np.arange(65) == 64
            # Hex of others has a move more, which exchanges the colors.
            seen = info["legal_action_mask"][:, : peers.N_MOVES[name]]
            assert np.array_equal(seen[~finished], expected[~finished])
            movers = np.where(batch.current_player == 0, first, 1 - first)
            live = ~(finished | over)
            assert np.array_equal(info["current_player"][live], movers[live])
            actions = peers.choose(rng, mask)
            given = np.where(over, expected.argmax(axis=1), numbers[actions]).astype(np.int32)
            _, rewards, terminated, truncated, info = theirs.step(given)
            order = np.argsort(info["env_id"])
            info = in_order(info)
            batch.step(actions)
            ours_won += batch.rewards[:, 0]
            won[~finished] += np.asarray(rewards).reshape(n, -1)[order][~finished]
            ended = (terminated | truncated)[order] & ~finished
            assert batch.terminated[ended].all()
            if name != "reversi":
                assert np.array_equal(ended, batch.terminated & ~finished)
            finished |= ended
        assert np.array_equal(ours_won, won[rows, first])


def test_envpool_chess():
    """Both players see the same pieces, the same moves are legal and the same is won, as long as both
    play on."""
    envpool = pytest.importorskip("envpool")
    import chess_peers

    n, n_steps = 16, 60

    def pieces(seen):
        boards = seen[..., : chess_peers.COLOR].reshape(n, 2, 64, chess_peers.N_BOARDS, -1)
        return boards[..., :12]

    theirs = envpool.make("Chess-v1", env_type="gymnasium", num_envs=n, seed=1)
    game = peers.load("chess")
    ours = Batch(
        game,
        n,
        observation=peers.envpool_view(game, "chess"),
        actions=peers.actions(game, "chess"),
        viewer="all",
    )
    rng = np.random.default_rng(3)
    seen, info = theirs.reset()
    first = in_order(info)["current_player"].copy()
    live, n_compared = np.ones(n, bool), 0
    for _ in range(n_steps):
        order = np.argsort(info["env_id"])
        mask = info["legal_action_mask"][order]
        our_mask = ours.legal_action_mask
        assert np.array_equal(mask[live], our_mask[live])
        players = info["players"]
        # White first, as ours are.
        by_side = np.lexsort((players["id"] != first[players["env_id"]], players["env_id"]))
        seen = np.asarray(seen)[by_side].reshape(n, 2, 64, -1)
        assert np.array_equal(pieces(seen)[live], pieces(ours.observe())[live])
        movers = info["current_player"][order]
        assert np.array_equal(movers[live], np.where(ours.current_player == 0, first, 1 - first)[live])
        n_compared += live.sum()
        actions = peers.choose(rng, np.where(live[:, None], mask, our_mask))
        seen, rewards, terminated, truncated, info = theirs.step(actions)
        ours.step(actions)
        order = np.argsort(info["env_id"])
        ended = (terminated | truncated)[order]
        won = np.asarray(rewards).reshape(n, -1)[order]
        # They know more kinds of draws; what is won is won for both.
        decided = live & ours.terminated & (ours.rewards[:, 0] != 0)
        assert np.array_equal(won[decided, first[decided]], ours.rewards[decided, 0])
        assert not (live & ended & (won.any(axis=1)) & ~ours.terminated).any()
        live &= ~ended & ~ours.terminated
    assert n_compared > n * n_steps // 2


# What is not shown the same way: how often a position was there, and moves without progress.
UNKNOWN_PLANES = {"chess": [13, 14, 15]}


@pytest.mark.parametrize("name", ["tic-tac-toe", "connect-four", "reversi", "chess"])
def test_openspiel_sees_the_same(name):
    pyspiel = pytest.importorskip("pyspiel")
    spiel = pyspiel.load_game({**SPIEL, "chess": "chess"}[name])
    shape = spiel.observation_tensor_shape()
    game = peers.load(name)
    view = peers.openspiel_view(game, name)
    batch = Batch(game, 1, observation=view, seed=4, auto_reset="disabled")
    theirs = peers.to_theirs(game, name) if name != "chess" else None
    state, rng = spiel.new_initial_state(), np.random.default_rng(4)
    known = np.setdiff1d(np.arange(shape[0]), UNKNOWN_PLANES.get(name, []))
    for _ in range(40):
        if state.is_terminal() or batch.terminated[0]:
            break
        seen = np.array(state.observation_tensor(state.current_player())).reshape(shape)
        assert np.array_equal(batch.observe().reshape(shape)[known], seen[known])
        mask = batch.legal_action_mask
        action = peers.choose(rng, mask)
        if name == "chess":
            move = game.moves(int(batch.current_player[0]))[action[0]]
            state.apply_action(state.parse_move_to_action(uci(move)))
        else:
            state.apply_action(int(theirs[action[0]]))
        batch.step(action)


def uci(move):
    """A move of chess as engines tell it to each other."""
    squares, *becomes = re.fullmatch(r"\(\w+ ((?:. ){3}.)(?: (\w+))?\)", move).groups()
    letter = {"queen": "q", "rook": "r", "bishop": "b", "knight": "n"}.get(becomes[0], "")
    return squares.replace(" ", "") + letter
