"""The data of the prices: adverts for used things, each with its price in euros.

What each thing costs, and how much its state adds, is drawn, so that nothing but the training examples tells it.
"""

from __future__ import annotations

from collections.abc import Mapping
from random import Random

OPENINGS = ("for sale", "i sell my", "to a good home", "no longer needed", "must go this week")
THINGS = (
    *("bicycle", "camera", "piano", "guitar", "sofa", "tent"),
    *("laptop", "watch", "drone", "boat", "carpet", "clock"),
)
STATES = ("like new", "in good state", "with scratches", "to be repaired")
CLOSINGS = ("please call", "only in cash", "pick it up on sunday", "no swaps", "ask for pictures")
STEP = 100
"""The prices are multiples of this many euros."""
NEAR = 0.1
"""A prediction is near a price if it is off by less than this share of it."""
SIZES = {"train": 480, "validation": 160, "test": 160}

Row = Mapping[str, str | int]


def words() -> list[str]:
    """Every word of an advert, in order of the alphabet."""
    texts = (*OPENINGS, *THINGS, *STATES, *CLOSINGS, ",")
    return sorted({word for text in texts for word in text.split()})


def draw_splits(rng: Random) -> dict[str, list[Row]]:
    """Draw what each thing costs and what each state adds, and adverts for each split of SIZES."""
    prices = dict(zip(THINGS, rng.sample(range(5, 5 + len(THINGS)), len(THINGS)), strict=True))
    added = dict(zip(STATES, rng.sample(range(len(STATES)), len(STATES)), strict=True))
    return {split: [_row(rng, prices, added) for _ in range(size)] for split, size in SIZES.items()}


def _row(rng: Random, prices: Mapping[str, int], added: Mapping[str, int]) -> Row:
    thing = rng.choice(THINGS)
    state = rng.choice(STATES)
    text = " , ".join([rng.choice(OPENINGS), f"{thing} {state}", rng.choice(CLOSINGS)])
    return {"text": text, "price": STEP * (prices[thing] + added[state])}
