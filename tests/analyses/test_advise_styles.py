"""`advise --against styles`: one answer a style, judged together; the same digits for the same question."""

from __future__ import annotations

from dataclasses import replace

import pytest

from analyses.advise import advise
from analyses.advise_styles import advice_of, advise_styles, judgement, styled
from analyses.answers.advise_styles import StylesAdvice
from analyses.solving.locks import style, styles
from strategies import load_player
from tests.analyses.answers.test_answers import advise_styles_action as action
from tests.analyses.answers.test_answers import advise_styles_answer as answer
from tests.analyses.answers.test_answers import answer as advise_answer
from tests.analyses.answers.test_answers import gap
from tests.positions.games import house
from tests.positions.test_positions import TYPED
from tongits_sim.positions.typed import read_position
from tongits_sim.run.answers import Estimate
from tongits_sim.run.how import How


def asked(worlds: int = 48) -> StylesAdvice:
    """A hand that is out once it discards Ks, against all styles."""
    table = "me: Qc Qd Qh, 6c 6d 6h, 2c 2d 2h; right: 7s 8s 9s"
    typed = replace(TYPED, hand="3h 4h 5h Ks", table=table, discards="4c Tc", stock=9, sizes="9,12")
    return advise_styles(read_position(house("pagat"), typed), worlds=worlds, how=How(workers=1))


def test_each_style_is_asked_and_the_certain_win_is_best_against_all() -> None:
    one = asked()
    assert [row.style.name for row in one.styles] == ["/".join(each) for each in styles()]
    assert [row.bot for row in one.styles] == [load_player(style(*each)).label for each in styles()]
    assert all(row.worlds == 48 for row in one.styles)
    assert len(one.actions[0].behind) == 9
    assert one.actions[0].action in ("discard Ks", "lay 3h 4h 5h")
    assert one.actions[0].judgement in ("best", "good")
    assert "9 styles of opponents" in one.advice
    assert "bad" in {each.judgement for each in one.actions}
    means = [each.mean for each in one.actions]
    assert means == sorted(means, reverse=True)
    assert replace(one, elapsed_s=0.0) == replace(asked(), elapsed_s=0.0)


def test_a_style_is_answered_as_its_bot() -> None:
    position, seen = read_position(house("pagat"), TYPED), list[int]()
    one = advise_styles(position, worlds=32, how=How(workers=1), look=lambda so: seen.append(len(so.styles)))
    assert seen == list(range(1, 10))
    bold = style("bold", "shy")
    alone = advise(position, [bold, bold, one.me], worlds=32, how=How(workers=1))
    (row,) = (row for row in one.styles if row.style.name == "bold/shy")
    assert (row.ev, row.action) == (alone.best.ev, alone.best.action)


@pytest.mark.parametrize(
    ("behind", "words"),
    [
        ([gap(0.0, 0.0), gap(0.0, 0.0)], "best"),
        ([gap(0.0, 0.0), gap(-0.1, 0.2)], "good"),
        ([gap(0.0, 0.0), gap(-0.5, 0.2)], "depends"),
        ([gap(-0.4, 0.2), gap(-0.5, 0.2)], "bad"),
        ([gap(-0.4, 0.2), Estimate(-0.5)], "depends"),
    ],
)
def test_judgements(behind: list[Estimate], words: str) -> None:
    assert judgement(behind) == words


def test_the_sentence() -> None:
    rows = answer().styles
    good = action("discard 7h", "good", gap(-0.1, 0.2), gap(0.0, 0.0))
    assert advice_of(rows, answer().actions).startswith("Discard Ks: best against 2 styles")
    assert advice_of(rows, [good]).startswith("Discard 7h: not clearly worse")
    mixed = [action("call", "depends", gap(-1.0, 0.2), gap(0.0, 0.0))]
    sentence = advice_of((rows[0], replace(rows[1], action="call")), mixed)
    assert "discard Ks against timid/shy; call against bold/stubborn" in sentence


def test_actions_are_matched_by_what_they_do() -> None:
    first = advise_answer()
    turned = replace(first, actions=tuple(reversed(first.actions)))
    words = [replace(each, word=str(number)) for number, each in enumerate(first.actions)]
    pair = replace(first, actions=tuple(words)), replace(turned, actions=tuple(reversed(words)))
    assert [each.action for each in styled(pair)] == ["discard Ks", "discard 7h"]
