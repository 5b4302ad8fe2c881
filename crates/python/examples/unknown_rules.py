"""Questions for language models: rules that they have not read, and what perfect play is.

A game in other words has the same positions and values as before, so that its perfect play is known,
but nothing about it has ever been written. Each question is the sheet, a position and its legal
moves; the answer is the set of moves that keep what the player can force.
"""

import json
import random

import stonegate

rng = random.Random(1)
known = stonegate.Game("tic-tac-toe")
print(known.description)

game = known.scrambled(seed=11)
states = []
while len(states) < 20:
    state = game.initial()
    for _ in range(rng.randrange(7)):
        if not state.is_over:
            state = state.apply(rng.choice(state.legal()))
    if not state.is_over:
        states.append(state)

questions = []
for state, label in zip(states, stonegate.solve(game, states)["labels"]):
    role = state.current_player
    best = [move for move, rated in label["moves"].items() if rated["is_best"]]
    questions.append(
        {
            "rules": game.text,
            "position": state.facts,
            "player": game.roles[role],
            "legal": [game.moves(role)[move] for move in state.legal()],
            "best": best,
            "value": label["goals"][role],
        }
    )

# A question on which every move is as good as any other asks nothing.
questions = [question for question in questions if len(question["best"]) < len(question["legal"])]
shown = {key: value for key, value in questions[0].items() if key != "rules"}
print(game.text[:200])
print(json.dumps(shown, indent=1))
chance = sum(len(question["best"]) / len(question["legal"]) for question in questions)
print(f"{len(questions)} questions; guessing answers {chance / len(questions):.0%} of them")
assert questions and 0 < chance < len(questions)
