"""`advise`: the same digits for the same question, best first, and verdicts that follow from the intervals."""

from __future__ import annotations

from dataclasses import replace

import pytest

from analyses.advise import advise, field_of, seated, verdict_of
from analyses.answers.advise import VERDICTS, AdviceAnswer
from tests.table.games import house
from tests.table.test_positions import TYPED
from tongits_sim.run.how import How
from tongits_sim.table.position import PositionError
from tongits_sim.table.position_text import read_position
from tongits_sim.table.rollouts import OptionEstimate


def asked(worlds: int = 300, **options: object) -> AdviceAnswer:
    """An answer to a typed position."""
    return advise(read_position(house("pagat"), TYPED), "greedy", worlds=worlds, **options)  # type: ignore[arg-type]


def digits(answer: AdviceAnswer) -> AdviceAnswer:
    """The answer without the time it took."""
    return replace(answer, elapsed_s=0.0)


def test_same_question_same_digits() -> None:
    one = asked(how=How(workers=1))
    assert digits(one) == digits(asked(how=How(workers=2)))
    assert digits(one) != digits(asked(how=How(workers=1), seed=2))
    assert one.worlds == 300


def test_actions_stand_best_first() -> None:
    answer = asked()
    gaps = [each.behind.mean for each in answer.actions]
    assert gaps[0] == 0.0
    assert gaps == sorted(gaps, key=lambda gap: -(gap or 0.0))
    assert answer.verdict in VERDICTS
    assert answer.best.action.lower() in answer.advice.lower()
    assert all(0 <= share <= 1 for each in answer.actions for share in (each.win, each.burned, each.beaten))
    assert all(each.why for each in answer.actions)
    assert answer.against == {"right": "greedy", "left": "greedy", "me": "greedy"}


def test_it_is_shown_improving() -> None:
    seen: list[int] = []
    advise(read_position(house("pagat"), TYPED), "greedy", worlds=600, look=lambda answer: seen.append(answer.worlds))
    assert seen == [256, 512, 600]


def test_an_ace_up_is_worth_keeping() -> None:
    """With a hand one card from Tongits, the discard that leaves nothing is best, and clearly so."""
    table = "me: Qc Qd Qh, 6c 6d 6h, 2c 2d 2h; right: 7s 8s 9s"
    typed = replace(TYPED, hand="3h 4h 5h Ks", table=table, discards="4c Tc", stock=9, sizes="9,12")
    answer = advise(read_position(house("pagat"), typed), "greedy", worlds=256)
    assert answer.best.action in ("discard Ks", "lay 3h 4h 5h")
    assert answer.best.win == 1.0


def test_rules_for_a_score_have_no_value() -> None:
    position = read_position(house("pagat"), TYPED)
    progressive = replace(position, rules=house("pagat+progressive"))
    with pytest.raises(PositionError, match="played for a score"):
        advise(progressive)


def test_players_by_seat() -> None:
    rules = house("pagat")
    position = read_position(rules, TYPED)
    field = [
        field_of("greedy,caller"),
        field_of(None),
        seated(position, field_of("greedy,caller,miser")),
    ]
    named = [["greedy", "caller", "greedy"], ["deep"] * 3, ["miser", "greedy", "caller"]]
    assert [[each.label for each in players] for players in field] == named
    with pytest.raises(PositionError, match="not 4"):
        field_of("greedy,greedy,greedy,greedy")


def option(behind: float, se: float) -> OptionEstimate:
    """An option so far behind."""
    return OptionEstimate(0.0, 0.1, behind, se, 0.0, 0.0, 0.0, 100, 1.96)


@pytest.mark.parametrize(
    ("others", "verdict"),
    [
        ([], "forced"),
        ([(-1.0, 0.1)], "clear"),
        ([(-1.0, 0.1), (-0.21, 0.1)], "undecided"),
        ([(-0.001, 0.002), (-1.0, 0.1)], "close"),
        ([(-0.1, 0.2)], "undecided"),
    ],
)
def test_verdicts(others: list[tuple[float, float]], verdict: str) -> None:
    assert verdict_of([option(0.0, 0.0), *(option(*each) for each in others)], 0.02) == verdict
