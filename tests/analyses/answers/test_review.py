"""The answer of `tongits review` as JSON and back."""

from __future__ import annotations

import json

from analyses.answers.review import (
    KINDS,
    FieldLoss,
    ReviewAnswer,
    ReviewedChoice,
    ReviewedGame,
    ReviewedKind,
    ReviewedPlayer,
)
from analyses.answers.shared import Versions
from tests.analyses.answers.test_advise import position
from tongits_sim.run.answers import Estimate


def choice(lost: float, verdict: str = "clear", move: int = 7, player: str = "ann") -> ReviewedChoice:
    """A choice that lost so much."""
    fields = (FieldLoss("timid", Estimate(lost, (lost - 0.1, lost + 0.1))),) if verdict == "clear" else ()
    return ReviewedChoice(
        game=1,
        move=move,
        seat=0,
        player=player,
        kind="discard",
        action="discard 7h",
        best="discard Ks" if lost else "discard 7h",
        options=2,
        real=True,
        lost=Estimate(lost, (lost - 0.1, lost + 0.1)),
        worlds=64,
        verdict=verdict,
        position=position(),
        fields=fields,
        every_field=True if fields else None,
    )


def answer(*choices: ReviewedChoice) -> ReviewAnswer:
    """An answer of some choices."""
    some = choices or (choice(0.5), choice(0.0, "best", 9), choice(0.9, "clear", 11, "<b>&"))
    one = Estimate(0.5, (0.2, 0.8))
    kinds = tuple(ReviewedKind(kind, int(kind == "discard"), 1, one) for kind in KINDS)
    return ReviewAnswer(
        command="review",
        file="games.jsonl",
        rules="pagat",
        knobs={},
        against={"right": "expert", "left": "expert", "me": "expert"},
        seed=1,
        games=1,
        close=0.1,
        players=(ReviewedPlayer("ann", 1, 3, 2, one, one, kinds, one, Estimate(1.0, None)),),
        choices=some,
        largest=tuple(number for number, each in enumerate(some) if each.verdict == "clear"),
        reviewed_games=(ReviewedGame(1, 0, "ann", 2.0, 0.5, 0.25, -0.5, 1.0, 1.25),),
        luck_factor=1.5,
        luck_games=(450, 300),
        failed=0,
        elapsed_s=1.0,
        bots=(),
        versions=Versions.current(),
        luck_players=("expert", "expert", "expert"),
    )


def test_survives_json() -> None:
    one = answer()
    assert ReviewAnswer.from_dict(json.loads(json.dumps(one.to_dict()))) == one


def test_a_review_kept_before_it_named_whose_games_measure_luck_is_read() -> None:
    older = {name: value for name, value in answer().to_dict().items() if name != "luck_players"}
    assert ReviewAnswer.from_dict(json.loads(json.dumps(older))).luck_players == ()


def test_mistakes_are_the_clear_ones_largest_first() -> None:
    assert [each.lost.mean for each in answer().mistakes()] == [0.9, 0.5]
