"""The answer about styles: what is right, what is worst, and back from JSON."""

from __future__ import annotations

from analyses.answers.styles import Habits, Style, StyleResponse, StyleResult, StylesAnswer
from tongits_sim.run.answers import Estimate

CALLERS, CHALLENGERS = ("timid", "normal", "bold"), ("shy", "normal", "stubborn")


def some() -> StylesAnswer:
    """Numbers that tell every place from the others: the answer to style i gains i where right, -i - j elsewhere."""
    styles = [Style(calls, challenges) for calls in CALLERS for challenges in CHALLENGERS]

    def gain(i: int, j: int) -> Estimate:
        value = float(i) if i == j else -float(i) - j / 10
        return Estimate(value, (value - 0.05, value + 0.05))

    responses = tuple(
        StyleResponse(
            style=one,
            their_habits=Habits(0.1, 0.2),
            habits=Habits(0.5, None),
            base_earns=Estimate(0.3, (0.2, 0.4)),
            results=tuple(StyleResult(other, gain(i, j)) for j, other in enumerate(styles)),
            exploitability=Estimate(i / 100, (i / 100 - 0.001, i / 100 + 0.001)),
        )
        for i, one in enumerate(styles)
    )
    return StylesAnswer(
        rules="pagat",
        rules_option="--rules pagat",
        players=("expert",),
        play="expert",
        style_bots={each.name: f"greedy(call_at={i})" for i, each in enumerate(styles)},
        seed=1,
        match_games=1,
        games=1000,
        deals=500,
        rounds=3,
        games_played=12_345,
        responses=responses,
        command_line="tongits analyze styles --rules pagat",
    )


def test_right_and_worst() -> None:
    answer = some()
    assert answer.response("timid", "normal").right.mean == 1.0
    assert answer.response("bold", "stubborn").worst.style == Style("bold", "normal")
    assert answer.response("timid", "shy").worst.style == Style("bold", "stubborn")
    assert Style("bold", "shy").name == "bold/shy"


def test_json_and_back() -> None:
    assert StylesAnswer.from_dict(some().to_dict()) == some()
