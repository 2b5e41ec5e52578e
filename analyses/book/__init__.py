"""Books: fitting limits to forks, making and finding the book of a rule set, and its words."""
