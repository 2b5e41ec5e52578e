"""The population: players who do what their thresholds say."""

from __future__ import annotations

import itertools

import numpy as np

from analyses.fitting.population import BOTS, STYLES, THRESHOLDS, decisions_of, members, population
from analyses.fitting.situations import AXES, COUNT
from strategies import load_player
from tongits_sim.rules import load
from tongits_sim.run.how import How
from tongits_sim.run.warmup import silent

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
