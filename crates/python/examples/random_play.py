"""Random play at full speed: how many moves a second."""

import time

import stonegate

for name in ["tic-tac-toe", "connect-four", "reversi"]:
    batch = stonegate.Batch(stonegate.Game(name), 32_768, seed=1)
    n_steps, start = 0, time.perf_counter()
    while time.perf_counter() - start < 1:
        batch.random_step(10)
        n_steps += 10
    rate = n_steps * len(batch) / (time.perf_counter() - start)
    print(f"{name}: {rate / 1e6:.0f} million moves a second")
