"""How the answer of `simulate` is presented."""

from __future__ import annotations

from analyses.words.parts import Finding, Table
from mahjong_sim.analyses.played import PlayedAnswer
from mahjong_sim.designs.answers import BatchAnswer
from reports.page.tables import share_cell
from tongits_sim.run.numbers import amount, between, decimals, half_width, known, percent, percent_known, played_words

ENDING_WORDS = {
    "void": "void: the wall ran out",
    "discard": "won by a discard",
    "bunot": "won by draw (bunot)",
    "robbed": "won by robbing a sagasa",
}


def headline(answer: PlayedAnswer) -> str:
    """Who earns most."""
    return words_of(batch_of(answer))[0]


def sentences(answer: PlayedAnswer) -> list[str]:
    """What mano makes, how much was played."""
    batch = batch_of(answer)
    return [*words_of(batch)[1:], closing(batch)]


def tables(answer: PlayedAnswer) -> list[Table]:
    """The players, what their hands are paid for, how games end."""
    batch = batch_of(answer)
    return [players_table(batch), hands_table(batch), endings_table(batch)]


def findings(answer: PlayedAnswer) -> list[Finding]:
    """No figures."""
    return []


def batch_of(answer: PlayedAnswer) -> BatchAnswer:
    """The answer itself."""
    assert isinstance(answer.played, BatchAnswer)
    return answer.played


def words_of(answer: BatchAnswer) -> list[str]:
    """The answer in plain sentences."""
    if answer.games == 0:
        return ["No game was finished."]
    dealer, limits = answer.dealer_summary, answer.dealer_summary.payout.ci95
    mano = (
        f"Mano (the dealer) wins {percent_known(dealer.wins.mean, dealer.wins.ci95)} of the games and makes "
        f"{amount(dealer.payout.mean, decimals(half_width(limits)))} units a game (95 % interval "
        f"{between(limits, decimals(half_width(limits)))})."
    )
    return [_leader(answer), mano]


def _leader(answer: BatchAnswer) -> str:
    leader = answer.leader
    if leader is None:
        return f"Four {answer.players[0]} players: what one wins the others lose."
    row = next(row for row in answer.players_summary if row.player == leader.player)
    limits = leader.lead.ci95
    digits = decimals(half_width(limits))
    earns = f"{amount(row.payout.mean, decimals(half_width(row.payout.ci95)))} units a game"
    if limits and limits[0] > 0:
        return (
            f"{leader.player} earns most, {earns}: {amount(leader.lead.mean, digits, sign=False)} more than "
            f"{leader.next} (95 % interval {between(limits, digits, sign=False)})."
        )
    return (
        f"Undecided: {leader.player} earned most, {earns}, but its lead over {leader.next} is not certain "
        f"(95 % interval {between(limits, digits)}). Play more games to decide."
    )


def closing(answer: BatchAnswer) -> str:
    """How fast it was played, and where it is saved."""
    who = "1 worker" if answer.workers == 1 else f"{answer.workers} workers"
    now = round((answer.games_per_second or 0) * answer.elapsed_s)
    speed = f"{played_words(answer.games, now, answer.elapsed_s)} with {who}." if now else "Nothing was left to play."
    return f"{speed} Saved in {answer.out}." if answer.out else speed


def players_table(answer: BatchAnswer) -> Table:
    """A row for each player."""
    rows = [
        [
            row.player if len(row.slots) == 1 else f"{row.player} ×{len(row.slots)}",
            known(row.payout.mean, row.payout.ci95),
            amount(row.payout_sd, 1, sign=False),
            share_cell(row.wins.mean, row.wins.ci95),
            *(share_cell(share) for share in (row.bunot_rate, row.discarded_rate, row.opened_rate)),
            amount(row.hand_mean, 2, sign=False),
        ]
        for row in answer.players_summary
    ]
    headings = ["Player", "Units a game", "Swing", "Wins, %", "By draw, %", "Gave it, %", "Opened, %", "A hand"]
    note = (
        "± is half a 95 % interval. Shares of all games; gave it: lost by an own discard. Swing: standard deviation of "
        "the payout of one game. A hand: units that a winning hand is worth."
    )
    return Table("players", "What each player earns", headings, rows, note=note)


def hands_table(answer: BatchAnswer) -> Table:
    """What the hands that were won are paid for."""
    players = answer.players_summary
    rows = [
        [item.replace("_", " "), *(share_cell(row.items[item]) for row in players)]
        for item in players[0].items
        if item != "win" and any(row.items[item] for row in players)
    ]
    headings = ["Paid for", *(f"{row.player}, %" for row in players)]
    return Table("items", "What hands are paid for", headings, rows, note="Shares of the hands won.")


def endings_table(answer: BatchAnswer) -> Table:
    """How games end."""
    rows = [[ENDING_WORDS[ending], percent(share)] for ending, share in answer.endings.items() if share]
    return Table("endings", "How games end", ["Ending", "Share"], rows, note=length_words(answer))


def length_words(answer: BatchAnswer) -> str:
    """How long a game is, and how much changes hands in it."""
    return f"A game lasts {answer.discards_per_game:.1f} discards; {answer.moved_per_game:.2f} units change hands."
