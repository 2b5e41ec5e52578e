"""The book of a rule set: limits for calls, challenges and the first meld, and a bot that plays by them."""
