import json
import random
from typing import Any

import pytest

import mahjong_sim as mj
from mahjong_sim.bots.registry import load_players
from mahjong_sim.game.state import SEATS
from mahjong_sim.hand_score import DRAWN, HandScore, ScoreError, score
from mahjong_sim.records.replay import verify
from mahjong_sim.records.write import play_records
from mahjong_sim.rules import RuleSet, load
from mahjong_sim.tiles import KINDS, MELDS, PLAIN, TileError, copies, parse_tiles, tile_name
from tests.playing import command

WINNING = "2s 3s 4s 5s 5s 5s 1d 2d 3d 7c 7c 7c Dr Dr Dr We We"
OPEN = "4d 5d 6d 8c 8c 2s 4s 3s"
MELDED = "pung We, chow 1s, secret 9d"


def scored(rules: RuleSet, record: dict[str, Any], board: Any, seat: int) -> HandScore:
    """The score of a winner's hand, said as a person would say it."""
    event = next(event for event in record["events"] if event["act"] == "win" and event["seat"] == seat)
    game, view = board.game, board.view
    concealed = [tile_name(kind) for kind in range(KINDS) for _ in range(int(game.counts[seat][kind]))]
    concealed += [tile_name(int(view.joker_kind))] * int(game.jokers[seat])
    melds = [
        f"{MELDS[view.meld_kind[seat][place]]} {tile_name(int(game.meld_tile[seat][place]))}"
        for place in range(int(view.n_melds[seat]))
    ]
    win = event["tile"]
    if event["by"] == "deal":
        win = None
    elif game.winning_kind < 0 and event["by"] not in DRAWN:
        win = "none"  # it was taken into a meld
    elif win not in concealed or (view.turns[seat] == 0 and melds):
        win = "none"
    return score(
        [*concealed, *(["F1"] if view.n_flowers[seat] else [])],
        rules,
        melds=melds,
        win=win,
        by=event["by"],
        quick="quick" in record["result"]["items"][seat],
        declared=bool(view.declared[seat]),
        joker=tile_name(int(view.joker_kind)) if view.joker_kind >= 0 else None,
    )


@pytest.mark.parametrize(
    ("rules", "changes"),
    [
        ("visayan", []),
        ("visayan", ["sagasa.robbing=true", "win.several=all", "wait.single=only", "wait.stack=true"]),
        ("visayan", ["win.gift_is_bunot=false", "concealed.secret=false", "concealed.discard=false"]),
        ("visayan_declared", []),
        ("visayan_jokers", []),
        ("visayan_jokers", ["joker.copies=one"]),
        ("manila", []),
    ],
)
def test_hands_of_recorded_games_are_worth_what_was_paid(rules: str, changes: list[str]) -> None:
    house = load(rules, changes)
    seen = 0
    for bots in ("greedy,expert,caller,defender", "random,greedy,closed,ambitious"):
        for record in play_records(house, load_players(bots), 60, 3):
            result = record["result"]
            board = verify(json.loads(json.dumps(record, default=float)))
            for seat in result["winners"]:
                answer = scored(house, record, board, seat)
                assert answer.value == pytest.approx(float(result["values"][seat])), record["events"][-1]
                assert list(answer.items) == result["items"][seat]
                assert answer.complete
                for loser in set(range(SEATS)) - set(result["winners"]):
                    who = "each" if "each" in answer.pay else "discarder" if loser == result["discarder"] else "others"
                    no_flowers = answer.no_flowers or 0.0
                    if len(result["winners"]) == 1:
                        paid = -float(result["parts"]["hand"][loser])
                        assert answer.pay[who] - no_flowers == pytest.approx(paid)
                seen += 1
    assert seen > 40


def test_waits_are_the_tiles_that_win() -> None:
    chance = random.Random(5)
    for rules, joker in (("visayan", None), ("visayan_jokers", "7c")):
        for _ in range(25):
            tiles = parse_tiles(WINNING)
            tiles.remove(chance.choice(tiles))
            if chance.random() < 0.5:
                tiles[chance.randrange(16)] = chance.randrange(PLAIN)
            texts = [tile_name(kind) for kind in tiles]
            if any(tiles.count(kind) > 4 for kind in tiles) or (joker and texts.count(joker) > 3):
                continue
            answer = score(texts, rules, joker=joker)
            won = {}
            for kind in range(PLAIN):
                left = copies(kind) - tiles.count(kind) - (tile_name(kind) == joker)
                if left > 0 and (full := score([*texts, tile_name(kind)], rules, joker=joker)).complete:
                    won[tile_name(kind)] = left, full.value, dict(full.items)
            assert {wait.tile: (wait.left, wait.value, dict(wait.items)) for wait in answer.waits} == won
            assert (answer.away == 0) == bool(won)


def test_the_best_discards_leave_the_hand_nearest() -> None:
    text = "2s 3s 4s 5s 5s 5s 1d 2d 3d 7c 7c 9c Dr Dr 1s We We"
    answer = score(text)
    tiles = text.split()
    after = {}
    for tile in set(tiles):
        rest = tiles.copy()
        rest.remove(tile)
        after[tile] = score(rest)
    nearest = min(distance.away for distance in after.values())
    assert answer.away == nearest == 1
    assert {option.tile for option in answer.discards} == {
        tile for tile, distance in after.items() if distance.away == nearest
    }
    for option in answer.discards:
        assert option.helps == after[option.tile].helps
    left = [option.left for option in answer.discards]
    assert left == sorted(left, reverse=True)


def test_the_examples_of_the_rulebook() -> None:
    """All pungs by a discard 1.25, and by draw, where the eye is no single wait (V11, examples A and B)."""
    melds = "pung 1s, pung 2s, pung 3d, kang 4d"
    rules = load("visayan_declared")
    by_discard = score("5c 5c 5c 9c 9c F1", rules, melds=melds)
    assert (by_discard.value, dict(by_discard.pay)) == (1.25, {"discarder": 2.5, "others": 1.25})
    drawn = score("5c 5c 5c 9c 9c F1", rules, melds=melds, by="wall")
    assert dict(drawn.pay) == {"each": 2.5}
    assert drawn.no_flowers == 0


@pytest.mark.parametrize(
    ("tiles", "how", "message"),
    [
        ("2s 9x", {}, "'9x' is not a tile"),
        ("1s 1s 1s 1s 1s", {}, "there are 4 1s in the game, not 5"),
        ("1s 1s 2s", {"melds": "pung 1s"}, "there are 4 1s in the game, not 5"),
        ("F1 F1", {}, "there are 1 F1 in the game, not 2"),
        ("1s 2s", {}, "has 17 tiles besides flowers when it wins or discards, and 16 while it waits, not 2"),
        ("1s 2s", {"melds": "pung 5d"}, "beside 1 meld has 14 tiles"),
        (WINNING, {"win": "9c"}, "the winning tile 9c is not among the tiles"),
        (WINNING[:-3], {"win": "We"}, "the hand waits for a tile, so leave out the winning tile"),
        (WINNING, {"by": "luck"}, "comes by discard, wall, back, sagasa or deal, not by 'luck'"),
        (WINNING, {"by": "deal", "win": "We"}, "leave out the winning tile"),
        (OPEN, {"melds": MELDED, "by": "deal"}, "complete when dealt has taken no discard"),
        ("1s", {"melds": "chow 8s"}, "a chow is named by the lowest of its three tiles"),
        ("1s", {"melds": "chow Dr"}, "a chow is named by the lowest of its three tiles"),
        ("1s", {"melds": "chow"}, "name the lowest tile of a chow"),
        ("1s", {"melds": "run 1s"}, "'run' is not a meld: write chow, pung"),
        ("1s", {"melds": "pung F1"}, "F1 is a flower"),
        ("1s", {"melds": "beauty Dg"}, "the lowest tile of beauty is Dr, not Dg"),
        ("1s", {"melds": ["pung 1s"] * 6}, "at most 5 bahay, not 6"),
        ("1s", {"melds": "beauty", "rules": "manila"}, "under manila there is no beauty"),
        ("1s", {"melds": "pung Dr", "rules": "manila"}, "Dr is a flower under manila"),
        ("1s", {"joker": "1s"}, "visayan has no jokers"),
        ("1s", {"joker": "Dr", "rules": "visayan_jokers"}, "a joker is a suited tile"),
    ],
)
def test_a_hand_that_cannot_be_is_refused(tiles: str, how: dict[str, Any], message: str) -> None:
    with pytest.raises((ScoreError, TileError)) as caught:
        score(tiles, **how)
    assert message in str(caught.value)
    assert len(str(caught.value)) < 200


def test_the_command_prints_what_the_function_returns() -> None:
    line = ("mahjong", "score", *OPEN.split(), "--melds", MELDED, "--quick")
    code, out, err = command(*line)
    assert code == 0, err
    answer = mj.score(OPEN, melds=MELDED, quick=True)
    assert (answer.value, list(answer.items)) == (1.5, ["win", "quick", "paninigit"])
    assert "The hand is worth 1.50 units, won by a discard with 3s." in out
    paid = "The discarder pays 3.25, the two others 1.75 each. In this, 0.25 for an empty flower row."
    assert paid in " ".join(out.split())
    assert HandScore.from_dict(json.loads(command(*line, "--format", "json")[1])) == answer
    rows = command(*line, "--format", "csv")[1].splitlines()
    assert rows == ["item,units", "win,1.0", "quick,0.25", "paninigit,0.25"]


@pytest.mark.parametrize(
    ("tiles", "says"),
    [
        (OPEN[:-3], "The hand waits for 3s: 3 tiles at most."),
        (OPEN[:-3].replace("8c 8c", "8c Dr"), "The hand is 1 tile from waiting. Nearer with 3s 8c Dr."),
        (OPEN.replace("3s", "6s"), "The hand does not win. Without 2s it waits for 4 tiles."),
    ],
)
def test_what_a_hand_lacks_is_said(tiles: str, says: str) -> None:
    code, out, err = command("mahjong", "score", tiles, "--melds", MELDED)
    assert code == 0, err
    assert says in " ".join(out.split())
    assert max(map(len, out.splitlines())) <= 80


def test_a_wrong_hand_ends_the_command_with_a_sentence() -> None:
    code, _, err = command("mahjong", "score", "1s 2s")
    assert (code, err.count("\n")) == (2, 1)
    assert err.startswith("Error: a hand has 17 tiles")
