"""The same deals under several arms - rules, or bots, that differ - and exact sums of paired moments."""
