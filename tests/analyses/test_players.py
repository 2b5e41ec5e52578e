"""The table of players: sums that add up, a bot that is held against itself, cards that nobody knows."""

from __future__ import annotations

import pytest

from analyses.players import PlayersError, players
from reports.questions.players import headline, rows
from tests.playing import sure
from tests.positions.games import games
from tongits_sim.records.notation import read_sheet
from tongits_sim.records.notation_game import play_sheet
from tongits_sim.records.notation_text import notation_of

GAMES = games("pagat", "greedy,caller,hunter", 40)


def burned(player: str) -> int:
    """In how many of the games a player was burned."""
    return sum(record["result"]["burned"][record["players"].index(player)] for record in GAMES)


def test_a_bot_beside_itself_does_the_same_and_others_are_told_from_it() -> None:
    answer = players(GAMES, "caller", files=["games.jsonl"])
    by_name = {each.player: each for each in answer.seen}
    assert set(by_name) == {"greedy", "caller", "hunter"}
    for habit in by_name["caller"].habits:
        assert habit.asked == habit.compared > 0
        assert (habit.strongest, habit.more.mean) == (habit.yes, 0.0)
    calls = by_name["greedy"].habit("call")
    assert calls.more.ci95 is not None
    assert calls.more.ci95[1] < 0
    assert "calls too seldom" in headline(answer)
    for each in answer.seen:
        shares = [(each.burned, burned(each.player), each.games)]
        for share, count, of in (*shares, *((habit.share, habit.yes, habit.asked) for habit in each.habits)):
            low, high = sure(share.ci95)
            assert count / of == share.mean
            assert low <= count / of < high
    assert sum((each.units.mean or 0.0) * each.paid for each in answer.seen) == pytest.approx(
        sum(float(amount) for record in GAMES for amount in record["result"]["payout"])
    )
    called = sum(event["act"] == "call" for record in GAMES for event in record["events"])
    assert sum(each.habit("call").yes for each in answer.seen) == called
    assert len(rows(answer)) == 6


def test_hidden_cards_are_compared_with_nothing() -> None:
    seen = [play_sheet(read_sheet(notation_of(record, record["players"].index("hunter")))).seen for record in GAMES[:8]]
    answer = players(seen, "caller")
    whole = {each.player: each for each in players(GAMES[:8], "caller").seen}
    for each in answer.seen:
        for habit in each.habits:
            known = whole[each.player].habit(habit.kind)
            assert (habit.asked, habit.yes) == (known.asked, known.yes)
            assert habit.compared == (habit.asked if each.player == "hunter" else 0)
        assert each.units.mean is None


def test_refusals() -> None:
    for some, message in (([], "no game"), ([GAMES[0], games("pagat!free")[0]], "different rules")):
        with pytest.raises(PlayersError, match=message):
            players(some)
