"""The first screen: plain sentences, each with its interval, that follow from the document."""

from __future__ import annotations

import re
from typing import Any

from reports.page.advice import BOTS, DESIGNER, PLAYER, advice, place, reader
from reports.page.stored import answer_of
from reports.questions import get
from tests.experiments.tournament.fields import example
from tests.reports.page.pages import answer, every, stored, supposed


def test_everybody_has_a_reader_and_a_place() -> None:
    documents = sorted(every(), key=place)
    assert [reader(document) for document in documents] == [PLAYER] * 6 + [DESIGNER] * 2 + [BOTS]
    assert [get(document, "question") for document in documents][:2] == ["calls", "challenges"]


def test_each_answer_is_a_short_sentence_with_an_interval() -> None:
    for document in every():
        for piece in advice(document):
            assert piece.asks.endswith(("?", ".")), piece
            assert piece.says.endswith("."), piece
    for name in ("calls", "challenges", "sunog", "discards", "lay", "payouts", "sessions"):
        assert re.search(r"95 %|± is half", advice(answer(name))[0].sure), name


def test_calls_say_what_the_chart_says() -> None:
    document = stored("calls")
    (piece,) = advice(answer_of(document))
    assert piece.says
    for cell in document["cells"]:
        cell |= {"ev_diff": estimate(-1.0, 0.5), "resolved": True}
    assert re.search(r": wait with any count\.$", advice(answer_of(document))[0].says)
    for cell in document["cells"]:
        cell["ev_diff"] = estimate(1.0 if cell["own_count"] <= 20 else -1.0, 0.5)
    assert "call with a count of 20 or less; wait with 21 or more." in advice(answer_of(document))[0].says
    for cell in document["cells"]:
        cell["ev_diff"] = estimate(-cell["ev_diff"]["mean"], 0.5)
    assert "call with a count of 21 or more; wait with 20 or less." in advice(answer_of(document))[0].says


def test_what_is_not_certain_is_not_claimed() -> None:
    document = stored("calls")
    for cell in document["cells"]:
        cell["resolved"] = False
    assert advice(answer_of(document))[0].says.startswith("Inconclusive")
    document = stored("lay")
    for row in document["by"]:
        row["ev_diff"] = estimate(0.1, 0.5)
    says = advice(answer_of(document))[0].says
    assert "either will do with one opponent open" in says
    assert "lay it" not in says
    assert "hold it" not in says


def test_holding_is_advised_where_it_pays() -> None:
    document = stored("lay")
    for row in document["by"]:
        row["ev_diff"] = estimate(-0.5 if row["by"] == "nobody_open" else 0.5, 0.1)
    says = advice(answer_of(document))[0].says
    assert says.index("lay it with one opponent open") < says.index("hold it with nobody open")


def estimate(mean: float, half: float) -> dict[str, Any]:
    """As JSON holds it."""
    return {"mean": mean, "ci95": [mean - half, mean + half]}


def test_discards_name_only_ranks_whose_order_is_resolved() -> None:
    document = stored("discards")
    ranks = document["ranks"]
    place = {key: ranks[0][key] for key in ("own_turn", "next_open")}
    document["extremes"]["ranks"]["least"] = place | {"rank": "A"}
    for row in ranks:
        size = "A23456789TJQK".index(row["rank"]) - 13
        row |= {"n": 1000, "resolved": True, "ev_diff": estimate(size / 10, 0.01)}
    assert advice(answer_of(document))[0].says.endswith("discard any other rank before aces.")
    for row in ranks:
        row["ev_diff"] = estimate(row["ev_diff"]["mean"] if row["rank"] in "QK" else -1.3, 0.1)
    assert advice(answer_of(document))[0].says.endswith("discard queens and kings before aces.")
    for row in ranks:
        row["ev_diff"] = estimate(row["ev_diff"]["mean"], 3)
    assert "discard any" not in advice(answer_of(document))[0].says
    document["extremes"] = {}
    assert "changes the player's payout" in advice(answer_of(document))[0].says


def test_a_change_that_does_nothing_is_said_to() -> None:
    document = supposed().to_dict()
    for effect in document["changes"][0]["effects"]:
        effect["verdict"] = "inconclusive"
    assert advice(answer_of(document))[0].says == "Nothing changes certainly. Dealer's edge: inconclusive."


def test_the_best_bot_and_its_lead() -> None:
    (piece,) = advice(example())
    assert piece.says.startswith("caller: +")
    assert " more than greedy in second place." in piece.says
