"""The pocket card: limits that a search over all simple rules would choose, and a price that was played."""

from __future__ import annotations

import itertools

import numpy as np
import pytest

from analyses.answers.card import CallRule, ChallengeRule, LayRule
from analyses.card import (
    CardError,
    Decision,
    Range,
    Rule,
    as_profile,
    call_rules,
    card,
    challenge_rules,
    lay_rules,
    ranges,
)
from strategies import load_player
from strategies.solved import SHIPPED
from tests.playing import sure
from tongits_sim.profiles.profile import Grid, Profile
from tongits_sim.rules import load
from tongits_sim.run.how import How

COUNT, THROWN, CARDS = (0, 5, 10, 20, 40), (0, 5), (0, 2, 4, 8)


def grid(kind: str, axes: tuple[tuple[str, tuple[int, ...]], ...], gain: np.ndarray) -> Grid:
    """A grid whose cells come up once a game each, and where yes is worth so much more."""
    values = {"weight": np.full(gain.shape, 1000.0), "ev_yes": gain, "ev_no": 0 * gain, "se": 0 * gain + 0.01}
    arrays = {name: np.asarray(each, "<f4").tobytes() for name, each in values.items()}
    return Grid(kind, axes, np.asarray(gain > 0, "<f4").tobytes(), arrays)


def profile() -> Profile:
    """Calls pay below a count that depends on the rivals, with two rivals above 40 too, and never after a low discard;
    challenges below one that grows with the caller's cards, never after another challenge.
    """
    counts = np.array(COUNT)
    call = np.stack([np.where(counts <= limit, 1.0, -1.0) for limit in (100, 10, 5)])[:, None, :].repeat(2, axis=1)
    call[2, :, -1] = 0.5
    call[1:, 0] = -1.0
    respond = np.stack([np.where(counts <= limit, 1.0, -1.0) for limit in (0, 0, 10, 10)])[None].repeat(4, axis=0)
    respond[3] = -1.0
    grids = (
        grid("call", (("rivals", (0, 1, 2)), ("rival_discard", THROWN), ("count", COUNT)), call),
        grid("respond", (("other", (0, 1, 2, 3)), ("caller_cards", CARDS), ("count", COUNT)), respond),
    )
    return Profile("pagat", load("pagat").digest(), "expert", grids, {})


def test_the_limits_are_those_of_the_profile() -> None:
    assert call_rules(profile()) == (
        CallRule(rivals=0, discard_to=4, at_most=None),
        CallRule(rivals=0, discard_from=5, at_most=None),
        CallRule(rivals=1, discard_to=4, at_most=-1),
        CallRule(rivals=1, discard_from=5, at_most=19),
        CallRule(rivals=2, discard_to=4, at_most=-1),
        CallRule(rivals=2, discard_from=5, at_most=9, at_least=40),
    )
    assert challenge_rules(profile()) == (
        ChallengeRule(after_challenge=False, cards_from=0, cards_to=3, at_most=4),
        ChallengeRule(after_challenge=False, cards_from=4, cards_to=None, at_most=19),
        ChallengeRule(after_challenge=True, cards_from=0, cards_to=None, at_most=-1),
    )


def test_a_limit_is_the_best_of_all() -> None:
    rng = np.random.default_rng(1)
    gain = rng.normal(size=(4, 4, len(COUNT)))
    decision = Decision(grid("respond", profile().grids[1].axes, gain), ("other", "caller_cards"))
    for row, cut in itertools.product(range(4), range(1, 5)):
        where = (slice(row, row + 1), slice(0, cut))
        column = decision.worth[where].sum(axis=(0, 1))
        every = [column[:most].sum() for most in range(len(COUNT) + 1)]
        pairs = [
            column[:most].sum() + column[least:].sum()
            for most in range(len(COUNT) + 1)
            for least in range(most, len(COUNT))
        ]
        assert decision.limit(where).worth == pytest.approx(max(every))
        assert max(every) - 1e-9 <= decision.limit(where, 0.0).worth <= max([*pairs, *every]) + 1e-9


def test_ranges_are_all_divisions() -> None:
    assert list(ranges(3, 2)) == [(Range(0, 3),), (Range(0, 1), Range(1, 3)), (Range(0, 2), Range(2, 3))]
    assert (Range(1, 2).ends((0, 4, 8)), Range(0, 3).ends((1, 4, 8))) == ((4, 7), (0, None))


def test_the_card_as_a_profile_says_what_the_card_says() -> None:
    source = profile()
    rules: list[Rule] = [*call_rules(source), *challenge_rules(source)]
    played, asking = as_profile(source, rules), as_profile(source, rules, asking=True)
    for before, after, ask in zip(source.grids, played.grids, asking.grids, strict=True):
        assert np.array_equal(before.array(), after.array())
        assert not ask.array().any()


def test_a_box_that_averages_over_different_answers_says_to_ask() -> None:
    counts = np.array(COUNT)
    axes = (("rivals", (0, 1, 2)), ("stock", (0, 6)), ("rival_cards", (0,)), ("rival_discard", (0,)), ("count", COUNT))
    gain = np.stack([np.where(counts <= limit, 1.0, -1.0) for limit in (10, 20)])[None, :, None, None, :].repeat(3, 0)
    source = Profile("pagat", "", "expert", (grid("call", axes, gain),))
    rules = call_rules(source)
    assert {rule.at_most for rule in rules} <= {19, 39}
    asked = [counts for rule in rules for counts in rule.ask]
    assert all(low <= 20 <= high for low, high in asked)
    assert len(asked) == len(rules)
    asks = as_profile(source, rules, asking=True).grids[0].array()
    assert asks[0, 0, 0, 0, 3] == 1
    assert not asks[..., -1].any()
    clearer = Profile("pagat", "", "expert", (grid("call", axes, 100 * gain[:, :1].repeat(2, 1)),))
    assert all(high - low <= 20 for rule in call_rules(clearer) for low, high in rule.ask)


def test_the_first_meld_is_laid_or_held_by_the_profile() -> None:
    counts = np.array(COUNT)
    gain = np.stack([np.where(counts <= limit, 1.0, -1.0) for limit in (10, 100, 100)])
    source = Profile("pagat", "", "expert", (grid("lay", (("rivals", (0, 1, 2)), ("count", COUNT)), gain),))
    rules = lay_rules(source)
    assert rules == (LayRule(rivals=0, at_most=19), LayRule(rivals=1, at_most=None), LayRule(rivals=2, at_most=None))
    assert np.array_equal(as_profile(source, rules).grids[0].array(), source.grids[0].array())
    at_once = Profile("pagat", "", "expert", (grid("lay", source.grids[0].axes, np.ones((3, 5))),))
    assert lay_rules(at_once) == lay_rules(Profile("pagat", "", "expert", ())) == ()


@pytest.mark.parametrize("rules", ["pagat", "sjs", "online"])
def test_following_a_card_costs_little(rules: str) -> None:
    answer = card(load(rules), load_player("solved"), How(workers=2), deals=3000, seed=20_261_126)
    assert sure(answer.cost.ci95)[0] <= 0.08
    assert sure(answer.cost_all.ci95)[0] <= 0.25


def test_a_card_of_the_shipped_profile_has_a_price() -> None:
    answer = card(load("pagat"), load_player("solved"), How(workers=2), deals=1000)
    assert answer.profile == "solved"
    assert 1 <= len(answer.calls) <= 27
    assert 1 <= len(answer.challenges) <= 18
    low, high = sure(answer.cost.ci95)
    assert low < sure(answer.cost.mean) < high
    assert answer.cost_all.mean is not None
    shipped = SHIPPED.under(load("pagat"))
    rules = call_rules(shipped), challenge_rules(shipped), lay_rules(shipped)
    assert (answer.calls, answer.challenges, answer.lays) == rules
    assert as_profile(shipped, [*answer.calls, *answer.challenges]).kinds == ("call", "respond")


def test_who_plays_no_profile_has_no_card() -> None:
    with pytest.raises(CardError, match="plays no profile"):
        card(load("pagat"), load_player("greedy"), How(workers=1), deals=100)
    bare = Profile("pagat", "", "expert", (Grid("call", (("count", (0,)),), np.zeros(1, "<f4").tobytes()),))
    with pytest.raises(CardError, match="what both answers are worth"):
        call_rules(bare)
    with pytest.raises(CardError, match="that challenges"):
        challenge_rules(bare)
