"""Pages and sheets of answers: HTML, Markdown, PDF."""
