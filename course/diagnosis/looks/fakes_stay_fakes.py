"""The generator of a GAN is asked for what the discriminator takes for a fake."""

from __future__ import annotations

import ast
import re

from course.diagnosis.facts import Facts
from course.diagnosis.lines import assigned, nodes, place_of
from course.diagnosis.look import Found, Look
from course.i18n import N_

FAKE = re.compile(r"fake|gen(?:erated)?\b|\bG\(|generator\(|netG\(|synth", re.IGNORECASE)


def find(facts: Facts) -> Found | None:
    known = assigned(facts)
    told: dict[bool, list[tuple[ast.Call, str]]] = {True: [], False: []}
    for node in nodes(facts):
        if not isinstance(node, ast.Call) or len(node.args) != 2:
            continue
        judged = ast.unparse(known.get(ast.unparse(node.args[0]), node.args[0]))
        target = ast.unparse(known.get(ast.unparse(node.args[1]), node.args[1]))
        kind = re.search(r"\b(zeros|ones)(?:_like)?\(", target)
        # what the discriminator says of the generator's work, with or without a way back to it
        if (
            kind is not None
            and re.match(r"\w*(?:[dD]isc\w*|[dD]|[cC]ritic)\w*\(", judged.removeprefix("self."))
            and FAKE.search(judged)
        ):
            told[".detach()" in judged].append((node, kind[1]))
    of_discriminator, of_generator = {kind for _, kind in told[True]}, told[False]
    if of_discriminator != {"zeros"} or not of_generator or any(kind == "ones" for _, kind in of_generator):
        return None
    node, _ = of_generator[-1]
    return Found(
        "likely",
        {},
        [
            (N_("loss of the discriminator"), f"`{ast.unparse(told[True][0][0])}`"),
            (N_("loss of the generator"), f"`{ast.unparse(node)}`"),
        ],
        place_of(facts, node),
    )


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
