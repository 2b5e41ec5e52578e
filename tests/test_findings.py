"""The page of findings, made of few games: its numbers are those of its commands, and a false sentence is named."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any

import pytest

from reports.questions.trial import headline
from tests.playing import command
from tests.sources import ROOT
from tools import claims, findings
from tools.claims import CLAIMS
from tools.dealt_odds import table
from tools.findings import FINDINGS, Estimate, Finding, Number, page, scaled

SCALE = 0.1
N = r"[\d,]*\d(?:\.\d+)?"
NUMBER = re.compile(rf"[+−]?{N} ± {N}(?: %)?|{N} to {N} %|(?:under|above) {N} %")


def answer(line: str, scale: float) -> Any:
    code, out, err = command(*scaled(line, 0.2 if "--all-knobs" in line else scale))
    assert code == 0, err
    return json.loads(out)


def estimates(document: Any) -> Iterator[Estimate]:
    """Every mean with an interval that stands in an answer, either way round."""
    if isinstance(document, dict):
        if document.get("ci95") and document.get("mean") is not None:
            found = Estimate(document["mean"], document["ci95"])
            yield from (found, found.times(-1))
        for value in document.values():
            yield from estimates(value)
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
    assert len(sections) == len(FINDINGS)
    for part, finding in zip(sections, FINDINGS, strict=True):
        lines = re.findall(r"^tongits (.+) --seed 31$", part, re.MULTILINE)
        assert lines == list(dict.fromkeys(number.command for number in finding.numbers))
        known = {
            shown
            for line in lines
            for estimate in estimates(answers[line])
            for style in ("", "size", "share", "points")
            for shown in NUMBER.findall(f"{estimate:{style}}")
        }
        printed = NUMBER.findall(re.sub(r"\s+", " ", part.partition("*Players and rules*")[0]))
        assert len(printed) == len(finding.numbers), part
        assert set(printed) <= known, part


def found(mean: float, half: float) -> list[str]:
    """The findings that no longer hold, of five with two numbers each."""
    number = Number("simulate --games 1k", lambda answer: Estimate(mean, (mean - half, mean + half)))
    sure = Number("simulate --games 2k", lambda answer: Estimate(0.5, (0.4, 0.6)))
    told = Finding("**Laying pays.** It earns {0}.", "three greedy", (number, number))
    others = [Finding("**Waiting pays.** It earns {0}.", "three greedy", (sure, sure))] * 4
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(findings, "play", lambda line, scale: {"ranking": [{"change": "deal.next_dealer=random"}]})
        patch.setattr(findings, "FINDINGS", (told, *others))
        return page()[1]


def test_a_sentence_that_no_longer_holds_is_named() -> None:
    assert found(0.5, 0.1) == []
    assert found(-0.5, 0.1) == ["Laying pays."]


def test_few_numbers_that_are_just_significant_are_not_among_many() -> None:
    assert found(0.101, 0.1) == ["Laying pays."]


PAGE = ROOT / "docs" / "explanation" / "findings.md"


def test_the_page_has_every_claim_with_its_command() -> None:
    text, _, further = PAGE.read_text(encoding="utf-8").partition("## Further findings")
    assert text.startswith(claims.HEAD)
    assert re.findall(r"^\*\*(.+?)\*\*", text, re.MULTILINE) == [claim.says for claim in CLAIMS]
    assert re.findall(r"^tongits .+$", text, re.MULTILINE) == [claim.command for claim in CLAIMS]
    assert len(CLAIMS) == 10
    assert text.rstrip().endswith(table())
    commands = {number.command for finding in FINDINGS for number in finding.numbers}
    assert set(re.findall(r"^tongits (.+) --seed 31$", further, re.MULTILINE)) == commands


def test_a_claim_says_what_its_trial_says() -> None:
    claim = next(claim for claim in CLAIMS if claim.habit == "take=never")
    tried = claim.tried(deals=1000)
    made = " ".join(claims.section(claim, tried).split())
    assert f"**{claim.says}** *{claims.VERDICT[tried.verdict]}.* {headline(tried)}" in made
    assert tried.command_line.startswith(f"tongits try {claim.habit}")
