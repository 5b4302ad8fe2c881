"""How much should the search explore on connect four? Optuna asks, matches answer."""

import optuna

import stonegate
from stonegate.matches import score

game = stonegate.Game("connect-four")


def objective(trial):
    c = trial.suggest_float("c", 0.05, 5.0, log=True)
    return score(game, f"c={c}", iterations=50, pairs=16, seed=trial.number)


optuna.logging.set_verbosity(optuna.logging.WARNING)
study = optuna.create_study(direction="maximize", sampler=optuna.samplers.TPESampler(seed=1))
study.optimize(objective, n_trials=8)
print(f"best of 8: c={study.best_params['c']:.2f} with {study.best_value:.0%} of the points")
assert 0 <= study.best_value <= 1
