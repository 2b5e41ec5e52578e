import numpy as np
import pytest

from analyses.advise import advise
from analyses.seen import TYPICAL_CHANCES, challenge_share, met, weights_of
from analyses.values import Values, seated_tables
from strategies import load_player
from tongits_sim.game.state import VIEW_DTYPE
from tongits_sim.rules import load
from tongits_sim.table.position import Challenged, Position, PositionError, with_challenges
from tongits_sim.table.position_text import PositionText, read_position
from tongits_sim.table.rollout_worker import Workers

HAND = "3h 4h 5h 9c 9d Ks 2c 8d Jd Js 6c Ah Tc"


def position(challenged: str = "") -> Position:
    return read_position(load("pagat"), PositionText(HAND, discards="Qs 4c Kd", challenged=challenged))


def weights(challenged: str) -> dict[str, float]:
    tables = seated_tables()
    return dict(zip((table.name for table in tables), weights_of(position(challenged), tables), strict=True))


def test_without_a_call_every_table_is_as_likely() -> None:
    assert set(weights("").values()) == {1 / len(seated_tables())}


def test_who_seldom_challenges_is_a_folder() -> None:
    seldom = weights("right 2/9, left 2/9")
    often = weights("right 8/10, left 7/10")
    assert seldom["folders"] > 0.9
    assert seldom["regular"] == 0
    assert often["folders"] == 0
    assert sum(seldom.values()) == pytest.approx(1)
    assert weights("right 2/9")["folders"] == pytest.approx(weights("left 2/9")["folders"])


def test_shares_are_those_of_games() -> None:
    rules = load("pagat")
    assert challenge_share(rules, load_player("habit(player=greedy, never_challenge=1)")) == 0
    low, high = (challenge_share(rules, load_player(f"greedy(challenge_at={count})")) for count in (18, 44))
    assert 0.05 < low < 0.4 < high < 0.95


def test_named_people_have_been_met() -> None:
    (table,) = seated_tables("folders")
    rules = load("pagat")
    here = position()
    there = met(here, table)
    expected = Challenged(round(TYPICAL_CHANCES * challenge_share(rules, table.players[0])), TYPICAL_CHANCES)
    assert there.challenged == (Challenged(0, 0), expected, expected)
    seen = position("right 1/2")
    assert met(seen, table) == seen
    values = Values(here, [table], 1, Workers())
    assert values.rollouts[0].position.challenged == there.challenged
    assert values.weights == (1,)


def test_the_worlds_of_a_position_begin_with_its_history() -> None:
    typed = position("right 2/9, left 0/3")
    changed = with_challenges(position(), {1: Challenged(2, 9), 2: Challenged(0, 3)})
    for seen_position in (typed, changed):
        view = np.frombuffer(seen_position.past.view, VIEW_DTYPE)[0]
        assert view["past_challenges"].tolist() == [0, 2, 0]
        assert view["past_folds"].tolist() == [0, 7, 3]
    assert typed.challenged == changed.challenged
    assert typed.facts()["challenged"] == {"right": [2, 9], "left": [0, 3]}


@pytest.mark.parametrize("text", ["2/9", "right 9/2", "me 1/2", "right 1/2, right 1/2", "right two of nine"])
def test_wrong_counts_are_refused_with_the_way_out(text: str) -> None:
    with pytest.raises(PositionError, match="right 2/9"):
        position(text)


def test_advice_leaves_out_tables_that_the_answers_make_unlikely() -> None:
    answer = advise(position("right 2/9, left 0/3"), worlds=32)
    assert [(table.name, table.weight) for table in answer.tables] == [("folders", 1.0)]
    assert answer.seen.startswith(
        "Right challenged 2 of 9 calls, left challenged 0 of 3 calls: probably players who seldom"
    )
    mixed = advise(position("right 4/9"), worlds=32)
    assert len(mixed.tables) > 1
    assert sum(table.weight for table in mixed.tables) == pytest.approx(1)
    best = mixed.best
    assert best.ev.mean == pytest.approx(
        sum(table.weight * (there.ev.mean or 0) for table, there in zip(mixed.tables, best.at, strict=True))
    )
    assert advise(position(), worlds=32).seen == ""
