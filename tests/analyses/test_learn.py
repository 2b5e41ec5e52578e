"""`learn`: weights written, resumed, measured on deals that nothing was learned from or chosen on."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from analyses.answers.learning import LearnAnswer
from analyses.learn import Until, learn, learn_all, lesson_of
from analyses.solving import held_out
from analyses.solving.learning import Learner, LearnError
from analyses.solving.resumable import STATE, Stopped
from strategies import load_player
from strategies.solved import SHIPPED
from tongits_sim.profiles.profile import ProfileError, read_profile, to_bytes
from tongits_sim.rules import load
from tongits_sim.run.how import How

HOW = How(workers=2)
PAGAT = load("pagat")


@pytest.fixture(autouse=True)
def _quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """A curve of few deals."""
    monkeypatch.setattr("analyses.learn.DEALS", 150)
    monkeypatch.setattr("analyses.learn.EVERY", 2)


def test_it_writes_weights_and_goes_on_with_them(tmp_path: Path) -> None:
    lesson, file = lesson_of(PAGAT, games=300), tmp_path / "w.profile"
    _, first = learn(lesson, Until(rounds=2), file, how=HOW, deals=100)
    assert (first.rounds, first.file, len(first.readings)) == (2, str(file), 1)
    with pytest.raises(LearnError, match="add --resume"):
        learn(lesson, Until(rounds=4), file, how=HOW)
    resumed, second = learn(lesson, Until(rounds=4), file, resume=True, how=HOW, deals=100)
    straight, third = learn(lesson, Until(rounds=4), how=HOW, deals=100)
    assert second.rounds == third.rounds == 4
    assert resumed.contents() == straight.contents()
    assert second.beside == third.beside
    profile = read_profile(str(file))
    assert profile.contents() == resumed.contents()
    assert profile.solved["learned"]["rounds"] == 4
    player = load_player(f"learned(file={file})")
    assert player.profile_under(PAGAT) == profile


def test_the_answer_is_json_and_back() -> None:
    _, answer = learn(lesson_of(load("sjs"), games=200), Until(rounds=2), how=HOW, deals=100)
    assert LearnAnswer.from_dict(json.loads(json.dumps(answer.to_dict()))) == answer
    assert [each.others for each in answer.beside] == ["two of solved", "two of expert", "two of itself"]
    assert answer.deals == 100
    assert answer.branches > 1000


def test_what_learns_chooses_and_measures_are_other_deals(monkeypatch: pytest.MonkeyPatch) -> None:
    seeds: list[tuple[int, int]] = []
    honest = held_out.gains

    def noted(problem: Any, seats: Any, players: Any, how: How, deals: int, seed: int) -> Any:
        seeds.append((deals, seed))
        return honest(problem, seats, players, how, deals, seed)

    monkeypatch.setattr(held_out, "gains", noted)
    lesson = lesson_of(PAGAT, games=200)
    learn(lesson, Until(rounds=2), how=HOW, deals=70)
    measured = {seed for deals, seed in seeds if deals == 70}
    chosen = {seed for deals, seed in seeds if deals != 70}
    assert len(measured) == len(chosen) == 1
    assert len({lesson.seed, *measured, *chosen}) == 3


def test_what_cannot_be_asked(tmp_path: Path) -> None:
    with pytest.raises(LearnError, match="nothing to resume"):
        learn(lesson_of(PAGAT), Until(rounds=1), Path("nowhere.profile"), resume=True, how=HOW)
    with pytest.raises(ProfileError, match=r"tongits solve --rules pagat --set pay\.sunog_extra=2"):
        lesson_of(load("pagat", ["pay.sunog_extra=2"]))
    own, other = tmp_path / "own.profile", tmp_path / "other.profile"
    own.write_bytes(to_bytes(SHIPPED.under(PAGAT)))
    other.write_bytes(to_bytes(replace(SHIPPED.under(PAGAT), base="greedy")))
    assert lesson_of(PAGAT, str(own)).base.profile_under(PAGAT) == SHIPPED.under(PAGAT)
    with pytest.raises(LearnError, match="was not solved with the card play of expert"):
        lesson_of(PAGAT, str(other))
    with pytest.raises(ProfileError, match="solved for"):
        lesson_of(load("sjs"), str(own))


def test_ctrl_c_keeps_what_is_learned(tmp_path: Path) -> None:
    lesson, file = lesson_of(PAGAT, games=200), tmp_path / "w.profile"

    def stop(number: int, elapsed: float, reading: object) -> None:
        if number == 3:
            raise KeyboardInterrupt

    with pytest.raises(Stopped, match="Stopped after 3 rounds"):
        learn(lesson, Until(rounds=9), file, how=HOW, look=stop)
    learner = Learner(lesson, HOW)
    learner.restore(Path(f"{file}{STATE}"))
    assert learner.rounds == 3
    assert read_profile(str(file)).solved["learned"]["deals"] == 0
    with pytest.raises(Stopped, match="nothing is kept"):
        learn(lesson, Until(rounds=9), how=HOW, look=stop)


def test_all_are_learned_and_then_left_alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("strategies.solved.RULES", ("pagat", "sjs"))
    monkeypatch.setattr("analyses.learn.LAST_DEALS", 50)
    done = list(learn_all(tmp_path / "w", Until(rounds=1), HOW, games=200))
    assert [each.rules for each in done] == ["pagat", "sjs"]
    assert sorted(path.name for path in (tmp_path / "w").iterdir()) == ["pagat.profile", "sjs.profile"]
    assert list(learn_all(tmp_path / "w", Until(rounds=1), HOW, games=200)) == []
