"""The table fits its screen, whatever happens at it."""

from __future__ import annotations

import random

import pytest

from reports.play.faces import Faces
from reports.play.screen import Setting, discard_lines, table_lines, table_sentences
from tests.live.people import a_match, legal_events
from tongits_sim.live.sight import MeldSeen, Sight, sight_of

BOT = "greedy(call_at=5, challenge_at=9)"
SETTING = Setting("pagat+joker with call.timing=end", 12, (BOT,) * 3, ("+12", "-3", "-9"), "18")
LONG = ("7c", "8c", "X1(9c)", "Tc", "Jc")
FULL = Sight(
    me=0,
    melds=(("3h", "4h", "5h"), ("9c", "9d", "9s")),
    loose=("2s", "5d", "8c", "Jd", "Qs", "Kh", "Ks"),
    count=58,
    table=(*(MeldSeen(n, n % 3, LONG) for n in range(17)), MeldSeen(17, 1, ("?",) * 4, True)),
    discards=tuple((n % 3, "Td") for n in range(40)),
    offer="Td",
    stock=3,
    sizes=(13, 12, 9),
    known=((), ("7h", "8h"), ()),
    drawn="Ks",
    legal=(),
    dealer=1,
    turn=33,
    caller=2,
    jackpot=1800,
    streak_seat=2,
    streak=1,
    scores=(0, 0, 0),
)


@pytest.mark.parametrize(("columns", "lines"), [(80, 24), (200, 60), (60, 30), (80, 25)])
def test_the_fullest_table_fits(columns: int, lines: int) -> None:
    news = ["Right draws, lays [7♣ 8♣ 9♣], adds 10♣ to your meld 2 and discards K♠."] * 9
    shown = table_lines(FULL, SETTING, Faces(), news, columns, lines)
    assert max(map(len, shown)) <= min(columns, 80)
    assert len(shown) <= lines - 2 or columns < 80


@pytest.mark.parametrize("size", [(80, 24), (40, 24), (66, 20)])
def test_every_table_of_games_fits(size: tuple[int, int]) -> None:
    for seed in range(6):
        match, chance = a_match("casino_x+joker", seed=seed, bots="miser,greedy(call_at=0)"), random.Random(seed)
        match.deal()
        while not match.over:
            sight = sight_of(match.board, match.rows())
            shown = table_lines(sight, SETTING, Faces(), ["Left draws and discards 7♥."] * 3, *size)
            assert max(map(len, shown)) <= size[0]
            assert len(shown) <= max(size[1], 16) - 2 or size[0] == 40
            assert all(Faces().card(card) in "\n".join(shown) for card in sight.hand)
            match.act(chance.choice(legal_events(match)))


def test_old_news_give_way_first() -> None:
    news = [f"Right discards {n}." for n in range(30)]
    shown = "\n".join(table_lines(FULL, SETTING, Faces(), news))
    assert "Right discards 29." in shown
    assert "Right discards 2." not in shown


def test_sentences_say_what_the_screen_shows() -> None:
    text = "\n".join(table_sentences(FULL, SETTING, Faces("words"), ["Left calls a draw."]))
    for words in ("count 58", "You drew king of spades", "10 of diamonds may be taken", "3 cards in the stock"):
        assert words in text
    assert "It holds 7 of hearts, 8 of hearts." in text
    assert "Right's meld 18: 4 cards face down." in text
    assert "[" not in text


def test_discards_are_listed_by_player() -> None:
    lines = discard_lines(FULL, Faces("letters"), 80)
    assert lines[0].startswith("Your discards: Td Td")
    assert max(map(len, lines)) <= 80
