"""A small study by Ray: does more exploration help on connect four?"""

import pathlib
import tempfile

import ray

import stonegate.ray

ray.init(num_cpus=2, include_dashboard=False, log_to_driver=False)
tasks = {
    f"c={c} {pair}": ("connect-four", 100, pair, (f"c={c}", ""))
    for c in (0.3, 0.8)
    for pair in range(5)
}
with tempfile.TemporaryDirectory() as folder:
    journal = pathlib.Path(folder) / "study.jsonl"
    results = stonegate.ray.run(stonegate.ray.play_pair, tasks, journal)
for c in (0.3, 0.8):
    scores = [sum(result) for key, result in results.items() if key.startswith(f"c={c} ")]
    print(f"c={c} against the default: {sum(scores):+.0f} in {2 * len(scores)} games")
ray.shutdown()
