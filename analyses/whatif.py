"""What a house rule changes: rules and changed rules on the same deals, played by the same bots or by re-tuned ones.

The *mechanical* effect is that of the rules alone: the same bots go on as they did. The *adapted* effect lets the
players answer: their thresholds are tuned under the base and under each changed rule set, on deals that are not used
again (analyses/tuning.py), and the tuned tables are then compared on the same deals as the others.
"""

from __future__ import annotations

import functools
import json
import math
import os
import time
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from analyses.rule_changes import Change, ChangeError, Skipped, changes, every_change, no_effect
from tongits_sim.designs.paired.estimates import LEVEL, Effects, metric_names
from tongits_sim.players import as_players
from tongits_sim.rules import RuleSet, load
from tongits_sim.run.how import How
from tongits_sim.strategy import Player

if TYPE_CHECKING:
    import polars as pl
    from matplotlib.figure import Figure

    from analyses.tuning import Tuned
    from tongits_sim.designs.paired.job import PairedJob

Row = dict[str, Any]
ALPHA = 0.05
GAMES = 20_000
RANK_BY = "dealer_edge"
WORDS = {"better": "more", "worse": "less"}
NO_EFFECT = "none"
"""Verdict where not one deal differed in the metric."""


def whatif(
    rules: RuleSet | str | os.PathLike[str] = "pagat",
    players: str | Sequence[Player | str] = "greedy,caller,hunter",
    games: int = GAMES,
    seed: int = 1,
    *,
    change: str | Sequence[str] = (),
    preset_to: str | Sequence[str] = (),
    all_knobs: bool = False,
    adapt: bool = False,
    match_games: int = 1,
    rank_by: str = RANK_BY,
    rules_option: str = "",
    tuning: Mapping[str, int] | None = None,
    how: How | None = None,
    **playing: Any,
) -> WhatIf:
    """Compare house rules with changed ones on the same deals.

    Args:
        rules: the base, or what `load` understands.
        players: three players or their specs.
        games: how many deals each rule set plays in every seating that differs.
        seed: 0 .. 2**64 - 1.
        change: `"knob=value"`, one or more; `"a=1,b=2"` is one change of two knobs.
        preset_to: whole presets to change to.
        all_knobs: every single-knob change there is, ranked.
        adapt: also the adapted effect.
        match_games: games of a match, where jackpots and dealers matter; the unit is then the match.
        rank_by: the metric by which `all_knobs` ranks.
        rules_option: how the rules were named on a command line, to name them again.
        tuning: `deals`, `confirm_deals` and `rounds` of `analyses.tuning.tune`, where the usual are not wanted.
        how, playing: workers, backend, scheduler, out, resume, bot_timeout, progress, notice: as one value, or by name;
            see `tongits_sim.run.how.How`.

    Raises:
        TongitsError: for anything that cannot be played or compared.
    """
    base = rules if isinstance(rules, RuleSet) else load(rules)
    seated = as_players(players)
    settings, presets = ([each] if isinstance(each, str) else list(each) for each in (change, preset_to))
    asked, skipped = changes(base, settings, presets), list[Skipped]()
    if all_knobs:
        every, skipped = every_change(base)
        texts = {each.text for each in asked}
        asked += [each for each in every if each.text not in texts]
    if not asked:
        raise ChangeError("nothing is changed; add --change KNOB=VALUE, --preset-to NAME or --all-knobs")
    if all_knobs and adapt:
        raise ChangeError("tuning bots for every change would take hours; ask --adapt about single changes")
    known = metric_names([player.label for player in seated])
    if rank_by not in known:
        raise ChangeError(f"there is no metric {rank_by!r} to rank by; there are {', '.join(known)}")
    how = replace(how or How(), **playing)
    found = WhatIf(base, seated, games, seed, asked, skipped, match_games, adapt, all_knobs, rank_by, how, rules_option)
    found.play(tuning or {})
    return found


class WhatIf:
    """The effects of changes.

    Attributes:
        base: the rules that are changed.
        asked: the changes.
    """

    def __init__(
        self,
        base: RuleSet,
        players: tuple[Player, ...],
        games: int,
        seed: int,
        asked: Sequence[Change],
        skipped: Sequence[Skipped],
        match_games: int,
        adapt: bool,
        all_knobs: bool,
        rank_by: str,
        how: How,
        rules_option: str,
    ) -> None:
        self.base, self.asked, self.players = base, list(asked), players
        self.labels = [player.label for player in players]
        self._games, self._seed, self._match_games = games, seed, match_games
        self._skipped, self._all_knobs, self._rank_by = list(skipped), all_knobs, rank_by
        self._rules_option = rules_option
        self._how, self._adapt = how, adapt
        self._now = 0  # games played now, not in a run that was resumed
        self._tuned: list[Tuned] = []
        self._adapted: Effects | None = None

    def play(self, tuning: Mapping[str, int]) -> None:
        """Play all of it (`tuning`: arguments of `tune`), and keep the answer if there is a folder for it."""
        from analyses.answer_folder import begin
        from tongits_sim.folders.run_folder import RESULTS, replace_file

        folder = None if self._how.out is None else Path(self._how.out)
        if folder is not None:
            begin(folder, "whatif", self._manifest(tuning), self._how.resume)
        began = time.perf_counter()
        mechanical = self._pairing([self.players] * (len(self.asked) + 1))
        self._mechanical = self._played(mechanical, "play")
        if self._adapt:
            self._tuned = self._tune(tuning)
            self._adapted = self._played(self._pairing([tuned.players for tuned in self._tuned]), "adapted")
        self.elapsed = time.perf_counter() - began
        if folder is not None:
            text = json.dumps(self.to_dict(), indent=1, ensure_ascii=False, allow_nan=False)
            replace_file(folder / RESULTS, text.encode())

    def _manifest(self, tuning: Mapping[str, int]) -> dict[str, Any]:
        """What decides the answer."""
        asked = {"adapt": self._adapt, "all_knobs": self._all_knobs, "rank_by": self._rank_by, "tuning": dict(tuning)}
        return asked | self._pairing([self.players] * (len(self.asked) + 1)).manifest()

    def _pairing(self, tables: Sequence[tuple[Player, ...]]) -> PairedJob:
        """The same deals under all rules, each with its table of players."""
        from tongits_sim.designs.paired.job import Arm, PairedJob, seatings_of

        rules = [self.base, *(change.rules for change in self.asked)]
        arms = tuple(Arm(each, table) for each, table in zip(rules, tables, strict=True))
        return PairedJob(arms, self._games, self._seed, self._match_games, seatings_of(self.labels))

    def _played(self, work: PairedJob, part: str) -> Effects:
        how = self._how if self._how.out is None else replace(self._how, out=Path(self._how.out))
        run = how.run(work, part)
        self.workers = run.workers
        self._now += run.played
        return Effects(work, run.totals, self.labels)

    def _tune(self, tuning: Mapping[str, int]) -> list[Tuned]:
        from analyses.tuning import tune

        made = []
        for rules in (self.base, *(change.rules for change in self.asked)):
            if self._how.notice is not None:
                self._how.notice(f"Tuning the bots under {rules.name} ... ")
            began = time.perf_counter()
            own: Any = {"seed": self._seed, "match_games": self._match_games, "how": self._how, **tuning}
            made.append(tune(rules, self.players, **own))
            self._now += made[-1].games
            if self._how.notice is not None:
                self._how.notice(f"done in {time.perf_counter() - began:.0f} s.\n")
        return made

    # ---- the answer

    def to_dict(self) -> dict[str, Any]:
        """The answer as JSON holds it (docs/formats.md)."""
        return self._document

    @functools.cached_property
    def effects(self) -> pl.DataFrame:
        """A row for each change, kind of play (mechanical, adapted) and metric."""
        import polars as pl

        from tongits_sim.designs.batch.results import flat

        rows = [
            {"change": each["change"], "play": play} | {{"ci95": "diff_ci95"}.get(k, k): v for k, v in row.items()}
            for each in self._document["changes"]
            for play, rows in (("mechanical", each["effects"]), ("adapted", each["adapted"]))
            for row in rows
        ]
        return pl.DataFrame([flat(row) for row in rows], infer_schema_length=None)

    @functools.cached_property
    def ranking(self) -> pl.DataFrame:
        """The changes, the largest effect on the metric ranked by first."""
        import polars as pl

        from tongits_sim.designs.batch.results import flat

        rows = [{{"ci95": "diff_ci95"}.get(k, k): v for k, v in row.items()} for row in self._document["ranking"]]
        return pl.DataFrame([flat(row) for row in rows], infer_schema_length=None)

    def plot_ladder(self, metric: str = RANK_BY) -> Figure:
        """The effects on a metric with their intervals, mechanical and adapted side by side."""
        from analyses.figures import effects

        return effects.draw_ladder(effects.rungs(self.to_dict(), metric), metric)

    @functools.cached_property
    def _document(self) -> dict[str, Any]:
        from analyses.comparison import versions
        from tongits_sim.designs.batch.job import rules_option

        mechanical = self._mechanical
        again = self._rules_option or rules_option(self.base)
        rows = [self._change(number, change) for number, change in enumerate(self.asked, start=1)]
        family = self._correct(rows)
        played = mechanical.pairing.games + (self._adapted.pairing.games if self._adapted else 0)
        played += sum(tuned.games for tuned in self._tuned)
        return {
            "command": "whatif",
            "question": "whatif",
            "asks": "What does a change of the house rules do?",
            "base": self.base.name,
            "rules": self.base.name,
            "rules_option": again,
            "players": self.labels,
            "games": mechanical.deals,
            "games_played": played,
            "seatings": len(mechanical.pairing.seatings),
            "match_games": self._match_games,
            "seed": self._seed,
            "stopping": {"mode": "fixed", "words": f"Stopped after {mechanical.deals:,} deals, as planned."},
            "level": LEVEL,
            "alpha": ALPHA,
            "correction": "benjamini-hochberg" if self._all_knobs else "holm",
            "family": family,
            "command_line": self._command(again),
            "metrics": [self._level(metric) for metric in mechanical.metrics],
            "changes": rows,
            "skipped": [each._asdict() for each in self._skipped],
            "rank_by": self._rank_by,
            "ranking": self._ranked(rows),
            "tuned": self._tuned[0].to_dict() if self._tuned else None,
            "bots": [_bot(player) for player in dict(zip(self.labels, self.players, strict=True)).values()],
            "knobs": self.base.knobs(),
            "versions": versions(),
            "workers": self.workers,
            "elapsed_s": self.elapsed,
            "games_per_second": self._now / self.elapsed if self._now and self.elapsed > 0 else None,
        }

    def _level(self, metric: str) -> Row:
        found = self._mechanical.level(metric)
        return {"metric": metric, "value": float(found.estimate), "ci95": _limits(found)}

    def _change(self, number: int, change: Change) -> Row:
        """A change with its effects, not yet corrected."""
        play, anything = self._mechanical.differing(number)
        reason = no_effect(self.base, change, self._match_games) if anything == 0 else ""
        found: Row = {
            "change": change.text,
            "rules": change.rules.name,
            "knobs": {knob: change.rules.knobs()[knob] for knob in change.knobs},
            "no_effect": reason or None,
            "same_deck": change.rules.jokers.count == self.base.jokers.count,
            "deals_played_differently": play,
            "deals_that_differ": anything,
            "effects": [self._row(self._mechanical, metric, number) for metric in self._mechanical.metrics],
            "adapted": [],
            "tuned": None,
        }
        if self._adapted is not None:
            found["adapted"] = [self._row(self._adapted, metric, number) for metric in self._adapted.metrics]
            found["tuned"] = self._tuned[number].to_dict()
        return found

    def _row(self, effects: Effects, metric: str, number: int) -> Row:
        found = effects.effect(metric, number)
        return {
            "metric": metric,
            "base": found.base,
            "changed": found.changed,
            "diff": float(found.diff.estimate),
            "ci95": _limits(found.diff),
            "p": _p(found.diff),
            "p_holm": None,
            "verdict": "inconclusive",
            "variance_reduction": found.variance_reduction,
        }

    def _correct(self, rows: Sequence[Row]) -> int:
        """Correct all p-values as one family and give the verdicts; what can have no effect is no test."""
        from tongits_sim.stats import benjamini_hochberg, holm, verdict

        for row in rows:
            for effect in row["effects"] if row["no_effect"] else ():
                effect["verdict"] = NO_EFFECT
        tests = [effect for row in rows for effect in _tests(row)]
        values = [math.nan if effect["p"] is None else effect["p"] for effect in tests]
        deciding = holm(values)
        for effect, p in zip(tests, deciding, strict=True):
            effect["p_holm"] = None if math.isnan(p) else float(p)
        if self._all_knobs:
            deciding = benjamini_hochberg(values)
            for effect, p in zip(tests, deciding, strict=True):
                effect["p_bh"] = None if math.isnan(p) else float(p)
        for effect, p in zip(tests, deciding, strict=True):
            word = verdict(effect["diff"], float(p), ALPHA)
            effect["verdict"] = WORDS.get(word, word) if effect["diff"] or effect["ci95"] != [0, 0] else NO_EFFECT
        return len(tests)

    def _ranked(self, rows: Sequence[Row]) -> list[Row]:
        """The changes by the size of their mechanical effect on the metric ranked by."""
        found = []
        for row in rows:
            effect = next(each for each in row["effects"] if each["metric"] == self._rank_by)
            found.append({"change": row["change"], "no_effect": row["no_effect"]} | effect)
        ordered = sorted(found, key=lambda row: -abs(row["diff"]))
        return [{"rank": place} | row for place, row in enumerate(ordered, start=1)]

    def _command(self, again: str) -> str:
        import shlex

        told = ["tongits whatif", again, "--players", shlex.quote(",".join(self.labels))]
        told += ["--all-knobs", f"--rank-by {shlex.quote(self._rank_by)}"] if self._all_knobs else []
        for change in self.asked if not self._all_knobs else []:
            preset = change.text.startswith("to ")
            told += ["--preset-to" if preset else "--change", shlex.quote(change.text.removeprefix("to "))]
        told += ["--adapt"] if self._adapted is not None else []
        told += [f"--games {self._games} --seed {self._seed}"]
        return " ".join(told + ([f"--match-games {self._match_games}"] if self._match_games > 1 else []))


def _tests(row: Row) -> list[Row]:
    return [*(row["effects"] if not row["no_effect"] else []), *row["adapted"]]


def _limits(interval: Any) -> list[float] | None:
    return [float(interval.low), float(interval.high)] if interval.defined else None


def _p(interval: Any) -> float | None:
    from tongits_sim.stats import p_value

    p = float(p_value(interval))
    return p if math.isfinite(p) else None


def _bot(player: Player) -> Row:
    return {
        "player": player.label,
        "strategy": player.strategy.name,
        "summary": player.strategy.summary,
        "params": player.parameters(),
        "origin": player.origin,
        "source": player.digest(),
    }
