"""Tries the claims of the page of findings (tools/findings.py).

    nice python -m tools.claims 20

Each sentence is that of a trial (`tongits try`); the command counts how often other cards give its verdict.
"""

from __future__ import annotations

import sys
import textwrap
from collections import Counter
from dataclasses import dataclass

import tongits_sim as ts
from analyses.answers.trial import TrialAnswer
from reports.questions.trial import headline
from tools.dealt_odds import table

SEED = 31
RULES = "pagat"


@dataclass(frozen=True)
class Claim:
    """A piece of advice about play, the habit that it recommends, and its source."""

    says: str
    habit: str  # as `tongits try` takes it
    source: str

    @property
    def command(self) -> str:
        return f"tongits try {self.habit} --rules {RULES} --seed {SEED}"

    def tried(self, seed: int = SEED, deals: int | None = None) -> TrialAnswer:
        """The trial; deals: the most at a line-up, if not the usual number."""
        if deals is None:
            return ts.try_habit(self.habit, RULES, seed=seed)
        return ts.try_habit(self.habit, RULES, seed=seed, deals=deals)


CLAIMS = (
    Claim("Hold your melds back.", "hold_meld", "bccxgenesis.net, winning strategies and game rules"),
    Claim("Lay your first meld early: it is safe.", "lay=first", "feedinco.com, Tongits strategy basics"),
    Claim("Call a draw only with a low hand.", "call_only_to=15", "webwargaming.com, a guide for beginners"),
    Claim("Call as soon as you may: most people fold.", "call_up_to=40", "table talk"),
    Claim("Fold to a call unless you are nearly sure.", "challenge_only_to=10", "table talk"),
    Claim("Throw high cards first.", "throw_first=faces", "webwargaming.com, as above"),
    Claim("Hold on to the middle cards.", "keep=middle", "texasductpros.net, 10 proven tips"),
    Claim("Never break a pair.", "keep=pairs", "table talk"),
    Claim("Do not take discards: they show your hand.", "take=never", "feedinco.com, as above"),
    Claim("Keep a card that fits an opponent's meld, to block his call.", "block", "table talk"),
)
VERDICT = {
    "pays": "True",
    "costs": "False",
    "depends": "It depends on the others",
    "close": "Makes no difference",
    "inconclusive": "Too close to call",
}
HEAD = """# Ten claims, tried

Pages and players give advice about Tongits. Each claim is a habit, and [`tongits try`](../how-to/try.md) tries it:
`trained`, the strongest bot of the program, plays with and without the habit in one seat, on the same deals, against
four kinds of opponents. *True* is a habit that gains at least 2 % of an average win against some of them and costs as
much against none, *false* the reverse; less than these 2 % makes no difference.

A *unit* is one chip of the house rules ([glossary](../reference/glossary.md)); ± is half of an interval, and the
intervals of a trial hold at every look and for all its opponents together. Rules are those of pagat, single games
without the jackpot. A habit that costs a strong player may help a beginner, and people do not play like bots: add
`--player greedy`, or your own rules. `python -m tools.findings` makes this page.
"""


ODDS = """## What is dealt

Exact odds of a hand as it is dealt, aces low (`python -m tools.dealt_odds`). Four of a kind may be laid face down as a
secret meld under most rules. Tongits on the first turn, all cards but the one that is thrown in melds, is as likely for
who draws from the stock as for the dealer; a discard that may be taken instead adds to it.
"""


def section(claim: Claim, tried: TrialAnswer) -> str:
    """A claim as it stands on the page."""
    text = f"**{claim.says}** *{VERDICT[tried.verdict]}.* {headline(tried)}"
    return f"{textwrap.fill(text, 120)}\n\n*Claim*: {claim.source}.\n\n```\n{claim.command}\n```\n"


def claims_page(deals: int | None = None) -> str:
    """The first half of the page: the claims, and what is dealt."""
    return "\n".join([HEAD, *(section(claim, claim.tried(deals=deals)) for claim in CLAIMS), ODDS, table()])


def print_seeds(count: int) -> None:
    """Try every claim with the seeds 1 to `count`, and print how often each verdict came."""
    for claim in CLAIMS:
        verdicts = Counter(claim.tried(seed).verdict for seed in range(1, count + 1))
        print(f"{claim.habit:22} {dict(verdicts)}", flush=True)


if __name__ == "__main__":
    print_seeds(int(sys.argv[1]))
