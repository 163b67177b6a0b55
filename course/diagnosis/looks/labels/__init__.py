"""Labels and targets: whether they are there, what they number, and what belongs to them."""
