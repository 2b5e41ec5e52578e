"""The arguments of a custom payout: a function `pay(game, units)` in a Python file, which rules name.

    from tongits_sim.payout import TONGITS

    def pay(game, units):
        "Tongits without a discard pays 5 more."
        if game.ending == TONGITS:
            ...

`units` has four numbers: what seats 0, 1 and 2 win (less than 0: pay), and at `HOUSE` what the house wins (0 unless
the function, or one that it calls, names `HOUSE`). The knobs set them first (base, sunog and bonuses, R14), and they
add up to 0. The function changes them and nothing else, and returns nothing. They must add up to 0 again, exact to a
hundredth: round what one seat pays, `round(amount, 2)`, and give another the same amount. Pot, sagasa, jackpot and fees
are paid separately (R5.3, R15). Numba compiles the function, which is called once a game and may use numbers, the
fields of `game` and compiled functions, but no random numbers.

Fields of `game`; fields marked * have a value for each seat, `game.burned[seat]`:

    ending          TONGITS, DRAW (a call nobody challenged), CHALLENGE, STOCK_OUT, SPREAD or VOID
    winner          the seat, -1 in a void game
    caller          the seat that called, -1 if nobody called
    dealer, turns, number       the seat; turns of all players; number of the game in its match, from 0
    challenged*, folded*        1 if the seat did so after a call
    counts*         points left over (R3)
    burned*         1 if the seat is burned (R13)
    aces*, kings*, queens*, jacks*      in the hand and among cards that the seat put into its own melds (R14.3)
    cards*          all these cards as bits: card 16 * suit + rank, from the ace of clubs
    melds*          melds on the table, and melds that a Tongits or a spread shows from the hand, in longest runs
    open_melds*     open melds on the table
    secret_sets*, secret_runs*  face-down sets or runs; and in the hand ranks with all four cards, or stretches of at
                    least `secrets.run_min` cards of a suit (without jokers and taken cards)
    sapaws*         cards added to melds on the table
    wins            the winner's wins in a row, including this game; a jackpot ends a row
    pot, jackpot    units staked on this game; units in the jackpot, including this game's stakes
"""

from tongits_sim.game.state import ENDING_CHALLENGE as CHALLENGE
from tongits_sim.game.state import ENDING_DRAW as DRAW
from tongits_sim.game.state import ENDING_SPREAD as SPREAD
from tongits_sim.game.state import ENDING_STOCK_OUT as STOCK_OUT
from tongits_sim.game.state import ENDING_TONGITS as TONGITS
from tongits_sim.game.state import ENDING_VOID as VOID
from tongits_sim.game.state import HOUSE

__all__ = ["CHALLENGE", "DRAW", "HOUSE", "SPREAD", "STOCK_OUT", "TONGITS", "VOID"]
