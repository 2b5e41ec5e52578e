"""The claims, each with its source, the question it becomes, and the numbers that bear it out.

Every claim is somebody's: it has a page as its source, or the words "heard at tables".
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass

from analyses.claims.estimates import Sample, more_losses, more_wins, payoff_lead, shifted, won_against_two
from tongits_sim.designs.tournament.estimates import TournamentRun
from tongits_sim.stats import Interval

HEARD = "heard at tables"
BOLD, TIMID = "greedy(call_at=130, challenge_at=30)", "greedy(call_at=15, challenge_at=10)"
"""Two styles."""
WATCHED = ("solved", "deep", "expert", "greedy", BOLD, TIMID)
"""The bots of the watched tables, three copies of one at each: a claim must hold at all of them."""


@dataclass(frozen=True)
class Source:
    """The source of a claim: the title of a page, its publisher, and its date."""

    title: str
    publisher: str
    date: str = "undated"

    @property
    def words(self) -> str:
        """An entry in a list of sources."""
        return f"{self.title}; {self.publisher}; {self.date}"


@dataclass(frozen=True)
class Counted:
    """A number that needs no game: counted, with the reason."""

    number: Callable[[], float]
    reason: str


@dataclass(frozen=True)
class Watched:
    """A number of the games of three equal players, each of `WATCHED` in turn."""

    number: Callable[[Sample], Interval]


@dataclass(frozen=True)
class Duel:
    """A number of two bots who play each other, with either of them in the third seat, for each of some pairs."""

    pairs: tuple[tuple[str, str], ...]
    number: Callable[[TournamentRun], Interval]


@dataclass(frozen=True)
class Unsaid:
    """Why no question decides it."""

    reason: str


@dataclass(frozen=True)
class Claim:
    """A claim.

    Attributes:
        key: its name, a word or two.
        says: the claim, a sentence.
        source: its source; None if it is heard at tables.
        asked: the question it becomes.
        unit: of the number.
        low, high: the claim is true if the number lies between them; None: no bound.
        ask: how to get the number.
        remark: a remark on the verdict; may be empty.
    """

    key: str
    says: str
    source: Source | None
    asked: str
    unit: str
    ask: Counted | Watched | Duel | Unsaid
    low: float | None = None
    high: float | None = None
    remark: str = ""

    @property
    def where(self) -> str:
        """The source in words."""
        return HEARD if self.source is None else self.source.words


TOLERANCE = 0.25
"""A number is about right within this part of it."""


CLAIMS = (
    Claim(
        "early meld",
        "Whoever lays the first meld within five draws wins.",
        None,
        "Of the players who lay their first open meld within their first five turns, more than half win.",
        "% of them win",
        Watched(lambda games: games.ratio(("early_winners", "early_melds"), 100)),
        low=50,
    ),
    Claim(
        "dealer wins",
        "The dealer always wins.",
        None,
        "The dealer wins more than half of the games.",
        "% of games won by the dealer",
        Watched(lambda games: games.ratio(("dealer_won", "decided"), 100)),
        low=50,
    ),
    Claim(
        "hitter",
        "It is always an advantage to be the hitter, who acts first and gets an extra card.",
        Source("About Tongits", "tongits.net"),
        "The dealer earns more than the mean of the two others.",
        "units a game more",
        Watched(lambda games: games.mean("dealer_edge", 0.005)),
        low=0,
    ),
    Claim(
        "dealer's right",
        "Whoever sits to the dealer's right wins about 12 % more than the others.",
        Source(
            "Mastering Card Tongits: a step-by-step guide to winning strategies and game rules", "leny-equities.com"
        ),
        "The player to the dealer's right wins 9 to 15 % more games than the mean of the two others.",
        "% more wins",
        Watched(lambda games: shifted(games.ratio(("right_won", "others_won"), 200), -100)),
        low=(1 - TOLERANCE) * 12,
        high=(1 + TOLERANCE) * 12,
    ),
    Claim(
        "five moves",
        "About 70 % of games are won or lost in the first five moves.",
        Source("How to master Card Tongits: essential strategies for winning every game", "nri-lawyers.com"),
        "In 53 to 88 % of the games nobody has a sixth turn: only then is a game certainly decided by then.",
        "% of games",
        Watched(lambda games: games.mean("short", 100)),
        low=(1 - TOLERANCE) * 70,
        high=(1 + TOLERANCE) * 70,
    ),
    Claim(
        "low calls",
        "Calling with 5 points or less wins about 67 % of the time.",
        Source("Learn Card Tongits: a step-by-step guide to mastering this popular card game", "huskertalk.net"),
        "Of the draws that are called with a count of at most 5, the caller wins 50 to 84 %.",
        "% of such calls won",
        Watched(lambda games: games.ratio(("low_calls_won", "low_calls"), 100)),
        low=(1 - TOLERANCE) * 67,
        high=(1 + TOLERANCE) * 67,
    ),
    Claim(
        "winning hand",
        "The average winning hand still holds about 4.7 points.",
        Source("Mastering Card Tongits: a step-by-step guide to winning strategies and rules", "kinoface.com"),
        "The winner's count at the end is 3.5 to 5.9 points on average.",
        "points",
        Watched(lambda games: games.ratio(("winners_points", "decided"))),
        low=(1 - TOLERANCE) * 4.7,
        high=(1 + TOLERANCE) * 4.7,
    ),
    Claim(
        "forcing",
        "About 60 % of winning hands come from players who force the action.",
        Source("Master the card game Tongits: essential strategies and winning tips for beginners", "crackwolf.com"),
        "In 45 to 75 % of the games won, the winner ended the game himself: went out, or called the draw.",
        "% of games won",
        Watched(lambda games: games.ratio(("forced", "decided"), 100)),
        low=(1 - TOLERANCE) * 60,
        high=(1 + TOLERANCE) * 60,
    ),
    Claim(
        "runs first",
        "Complete sequences before sets.",
        Source("Mastering card game Tongits: top 5 strategies to win and dominate every match", "adkodex.com"),
        "None: it is advice, and no bot chooses between a run and a set with the same cards.",
        "",
        Unsaid(
            "Which first meld winners had can be watched, but not what the other choice with the same cards would have "
            "brought: winning hands differ from losing ones in more than that."
        ),
    ),
    Claim(
        "burn",
        "To be burned is often the harshest loss in the game.",
        Source("Tongits burn (sunog) explained: rules, penalties and how to avoid getting burnt", "tongitshub.com"),
        "A loser who is burned pays more, on average, than a loser who is not.",
        "units a game more",
        Watched(lambda games: games.difference(("burned_paid", "burned_losers"), ("other_paid", "other_losers"), 0.01)),
        low=0,
    ),
    Claim(
        "tracking, 48 %",
        "Players who track the discards win 48 % more often than those who do not.",
        Source("Card Tongits strategy guide: master winning techniques and game rules", "bccxgenesis.net"),
        "The bot that remembers every card and discards by it (counter) wins at least 36 % more often than greedy.",
        "% more wins",
        Duel((("counter", "greedy"),), more_wins),
        low=(1 - TOLERANCE) * 48,
        remark="Relative: of its own wins. Not all of it is memory: counter also weighs its discards otherwise.",
    ),
    Claim(
        "tracking helps",
        "Not tracking the discard pile is a mistake.",
        Source("Top 5 mistakes to avoid when playing Tongits", "telegram-bt.com"),
        "The bot that remembers every card and discards by it (counter) earns more than greedy, who does neither.",
        "units a game more",
        Duel((("counter", "greedy"),), payoff_lead),
        low=0,
        remark="Not all of it is memory: counter also weighs its discards otherwise.",
    ),
    Claim(
        "never above 40",
        "Never call a draw above 40.",
        None,
        "Greedy that never calls with more than 40 points earns more than greedy that calls with any hand, however "
        "readily all of them challenge.",
        "units a game more",
        Duel(
            tuple(
                (f"greedy(call_at=40, challenge_at={at})", f"greedy(call_at=130, challenge_at={at})")
                for at in (24, 35, 45, 60)
            ),
            payoff_lead,
        ),
        low=0,
        remark="It turns with how readily the others challenge. Three solved ones hardly ever call with so many points "
        "where draws are called at the start of a turn, as they are here, and bluff where they are called at its end "
        "(findings.md, 2).",
    ),
    Claim(
        "hold the melds",
        "Winning players hold their melds back.",
        Source("Mastering Card Tongits: a step-by-step guide to winning strategies and game rules", "bccxgenesis.net"),
        "Turtle, who lays as late as it can and is otherwise greedy, earns more than greedy, who lays at once.",
        "units a game more",
        Duel((("turtle", "greedy"), ("hunter", "greedy")), payoff_lead),
        low=0,
        remark="Turtle and hunter hold all melds, until late. To hold the first one as long as nobody else has one is "
        "another question, with another answer (findings.md, 5).",
    ),
    Claim(
        "68 % of games",
        "Winners keep a win rate of about 68 to 72 % over 100 matches.",
        Source("Master the rules of Tongits card game and win every match with ease", "teraicafe.com"),
        "One player beside two weaker ones wins at least 68 % of its games.",
        "% of its games",
        Duel((("expert", "greedy"), ("solved", "expert"), ("deep", "greedy"), (BOLD, TIMID)), won_against_two),
        low=68,
    ),
    Claim(
        "three of a suit",
        "Three cards of one suit in the deal raise the chance to win by nearly 38 %.",
        Source("How to play Card Tongits: a complete beginner's guide and rules", "sharpeimylove.com"),
        "How many hands of 12 have three cards of one suit?",
        "% of hands",
        Counted(
            lambda: 100.0 if math.ceil(12 / 4) >= 3 else 0.0,
            "Twelve cards of four suits always hold three of one: every hand has them, so they raise nothing.",
        ),
        high=99,
    ),
    Claim(
        "3.7 % a draw",
        "The probability of drawing a given card stays at about 3.7 % at every draw.",
        Source("How to master Card Tongits and win every game you play", "bccxgenesis.net"),
        "The chance that the next card of the stock is a given unseen one, at the first draw of a game: the player has "
        "seen its own 12 cards and a discard.",
        "%",
        Counted(
            lambda: 100 / (52 - 12 - 1),
            "It is one in the cards not seen: one in 39 at the first draw, and more with every card that is shown, so "
            "that it stays nowhere.",
        ),
        low=(1 - TOLERANCE) * 3.7,
        high=(1 + TOLERANCE) * 3.7,
    ),
    Claim(
        "80 % more losses",
        "Passive players lose about 80 % more often than those who take risks early.",
        Source("Master Tongits strategies to win every game and dominate your opponents", "mekinatural.com"),
        "A passive player loses 60 to 100 % more games than a bold one at the same tables.",
        "% more games lost",
        Duel((("hunter", "caller"), (TIMID, BOLD), ("turtle", "greedy"), ("folder", "expert")), more_losses),
        low=(1 - TOLERANCE) * 80,
        high=(1 + TOLERANCE) * 80,
    ),
    Claim(
        "hesitation",
        "Whoever takes 2.3 seconds to choose between stock and discard holds two cards of a suit, with 78 % accuracy.",
        Source("Mastering Card Tongits: a step-by-step guide to winning strategies and rules", "bccxgenesis.net"),
        "None: bots do not hesitate.",
        "",
        Unsaid(
            "It is about people and their time, which no bot has. Whoever holds twelve cards holds two of some suit, "
            "and so the guess is right whatever the time."
        ),
    ),
    Claim(
        "discards decide",
        "About 68 % of wins come from strategic discards rather than perfect draws.",
        Source("Mastering Card Tongits: a step-by-step guide to winning strategies and rules", "sharpeimylove.com"),
        "None: a win has no share that comes from its discards.",
        "",
        Unsaid(
            "Every game is won with draws and discards both. What a way of discarding is worth can be measured, as in "
            "*tracking helps*; wins cannot be divided."
        ),
    ),
)
"""All of them, in the order of the page."""
