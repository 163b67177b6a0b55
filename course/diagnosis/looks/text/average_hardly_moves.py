"""A moving average of the weights that is so slow that it still holds the first ones at the end."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator

from course.diagnosis.facts import Facts
from course.diagnosis.lines import called, gone_through, nodes, number_of, place_of
from course.diagnosis.look import Found, Look
from course.i18n import N_

SLOWEST = 0.99
"""An average that keeps less than this of itself has forgotten its beginning after some hundred steps."""
OTHER = re.compile(
    r"target_?(?:net|model|network|critic|actor|encoder|q|v)|teacher|moco|byol|momentum_encoder|offline|encoder_k|key_encoder|info_?nce",
    re.IGNORECASE,
)
"""What is in programs whose slow copy is no average that is used after the training, but what another model learns from."""

WEIGHTS = re.compile(r"parameters\(|state_dict\(|variables|weights")
"""What is in a loop over the weights of models."""


def find(facts: Facts) -> Found | None:
    # one that is corrected for its beginning, or begins later with a copy of the weights, is no longer made of the first ones
    if (
        OTHER.search(facts.source)
        or re.search(r"1(?:\.0)? - [\w.]+ ?\*\* ?", facts.source)
        or any(map(begins_later, nodes(facts)))
    ):
        return None
    steps = steps_of(facts)
    if not steps:
        return None
    for node, decay in kept(facts):
        # one that begins faster is a call of `min` with the number of steps
        value = number_of(facts, decay)
        if value is not None and SLOWEST <= value < 1 and value**steps > 0.5:
            share = f"{value**steps:.2f}"
            return Found(
                "likely",
                {"decay": value, "steps": steps, "share": share},
                [
                    (N_("steps of the training"), steps),
                    (N_("share of the first weights in the average at the end"), share),
                ],
                place_of(facts, node),
            )
    return None


def begins_later(node: ast.AST) -> bool:
    """Whether the weights are copied in some epochs or steps only."""
    return (
        isinstance(node, ast.If)
        and re.search("epoch|step|iter|warm", ast.unparse(node.test)) is not None
        and re.search(r"load_state_dict\(|copy_\(|deepcopy\(|set_weights\(", ast.unparse(node)) is not None
    )


def kept(facts: Facts) -> Iterator[tuple[ast.AST, ast.expr]]:
    """The share of itself that an average of weights keeps in each step, with the line that says so."""
    of_weights = {
        id(each)
        for loop in nodes(facts)
        if isinstance(loop, ast.For) and WEIGHTS.search(ast.unparse(loop.iter))
        if not re.search(r"grad|target", ast.unparse(loop))
        for each in ast.walk(loop)
    }
    for node in nodes(facts):
        if not isinstance(node, ast.Call):
            continue
        options = {each.arg: each.value for each in node.keywords}
        if called(node) in ("get_ema_multi_avg_fn", "get_ema_avg_fn"):
            yield node, node.args[0] if node.args else options.get("decay", ast.Constant(0.999))
        elif "use_ema" in options and ast.unparse(options["use_ema"]) == "True":
            yield node, options.get("ema_momentum", ast.Constant(0.99))
        elif id(node) not in of_weights:
            continue
        elif called(node) == "lerp_" and len(node.args) == 2:
            rest = node.args[1]
            if isinstance(rest, ast.BinOp) and isinstance(rest.op, ast.Sub):
                yield node, rest.right
        elif called(node) == "add_" and isinstance(node.func, ast.Attribute):
            kept = node.func.value
            if isinstance(kept, ast.Call) and called(kept) == "mul_" and kept.args and "1" in ast.unparse(node):
                yield node, kept.args[0]
        elif called(node) in ("assign", "copy_") and node.args:
            # d * average + (1 - d) * weights
            found = re.fullmatch(
                r"(?P<d>[\w.]+) \* [\w.]+ \+ \(1(?:\.0)? - (?P=d)\) \* [\w.]+", ast.unparse(node.args[0])
            )
            if found is not None:
                yield node, ast.parse(found["d"], mode="eval").body


def steps_of(facts: Facts) -> int:
    """How many steps the whole training takes, as far as that is known; else 0."""
    if facts.settings is not None and facts.settings.planned:
        return facts.settings.planned
    batches = facts.training.batches if facts.training is not None else None
    epochs = [
        number_of(facts, over.args[-1] if len(over.args) < 3 else over.args[1])
        for node in nodes(facts)
        if isinstance(node, ast.For) and "epoch" in ast.unparse(node).partition(":")[0].lower()
        for over in [gone_through(node)]
        if isinstance(over, ast.Call) and called(over) in ("range", "trange") and over.args
    ]
    known = [each for each in epochs if each is not None]
    return int(sum(known) * batches) if batches and len(known) == len(epochs) > 0 else 0


LOOK = Look(
    name="average-hardly-moves",
    needs=(),
    find=find,
    title=N_("The averaged weights are still mostly those of the beginning"),
    why=N_(
        "In each step the moving average keeps {decay} of itself. The training has {steps} steps, and {decay} to the power of {steps} is {share}: so large a share of the average still comes from the weights of the beginning. So the averaged model does much worse than the trained one, and it hardly changes from epoch to epoch."
    ),
    change=N_(
        "Keep less in each step, for example 0.99 or 0.95 with a few hundred steps. Or let the share that is kept grow with the number of steps: `min(decay, (1 + step) / (10 + step))`."
    ),
    terms=("weight", "step", "epoch"),
)
