"""Bots that answer by a profile: its probabilities are kept, all else is as before."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from strategies import load_player
from strategies.hooks import lay_to_open
from strategies.profile_bot import laying, profiled, unprofiled, with_profile
from tests.playing import job, play
from tests.sample_hands import house
from tests.strategies.situations import ME, view
from tongits_sim.cards import EMPTY
from tongits_sim.errors import TongitsError
from tongits_sim.profiles.profile import Grid, Profile, to_bytes
from tongits_sim.rules import load


def profile(call: float, challenge: float) -> Profile:
    """A profile with the same probability everywhere."""
    axes = (("stock", (0,)),)
    grids = tuple(
        Grid(kind, axes, np.array([share], "<f4").tobytes()) for kind, share in (("call", call), ("respond", challenge))
    )
    return Profile("pagat", load("pagat").digest(), "greedy", grids)


@pytest.mark.parametrize(("call", "challenge"), [(1.0, 0.0), (1.0, 1.0), (0.0, 0.0), (0.3, 0.5)])
def test_it_says_yes_as_often_as_the_profile_says(call: float, challenge: float, tmp_path: Path) -> None:
    path = tmp_path / "a.profile"
    path.write_bytes(to_bytes(profile(call, challenge)))
    bot = f"greedy(file={path})"
    results = play(job(players=f"{bot},{bot},{bot}", games=1500))
    row = results.to_dict()["players_summary"][0]
    endings = results.to_dict()["endings"]
    if call == 0:
        assert row["call_rate"] == 0
    elif call == 1:
        assert endings["draw"] + endings["challenge"] > 0.9
    if call:
        assert (endings["challenge"] == 0) == (challenge == 0)
    if 0 < call < 1:
        assert 0.05 < endings["challenge"] < 0.95


def test_only_calls_and_challenges_change() -> None:
    base = load_player("expert").strategy
    bot = profiled(base)
    assert bot.profiled
    assert bot.uses_chance
    for name in ("draw", "lay", "sapaw", "discard"):
        assert getattr(bot.hooks, name) is getattr(base.hooks, name)


def test_laying_and_blocking_are_the_profiles_only_where_it_says_so(tmp_path: Path) -> None:
    """Who never lays his first meld by choice is burned far more often than who always does."""
    rates = []
    for share in (0.0, 1.0):
        grid = Grid("lay", (("stock", (0,)),), np.array([share], "<f4").tobytes())
        usual = profile(0.0, 0.0)
        path = tmp_path / f"{share}.profile"
        path.write_bytes(to_bytes(Profile(usual.rules, usual.digest, usual.base, (*usual.grids, grid))))
        player = load_player(f"expert(file={path})")
        assert player.strategy.hooks.sapaw is load_player("expert").strategy.hooks.sapaw
        rates.append(play(job(players=f"{player.spec},greedy,greedy", games=600)).to_dict()["players_summary"][0])
    assert rates[0]["sunog"]["mean"] > 2 * rates[1]["sunog"]["mean"]


def test_there_is_a_first_meld_only_before_any() -> None:
    _, first_meld = laying(lay_to_open)
    counting = house(showdown__hand_melds_count_zero=False)
    hand = "7c 7d 7h 7s Ks Qs"
    assert first_meld(view(hand, rules=counting), EMPTY) != EMPTY
    for laid in ("2c 2d 2h", "? ? ? ?"):
        assert lay_to_open(view(hand, rules=counting, table=[(ME, laid)]), EMPTY) != EMPTY
        assert first_meld(view(hand, rules=counting, table=[(ME, laid)]), EMPTY) == EMPTY


def test_a_profile_in_memory_stays_in_this_process() -> None:
    import pickle

    player = with_profile(load_player("expert(call_none=50)"), profile(0.5, 0.5))
    assert player.values == {"call_none": 50}
    assert "profile=" in player.label
    with pytest.raises(TongitsError, match="no file holds"):
        pickle.dumps(player)


def test_the_card_play_of_a_profile_is_its_bots(tmp_path: Path) -> None:
    path = tmp_path / "a.profile"
    path.write_bytes(to_bytes(profile(0.5, 0.5)))
    plain = load_player("expert")
    assert unprofiled(plain) is plain
    assert unprofiled(load_player(f"expert(file={path})")).label == "expert"
