"""The counts of claims in a finished game, as metrics (`tongits_sim.designs.paired.metric`).

Each is a whole number for each game; `estimates.Sample` makes ratios and differences of their sums.
"""

from __future__ import annotations

from tongits_sim.designs.paired.metric import Metric
from tongits_sim.game.state import ENDING_TONGITS
from tongits_sim.jit import njit

EARLY = 5
"""Own turns that count as early."""
LOW = 5
"""Points that a caller with a low count has at most."""
_SET, _RUN = 1, 2


@njit
def decided(view, result):
    """1 if somebody won."""
    return 1 if result.winner >= 0 else 0


@njit
def short(view, result):
    """1 if nobody had more than EARLY turns."""
    return 1 if max(view.turns[0], view.turns[1], view.turns[2]) <= EARLY else 0


@njit
def early_melds(view, result):
    """Players with a first open meld in their first EARLY turns."""
    count = 0
    for seat in range(3):
        if 0 < view.first_open[seat] <= EARLY:
            count += 1
    return count


@njit
def early_winners(view, result):
    """1 if a player with an early meld won."""
    winner = result.winner
    return 1 if winner >= 0 and 0 < view.first_open[winner] <= EARLY else 0


@njit
def dealer_won(view, result):
    """1 if the dealer won."""
    return 1 if result.winner == result.dealer else 0


@njit
def right_won(view, result):
    """1 if the player to the dealer's right won."""
    return 1 if result.winner >= 0 and result.winner == (result.dealer + 1) % 3 else 0


@njit
def others_won(view, result):
    """1 if another player won."""
    return 1 if result.winner >= 0 and result.winner != (result.dealer + 1) % 3 else 0


@njit
def dealer_edge(view, result):
    """Twice what the dealer is paid less what the two others are, hundredths."""
    others = result.payout[(result.dealer + 1) % 3] + result.payout[(result.dealer + 2) % 3]
    return 2 * result.payout[result.dealer] - others


@njit
def low_calls(view, result):
    """1 if a draw was called with at most LOW points."""
    return 1 if result.caller >= 0 and result.counts[result.caller] <= LOW else 0


@njit
def low_calls_won(view, result):
    """1 if that caller won."""
    caller = result.caller
    return 1 if caller >= 0 and result.counts[caller] <= LOW and result.winner == caller else 0


@njit
def winners_points(view, result):
    """Points that the winner still holds."""
    return result.counts[result.winner] if result.winner >= 0 else 0


@njit
def forced(view, result):
    """1 if the winner ended the game: went out, or called the draw."""
    winner = result.winner
    return 1 if winner >= 0 and (result.ending == ENDING_TONGITS or result.caller == winner) else 0


@njit
def first_kind(view, seat):
    """Kind of a seat's first open meld: 1 a set, 2 a run; 0 without one."""
    for number in range(view.n_melds):
        if view.meld_owner[number] == seat and view.meld_kind[number] > 0:
            return view.meld_kind[number]
    return 0


@njit
def run_first(view, result):
    """Players with a run as their first open meld."""
    count = 0
    for seat in range(3):
        if first_kind(view, seat) == _RUN:
            count += 1
    return count


@njit
def run_first_won(view, result):
    """1 if a player with a run first won."""
    return 1 if result.winner >= 0 and first_kind(view, result.winner) == _RUN else 0


@njit
def set_first(view, result):
    """Players with a set as their first open meld."""
    count = 0
    for seat in range(3):
        if first_kind(view, seat) == _SET:
            count += 1
    return count


@njit
def set_first_won(view, result):
    """1 if a player with a set first won."""
    return 1 if result.winner >= 0 and first_kind(view, result.winner) == _SET else 0


@njit
def burned_losers(view, result):
    """Losers who were burned."""
    count = 0
    for seat in range(3):
        if result.winner >= 0 and seat != result.winner and result.burned[seat] > 0:
            count += 1
    return count


@njit
def burned_paid(view, result):
    """Payments of losers who were burned, hundredths."""
    paid = 0
    for seat in range(3):
        if result.winner >= 0 and seat != result.winner and result.burned[seat] > 0:
            paid -= result.payout[seat]
    return paid


@njit
def other_losers(view, result):
    """Losers who were not burned."""
    count = 0
    for seat in range(3):
        if result.winner >= 0 and seat != result.winner and result.burned[seat] == 0:
            count += 1
    return count


@njit
def other_paid(view, result):
    """Payments of losers who were not burned, hundredths."""
    paid = 0
    for seat in range(3):
        if result.winner >= 0 and seat != result.winner and result.burned[seat] == 0:
            paid -= result.payout[seat]
    return paid


_COUNTS = (
    *(decided, short, early_melds, early_winners, dealer_won, right_won, others_won, dealer_edge),
    *(low_calls, low_calls_won, winners_points, forced, run_first, run_first_won, set_first, set_first_won),
    *(burned_losers, burned_paid, other_losers, other_paid),
)
METRICS = tuple(Metric(count.__name__, count) for count in _COUNTS)
"""All of them, each named after its function."""
