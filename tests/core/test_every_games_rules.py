"""What holds of the house rules of every game: knobs, their words and fields, and the rulebook."""

from __future__ import annotations

import importlib
import pickle
import re
from typing import Any

import pytest

from mahjong_sim.game.legality import REASONS
from tests.pages import made
from tests.playing import EVERY_GAME, ROOT
from tests.sources import modules
from tongits_sim.core.game import Game
from tongits_sim.core.rulebook import MARK

PAGES = {"tongits": "reference/rulebook", "mahjong": "reference/mahjong-rulebook"}


def rules_room(game: Game) -> str:
    """The name of the package of a game's rules."""
    return str(getattr(game.rules, "__name__", ""))


def module(game: Game, name: str) -> Any:
    """A module of the room of a game's rules."""
    return importlib.import_module(f"{rules_room(game)}.{name}")


@EVERY_GAME
def test_the_page_is_the_book_with_every_knob_once(game: Game) -> None:
    book = made(PAGES[game.name], "")
    assert MARK not in book
    assert [name for name in game.rules.KNOBS if book.count(f"\n* `{name}` (") != 1] == []
    sources = book.partition("\n## Sources\n")[2]
    assert [name for name in game.rules.preset_names() if f"`{name}`" not in sources] == []
    for rule in game.rulebook.BOOK.rules.values():
        assert rule.plain
        assert not re.search(r"\*|`|<!--|\]\(", rule.plain), rule.number


CHOICES = re.compile(r"\b(?:house|houses|By default|Where (?:the|nothing|everybody|secrets))\b")
"""Words by which the text of a rule says that it is played in several ways."""


@EVERY_GAME
def test_a_rule_that_is_played_in_several_ways_has_knobs(game: Game) -> None:
    rules = game.rulebook.BOOK.rules
    silent = {number for number, rule in rules.items() if not rule.knobs}
    assert {number for number in silent if CHOICES.search(rules[number].plain.partition("Sources.")[0])} == set()
    assert silent == {"tongits": {"R9.1", "R14.4"}, "mahjong": {"V4", "V5"}}[game.name]


@EVERY_GAME
def test_a_rule_that_names_a_knob_is_varied_by_it(game: Game) -> None:
    for number, rule in game.rulebook.BOOK.rules.items():
        if "." in number:
            named = {name for name in game.rules.KNOBS if f"`{name}`" in rule.text}
            assert named <= {knob.name for knob in rule.knobs}, number


@pytest.mark.parametrize(("letter", "game"), [("R", "tongits"), ("V", "mahjong")])
def test_every_rule_that_is_cited_is_there(letter: str, game: str) -> None:
    rules = importlib.import_module(f"{game}_sim.rules.rulebook").BOOK.rules
    pages = [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]
    texts = {str(path): path.read_text(encoding="utf-8") for path in pages}
    texts |= {each.shown: each.text for each in modules()}
    texts["reasons"] = " ".join(rule for rule, _ in REASONS.values())
    cited = [
        (place, number)
        for place, text in texts.items()
        for number in re.findall(rf"\b{letter}\d{{1,2}}(?:\.\d+)?\b", text)
    ]
    assert {number for number in rules if "." not in number} <= {number for _, number in cited}
    assert [(place, number) for place, number in cited if number not in rules] == []


@EVERY_GAME
def test_every_knob_is_explained_under_every_preset(game: Game) -> None:
    for name in game.rules.preset_names():
        rules = game.rules.load(name)
        lines = game.rules.describe(rules)
        assert [line.knob for line in lines] == list(game.rules.KNOBS)
        for line in lines:
            assert game.rules.KNOBS[line.knob].parse(line.value) == rules.knobs()[line.knob]
            assert re.fullmatch(r"[A-Z0-9].*\.\)?", line.sentence), line.sentence
            assert "{" not in line.sentence


@EVERY_GAME
def test_every_value_has_a_sentence_of_its_own(game: Game) -> None:
    for knob in game.rules.KNOBS.values():
        values = [*knob.texts, *([7] if knob.template else [])]
        sentences = {knob.sentence(value) for value in values}
        assert len(sentences) == len(values)
        assert not [sentence for sentence in sentences if len(sentence) > 130]
        assert not knob.title[0].islower()
        assert knob.title[-1].isalpha()


@EVERY_GAME
def test_rule_sets_are_values_of_knobs_and_fields(game: Game) -> None:
    sets, knobs = game.rules.RuleSet, game.rules.KNOBS
    assert sets().knobs() == {name: knob.default for name, knob in knobs.items()}
    for name in game.rules.preset_names():
        rules = game.rules.load(name)
        assert sets.from_knobs(rules.knobs(), name=name) == rules == pickle.loads(pickle.dumps(rules))
        assert hash(game.rules.load(name)) == hash(rules)
    layout = module(game, "record").RULES_DTYPE
    assert layout.isalignedstruct
    assert layout.names == tuple(knob.field_name for knob in knobs.values())
    formats = {"choice": "i1", "flag": "i1", "whole": "i4", "units": "i8", "share": "i8"}
    assert [layout[knob.field_name] for knob in knobs.values()] == [formats[knob.kind] for knob in knobs.values()]
