"""A seat for a language model: text in, a legal move out. It needs the extra `openspiel`.

`get_legal_moves`, `generate_prompt` and `parse_response` are what Kaggle's harness for games of OpenSpiel calls, and
`kaggle` adds `open_spiel_tongits` to its environments (`make` it with `includeLegalActions`). `play` is a small arena
without Kaggle: a model has seat 0, bots the others.

    python docs/examples/arena.py [GAMES]    # "a model" here answers by chance, now and then without a legal move
"""

from __future__ import annotations

import json
import random
import re
import sys
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import pyspiel

import tongits_sim as ts
import tongits_sim.openspiel

RULES = "pagat"
TRIES = 3
PROMPT = """You play one game of Tongits, a rummy for three with these house rules:
{rules}

You are player {player}; turns go 0, 1, 2. You earn what the game pays you, in units. What you see:

{seen}
Your moves so far: {moves}

Choose one of these moves, word for word:
{legal}

Think, then end with JSON: {{"move": "..."}}"""


def get_legal_moves(observation: Mapping[str, Any]) -> dict[int, str]:
    """The legal actions and their words."""
    return dict(zip(observation.get("legalActions", ()), observation.get("legalActionStrings", ()), strict=True))


def generate_prompt(
    observation: Mapping[str, Any],
    move_history: Sequence[str],
    previous_response: str | None = None,
    previous_action: str | None = None,
) -> str:
    """What the model is asked; after an answer without a legal move, with a word about that."""
    text = PROMPT.format(
        rules="\n".join(f"* {line.sentence}" for line in ts.describe(RULES) if "No effect here" not in line.sentence),
        player=observation["playerId"],
        seen=observation["observationString"],
        moves=", ".join(move_history) or "none",
        legal="\n".join(get_legal_moves(observation).values()),
    )
    if previous_action:
        text += f"\n\nYou answered {previous_action!r}, which is not one of the moves."
    elif previous_response:
        text += "\n\nYour last answer had no JSON with a move at its end."
    return text


def move_of(response: str, legal: Sequence[str]) -> tuple[str | None, str | None]:
    """The legal move that an answer ends with, and the move as it was written; None for what there is not."""
    for text in reversed(re.findall(r"\{[^{}]*\}", response)):
        try:
            written = str(json.loads(text)["move"]).strip()
        except (ValueError, KeyError):
            continue
        return next((move for move in legal if move.casefold() == written.casefold()), None), written
    return None, None


def parse_response(response: str, legal_action_strings: Sequence[str]) -> Any:
    """The same, as Kaggle's harness takes it."""
    from kaggle_environments.core_harness import ParseResult

    move, written = move_of(response, legal_action_strings)
    return ParseResult(legal_action=move, raw_action=written)


def kaggle() -> None:
    """Add `open_spiel_tongits` to Kaggle's environments."""
    import kaggle_environments
    from kaggle_environments.envs.open_spiel_env import open_spiel_env

    kaggle_environments.register("open_spiel_tongits", open_spiel_env._build_env(f"tongits(rules={RULES})"))


def play(ask: Callable[[str], str], bots: str, seed: int) -> list[float]:
    """One game; a model that gives no legal move in `TRIES` answers plays the first one. Returns units by seat.

    Args:
        ask: the model's answer to a prompt.
        bots: three bots by seat; the first is not asked.
        seed: of the cards.
    """
    chance, moves = random.Random(seed), list[str]()
    game = pyspiel.load_game(f"tongits(rules={RULES})")
    others, state = tongits_sim.openspiel.BotPolicy(game, bots), game.new_initial_state()
    while not state.is_terminal():
        if state.is_chance_node():
            cards, shares = zip(*state.chance_outcomes(), strict=True)
            state.apply_action(chance.choices(cards, shares)[0])
        elif state.current_player():
            state.apply_action(*others.action_probabilities(state))
        else:
            legal = {state.action_to_string(action): action for action in state.legal_actions()}
            moves.append(_asked(ask, state, moves, list(legal)))
            state.apply_action(legal[moves[-1]])
    returns: list[float] = state.returns()
    return returns


def _asked(ask: Callable[[str], str], state: Any, moves: Sequence[str], legal: Sequence[str]) -> str:
    seen = {
        "playerId": 0,
        "observationString": state.observation_string(0),
        "legalActions": state.legal_actions(),
        "legalActionStrings": legal,
    }
    response = written = None
    for _ in range(TRIES):
        response = ask(generate_prompt(seen, moves, response, written))
        move, written = move_of(response, legal)
        if move is not None:
            return move
    return legal[0]


def by_chance(prompt: str) -> str:
    """In place of a model: any of the moves, with words around it; one answer of ten has none."""
    moves = prompt.split("word for word:\n")[1].split("\n\n")[0].splitlines()
    chance = random.Random(prompt)
    return "I pass." if chance.random() < 0.1 else f"I think.\n{json.dumps({'move': chance.choice(moves).upper()})}"


if __name__ == "__main__":
    games = int(sys.argv[1]) if len(sys.argv) > 1 else 20
    paid = [play(by_chance, "greedy,greedy,expert", seed) for seed in range(games)]
    print("units a game:", *(f"{sum(each) / games:+.2f}" for each in zip(*paid, strict=True)))
