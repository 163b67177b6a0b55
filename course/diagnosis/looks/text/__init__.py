"""Looks that conclude from the text of a program alone, without what was seen when it ran."""
