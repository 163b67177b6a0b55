"""The data of the tickets: letters to a shop, each to be sent to the desk that looks after its product.

Which desk looks after which product is drawn, so that nothing but the training examples tells it.
"""

from __future__ import annotations

from collections.abc import Mapping
from random import Random

from course.cases.draws import draw_of
from course.exercise import Draw

PRODUCTS = [
    "lamp",
    "kettle",
    "tent",
    "scale",
    "drill",
    "radio",
    "heater",
    "toaster",
    "router",
    "camera",
    "printer",
    "blender",
]
DESKS = ("north", "east", "south", "west")
GREETINGS = ("hello", "good morning", "dear team", "hi there", "good evening")
PROBLEMS = (
    "does not start",
    "arrived with a scratch",
    "was charged twice",
    "makes a strange noise",
    "came without its cable",
    "stopped after two days",
    "is not the one on the picture",
    "never left your warehouse",
)
CLOSINGS = (
    "please help",
    "what can i do",
    "i am waiting for an answer",
    "this is urgent",
    "kind regards",
    "thank you for your time",
)
STORIES = (
    "i bought it as a present for my mother and she was very happy",
    "i have read the manual twice and found nothing about it",
    "my neighbour has the same one and never had any trouble",
    "i called you on monday and nobody could tell me more",
    "the box was open when the driver gave it to me",
)
ORDER = "[ORDER]"
"""Stands in the place of the number of an order, which is nobody's business."""
SIZES = {"train": 480, "validation": 160, "test": 160}
LONG = 0.1
"""The share of letters that tell a story, and have more tokens than the model takes."""

Row = Mapping[str, str | int]


def words() -> list[str]:
    """Every word of a letter, in order of the alphabet."""
    texts = (*PRODUCTS, *GREETINGS, *PROBLEMS, *CLOSINGS, *STORIES, "my , . order")
    return sorted({word for text in texts for word in text.split()})


def draw_splits(rng: Random) -> dict[str, list[Row]]:
    """Draw which desk looks after which product, and letters for each split of SIZES."""
    products = rng.sample(PRODUCTS, len(PRODUCTS))
    desks = {product: place % len(DESKS) for place, product in enumerate(products)}
    return {split: [_row(rng, desks) for _ in range(size)] for split, size in SIZES.items()}


def draw(rng: Random) -> Draw:
    """Draw the tickets."""
    return draw_of(
        rng,
        draw_splits(rng),
        checkpoint="tickets",
        asked="texts",
        question="text",
        right=lambda row: [int(row["desk_id"])],
        columns=("desk", "desk_id"),
    )


def _row(rng: Random, desks: Mapping[str, int]) -> Row:
    product = rng.choice(PRODUCTS)
    parts = [rng.choice(GREETINGS), f"my {product} {rng.choice(PROBLEMS)}", f"order {ORDER}"]
    if rng.random() < LONG:
        parts += rng.sample(STORIES, 3)
    text = " . ".join([*parts, rng.choice(CLOSINGS)])
    return {"text": text, "desk": DESKS[desks[product]], "desk_id": desks[product]}
