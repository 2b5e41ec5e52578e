"""Shows a comparison of bots on the same deals."""

from __future__ import annotations

import itertools
import shlex

from analyses.answers.comparison import ComparisonAnswer, PairRow, RankingRow
from analyses.compare import matrix_figure, ranking_figure
from analyses.money import unit_name
from analyses.presentation import (
    Finding,
    Screen,
    Table,
    columns,
    earned,
    earnings,
    join_and,
    moved,
    paid,
    paid_exactly,
    share,
    sure,
)
from reports.questions.simulate import channel_table, share_table
from tongits_sim.experiments.batch_answer import leaves_out_jackpot, rules_words
from tongits_sim.records.schema import lettered
from tongits_sim.run.answers import Estimate, mean_of
from tongits_sim.run.numbers import p_words, played_words

MAX_AT_A_TABLE = 3
MAX_ROWS = 12  # on the screen; more under --full


def title(answer: ComparisonAnswer) -> str:
    return "Which bot is best?"


def screen(answer: ComparisonAnswer) -> Screen:
    table = players(answer)
    hidden = len(table.rows) - MAX_ROWS
    table.rows = table.rows[:MAX_ROWS]
    more = f"The {hidden} others, pairs, ratings: --full" if hidden > 0 else "Pairs, p values, seats: --full"
    if leaves_out_jackpot(answer.knobs, answer.match_games):
        more = f"Without the jackpot; with it: --match-games 20   {more}"
    ahead = "Ahead: games until it leads the next one in 19 of 20 sessions." if answer.leads else ""
    last = company(answer) or confirmed(answer) or ahead
    failed = [f"{bot.player} failed and is left out." for bot in answer.left_out]
    notes = [
        text
        for text in (*failed, left(answer), against(answer), last, rules_words(answer.rules, answer.knobs), more)
        if text
    ]
    return Screen(heading(answer), headline(answer), [table], notes)


def heading(answer: ComparisonAnswer) -> str:
    """The first line of the screen: rules, players, deals, seed."""
    unit = "deals" if answer.match_games == 1 else f"matches of {answer.match_games:,} games"
    where = "at every table in every seating" if len(answer.players) > MAX_AT_A_TABLE else "in every seating"
    return f"{answer.rules} · {len(answer.players)} players {where} · {answer.deals:,} {unit} · seed {answer.seed}"


def headline(answer: ComparisonAnswer) -> str:
    """Say which bot is best; if that is not sure, name the candidates."""
    best, *others = answer.ranking
    doubtful = [
        row.player for row in others if not row.left_after and not is_decided(answer.pair(best.player, row.player))
    ]
    if doubtful:
        return f"{join_and([best.player, *doubtful])} are too close to call after {answer.deals:,} {_deals(answer)}."
    diff = answer.pair(best.player, others[0].player).diff
    return f"{best.player} is the best: {earned(diff, False)} {unit_name()} a game ahead of {others[0].player}."


def _deals(answer: ComparisonAnswer) -> str:
    return "deals" if answer.match_games == 1 else "matches"


def is_decided(row: PairRow) -> bool:
    """Return True if a sentence may say which of two players is better."""
    return row.verdict != "inconclusive" and sure(row.diff)


def players(answer: ComparisonAnswer) -> Table:
    """A row for each player, the best first, and the house if it takes fees."""
    rows = list(answer.ranking)
    units = dict(zip([row.player for row in rows], earnings(row.payout for row in rows), strict=True))
    cells = {
        "player": lambda row: row.player,
        f"{unit_name()} a game": lambda row: units[row.player],
        "wins": lambda row: share(row.wins),
        "sunog": lambda row: share(row.sunog),
        "challenges won": lambda row: share(row.challenges_won),
    }
    if answer.baseline:
        del cells["challenges won"]
        cells[f"more than {answer.baseline}"] = _to_baseline
    if any(row.left_after for row in rows):
        del cells["challenges won"]
        cells["left after"] = _left_after
        cells["then behind"] = lambda row: _behind(row, rows[0])
    if answer.leads:
        cells["ahead of the next"] = lambda row: ahead(answer, row.player)
    table = columns("players", "What each player earns", rows, cells)
    if answer.house is not None:
        table.rows = [*table.rows, ["house", earned(answer.house.income), *[""] * (len(cells) - 2)]]
    return table


def _to_baseline(row: RankingRow) -> str:
    return "" if row.diff_to_baseline is None else moved(row.diff_to_baseline)


def _behind(row: RankingRow, best: RankingRow) -> str:
    """How much a player that left surely earns less than another, named unless it is the best."""
    diff = row.diff_when_left
    if diff is None or diff.ci95 is None:
        return ""
    low, high = diff.ci95
    whom = "" if row.left_behind == best.player else f" {row.left_behind}"
    return f"{earned(Estimate(-mean_of(diff), (-high, -low)), False)}{whom}"


def ahead(answer: ComparisonAnswer, player: str) -> str:
    """After how many games a player leads the next player, within the interval; empty if that was not counted."""
    for row in answer.leads:
        if row.a == player:
            soonest, latest = row.between
            if latest is None:
                return f"{_about(soonest)} games or more"
            return f"{_about(soonest)}–{_about(latest)} games"
    return ""


def _about(games: int) -> str:
    """A number of games, to two digits."""
    return f"{float(f'{games:.2g}'):,.0f}"


def against(answer: ComparisonAnswer) -> str:
    """Name the pairs of neighbours that are too close to call; the headline speaks of the best player's."""
    pairs = itertools.pairwise([row.player for row in answer.ranking[1:MAX_ROWS]])
    close = [f"{first} and {second}" for first, second in pairs if not is_decided(answer.pair(first, second))]
    return f"Too close to call: {'; '.join(close)}. More deals may tell: --deals" if close else ""


def left(answer: ComparisonAnswer) -> str:
    """A sentence on the players who left early, and how sure that is; empty if nobody left."""
    number = sum(row.left_after is not None for row in answer.ranking)
    if not number:
        return ""
    who = "One bot" if number == 1 else f"{number} bots"
    return f"{who} left early, surely not the best (at 95 % for all together). The others played on against everybody."


def company(answer: ComparisonAnswer) -> str:
    """A sentence for a pair in which the better player earns less against two of the worse than a third copy of the
    worse would earn, or the worse player earns more than a third copy of the better.

    Three copies of a bot lose the fees of the house, so a third of the fees is added to what the other player earns.
    """
    fee = 0.0 if answer.house is None else mean_of(answer.house.income) / MAX_AT_A_TABLE
    for row in filter(is_decided, answer.pairs):
        better, worse = (row.a, row.b) if row.verdict == "better" else (row.b, row.a)
        for single, double, sign in ((better, worse, 1), (worse, better, -1)):
            payout = _alone(answer, single, double)
            if payout is not None and payout.ci95 is not None:
                more = Estimate(mean_of(payout) + fee, (payout.ci95[0] + fee, payout.ci95[1] + fee))
                if sign * mean_of(more) < 0 and sure(more):
                    return (
                        f"One {single} against two {double} earns {'less' if sign > 0 else 'more'} "
                        f"than a third {double} would."
                    )
    return ""


def _alone(answer: ComparisonAnswer, single: str, double: str) -> Estimate | None:
    for row in answer.tables:
        if row.player == single and sorted(row.table.split(" / ")) == sorted([single, double, double]):
            return row.payout
    return None


def confirmed(answer: ComparisonAnswer) -> str:
    """How many verdicts other deals confirm; empty if no other deals were played."""
    confirm = answer.confirm
    return (
        "" if confirm is None else f"Other deals (seed {confirm.seed}) confirm {confirm.agreed} of {confirm.of} pairs."
    )


def about(answer: ComparisonAnswer) -> list[str]:
    texts = [
        f"{answer.stopping.words} ± is half a 95 % interval; the deal with all its tables and seatings is its unit.",
        f"{len(answer.pairs)} pairs, corrected by Holm's method; a pair is decided beyond three standard errors.",
    ]
    if answer.variance_reduction is not None:
        texts.append(f"The same cards for all saved {1 - 1 / max(answer.variance_reduction, 1):.0%} of the games.")
    if answer.run.elapsed_s:
        now = round((answer.run.games_per_second or 0) * answer.run.elapsed_s)
        texts.append(played_words(answer.games_played, now, answer.run.elapsed_s) + ".")
    return texts


def command_line(answer: ComparisonAnswer) -> str:
    if answer.command_line is not None:
        return answer.command_line
    specs = {bot.player: bot.spec or bot.player for bot in answer.bots}
    names = " ".join(shlex.quote(specs.get(player, player)) for player in answer.players)
    parts = [f"tongits compare {names} {answer.rules_option} --deals {answer.deals_asked} --seed {answer.seed}"]
    parts += [f"--match-games {answer.match_games}"] if answer.match_games > 1 else []
    parts += ["--all-triples"] if answer.all_triples else []
    parts += [f"--baseline {shlex.quote(answer.baseline)}"] if answer.baseline else []
    stopping = answer.stopping
    parts += {"fixed": [], "monitor": ["--monitor"], "within": [f"--within {stopping.width}"]}[stopping.mode]
    return " ".join([*parts, "--confirm"] if answer.confirm else parts)


# --- all numbers ---


def tables(answer: ComparisonAnswer) -> list[Table]:
    parts = (players, standings, pairs, shares, channels, places, matrix, per_table)
    return [table for table in (part(answer) for part in parts) if table.rows]


def _left_after(row: RankingRow) -> str:
    return f"{row.left_after:,}" if row.left_after else ""


def _to_best(row: RankingRow) -> str:
    return earned(row.diff_to_best) if row.rank > 1 else "best"


def _ranks(row: RankingRow) -> str:
    """The ranks that the bot may have: `2`, `1 to 3`."""
    return " to ".join(map(str, dict.fromkeys(row.rank_ci95 or ())))


def _rating(row: RankingRow) -> str:
    return "" if row.rating is None else earned(row.rating, False)


def standings(answer: ComparisonAnswer) -> Table:
    """The ranks, with the standard deviation of a game and the difference to the best player."""
    first = answer.ranking[0]
    cells = {
        "player": lambda row: row.player,
        "swing": lambda row: paid_exactly(row.payout_sd),
        "to the best": _to_best,
    }
    if first.rank_ci95 is not None:
        cells["rank, 95 %"] = _ranks
    if len(answer.players) > MAX_AT_A_TABLE and first.rating is not None:
        cells["rating"] = _rating
    note = (
        "Swing: standard deviation of the payout of one game. The best was picked on the same games: differences to it "
        "tend to be exaggerated."
    )
    if "rating" in cells:
        note += " Rating: from games won, 1500 the mean; 400 points more win ten times as often at the same table."
    return columns("standings", "Ranks", answer.ranking, cells, note=note)


def pairs(answer: ComparisonAnswer) -> Table:
    """The difference of every two players, with its corrected p-value."""
    cells = {
        "player": lambda row: row.a,
        "than": lambda row: row.b,
        "earns more": lambda row: moved(row.diff),
        "p (Holm)": lambda row: p_words(row.p_holm),
    }
    if answer.confirm:
        cells["other deals"] = lambda row: paid_exactly(row.diff_confirm, True)
    return columns("pairs", "All pairs, on the same deals", answer.pairs, cells, 2)


def shares(answer: ComparisonAnswer) -> Table:
    """Shares of games by player: won, second, burned, called, challenged."""
    names = ("wins", "second", "sunog", "calls", "calls_won", "challenges", "challenges_won")
    parts = [(row.player, [getattr(row, name) for name in names]) for row in answer.ranking]
    return share_table([[player, *map(share, shares_of)] for player, shares_of in parts])


def channels(answer: ComparisonAnswer) -> Table:
    """Units won and lost a game by player and ending."""
    cells: dict[tuple[str, str, str], str] = {
        (row.player, row.way, row.ending): paid(row.units, True) for row in answer.channels
    }
    return channel_table(cells, {row.ending for row in answer.channels if row.units.mean})


def places(answer: ComparisonAnswer) -> Table:
    """Units a game by seat, as dealer and not as dealer."""
    names = list(dict.fromkeys(row.place for row in answer.places))
    rows = [
        [player, *earnings(row.payout for row in answer.places if row.player == player)]
        for player in dict.fromkeys(row.player for row in answer.places)
    ]
    note = "The first dealer of a deal is drawn at random, so seats differ only by chance; dealing does not."
    return Table("places", "Seats and dealer", ["player", *map(lettered, names)], rows, note=note)


def matrix(answer: ComparisonAnswer) -> Table:
    """Units a game of each player against each other player."""
    cells = {(row.player, row.opponent): row for row in answer.matrix}
    names = [row.player for row in answer.ranking]
    rows = [
        [name, *(paid(cells[name, rival].payout, True) if (name, rival) in cells else "–" for rival in names)]
        for name in names
        if cells
    ]
    note = "Units a game of the row's player where the column's player sits at the table."
    return Table("matrix", "Payoff by opponent", ["player", *names], rows, note=note)


def per_table(answer: ComparisonAnswer) -> Table:
    """Payoff at each table of three, for small fields; the JSON has every table."""
    few = 1 < len({row.table for row in answer.tables}) <= 10
    cells = {
        "table": lambda row: row.table,
        "player": lambda row: row.player,
        f"{unit_name()} a game": lambda row: paid(row.payout, True),
    }
    return columns("tables", "Each table", answer.tables if few else (), cells, 2)


def findings(answer: ComparisonAnswer) -> list[Finding]:
    """What each player earns; by opponent, if several tables were played."""
    every = [Finding("forest", "What each player earns", headline(answer), ranking_figure(answer))]
    if answer.matrix and len(answer.players) > MAX_AT_A_TABLE:
        text = "Payoff of the row's player against the column's; blue: gain, orange: loss; grey: not sure."
        every.append(Finding("heat", "Payoff by opponent", text, matrix_figure(answer)))
    return every
