"""A study that loses its workers and its driver has the results of one that does not."""

import json
import os
import pathlib
import random
import signal
import subprocess
import sys
import time

import pytest

pytest.importorskip("ray")

N_PAIRS = 100
DRIVER = """
import sys, ray, stonegate.ray
ray.init(num_cpus=2, include_dashboard=False, log_to_driver=False)
tasks = {f"pair {n}": ("connect-four", 200, n) for n in range(int(sys.argv[2]))}
stonegate.ray.run(stonegate.ray.play_pair, tasks, sys.argv[1])
"""


@pytest.fixture
def start():
    """Starts drivers, and leaves none behind."""
    drivers = []

    def start(journal):
        command = [sys.executable, "-c", DRIVER, str(journal), str(N_PAIRS)]
        # Ray's workers stand back behind everything else on the machine, unless told not to.
        environment = {**os.environ, "RAY_worker_niceness": "0"}
        silent = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
        drivers.append(subprocess.Popen(command, env=environment, **silent))
        return drivers[-1]

    yield start
    for driver in drivers:
        driver.kill()
        driver.wait()


def results(journal):
    # The last line may still be written.
    lines = journal.read_text().rpartition("\n")[0].splitlines()
    found = {}
    for line in lines:
        entry = json.loads(line)
        assert entry["key"] not in found, "a task counts once"
        found[entry["key"]] = entry["result"]
    return found


def parent(process):
    try:
        status = pathlib.Path(f"/proc/{process}/stat").read_text()
    except OSError:
        return 0
    return int(status.rpartition(")")[2].split()[1])


def workers(driver):
    """The workers of Ray that the driver has started, and no others."""
    found = []
    for folder in pathlib.Path("/proc").glob("[0-9]*"):
        try:
            command = (folder / "cmdline").read_bytes()
        except OSError:
            continue
        if command.startswith(b"ray::play_pair"):
            process = ancestor = int(folder.name)
            while ancestor not in (0, 1, driver):
                ancestor = parent(ancestor)
            if ancestor == driver:
                found.append(process)
    return found


def kill_a_worker(driver, rng):
    """Waits for a worker, and a while, and kills one that is there."""
    deadline = time.monotonic() + 120
    while True:
        assert driver.poll() is None and time.monotonic() < deadline
        time.sleep(rng.uniform(0.2, 2))
        there = workers(driver.pid)
        if there:
            os.kill(rng.choice(there), signal.SIGKILL)
            return


@pytest.mark.skipif(not os.path.isdir("/proc/self"), reason="it looks for processes in /proc")
def test_lost_workers_and_a_lost_driver(tmp_path, start):
    calm, stormy = tmp_path / "calm.jsonl", tmp_path / "stormy.jsonl"
    assert start(calm).wait(300) == 0
    rng = random.Random(1)
    driver = start(stormy)
    for _ in range(3):
        kill_a_worker(driver, rng)
    # Something is finished, and not all of it.
    while not (stormy.exists() and results(stormy)):
        assert driver.poll() is None
        time.sleep(0.1)
    driver.kill()
    driver.wait()
    assert len(results(stormy)) < N_PAIRS
    driver = start(stormy)
    for _ in range(2):
        kill_a_worker(driver, rng)
    assert driver.wait(300) == 0
    assert len(results(calm)) == N_PAIRS and results(stormy) == results(calm)


ACTORS = """
import os, pathlib, sys, ray, stonegate, stonegate.ray
ray.init(num_cpus=2, include_dashboard=False, log_to_driver=False)
journal, folder = sys.argv[1:]

def make():
    with open(folder + "/made", "a") as file:
        file.write("x")
    return stonegate.Game("tic-tac-toe")

def work(game, weight, number):
    once = pathlib.Path(folder, "once")
    if number == 5 and not once.exists():
        once.touch()
        os._exit(1)
    return weight * float(stonegate.playouts(stonegate.Batch(game, 1), 10, seed=number)[0, 0])

tasks = {str(n): (n,) for n in range(20)}
stonegate.ray.run(work, tasks, journal, shared=2.0, make=make)
"""


def test_actors_make_something_once(tmp_path):
    """Two actors do the work of twenty tasks; one of them dies and is made anew."""
    from stonegate import Batch, Game, playouts

    journal = tmp_path / "journal.jsonl"
    command = [sys.executable, "-c", ACTORS, str(journal), str(tmp_path)]
    subprocess.run(command, check=True, timeout=300)
    batch = Batch(Game("tic-tac-toe"), 1)
    expected = {str(n): 2 * float(playouts(batch, 10, seed=n)[0, 0]) for n in range(20)}
    assert results(journal) == expected
    assert (tmp_path / "once").exists() and (tmp_path / "made").read_text() == "xxx"


def test_a_torn_line_is_written_anew(tmp_path):
    from stonegate.ray import Journal

    path = tmp_path / "journal.jsonl"
    with Journal(path) as journal:
        journal.add("a", [1, 2])
        journal.add("b", 3)
    path.write_text(path.read_text() + '{"key": "c", "res')
    with Journal(path) as journal:
        assert journal.results == {"a": [1, 2], "b": 3}
        journal.add("c", 4)
        journal.add("a", 5)
    assert results(path) == {"a": [1, 2], "b": 3, "c": 4}


def test_self_play_is_seeded():
    from stonegate.ray import self_play

    first = self_play("tic-tac-toe", 30, 4, 7)
    assert first == self_play("tic-tac-toe", 30, 4, 7)
    assert all(sum(rewards) == 0 for _, _, rewards in first)


TOURNAMENT = """
import sys, ray, stonegate.ray
ray.init(num_cpus=2, include_dashboard=False, log_to_driver=False)
report = stonegate.ray.tournament("study.toml", "far.journal", program=sys.argv[1], batch=4)
assert report["units"] == 12, report
"""


def units(journal):
    """The units of a journal, leaving out times."""
    found = {}
    for line in journal.read_text().splitlines()[1:]:
        unit = json.loads(line.partition(" ")[2])
        for game in unit["games"]:
            game.pop("times", None)
        found[unit["unit"]] = unit
    return found


def test_a_study_of_a_file_is_played_by_a_cluster(tmp_path):
    """With the results of the command line."""
    program = os.environ.get("STONEGATE_PROGRAM")
    if not program:
        pytest.skip("STONEGATE_PROGRAM does not name the program")
    (tmp_path / "study.toml").write_text(
        "name = 'three'\nrounds = 4\n[[game]]\ngame = 'tic-tac-toe'\nopening = 1\n"
        "[[player]]\nplayer = 'mcts:iterations=50'\n[[player]]\nplayer = 'random'\n"
        "[[player]]\nname = 'other'\nplayer = 'mcts:iterations=20'\n"
    )
    near = [program, "tournament", "study.toml", "--journal", "near.journal"]
    subprocess.run(near, check=True, cwd=tmp_path, stdout=subprocess.DEVNULL, timeout=300)
    far = [sys.executable, "-c", TOURNAMENT, program]
    for _ in range(2):
        subprocess.run(far, check=True, cwd=tmp_path, timeout=300)
        assert units(tmp_path / "far.journal") == units(tmp_path / "near.journal")
