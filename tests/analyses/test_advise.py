from dataclasses import replace

import pytest

from analyses.advise import advise
from analyses.answers.advise import AdviceAnswer
from analyses.opponents import CLEAR, CLOSE, LIKELY
from analyses.reasons import Ends, reason
from analyses.values import STEPS, Values, seated_tables
from tests.table.games import house
from tests.table.scenes import some
from tests.table.test_positions import TYPED
from tongits_sim.errors import TongitsError
from tongits_sim.run.answers import RunFacts
from tongits_sim.run.run_options import RunOptions
from tongits_sim.table.actions import possible_actions
from tongits_sim.table.position import Position, PositionError
from tongits_sim.table.position_text import PositionText, read_position
from tongits_sim.table.rollout_worker import Workers

FOUND = Ends(won=0.5, burned=0.25, beaten=0.125)
BEFORE = PositionText("3h 4h 5h 9c 9d Ks 2c 8d Jd", "right: 7s 8s 9s; me: Qc Qd Qh", "Qs 4c", stock=9, sizes="9,12")


def reason_of(position: Position, text: str) -> str:
    return next(
        reason(position, action, FOUND) for action in possible_actions(position) if action.text(position) == text
    )


LONG = replace(TYPED, hand="3h 4h 5h 9c 9d Ts 2c 8d Jd Js")
CALLED = replace(BEFORE, caller="right")


@pytest.mark.parametrize(
    ("rules", "typed", "option", "parts"),
    [
        (
            "pagat",
            TYPED,
            "discard Ks",
            "eeps 8d 9d and Jd Js (2 cards would meld each)|right takes Ks with",
        ),
        ("pagat", TYPED, "discard 5h", "reaks a meld (+7 points)"),
        ("pagat", replace(TYPED, discards="Qs Kc Kd Kh"), "discard Ks", "nobody can meld Ks"),
        ("casino_x", LONG, "discard Ts", "right may take Ts onto 7s 8s 9s"),
        ("pagat", LONG, "lay 3h 4h 5h", "2 cards would fit the meld"),
        ("pagat", LONG, "sapaw Ts onto right's 7s 8s 9s", "akes 10 points out of the hand"),
        ("pagat", BEFORE, "call", "ight with 9 cards may challenge|beaten in 12 %"),
        ("pagat", BEFORE, "draw from the stock", "wins 50 %, burned in 25 %"),
        ("pagat", CALLED, "challenge", "points against 9 cards; wins 50 %"),
        ("pagat", CALLED, "fold", "points against 9 cards"),
    ],
)
def test_a_reason_is_true_to_the_cards(rules: str, typed: PositionText, option: str, parts: str) -> None:
    text = reason_of(read_position(house(rules), typed), option)
    assert all(part in text for part in parts.split("|"))


def asked(worlds: int = 40, **options: object) -> AdviceAnswer:
    return advise(some("pagat", 20)[0], worlds=worlds, **options)  # type: ignore[arg-type]


def digits(answer: AdviceAnswer) -> AdviceAnswer:
    return replace(answer, run=RunFacts())


def test_same_question_same_digits() -> None:
    one = asked(run_options=RunOptions(workers=1))
    assert digits(one) == digits(asked(run_options=RunOptions(workers=2)))
    assert digits(one) != digits(asked(run_options=RunOptions(workers=1), seed=2))
    assert one.worlds == 40
    stepped = [advise(some("pagat", 20)[0], "folders", run_options=RunOptions(workers=workers)) for workers in (1, 2)]
    assert digits(stepped[0]) == digits(stepped[1])
    assert stepped[0].worlds in STEPS


def test_an_action_that_was_dropped_early_does_not_hold_up_the_order_of_the_others() -> None:
    values = Values(some("pagat", 20)[0], seated_tables()[:2], 3, Workers())
    values.play(16)
    for rollouts in values.rollouts:
        rollouts.active[0] = 0
    values.play(128)
    others = range(1, len(values.actions))
    beside_dropped = max(others, key=lambda action: values.lead(action, 0).mean)
    best = values.best()
    assert best != beside_dropped
    assert all(values.lead(best, action).mean >= 0 for action in others)
    assert values.verdict(0.0).best == best


def test_actions_stand_best_first() -> None:
    answer = asked()
    gaps = [action.behind.mean for action in answer.actions]
    assert gaps[0] == 0.0
    assert gaps == sorted(gaps, key=lambda gap: -(gap or 0.0))
    assert answer.verdict in (CLEAR, LIKELY, CLOSE)
    assert answer.best.action.lower() in answer.advice.lower()
    assert all(0 <= share <= 1 for action in answer.actions for share in (action.win, action.burned, action.beaten))
    assert all(action.why for action in answer.actions)
    assert [table.name for table in answer.tables] == ["strong", "regular", "folders", "challengers"]
    for action in answer.actions:
        assert action.ev.mean == pytest.approx(sum(there.ev.mean or 0.0 for there in action.at) / 4)
        assert action.behind.mean == pytest.approx(sum(there.behind.mean or 0.0 for there in action.at) / 4)


def test_an_ace_up_is_worth_keeping() -> None:
    """With a hand one card from Tongits, the discard that leaves nothing is best, and clearly so."""
    table = "me: Qc Qd Qh, 6c 6d 6h, 2c 2d 2h; right: 7s 8s 9s"
    typed = replace(TYPED, hand="3h 4h 5h Ks", table=table, discards="4c Tc", stock=9, sizes="9,12")
    answer = advise(read_position(house("pagat"), typed), "folders", worlds=64)
    assert answer.best.action in ("discard Ks", "lay 3h 4h 5h")
    assert answer.best.win == 1.0


def test_rules_for_a_score_have_no_value() -> None:
    position = read_position(house("pagat"), TYPED)
    progressive = replace(position, rules=house("pagat+progressive"))
    with pytest.raises(PositionError, match="played for a score"):
        advise(progressive)


def test_tables_by_name_and_by_bots() -> None:
    position = read_position(house("pagat"), TYPED)
    named = {
        "greedy,caller": ["trained", "greedy", "caller"],
        "regular": ["trained", "expert", "expert"],
        "greedy,caller,miser": ["miser", "greedy", "caller"],
    }
    for against, labels in named.items():
        (field,) = seated_tables(against)
        assert [player.label for player in field.seated(position)] == labels
    assert [field.name for field in seated_tables()] == ["strong", "regular", "folders", "challengers"]
    (mixed,) = seated_tables("strong, folders")
    assert [player.label for player in mixed.players] == ["trained", "greedy", "trained"]
    with pytest.raises(TongitsError, match="or name strong, regular, folders or challengers"):
        seated_tables("flders")
    with pytest.raises(TongitsError, match="not 4"):
        seated_tables("greedy,greedy,greedy,greedy")
