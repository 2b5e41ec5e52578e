"""The base of the questions that paired rollouts answer: cells, estimates, verdicts, words, figures, charts."""
