"""Questions: what ships leads to its decision; what is made holds what it says; what is damaged is a sentence."""

from __future__ import annotations

import dataclasses
import json
import math
from pathlib import Path
from typing import Any

import pytest

from analyses.advise import advise
from analyses.quiz import MATTERS, QuizError, QuizItem, make_items, read_items, write_items
from reports.commands.quiz import file_name
from strategies import load_players
from tests.playing import ROOT
from tongits_sim.game.state import DECISIONS
from tongits_sim.positions.boards import position_of
from tongits_sim.rules import load

FILES = sorted((ROOT / "reports" / "quiz").glob("*.json"))
SHIPPED = ROOT / "reports" / "quiz" / "quiz-pagat.json"
ITEMS = read_items(SHIPPED)


def ordered(item: QuizItem) -> bool:
    """Whether a question matters, only its first choice is right, and all numbers lie in their intervals."""
    assert -item.choices[1].behind >= MATTERS
    assert (item.right(0), item.right(1)) == (True, False)
    within = [each.ev_low <= each.ev <= each.ev_high for each in item.choices]
    return all(within) and all(each.behind_low <= each.behind <= each.behind_high for each in item.choices)


def test_every_question_that_ships_leads_to_its_decision() -> None:
    for item in ITEMS:
        view = item.board().view
        assert (DECISIONS[view.decision], int(view.me)) == (item.decision, item.seat), item.name
        assert ordered(item), item.name


@pytest.mark.parametrize("path", FILES, ids=lambda path: str(path.stem))
def test_what_ships_is_of_several_kinds_and_of_the_rules_as_they_are(path: Path) -> None:
    value, items = json.loads(path.read_text(encoding="utf-8")), read_items(path)
    assert path.name == file_name(value["rules"])
    assert value["rules_digest"] == load(value["rules"]).digest()
    assert {item.rules for item in items} == {value["rules"]}
    assert len(items) == len({item.name for item in items}) >= 20
    assert len({item.choices[0].kind for item in items}) >= 3
    assert all(ordered(item) for item in items)
    for item in items[::8]:
        view = item.board().view
        assert (DECISIONS[view.decision], int(view.me)) == (item.decision, item.seat)


def test_what_ships_is_what_advice_says() -> None:
    item = ITEMS[0]
    position = position_of(item.board(), load(item.rules))
    players = item.game["players"]
    field = [players[seat] for seat in (position.right, position.left, position.seat)]
    answer = advise(position, field, worlds=512, seed=77)
    by_text = {action.action: action for action in answer.actions}
    assert answer.best.action == item.choices[0].text
    for choice in item.choices[:3]:
        now = by_text[choice.text].ev
        apart = math.hypot(now.half_width or 0.0, (choice.ev_high - choice.ev_low) / 2)
        assert abs((now.mean or 0.0) - choice.ev) < 1.5 * apart


def test_questions_about_rules_that_have_changed_are_refused(tmp_path: Path) -> None:
    value = json.loads(SHIPPED.read_text(encoding="utf-8"))
    (tmp_path / "q.json").write_text(json.dumps(value | {"rules_digest": "0" * 16}))
    with pytest.raises(QuizError, match="are for pagat as it was; make new ones: tongits quiz --rules pagat --make 24"):
        read_items(tmp_path / "q.json")
    old = {key: value[key] for key in ("format", "items")}
    (tmp_path / "q.json").write_text(json.dumps(old))
    assert read_items(tmp_path / "q.json") == ITEMS


def test_is_read_as_it_was_written(tmp_path: Path) -> None:
    write_items(ITEMS[:3], tmp_path / "q.json")
    assert read_items(tmp_path / "q.json") == ITEMS[:3]


def test_house_rules_of_ones_own_are_kept_with_their_questions(tmp_path: Path) -> None:
    """Rules that no name stands for: all of their knobs are in the file, and the position is played by them."""
    rules = load("pagat", ["pay.fold=0.5", "call.timing=end"])
    own = [dataclasses.replace(item, rules="our street", knobs=rules.knobs()) for item in ITEMS[:2]]
    write_items(own, tmp_path / "q.json")
    again = read_items(tmp_path / "q.json")
    assert again == own
    assert again[0].house.knobs() == rules.knobs()
    assert again[0].house.digest() != load("pagat").digest()


@pytest.mark.parametrize("content", ["", "[]", "{}", '{"format": "x"}', '{"format": "tongits-quiz/1", "items": [{}]}'])
def test_what_holds_no_questions_is_refused(content: str, tmp_path: Path) -> None:
    (tmp_path / "q.json").write_text(content)
    with pytest.raises(QuizError, match="cannot read"):
        read_items(tmp_path / "q.json")


def test_a_damaged_question_is_refused(tmp_path: Path) -> None:
    value = json.loads(SHIPPED.read_text(encoding="utf-8"))
    item = value["items"][0]
    first, *more = item["choices"]
    changes: list[dict[str, Any]] = [{"choices": []}, {"name": 7}, {"extra": 1}, {"choices": [{}, {}]}]
    changes += [
        {"choices": [first | {key: odd}, *more]} for key, odd in (("ev", float("nan")), ("why", 5), ("win", "x"))
    ]
    changes += [{"seat": 3}, {"decision": "x"}, {"advice": None}, {"rules": 2.5}, {"rules": "sjs"}, {"game": 5}]
    changes += [{"game": {key: part for key, part in item["game"].items() if key != lost}} for lost in item["game"]]
    odds: list[Any] = [None, -1, 10**30, "x", [{}]]
    changes += [{"game": item["game"] | {key: odd}} for key in item["game"] for odd in odds]
    for change in changes:
        broken = {**value, "items": [value["items"][0] | change]}
        (tmp_path / "q.json").write_text(json.dumps(broken))
        with pytest.raises(QuizError, match="cannot read"):
            read_items(tmp_path / "q.json")
    lost = dataclasses.replace(ITEMS[0], decision="respond")
    with pytest.raises(QuizError, match="does not lead"):
        lost.board()


@pytest.mark.slow
def test_makes_questions_that_matter() -> None:
    (item,) = make_items(load("pagat"), load_players("expert,expert,expert"), 1, seed=3)
    assert ordered(item)
    assert item.board() is not None
