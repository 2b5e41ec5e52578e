"""The questions, one a file (methods: fork, never condition)."""
