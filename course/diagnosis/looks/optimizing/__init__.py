"""Gradients, optimizers, learning rates and their schedules, and the loop that steps."""
