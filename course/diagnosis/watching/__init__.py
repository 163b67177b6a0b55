"""Watches a program while it trains, and turns what lives in it into facts."""
