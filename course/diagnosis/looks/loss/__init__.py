"""What the loss is computed from, and whether it fits the outputs."""
