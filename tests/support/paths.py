"""Paths of the project."""

from pathlib import Path

ROOT = Path(__file__).parent.parent.parent

QUICK = ROOT / "tests/support/quick"
"""For `PYTHONPATH`: a Python that starts with it imports `evaluate` without transformers' pipelines."""
