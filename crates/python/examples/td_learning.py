"""Learns to play tic-tac-toe by temporal differences: a table of values, many games at once.

The value of a position is that for the player who has just moved. After each step the table moves
towards the negated value of the next position, or towards the reward at the end.
"""

import numpy as np

import stonegate

N_GAMES, N_STEPS, RATE = 256, 3000, 0.1
game = stonegate.Game("tic-tac-toe")
powers = 2 ** np.arange(18)
names = np.array([[f"(cell {x} {y} {mark})" for x in (1, 2, 3) for y in (1, 2, 3)] for mark in game.roles])
values = np.zeros(2**18, np.float32)
rng = np.random.default_rng(1)


def keys(batch):
    return batch.observe().reshape(len(batch), 18) @ powers


def greedy(batch, explore):
    """For each position the move whose successor has the best value for the mover."""
    mask, key, movers = batch.legal_action_mask[:, :9], keys(batch), batch.current_player
    bits = np.where(movers[:, None] == 0, powers[:9], powers[9:])
    worth = values[np.minimum(key[:, None] + bits, 2**18 - 1)]
    worth = worth + explore * rng.random(mask.shape)
    return np.where(mask, worth, -9).argmax(axis=1)


batch = stonegate.Batch(game, N_GAMES, observation=names, auto_reset="same_step")
last = None
for step in range(N_STEPS):
    movers = batch.current_player
    random = rng.random(N_GAMES) < 0.2
    mask = batch.legal_action_mask[:, :9]
    actions = np.where(random, (rng.random(mask.shape) * mask).argmax(axis=1), greedy(batch, 1e-3))
    batch.step(actions)
    ended = batch.terminated
    after = batch.final_observation().reshape(N_GAMES, 18) @ powers
    rewards = batch.rewards[np.arange(N_GAMES), movers]
    values[after[ended]] = rewards[ended]
    if last is not None:
        # What the other one has left us is as bad for him as it is good for us.
        before, was_over = last
        open_games = ~was_over
        target = -values[after]
        values[before[open_games]] += RATE * (target - values[before])[open_games]
    last = after, ended

results = np.zeros(3, int)
match = stonegate.Batch(game, 1000, observation=names, auto_reset="disabled")
while not match.terminated.all():
    mask = match.legal_action_mask[:, :9]
    random = (rng.random(mask.shape) * mask).argmax(axis=1)
    before = match.terminated
    match.step(np.where(match.current_player == 0, greedy(match, 1e-6), random))
    for reward in match.rewards[match.terminated & ~before, 0]:
        results[int(reward) + 1] += 1
print(f"against random play, as the first: {results[2]} won, {results[1]} drawn, {results[0]} lost")
assert results[2] > 950 and results[0] < 10
