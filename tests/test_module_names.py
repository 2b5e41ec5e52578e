"""A module's name stands for one thing. Two modules share a name only as the same part of the two games, or as one
subject at two layers: what a command does, its answer, its words, its page.
"""

import ast
from collections import defaultdict
from itertools import combinations

from analyses.question_registry import built_in
from reports.cli import SECTIONS, SETUP
from tests.sources import modules

SUBJECTS = frozenset((*(name for section in SECTIONS.values() for name in section), *SETUP, *built_in(), "trial"))
"""Commands and questions; `try` is a word of Python, so its modules are called `trial`."""
LAYERS_OF_A_SUBJECT = (
    "reports.commands",
    "reports.questions",
    "reports.text",
    "reports.page",
    "analyses",
    "analyses.answers",
    "analyses.questions",
    "tongits_sim.experiments",
    "tongits_sim.records",
    "tongits_sim.run",
    "mahjong_sim",
    "mahjong_sim.commands",
    "mahjong_sim.experiments",
    "mahjong_sim.records",
    "mahjong_sim.shown",
)
"""Packages with a module for a command or a question: `compare` is a command, a measurement, an answer and a screen."""
SAME_PART = (
    {"tongits_sim.game", "mahjong_sim.game"},
    {"tongits_sim.rules", "mahjong_sim.rules"},
    {"tongits_sim.records", "mahjong_sim.records"},
    {"tongits_sim.experiments", "mahjong_sim.experiments"},
    {"tongits_sim", "mahjong_sim.bots"},  # the contract of bots
    {"strategies", "mahjong_sim.bots"},
)
"""The same part of the two games."""
PARTS_OF_A_SUBJECT = {
    "api": {"analyses", "reports"},  # the functions of `import tongits_sim`
    "custom_payout": {"tongits_sim.rules", "tongits_sim.game"},  # named by the rules, called when a game is paid
    "hand_score": {"mahjong_sim", "mahjong_sim.shown"},  # `mahjong score`
    "explain": {"reports.commands", "tongits_sim.records"},  # `replay --move`
    "hooks": {"strategies.book", "tongits_sim.compile"},  # of the bot `book`; how all hooks are compiled
    "library": {"tongits_sim.knobs", "tongits_sim.rules"},  # reading rule sets by name; those of Tongits
    "limits": {"strategies.book", "reports.text"},  # of a book; their tables
    "options": {"reports.commands", "mahjong_sim.commands"},  # of commands; those of mahjong
    "listing": {"strategies", "reports.text"},  # of bots; its tables
    "search": {"strategies", "tongits_sim.table"},  # the bot that searches; its search
    "tuning": {"tongits_sim.experiments", "mahjong_sim"},  # the search for numbers; its use for bots of mahjong
}
"""Other subjects with a module at two layers."""
NO_NAMES = ("__init__", "__main__")


def places() -> dict[str, list[str]]:
    """The packages of all modules, by the module's own name."""
    found: dict[str, list[str]] = defaultdict(list)
    for module in modules():
        if module.path.stem not in NO_NAMES and "." in module.name:
            package, _, name = module.name.rpartition(".")
            found[name].append(package)
    return found


def may_share(name: str, first: str, second: str) -> bool:
    """Whether modules of this name may stand in both packages."""
    pair = {first, second}
    of_subject = name in SUBJECTS and pair <= set(LAYERS_OF_A_SUBJECT)
    return of_subject or pair in SAME_PART or pair == PARTS_OF_A_SUBJECT.get(name)


def test_a_name_in_two_packages_is_one_subject() -> None:
    wrong = [
        f"{first}.{name} and {second}.{name}"
        for name, packages in places().items()
        for first, second in combinations(packages, 2)
        if not may_share(name, first, second)
    ]
    assert not wrong, "one word, two things; give one of them another name: " + ", ".join(wrong)


def test_no_exception_is_idle() -> None:
    found = places()
    assert [name for name, packages in PARTS_OF_A_SUBJECT.items() if not packages <= set(found[name])] == []
    pairs = [{first, second} for packages in found.values() for first, second in combinations(packages, 2)]
    assert [sorted(pair) for pair in SAME_PART if pair not in pairs] == []
    assert sorted(set(LAYERS_OF_A_SUBJECT) - set().union(*pairs)) == []


def test_a_module_says_first_what_it_holds() -> None:
    silent = [
        module.shown
        for module in modules()
        if module.path.stem != "__init__"
        and not (ast.get_docstring(module.tree) or "").partition("\n\n")[0].endswith((".", ":", "?"))
    ]
    assert silent == []
