"""Every question at once, about one set of rules and one table of bots: what `tongits report` without runs plays."""

from __future__ import annotations

import contextlib
import shlex
import shutil
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from analyses.question import QuestionError
from analyses.rule_changes import ChangeError
from tongits_sim.errors import TongitsError
from tongits_sim.profiles.profile import ProfileError
from tongits_sim.run.answers import Answer
from tongits_sim.run.how import How

if TYPE_CHECKING:
    from analyses.answers.comparison import ComparisonAnswer
    from analyses.answers.payouts import PayoutsAnswer
    from analyses.answers.whatif import WhatIfAnswer
    from tongits_sim.rules import RuleSet
    from tongits_sim.strategy import Player

OTHER_RULES = ("sjs", "pagat", "online", "rulesofcards")
"""Rules that payouts are compared with."""
TUNING = {"deals": 3_000, "confirm_deals": 12_000, "rounds": 6}
"""How long bots are tuned at scale 1; see `analyses.tuning.tune`."""


@dataclass(frozen=True)
class Subject:
    """What everything is asked about.

    Attributes:
        rules, rules_option: the house rules, and how a command line names them.
        players: three players.
        seed: 0 .. 2**64 - 1.
        scale: how many times the usual games are played.
        how: workers, folder (each question gets one of its own in it) and so on.
    """

    rules: RuleSet
    rules_option: str
    players: tuple[Player, ...]
    seed: int
    scale: float
    how: How

    def games(self, usual: int, least: int = 1) -> int:
        """The usual number of games, scaled."""
        return max(least, round(usual * self.scale))

    def part(self, name: str) -> How:
        """How to play a part: in a folder of its own, and resumed if there is something to resume."""
        if self.how.out is None:
            return self.how
        folder = self.how.out / name
        return replace(self.how, out=folder, resume=self.how.resume and folder.exists())

    def command(self) -> str:
        """The command that asks everything again; parts that no command of their own can ask are asked by it."""
        players = shlex.quote(",".join(player.given for player in self.players))
        text = f"tongits report {self.rules_option} --players {players} --seed {self.seed}"
        return text + (f" --scale {self.scale:g}" if self.scale != 1 else "")

    def distinct(self) -> list[Player]:
        """The players, each once."""
        return list({player.given: player for player in self.players}.values())


Part = tuple[str, Callable[[Subject], Answer]]


def parts(subject: Subject) -> list[Part]:
    """Name and function of every part, without those that need different bots where there is only one."""
    several = len(subject.distinct()) > 1
    every_part: list[Part] = [
        *_solved(subject),
        ("calls", lambda s: _ask(s, "calls", s.games(1_000_000))),
        ("challenges", lambda s: _ask(s, "challenges", s.games(1_000_000))),
        ("sunog", lambda s: _ask(s, "sunog", s.games(300_000))),
        ("discards", lambda s: _ask(s, "discards", s.games(500_000))),
        ("exposure", lambda s: _ask(s, "exposure", s.games(500_000))),
        ("knowing", _knowing),
        ("sessions", lambda s: _ask(s, "sessions", s.games(500_000))),
        ("payouts", _payouts),
        ("fees", lambda s: _ask(s, "fees", s.games(60_000, 600))),
        ("sweep", lambda s: _whatif(s, "sweep", deals=s.games(2_000), all_knobs=True)),
    ]
    if changes(subject.rules):
        every_part.append(("whatif", _adapted))
    if several:
        every_part.append(("luck", _luck))
        every_part.append(("compare", _compare))
    return every_part


def _solved(subject: Subject) -> list[Part]:
    """Calls and challenges against the solved player, where a profile ships for these rules."""
    from strategies.solved import SHIPPED

    if SHIPPED.find(subject.rules) is None:
        return []
    return [
        ("calls-solved", lambda s: _ask(s, "calls", s.games(1_000_000), "calls-solved", against="solved")),
        (
            "challenges-solved",
            lambda s: _ask(s, "challenges", s.games(1_000_000), "challenges-solved", against="solved"),
        ),
    ]


def everything(
    subject: Subject, progress: Callable[[int, int, str], None], missing: Callable[[str], None]
) -> Iterator[Answer]:
    """The documents of all parts.

    `progress` is called before each with its number, how many there are, and its name; `missing` with the reason why a
    part cannot be asked, as no challenge where everybody shows his cards; such a part leaves no folder.
    """
    asked = parts(subject)
    for number, (name, ask) in enumerate(asked, start=1):
        progress(number, len(asked), name)
        try:
            document = ask(subject)
        except (QuestionError, ChangeError, ProfileError) as error:
            missing(f"{name}: {error}")
            if subject.how.out is not None:
                _drop(subject.how.out / name)
            continue
        yield document


def check_folder(folder: Path, resume: bool) -> None:
    """Refuse a folder that holds anything, unless it is resumed. Raises StoreError."""
    from tongits_sim.folders.run_folder import StoreError, attempt

    if not resume and folder.is_dir() and attempt(folder, lambda: any(folder.iterdir())):
        raise StoreError(f"{folder} is not empty; add --resume to continue the report in it, or choose another folder")


def _drop(folder: Path) -> None:
    """Remove the runs of a part without an answer, and its folder if nothing else is in it."""
    from tongits_sim.folders.run_folder import MANIFEST, RESULTS

    if not folder.is_dir() or (folder / RESULTS).exists():
        return
    with contextlib.suppress(OSError):  # what cannot be removed is told when the folder is named to a report
        for run in folder.iterdir():
            if (run / MANIFEST).is_file():
                shutil.rmtree(run)
        (folder / MANIFEST).unlink(missing_ok=True)
        folder.rmdir()


def changes(rules: RuleSet) -> list[str]:
    """Two changes that bots can adapt to: when a draw is called, and what sunog costs; only those that can be."""
    from analyses.rule_changes import changes as checked

    knobs = rules.knobs()
    wanted = [
        f"call.timing={'start' if str(knobs['call.timing']) == 'end' else 'end'}",
        f"pay.sunog_extra={0 if knobs['pay.sunog_extra'] else 1}",
    ]
    changes = []
    for text in wanted:
        try:
            checked(rules, [text], [])
        except TongitsError:
            continue
        changes.append(text)
    return changes


def _ask(subject: Subject, name: str, games: int, part: str = "", **given: Any) -> Answer:
    from analyses.question import inquiry
    from analyses.registry import question
    from tongits_sim.folders.answer_file import keep
    from tongits_sim.run.answers import as_json

    how = subject.part(part or name)
    given = {
        "rules": subject.rules,
        "rules_option": subject.rules_option,
        "players": subject.players,
        "seed": subject.seed,
    } | given
    topic = question(name)
    answer: Answer = topic.ask(inquiry(topic, games=games, how=how, **given))
    if how.out is not None:
        keep(as_json(answer), how.out)
    return answer


def _luck(subject: Subject) -> Answer:
    sessions = min(subject.games(4000, 100), 100_000)
    return _ask(subject, "luck", subject.games(600_000, 1000), players=subject.distinct(), sessions=sessions)


def _knowing(subject: Subject) -> Answer:
    """Of three copies of the first bot."""
    return _ask(subject, "knowing", subject.games(500, 20), players=(subject.players[0],))


def _payouts(subject: Subject) -> PayoutsAnswer:
    """These rules beside the best known, with three copies of the first bot."""
    from analyses.answers.payouts import PayoutsAnswer
    from tongits_sim.rules import load

    others = [name for name in OTHER_RULES if name != subject.rules.name]
    again = " ".join([subject.rules_option, *(f"--rules {name}" for name in others)])
    sets = (subject.rules, *(load(name) for name in others))
    alone = (subject.players[0],)
    games = subject.games(200_000, 1000)
    answer = _ask(subject, "payouts", games, players=alone, rule_sets=sets, rules_option=again)
    assert isinstance(answer, PayoutsAnswer)
    # A command of its own would change the other rules, too.
    return replace(answer, command_line=subject.command()) if "--set" in again else answer


def _whatif(subject: Subject, part: str, **given: Any) -> WhatIfAnswer:
    from analyses.whatif import whatif

    how = subject.part(part)
    return whatif(
        subject.rules, subject.players, seed=subject.seed, rules_option=subject.rules_option, how=how, **given
    ).answer


def _adapted(subject: Subject) -> WhatIfAnswer:
    tuning = {name: subject.games(value, 100) if name != "rounds" else value for name, value in TUNING.items()}
    answer = _whatif(
        subject, "whatif", deals=subject.games(10_000), change=changes(subject.rules), adapt=True, tuning=tuning
    )
    return replace(answer, command_line=subject.command())


def _compare(subject: Subject) -> ComparisonAnswer:
    from analyses.matchups import compare

    how = subject.part("compare")
    return compare(subject.rules, subject.distinct(), subject.games(10_000), subject.seed, how=how).answer
