import pickle

import numpy as np
import pytest

from strategies import load_player
from strategies.search import PLAYERS, SearchMemory, settings_of
from tests.playing import job, numbers, play
from tongits_sim.game.state import DECISIONS
from tongits_sim.rules import load

QUICK = "search(worlds=8, player=greedy)"


@pytest.mark.parametrize("rules", ["pagat", "sjs+joker", "casino_x"])
def test_it_plays_the_same_on_any_number_of_workers(rules: str) -> None:
    what = job(rules, f"{QUICK},greedy,{QUICK}", games=30, match_games=1)
    one = numbers(play(what, block_matches=30))
    assert numbers(play(what, workers=2, block_matches=7)) == one


def test_without_thoughts_it_plays_as_its_player() -> None:
    never = ", ".join(f"search_{name}=0" for name in DECISIONS)
    for bot in PLAYERS:
        mine, its = (
            play(job("pagat", f"mine={name},caller,hunter", games=40)).players_summary
            for name in (f"search(player={bot.name}, {never})", bot.name)
        )
        assert [row.payout.mean for row in mine] == [row.payout.mean for row in its], bot.name
        assert len(mine) == 3


def test_the_record_says_how_it_thinks() -> None:
    player = load_player("search(worlds=32, attempts=3, accept_z=2, discard_mismatch=0.25, search_lay=0)")
    record = player.params(load("pagat"))[0]
    assert (record["worlds"], record["attempts"], record["accept_z"]) == (32, 3, 2.0)
    assert record["searched"].tolist() == [name != "lay" for name in DECISIONS]
    assert record["mismatch_weight"][DECISIONS.index("discard")] == 0.25
    assert settings_of(player.parameters()).worlds == 32


def test_it_travels_by_name_and_its_digest_follows_its_thoughts(monkeypatch: pytest.MonkeyPatch) -> None:
    player = load_player("search(worlds=5)")
    assert pickle.loads(pickle.dumps(player)) == player
    before = player.digest()
    monkeypatch.setattr(SearchMemory, "digest", lambda self, file="": "another")
    assert player.digest() != before


@pytest.mark.slow
def test_thinking_about_challenges_pays_for_a_beginner() -> None:
    """`greedy` challenges by its count alone; rollouts of the same field see whether the caller may hold less."""
    from tools.ladder import mean_and_error, payoffs

    greedy = load_player("greedy")
    search = load_player("search(player=greedy, worlds=32)")
    gain = payoffs("pagat", [search, greedy, greedy], 150, 5)[:, 0]
    base = payoffs("pagat", [greedy] * 3, 150, 5).mean(axis=1)
    mean, error = mean_and_error(gain - base)
    assert mean > 2 * error
    assert np.isfinite(mean)
