"""Builds the small checkpoints of the cases: models that a script can fine-tune within seconds on one core."""

from importlib import import_module
from pathlib import Path

DIRECTORY = Path(__file__).resolve().parent.parent.parent / "course" / "assets" / "cases"
CHECKPOINTS = ("dates", "prices", "steps", "tags", "tickets")
"""The modules of this package that build a checkpoint each."""


def build(seed: int) -> None:
    """Build every checkpoint, each into its directory below `course/assets/cases`."""
    for name in CHECKPOINTS:
        import_module(f"corpus.cases.{name}").build(DIRECTORY / name, seed)
        for path in (DIRECTORY / name).iterdir():
            # weights are written for their owner alone, and an answer runs as another user
            path.chmod(0o644)
