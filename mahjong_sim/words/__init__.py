"""The words of answers: a module for each command, and words that several questions use."""

KINDS = {"analyze": ""}
"""The types of the answers of mahjong's own commands, by command."""
WORDS = (
    ("tiles from waiting", "how many tiles a hand lacks until one more would complete it"),
    ("chow, pung, kang", "a run of three; three and four equal tiles"),
    ("bahay", "a meld: five of them and a pair win"),
    ("siete pares", "seven pairs and a pung"),
)
"""Words of the game, and their meanings."""
RULE_WORDS = (
    ("mano", "the dealer, who has the seventeenth tile and begins"),
    ("bunot", "a win by draw: all pay double"),
    ("jai alai", "a pot that the first with enough markers takes"),
)
"""Words for people who set the rules."""
