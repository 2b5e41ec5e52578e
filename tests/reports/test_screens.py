import json
import re

from tests.playing import command
from tongits_sim.run.numbers import level

THREE = ("--players", "greedy,caller,hunter")
COMMANDS: dict[str, tuple[str, ...]] = {
    "simulate": ("simulate", *THREE, "--games", "2k"),
    "simulate, alike": ("simulate", "--players", "greedy,greedy,greedy", "--games", "2k", "--rules", "online"),
    "simulate, points": ("simulate", "--rules", "pagat+progressive", "--games", "300"),
    "compare": ("compare", "greedy", "caller", "hunter", "--deals", "300"),
    "compare, many": ("compare", "greedy", "caller", "hunter", "miser", "--deals", "60", "--rules", "online"),
    "whatif": ("whatif", "call.timing=end", *THREE, "--deals", "500"),
    "whatif, payments": ("whatif", "pay.sunog_extra=3", *THREE, "--deals", "300"),
    "whatif, several": ("whatif", "call.timing=end", "pay.tongits=6", *THREE, "--deals", "200"),
    "whatif, all": ("whatif", "--all-knobs", *THREE, "--deals", "60", "--match-games", "2"),
    "tune": ("tune", "greedy", "--deals", "20", "--check-deals", "40"),
    "tournament": ("tournament", "match", "--field", "1 greedy, 2 random", "--events", "20", "--matches", "30"),
    "strategies": ("strategies",),
    "strategies show": ("strategies", "show", "expert"),
    "rules": ("rules",),
    "rules show": ("rules", "show", "pagat"),
    "selfcheck": ("selfcheck", "--deals", "1000"),
    "mahjong simulate": ("mahjong", "simulate", "--games", "60"),
    "mahjong compare": ("mahjong", "compare", "greedy", "random", "--deals", "20"),
    "mahjong whatif": ("mahjong", "whatif", "pay.discarder=1", "--deals", "40"),
    "mahjong payouts": ("mahjong", "analyze", "payouts", "--deals", "40"),
    "mahjong rules": ("mahjong", "rules"),
    "mahjong rules show": ("mahjong", "rules", "show", "visayan"),
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
