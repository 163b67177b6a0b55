"""Rows and columns, splits, batches, their order, and the scale of numbers."""
