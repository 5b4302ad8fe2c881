"""The search of OpenSpiel against ours on connect four, with the same number of iterations."""

import numpy as np
import pyspiel
from open_spiel.python.algorithms import mcts

import stonegate.openspiel

N_ITERATIONS = 50
game = pyspiel.load_game(stonegate.openspiel.register("connect-four", "example_connect_four"))
score = 0
for number in range(4):
    ours = number % 2
    random = np.random.RandomState(number)
    evaluator = mcts.RandomRolloutEvaluator(1, random)
    bots = [mcts.MCTSBot(game, 2, N_ITERATIONS, evaluator, random_state=random) for _ in range(2)]
    bots[ours] = stonegate.openspiel.SearchBot(game, ours, N_ITERATIONS, seed=number)
    state = game.new_initial_state()
    while not state.is_terminal():
        state.apply_action(bots[state.current_player()].step(state))
    score += state.returns()[ours]
print(f"four games of our search against OpenSpiel's: {score:+.0f}")
