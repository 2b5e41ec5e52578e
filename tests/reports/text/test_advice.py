"""The answer of `tongits advise` in a terminal."""

from __future__ import annotations

import pytest

from reports.text.advice import (
    MOST_ROWS,
    advice_table,
    cells,
    closing,
    csv_rows,
    position_words,
    rest_words,
    show_advice,
)
from tests.analyses.answers.test_advise import action, answer


def test_the_answer_comes_first(capsys: pytest.CaptureFixture[str]) -> None:
    show_advice(answer())
    text = " ".join(capsys.readouterr().out.split())
    assert text.index("Discard Ks.") < text.index("discard 7h")
    assert "Same digits: --worlds 512 --seed 7" in text
    assert "expert and greedy" in text
    assert "left ???? face down" in text


def test_the_best_action_is_behind_nothing() -> None:
    assert cells(answer().best)[2:4] == ["", ""]
    assert cells(answer().actions[1])[:4] == ["+1.00", "0.50", "−0.10", "0.20"]


def test_many_actions_are_summed_up() -> None:
    many = [action("discard Ks", 0.0, 0.0), *(action("discard 7h", -0.1 * n, 0.1) for n in range(1, 12))]
    full = answer(*many)
    assert advice_table(full).row_count == MOST_ROWS
    assert rest_words(full) == f"{12 - MOST_ROWS} more actions not shown: −0.80 to −1.10 units behind."
    assert rest_words(answer()) == ""


def test_details_on_request(capsys: pytest.CaptureFixture[str]) -> None:
    show_advice(answer(), verbose=True)
    text = capsys.readouterr().out
    assert "Calls." in text
    assert "Assumed: No jackpot." in text


def test_rows_for_a_table() -> None:
    rows = csv_rows(answer())
    assert (rows[0]["action"], rows[0]["ev"], rows[0]["ev_low"], rows[1]["behind"]) == ("discard Ks", 1.0, 0.5, -0.1)
    assert position_words(answer().position)[0] == "Hand Ks 7h"
    assert "1,024 rollouts" in closing(answer())
