"""Forks: the bot's own answer forced changes nothing, and every branch is what playing it from Python gives."""

from __future__ import annotations

import numpy as np
import pytest

from tests.designs.forks.forking import asked, counted, forced, forks
from tests.playing import job as usual_job
from tongits_sim.designs.batch.worker import Worker
from tongits_sim.designs.forks.job import FORKED, ForkJob
from tongits_sim.designs.forks.layout import VALUES
from tongits_sim.game.state import ENDINGS
from tongits_sim.rules import load, overlay_names, preset_names
from tongits_sim.run.work import Block

PAYOUT, SUNOG = (2 + 3 * VALUES.index(name) for name in ("payout", "sunog"))


def presets() -> list[str]:
    """Every preset, alone and with the overlays that leave payments."""
    return [name + more for name in preset_names() for more in ("", "+joker")]


@pytest.mark.parametrize("decision", FORKED)
def test_forcing_what_the_bot_does_changes_nothing(decision: str) -> None:
    """The placebo: with bots that use chance, over all rules more than 100,000 forks of every kind."""
    branches = 0
    for rules in presets():
        games = 8000 if decision == "respond" else 2500
        totals = counted(forks(decision, rules, "random,greedy,bluffer", placebo=True, games=games))
        values = totals["cells"][:, 2:].reshape(-1, len(VALUES), 3)
        assert not values[:, : VALUES.index("rule")].any(), rules
        assert totals["groups"][0, 0] == totals["branches"][0]
        nobody_answers = decision == "respond" and load(rules).showdown.who == "everyone"
        assert (totals["branches"][0] == 0) == nobody_answers, rules
        branches += int(totals["branches"][0])
    assert set(overlay_names()) == {"joker", "progressive"}  # progressive matches have no payouts and are refused
    assert branches >= 10**5


@pytest.mark.parametrize("decision", FORKED)
def test_the_game_itself_is_the_one_that_is_simulated(decision: str) -> None:
    job, same = forks(decision), Worker(usual_job(games=60))
    worker = job.worker()
    endings = set()
    for number in range(60):
        worker.play(Block(0, number, 1, 1))
        same.play(Block(0, number, 1, 1))
        mine, its = worker._result[0], same._result[0]
        assert mine["payout"].tolist() == its["payout"].tolist()
        endings.add(ENDINGS[mine["ending"]])
    assert len(endings) >= 3


def slow_sums(job: ForkJob, matches: int) -> tuple[int, int, int]:
    """Forks, and the sums of their differences in payout and in sunog payments, forced one by one."""
    count = payout = sunog = 0
    for number in range(matches):
        opened: set[int] = set()
        for row in asked(job, number):
            place, action, seat = row["place"], row["action"], row["seat"]
            weight = row.get("weight", 1)
            if job.decision == "discard":
                arms = (row["other"], action)
            elif job.decision == "lay":
                weight = int(seat not in opened and not row["laid"] and row["meld"] != 0)
                opened |= {seat} if weight else set()
                arms = (row["meld"], 0)
            else:
                arms = (1, 0)
            if weight:
                hold = row["turn"] + 3 * (job.hold_turns - 1) if job.decision == "lay" else -1
                a, b = forced(job, number, place, arms[0]), forced(job, number, place, arms[1], hold, seat)
                count += weight
                payout += weight * (a[0] - b[0])
                sunog += weight * (a[1] - b[1])
    return count, payout, sunog


@pytest.mark.parametrize(
    ("decision", "rules", "players", "matches"),
    [
        ("call", "pagat", "greedy,random,hunter", 12),
        ("call", "online", "greedy,bluffer,expert", 12),
        ("respond", "sjs", "bluffer,greedy,random", 60),
        ("lay", "pagat", "greedy,hunter,expert", 40),
        ("discard", "pagat+joker", "greedy,hunter,random", 8),
    ],
)
def test_every_branch_is_what_python_plays(decision: str, rules: str, players: str, matches: int) -> None:
    job = forks(decision, rules, players, games=matches)
    totals = counted(job)
    groups = totals["groups"][0]
    assert groups[0] > 15
    assert groups[PAYOUT] != 0
    assert (groups[0], groups[PAYOUT], groups[SUNOG]) == slow_sums(job, matches)


def test_holding_longer_is_another_branch() -> None:
    short, long = (forks("lay", players="greedy,hunter,expert", games=40, hold_turns=turns) for turns in (1, 3))
    groups = counted(long)["groups"][0]
    assert groups[PAYOUT] != counted(short)["groups"][0][PAYOUT]
    assert (groups[0], groups[PAYOUT], groups[SUNOG]) == slow_sums(long, 40)


def test_moments_are_those_of_the_matches() -> None:
    """Played match by match, the sums of every cell give the moments that one block counts."""
    job = forks("call", games=30)
    worker = job.worker()
    n, d = [], []
    for number in range(30):
        cells = worker.play(Block(0, number, 1, 1)).counts["cells"]
        n.append(cells[:, 0])
        d.append(cells[:, PAYOUT])
    moments = counted(job)["cells"].astype(np.int64)
    ns, ds = np.array(n), np.array(d)
    for place, expected in enumerate((ns.sum(0), (ns * ns).sum(0), ds.sum(0), (ns * ds).sum(0), (ds * ds).sum(0))):
        assert np.array_equal(moments[:, place], expected)
    assert (ns > 1).any()


def test_a_rule_that_always_calls_calls_a_turn_later() -> None:
    """Arm c with "never" is worth what waiting is worth to a bot that never calls."""
    never = ((-1.0,) * 3,) * 18
    job = forks("call", players="greedy(call_at=0),folder,folder", rule=never, slots=(0,), games=2000)
    groups = counted(job)["groups"][0]
    rule = 2 + 3 * VALUES.index("rule")
    mute = forks("call", players="sniper,folder,folder", rule=never, slots=(0,), games=50)
    assert groups[rule] != 0
    assert counted(mute)["groups"][0][0] > 0


def test_a_bot_that_fails_in_a_branch_is_named() -> None:
    late = forks("call", players="tests/bots/bad_bots.py:late,greedy,greedy", games=300)
    played = late.worker().play(Block(0, 0, 300, 1))
    assert played.fault is not None
    assert "late" in played.fault.sentence()
    assert 0 < played.counts["matches"][0] < 300
    sentences = {played.fault.sentence()}
    for number in range(300):
        fault = late.worker().play(Block(0, number, 1, 1)).fault
        sentences |= {fault.sentence()} if fault else set()
    branched = [text for text in sentences if "in a branch of this game, where another call was forced" in text]
    assert branched
    assert all("To play that game again" not in text for text in branched)
    assert any("To play that game again" in text for text in sentences)
