"""What a change does, in words."""

from __future__ import annotations

import copy
from typing import Any

from analyses.answers.whatif import WhatIfAnswer
from reports.questions import whatif as words
from tests.analyses.test_whatif import example


def document() -> dict[str, Any]:
    """The JSON of an answer, to be changed."""
    return copy.deepcopy(example().to_dict())


def answer(changed: dict[str, Any] | None = None) -> WhatIfAnswer:
    """The answer that this JSON holds."""
    return WhatIfAnswer.from_dict(changed or document())


def test_tells_each_change() -> None:
    text = " ".join([words.headline(answer()), *words.sentences(answer())])
    assert 'With "Base payment for Tongits: 6"' in text
    assert "only payments change" in text
    assert '"Base payment for an unchallenged draw: 1" provably has no effect' in text


def test_a_change_that_never_showed_is_bounded() -> None:
    stored = document()
    stored["changes"][0]["deals_that_differ"] = 0
    assert "at most 0.75 %" in words.headline(answer(stored))


def test_figures_say_what_they_show() -> None:
    (finding,) = words.findings(answer())
    texts = [panel.text for panel in finding.panels()]
    assert any('Length of a game: less with "When a draw is called: end"' in text for text in texts)
    assert all(panel.figure.axes for panel in finding.panels())
