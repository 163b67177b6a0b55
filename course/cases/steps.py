"""The data of the steps: what is made, where, and the steps of making it, from the first to the last.

Which step follows which, and which one is the last, is drawn, so that nothing but the training examples tells it.
"""

from __future__ import annotations

from collections.abc import Mapping
from random import Random

END = "</s>"
"""The token that ends a text."""
THINGS = ("paper", "soap", "bread", "glass", "paint", "cheese", "rope", "ink", "wool", "glue", "wax", "clay")
PLACES = (
    "at home",
    "in school",
    "in a big factory",
    "in the kitchen",
    "outside",
    "with friends",
    "on a farm",
    "by hand",
    "in a small town",
    "today",
)
STEPS = (
    *("heat", "stir", "cool", "pour", "rinse", "soak", "scrub", "dry", "press", "cut", "fold", "weigh"),
    *("mix", "grind", "sift", "boil", "strain", "shake", "roll", "stretch", "twist", "brush", "pack", "seal"),
    *("sort", "peel", "crush", "spread", "scrape", "melt", "freeze", "wrap", "hang", "beat", "turn", "rest"),
)
LENGTHS = (3, 4, 4, 4, 5, 5, 5, 6)
"""The numbers of steps in the procedures; each step belongs to one of them."""
SIZES = {"train": 480, "validation": 160, "test": 160}

Row = Mapping[str, str]


def words() -> list[str]:
    """Every word of a text, in order of the alphabet."""
    return sorted({word for text in (*THINGS, *PLACES, *STEPS, ":") for word in text.split()})


def draw_splits(rng: Random) -> dict[str, list[Row]]:
    """Draw which steps follow one another, and texts for each split of SIZES."""
    left = iter(rng.sample(STEPS, len(STEPS)))
    procedures = [[next(left) for _ in range(length)] for length in LENGTHS]
    return {split: [_row(rng, procedures) for _ in range(size)] for split, size in SIZES.items()}


def _row(rng: Random, procedures: list[list[str]]) -> Row:
    first, *others = rng.choice(procedures)
    return {"prompt": f"{rng.choice(THINGS)} {rng.choice(PLACES)} : {first}", "steps": " ".join(others)}
