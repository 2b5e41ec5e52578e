"""analyze discards: the map, its weights, and the suits."""

from __future__ import annotations

import math
from functools import cache
from typing import Any

from analyses.discards import DISCARDS, RANKS
from analyses.question import inquiry


@cache
def ask(**given: Any) -> dict[str, Any]:
    """A document of few games."""
    return DISCARDS.ask(inquiry(DISCARDS, **({"games": 8000, "min_forks": 200} | given)))


def test_the_document() -> None:
    found = ask()
    assert found["question"] == "discards"
    assert len(found["cells"]) == 52 * 4
    assert len({cell["card"] for cell in found["cells"]}) == 52
    weight = sum(cell["n"] for cell in found["cells"])
    assert weight == sum(row["n"] for row in found["ranks"]) == sum(row["n"] for row in found["table"])
    assert weight > 3 * found["forks"] == 3 * found["branches"]
    mean = sum(cell["n"] * (cell["ev_diff"] or 0) for cell in found["cells"]) / weight
    assert math.isclose(mean, found["averages"]["all"]["mean"], rel_tol=1e-9)


def test_a_bot_that_chooses_throws_better_than_chance() -> None:
    assert ask()["averages"]["all"]["ci95"][1] < 0
    aces = [row for row in ask()["ranks"] if row["rank"] == "A" and row["n"] > 1000]
    kings = [row for row in ask()["ranks"] if row["rank"] == RANKS[-1] and row["n"] > 1000]
    assert max(row["ev_diff"] for row in aces) < min(row["ev_diff"] for row in kings)


def test_the_rules_know_no_suit() -> None:
    """Bots that throw by chance prefer no suit either: the four suits cost the same within error."""
    found = ask(players="random,random,random", games=20_000)["symmetry"]
    assert found["df"] == 39
    assert found["p"] > 0.001
    assert ask()["symmetry"]["p"] > 1e-6


def test_a_loose_card_is_better_than_any_card() -> None:
    """Chance breaks melds; a loose card instead saves them."""
    assert ask(players="random,random,random", games=20_000)["averages"]["all"]["ci95"][0] > 0
