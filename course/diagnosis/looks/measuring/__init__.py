"""Evaluation and metrics, and what is chosen by them."""
