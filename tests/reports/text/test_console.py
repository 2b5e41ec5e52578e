"""Answers in a terminal: sentences that follow from the numbers, tables, JSON and CSV."""

from __future__ import annotations

import csv
import io
import json

import pytest

from reports.text.console import BROKEN_OFF, answers, print_csv, print_json, print_results, print_rows
from tests.playing import job, play
from tongits_sim.designs.batch.results import Results
from tongits_sim.designs.batch.totals import BatchTotals


@pytest.fixture(scope="module")
def results() -> Results:
    return play(job(games=4000))


def test_the_table_holds_what_a_player_wants_to_know(results: Results, capsys: pytest.CaptureFixture[str]) -> None:
    print_results(results, "table")
    text = capsys.readouterr().out
    for part in (
        "4,000 games of Tongits",
        "rules pagat",
        "seed 1",
        "greedy",
        "95 % interval",
        "Sunog",
        "stock ran out",
    ):
        assert part in text
    assert "spread" not in text
    assert "turns, all players together" in text
    assert "games/s with 1 worker." in text
    assert max(map(len, text.splitlines())) <= 96


def test_says_who_leads_only_when_it_is_certain() -> None:
    clear = answers(play(job(players="greedy,random,random", games=3000)))
    assert "earns most" in clear[0]
    assert "more than" in clear[0]
    unclear = answers(play(job(players="greedy,greedy(call_at=30.5),greedy(call_at=30.4)", games=100, seed=2)))
    assert unclear[0].startswith("Undecided: ")
    alike = "Three greedy players: what one wins the others lose"
    assert answers(play(job(players="greedy,greedy,greedy", games=10)))[0] == f"{alike}."
    fees = answers(play(job("online", "greedy,greedy,greedy", games=300)))[0]
    assert fees == "Three greedy players: the losers pay what the winner gets and what the house keeps."
    assert "score" in answers(play(job("pagat+progressive", games=10)))[0]
    assert answers(Results(job(), BatchTotals())) == ["No game was finished."]


def test_the_dealer_is_named(results: Results) -> None:
    assert answers(results)[1].startswith("The dealer wins ")


def test_json_and_csv_are_for_programs(results: Results, capsys: pytest.CaptureFixture[str]) -> None:
    print_results(results, "json")
    assert json.loads(capsys.readouterr().out)["games"] == 4000
    print_results(results, "csv")
    rows = list(csv.DictReader(io.StringIO(capsys.readouterr().out)))
    assert [row["player"] for row in rows] == ["greedy", "caller", "hunter"]
    assert float(rows[0]["payout_low"]) < float(rows[0]["payout_mean"])


def test_figures_of_a_broken_off_run_are_marked(results: Results, capsys: pytest.CaptureFixture[str]) -> None:
    print_results(results, "table", broken_off=True)
    assert BROKEN_OFF.split(".")[0] in " ".join(capsys.readouterr().out.split())
    print_results(results, "json", broken_off=True)
    assert json.loads(capsys.readouterr().out)["broken_off"] is True


def test_rows_in_every_format(capsys: pytest.CaptureFixture[str]) -> None:
    rows = [{"a": "[bold]", "b": "2"}]
    print_rows(rows, "table", {"a": "A", "b": "B"})
    assert "[bold]" in capsys.readouterr().out
    print_rows(rows, "json", {})
    assert json.loads(capsys.readouterr().out) == rows
    print_rows(rows, "csv", {})
    assert capsys.readouterr().out == "a,b\n[bold],2\n"


def test_json_has_no_nan(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(ValueError, match="JSON"):
        print_json(float("nan"))
    print_csv([])
    assert capsys.readouterr().out == "\n"
