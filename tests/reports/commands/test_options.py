"""Values of options: numbers as people write them, or a sentence."""

from __future__ import annotations

import click
import pytest

from reports.commands.options import FORMATS, Whole, chosen_rules, rules_again
from tests.playing import command
from tongits_sim.run.sizes import parse_whole


@pytest.mark.parametrize(
    ("text", "number"),
    [
        ("1000000", 10**6),
        ("1_000_000", 10**6),
        ("1,000,000", 10**6),
        ("1e6", 10**6),
        ("1M", 10**6),
        ("2.5k", 2500),
        (" 7 ", 7),
        ("18446744073709551615", 2**64 - 1),
        ("-3", -3),
        ("1e30", 10**30),
    ],
)
def test_reads_whole_numbers(text: str, number: int) -> None:
    assert parse_whole(text) == number


@pytest.mark.parametrize("text", ["", "x", "1.5", "nan", "inf", "-inf", "1e999999999", "0x10", "1e-3", "M", "1MM", "½"])
def test_refuses_the_rest(text: str) -> None:
    assert parse_whole(text) is None
    with pytest.raises(click.BadParameter, match="is not a whole number; write it like"):
        Whole().convert(text, None, None)


def test_refuses_what_is_out_of_bounds() -> None:
    assert Whole(1, 5).convert("5", None, None) == Whole(1, 5).convert(5, None, None) == 5
    for text in ("0", "6", "1e30"):
        with pytest.raises(click.BadParameter, match=f"must lie between 1 and 5, not {text}"):
            Whole(1, 5).convert(text, None, None)


def test_rules_and_their_options() -> None:
    settings = ("call.timing=end", "pay.fold=2")
    assert chosen_rules("pagat", settings).call.timing == "end"
    assert rules_again("my rules.toml", settings) == "--rules 'my rules.toml' --set call.timing=end --set pay.fold=2"
    assert FORMATS == ("table", "json", "csv")


SIMULATE = ("simulate", "--games", "60", "--format", "json")


def test_players_have_names_of_ones_own() -> None:
    import json

    names = ("--as", "bold=greedy(call_at=40)", "--as", "shy=docs/examples/my_bots.py:shy")
    for players in ("bold,shy,greedy", "greedy( call_at=40 ),docs/examples/my_bots.py:shy,greedy"):
        code, out, err = command(*SIMULATE, *names, "--players", players)
        assert code == 0, err
        answer = json.loads(out)
        assert answer["players"] == ["bold", "shy", "greedy"]
        assert answer["specs"] == ["bold=greedy(call_at=40)", "shy=docs/examples/my_bots.py:shy", "greedy"]
        assert [row["player"] for row in answer["players_summary"]] == ["bold", "shy", "greedy"]
    code, out, err = command("compare", "bold", "greedy", "--as", names[1], "--deals", "20", "--format", "json")
    assert code == 0, err
    assert {row["player"]: row["spec"] for row in json.loads(out)["bots"]} == {
        "bold": "bold=greedy(call_at=40)",
        "greedy": "greedy",
    }


@pytest.mark.parametrize(
    ("names", "message"),
    [
        (("--as", "bold"), "write it like --as 'bold=greedy(call_at=40)'"),
        (("--as", "a b=greedy"), "write it like --as"),
        (("--as", "a=miser", "--as", "a=caller"), "a is the name of two players"),
        (("--as", "a=turtle"), "--as a=turtle names nobody who plays"),
    ],
)
def test_names_that_name_nobody_are_refused(names: tuple[str, ...], message: str) -> None:
    code, _, err = command(*SIMULATE, *names, "--players", "greedy,miser,caller")
    assert (code, message in err) == (2, True), err


def test_a_stake_and_a_pace_are_said_and_forgotten() -> None:
    plain = ("simulate", "--games", "60", "--workers", "1")
    code, out, err = command(*plain, "--stake", "20 peso", "--pace", "8s")
    assert code == 0, err
    assert " peso) a game" in " ".join(out.split())
    assert " s at 8 s a turn." in out
    assert "peso" not in command(*plain)[1]
    assert command(*plain, "--stake", "20 peso", "--format", "json")[1].count("peso") == 0
    for option, value, message in (("--stake", "nothing", "is not a stake"), ("--pace", "soon", "is not a pace")):
        code, _, err = command(*plain, option, value)
        assert code == 2
        assert message in err
