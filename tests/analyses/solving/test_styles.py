"""Styles, and responses to them."""

from __future__ import annotations

import numpy as np
import pytest

from analyses.solving import responses as module
from analyses.solving.locks import CALLERS, CHALLENGERS, LockError, locked, style
from analyses.solving.responses import respond_to_styles, scale, shown_rates, style_bot, usual_weight
from analyses.solving.solver import Problem
from strategies import load_player
from strategies.solved import SHIPPED
from tongits_sim.profiles.responses import ANSWERED, AS_PROFILE, MIDDLE, STYLES
from tongits_sim.rules import load
from tongits_sim.run.how import How
from tongits_sim.run.warmup import silent

# ---- Locks name seats and who sits there ---------------------------------------------------------------------------


def test_seats_bots_and_styles() -> None:
    assert locked(["1=miser"]) == {0: "miser"}
    assert locked(["2,3=greedy(challenge_at=10)"]) == {1: "greedy(challenge_at=10)", 2: "greedy(challenge_at=10)"}
    assert locked(["A=bold/shy", "3=timid"]) == {0: style("bold", "shy"), 2: style("timid", "normal")}
    assert locked([]) == {}
    assert len({load_player(style(calls, challenges)).label for calls in CALLERS for challenges in CHALLENGERS}) == 9


@pytest.mark.parametrize(
    ("texts", "message"),
    [
        (["miser"], "locks nobody"),
        (["4=miser"], "locks nobody"),
        (["1="], "locks nobody"),
        (["=miser"], "locks nobody"),
        (["1=miser", "a,2=greedy"], "seat A is locked twice"),
        (["1,2,3=miser"], "nothing is left to solve"),
        (["2=loud/shy"], "is not a style"),
        (["2=bold/deaf"], "is not a style"),
    ],
)
def test_refused(texts: list[str], message: str) -> None:
    with pytest.raises(LockError, match=message):
        locked(texts)


# ---- Responses to styles: fitted on top of a profile, with frequencies as a bot counts them ------------------------


HOW = How(workers=1, notice=silent)


def problem() -> Problem:
    """Pagat."""
    return Problem(load("pagat"), load_player("expert"))


def test_places_are_styles() -> None:
    assert style_bot(("less", "more")) == style("timid", "stubborn")
    assert style_bot(("more", "usual")) == style("bold", "normal")


def test_a_scale_is_the_mean_of_its_styles_around_the_middle() -> None:
    rates = {each: 0.1 * number for number, each in enumerate(STYLES)}
    assert scale(rates, 0) == pytest.approx((0.1, 0.4, 0.7))
    assert scale(rates, 1) == pytest.approx((0.3, 0.4, 0.5))
    assert scale(rates | {MIDDLE: 0.05}, 0) == pytest.approx((0.05, 0.05, 0.7))


def test_the_usual_weighs_less_the_more_styles_differ() -> None:
    close = {each: 0.4 + 0.01 * number for number, each in enumerate(STYLES)}
    apart = {each: 0.1 * number for number, each in enumerate(STYLES)}
    assert usual_weight(close) > 50 > usual_weight(apart) > 1
    assert usual_weight(dict.fromkeys(STYLES, 0.4)) > 1000
    mean, variance = 0.4, np.var(list(apart.values()))
    assert usual_weight(apart) == pytest.approx(mean * (1 - mean) / variance - 1)


def test_frequencies_are_those_of_the_players(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "MATCHES", 6)
    monkeypatch.setattr(module, "MATCH_GAMES", 11)
    greedy = load_player("greedy")
    rates = {
        name: shown_rates(problem(), (greedy, load_player(spec), load_player(spec)))
        for name, spec in {"bold": style("bold", "shy"), "timid": style("timid", "stubborn")}.items()
    }
    assert rates["bold"]["call"] > 2 * rates["timid"]["call"] > 0
    assert rates["timid"]["respond"] > 2 * rates["bold"]["respond"]


def test_responses_belong_to_the_profile(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "MATCHES", 2)
    monkeypatch.setattr(module, "MATCH_GAMES", 5)
    profile = SHIPPED.under(load("pagat"))
    named: list[str] = []
    responses = respond_to_styles(problem(), profile, HOW, games=600, rounds=1, look=named.append)
    assert len(named) == 8
    responses.check(profile)
    for kind in ANSWERED:
        says = np.stack([np.frombuffer(responses.says[kind, *each], np.uint8) for each in STYLES if each != MIDDLE])
        assert 0 < (says != AS_PROFILE).mean() < 0.2, "so few games change few cells"
    again = respond_to_styles(problem(), profile, HOW, games=600, rounds=1)
    assert again == responses
