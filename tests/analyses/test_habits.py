"""How often the people of recorded games called, challenged and were burned, counted beside the events themselves."""

from __future__ import annotations

from analyses.habits import habits_of
from tests.playing import sure
from tests.records.notation_text import notation_of
from tests.table.games import games
from tongits_sim.records.notation import read_sheet
from tongits_sim.records.notation_game import play_sheet

GAMES = games("pagat", "greedy,caller,hunter", 40)


def test_counts_are_those_of_the_events() -> None:
    rows = {each.player: each for each in habits_of(GAMES)}
    assert set(rows) == {"greedy", "caller", "hunter"}
    for name, own in rows.items():
        called = sum(
            event["act"] == "call" and record["players"][event["seat"]] == name
            for record in GAMES
            for event in record["events"]
        )
        burned = sum(record["result"]["burned"][record["players"].index(name)] for record in GAMES)
        assert (own.games, own.called.done, own.burned.done, own.burned.of) == (40, called, burned, 40)
        for share in (own.called, own.challenged, own.burned):
            low, high = sure(share.share.ci95)
            assert low <= share.done / share.of <= high
    assert rows["caller"].called.done > rows["greedy"].called.done


def test_hidden_cards_hide_no_calls() -> None:
    seen = [play_sheet(read_sheet(notation_of(record, record["players"].index("hunter")))).seen for record in GAMES[:8]]
    whole, part = ({each.player: each for each in habits_of(some)} for some in (GAMES[:8], seen))
    assert {name: (each.called, each.challenged) for name, each in whole.items()} == {
        name: (each.called, each.challenged) for name, each in part.items()
    }
