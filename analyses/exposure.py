"""Lay the first meld now, or hold it? What laying costs, and what it insures against.

At the first chance of a player without a meld on the table to lay one, both are played on: laying, and laying nothing
for some turns (then the bot decides again). The difference in payout has two parts: payments for sunog, which are what
laying insures against, and the rest, which is the price of the insurance.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from analyses.calls import MIN_FORKS, OF
from analyses.estimates import rollouts
from analyses.question import Document, Inquiry, Option, Question, QuestionError

if TYPE_CHECKING:
    from tongits_sim.designs.forks.estimates import Forks
    from tongits_sim.designs.forks.job import Map

MELDS = ("set", "run", "secret")
TURNS = (1, 2, 3, 4, 6)
KEYS = ("meld", "own_turn", "opponents_open")
WHOLE_GAME = 120
PROPOSAL = "strategies.hooks:lay_to_open"
"""What is laid where the bot lays nothing: a meld of its arrangement, a set before a run."""


def maps() -> tuple[Map, ...]:
    """How forks are sorted."""
    from tongits_sim.designs.forks.job import Axis, Map, each

    turns, opponents = Axis("turn", TURNS), each("opponents_open", 0, 2)
    return (
        Map("chart", (each("meld", 0, 2), turns, opponents)),
        Map("melds", (each("meld", 0, 2),)),
        Map("turns", (turns,)),
        Map("opponents", (opponents,)),
    )


def ask(inquiry: Inquiry) -> Document:
    """The document of `analyze exposure`."""
    hold, min_forks = inquiry.options["hold"], inquiry.options["min_forks"]
    turns = hold or WHOLE_GAME
    forks = rollouts.play(inquiry, "lay", maps(), hold_turns=turns, proposal=PROPOSAL)
    if not forks.forks:
        raise QuestionError(
            f"nobody could lay a first meld in {inquiry.games:,} games under {inquiry.rules.name}; play more games"
        )
    cells = rollouts.rows(forks, "chart", KEYS, min_forks)
    _add_parts(cells, forks, "chart")
    for cell in cells:
        cell["meld"] = MELDS[cell["meld"]]
    parts = [_parts(forks, group, words) for group, words in (("all", "all"), ("yes", "laid"), ("no", "held"))]
    return inquiry.head(EXPOSURE) | {
        "forks": forks.forks,
        "hold_turns": hold,
        "cells": cells,
        "averages": rollouts.averages(forks) | {"naive": rollouts.mean(forks.naive()) | {"note": rollouts.NAIVE}},
        "insurance": [part for part in parts if part["n"]],
        "by": [*_one(forks, "melds", "meld"), *_one(forks, "turns", "own_turn"), *_one(forks, "opponents", KEYS[2])],
        "min_forks": min_forks,
        "method": rollouts.method(forks, [], min_forks),
        "chart": None,
        "elapsed_s": forks.elapsed,
        "branches": int(forks.totals["branches"][0]),
    }


def _add_parts(rows: list[rollouts.Row], forks: Forks, name: str) -> None:
    for value, key in (("sunog", "sunog"), ("rest", "rest"), ("burned", "burned")):
        rollouts.add_value(rows, forks, name, value, key)


def _parts(forks: Forks, group: str, words: str) -> dict[str, Any]:
    """A group's difference and its parts."""
    found: dict[str, Any] = {"bot": words, "n": int(forks.totals["groups"][("all", "yes", "no").index(group), 0])}
    for value in ("payout", "sunog", "rest", "burned"):
        part = rollouts.mean(forks.group(group, value))
        found[value], found[f"{value}_ci95"] = part["mean"], part["ci95"]
    return found


def _one(forks: Forks, name: str, key: str) -> list[rollouts.Row]:
    """A map of one coordinate: which it is, its bin, and the parts."""
    rows = rollouts.rows(forks, name, (key,), 1)
    _add_parts(rows, forks, name)
    found = []
    for row in rows:
        low, high = row.pop(key), row.pop(f"{key}_to", None)
        last = key == "own_turn" and low == TURNS[-1]
        bin_ = (
            MELDS[low] if key == "meld" else f"{low}+" if last else f"{low}" if high in (None, low) else f"{low}–{high}"
        )
        kept = ("n", "ev_diff", "ci95", "share_yes", *(f"{part}{end}" for part in PARTS for end in ("", "_ci95")))
        found.append({"by": key, "bin": bin_} | {each: row[each] for each in kept})
    return found


PARTS = ("sunog", "rest", "burned")

EXPOSURE = Question(
    name="exposure",
    asks="Lay the first meld now, or hold it?",
    games=1_000_000,
    ask=ask,
    options=(
        Option(
            "hold",
            "Own turns to hold the meld before the bot decides; 0 holds it to the end of the game.",
            default=1,
            low=0,
            high=40,
        ),
        OF,
        MIN_FORKS,
    ),
    players="greedy,greedy,greedy",
    example="--rules pagat --hold 3",
)
