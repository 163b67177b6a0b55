"""Paths of the project."""

from pathlib import Path

ROOT = Path(__file__).parent.parent.parent
