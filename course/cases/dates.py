"""The data of the dates: each is written in plain words, and in a code with a word for the day, the month, and the year.

Which code word stands for what is drawn, so that nothing but the training examples tells it.
"""

from __future__ import annotations

from collections.abc import Mapping
from random import Random

OPENINGS = ("on", "since", "until", "from")
DAYS = tuple(str(day) for day in range(1, 29))
MONTHS = (
    *("january", "february", "march", "april", "may", "june"),
    *("july", "august", "september", "october", "november", "december"),
)
YEARS = tuple(str(year) for year in range(2010, 2030))
CODES = tuple(
    start + ending
    for start in ("ba", "do", "fe", "gu", "ki", "lo")
    for ending in ("lan", "mir", "nos", "pek", "rul", "sef", "tam", "vix", "wob", "zar")
)
"""The words of the code: as many as there are days, months and years."""
WITHOUT_YEAR = 0.3
"""The share of dates that name no year."""
SIZES = {"train": 480, "validation": 160, "test": 160}

Row = Mapping[str, str]


def words() -> list[str]:
    """Every word of a date and of its code."""
    return [*OPENINGS, *DAYS, *MONTHS, *YEARS, *CODES]


def draw_splits(rng: Random) -> dict[str, list[Row]]:
    """Draw the code, and dates for each split of SIZES."""
    codes = dict(zip((*DAYS, *MONTHS, *YEARS), rng.sample(CODES, len(CODES)), strict=True))
    return {split: [_row(rng, codes) for _ in range(size)] for split, size in SIZES.items()}


def _row(rng: Random, codes: Mapping[str, str]) -> Row:
    date = [rng.choice(DAYS), rng.choice(MONTHS)]
    if rng.random() >= WITHOUT_YEAR:
        date.append(rng.choice(YEARS))
    code = " ".join(codes[word] for word in reversed(date))
    return {"date": " ".join([rng.choice(OPENINGS), *date]), "code": code}
