"""Self-play in the manner of AlphaZero on tic-tac-toe, with a small network in NumPy.

Searches of all games at once tell which moves are good, a network of one hidden layer learns to
expect their visits and the results, and then plays by itself, without any search.
"""

import numpy as np

import stonegate

N_GAMES, N_ROUNDS, HIDDEN, RATE = 256, 10, 64, 0.2
game = stonegate.Game("tic-tac-toe")
cells = [f"(cell {x} {y} {{}})" for x in (1, 2, 3) for y in (1, 2, 3)]
views = {
    0: np.array([cell.format(mark) for mark in game.roles for cell in cells]),
    1: np.array([cell.format(mark) for mark in game.roles[::-1] for cell in cells]),
}
rng = np.random.default_rng(1)
hidden = rng.normal(0, 0.3, (18, HIDDEN))
policy, value = rng.normal(0, 0.1, (HIDDEN, 9)), rng.normal(0, 0.1, (HIDDEN, 1))


def evaluate(seen):
    """The hidden layer, the chances of all moves, and the value."""
    layer = np.maximum(seen @ hidden, 0)
    logits = layer @ policy
    chances = np.exp(logits - logits.max(axis=1, keepdims=True))
    return layer, chances / chances.sum(axis=1, keepdims=True), np.tanh(layer @ value)


def self_play(seed):
    """What was seen, what the search liked, and what became of it."""
    batch = stonegate.Batch(game, N_GAMES, seed=seed, observation=views, auto_reset="disabled")
    history, results = [], np.zeros((N_GAMES, 2))
    while not batch.terminated.all():
        live = ~batch.terminated
        found = stonegate.search(batch, 100, seed=seed)
        liked = found["visits"][:, :9] + np.eye(9)[np.clip(found["best"], 0, 8)]
        liked = liked / liked.sum(axis=1, keepdims=True)
        history.append((live, batch.observe().astype(float), liked, batch.current_player))
        # Every other move is drawn by its visits, so that games differ.
        drawn = (liked.cumsum(axis=1) > rng.random((N_GAMES, 1))).argmax(axis=1)
        explores = rng.random(N_GAMES) < 0.5
        batch.step(np.where(explores, drawn, np.clip(found["best"], 0, 8)))
        results += batch.rewards
    rows = np.arange(N_GAMES)
    seen = np.concatenate([seen[live] for live, seen, _, _ in history])
    liked = np.concatenate([liked[live] for live, _, liked, _ in history])
    won = np.concatenate([results[rows, movers][live] for live, _, _, movers in history])
    return seen, liked, won[:, None]


for number in range(N_ROUNDS):
    seen, liked, won = self_play(number)
    for _ in range(40):
        order = rng.permutation(len(seen))
        for part in np.array_split(order, len(order) // 64):
            layer, chances, worth = evaluate(seen[part])
            to_logits = (chances - liked[part]) / len(part)
            to_worth = (worth - won[part]) * (1 - worth**2) / len(part)
            to_layer = (to_logits @ policy.T + to_worth @ value.T) * (layer > 0)
            policy -= RATE * layer.T @ to_logits
            value -= RATE * layer.T @ to_worth
            hidden -= RATE * seen[part].T @ to_layer

match = stonegate.Batch(game, 1000, seed=99, observation=views, auto_reset="disabled")
results = np.zeros(3, int)
while not match.terminated.all():
    mask = match.legal_action_mask[:, :9]
    _, chances, _ = evaluate(match.observe().astype(float))
    by_network = np.where(mask, chances, -1).argmax(axis=1)
    at_random = np.where(mask, rng.random(mask.shape), -1).argmax(axis=1)
    before = match.terminated
    match.step(np.where(match.current_player == 0, by_network, at_random))
    for reward in match.rewards[match.terminated & ~before, 0]:
        results[int(reward) + 1] += 1
print(f"the network against random play: {results[2]} won, {results[1]} drawn, {results[0]} lost")
assert results[2] > 850 and results[0] < 50
