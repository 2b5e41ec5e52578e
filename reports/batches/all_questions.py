"""Every question at once, about one set of rules and one table of bots: what `tongits report` without runs plays."""

from __future__ import annotations

import contextlib
import functools
import shlex
import shutil
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from analyses.card import card, solved_for
from analyses.matchups import compare
from analyses.question import OnPage, Question, QuestionError, inquiry
from analyses.registry import in_order
from analyses.rule_changes import ChangeError
from analyses.rule_changes import changes as checked
from analyses.whatif import whatif
from strategies.registry import load_player
from strategies.solved import SHIPPED
from tongits_sim.errors import TongitsError
from tongits_sim.folders.run_folder import MANIFEST, RESULTS, StoreError, attempt, keep
from tongits_sim.profiles.profile import ProfileError
from tongits_sim.rules import load
from tongits_sim.run.answers import Answer, as_json
from tongits_sim.run.how import How
from tongits_sim.tongits import TONGITS

if TYPE_CHECKING:
    from analyses.answers.comparison import ComparisonAnswer
    from analyses.answers.question import QuestionAnswer
    from analyses.answers.whatif import WhatIfAnswer
    from tongits_sim.any_game.game import Game
    from tongits_sim.rules import RuleSet

TUNING = {"deals": 3_000, "confirm_deals": 12_000, "rounds": 6}
"""How long bots are tuned at scale 1; see `analyses.tuning.tune`."""


@dataclass(frozen=True)
class Subject:
    """The rules, players and games of all questions.

    Attributes:
        rules, rules_option: the house rules, and how a command line names them.
        players: as many as sit at a table.
        seed: 0 .. 2**64 - 1.
        scale: how many times the usual games are played.
        how: workers, folder (each question gets one of its own in it) and so on.
        game: the game.
        options: own options of questions, by name; each question takes those that it has.
        only: names of the questions that are asked, and `card`, of no other rules; empty for all, and for what is no
            question.
    """

    rules: Any
    rules_option: str
    players: tuple[Any, ...]
    seed: int
    scale: float
    how: How
    game: Game = TONGITS
    options: Mapping[str, Any] = field(default_factory=dict)
    only: tuple[str, ...] = ()

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
        text = f"{self.game.command} report {self.rules_option} --players {players} --seed {self.seed}"
        own = "".join(f" --{name.replace('_', '-')} {value}" for name, value in self.options.items())
        return text + (f" --scale {self.scale:g}" if self.scale != 1 else "") + own

    def distinct(self) -> list[Any]:
        """The players, each once."""
        return list({player.given: player for player in self.players}.values())


Part = tuple[str, Callable[[Subject], Answer]]


def parts(subject: Subject) -> list[Part]:
    """Name and function of every part, without those that need different bots where there is only one."""
    several = len(subject.distinct()) > 1
    questions = [
        each
        for each in in_order(subject.game)
        if each.on_page is not None
        and (several or each.on_page.players != "distinct")
        and (not subject.only or each.name in subject.only)
    ]
    asked: list[Part] = [(each.name, functools.partial(_ask, question=each)) for each in questions]
    if not subject.game.has("solving"):  # nor sweeps, nor players who adapt
        return asked
    if subject.only:
        return [("card", _card)] * ("card" in subject.only) + asked
    every_part: list[Part] = [
        *_card_part(subject, questions),
        *asked,
        ("sweep", lambda s: _whatif(s, "sweep", deals=s.games(1_000), match_games=3, all_knobs=True)),
    ]
    if changes(subject.rules):
        every_part.append(("whatif", _adapted))
    if several:
        every_part.append(("compare", _compare))
    return every_part


def _card_part(subject: Subject, questions: Sequence[Question[Any]]) -> list[Part]:
    """The pocket card, where calls or challenges are asked about and a profile ships for these rules."""
    asked = {each.name for each in questions} & {"calls", "challenges"}
    return [("card", _card)] if asked and SHIPPED.find(subject.rules) is not None else []


def _card(subject: Subject) -> Answer:
    """The card of the solved profile, and its price."""
    how, deals = subject.part("card"), subject.games(20_000, 200)
    player = load_player("solved")
    if SHIPPED.find(subject.rules) is None:
        player = solved_for(subject.rules, how, subject.seed)
    answer = card(subject.rules, player, replace(how, out=None, resume=False), deals, subject.seed)
    if how.out is not None:
        keep(as_json(answer), how.out)
    return answer


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
    if not resume and folder.is_dir() and attempt(folder, lambda: any(folder.iterdir())):
        raise StoreError(f"{folder} is not empty; add --resume to continue the report in it, or choose another folder")


def _drop(folder: Path) -> None:
    """Remove the runs of a part without an answer, and its folder if nothing else is in it."""
    if not folder.is_dir() or (folder / RESULTS).exists():
        return
    with contextlib.suppress(OSError):  # what cannot be removed is told when the folder is named to a report
        for run in folder.iterdir():
            if (run / MANIFEST).is_file():
                shutil.rmtree(run)
        (folder / MANIFEST).unlink(missing_ok=True)
        folder.rmdir()


def changes(rules: RuleSet) -> list[str]:
    """Two changes that bots can adapt to: the timing of calls and the price of sunog; only changes that these rules
    allow.
    """
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


def _ask(subject: Subject, question: Question[Any], part: str = "", **given: Any) -> Answer:
    """Ask a question as it says of itself, and keep its answer."""
    asked, how = question.on_page or OnPage(question.games), subject.part(part or question.name)
    players = {
        "usual": question.players,
        "table": subject.players,
        "first": subject.players[:1],
        "distinct": subject.distinct(),
    }[asked.players]
    scaled = {name: min(subject.games(usual, least), most) for name, (usual, least, most) in asked.scaled.items()}
    others = [name for name in asked.other_rules if name != subject.rules.name and not subject.only]
    if others:
        given["rule_sets"] = (subject.rules, *(load(name) for name in others))
    given |= {each.name: subject.options[each.name] for each in question.options if each.name in subject.options}
    again = " ".join([subject.rules_option, *(f"--rules {name}" for name in others)])
    answer: QuestionAnswer = question.ask(
        inquiry(
            question,
            rules=subject.rules,
            rules_option=again,
            players=players,
            games=subject.games(asked.games, asked.least),
            seed=subject.seed,
            how=how,
            **scaled,
            **given,
        )
    )
    if how.out is not None:
        keep(as_json(answer), how.out)
    # A command of its own would change the other rules, too.
    return replace(answer, command_line=subject.command()) if others and "--set" in again else answer


def _whatif(subject: Subject, part: str, **given: Any) -> WhatIfAnswer:
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
    how = subject.part("compare")
    return compare(subject.rules, subject.distinct(), subject.games(10_000), subject.seed, how=how).answer
