"""The answer of a tournament as JSON and back."""

from __future__ import annotations

from dataclasses import replace

import pytest

from analyses.answers.tournament import KindRow, LengthRow, StageRow, TournamentAnswer
from tongits_sim.run.answers import AnswerError, Estimate


def some(**changes: object) -> TournamentAnswer:
    """An answer written by hand: nine players, three of them better."""
    each = (Estimate(1.0, (1.0, 1.0)), Estimate(0.6, (0.55, 0.65)))
    fields: dict[str, object] = {
        "name": "nine",
        "title": "Nine players",
        "assumed": ("Drawn by lot.",),
        "sources": ("A page; somebody; 2025",),
        "rules": "pagat",
        "rules_option": "--rules pagat",
        "players": ("good", "bad"),
        "seed": 1,
        "events": 400,
        "games_played": 4000,
        "stages": (
            StageRow("First", 9, 3, 1, 20, 60, "money", 1 / 3),
            StageRow("Final", 3, 1, 1, 20, 20, "money", 0.6),
        ),
        "kinds": (
            KindRow(
                "good", 3, Estimate(0.2, (0.1, 0.3)), Estimate(0.6, (0.55, 0.65)), Estimate(0.2, (0.18, 0.22)), each
            ),
            KindRow(
                "bad", 6, Estimate(-0.1, (-0.2, 0.0)), Estimate(0.4, (0.35, 0.45)), Estimate(0.067, (0.06, 0.075)), each
            ),
        ),
        "deals": 2000,
        "best": "good",
        "luck": Estimate(0.4, (0.35, 0.45)),
        "lottery": 2 / 3,
        "lengths": (
            LengthRow(20, Estimate(0.5, (0.45, 0.55)), 500),
            LengthRow(500, Estimate(0.95, (0.93, 0.97)), 500),
        ),
        "rival": "bad",
        "enough": 312.4,
        "enough_low": 250.0,
        "enough_high": 400.2,
        "command_line": "tongits tournament nine",
    }
    return TournamentAnswer(**(fields | changes))  # type: ignore[arg-type]


def test_it_is_read_back_as_it_was_written() -> None:
    answer = some()
    assert TournamentAnswer.from_dict(answer.to_dict()) == answer
    assert answer.to_dict()["command"] == "tournament"


def test_points_are_kept_and_may_be_missing_in_older_files() -> None:
    answer = some()
    kinds = tuple(replace(kind, points=Estimate(40.0, (39.0, 41.0))) for kind in answer.kinds)
    scored = replace(answer, kinds=kinds, knobs={"match.progressive_target": 100})
    document = scored.to_dict()
    assert TournamentAnswer.from_dict(document) == scored
    assert (scored.target, answer.target) == (100, 0)
    for kind in document["kinds"]:
        del kind["points"]
    assert TournamentAnswer.from_dict(document).kinds == answer.kinds


def test_the_price_is_a_share_of_a_lottery() -> None:
    price = some().price
    assert price is not None
    assert price.mean == pytest.approx(0.6)
    assert price.ci95 == pytest.approx((0.525, 0.675))
    assert some(best=None, luck=None, lottery=None).price is None


def test_kinds_by_name() -> None:
    assert some().kind("bad").entered == 6
    assert some().entered == 9
    with pytest.raises(KeyError):
        some().kind("ugly")


def test_what_is_missing_is_named() -> None:
    document = some().to_dict()
    del document["kinds"]
    with pytest.raises(AnswerError, match="kinds is missing"):
        TournamentAnswer.from_dict(document)
