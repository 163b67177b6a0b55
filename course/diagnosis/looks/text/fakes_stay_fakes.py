"""The generator of a GAN is asked for what the discriminator takes for a fake."""

from __future__ import annotations

import ast
import re

from course.diagnosis.facts import Facts
from course.diagnosis.lines import nodes, place_of
from course.diagnosis.look import Found, Look
from course.i18n import N_

FAKE = re.compile(r"fake|gen(?:erated)?\b|\bG\(|generator\(|netG\(|synth", re.IGNORECASE)
JUDGING = re.compile(r"(?:self\.)?\w*(?:[dD]isc\w*|[dD]|[cC]ritic)\w*\(")
"""How the call of a discriminator begins."""
OF_GENERATOR = re.compile(r"^(?:\w*_)?(?:l_?g|g|gen\w*|err_?g)(?:_\w*)?$|loss_?g(?:en)?", re.IGNORECASE)
"""The names of the loss of a generator."""


def find(facts: Facts) -> Found | None:
    discriminator: list[ast.Assign] = []
    generator: list[ast.Assign] = []
    for node in nodes(facts):
        if not isinstance(node, ast.Assign) or len(node.targets) != 1:
            continue
        kinds = [kind for call in plain_calls(node.value) if (kind := judged(facts, call, node.lineno)) is not None]
        if ("zeros", True) in kinds:
            discriminator.append(node)
        elif ("zeros", False) in kinds and OF_GENERATOR.search(ast.unparse(node.targets[0])):
            generator.append(node)
        elif ("ones", False) in kinds:
            return None
    if not discriminator or not generator:
        return None
    return Found(
        "likely",
        {},
        [
            (N_("loss of the discriminator"), f"`{ast.unparse(discriminator[0].value)}`"),
            (N_("loss of the generator"), f"`{ast.unparse(generator[-1].value)}`"),
        ],
        place_of(facts, generator[-1]),
    )


def plain_calls(value: ast.expr) -> list[ast.Call]:
    """The calls with two arguments in an expression, but for those whose sign is turned."""
    if isinstance(value, ast.UnaryOp):
        return []
    if isinstance(value, ast.BinOp):
        return plain_calls(value.left) + plain_calls(value.right)
    return [value] if isinstance(value, ast.Call) and len(value.args) == 2 else []


def judged(facts: Facts, call: ast.Call, line: int) -> tuple[str, bool] | None:
    """Whether what a discriminator says of generated examples is compared with zeros or ones, and whether there is no way back to the generator."""
    output, target = (ast.unparse(before(facts, each, line)) for each in call.args)
    kind = re.search(r"\b(zeros|ones)(?:_like)?\(", target)
    if kind is None or not JUDGING.match(output) or not FAKE.search(output):
        return None
    return kind[1], ".detach()" in output


def before(facts: Facts, node: ast.expr, line: int) -> ast.expr:
    """What a name was set to last before a line."""
    made = [
        each
        for each in nodes(facts)
        if isinstance(each, ast.Assign) and each.lineno < line and ast.unparse(node) in map(ast.unparse, each.targets)
    ]
    return max(made, key=lambda each: each.lineno).value if made else node


LOOK = Look(
    name="fakes-stay-fakes",
    needs=(),
    find=find,
    title=N_("The generator wants the same as the discriminator"),
    why=N_(
        "The discriminator learns to give generated examples a 0. The loss of the generator asks for the same 0: it helps the discriminator in place of deceiving it, so it never learns to make examples that look real."
    ),
    change=N_("In the loss of the generator, compare with ones: `loss(discriminator(fake), torch.ones_like(…))`."),
    terms=("loss function", "target"),
)
