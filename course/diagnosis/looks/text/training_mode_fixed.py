"""A model of Keras runs a part of itself in training mode, whatever it is asked for."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator

from course.diagnosis.facts import Facts
from course.diagnosis.lines import called, last_part, nodes, place_of
from course.diagnosis.look import Found, Look
from course.i18n import N_

SEVERAL = re.compile(
    r"monte|(?-i:(?<![a-zA-Z])mc(?![a-z])|(?<![A-Z])M[Cc](?=[A-Z][a-z]|_|\b))|uncertain|bayes|stochastic|(?<![a-z])std\(|\.var\(|n_samples|spread|ensemble|discriminator|pix2pix|(?<![a-z])gan",
    re.IGNORECASE,
)
"""What is in the text of a program that wants several answers for one input, and so lets dropout go on."""


def find(facts: Facts) -> Found | None:
    # without an evaluation, dropout that goes on may be what is wanted
    drops_out = not SEVERAL.search(facts.source) and re.search(r"\.(?:evaluate|predict)\(", facts.source) is not None
    layers = {id(each): kind for kind in nodes(facts) if isinstance(kind, ast.ClassDef) for each in kind.body}
    for node in nodes(facts):
        if isinstance(node, ast.FunctionDef) and node.name == "call":
            kind = layers.get(id(node))
            # a layer that is itself some kind of dropout
            is_dropout = kind is not None and any("Dropout" in last_part(each) for each in kind.bases)
            passes_on = any(each.arg == "training" for each in [*node.args.args, *node.args.kwonlyargs])
            for call in fixed(node):
                drops = is_dropout or "drop" in last_part(call.func).lower()
                if (drops and drops_out) or (passes_on and not drops):
                    return told(facts, call)
        # a layer that is made and called in one line
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Call) and "Dropout" in called(node.func):
            told_so = next(fixed(node), None) is node
            if told_so and drops_out:
                return told(facts, node)
    return None


def fixed(part: ast.AST) -> Iterator[ast.Call]:
    """The calls that say in so many words that they are for the training."""
    for node in ast.walk(part):
        if isinstance(node, ast.Call) and any(
            each.arg == "training" and ast.unparse(each.value) == "True" for each in node.keywords
        ):
            yield node


def told(facts: Facts, call: ast.Call) -> Found:
    return Found(
        "likely",
        {"part": ast.unparse(call.func)},
        [(N_("line of code"), f"`{ast.unparse(call)}`")],
        place_of(facts, call),
    )


LOOK = Look(
    name="training-mode-fixed",
    needs=(),
    find=find,
    title=N_("A part of the model is always in training mode"),
    why=N_(
        "`{part}` is called with `training=True`, in `evaluate` and `predict` as well. In training mode, BatchNormalization takes the mean of the batch at hand, so a prediction depends on the other rows of its batch; and dropout leaves out units at random, so a prediction is a matter of chance."
    ),
    change=N_(
        "Leave `training=True` out. If the model has a `call` of its own, let it take an argument `training` and pass it on: `{part}(…, training=training)`."
    ),
    terms=("training mode", "evaluation mode"),
)
