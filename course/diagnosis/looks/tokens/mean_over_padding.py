"""The mean over the tokens of a text counts the padding."""

from __future__ import annotations

import ast

from course.diagnosis.facts import Facts
from course.diagnosis.lines import assigned, called, in_full, place_of, scopes
from course.diagnosis.look import Found, Look
from course.i18n import N_

MEANS = ("mean", "reduce_mean")
LIBRARIES = ("torch", "tf", "tf.math", "keras.ops", "ops")
PADDING = ("padding=True", "padding='longest'", "padding='max_length'")
TOKENS = ("1", "-2")
"""The axis of the tokens, counted from the front or from the back."""


def find(facts: Facts) -> Found | None:
    padded = facts.batch.padded if facts.batch is not None else 0
    for body in scopes(facts):
        made = assigned(facts, body[0]) if body else {}
        pads = any(isinstance(node, ast.keyword) and ast.unparse(node) in PADDING for node in body)
        for node in body if pads or padded else ():
            if not isinstance(node, ast.Call) or called(node) not in MEANS or not isinstance(node.func, ast.Attribute):
                continue
            given = [*node.args, *(each.value for each in node.keywords if each.arg in ("dim", "axis"))]
            vectors = node.func.value
            if given and ast.unparse(vectors) in LIBRARIES:
                vectors, *given = given
            tokenized = in_full(ast.unparse(vectors), made)
            if "return_tensors" in tokenized and not any(each in tokenized for each in PADDING):
                # a text alone
                continue
            source = made.get(ast.unparse(vectors), vectors)
            if ast.unparse(source).endswith(".last_hidden_state") and any(
                ast.unparse(each) in TOKENS for each in given[:1]
            ):
                return Found(
                    "likely",
                    {},
                    [
                        (N_("the mean"), f"`{ast.unparse(node)}`"),
                        (N_("padding tokens in the first batch"), padded or "?"),
                    ],
                    place_of(facts, node),
                )
    return None


LOOK = Look(
    name="mean-over-padding",
    needs=("source",),
    find=find,
    title=N_("The mean over the tokens counts the padding"),
    why=N_(
        "The vector of a text is the mean over all its places, and some of them are padding. So the vector depends on how long the other texts of the batch are."
    ),
    change=N_(
        "Count only the tokens: `(vectors * mask).sum(1) / mask.sum(1)`, with `mask = attention_mask.unsqueeze(-1)`."
    ),
    terms=("padding", "attention mask", "batch"),
)
