import json
import random
from collections import Counter
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from strategies import load_players
from tests.game.scenes import Script, house
from tests.naive import PRESETS
from tests.records.notation_text import notation_of
from tests.referee import check_record
from tests.validation import PLAYERS
from tongits_sim.records.form import read_line
from tongits_sim.records.notation import MAX_LINES, NotationError, NotationGame, each_sheet, read_sheet
from tongits_sim.records.notation_game import PlayedNotation, play_sheet
from tongits_sim.records.write import chain_of, play_records, record_of, rules_sheet
from tongits_sim.rules import load

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


@pytest.mark.parametrize("name", ["Ana #1", "Ana: the shark", "Bob ", "#1", "A; B", "♣Ana", "x" * 70, "mine.py:bot"])
def test_a_player_is_called_by_any_name(name: str) -> None:
    turns = f"{name}: -7c # well\n{name.upper()} : + -9c\nAna: +\n"
    text = f"name A {json.dumps(name)}\nname B Ana\nhand {name} 7c ?\n{turns}"
    sheet = read_sheet(text)
    assert (sheet.name(0), sheet.hands) == (name.strip(), {0: ["7c", ""]})
    assert [(move.seat, move.act) for move in sheet.moves] == [(0, "discard"), (0, "draw"), (0, "discard"), (1, "draw")]


def test_a_win_by_tongits_of_hidden_cards_is_taken_on_trust_at_the_end_only() -> None:
    written = imported(f"{EXAMPLE}B: + tongits\n")
    assert (written.ended, written.partial_record["unknown"]) == (True, (1, 2))
    for line in ("B: + tongits\nC: + -9s\n", "C: tongits\n", "B: + -6s\nC: + -6h\nA: +6d tongits\n"):
        with pytest.raises(NotationError, match=r"R2|R8"):
            imported(EXAMPLE + line)


def test_a_result_that_the_rules_do_not_give_is_refused() -> None:
    record = records("pagat", games=1)[0]
    won = record["result"]["payout"][1]
    assert imported(f"{notation_of(record)}result B {won}\n").record is not None
    with pytest.raises(NotationError, match=f"wins {won}, not {won + 1}"):
        imported(f"{notation_of(record)}result B {won + 1}\n")


WORDS = (
    "A: B: C: + < - [ ] ( ) @ ? call challenge fold tongits 7h 10c X1 X1=6c 5c 5d 5h Kh -Kh +7h <[ 12? spread",
    "rules pagat\n|rules sjs+joker\n|hand A |stock |dealer |game 2\n|last\n|next B\n|set call.timing=end\n|set x\n",
    "jackpot 9\n|streak A 1\n|scores 1 2 3\n|seed 7\n|name A x\n|[5c 5d 5h]|\n| ",
)
PIECES = st.sampled_from([*WORDS[0].split(), *WORDS[1].split("|"), *WORDS[2].split("|")])


def sound(text: str) -> Any:
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
    at = data.draw(st.integers(0, len(EXAMPLE) - 1))
    letter = data.draw(st.one_of(st.characters(), st.sampled_from("cdhsAKQJT23456789+-<@[]()?:#= \n")))
    sound(EXAMPLE[:at] + letter + EXAMPLE[at + data.draw(st.integers(0, 2)) :])


RULES = [f"{preset}{variant}" for preset in PRESETS for variant in ("", "+joker")] + ["rulesofcards+progressive"]
SPREAD = "7c 8c 9c / 2s 3s 4s / Kd Kh Ks / 6c 6d 6h"


def records(rules: str, games: int = 8, seed: int = 5, match_games: int = 4) -> list[dict[str, Any]]:
    players = load_players(PLAYERS[seed % len(PLAYERS)])
    played = play_records(load(rules), players, games, seed, match_games)
    return [read_line(json.dumps(record)) for record in played]


def imported(text: str) -> PlayedNotation:
    return play_sheet(read_sheet(text))


def comes_back(record: dict[str, Any], text: str) -> bool:
    back = imported(text).record
    return back is not None and read_line(json.dumps(back)) == record


@pytest.mark.parametrize("rules", RULES)
def test_every_record_can_be_written_and_read_back(rules: str) -> None:
    endings: Counter[str] = Counter()
    for seed in range(6):
        for record in records(rules, games=40, seed=seed):
            ending = record["result"]["ending"]
            endings[ending] += 1
            assert endings[ending] > 6 or comes_back(record, notation_of(record))
    assert set(endings) >= {"tongits", "draw", "challenge", "stock_out"}


@pytest.mark.parametrize("rules", RULES)
@pytest.mark.parametrize("dealer", [0, 1, 2])
def test_a_dealt_spread_can_be_written_and_read_back(rules: str, dealer: int) -> None:
    spread = f"{SPREAD} 6s" if dealer == 1 else SPREAD  # the dealer has thirteen cards
    chosen = house(rules, tongits__spread="player_in_turn" if dealer == 1 else "any_player")
    script = Script(chosen, ("", spread.replace("/ ", ""), ""), dealer=dealer)
    before = chain_of(script.board)
    board = script.end(f"1 spread {spread}")
    record = read_line(json.dumps(record_of(board, rules_sheet(chosen), ["a", "b", "c"], before)))
    assert record["result"]["ending"] == "spread"
    text = notation_of(record)
    assert text.count("B: spread\n") == 1
    assert comes_back(record, text)
    assert comes_back(record, text.replace("B: spread\n", ""))  # the rules see it
    with pytest.raises(NotationError, match="game is over"):
        imported(text.replace("B: spread", "C: spread"))


def test_a_void_game_can_be_written_and_read_back() -> None:
    rules = house("pagat", stock_out__nobody_eligible="void", tongits__hand_melds=False)
    voids = 0
    for played in play_records(rules, load_players("random,random,random"), 300, 5, 4):
        record = read_line(json.dumps(played))
        if record["result"]["ending"] == "void":
            voids += 1
            assert comes_back(record, notation_of(record))
    assert voids


def test_rules_of_ones_own_survive() -> None:
    rules = load("pagat", ["call.timing=end", "pay.fold=2"])
    other = type(rules).from_knobs({**rules.knobs(), "pay.tongits": 7}, name='kitchen "table" # 1')
    for chosen in (rules, other):
        (record,) = play_records(chosen, load_players("greedy,caller,hunter"), 1, 3)
        back = imported(notation_of(read_line(json.dumps(record)))).record
        assert json.dumps(back) == json.dumps(record)
    assert notation_of(read_line(json.dumps(record))).startswith('rules "kitchen \\"table\\" # 1"\nset ')


def forget(text: str, chance: random.Random, hands: bool = True) -> str:
    """A game as it can be written down at a table: nobody saw the stock, what others drew, and their hands."""
    lines = []
    for line in text.splitlines():
        if line.startswith("stock") or (hands and line.startswith(("hand B", "hand C"))):
            continue
        if line[:2] in ("B:", "C:"):
            words = ["+" if word.startswith("+") and chance.random() < 0.8 else word for word in line.split(" ")]
            line = " ".join(words)
        lines.append(line)
    return "\n".join(lines)


@pytest.mark.parametrize("rules", ["pagat", "sjs", "wikipedia"])
def test_a_game_known_in_part_is_possible(rules: str) -> None:
    chance = random.Random(1)
    judged = 0
    for record in records(rules, games=10, seed=4):
        if record["result"]["ending"] in ("tongits", "spread"):
            continue
        written = imported(forget(notation_of(record), chance))
        assert written.record is None
        assert written.unknown == (1, 2)
        assert any("Not verified" in note for note in written.notes)
        assert [event["act"] for event in written.events] == [event["act"] for event in record["events"]]
        judged += 1
    assert judged >= 4


@pytest.mark.parametrize(
    ("rules", "secret", "possible"),
    [
        ("rules pagat", "? ? ? ?", False),
        ("rules pagat+joker", "? ? ? ?", True),
        ("rules pagat+joker", "Ah ? X1=Ac ?", True),
        ("rules pagat+joker", "Ah ? X1=As ?", False),
        ("rules pagat+joker", "X1=Ac ? X2=Ah ?", False),
        ("rules pagat+joker\nset jokers.max_per_meld=2", "X1=Ac ? X2=Ah ?", True),
        ("rules sjs", "? ? ? ?", False),
        ("rules sjs\nset melds.ace_runs=high", "? ? ? ?", True),
        ("rules sjs\nset melds.ace_runs=both", "Jd ? ? ?", True),
        ("rules sjs\nset melds.ace_runs=both", "Jh ? ? ?", False),
        ("rules pagat\nset melds.ace_runs=high", "? ? ? ?", False),
        ("rules sjs+joker", "? ? ? ?", True),
    ],
)
def test_an_unknown_secret_is_any_that_the_rules_know(rules: str, secret: str, possible: bool) -> None:
    """A holds a card of every rank, so no quadra is left, and no four cards in a row but J-Q-K-A of diamonds."""
    hand = "hand A Ac 2d 3h 4s 5c 6d 7h 8s 9c Td Jh Qs Kc"
    sheet = f"{rules}\ndealer A\n{hand}\n\nA: -Kc\nB: + ({secret}) -2c\nC: + -3c\n"
    if possible:
        assert imported(sheet).events[2]["act"] == "secret"
    else:
        with pytest.raises(NotationError, match=r"R5\.2: B cannot hold such a secret"):
            imported(sheet)


@pytest.mark.parametrize(
    ("facts", "place", "why"),
    [
        (
            "jackpot 6\nstreak A 1",
            "line 2, character 9",
            "the first game of a match has no jackpot yet: write the number",
        ),
        ("streak A 1", "line 2, character 8", "the first game of a match has no streak yet"),
        ("game 1\njackpot 5\nstreak A 1", "line 3, character 9", "a jackpot of 5 is impossible here"),
        ("game 1\njackpot 6\nstreak A 2", "line 4, character 8", "a streak of 2 is impossible before game 1"),
    ],
)
def test_wrong_facts_before_the_game_are_refused_at_their_place(facts: str, place: str, why: str) -> None:
    hand = "hand A 5c 5d 5h Kh 2c 3c 4c 9d 9s Jh 7d 8s Ah"
    with pytest.raises(NotationError, match=f"{place}: R15: {why}"):
        imported(f"rules pagat\n{facts}\ndealer A\n{hand}\nA: [5c 5d 5h] -Kh\n")


def test_a_secret_may_be_all_that_nobody_wrote_down() -> None:
    laid = "hand A 2c 3c 4c 6d 7d 8d 9h Qs Ks 4?\nA: [2c 3c 4c] [6d 7d 8d] (? ? ? ?) -Ks\n"
    written = imported(f"{laid}B: + -3s\nC: + -3h\nA: + -9h\nB: + -5s\nC: + -5h\nA: + -Qs\n")
    assert written.events[2]["act"] == "secret"


def test_a_game_that_stops_anywhere_is_possible() -> None:
    for record in records("pagat", games=4, seed=2):
        lines = notation_of(record).splitlines()
        head = [line for line in lines if ":" not in line[:2]]
        moves = [line for line in lines if line[1:2] == ":"]
        for number in range(1, len(moves)):
            written = imported("\n".join([*head, *moves[:number]]))
            assert not written.ended or number == len(moves) - 1 or written.record


EXAMPLE = """
rules pagat
dealer A
hand A 5c 5d 5h Kh 2c 3c 4c 9d 9s Jh 7d 8s Ah
A: [5c 5d 5h] -Kh
B: + -9c
C: +7h -Qd
A: +Td -Jh
"""


@pytest.mark.parametrize(
    ("line", "wrong", "message", "column"),
    [
        ("A: [5c 5d 5h] -Kh", "A: [5c 5d 5x] -Kh", "a suit is expected after 5", 12),
        ("B: + -9c", "B: call", "R9", 4),
        ("B: + -9c", "B: pass", "R9", 4),
        ("C: +7h -Qd", "C: +7h 7h@6c -Qd", "R6: no meld on the table holds 6c", 8),
        ("rules pagat", "rules nothing", "nothing", 7),
    ],
)
def test_an_error_points_at_what_is_wrong(line: str, wrong: str, message: str, column: int) -> None:
    text = EXAMPLE.replace(line, wrong)
    with pytest.raises(NotationError) as info:
        imported(text)
    error = info.value
    assert message in error.reason
    assert error.source == wrong
    assert error.column == column
    assert error.pointer() == [f"  {wrong}", f"  {' ' * (column - 1)}^"]


def test_no_file_is_read_for_the_rules_of_a_text_and_no_jackpot_believed_that_cannot_be(tmp_path: Any) -> None:
    (tmp_path / "mine.toml").write_text("base = 'pagat'\n")
    with pytest.raises(NotationError, match="is not a preset"):
        imported(EXAMPLE.replace("rules pagat", f"rules {tmp_path}/mine.toml"))
    with pytest.raises(NotationError, match="R15"):
        imported(EXAMPLE.replace("dealer A", "dealer A\njackpot 5"))


def test_a_record_from_notation_satisfies_the_referee() -> None:
    record = records("pagat", games=1)[0]
    lines = [
        line for line in notation_of(record).splitlines() if not line.startswith(("seed", "match", "game", "name"))
    ]
    drawn = [event["card"] for event in record["events"] if event["act"] == "draw"]
    lines = [f"stock {' '.join(drawn)}" if line.startswith("stock") else line for line in lines]
    written = imported("\n".join(lines))
    assert written.record is not None
    assert check_record(json.loads(json.dumps(written.record))) == []
    assert written.record["result"] == json.loads(json.dumps(record, default=float))["result"]
    assert any("nobody drew" in note for note in written.notes) == (len(drawn) < 15)


def test_a_file_holds_more_lines_than_a_game() -> None:
    game = "dealer A\nhand A 5c 5d 5h\n" + "# nothing\n" * (MAX_LINES // 2)
    sheets = list(each_sheet("---\n".join([game] * 4)))
    assert [type(sheet) for sheet in sheets] == [NotationGame] * 4
    assert "at most" in str(next(each_sheet(game + "# nothing\n" * MAX_LINES)))
