"""Reasons: what an action keeps and what it risks, true to the cards."""

from __future__ import annotations

from dataclasses import replace

import pytest

from analyses.advise import advise, field_of, loose_cards, partial_melds, partners, reason, seated, verdict_of
from analyses.answers.advise import VERDICTS, AdviceAnswer
from tests.table.games import house
from tests.table.test_positions import TYPED
from tongits_sim.cards import parse_card, parse_mask
from tongits_sim.run.how import How
from tongits_sim.table.options import Option, candidates
from tongits_sim.table.position import Position, PositionError
from tongits_sim.table.position_text import Typed, read_position
from tongits_sim.table.rollouts import OptionEstimate

FOUND = OptionEstimate(0.5, 0.1, -0.1, 0.05, won=0.5, burned=0.25, beaten=0.125, worlds=100, quantile=1.96)
BEFORE = Typed("3h 4h 5h 9c 9d Ks 2c 8d Jd", "right: 7s 8s 9s; me: Qc Qd Qh", "Qs 4c", stock=9, sizes="9,12")


def reason_of(position: Position, text: str) -> str:
    """The reason of an option, by its words."""
    return next(reason(position, each, FOUND) for each in candidates(position) if each.text(position) == text)


LONG = replace(TYPED, hand="3h 4h 5h 9c 9d Ts 2c 8d Jd Js")
CALLED = replace(BEFORE, caller="right")


@pytest.mark.parametrize(
    ("rules", "typed", "option", "parts"),
    [
        (
            "pagat",
            TYPED,
            "discard Ks",
            "eeps 8d 9d (2 unseen cards make a meld) and Jd Js (2 unseen|right takes Ks with",
        ),
        ("pagat", TYPED, "discard 5h", "reaks a meld (+7 points loose)"),
        ("pagat", replace(TYPED, discards="Qs Kc Kd Kh"), "discard Ks", "no unseen cards make a meld with Ks"),
        ("casino_x", LONG, "discard Ts", "right may take Ts onto 7s 8s 9s"),
        ("pagat", LONG, "lay 3h 4h 5h", "2 unseen cards fit the meld"),
        ("pagat", LONG, "sapaw Ts onto right's 7s 8s 9s", "akes 10 points out of the hand"),
        ("pagat", BEFORE, "call", "right with 9 cards may challenge; beaten in 12 %"),
        ("pagat", BEFORE, "draw from the stock", "wins 50 %, burned in 25 %"),
        ("pagat", CALLED, "challenge", "right called with 9 cards; wins 50 %, is beaten in 12 %"),
        ("pagat", CALLED, "fold", "ays for a fold"),
    ],
)
def test_a_reason_is_true_to_the_cards(rules: str, typed: Typed, option: str, parts: str) -> None:
    text = reason_of(read_position(house(rules), typed), option)
    assert all(part in text for part in parts.split("|"))


def test_every_kind_of_option_has_a_reason() -> None:
    position = read_position(house("pagat"), TYPED)
    for each in candidates(position):
        text = reason(position, each, FOUND)
        assert text[0].isupper()
        assert text.endswith(".")
    assert reason(position, Option("pass", 0, 0), FOUND).startswith("Plays on")


def test_partial_melds() -> None:
    assert len(partners(parse_card("7h"))) == 3 + 3
    assert len(partners(parse_card("Ac"))) == 3 + 1
    loose = int(parse_mask("9c 9d 2c Kh"))
    ((pair, outs),) = partial_melds(loose, int(parse_mask("9h 9s Ks")))
    assert (pair, outs) == (int(parse_mask("9c 9d")), 2)
    points = loose_cards(read_position(house("pagat"), TYPED), int(parse_mask("3h 4h 5h Kd")))
    assert points == (int(parse_mask("Kd")), 10)


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
    named = [["greedy", "caller", "greedy"], ["trained"] * 3, ["miser", "greedy", "caller"]]
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
