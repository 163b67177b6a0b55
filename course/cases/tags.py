"""The data of the tags: short messages with names in them, each the name of a person, a place, or a ship.

Which name is of which type is drawn, so that nothing but the training examples tells it. Some names stand in one message
only, and nobody can know their type: no model tags every word right.
"""

from __future__ import annotations

from collections.abc import Mapping
from random import Random

TAGS = ("O", "PERSON", "PLACE", "SHIP")
STARTS = (
    *("mar", "kel", "sun", "tor", "bel", "dan", "fen", "gor", "hal", "jin", "lom", "nor"),
    *("pel", "quin", "ras", "sil", "tam", "ul", "vin", "wes", "yar", "zet", "bor", "cam"),
)
"""The first pieces of the names that come up again and again."""
STRANGE_STARTS = ("dro", "eli", "fra", "gwe", "hug", "iva", "kri", "lud", "mik", "osk", "pia", "ros")
"""The first pieces of the names that stand in one message only."""
ENDINGS = ("ova", "bin", "dor", "ek", "una", "lis", "vor", "ti", "mond", "ster")
STRANGE = 0.2
"""The share of names that stand in one message only."""
MESSAGES = (
    "we heard of @",
    "today @ and @ again",
    "@ was in the news with @",
    "no news from @ , @ or @",
    "the letter names @ , @ , @ and @",
    "have you ever heard of @ ?",
    "now only @ and @ remain",
    "a report on @ came today",
    "please add @ , @ , @ , @ , @ and @ to the list of names in the letter",
)
"""An `@` stands in the place of a name of any type."""
SIZES = {"train": 480, "validation": 160, "test": 160}

Row = Mapping[str, list[str] | list[int]]


def words() -> list[str]:
    """Every word of a message that is no name, in order of the alphabet."""
    return sorted({word for message in MESSAGES for word in message.split()} - {"@"})


def draw_splits(rng: Random) -> dict[str, list[Row]]:
    """Draw the names and their types, and messages for each split of SIZES."""
    starts = rng.sample(STARTS, len(STARTS))
    types = range(1, len(TAGS))
    names = [(_name(rng, start), types[place % len(types)]) for place, start in enumerate(starts)]
    return {split: [_row(rng, names) for _ in range(size)] for split, size in SIZES.items()}


def _row(rng: Random, names: list[tuple[str, int]]) -> Row:
    words = []
    tags = []
    for word in rng.choice(MESSAGES).split():
        name, tag = word, 0
        if word == "@":
            name, tag = rng.choice(names)
            if rng.random() < STRANGE:
                name, tag = _name(rng, rng.choice(STRANGE_STARTS)), rng.randrange(1, len(TAGS))
        words.append(name)
        tags.append(tag)
    return {"words": words, "tags": tags}


def _name(rng: Random, start: str) -> str:
    return start + "".join(rng.sample(ENDINGS, rng.choice((1, 2))))
