"""Work on many machines by Ray: matches, random games, self-play, tuning.

A task is a pure function of its arguments, and its result is a line in a journal, a file outside Ray.
A worker that is lost is replaced and its task repeated; after the loss of the head or of the driver,
the same call goes on where the journal ends. A task that was done twice counts once.

>>> import stonegate.ray
>>> tasks = {f"pair {n}": ("connect-four", 200, n) for n in range(100)}
>>> results = stonegate.ray.run(play_pair, tasks, "study.jsonl")  # doctest: +SKIP
"""

import functools
import itertools
import json
import os
import subprocess

import numpy as np
import ray

from stonegate import Batch, Game, playouts, search
from stonegate.matches import play, score


class Journal:
    """Results in an append-only file of JSON lines, each on the disk before anybody is told."""

    def __init__(self, path):
        self.path = os.fspath(path)
        self.results = {}
        end = 0
        if os.path.exists(self.path):
            with open(self.path, "rb") as file:
                for line in file:
                    try:
                        entry = json.loads(line)
                        self.results[entry["key"]] = entry["result"]
                    except (ValueError, KeyError, TypeError):
                        # A line that was being written when its writer died.
                        break
                    end += len(line)
        self._file = open(self.path, "ab")
        self._file.truncate(end)

    def add(self, key, result):
        """Keeps a result; of several for one key the first counts."""
        if key in self.results:
            return
        line = json.dumps({"key": key, "result": result}) + "\n"
        self._file.write(line.encode())
        self._file.flush()
        os.fsync(self._file.fileno())
        self.results[key] = json.loads(line)["result"]

    def close(self):
        self._file.close()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()


class _Actor:
    """Does work with something that takes a while to make, and is made once."""

    def __init__(self, work, make):
        self._work = work
        self._made = make()

    def do(self, *arguments):
        return self._work(self._made, *arguments)


def _by_tasks(work, num_cpus):
    """A function that sends work to whichever worker is free."""
    return ray.remote(num_cpus=num_cpus, max_retries=-1)(work).remote


def _by_actors(work, make, num_cpus, n_actors):
    """A function that sends work to actors in turn."""
    kind = ray.remote(num_cpus=num_cpus, max_restarts=-1, max_task_retries=-1)(_Actor)
    actors = itertools.cycle([kind.remote(work, make) for _ in range(n_actors)])
    return lambda *arguments: next(actors).do.remote(*arguments)


def run(
    work, tasks, journal, *, shared=None, make=None, in_flight=None, num_cpus=1, stop=None
):
    """Does `work(*arguments)` for each key of `tasks` that the journal does not have; gives the
    results of all of them, which have to be what JSON can hold.

    shared: something large, such as weights, which goes to the object store once and comes to the
    work as its first argument.
    make: what makes something that takes a while, such as a network. Then actors do the work, one for
    each processor: each makes it once, and it comes to the work before all other arguments.
    in_flight: how many tasks Ray has at a time, by default two for each processor.
    stop: called with the results after each of them; true ends the run, as a sequential test does.
    """
    if not ray.is_initialized():
        ray.init(include_dashboard=False)
    common = () if shared is None else (ray.put(shared),)
    n_processors = int(ray.cluster_resources().get("CPU", 1))
    n_workers = max(1, n_processors // max(1, int(num_cpus)))
    in_flight = in_flight or 2 * n_workers
    # Ray repeats a task whose worker dies. An exception of the work itself is no accident.
    if make is None:
        remote = _by_tasks(work, num_cpus)
    else:
        remote = _by_actors(work, make, num_cpus, n_workers)
    with Journal(journal) as kept:
        missing = iter([key for key in tasks if key not in kept.results])
        flying = {}

        def send():
            key = next(missing, None)
            if key is not None:
                flying[remote(*common, *tasks[key])] = key

        for _ in range(in_flight):
            send()
        while flying:
            (done,), _ = ray.wait(list(flying), num_returns=1)
            kept.add(flying.pop(done), ray.get(done))
            if stop is not None and stop(kept.results):
                for reference in flying:
                    ray.cancel(reference)
                break
            send()
        return {key: kept.results[key] for key in tasks if key in kept.results}


def _command(program, study, *options):
    """What the command line says of a study."""
    command = [program, "tournament", os.fspath(study), *options]
    return subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True).stdout


def _play_units(program, study, first, end):
    lines = _command(program, study, "--concurrency", "1", "--unit", f"{first}..{end}").splitlines()
    return [json.loads(line) for line in lines]


def tournament(study, journal, *, program="stonegate", batch=8, stage=None, **options):
    """The study of a file, played by a cluster: what `stonegate tournament STUDY --journal JOURNAL`
    plays on one machine, with the same results. Gives its report, as `--json` prints it.

    Units are played in batches by the program on each machine; the file of the study has the same
    path everywhere. Results are kept in a file beside the journal, so that the same call goes on
    with what is missing. A sequential test is looked at after each `stage` rounds, by default a
    tenth of all. Other options are those of `run`.
    """
    study, journal = os.path.abspath(study), os.fspath(journal)
    n_units = int(_command(program, study, "--count"))
    a_round = int(_command(program, study, "--count", "--rounds", "1"))
    n_rounds = n_units // a_round
    stage = stage or -(-n_rounds // 10)
    for n in [*range(stage, n_rounds, stage), n_rounds]:
        firsts = range(0, n * a_round, batch)
        tasks = {f"{a}": (program, study, a, min(a + batch, n_units)) for a in firsts}
        results = run(_play_units, tasks, journal + ".units", **options)
        with open(journal + ".taken", "w", encoding="utf-8") as file:
            units = itertools.chain.from_iterable(results.values())
            file.writelines(json.dumps(unit) + "\n" for unit in units)
        take = ("--journal", journal, "--take", file.name, "--rounds", str(n), "--json")
        report = json.loads(_command(program, study, *take))
        os.remove(file.name)
        if report["test"] and report["test"]["verdict"]:
            break
    return report


@functools.lru_cache(maxsize=16)
def _game(source):
    """A game, compiled once in each worker."""
    return Game(source)


def play_pair(source, iterations, number, options=("", "")):
    """Two games of a match for two, from the same opening with changed sides: the rewards of the
    first player in both."""
    game = _game(source)
    first = play(game, options, iterations, seed=number)
    second = play(game, options[::-1], iterations, seed=number)
    return [float(first[0, 0]), float(second[0, 1])]


def play_randomly(source, n_games, number):
    """So many random games from the initial state: the mean rewards of all roles."""
    batch = Batch(_game(source), 1)
    return [float(value) for value in playouts(batch, n_games, seed=number)[0]]


def self_play(source, iterations, n_games, number):
    """Games that a search plays against itself, all at once: for each position the facts, the visits
    of all moves and what each role won in the end."""
    game = _game(source)
    batch = Batch(game, n_games, seed=number, auto_reset="disabled")
    rng = np.random.default_rng(number)
    history, n_steps = [], 0
    while True:
        live = ~(batch.terminated | batch.truncated)
        if not live.any():
            break
        found = search(batch, iterations, seed=number * 1000 + n_steps)
        visits = found["visits"].astype(float)
        history.append((live, np.packbits(batch.observe(), axis=1), found["visits"]))
        # Moves are drawn by their visits; a move that is proven best may have none.
        visits[np.arange(n_games), np.maximum(found["best"], 0)] += 1
        visits *= batch.legal_action_mask
        drawn = (visits.cumsum(axis=1) > rng.random((n_games, 1)) * visits.sum(axis=1, keepdims=True))
        batch.step(drawn.argmax(axis=1))
        if n_steps == 0:
            rewards = np.zeros((n_games, game.num_roles))
        rewards += batch.rewards
        n_steps += 1
    positions = []
    for live, seen, visits in history:
        for row in np.flatnonzero(live):
            positions.append([seen[row].tobytes().hex(), visits[row].tolist(), rewards[row].tolist()])
    return positions


def trainable(source, against="", *, iterations=200, pairs=32, rounds=1):
    """What Ray Tune tunes: a function whose configuration are options of the search, such as
    `{"c": 0.4}`. It plays rounds of so many pairs of games against a search with other options, and
    after each of them reports its `score` so far, 0 to 1, and the number of `pairs` behind it, so that
    schedulers can give up early what does not help.

    >>> tune.Tuner(trainable("connect-four"), param_space={"c": tune.loguniform(0.1, 2)})  # doctest: +SKIP
    """

    def evaluate(config):
        from ray import tune

        options = ",".join(f"{name}={value}" for name, value in config.items())
        total = 0.0
        for number in range(rounds):
            total += score(
                _game(source), options, against, iterations=iterations, pairs=pairs, seed=number
            )
            tune.report({"score": total / (number + 1), "pairs": pairs * (number + 1)})

    return evaluate
