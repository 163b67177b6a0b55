"""What the cells of a notebook import while it runs."""
