import json
import subprocess
import sys
from pathlib import Path

import pytest

from tests.playing import BAD_BOTS, ROOT, command
from tests.stored import lose_last, stored


def test_simulate_as_json() -> None:
    options = ("--rules", "sjs+joker", "--set", "pay.fold=2", "--seed", "18446744073709551615", "--match-games", "7")
    code, out, err = command("simulate", *options, "--games", "1e2", "--format", "json", "--workers", "1")
    answer = json.loads(out)
    assert (code, answer["games"], answer["matches"], answer["seed"]) == (0, 100, 15, 2**64 - 1), err
    assert answer["knobs"]["pay.fold"] == 2


def test_simulate_into_a_folder_and_on(tmp_path: Path) -> None:
    options = ("simulate", "--games", "300", "--out", str(tmp_path / "run"))
    code, said, _ = command(*options)
    assert code == 0
    assert command(*options)[::2] == (
        2,
        f"Error: {tmp_path / 'run'} holds a run already; add --resume to continue it, or choose another folder\n",
    )
    assert command(*options, "--resume")[:2] == (0, said)


def test_a_resumed_comparison_plays_what_is_missing(tmp_path: Path) -> None:
    options = ("compare", "greedy", "caller", "--games", "61", "--workers", "1", "--out", str(tmp_path / "run"))
    said = command(*options)[1]
    blocks = stored(tmp_path / "run" / "play")
    lose_last(tmp_path / "run" / "play")
    assert stored(tmp_path / "run" / "play") != blocks
    assert command(*options, "--resume")[1] == said
    assert stored(tmp_path / "run" / "play") == blocks


HAND, BATCH = "3h,4h,5h,9c,9d,Ks,2c,8d,Jd,Js,6c,Ah,Tc", "docs/examples/batch.toml"


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ("simulat", "No such command 'simulat'. Did you mean 'simulate'?"),
        ("rules pagat", "No such command 'pagat'. To read about it: tongits rules show pagat"),
        ("strategies trained", "To read about it: tongits strategies show trained"),
        ("simulate --games 1e30", "not 1e30"),
        ("simulate --players strong,greedy,caller", "strong names opponents, after --against; the bot is trained"),
        ("simulate --resume", "--resume needs --out FOLDER"),
        ("simulate --players greedy(call_at=5", "a bracket is opened and not closed in 'greedy(call_at=5'"),
        ("compare greedy greedy", "greedy is named twice, and a bot cannot be compared with itself"),
        ("simulate --players nowhere.py:x,caller,miser", "there is no bot file nowhere.py"),
        ("simulate --out pyproject.toml", "pyproject.toml"),
        ("mahjong compare greedy greedy", "named twice"),
        ("compare FOLDER greedy", "has no bots"),
        ("whatif", "nothing is changed"),
        ("card -o card.txt", "a card is written as"),
        ("report --resume -o page.html", "--out"),
        ("advise --hand 3h,3h", "3h stands twice in the hand"),
        (f"batch {BATCH} --resume", "--resume needs --out FOLDER"),
        ("play --resume nothing.jsonl", "there is no match in nothing.jsonl"),
        ("play --record README.md", "README.md exists"),
    ],
)
def test_impossible_input_ends_in_one_sentence(arguments: str, message: str, tmp_path: Path) -> None:
    code, out, err = command(*(str(tmp_path) if word == "FOLDER" else word for word in arguments.split()))
    err = "".join(line for line in err.splitlines(keepends=True) if not line.startswith("Compiling"))
    assert code == 2
    assert message in err
    assert err.startswith("Error: ")
    assert err.count("\n") == 1
    assert "Traceback" not in err + out


@pytest.mark.parametrize(
    ("bot", "message"),
    [
        ("cheat", "at its discard: the card is not in the hand. Seed 3, match "),
        ("raises", "an error (ValueError: the stock is too low for me). Seed 3, match "),
        ("meddles", "its view, which is read-only. Seed 3, match "),
    ],
)
def test_a_bot_that_fails_is_named(bot: str, message: str) -> None:
    options = ("--games", "60", "--seed", "3", "--players", f"greedy,{BAD_BOTS}:{bot},caller")
    code, out, err = command("simulate", *options)
    assert code == 2
    assert message in err
    assert (
        f"To play that game again: tongits records --rules pagat --players greedy,{BAD_BOTS}:{bot},caller --seed 3"
        in err
    )
    assert "the figures are not a fair sample" in " ".join(out.split()) or "games of Tongits" not in out


def test_a_bot_that_does_not_answer_ends_the_program() -> None:
    bots = f"{BAD_BOTS}:hangs,{BAD_BOTS}:hangs,greedy"
    call = [sys.executable, "cli.py", "simulate", "--games", "50", "--players", bots, "--bot-timeout", "0.5"]
    done = subprocess.run(call, cwd=ROOT, capture_output=True, text=True, check=False, timeout=250)
    assert done.returncode == 2
    assert "the bot hangs failed at its discard: it does not respond. Seed 1, match " in done.stderr


@pytest.mark.parametrize("words", ["simulate --help", "simulate --games 200"])
def test_a_reader_that_leaves_is_no_error(words: str) -> None:
    call = [sys.executable, "cli.py", *words.split()]
    with subprocess.Popen(call, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as program:
        assert program.stdout is not None
        assert program.stderr is not None
        program.stdout.close()
        said = program.stderr.read()
    assert (program.returncode, said) == (0, "")
