"""An image and what belongs to its places go through the same random change one after the other, each with a draw of its own."""

from __future__ import annotations

import ast
import re

from course.diagnosis.facts import Facts
from course.diagnosis.lines import assigned, called, place_of, scopes
from course.diagnosis.look import Found, Look
from course.diagnosis.looks.text.target_left_as_it_was import IMAGE, MASK
from course.i18n import N_

PICTURE = re.compile(r"img|image|photo|picture", re.IGNORECASE)
TARGET = re.compile(r"^(?:targets?|labels?|y|annotations?|depth|gt|ground_truth)$", re.IGNORECASE)
MOVES = re.compile(
    r"\bRandom\w*(?:Flip|Rotat|Crop|Affine|Perspective|Zoom|Transl|Shear)\w*"
    r"|\b(?:stateless_)?random_(?:flip\w*|crop|rotation|affine|shift|zoom|shear|resized_crop)\b|ElasticTransform"
)
"""What moves the places of an image by chance."""
GIVEN = re.compile(r"^self\.\w*(?:transform|aug)")
SAME_DRAW = re.compile(r"set_rng_state|setstate|get_params|tv_tensors|get_state|to_deterministic|BoundingBoxes")
"""What programs have in them that give both the same draw."""
SEEDS = ("manual_seed", "seed", "set_seed", "set_random_seed")
"""What does so where it is called before each of the two."""


def find(facts: Facts) -> Found | None:
    if SAME_DRAW.search(facts.source):
        return None
    anywhere = MOVES.search(facts.source) is not None
    for scope in scopes(facts):
        made = {name: ast.unparse(value) for name, value in assigned(facts, scope[0]).items()} if scope else {}
        seeds = [each for each in scope if isinstance(each, ast.Call) and called(each) in SEEDS]
        # one at the beginning of a program is the seed of all of it
        if len(seeds) > (0 if scope and isinstance(scope[0], ast.FunctionDef) else 1):
            continue
        seen = [node for node in scope if isinstance(node, ast.Call) and len(node.args) >= 1]
        pictures = [node for node in seen if is_picture(node.args[0])]
        masks = [node for node in seen if is_mask(node.args[0])]
        for one in pictures:
            words = ast.unparse(one.func)
            # what a class is given to keep is made elsewhere
            given = anywhere and GIVEN.search(words) is not None and made.get(words, "").isidentifier()
            moving = given or MOVES.search(words) or MOVES.search(made.get(words, ""))
            same = [other for other in masks if ast.unparse(other.func) == words and other is not one]
            if moving and same and not (seed_of(one) and seed_of(one) == seed_of(same[0])):
                return Found(
                    "likely",
                    {"call": words, "image": ast.unparse(one.args[0]), "mask": ast.unparse(same[0].args[0])},
                    [(N_("drawn once"), f"`{ast.unparse(one)}`"), (N_("drawn again"), f"`{ast.unparse(same[0])}`")],
                    place_of(facts, same[0]),
                )
    return None


def is_picture(node: ast.expr) -> bool:
    words = ast.unparse(node)
    return not is_mask(node) and (PICTURE.search(words) is not None or IMAGE.match(words) is not None)


def is_mask(node: ast.expr) -> bool:
    words = ast.unparse(node)
    return MASK.search(words) is not None or TARGET.match(words) is not None


def seed_of(call: ast.Call) -> str:
    """The seed that a call is given."""
    return next((ast.unparse(each.value) for each in call.keywords if each.arg == "seed"), "")


LOOK = Look(
    name="drawn-apart",
    needs=(),
    find=find,
    title=N_("An image and its mask are changed at random, each by a draw of its own"),
    why=N_(
        "`{call}` draws anew in each call whether and how far it changes its input. `{image}` and `{mask}` go through it one after the other, so they are changed in different ways and do not match any more."
    ),
    change=N_(
        "Change both in one call, so that one draw holds for both: use a transform that takes an image together with its mask. It gives each point of the mask the value of the nearest point, and not a mean of several."
    ),
    terms=("target", "example"),
)
