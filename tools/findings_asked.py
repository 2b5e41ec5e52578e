"""The commands behind docs/explanation/findings.md, by name."""

from __future__ import annotations

import json
import re
import shlex
import sys
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from tongits_sim.any_game.jobs import check_seed

if TYPE_CHECKING:
    import numpy as np

    from tongits_sim.profiles.profile import Profile

FOUGHT = ("pagat", "sjs", "online")
"""The rules of all findings: calls are challenged under them, and they differ most."""
PRESETS = (
    *("sjs", "wikipedia", "grokipedia", "rulesofcards", "pagat", "pagat_reduced", "online", "wars", "casino_x"),
    "ecoins",
)
"""The rules for the dealer's edge."""
BOTS = ("greedy", "expert", "solved")
TIMID, BOLD, WALL = (
    "greedy(call_at=15, challenge_at=10)",
    "greedy(call_at=130, challenge_at=30)",
    "greedy(call_at=0, challenge_at=70)",
)
MIDDLE = "greedy(call_at=20, challenge_at=40)"
"""A setting between these three."""
RIVALS = {"timid": TIMID, "bold": BOLD, "wall": WALL, "middle": MIDDLE, "expert": "expert"}
"""The rivals of solved."""
CONTRARY = "tests/bots/contrary.py:contrary"
HOLDING = "tests/bots/holding.py:holding"
FIXED = "random,greedy,caller,hunter,miser,counter,defender,blocker"
FIXED += ",bluffer,folder,fighter,turtle,sniper,adaptive,chart,expert"
"""The bots that play by fixed rules."""
HIGH = 36
"""A high count: from here on a call that somebody may challenge is a bluff."""
JOKERS = "pagat+joker"
"""Rules with a profile that differ from pagat in one knob."""
ENDING = "call.timing=end"
"""A change of pagat: draws are called at the end of a turn, as under sjs."""
ITERATIONS = 250
"""Iterations that solve it; profiles that ship have eight times as many."""
SEED = 31
CHOSEN_SEED = 47
"""The seed that chose the sentences about the change with jokers."""
OTHER_SEED = 53
"""The seed of the estimates about the change with jokers."""
CHECKS = ("turned", "contrary", "modest", "eager", "holding", "exploit", "paired", "apart")
"""The first word of the names of second routes: each plays games of its own, which no other command plays."""

Document = dict[str, Any]
Row = dict[str, Any]


def asked() -> dict[str, list[str]]:
    """Every command by name, without `tongits` and `--format json`."""
    commands: dict[str, list[str]] = {}

    def ask(name: str, text: str, *more: str, seed: int = SEED) -> None:
        seed = check_seed(seed, f"findings {name}") if name.split()[0] in CHECKS else seed
        commands[name] = [*shlex.split(text), *more, "--seed", str(seed)]

    for rules in FOUGHT:
        where = ("--rules", rules)
        for bot in reversed(BOTS):
            ask(f"calls {bot} {rules}", f"analyze calls --against {bot} --games 100k", *where)
        for name in ("turned", "modest", "eager"):
            changed = f"expert(file={name}-{rules}.profile)"
            ask(f"{name} {rules}", "compare", changed, "solved", "--deals", "20k", *where)
        ask(f"contrary {rules}", "compare", CONTRARY, "greedy", "--deals", "10k", *where)
        for name, rival in RIVALS.items():
            ask(f"solved {name} {rules}", "compare", "solved", rival, "--deals", "10k", *where)
        for name, a, b in (("bold", BOLD, TIMID), ("wall", WALL, BOLD), ("timid", TIMID, WALL)):
            ask(f"{name} {rules}", "compare", a, b, "--deals", "10k", *where)
            ask(f"middle {name} {rules}", "compare", MIDDLE, a, "--deals", "10k", *where)
        for bot in reversed(BOTS):
            ask(f"held {bot} {rules}", f"analyze exposure --players {three(bot)} --games 50k --hold 1", *where)
            ask(f"dealt {bot} {rules}", f"simulate --players {three(bot)} --games 300k", *where)
        ask(f"holding {rules}", "compare", HOLDING, "solved", "--deals", "20k", *where)
        ask(f"exploit {rules}", "analyze exploit solved --quick", "--against", FIXED, *where)
        other = FOUGHT[FOUGHT.index(rules) - 1]
        ask(f"paired {rules}", f"whatif --players {three('solved')} --deals 200k --preset-to {other}", *where)
    for rules in PRESETS:
        for bot in ("solved", "expert"):
            if rules not in FOUGHT:
                ask(f"dealt {bot} {rules}", f"simulate --players {three(bot)} --games 300k --rules {rules}")
    for bot in ("expert", "solved"):
        both = f"whatif --players {three(bot)} --deals 200k --rules pagat --preset-to {JOKERS}"
        ask(f"jokers {bot}", both, seed=OTHER_SEED)
        for rules in ("pagat", JOKERS):
            apart = f"simulate --players {three(bot)} --games 300k --rules {rules}"
            ask(f"apart {bot} {rules}", apart)
    ending, modest = (f"expert(file={name}-pagat.profile)" for name in ("ending", "endingmodest"))
    late = ("--rules", "pagat", "--set", ENDING)
    ask("calls ending", "analyze calls --games 100k --against", ending, *late)
    named = ("--as", f"usual={ending}", "--as", f"modest={modest}")
    ask("modest ending", "compare usual modest --deals 20k", *named, *late)
    ask("dealt ending", "simulate --games 300k --players", three(ending), *late)
    return commands


def three(bot: str) -> str:
    """The same bot on all seats."""
    return ",".join([bot] * 3)


def rules_of(arguments: list[str]) -> str:
    """The rules that a command names."""
    return arguments[arguments.index("--rules") + 1]


def shipped(rules: str) -> Document:
    """The profile that `solved` plays under some rules, and the figures of its solution."""
    from strategies.solved import SHIPPED
    from tongits_sim.rules import load

    profile = SHIPPED.under(load(rules))
    figures = {name: profile.solved.get(name) for name in ("iterations", "games", "gain", "deals")}
    return {"digest": profile.contents(), **figures}


def write_profiles(folder: Path, ending: bool = True) -> None:
    """Profiles made for the page.

    `turned` calls where solved waits and waits where it calls, `modest` never calls with a high count where somebody
    may challenge, `eager` lays its first meld at once. `ending` is solved for pagat with calls at the end of a turn;
    `endingmodest` is the modest one of it; they are left out unless `ending`.
    """
    from strategies.solved import SHIPPED
    from tongits_sim.profiles.profile import read_profile, to_bytes
    from tongits_sim.rules import load

    def write(name: str, profile: Profile) -> None:
        (folder / f"{name}.profile").write_bytes(to_bytes(profile))

    folder.mkdir(parents=True, exist_ok=True)
    for rules in FOUGHT:
        profile = SHIPPED.under(load(rules))
        write(f"turned-{rules}", turned_of(profile))
        write(f"modest-{rules}", modest_of(profile))
        write(f"eager-{rules}", eager_of(profile))
    if not ending:
        return
    if not (folder / "ending-pagat.profile").exists():
        write("ending-pagat", solve_ending())
    write("endingmodest-pagat", modest_of(read_profile(str(folder / "ending-pagat.profile"))))


def solve_ending() -> Profile:
    """The profile for pagat with calls at the end of a turn."""
    from analyses.solving.solve import problem_of
    from analyses.solving.solver import Solver
    from tongits_sim.profiles.profile import Profile
    from tongits_sim.rules import load
    from tongits_sim.run.how import How

    problem = problem_of(load("pagat", [ENDING]), seed=SEED)
    solver = Solver(problem, How())
    for _ in range(ITERATIONS):
        solver.step()
    grids = problem.grids_of(solver.average())
    figures = {"iterations": ITERATIONS, "games": problem.games, "seed": SEED}
    return Profile(problem.rules.name, problem.rules.digest(), problem.base.spec, grids, figures)


def _calls(profile: Profile) -> np.ndarray:
    """Probabilities of calling, with rivals as the first axis and counts as the last."""
    grid = profile.grid("call")
    if grid is None or (grid.axes[0][0], grid.axes[-1][0]) != ("rivals", "count") or HIGH not in grid.axes[-1][1]:
        raise SystemExit(f"the profile for {profile.rules} has other axes than these changes know")
    return grid.array()


def eager_of(profile: Profile) -> Profile:
    """The profile that lays its first meld at once, as the bot it was solved with does."""
    return replace(profile, grids=tuple(each for each in profile.grids if each.kind != "lay"))


def _calling(profile: Profile, yes: np.ndarray) -> Profile:
    """The profile with other probabilities of calling."""
    grids = [replace(each, yes=yes.tobytes()) if each.kind == "call" else each for each in profile.grids]
    return replace(profile, grids=tuple(grids))


def turned_of(profile: Profile) -> Profile:
    """The profile that calls where this one waits, and waits where it calls."""
    return _calling(profile, 1 - _calls(profile))


def modest_of(profile: Profile) -> Profile:
    """The profile without calls that have a high count where somebody may challenge."""
    yes = _calls(profile).copy()
    counts = next(grid.axes[-1][1] for grid in profile.grids if grid.kind == "call")
    yes[1:, ..., counts.index(HIGH) :] = 0
    return _calling(profile, yes)


def smaller(arguments: list[str], times: int, more: int) -> list[str]:
    """The same command on so many times fewer games or deals, from a seed that is higher by `more`."""
    changed = list(arguments)
    for option in ("--games", "--deals"):
        if option in changed:
            at = changed.index(option) + 1
            changed[at] = str(int(changed[at].replace("k", "000")) // times)
    at = changed.index("--seed") + 1
    changed[at] = str((int(changed[at]) + more) % 2**48)
    return changed


def play(folder: Path, commands: Mapping[str, list[str]] | None = None) -> None:
    """Run the commands without an answer yet (by default all), in this process, so that the engine is loaded once."""
    from click.testing import CliRunner

    from cli import main

    write_profiles(folder, any(ENDING in arguments for arguments in (commands or asked()).values()))
    for name, arguments in (commands or asked()).items():
        path, profile = folder / f"{name}.json", shipped(rules_of(arguments))
        if path.exists():
            document = json.loads(path.read_text(encoding="utf-8"))
            if (document["asked"], document["profile"]) == (arguments, profile):
                continue
        line = [re.sub(r"\w+-\w+\.profile", lambda match: str(folder / match[0]), part) for part in arguments]
        done = CliRunner().invoke(main, [*line, "--format", "json"])
        if done.exit_code:
            print(f"{name}: {(done.output.strip().splitlines() or ['failed'])[-1]}", file=sys.stderr, flush=True)
            continue
        answer = {"asked": arguments, "profile": profile, "answer": json.loads(done.stdout)}
        path.write_text(json.dumps(answer), encoding="utf-8")
        print(name, file=sys.stderr, flush=True)
