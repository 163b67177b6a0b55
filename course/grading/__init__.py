"""Runs answers that nobody vouches for, and judges them by what they hand over."""
