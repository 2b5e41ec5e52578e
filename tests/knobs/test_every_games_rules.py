import importlib
import pickle
import re
from typing import Any

from tests.playing import EVERY_GAME, Game


def rules_room(game: Game) -> str:
    return str(getattr(game.rules, "__name__", ""))


def module(game: Game, name: str) -> Any:
    return importlib.import_module(f"{rules_room(game)}.{name}")


CHOICES = re.compile(r"\b(?:house|houses|By default|Where (?:the|nothing|everybody|secrets))\b")
"""Words by which the text of a rule says that it is played in several ways."""


@EVERY_GAME
def test_a_rule_that_is_played_in_several_ways_has_knobs(game: Game) -> None:
    rules = game.rulebook.BOOK.rules
    silent = {number for number, rule in rules.items() if not rule.knobs}
    assert {number for number in silent if CHOICES.search(rules[number].plain.partition("Sources.")[0])} == set()
    assert silent == {"tongits": {"R9.1", "R14.4"}, "mahjong": {"V4", "V5"}}[game.name]


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


@EVERY_GAME
def test_a_record_that_is_written_into_leaves_equal_rules_as_they_were(game: Game) -> None:
    rules = game.rules.load(game.rules.preset_names()[0])
    record_of = module(game, "record").rules_record
    written = record_of(rules)
    before = record_of(rules).tobytes()
    written.view("u1")[...] ^= 1
    assert record_of(rules).tobytes() == before
