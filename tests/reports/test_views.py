from typing import Any
from xml.etree import ElementTree

import pytest

from analyses.answers.shared import QuestionAnswer
from analyses.face import analyze
from analyses.question import inquiry
from analyses.registry import names
from reports.questions import WordsError, screen_of
from reports.views import view
from tests.asking import TOY

SMALL: dict[str, dict[str, Any]] = {
    "calls": {"games": 400, "min_forks": 20},
    "challenges": {"games": 400, "min_forks": 20},
    "lay": {"games": 200, "min_forks": 20},
    "discards": {"games": 100, "min_forks": 20},
    "sunog": {"games": 300},
    "payouts": {"games": 300},
    "sessions": {"games": 600, "session": 10},
}


@pytest.mark.slow
@pytest.mark.parametrize("name", names())
def test_every_question_shows_itself(name: str) -> None:
    answer = analyze(name, **SMALL[name])
    text, page = repr(answer), answer._repr_html_()
    assert len(text.splitlines()) <= 45
    assert text.startswith(screen_of(answer).heading)
    assert screen_of(answer).answer[:40] in " ".join(text.split())
    assert (page.count("<figcaption>"), page.count("<table>")) == (1, 1)
    assert ElementTree.fromstring(page[page.index("<svg") : page.index("</svg>") + 6]) is not None
    assert "\n\n" in text  # a table below the sentences


def test_an_answer_without_words_still_shows_what_was_asked() -> None:
    answer = QuestionAnswer(**inquiry(TOY).head(TOY))
    with pytest.raises(WordsError):
        view(answer)
    assert repr(answer).startswith("pagat · greedy ×2, miser · 50 games · seed 1")
    assert "<table" not in answer._repr_html_()
