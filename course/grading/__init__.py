"""Runs untrusted answers, judges the values that they hand over, and reports on a class."""
