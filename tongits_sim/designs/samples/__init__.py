"""Games in which a seat's options at some decisions are played on: a row of what it saw and what an option gained."""
