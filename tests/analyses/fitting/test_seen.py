"""What a player did, from records: the same counts as the games themselves give; errors in one sentence."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from analyses.fitting.population import decisions_of
from analyses.fitting.seen import FitError, seen
from strategies import load_player
from tongits_sim.designs.batch.job import Job
from tongits_sim.records.write import play_job_records
from tongits_sim.rules import load
from tongits_sim.run.how import How
from tongits_sim.run.warmup import silent

PLAYERS = ("greedy", "caller", "fighter")


def records(rules: str = "pagat", games: int = 60, players: tuple[str, ...] = PLAYERS) -> list[dict[str, Any]]:
    """Recorded games."""
    seats = [load_player(each) for each in players]
    return list(play_job_records(Job(load(rules), (seats[0], seats[1], seats[2]), games, 1)))


@pytest.mark.parametrize(("rules", "player"), [("pagat", 0), ("pagat", 2), ("sjs", 1)])
def test_records_hold_what_the_games_hold(rules: str, player: int) -> None:
    """The same games, counted by the kernel that plays both answers."""
    counts = seen(records(rules), PLAYERS[player])
    turned = [load_player(PLAYERS[(player + step) % 3]) for step in range(3)]
    assert counts.games == 60
    total = {kind: int(each.sum()) for kind, each in counts.asked.items()}
    assert min(total.values()) > 0
    assert all((counts.yes[kind] <= counts.asked[kind]).all() for kind in total)
    if player == 0:
        counted = decisions_of(load(rules), turned, How(workers=1, notice=silent), 60, 1)
        for kind, (asked, yes) in counted.items():
            assert np.array_equal(counts.asked[kind], asked)
            assert np.array_equal(counts.yes[kind], yes)


def test_all_seats_of_a_name_count() -> None:
    games = records(games=20, players=("greedy", "greedy", "greedy"))
    own = seen(games, "greedy")
    parts = []
    for seat in range(3):
        named = [game | {"players": ["lola" if each == seat else "x" for each in range(3)]} for game in games]
        parts.append(seen(named, "lola").asked["call"])
    assert np.array_equal(own.asked["call"], sum(parts))


def test_no_such_player() -> None:
    message = r"no player called 'lola' sits in the games of g.jsonl; .* greedy, caller, fighter"
    with pytest.raises(FitError, match=message):
        seen(records(games=3), "lola", file="g.jsonl")


def test_other_rules() -> None:
    with pytest.raises(FitError, match=r"game 1 was played under pagat, not under sjs \(.*--rules"):
        seen(records(games=2), "greedy", load("sjs"))
    with pytest.raises(FitError, match="game 3 was played under online, not under pagat"):
        seen([*records(games=2), *records("online", games=1)], "greedy")


def refusal(game: dict[str, Any]) -> str:
    """Why nothing can be estimated from a game; empty if something can."""
    try:
        seen([game], "greedy")
    except FitError as error:
        return str(error)
    return ""


def test_never_asked() -> None:
    messages = {refusal(game) for game in records(games=40)}
    assert messages == {
        "",
        "greedy was never asked for a call or a challenge in the game, so nothing can be estimated",
    }
