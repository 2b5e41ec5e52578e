"""Fitting players to records."""

from __future__ import annotations

import itertools
from typing import Any

import numpy as np
import pytest

from analyses.fitting import shrinkage
from analyses.fitting.population import BOTS, STYLES, THRESHOLDS, decisions_of, members, population
from analyses.fitting.seen import FitError, seen
from analyses.fitting.shrinkage import Posterior, posterior
from analyses.fitting.situations import AXES, BANDS, COUNT, grids, groups, shape
from analyses.solving.grids import COUNT as SOLVED_COUNT
from strategies import load_player
from tongits_sim.designs.batch.job import Job
from tongits_sim.records.write import play_job_records
from tongits_sim.rules import load
from tongits_sim.run.how import How
from tongits_sim.run.warmup import silent

# ---- The population: players who do what their thresholds say ----------------------------------------------------

HOW = How(workers=1, notice=silent)


def test_it_holds_styles_thresholds_and_bots_that_can_play() -> None:
    named = members(load("pagat"))
    assert {"timid/shy", "bold/stubborn", *BOTS} <= set(named)
    assert len(named) == len(STYLES) + len(THRESHOLDS) + len(BOTS)
    assert "solved" not in members(load("pagat", ["pay.fold=2"]))
    players = [load_player(spec) for spec in named.values()]
    assert len({player.label for player in players}) == len(players)


def test_a_player_says_yes_up_to_its_threshold() -> None:
    other = load_player("greedy")
    for style in ("timid/shy", "bold/stubborn"):
        bot = load_player(members(load("pagat"))[style])
        decisions = decisions_of(load("pagat"), (bot, other, other), HOW, 150, 1)
        for kind, limit in zip(AXES, bot.parameters().values(), strict=True):
            asked, yes = (each.reshape(-1, len(COUNT)).sum(axis=0) for each in decisions[kind])
            below = [place for place, (_, high) in enumerate(itertools.pairwise(COUNT)) if high <= limit]
            above = [place for place, low in enumerate(COUNT) if low > limit]
            assert yes[below].sum() == asked[below].sum() > 0
            assert yes[above].sum() == 0 < asked[above].sum()


def test_who_was_seldom_asked_does_what_all_do() -> None:
    names = {name: members(load("pagat"))[name] for name in ("timid/shy", "bold/stubborn")}
    players = population(load("pagat"), names, HOW, games=100)
    assert players.names == tuple(names)
    for each in players.yes.values():
        assert np.all((each > 0) & (each < 1))
        assert np.any(each[0] == each[1]), "situations in which neither was asked"
        assert each[0].mean() < each[1].mean()


def test_decisions_are_counted_once_each() -> None:
    seats = [load_player(spec) for spec in ("fighter", "caller", "caller")]
    decisions = decisions_of(load("pagat"), seats, HOW, 300, 1)
    for kind in AXES:
        asked, yes = decisions[kind]
        assert (yes <= asked).all()
        assert asked.sum() > 20
    asked, yes = decisions["respond"]
    assert yes.sum() / asked.sum() > 0.9


# ---- What a player did, from records: the same counts as the games themselves give; errors in one sentence -------

PLAYERS = ("greedy", "caller", "fighter")


def records(rules: str = "pagat", games: int = 60, players: tuple[str, ...] = PLAYERS) -> list[dict[str, Any]]:
    """Recorded games."""
    seats = [load_player(each) for each in players]
    return list(play_job_records(Job(load(rules), (seats[0], seats[1], seats[2]), games, 1)))


@pytest.mark.parametrize(("rules", "player"), [("pagat", 0), ("pagat", 2), ("sjs", 1)])
def test_records_hold_what_the_games_hold(rules: str, player: int) -> None:
    """The same games, counted by the kernel that plays both answers."""
    counts = seen(records(rules), PLAYERS[player])
    turned = [load_player(PLAYERS[(player + step) % 3]) for step in range(3)]
    assert counts.games == 60
    total = {kind: int(each.sum()) for kind, each in counts.asked.items()}
    assert min(total.values()) > 0
    assert all((counts.yes[kind] <= counts.asked[kind]).all() for kind in total)
    if player == 0:
        counted = decisions_of(load(rules), turned, How(workers=1, notice=silent), 60, 1)
        for kind, (asked, yes) in counted.items():
            assert np.array_equal(counts.asked[kind], asked)
            assert np.array_equal(counts.yes[kind], yes)


def test_all_seats_of_a_name_count() -> None:
    games = records(games=20, players=("greedy", "greedy", "greedy"))
    own = seen(games, "greedy")
    parts = []
    for seat in range(3):
        named = [game | {"players": ["lola" if each == seat else "x" for each in range(3)]} for game in games]
        parts.append(seen(named, "lola").asked["call"])
    assert np.array_equal(own.asked["call"], sum(parts))


def test_refusals() -> None:
    with pytest.raises(FitError, match=r"'lola' sits in the games of g.jsonl; .* greedy, caller, fighter"):
        seen(records(games=3), "lola", file="g.jsonl")
    with pytest.raises(FitError, match=r"game 1 was played under pagat, not under sjs \(.*--rules"):
        seen(records(games=2), "greedy", load("sjs"))
    with pytest.raises(FitError, match="game 3 was played under online, not under pagat"):
        seen([*records(games=2), *records("online", games=1)], "greedy")
    with pytest.raises(FitError, match="greedy was never asked for a call"):
        [seen([game], "greedy") for game in records(games=40)]


# ---- Shrinkage: exact where a conjugate answer is known, a player's own where there is much of it, covering the truth

CELLS = 40


def spread() -> np.ndarray:
    """Five players whose frequencies fall along the situations, each later than the one before."""
    places = np.arange(CELLS)
    return np.stack([1 / (1 + np.exp((places - centre) / 3)) for centre in (5, 12, 20, 28, 35)])


def test_one_player_and_one_strength_is_the_beta_distribution(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shrinkage, "STRENGTHS", (8.0,))
    estimate = posterior(np.array([10, 0]), np.array([7, 0]), np.array([[0.25, 0.5]]))
    assert estimate.mean == pytest.approx([(2 + 7) / 18, 0.5])
    from scipy.stats import beta

    low, high = estimate.interval()
    assert low == pytest.approx(beta.ppf(0.025, [9, 4], [9, 4]), abs=0.02)
    assert high == pytest.approx(beta.ppf(0.975, [9, 4], [9, 4]), abs=0.02)


def test_without_a_decision_it_is_the_population() -> None:
    prior = posterior(np.zeros(CELLS, int), np.zeros(CELLS, int), spread())
    assert prior.weights == pytest.approx(np.full(5, 0.2))
    assert prior.mean == pytest.approx(spread().clip(0.002, 0.998).mean(axis=0))


def test_it_finds_whom_a_player_resembles() -> None:
    rng = np.random.default_rng(2)
    asked = np.full(CELLS, 3)
    estimate = posterior(asked, rng.binomial(asked, spread()[3]), spread())
    assert estimate.weights.argmax() == 3
    assert estimate.weights[3] > 0.9


def test_a_player_like_nobody_weighs_more_itself() -> None:
    """Frequencies that rise where all others' fall: the population soon counts for little."""
    asked = np.full(CELLS, 60)
    strange = spread()[2][::-1]
    like, unlike = (posterior(asked, np.round(asked * truth).astype(int), spread()) for truth in (spread()[2], strange))
    assert unlike.strength < 4 < like.strength
    assert np.abs(unlike.mean - strange).max() < 0.05


def test_errors_shrink_and_intervals_cover() -> None:
    """Players from between those of the population, who are not among them; few and many decisions."""
    rng = np.random.default_rng(3)
    few_and_many = (1, 8, 80)
    found: dict[int, list[tuple[float, ...]]] = {each: [] for each in few_and_many}
    for centre in (8, 16, 24, 31):
        truth = 1 / (1 + np.exp((np.arange(CELLS) - centre) / 3))
        for each in few_and_many:
            asked = rng.poisson(each, CELLS)
            yes = rng.binomial(asked, truth)
            estimate = posterior(asked, yes, spread())
            low, high = estimate.interval()
            raw = np.where(asked > 0, yes / np.maximum(asked, 1), 0.5)
            errors = [float(np.sqrt(np.mean((guess - truth) ** 2))) for guess in (estimate.mean, raw)]
            found[each].append((*errors, float(np.mean((low <= truth) & (truth <= high)))))
    error, raw_error, covered = np.array([np.mean(found[each], axis=0) for each in few_and_many]).T
    assert error[0] > error[1] > error[2]
    assert (error < raw_error).all()
    assert (covered > 0.9).all()


def test_the_mean_of_situations_has_an_interval_of_its_own() -> None:
    asked = np.full(CELLS, 2)
    estimate = posterior(asked, np.ones(CELLS, int), np.full((1, CELLS), 0.5))
    widths = np.diff(estimate.interval(), axis=0)
    low, high = estimate.interval(np.ones(CELLS))
    assert high - low < widths.mean() / 3
    assert low < 0.5 < high


def test_an_interval_ends_at_no_and_yes() -> None:
    draws = np.full((100, 2), 0.001)
    draws[:, 1] = 0.999
    limits = Posterior(np.ones(1), 8.0, draws[0], draws).interval()
    assert limits[0, 0] == 0.0
    assert limits[1, 1] == 1.0


def test_the_same_seed_gives_the_same_digits() -> None:
    asked = np.full(CELLS, 2)
    one, other = (posterior(asked, np.ones(CELLS, int), spread(), seed=5) for _ in range(2))
    assert np.array_equal(one.draws, other.draws)


# ---- Situations: cells of a coarse profile, put together for people without losing any ---------------------------


def test_they_are_a_profile() -> None:
    yes = {kind: np.linspace(0, 1, int(np.prod(shape(kind)))) for kind in AXES}
    profile = grids(yes)
    assert [grid.kind for grid in profile] == ["call", "respond"]
    assert all(np.allclose(grid.array().reshape(-1), yes[grid.kind]) for grid in profile)


def test_counts_are_cut_where_a_solved_profile_cuts_them() -> None:
    assert set(COUNT) <= set(SOLVED_COUNT)
    assert set(BANDS) <= set(COUNT)


def test_every_situation_is_in_one_group() -> None:
    for kind in AXES:
        numbers = np.concatenate([each for _, _, each in groups(kind)])
        assert sorted(numbers.tolist()) == list(range(int(np.prod(shape(kind)))))
    assert len(groups("call")) == 3 * len(BANDS)
    assert len(groups("respond")) == len(BANDS)


def test_a_group_holds_its_counts_and_rivals() -> None:
    rivals, band, numbers = groups("call")[7]
    places = np.unravel_index(numbers, shape("call"))
    assert set(places[0].tolist()) == {rivals} == {1}
    low, high = BANDS[band], BANDS[band + 1]
    assert {COUNT[place] for place in places[2]} == {count for count in COUNT if low <= count < high}
