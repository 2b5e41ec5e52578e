"""Game records: the games the batch plays, in the format of docs/reference/formats.md."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from strategies import load_players
from tests.referee import check_file
from tongits_sim.any_game.record_file import write_records
from tongits_sim.any_game.record_form import units
from tongits_sim.designs.batch.simulate import simulate
from tongits_sim.designs.batch.tally import T_ENDINGS, F
from tongits_sim.errors import TongitsError
from tongits_sim.game.state import ENDINGS, PARTS
from tongits_sim.records.write import play_records, rules_sheet
from tongits_sim.rules import RuleSet, load
from tongits_sim.run.faults import BotFault

BOTS = "greedy,random,caller"


def played(rules: str, games: int, seed: int = 7, **more: Any) -> list[dict[str, Any]]:
    """Some records."""
    return list(play_records(load(rules), load_players(BOTS), games, seed, **more))


@pytest.mark.parametrize(
    ("rules", "match_games"),
    [("pagat", 1), ("sjs+joker", 5), ("online", 4), ("ecoins+progressive", 20), ("casino_x", 3)],
)
def test_are_the_games_that_simulate_plays(rules: str, match_games: int) -> None:
    records = played(rules, 150, match_games=match_games)
    run = simulate(load(rules), load_players(BOTS), 150, 7, match_games=match_games, workers=1)
    counts = run.sums
    cells = counts.cells.sum(axis=(1, 2))
    assert run.games == len(records)
    endings = [record["result"]["ending"] for record in records]
    assert [endings.count(ending) for ending in ENDINGS] == list(counts.totals[T_ENDINGS : T_ENDINGS + len(ENDINGS)])
    slots = ["greedy", "random", "caller"]
    for slot, name in enumerate(slots):
        for part in PARTS:
            paid = sum(record["result"]["parts"][part][record["players"].index(name)] * 100 for record in records)
            assert round(paid) == cells[slot, F[f"part_{part}"]], part


def test_seats_rotate_with_the_match() -> None:
    seated = [record["players"] for record in played("pagat", 4)]
    assert seated[:3] == [
        ["greedy", "random", "caller"],
        ["random", "caller", "greedy"],
        ["caller", "greedy", "random"],
    ]
    assert seated[3] == seated[0]
    assert {tuple(record["players"]) for record in played("pagat", 4, fixed_seats=True)} == {tuple(BOTS.split(","))}


def test_first_match_skips_matches() -> None:
    assert played("pagat", 6, match_games=2)[4:] == played("pagat", 2, match_games=2, first_match=2)


def test_the_last_match_is_shorter_and_says_so() -> None:
    records = played("pagat", 8, match_games=3)
    assert [record["game"] for record in records] == [0, 1, 2, 0, 1, 2, 0, 1]
    assert [record["match_over"] for record in records] == [False, False, True, False, False, True, False, True]


def test_amounts_are_whole_or_have_two_decimals() -> None:
    assert [units(amount) for amount in (300, -25, 0, 7)] == [3, -0.25, 0, 0.07]
    assert isinstance(units(300), int)


def test_rules_keep_the_name_of_a_preset_only_with_its_knobs() -> None:
    assert rules_sheet(load("pagat+joker"))["name"] == "pagat+joker"
    changed = RuleSet.from_knobs(load("sjs").knobs(), name="pagat")
    assert rules_sheet(changed)["name"] == "pagat (changed)"


def test_files_appear_whole(tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl"
    assert write_records(iter(played("online+joker", 5, match_games=5)), path) == 5
    assert check_file(path.read_text(encoding="utf-8").splitlines()) == []
    assert [file.name for file in tmp_path.iterdir()] == ["games.jsonl"]


def test_nothing_is_left_of_a_file_that_failed(tmp_path: Path) -> None:
    def failing() -> Any:
        yield {"a": 1}
        raise BotFault.__new__(BotFault)

    with pytest.raises(BotFault):
        write_records(failing(), tmp_path / "games.jsonl")
    assert list(tmp_path.iterdir()) == []
    with pytest.raises(TongitsError, match="cannot write"):
        write_records(iter([]), tmp_path / "no" / "games.jsonl")


def test_standard_output(capsys: pytest.CaptureFixture[str]) -> None:
    records = played("pagat", 2)
    assert write_records(iter(records)) == 2
    assert [json.loads(line) for line in capsys.readouterr().out.splitlines()] == records


def test_a_bot_that_cheats_is_named(tmp_path: Path) -> None:
    bot = tmp_path / "cheat.py"
    bot.write_text(CHEAT, encoding="utf-8")
    with pytest.raises(BotFault, match=r"cheat broke rule R7 .*Seed 7, match 0, game 0"):
        list(play_records(load("pagat"), load_players(f"{bot}:cheat,random,random"), 5, 7))


CHEAT = '''
from dataclasses import replace
from strategies.greedy import GREEDY
from tongits_sim.cards import ONE
from tongits_sim.jit import njit

@njit
def discard(view, params):
    """A card it does not hold."""
    other = ONE
    while view.hand & other:
        other = other << ONE
    return other

CHEAT = replace(GREEDY, name="cheat", hooks=replace(GREEDY.hooks, discard=discard))
'''
