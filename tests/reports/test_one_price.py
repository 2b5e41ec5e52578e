"""A choice has one price, one interval and one word, wherever a person reads it."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

from analyses.advise import advise
from analyses.answers.review import ReviewAnswer
from reports.page.review import page_of
from reports.text.review import cost
from tests.playing import command
from tests.table.games import games
from tongits_sim.records.file import write_records
from tongits_sim.records.history import MatchHistories
from tongits_sim.table.recorded import choices_of

GAME, PLAYER = "2", "caller"
"""A player who folds where to challenge is better, and throws cards that cost something."""


def output(*words: str) -> str:
    code, out, err = command(*words)
    assert code == 0, err
    return out


def words_of(text: str) -> str:
    return re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", text)).replace("\xa0", " ").replace("\N{WORD JOINER}", "")


@pytest.mark.slow
def test_review_advice_page_and_python_say_one_price(tmp_path: Path) -> None:
    file = tmp_path / "games.jsonl"
    stored = tmp_path / "review.json"
    played = games("pagat", "greedy,caller,hunter", 3)
    write_records(played, file)
    screen = output("review", str(file), "--game", GAME, "--player", PLAYER, "-o", str(stored))
    document = json.loads(stored.read_text("utf-8"))
    answer = ReviewAnswer.from_dict(document)
    page = words_of(page_of(answer))
    lessons = page.split(f" · Game {GAME}: you ")[1:]
    dear = sorted((choice for choice in answer.choices if choice.counted_cost), key=lambda choice: -choice.counted_cost)
    assert {"challenge", "discard"} <= {choice.decision for choice in dear}
    before = MatchHistories()
    before.add(played[0])
    history = before.before(played[1])
    positions = {choice.move: choice.position for choice in choices_of(played[1], history=history)}
    for choice in dear[:3]:
        where = ("--record", str(file), "--game", GAME, "--move", str(choice.move))
        advice: dict[str, Any] = json.loads(output("advise", *where, "--format", "json"))
        (chosen,) = (action for action in advice["actions"] if action["action"] == choice.action)
        low, high = choice.cost.ci95 or (0.0, 0.0)
        assert advice["actions"][0]["action"] == choice.best
        assert (chosen["behind"]["mean"], chosen["behind"]["ci95"]) == (-choice.counted_cost, [-high, -low])
        assert (advice["worlds"], advice["seed"]) == (choice.worlds, answer.seed)
        assert {cell["table"]: cell["behind"]["mean"] for cell in chosen["at"]} == {
            cell.table: -(cell.cost.mean or 0.0) for cell in choice.at
        }
        price = cost(choice.counted_cost)
        (lesson,) = (text for text in lessons if f"--move {choice.move} " in text)
        assert f". {price} units" in lesson
        assert re.search(rf" {GAME} {choice.move} {PLAYER} [^.]* {choice.verdict} {price} ", page)
        if choice in answer.mistakes():
            assert re.search(rf"^ +{GAME} +{choice.move} .* {price}$", screen, re.MULTILINE)
        if choice.n_actions == 2:  # the verdict of advice is about these two
            said = " ".join(output("advise", *where).split())
            assert f": {choice.verdict}, {price} units better than to fold" in said
            assert advice["verdict"] == choice.verdict
            assert f" {choice.decision} {price}" in screen  # the only choice of its kind
            again = advise(positions[choice.move], seed=answer.seed)
            assert again.to_dict()["actions"] == advice["actions"]
