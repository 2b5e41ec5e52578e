"""House rules in words."""

import re

import pytest

from tongits_sim.rules import KNOBS, describe, diff, load, preset_names
from tongits_sim.rules.words import _IDLE, idle_reason


@pytest.mark.parametrize("preset", preset_names())
def test_every_knob_is_explained(preset: str) -> None:
    rules = load(preset)
    lines = describe(rules)
    assert [line.knob for line in lines] == list(KNOBS)
    for line in lines:
        assert KNOBS[line.knob].parse(line.value) == rules.knobs()[line.knob]
        assert re.fullmatch(r"[A-Z].*\.\)?", line.sentence), line.sentence
        assert "{" not in line.sentence


def test_every_value_has_a_sentence_of_its_own() -> None:
    for knob in KNOBS.values():
        values = [*knob.texts, *([7] if knob.template else [])]
        sentences = {knob.sentence(value) for value in values}
        assert len(sentences) == len(values)
        assert not [sentence for sentence in sentences if len(sentence) > 130]
        assert knob.title[0].isupper()
        assert knob.title[-1].isalpha()


def test_diff_is_what_differs_both_ways() -> None:
    a, b = load("sjs"), load("pagat")
    changes = diff(a, b)
    assert {each.knob for each in changes} == {name for name in KNOBS if a.knobs()[name] != b.knobs()[name]}
    timing = next(each for each in changes if each.knob == "call.timing")
    assert timing == (
        "call.timing",
        "end",
        "start",
        "A draw is called at the end of a turn, together with the discard.",
        "A draw is called at the start of a turn, instead of drawing a card.",
    )
    assert [each[:3] for each in diff(b, a)] == [(each.knob, each.b_value, each.a_value) for each in changes]
    assert diff(a, load("sjs")) == []


def test_knobs_without_effect_say_so() -> None:
    assert idle_reason(load("rulesofcards"), "pay.fold") == "losers pay by their count"
    assert idle_reason(load("pagat+progressive"), "bonus.ace") == "the match is played for a score, not for money"
    assert idle_reason(load("pagat"), "secrets.run_min") == "a run is not a secret"
    assert idle_reason(load("sjs"), "secrets.run_min") == ""
    assert idle_reason(load("pagat+joker"), "jokers.points") == ""
    line = next(line for line in describe(load("sjs")) if line.knob == "jokers.points")
    assert line.sentence.endswith("(No effect here: there are no jokers.)")


def test_reasons_name_knobs_that_exist() -> None:
    groups = {name.partition(".")[0] for name in KNOBS}
    for names, _, _ in _IDLE:
        for name in names.split():
            assert name in KNOBS or name.removesuffix(".*") in groups
