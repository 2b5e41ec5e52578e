"""docs/explanation/findings.md: the findings of the toolkit, made of the answers to the commands that the page names.

    python -m tools.findings ask FOLDER     # runs the commands without an answer in FOLDER; minutes
    python -m tools.findings write FOLDER > new.md && mv new.md docs/explanation/findings.md   # pictures: docs/images

The page keeps a block of the old page (tools.thinking), so it is not overwritten at once.

All numbers of the page come from the answers; a sentence that its number does not bear out is refused. The seed is
another than those on which bots were tuned and strategies for the page were chosen.
"""

from __future__ import annotations

import argparse
import shlex
from pathlib import Path

from tools.blocks import block
from tools.findings_asked import (
    BOLD,
    BOTS,
    CHOSEN_SEED,
    FOUGHT,
    HIGH,
    ITERATIONS,
    MIDDLE,
    OTHER_SEED,
    PRESETS,
    RIVALS,
    SEED,
    TIMID,
    WALL,
    asked,
    play,
)
from tools.findings_claims import CHANGED, FINDINGS, HANDS, averages, first_meld, hands
from tools.findings_figures import calls, edges, picture, says_calls, says_edges, write_pictures
from tools.findings_words import FAR, MARGIN, Answers, pm, table

PAGE = Path(__file__).resolve().parents[1] / "docs" / "explanation" / "findings.md"
IMAGES = Path("docs") / "images"

INTRO = """# What the toolkit found about Tongits

This page rests on {count} commands, most of them run under three rule sets: {rules}. A *unit* is one chip of those
rules. ± is half the width of a 95 % interval, whose unit is the deal or the game. *Forked* means that both actions
were played out from the same position, with the same hidden cards and the same stock. The
[glossary](../reference/glossary.md) explains every term.

The players: *greedy* is the sensible beginner, who calls with a count of 30 or less and challenges with 24 or less.
*expert* is the strongest of the program's tuned bots. *solved* calls, challenges, and lays its first meld or holds it
by a profile that leaves a single opponent little to gain by doing so otherwise, and plays its cards as expert does
([solving.md](solving.md)). It is not perfect play: with three players nobody knows what that would be, and the rest of
its card play was not solved ([deep.md](deep.md) says what is left).

Every finding is supported by two routes that share no estimate and are held to the same margin. A difference is
claimed, and its check counts, only from {errors:.0f} standard errors on; an effect is called next to nothing, and
its check counts, only where the whole interval lies within {margin} units of 0. At {errors:.0f} standard errors the
number of comparisons does not matter. The intervals in the tables hold one by one. Which questions to ask was
decided on seeds other than {seed}, the seed of the estimates; what to say about the change in finding 6 was chosen
on seed {chosen}, so its figures, like the check of three expert in finding 4, are of seed {other}. Every second route
plays games of its own: its seed is made of its name, so that no other command deals the same cards. Where a figure is
the largest or the smallest of several, the text says so."""


def findings(answers: Answers) -> list[str]:
    """The findings, numbered."""
    parts = ["## The findings, and how sure they are"]
    for number, find in enumerate(FINDINGS, start=1):
        title, text, sure = find(answers)
        parts.append(f"**{number}. {title}** {text}\n\n*How sure:* {sure}")
    return parts


def profiles(answers: Answers) -> list[str]:
    """The profiles that solved plays, and how well they are solved."""
    rows = []
    for rules in sorted(answers.profiles):
        profile = answers.profiles[rules]
        gain = pm(profile["gain"]) if profile["gain"] else "–"
        rows.append([rules, f"`{profile['digest']}`", f"{profile['iterations']:,}", gain, f"{profile['deals']:,}"])
    return [
        "## The profiles",
        (
            "What `solved` plays under each rule set (a digest of the profile), how many iterations solved it, and "
            "what one seat gains beside two of it by the best calls and challenges found, in units a game; a better "
            "search may find more."
        ),
        table(["Rules", "Profile", "Iterations", "One seat gains", "Deals"], rows),
    ]


CHARTS = {rules: f"calls solved {rules}" for rules in FOUGHT} | {CHANGED: "calls ending"}


def calling(answers: Answers) -> list[str]:
    """The worth of calling."""
    rows = []
    for rules in FOUGHT:
        for bot in BOTS:
            yes, no = averages(answers, bot, rules)
            rows.append([f"{rules}, three {bot}", pm(yes), pm(no), f"{100 * yes['n'] / (yes['n'] + no['n']):.0f} %"])
    counts = []
    for rules, name in CHARTS.items():
        for opponents, words in ((0, "nobody"), (1, "one"), (2, "both")):
            cells = hands(answers, name, (opponents,)).values()
            shown = [f"{pm(row)} ({100 * row['yes']:.0f} % of {row['n']:,})" if row["n"] else "–" for row in cells]
            counts.append([f"{rules}, {words} open", *shown])
    return [
        "## When to call",
        (
            "The value of calling now minus that of waiting one turn and then playing as the player does, in units; "
            "forked. The last column is the share of chances to call that were taken."
        ),
        table(["Rules", "Where they called", "Where they did not", "Called"], rows),
        (
            "The same for three solved players, by the caller's count and by how many opponents have a meld on the "
            "table; in brackets how often they call, and out of how many chances. The intervals are as wide as if all "
            "cells of a row erred together. With nobody open a call wins at once unless somebody holds a secret, so a "
            "low count is not what matters: a good hand has more to win by playing on."
        ),
        table(["Three solved", *(f"{name} points" for name in HANDS)], counts),
        picture("findings-calls", says_calls(calls(answers))),
    ]


def circle(answers: Answers) -> list[str]:
    """The circle of three settings, and solved."""
    ring = ("bold", "wall", "timid")
    rows = [
        [
            rules,
            *(pm(answers.gain(f"{name} {rules}")) for name in ring),
            *(pm(answers.gain(f"middle {name} {rules}")) for name in ring),
        ]
        for rules in FOUGHT
    ]
    solved = [[rules, *(pm(answers.gain(f"solved {name} {rules}")) for name in RIVALS)] for rules in FOUGHT]
    alone = [[rules, *(pm(answers.alone(f"solved {name} {rules}")) for name in RIVALS)] for rules in FOUGHT]
    return [
        "## The circle, and solved",
        (
            f"*Timid* is `{TIMID}`, *bold* `{BOLD}`, *wall* `{WALL}`, *middle* `{MIDDLE}`. Units a game, on the same "
            "deals in every seating, with two of one and one of the other, and the reverse."
        ),
        table(
            [
                "Rules",
                "Bold over timid",
                "Wall over bold",
                "Timid over wall",
                *(f"Middle over {name}" for name in ring),
            ],
            rows,
        ),
        table(["Rules", *(f"Solved over {name}" for name in RIVALS)], solved),
        "What one solved player makes a game beside two of the other:",
        table(["Rules", *(f"Beside two {name}" for name in RIVALS)], alone),
    ]


def dealing(answers: Answers) -> list[str]:
    """The dealer."""
    rows = [[rules, *(pm(answers.edge(f"dealt {bot} {rules}")) for bot in ("solved", "expert"))] for rules in PRESETS]
    return [
        "## The dealer",
        (
            "What the dealer earns a game more than the mean of the others, in units; single games, no jackpot. Under "
            "rules where the winner deals next, only the dealer can take the jackpot of a streak, which is worth more: "
            "see `tongits analyze payouts`."
        ),
        table(["Rules", "Three solved", "Three expert"], rows),
        picture("findings-dealer", says_edges(edges(answers))),
    ]


def laying(answers: Answers) -> list[str]:
    """The first meld."""
    rows = [[f"{rules}, three {bot}", *map(pm, first_meld(answers, bot, rules))] for rules in FOUGHT for bot in BOTS]
    return [
        "## The first meld",
        (
            "The value of laying the first meld at once minus that of holding it for one turn, in units, by how many "
            "opponents have one on the table; forked."
        ),
        table(["Rules", "Nobody open", "One open", "Both open"], rows),
    ]


def knowing(answers: Answers) -> list[str]:
    """The worth of knowing: another command measures it, so its block stays as it is."""
    return ["## What knowing is worth", block(PAGE, "thinking")]


def commands(answers: Answers) -> list[str]:
    """Every command."""
    lines = ["tongits " + shlex.join(arguments) for arguments in asked().values()]
    versions = ", ".join(f"{name} {version}" for name, version in answers.versions.items())
    return [
        "## How to reproduce this page",
        (
            "`python -m tools.findings ask FOLDER` runs every command, and `python -m tools.findings write "
            "FOLDER` writes this page from the answers. Every number on it comes from an answer in that folder; "
            "answers of another build, or with another profile, are refused, and so is a sentence that its numbers do "
            "not bear out. The first command also writes the profiles that the commands name: `turned-RULES` calls "
            "where solved waits and waits where it calls; `modest-RULES` never calls with "
            f"{HIGH} or more where somebody may challenge; `eager-RULES` lays its first meld at once; `ending-pagat` "
            f"is solved for pagat with calls at the end of a turn ({ITERATIONS} iterations). How numbers are estimated "
            f"and checked: [analyses.md](../reference/analyses.md), with its section *Validity*. Versions: {versions}."
        ),
        "```\n" + "\n".join(lines) + "\n```",
    ]


def page(folder: Path) -> str:
    """docs/explanation/findings.md."""
    answers = Answers(folder)
    intro = INTRO.format(
        seed=SEED,
        other=OTHER_SEED,
        chosen=CHOSEN_SEED,
        margin=MARGIN,
        errors=1.96 * FAR,
        count=len(asked()),
        rules=", ".join(FOUGHT[:-1]) + f" and {FOUGHT[-1]}",
    )
    sections = (findings, profiles, calling, circle, dealing, laying, knowing, commands)
    return "\n\n".join([intro, *(part for section in sections for part in section(answers))]) + "\n"


def main() -> None:
    """Ask, or write."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", choices=["ask", "write"])
    parser.add_argument("folder", type=Path)
    parser.add_argument("--images", type=Path, default=IMAGES, help="the folder of its pictures")
    options = parser.parse_args()
    if options.what == "ask":
        play(options.folder)
    else:
        write_pictures(Answers(options.folder), options.images)
        print(page(options.folder), end="")


if __name__ == "__main__":
    main()
