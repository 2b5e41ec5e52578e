import json
import re

from tests.playing import command
from tongits_sim.run.numbers import level

THREE = ("--players", "greedy,caller,hunter")
COMMANDS = {
    "simulate": ("simulate", *THREE, "--games", "2k"),
    "whatif": ("whatif", "call.timing=end", *THREE, "--deals", "500"),
}


def screen(*call: str) -> list[str]:
    code, out, err = command(*call)
    assert code in (0, 1), err
    return out.rstrip("\n").split("\n")


def test_simulate_prints_its_numbers() -> None:
    answer = json.loads(command(*COMMANDS["simulate"], "--format", "json")[1])
    text = "\n".join(screen(*COMMANDS["simulate"]))
    best = next(row for row in answer["players_summary"] if row["player"] == answer["leader"]["player"])
    mean, limits = best["payout"]["mean"], best["payout"]["ci95"]
    assert f"{best['player']} earns most: {level(mean, limits, sign=True)} units a game" in text
    lead = answer["leader"]["lead"]
    assert f"{level(lead['mean'], lead['ci95'])} more than {answer['leader']['next']}." in text
    for row in answer["players_summary"]:
        assert re.search(rf"^ {row['player']} .* {100 * row['wins']['mean']:.0f} % ", text, re.MULTILINE)


def test_whatif_prints_its_numbers() -> None:
    answer = json.loads(command(*COMMANDS["whatif"], "--format", "json")[1])
    text = "\n".join(screen(*COMMANDS["whatif"]))
    effects = {row["metric"]: row for row in answer["changes"][0]["effects"]}
    before, after = (100 * effects["share_challenge"][key]["mean"] for key in ("before", "after"))
    assert re.search(rf"^ calls challenged +{before:.0f} % +{after:.0f} % ", text, re.MULTILINE)


def test_a_stake_gives_money_alone() -> None:
    text = "\n".join(screen(*COMMANDS["simulate"], "--stake", "20 peso"))
    assert "peso a game" in text
    assert "units" not in text
