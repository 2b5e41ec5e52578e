from pathlib import Path
from random import Random
from typing import Any

import pytest

from strategies import load_players
from tests.naive import DEFAULTS, deck
from tests.playing import command, job
from tests.referee import check_file
from tests.referee.fits import can_be_meld as slow_can_be_meld
from tongits_sim.cards import parse_card
from tongits_sim.errors import TongitsError
from tongits_sim.experiments.batch_kernel import T_ENDINGS, F
from tongits_sim.experiments.simulate import simulate
from tongits_sim.game.state import ENDINGS, PARTS
from tongits_sim.records.asking import Records, record_games
from tongits_sim.records.file import write_records
from tongits_sim.records.form import read_line
from tongits_sim.records.meld_lists import can_be_meld
from tongits_sim.records.replay import verified_records
from tongits_sim.records.steps import steps_of
from tongits_sim.records.write import play_job_records, play_records, rules_sheet
from tongits_sim.rules import RuleSet, load

BOTS = "greedy,random,caller"


def played(rules: str, games: int, seed: int = 7, **more: Any) -> list[dict[str, Any]]:
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
    seated = [record["players"] for record in played("pagat", 7)]
    assert seated[:3] == [
        ["greedy", "random", "caller"],
        ["random", "caller", "greedy"],
        ["caller", "greedy", "random"],
    ]
    assert len({tuple(seating) for seating in seated[:6]}) == 6  # in both orders around the table
    assert seated[6] == seated[0]
    assert {tuple(record["players"]) for record in played("pagat", 4, fixed_seats=True)} == {tuple(BOTS.split(","))}


def test_the_last_match_is_shorter_and_says_so() -> None:
    records = played("pagat", 8, match_games=3)
    assert [record["game"] for record in records] == [0, 1, 2, 0, 1, 2, 0, 1]
    assert [record["match_over"] for record in records] == [False, False, True, False, False, True, False, True]


def test_rules_keep_the_name_of_a_preset_only_with_its_knobs() -> None:
    assert rules_sheet(load("pagat+joker"))["name"] == "pagat+joker"
    changed = RuleSet.from_knobs(load("sjs").knobs(), name="pagat")
    assert rules_sheet(changed)["name"] == "pagat (changed)"


def test_files_appear_whole(tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl"
    assert write_records(iter(played("online+joker", 5, match_games=5)), path) == 5
    assert check_file(path.read_text(encoding="utf-8").splitlines()) == []
    assert [file.name for file in tmp_path.iterdir()] == ["games.jsonl"]


def test_records_are_those_of_the_games(tmp_path: Path) -> None:
    games = record_games("pagat", "greedy,caller,hunter", games="24", seed=3)
    assert isinstance(games, Records)
    assert list(games) == list(play_job_records(job(games=24, seed=3)))
    assert games[0] == next(iter(games[:2]))
    path = tmp_path / "games.jsonl"
    assert record_games("pagat", games=2.4e1, seed=3).write(path) == 24
    assert list(verified_records(str(path))) == list(games)
    with pytest.raises(TongitsError, match="whole number"):
        record_games(games="many")


GAME = """rules pagat
dealer A
hand A 5c 5d 5h Kh 2c 3c 4c 9d 9s Jh 7d 8s Ah
A: [5c 5d 5h] -Kh
B: + -9c
"""


def test_a_written_game_is_read_and_what_is_unknown_is_said(tmp_path: Path) -> None:
    path = tmp_path / "game.txt"
    path.write_text(GAME)
    code, out, err = command("records", "import", str(path))
    assert (code, out) == (0, "")
    assert err.startswith("Possible: there is a deal of the unknown cards")
    code, _, err = command("records", "import", str(path), "-o", str(tmp_path / "games.jsonl"))
    assert code == 2
    assert "a record needs a whole game with every card" in err
    path.write_text(GAME.replace("-9c", "-Kh"))
    code, _, err = command("records", "import", str(path))
    assert code == 2
    assert err.splitlines()[:2] == ["  B: + -Kh", "       ^"]
    assert err.splitlines()[2].startswith("Error: line 5, character 6: R7")
    assert command("records", "import", str(tmp_path / "nothing"))[0] == 2


GOLDEN = sorted((Path(__file__).parents[1] / "golden" / "playbacks").glob("*.jsonl"))


def golden(path: Path) -> dict[str, Any]:
    return read_line(path.read_text(encoding="utf-8"))


@pytest.mark.parametrize("path", GOLDEN, ids=lambda path: path.stem)
def test_every_move_has_a_step(path: Path) -> None:
    record = golden(path)
    steps = steps_of(record)
    assert [step.act for step in steps] == ["deal", *(event["act"] for event in record["events"])]
    assert steps[0].hands[record["dealer"]].size == 13
    everything = 52 + record["rules"]["knobs"]["jokers.count"]
    for step in steps:
        held = sum(hand.size for hand in step.hands)
        laid = sum(len(cards) for _, cards in step.table)
        assert held + laid + step.stock + len(step.discards) == everything
    winner, result = record["result"]["winner"], record["result"]
    for seat in range(3):
        if not (result["ending"] in ("tongits", "spread") and seat == winner):
            assert steps[-1].hands[seat].count == result["counts"][seat]


CODES = ("low", "high", "both")


@pytest.mark.parametrize("ace_runs", CODES)
@pytest.mark.parametrize("most", [1, 2])
def test_cards_that_form_one_meld(ace_runs: str, most: int) -> None:
    knobs = DEFAULTS | {"jokers.count": 2, "melds.ace_runs": ace_runs, "jokers.max_per_meld": most}
    rng = Random(2)
    for _ in range(400):
        suit = rng.choice("cdhs")
        near = [card for card in deck(knobs) if card[1] == suit or card[0] in "AX7"]
        cards = rng.sample(near, rng.randint(2, 5))
        expected = slow_can_be_meld(cards, knobs)
        assert can_be_meld([parse_card(card) for card in cards], CODES.index(ace_runs), most) == expected, cards
