"""Matches between searches with different options, many games at once.

`score` is what a tuner asks for: how good a setting is against another one. With Optuna, say:

>>> import stonegate
>>> from stonegate.matches import score
>>> game = stonegate.Game("connect-four")
>>> def objective(trial):
...     c = trial.suggest_float("c", 0.1, 2.0, log=True)
...     return score(game, f"c={c}", pairs=64, seed=trial.number)
>>> study = optuna.create_study(direction="maximize")  # doctest: +SKIP
>>> study.optimize(objective, n_trials=50)  # doctest: +SKIP

`stonegate.ray.trainable` is the same for Ray Tune.
"""

import numpy as np

from stonegate import Batch, search


def play(game, options, iterations, *, n_games=1, seed=0, opening=2):
    """Games between searches with these options, one for each role, each from an opening of its own
    that is drawn by the seed: the rewards, of the shape (n_games, roles)."""
    batch = Batch(game, n_games, seed=seed, auto_reset="disabled")
    batch.random_step(opening)
    rewards = batch.rewards
    for n_steps in range(opening, 1_000_000):
        live = ~(batch.terminated | batch.truncated)
        if not live.any():
            break
        actions = np.zeros((n_games, game.num_roles), np.int32)
        for role in range(game.num_roles):
            legal = batch.legal_actions_of(role)
            actions[:, role] = legal.argmax(axis=1)
            chooses = live & (legal.sum(axis=1) > 1)
            if role == game.chance or not chooses.any():
                continue
            rows, asked = np.flatnonzero(chooses), batch
            if len(rows) < n_games:
                asked = Batch(game, len(rows), auto_reset="disabled")
                asked.set_states([batch.state(int(row)) for row in rows])
            found = search(
                asked, iterations, role=role, seed=seed * 1000 + n_steps, options=options[role]
            )
            actions[rows, role] = found["best"]
        batch.step(actions)
        rewards += batch.rewards
    return rewards


def score(game, options, against="", *, iterations=200, pairs=32, seed=0):
    """The share of the points that a search with these options gets against one with others in a game
    for two, 0 to 1, in so many pairs of games: two with changed sides from each opening."""
    if game.num_players != 2 or game.num_roles != 2:
        raise ValueError("a score is that of one player against another: the game has to be for two")
    first = play(game, (options, against), iterations, n_games=pairs, seed=seed)
    second = play(game, (against, options), iterations, n_games=pairs, seed=seed)
    return float(np.concatenate([first[:, 0], second[:, 1]]).mean()) / 2 + 0.5
