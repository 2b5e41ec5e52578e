"""The page: its content and its form."""
