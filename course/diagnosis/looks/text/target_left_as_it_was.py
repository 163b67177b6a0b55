"""An image is turned or flipped, and the mask that belongs to it is not."""

from __future__ import annotations

import ast
import re

from course.diagnosis.facts import Facts
from course.diagnosis.lines import nodes, place_of
from course.diagnosis.look import Found, Look
from course.i18n import N_

IMAGE = re.compile(r"^(?:img|image|im|x|photo|picture|inputs?)s?$", re.IGNORECASE)
MASK = re.compile(r"mask|segmentation|(?:^|_)seg(?:_|$)|label_?map|heat_?map|key_?points|boxes|bbox", re.IGNORECASE)
"""The names of what lies at the same places as an image."""
MOVING = re.compile(
    r"\b(?:random_)?(?:flip|fliplr|flipud|hflip|vflip|rot90|rotate|crop|affine|flip_left_right|flip_up_down)\("
    # by a number that is written out, what is moved are the steps of a series
    r"|\broll\((?![\w.]+, (?:shifts?=)?-?\d)"
    r"|\w\[(?::, )?::-1\]"
)
"""What moves the places of an image."""


def find(facts: Facts) -> Found | None:
    for function in (node for node in nodes(facts) if isinstance(node, ast.FunctionDef)):
        returned = " ".join(
            ast.unparse(node.value) for node in ast.walk(function) if isinstance(node, ast.Return) and node.value
        )
        masks = {node.id for node in ast.walk(function) if isinstance(node, ast.Name) and MASK.search(node.id)}
        kept = [name for name in sorted(masks) if re.search(rf"\b{name}\b", returned)]
        assigned = [node for node in ast.walk(function) if isinstance(node, ast.Assign)]
        moved = [
            node
            for node in assigned
            if len(node.targets) == 1
            and IMAGE.match(ast.unparse(node.targets[0]))
            and MOVING.search(ast.unparse(node.value))
        ]
        # the mask may be moved together with the image, in a line of its own, or where it is returned
        others = [node for node in assigned if node not in moved]
        words = [" ".join(map(ast.unparse, node.targets)) for node in others]
        alone = any(
            MASK.search(name) and ("[" in name or MOVING.search(ast.unparse(node)))
            for name, node in zip(words, others, strict=True)
        )
        together = any(MASK.search(ast.unparse(node.value)) for node in moved) or MOVING.search(returned) is not None
        # what a model answers is no mask that was given
        answered = [
            name
            for name, node in zip(words, others, strict=True)
            if isinstance(node.value, ast.Call) and re.search("model|net|predict", ast.unparse(node.value))
        ]
        kept = [name for name in kept if name not in answered]
        if kept and moved and not together and not alone:
            return Found(
                "likely",
                {"image": ast.unparse(moved[0].targets[0]), "mask": kept[0]},
                [(N_("moved"), f"`{ast.unparse(moved[0])}`"), (N_("left as it was"), f"`{kept[0]}`")],
                place_of(facts, moved[0]),
            )
    return None


LOOK = Look(
    name="target-left-as-it-was",
    needs=(),
    find=find,
    title=N_("The image is moved, and what belongs to its places is not"),
    why=N_(
        "`{image}` is flipped or turned, and `{mask}` is left as it was. So the two do not match any more, and the model learns from wrong answers for a part of the images."
    ),
    change=N_(
        "Do the same with both, with the same random choice: `{image}, {mask} = {image}.flip(-1), {mask}.flip(-1)`."
    ),
    terms=("target", "example"),
)
