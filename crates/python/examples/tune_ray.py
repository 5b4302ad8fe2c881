"""How much should the search explore on connect four? Ray Tune asks, matches answer."""

import tempfile

import ray
from ray import tune

import stonegate.ray

ray.init(num_cpus=2, include_dashboard=False, log_to_driver=False)
with tempfile.TemporaryDirectory() as folder:
    tuner = tune.Tuner(
        stonegate.ray.trainable("connect-four", iterations=50, pairs=8, rounds=2),
        param_space={"c": tune.grid_search([0.1, 0.4, 1.6])},
        tune_config=tune.TuneConfig(metric="score", mode="max"),
        run_config=tune.RunConfig(storage_path=folder, verbose=0),
    )
    results = tuner.fit()
best = results.get_best_result()
print(f"best of {len(results)}: c={best.config['c']} with {best.metrics['score']:.0%} of the points")
assert not results.errors and best.metrics["pairs"] == 16
ray.shutdown()
