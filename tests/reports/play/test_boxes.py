"""When a question is due again, and progress that survives damage."""

from __future__ import annotations

import datetime as dt
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from reports.play.boxes import DAYS, Progress, ProgressError

TODAY = dt.date(2026, 3, 1)


def test_right_answers_come_back_later_and_later_wrong_ones_tomorrow(tmp_path: Path) -> None:
    progress, day = Progress(tmp_path / "p.json"), TODAY
    waits = []
    for _ in range(6):
        card = progress.answered("a", True, day)
        waits.append((dt.date.fromisoformat(card.due) - day).days)
        day = dt.date.fromisoformat(card.due)
    assert waits == [*DAYS[1:], DAYS[-1]]
    card = progress.answered("a", False, day)
    assert (card.box, card.due, card.asked, card.wrong) == (0, (day + dt.timedelta(days=1)).isoformat(), 7, 1)
    assert Progress(tmp_path / "p.json").cards == progress.cards


def test_due_questions_come_before_new_ones_and_those_before_the_rest(tmp_path: Path) -> None:
    progress = Progress(tmp_path / "p.json")
    progress.answered("later", True, TODAY)
    progress.answered("wrong", False, TODAY - dt.timedelta(days=2))
    progress.answered("known", True, TODAY - dt.timedelta(days=9))
    assert progress.due(["new", "later", "known", "wrong"], TODAY) == ["wrong", "known", "new", "later"]


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.data())
def test_a_damaged_file_is_kept_and_said(tmp_path: Path, data: st.DataObject) -> None:
    path = tmp_path / "p.json"
    path.unlink(missing_ok=True)
    Progress(path).answered("a", True, TODAY)
    content = bytearray(path.read_bytes())
    at = data.draw(st.integers(0, len(content) - 1))
    content[at : at + data.draw(st.integers(1, 9))] = data.draw(st.binary(max_size=6))
    path.write_bytes(bytes(content))
    progress = Progress(path)
    if progress.note:
        assert progress.cards == {}
        (aside,) = tmp_path.glob("p.json.damaged*")
        assert aside.read_bytes() == bytes(content)
        aside.unlink()
    progress.answered("b", False, TODAY)
    assert "b" in Progress(path).cards


def test_a_folder_that_cannot_be_made_is_a_sentence(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(ProgressError, match="cannot write"):
        Progress(tmp_path / "file" / "p.json").answered("a", True, TODAY)
