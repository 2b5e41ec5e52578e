"""The answer of `tongits explore`, to JSON and back."""

from __future__ import annotations

import pytest

from analyses.answers.explore import Amount, AnswerGrid, ExploreAnswer, SolvedAnswer, SolvedGrid, Switch, Variant
from tongits_sim.run.answers import AnswerError

GRID = AnswerGrid(
    question="calls",
    games=10,
    matches=10,
    critical=2.2,
    axes=(("own_count", (0, 10)),),
    cells=((1, 5, 5),),
    parts=(0,),
    yes=((3, -1),),
    no=((2, -2),),
    nd=((1, 1),),
    dd=((4, 0, 2),),
    command_line="tongits analyze calls",
)
ANSWER = ExploreAnswer(
    rules="pagat",
    rules_option="--rules pagat",
    players=("greedy",) * 3,
    games=10,
    seed=1,
    match_games=1,
    fixed_seats=False,
    amounts=(
        Amount(name="pay.fold", title="Fold", booked="base", fee="winnings", amount=1, unit=1, knobs={"pay.fold": 1}),
    ),
    features=((0, "won"), (0, "lost")),
    fees={"antes": 0.0, "winnings": 0.0},
    left_out=(),
    switches=(Switch(knob="call.timing", title="When", values=("start", "end"), texts=("Start.", "End.")),),
    variants=(
        Variant(
            settings={"call.timing": "start"},
            games=10,
            matches=10,
            games_sq=10,
            critical=2.2,
            seat_critical=2.3,
            sums={"slots_x": [1, 2]},
            players=({"player": "greedy"},),
            endings={"draw": 1.0},
            turns=9.0,
            grids=(GRID,),
            rules_option="--rules pagat",
        ),
    ),
    solved=(
        SolvedAnswer(
            rules="pagat",
            settings={},
            amounts={"pay.fold": 1.0},
            fees={},
            gain=None,
            grids=(SolvedGrid(question="calls", axes=((0, 5),), cells=(0,), yes=(1000,), ev_yes=(10,), ev_no=(5,)),),
        ),
    ),
    command_line="tongits explore",
)


def test_there_and_back() -> None:
    assert ExploreAnswer.from_dict(ANSWER.to_dict()) == ANSWER


def test_a_document_without_sums_is_refused() -> None:
    document = ANSWER.to_dict()
    del document["variants"][0]["sums"]
    with pytest.raises(AnswerError, match="variants"):
        ExploreAnswer.from_dict(document)
