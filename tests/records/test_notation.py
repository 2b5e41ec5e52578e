"""Reading the notation: the pieces of a line, and no text that ends in anything but a sheet or a sentence."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tongits_sim.records.notation import LONGEST_LINE, MOST_LINES, NotationError, read_sheet
from tongits_sim.records.notation_game import play_sheet

GAME = """# Saturday, third game
rules pagat
set call.timing=end
name A Ana
name B "Ben # 2"
dealer C
jackpot 6
streak C 1
game 1
hand A 7♥ 10c ? 3?
stock ? 7c
C: [5c 5d 5h] -Kh
A: <[Kc Kd Kh] (? ? ? ?), 9s@5c -9d   # two moves
B: +X1 X1=6c@5c -Qd call
A: challenge
"""


def test_reads_every_kind_of_line() -> None:
    sheet = read_sheet(GAME)
    assert (sheet.rules, sheet.settings[0][0], sheet.names) == ("pagat", "call.timing=end", {0: "Ana", 1: "Ben # 2"})
    assert (sheet.dealer, sheet.jackpot, sheet.streak, sheet.numbers) == (2, "6", (2, 1), {"game": 1})
    assert (sheet.hands, sheet.stock) == ({0: ["7h", "Tc", "", "", "", ""]}, ["", "7c"])
    acts = [(move.seat, move.act) for move in sheet.moves]
    assert acts[:6] == [(2, "lay"), (2, "discard"), (0, "take"), (0, "secret"), (0, "sapaw"), (0, "discard")]
    assert acts[6:] == [(1, "draw"), (1, "sapaw"), (1, "discard"), (1, "call"), (0, "challenge")]
    assert sheet.moves[3].cards == ("",) * 4
    assert (sheet.moves[7].faces, sheet.moves[7].onto) == ((("X1", "6c"),), "5c")
    assert (sheet.moves[4].place.line, sheet.moves[4].place.column) == (13, 27)


def test_a_take_into_the_hand_and_one_for_a_meld_differ_by_a_blank() -> None:
    free, lay = read_sheet("A: < [5c 5d 5h]").moves
    assert (free.act, free.cards, lay.act) == ("take", (), "lay")
    (take,) = read_sheet("A: <[5c 5d 5h]").moves
    assert (take.act, take.cards) == ("take", ("5c", "5d", "5h"))
    assert read_sheet("A: <@5c").moves[0].onto == "5c"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "no game"),
        ("A:", "a move is expected"),
        ("D: +7h", "a line begins with"),
        ("A: +h7", "a card is expected"),
        ("A: 7h=6c@5c", "only a joker"),
        ("A: [4c 5c X1]", "say what X1 stands for"),
        ("A: [4c 4c 5c]", "named twice"),
        ("A: [4c 5c]", "at least three"),
        ("hand A 7h 7h", "named twice"),
        ("hand A 7h\nhand A 8h", "written twice"),
        ('name A "Ana', "not closed"),
        ("seed -1", "whole number"),
        ("seed 1 2", "nothing more"),
        ("A: +" + " " * LONGEST_LINE, "longer than"),
        ("A: +\n" * (MOST_LINES + 1), "lines"),
    ],
)
def test_what_cannot_be_read_is_a_sentence(text: str, message: str) -> None:
    with pytest.raises(NotationError, match=message):
        read_sheet(text)


def test_a_long_line_is_cut_around_the_error() -> None:
    with pytest.raises(NotationError) as info:
        read_sheet("A: " + "+7h " * 100 + "+7x")
    shown, caret = info.value.pointer()
    assert len(shown) <= 80
    assert shown[caret.index("^")] == "x"


PIECES = st.sampled_from(
    [
        *[
            "A:",
            "B:",
            "C:",
            "\n",
            " ",
            "+",
            "<",
            "-",
            "[",
            "]",
            "(",
            ")",
            "@",
            "?",
            "call",
            "challenge",
            "fold",
            "tongits",
        ],
        *["7h", "10c", "X1", "X1=6c", "5c", "5d", "5h", "Kh", "[5c 5d 5h]", "-Kh", "+7h", "<[", "12?", "spread"],
        *["rules pagat\n", "rules sjs+joker\n", "hand A ", "stock ", "dealer ", "game 2\n", "last\n", "next B\n"],
        *[
            "set call.timing=end\n",
            "set x\n",
            "jackpot 9\n",
            "streak A 1\n",
            "scores 1 2 3\n",
            "seed 7\n",
            "name A x\n",
        ],
    ]
)


def sound(text: str) -> Any:
    """A text read and played: a game, or a sentence with a place inside the text."""
    try:
        return play_sheet(read_sheet(text))
    except NotationError as caught:
        error = caught
    assert error.reason.strip()
    assert "\n" not in str(error)
    assert 0 <= error.line <= len(text.splitlines())
    assert not error.line or 1 <= error.column <= len(error.source) + 2
    return None


@given(
    st.one_of(
        st.text(max_size=80), st.lists(PIECES, max_size=40).map("".join), st.lists(PIECES, max_size=40).map(" ".join)
    )
)
def test_any_text_is_a_game_or_a_sentence(text: str) -> None:
    sound(text)


@given(st.data())
def test_a_game_with_a_changed_letter_is_a_game_or_a_sentence(data: st.DataObject) -> None:
    from tests.records.test_notation_game import EXAMPLE

    at = data.draw(st.integers(0, len(EXAMPLE) - 1))
    letter = data.draw(st.one_of(st.characters(), st.sampled_from("cdhsAKQJT23456789+-<@[]()?:#= \n")))
    sound(EXAMPLE[:at] + letter + EXAMPLE[at + data.draw(st.integers(0, 2)) :])
