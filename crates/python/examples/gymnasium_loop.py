"""The usual loop of Gymnasium, with masks."""

import gymnasium
import numpy as np

import stonegate.gymnasium  # noqa: F401  (registers the games)

envs = gymnasium.make_vec("Stonegate/ConnectFour-v0", num_envs=256)
rng = np.random.default_rng(1)
observations, infos = envs.reset(seed=1)
n_games = n_first = 0
for _ in range(200):
    movers = infos["current_player"]
    mask = infos["action_mask"]
    actions = (rng.random(mask.shape) * mask).argmax(axis=1)
    observations, rewards, terminations, truncations, infos = envs.step(actions)
    n_games += int(terminations.sum())
    n_first += int((terminations & (rewards > 0) & (movers == 0)).sum())
print(f"{n_games} random games, {100 * n_first / n_games:.0f} % won by the first player")
