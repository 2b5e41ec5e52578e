"""Games in which both answers to every call and every challenge are played on, counted by the cells of a profile."""
