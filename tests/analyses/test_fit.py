"""A style recovered from games: the more games the closer, with intervals that hold the truth; a profile to play."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from analyses.fit import fit, fit_style, profile_of
from analyses.fitting.population import Population, decisions_of, members, population
from analyses.fitting.seen import Seen
from analyses.fitting.situations import AXES
from analyses.solving.locks import style
from strategies import load_player
from tests.analyses.fitting.test_fitting import records
from tests.playing import sure
from tongits_sim.profiles.profile import read_profile, to_bytes
from tongits_sim.rules import load
from tongits_sim.run.how import How
from tongits_sim.run.warmup import silent

HOW = How(workers=1, notice=silent)
RULES = load("pagat")
STRANGER = "greedy(call_at=35, challenge_at=40)"
"""A player between those of the population, and none of them."""


def counts(games: int, seed: int) -> dict[str, tuple[np.ndarray, np.ndarray]]:
    """What the stranger does in so many games beside two of normal style."""
    other = load_player(style("normal", "normal"))
    return decisions_of(RULES, (load_player(STRANGER), other, other), HOW, games, seed)


def as_seen(each: dict[str, tuple[np.ndarray, np.ndarray]], games: int) -> Seen:
    """These counts as what was seen of a player."""
    asked, yes = ({kind: each[kind][place].astype(int) for kind in each} for place in (0, 1))
    return Seen(RULES, games, asked, yes)


@pytest.fixture(scope="module")
def library() -> Population:
    specs = {name: spec for name, spec in members(RULES).items() if "/" in name or "call_at" in name}
    return population(RULES, specs, HOW, games=300)


def test_a_known_bot_is_recovered_from_more_and_more_games(library: Population) -> None:
    truth = counts(4000, 99)
    errors: dict[int, float] = {}
    covered: dict[int, float] = {}
    for games in (30, 300, 3000):
        each = counts(games, 7)
        own = as_seen(each, games)
        style_fit = fit_style(own, library)
        squares, inside, weights = 0.0, 0.0, 0.0
        for kind in AXES:
            asked, yes = truth[kind]
            often = asked >= 20
            share = yes[often] / asked[often]
            low, high = style_fit.posteriors[kind].interval()
            noise = 2 * np.sqrt(share * (1 - share) / asked[often])  # of the truth itself
            squares += float((asked[often] * (style_fit.posteriors[kind].mean[often] - share) ** 2).sum())
            held = (low[often] <= share + noise) & (share - noise <= high[often])
            inside += float((asked[often] * held).sum())
            weights += float(asked[often].sum())
        errors[games], covered[games] = (squares / weights) ** 0.5, inside / weights
    assert errors[30] > errors[300] > errors[3000]
    assert errors[30] < 0.35, errors
    assert errors[3000] < 0.1, errors
    assert min(covered.values()) > 0.85, covered


def test_a_profile_plays_like_the_player(tmp_path: Path, library: Population) -> None:
    each = counts(1500, 3)
    own = as_seen(each, 1500)
    profile = profile_of(fit_style(own, library), "lola", "greedy")
    path = tmp_path / "lola.profile"
    path.write_bytes(to_bytes(profile))
    other = load_player(style("normal", "normal"))
    played = decisions_of(RULES, (load_player(str(path)), other, other), HOW, 1500, 5)
    for kind, (asked, yes) in played.items():
        wanted = each[kind][1].sum() / each[kind][0].sum()
        assert yes.sum() / asked.sum() == pytest.approx(wanted, abs=0.05), kind


def test_from_records_to_a_profile(tmp_path: Path) -> None:
    file = tmp_path / "fighter.profile"
    profile, answer = fit(records(games=40), "fighter", source="g.jsonl", file=file, games=100, how=HOW)
    for one, other in zip(read_profile(str(file)).grids, profile.grids, strict=True):
        assert one.array() == pytest.approx(other.array(), abs=1e-4)
    assert (answer.player, answer.games, answer.rules) == ("fighter", 40, "pagat")
    challenges = next(each for each in answer.kinds if each.kind == "respond")
    assert sure(challenges.share.mean) > 0.8
    assert sum(each.asked for each in answer.situations if each.kind == "respond") == challenges.asked
    assert sum(each.asked for each in answer.groups) == sum(each.asked for each in answer.kinds)
    alike = {"fighter", "bold/stubborn", "greedy(call_at=62, challenge_at=56)", "greedy(call_at=75, challenge_at=70)"}
    assert set(list(challenges.resembles)[:2]) <= alike
    for each in (*answer.groups, *answer.situations):
        low, high = sure(each.share.ci95)
        assert low <= (each.share.mean or 0) <= high
