"""The page of findings, made of few games: its numbers are those of its commands, and a false sentence is named."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest

from tests.playing import command
from tools import findings
from tools.findings import FINDINGS, TIPS, Estimate, Finding, Number, page, scaled

SCALE = 0.1
N = r"[\d,]*\d(?:\.\d+)?"
NUMBER = re.compile(rf"[+−]?{N} ± {N}(?: %)?|{N} to {N} %|(?:under|above) {N} %")


def answer(line: str, scale: float) -> Any:
    code, out, err = command(*scaled(line, 0.4 if "--all-knobs" in line else scale))
    assert code == 0, err
    return json.loads(out)


def estimates(document: Any) -> Iterator[Estimate]:
    """Every mean with an interval that stands in an answer, either way round."""
    if isinstance(document, dict):
        if document.get("ci95") and document.get("mean") is not None:
            found = Estimate(document["mean"], document["ci95"])
            yield from (found, found.times(-1))
        for each in document.values():
            yield from estimates(each)
    elif isinstance(document, list):
        for part in document:
            yield from estimates(part)


@pytest.mark.slow
@pytest.mark.timeout(1800)
def test_every_number_is_one_of_its_command(monkeypatch: pytest.MonkeyPatch) -> None:
    answers: dict[str, Any] = {}

    def play(line: str, scale: float) -> Any:
        if line not in answers:
            answers[line] = answer(line, scale)
        return answers[line]

    monkeypatch.setattr(findings, "play", play)
    text, _ = page(SCALE)
    sections = text.split("\n**")[1:]
    assert len(sections) == len(FINDINGS + TIPS) == 15
    for part, finding in zip(sections, FINDINGS + TIPS, strict=True):
        lines = re.findall(r"^tongits (.+) --seed 31$", part, re.MULTILINE)
        assert lines == list(dict.fromkeys(number.command for number in finding.numbers))
        known = {
            shown
            for line in lines
            for one in estimates(answers[line])
            for style in ("", "size", "share", "points")
            for shown in NUMBER.findall(f"{one:{style}}")
        }
        printed = NUMBER.findall(re.sub(r"\s+", " ", part.partition("*Players and rules*")[0]))
        assert len(printed) == len(finding.numbers), part
        assert set(printed) <= known, part


def found(mean: float, half: float, tip: str = "") -> tuple[str, list[str]]:
    number = Number("simulate --games 1k", lambda answer: Estimate(mean, (mean - half, mean + half)))
    told = Finding("**Laying pays.** It earns {0}.", "three greedy", (number, number), tip)
    others = [replace(told, source="a page")] * 4
    return page_of([told, *others] if not tip else [told])


def page_of(every: list[Finding]) -> tuple[str, list[str]]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(findings, "play", lambda line, scale: {"ranking": [{"change": "deal.next_dealer=random"}]})
        patch.setattr(findings, "FINDINGS", tuple(value for value in every if not value.source))
        patch.setattr(findings, "TIPS", tuple(value for value in every if value.source))
        return page()


def test_a_sentence_that_no_longer_holds_is_named() -> None:
    assert found(0.5, 0.1)[1] == []
    assert found(-0.5, 0.1)[1] == ["Laying pays."]
    # Alone it would be significant; among ten numbers it is not.
    assert found(0.11, 0.1)[1] == ["Laying pays."]


@pytest.mark.parametrize(("mean", "word"), [(0.5, "True."), (-0.5, "False."), (0.05, "Close.")])
def test_the_verdict_on_a_tip_is_found(mean: float, word: str) -> None:
    text, doubtful = found(mean, 0.1, "a page")
    assert f"**Laying pays.** *{word}* It earns" in text
    assert doubtful == []


def test_a_verdict_says_for_whom_it_holds() -> None:
    number = Number("simulate --games 1k", lambda answer: Estimate(-0.5, (-0.6, -0.4)))
    other = Number("simulate --games 2k", lambda answer: Estimate(0.5, (0.4, 0.6)))
    told = Finding("**Wait.** It earns {0}, elsewhere {2}.", "", (number, number, other), "a page", "against folders")
    text, _ = page_of([told])
    assert "**Wait.** *False against folders.* It earns −0.50 ± 0.10, elsewhere +0.50 ± 0.10." in text
