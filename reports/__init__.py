"""Tables and figures, and the page that holds them."""
