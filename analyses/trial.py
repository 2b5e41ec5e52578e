"""Tries a habit: the same player with and without the habit, on the same deals, until the difference is known."""

from __future__ import annotations

import difflib
import re
import shlex
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Unpack

from analyses.answers.shared import Bot, Stopping, Versions
from analyses.answers.trial import DEALS, Claim, LineUpTrial, PlayChange, TrialAnswer, Worth
from analyses.opponents import TABLES, Opponents, names_of_tables
from analyses.question import whole_between
from strategies.book.margin import margin_of
from strategies.habit_params import PARAMS, HabitParam, contradiction, phrases
from strategies.registry import STRONGEST, load_player
from tongits_sim.bots.bot_list import split_specs
from tongits_sim.errors import TongitsError
from tongits_sim.players import as_players
from tongits_sim.rules import RuleSet, load
from tongits_sim.run.answers import Estimate, RunFacts, mean_of
from tongits_sim.run.arguments import public
from tongits_sim.run.files import keep
from tongits_sim.run.numbers import abbreviated
from tongits_sim.run.run_options import Playing, RunOptions, with_overrides
from tongits_sim.strategy import Player

if TYPE_CHECKING:
    import os

    from strategies.laid_over import HabitPlayer
    from tongits_sim.experiments.trials import TrialEstimates, TrialTotals
    from tongits_sim.stats import Interval

ALPHA = 0.05
"""Largest share of trials in which a habit without effect is said to have one, over all line-ups together."""
SHARP = 4.0
"""A gain is known if its half-width is at most the gain divided by this number, or a third of the margin."""


class TrialError(TongitsError):
    """A habit cannot be tried."""


@dataclass(frozen=True)
class LineUp:
    """Two opponents."""

    name: str
    people: str  # in a sentence
    player: Player  # both of them


def line_ups(against: str = "") -> tuple[LineUp, ...]:
    """The line-ups of a list of names, each the name of a table or the spec of a bot. An empty text gives the four
    tables of advice.

    Raises TongitsError: a name is neither a table nor a bot, or occurs twice.
    """
    known = {table.name: table for table in TABLES}
    parts = split_specs(against) if against.strip() else list(known)
    found = []
    for part in parts:
        if not part:
            raise TrialError(f"a name is missing in {abbreviated(against)}; name {names_of_tables()}, or a bot")
        table = known.get(part.strip().lower())
        found.append(_of_table(table) if table is not None else _of_spec(part))
    if len({line_up.name for line_up in found}) < len(found):
        raise TrialError(f"a line-up stands twice in {abbreviated(against)}")
    return tuple(found)


def _of_table(table: Opponents) -> LineUp:
    return LineUp(table.name, table.people, load_player(table.bot))


def _of_spec(spec: str) -> LineUp:
    try:
        (player,) = as_players([spec])
    except TongitsError as error:
        raise TrialError(f"{error}; or name {names_of_tables()}") from None
    return LineUp(player.label, f"two {player.label}", player)


# ---- habits by name -------------------------------------------------------------------------------------------------


def known_habits() -> dict[str, HabitParam]:
    """The habits of the program by name."""
    return {param.name: param for param in PARAMS if isinstance(param, HabitParam)}


HABIT_BOT = "habit"


def with_habits(player: Player, habits: Sequence[str]) -> HabitPlayer:
    """The player with habits.

    Args:
        habits: `never_call`, `call_only_to=15`, `hold_meld=always`, or a habit of a file, `my_habits.py:shy(cards=9)`;
        a habit without a value has the value that its claim means. A text may hold several, with commas.

    Raises TongitsError: a habit is unknown, has a wrong value, or contradicts another.
    """
    from strategies.habit import HABIT
    from strategies.laid_over import HabitPlayer, laid_over

    texts = [text for several in habits for text in split_specs(several)]
    if not any(texts):
        raise TrialError("no habit is named; see: tongits try --list")
    found = player
    options = [_option(text) for text in texts if ".py" not in text]
    if options:
        values = load_player(f"habit({', '.join(options)})").values
        for param in PARAMS:
            if values.get(param.name) == param.default:
                raise TrialError(f"{param.name}={param.shown(param.default)} leaves it to the player: nothing is tried")
        if why := contradiction(values):
            raise TrialError(why)
        found = laid_over(HABIT, player, values)
    for text in [text for text in texts if ".py" in text]:
        found = _with_own(found, text, texts)
    assert isinstance(found, HabitPlayer)
    return found


def _with_own(player: Player, text: str, texts: Sequence[str]) -> HabitPlayer:
    """A player with the habit of a file. Raises TongitsError."""
    from strategies.laid_over import HabitPlayer, laid_over

    if texts.count(text) > 1:
        raise TrialError(f"{text} is named twice")
    if _PLAYER.search(text):
        raise TrialError(f"{text} names a player: name the player with --player, and the habit without")
    loaded = load_player(text)
    if not isinstance(loaded, HabitPlayer):
        raise TrialError(
            f"{text} is a bot and no habit: compare bots with tongits compare, or make a habit with "
            "strategies.laid_over.habit (docs/how-to/try.md)"
        )
    return laid_over(loaded.strategy, player, loaded.values, loaded.origin, loaded.alias, loaded.depth)


_PLAYER = re.compile(r"[(,]\s*player\s*=")


def _option(text: str) -> str:
    """The option of the bot `habit`: `never_call` becomes `never_call=1`. Raises TrialError."""
    name, equals, value = (part.strip() for part in text.partition("="))
    if name.partition("(")[0].strip() == HABIT_BOT:
        raise TrialError(f"{abbreviated(text)} is a player: name its habits alone, and the player with --player")
    params = {param.name: param for param in PARAMS}
    if name not in params:
        close = difflib.get_close_matches(name, params, 1)
        hint = f" Did you mean {close[0]!r}?" if close and "(" not in name else ""
        raise TrialError(f"there is no habit {abbreviated(text)}.{hint} See: tongits try --list")
    param = params[name]
    if equals:
        return f"{name}={value}"
    if not isinstance(param, HabitParam):
        raise TrialError(f"{name} says when other habits hold; give it a value, {name}=N, and name a habit too")
    return f"{name}={param.shown(param.tried)}"


def doing(player: Player, without: Player | None = None) -> str:
    """The habits of a player in words: `never calling a draw`.

    Args:
        without: the player without the habits that are meant; if None, all habits.
    """
    from strategies.habit import HABIT

    parts: list[str] = []
    for layer in _layers(player, without):
        own = layer.strategy.name == HABIT.name and not layer.origin
        parts = [*(phrases(layer.parameters()) if own else [_own_words(layer)]), *parts]
    return " and ".join(parts)


def _layers(player: Player, without: Player | None) -> Iterator[HabitPlayer]:
    """The habits that are laid over `without`, the last first."""
    from strategies.laid_over import HabitPlayer

    while isinstance(player, HabitPlayer) and player.player is not None and player is not without:
        yield player
        player = player.player


def _own_words(player: HabitPlayer) -> str:
    shown = {param.name: param.shown for param in player.strategy.params}
    options = ", ".join(f"{name}={shown[name](value)}" for name, value in player.changed().items())
    return f"the habit {player.strategy.name}" + (f" ({options})" if options else "")


def claims_of(player: Player, without: Player | None = None) -> tuple[str, ...]:
    """The advice that a player's habits stand for; without: see `doing`."""
    from strategies.laid_over import Habit

    found: list[str] = []
    known = known_habits()
    for layer in _layers(player, without):
        if isinstance(layer.strategy, Habit) and layer.strategy.claim:
            found.append(layer.strategy.claim)
        if not layer.origin:
            changed = layer.changed()
            found += [
                known[name].claim for name, value in changed.items() if name in known and known[name].tried == value
            ]
    return tuple(found)


# ---- the trial ------------------------------------------------------------------------------------------------------


def worth(gain: Interval, margin: float) -> Worth:
    """The verdict on a habit at one line-up.

    Args:
        gain: an interval of the gain, units a game, that holds at every check.
        margin: units a game below which a difference does not matter.
    """
    low = float(gain.low)
    high = float(gain.high)
    if -margin <= low and high <= margin:
        return "close"
    if low > 0:
        return "gains"
    return "costs" if high < 0 else "inconclusive"


def is_known(gain: Interval, margin: float) -> bool:
    """Whether the difference is known well enough to stop."""
    half = (float(gain.high) - float(gain.low)) / 2
    return worth(gain, margin) != "inconclusive" and half <= max(margin / 3, abs(float(gain.estimate)) / SHARP)


def verdict(found: Sequence[tuple[Worth, float]], margin: float) -> Claim:
    """What a habit does over the line-ups: whether it pays, costs, or depends on the opponents.

    Gains and costs below the margin are left out, because near the margin one seed calls a gain sure and the next seed
    calls it close.

    Args:
        found: for each line-up the verdict and the mean of the gain, units a game.
        margin: units a game below which a difference does not matter.
    """
    counted = {worth_at for worth_at, gain in found if worth_at in ("gains", "costs") and abs(gain) >= margin}
    if len(counted) == 2:
        return "depends"
    if counted:
        return "pays" if "gains" in counted else "costs"
    return "inconclusive" if any(worth_at == "inconclusive" for worth_at, _ in found) else "close"


@public
def try_habit(
    habit: str | Sequence[str] | Player,
    rules: RuleSet | str | os.PathLike[str] = "pagat",
    player: Player | str = STRONGEST,
    against: str = "",
    seed: int = 1,
    *,
    deals: int | float | str = DEALS,
    rules_option: str = "",
    run_options: RunOptions | None = None,
    **playing: Unpack[Playing],
) -> TrialAnswer:
    """Try a habit, as `tongits try` does: does it pay?

    Args:
        habit: `"never_call"`, `"call_only_to=15"`, `"my_habits.py:shy"`; several in a list; or a player with a habit.
        rules: the house rules, or what `load` understands.
        player: the player who tries it, if `habit` is not a player.
        against: line-ups, `"strong, folders"`, or bots that sit on both other seats; empty: the four of advice.
        seed: 0 .. 2**64 - 1.
        deals: the most deals at a line-up, also as "20k" or 2e4.
        rules_option: how a command line named the rules.
        run_options: workers, folder, progress as one value; `out` is a folder for the result and its runs.
        playing: fields of `RunOptions` by name.

    Returns:
        The result, typed; `to_dict()` is its JSON (docs/reference/formats.md).

    Raises:
        TongitsError: for anything that cannot be played.
    """
    from analyses.answer_folder import begin
    from tongits_sim.experiments.batch import rules_option as option_of
    from tongits_sim.experiments.trials import TrialJob

    began = time.perf_counter()
    way = with_overrides(run_options, playing)
    seed = whole_between("seed", seed, 0, 2**64 - 1)
    deals = whole_between("deals", deals, 1, 10**9)
    house_rules = rules if isinstance(rules, RuleSet) else load(rules)
    if isinstance(habit, Player):
        names: list[str] = []
        tried = habit
        without = _without(habit)
    else:
        names = [habit] if isinstance(habit, str) else list(habit)
        without = load_player(player) if isinstance(player, str) else player
        tried = with_habits(without, names)
    ups = line_ups(against)
    margin = margin_of(house_rules)
    jobs = [TrialJob(house_rules, without, tried, (up.player, up.player), deals, seed) for up in ups]
    if way.out is not None:
        played_at = [{name: value for name, value in job.manifest().items() if name != "deals"} for job in jobs]
        manifest = {"habit": tried.spec, "deals": deals, "seed": seed, "line_ups": played_at}
        begin(way.out, "try", manifest, way.resume, grows=True)
    rows, games, workers = [], 0, 1
    for up, job in zip(ups, jobs, strict=True):
        row, played, workers = _play(up, job, margin, len(ups), way)
        rows.append(row)
        games += played
    again = rules_option or option_of(house_rules)
    known = all(row.worth != "inconclusive" for row in rows)
    result = TrialAnswer(
        habit=tried.spec,
        doing=doing(tried, without),
        claims=claims_of(tried, without),
        player=without.label,
        rules=house_rules.name,
        rules_option=again,
        knobs=house_rules.knobs(),
        seed=seed,
        deals_asked=deals,
        margin=margin,
        verdict=verdict([(row.worth, mean_of(row.gain)) for row in rows], margin),
        line_ups=tuple(rows),
        stopping=Stopping("monitor", None, known, stopping_words(known, margin), 1 - ALPHA, ALPHA),
        games_played=games,
        run=RunFacts(workers, time.perf_counter() - began),
        bots=tuple(Bot.of(player) for player in (without, tried, *(up.player for up in ups))),
        versions=Versions.current(),
        command_line=_command_line(names, without, against, again, deals, seed),
    )
    if way.out is not None and not way.stopped:
        keep(result.to_dict(), way.out)
    return result


def _without(player: Player) -> Player:
    """The player without its habit. Raises TrialError: the player has no habit, or its habits contradict each other."""
    from strategies.habit import HABIT
    from strategies.laid_over import HabitPlayer

    if not isinstance(player, HabitPlayer) or player.player is None:
        raise TrialError(f"{player.label} has no habit; see: tongits try --list")
    if player.strategy.name == HABIT.name and not player.origin:
        if not player.changed():
            raise TrialError(f"{player.label} sets no habit; see: tongits try --list")
        if why := contradiction(player.values):
            raise TrialError(why)
    return player.player


def _play(up: LineUp, job: Any, margin: float, family: int, way: RunOptions) -> tuple[LineUpTrial, int, int]:
    """Play a line-up until the difference is known; also returns the games played and the workers."""
    from analyses.monitoring import look_at
    from tongits_sim.experiments.trials import QUANTITIES, TrialEstimates
    from tongits_sim.run.job import Looks

    level = 1 - ALPHA / family
    planned = max(1, job.deals // 4)

    def known(totals: TrialTotals) -> bool:
        return is_known(TrialEstimates(job, totals).gain(planned, level), margin)

    run = way.run(job, _folder(up.name), looks=Looks(look_at(job.deals), known))
    estimates = TrialEstimates(job, run.totals)
    gain = estimates.gain(planned, level)
    row = LineUpTrial(
        line_up=up.name,
        people=up.people,
        opponents=(up.player.label, up.player.label),
        deals=estimates.deals,
        differ=estimates.differing,
        gain=Estimate.of(gain),
        worth=worth(gain, margin) if estimates.differing else "close",
        play=tuple(_change(estimates, name) for name in QUANTITIES if name != "payout"),
    )
    return row, run.totals.games, run.workers


def _folder(name: str) -> str:
    return "".join(letter if letter.isalnum() else "-" for letter in name)


def _change(estimates: TrialEstimates, name: str) -> PlayChange:
    levels = estimates.level(name, 0), estimates.level(name, 1)
    return PlayChange(name, *levels, Estimate.of(estimates.change(name)))


def stopping_words(known: bool, margin: float) -> str:
    """How the trial stopped, in two sentences."""
    aim = f"until its gain was known, or known to lie within {margin:g} units a game"
    if not known:
        aim = f"to the last deal, and not every gain is known to within {margin:g} units a game"
    return f"Each line-up was played {aim}. The limits hold at every look, and for all line-ups together."


def _command_line(names: Sequence[str], player: Player, against: str, rules: str, deals: int, seed: int) -> str:
    """The command that tries it again; empty for a player from Python."""
    if not names:
        return ""
    parts = ["tongits try", *map(shlex.quote, names), rules.strip()]
    if player.full_spec != STRONGEST:
        parts += ["--player", shlex.quote(player.full_spec)]
    if against.strip():
        parts += ["--against", shlex.quote(against)]
    return " ".join(filter(None, [*parts, f"--deals {deals}", f"--seed {seed}"]))
