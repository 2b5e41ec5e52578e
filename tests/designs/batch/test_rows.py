"""A row for each game: what records of the same games say, and what the batch counts."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import polars as pl
import pytest

import tongits_sim as ts
from tests.playing import BAD_BOTS, job, numbers, play
from tongits_sim.designs.batch.job import Job
from tongits_sim.designs.batch.rows import CHUNK, SMALL, WIDE, new_rows, taken
from tongits_sim.designs.batch.simulate import BatchFault
from tongits_sim.game.state import ENDINGS, PARTS, SEATS
from tongits_sim.rules import load


def table(path: Path, what: Job, workers: int = 1, **options: Any) -> pl.DataFrame:
    play(what, workers, games_table=path, **options)
    return pl.read_parquet(path)


@pytest.mark.parametrize(
    ("rules", "match_games"), [("pagat", 1), ("sjs+joker", 7), ("wars", 3), ("pagat+progressive", 1000)]
)
def test_rows_are_what_records_say(tmp_path: Path, rules: str, match_games: int) -> None:
    what = job(rules, games=60, seed=5, match_games=match_games)
    frame = table(tmp_path / "games.parquet", what)
    records = ts.records(rules, "greedy,caller,hunter", games=60, seed=5, match_games=match_games)
    assert len(frame) == len(records) >= 60
    for row, record in zip(frame.iter_rows(named=True), records, strict=True):
        result = record["result"]
        assert (row["seed"], row["match"], row["game"]) == (5, record["match"], record["game"])
        assert [row[f"player_{seat}"] for seat in range(SEATS)] == list(record["players"])
        assert (row["dealer"], row["ending"], row["winner"]) == (record["dealer"], result["ending"], result["winner"])
        for seat in range(SEATS):
            assert row[f"count_{seat}"] == result["counts"][seat]
            assert row[f"burned_{seat}"] == result["burned"][seat]
            assert row[f"payout_{seat}"] == result["payout"][seat]
            assert [row[f"{part}_{seat}"] for part in PARTS] == [result["parts"][part][seat] for part in PARTS]
        answers = [each for each in record["events"] if each["act"] in ("fold", "challenge")]
        callers = [each["seat"] for each in record["events"] if each["act"] == "call"]
        assert row["caller"] == (callers[0] if callers else None)
        acts = {each["seat"]: each["act"] for each in answers}
        assert [row[f"answer_{seat}"] for seat in range(SEATS)] == [acts.get(seat) for seat in range(SEATS)]
        asked = {each["seat"] for each in answers if not each.get("forced")}
        assert {seat for seat in range(SEATS) if row[f"asked_{seat}"]} == asked
        stakes = [-result["parts"]["jackpot"][seat] for seat in range(SEATS) if seat != result["winner"]]
        if not record["match_over"]:
            assert row["stake"] == stakes[0]
            assert row["jackpot"] == record["before"]["jackpot"] + 3 * row["stake"]


def test_rows_add_up_to_what_the_batch_counts(tmp_path: Path) -> None:
    what = job("sjs", "greedy,caller,expert", games=2_000)
    path = tmp_path / "games.parquet"
    results = play(what, 1, games_table=path)
    assert numbers(results) == numbers(play(what))
    frame = pl.read_parquet(path)
    document = results.to_dict()
    for slot, row in enumerate(document["players_summary"]):
        where = [pl.col(f"slot_{seat}") == slot for seat in range(SEATS)]
        for name, expected in [("payout", row["payout_mean"]), *row["parts"].items()]:
            each = [pl.when(there).then(f"{name}_{seat}").otherwise(0).sum() for seat, there in enumerate(where)]
            assert frame.select(pl.sum_horizontal(each)).item() / 2_000 == pytest.approx(expected)
        asked = [(there & pl.col(f"asked_{seat}")).sum() for seat, there in enumerate(where)]
        assert frame.select(pl.sum_horizontal(asked)).item() / 2_000 == pytest.approx(row["asked_rate"])
        sapaws = [pl.when(there).then(f"sapaws_{seat}").otherwise(0).sum() for seat, there in enumerate(where)]
        assert frame.select(pl.sum_horizontal(sapaws)).item() / 2_000 == pytest.approx(row["sapaws_per_game"])
        opened = [(there & (pl.col(f"open_melds_{seat}") > 0)).sum() for seat, there in enumerate(where)]
        assert frame.select(pl.sum_horizontal(opened)).item() / 2_000 == pytest.approx(row["opened_rate"])
    shares = {ending: (frame["ending"] == ending).mean() for ending in ENDINGS}
    assert shares == pytest.approx(document["endings"])
    assert frame["turns"].mean() == pytest.approx(document["turns_per_game"])


@pytest.mark.parametrize("rules", ["pagat", "pagat+progressive"])
def test_the_same_bytes_on_any_workers(tmp_path: Path, rules: str) -> None:
    what = job(rules, games=700)
    one, three = tmp_path / "one.parquet", tmp_path / "three.parquet"
    assert numbers(play(what, 1, block_matches=31, games_table=one)) == numbers(
        play(what, 3, block_matches=31, games_table=three)
    )
    assert one.read_bytes() == three.read_bytes()


def test_matches_longer_than_the_arrays_at_first(tmp_path: Path) -> None:
    what = job(games=CHUNK + 10, match_games=CHUNK + 10)
    frame = table(tmp_path / "games.parquet", what)
    assert frame["game"].to_list() == list(range(CHUNK + 10))


def test_a_fault_leaves_the_games_before_it(tmp_path: Path) -> None:
    what = job(players=f"greedy,{BAD_BOTS}:late,caller", games=60, seed=3)
    path = tmp_path / "games.parquet"
    with pytest.raises(BatchFault) as caught:
        play(what, 2, block_matches=5, games_table=path)
    assert caught.value.results is not None
    frame = pl.read_parquet(path)
    assert len(frame) == caught.value.results.games
    assert caught.value.fault.match not in frame["match"]


def test_arrays_are_as_wide_as_payments_need() -> None:
    pagat = load("pagat")
    assert new_rows(pagat, 1, 4).wide.dtype == "int32"
    assert new_rows(pagat, 10**6, 4).wide.dtype == "int64"
    rows = new_rows(pagat, 1, 4)
    rows.used[0] = 3
    assert {name: len(each) for name, each in taken(rows).items()} == dict.fromkeys(("match", *WIDE, *SMALL), 3)
    assert rows.used[0] == 0
