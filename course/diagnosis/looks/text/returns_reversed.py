"""The returns of an episode are computed from its end, and stay in that order."""

from __future__ import annotations

import ast
import re

from course.diagnosis.facts import Facts
from course.diagnosis.lines import called, place_of, scopes
from course.diagnosis.look import Found, Look
from course.i18n import N_

BACK = re.compile(r"reversed\((\w*rewards?\w*|\w*rews?\w*|rs?)\)|(\w*rewards?\w*|rs?)\[::-1\]", re.IGNORECASE)
"""How a loop goes through rewards from the end."""


def find(facts: Facts) -> Found | None:
    for body in scopes(facts):
        text = "\n".join(ast.unparse(node) for node in body if isinstance(node, ast.stmt))
        for loop in (node for node in body if isinstance(node, ast.For)):
            if not BACK.search(ast.unparse(loop.iter)) or not re.search(
                r"gamma|discount", ast.unparse(loop), re.IGNORECASE
            ):
                continue
            for node in ast.walk(loop):
                if (
                    not isinstance(node, ast.Call)
                    or called(node) != "append"
                    or not isinstance(node.func, ast.Attribute)
                ):
                    continue
                name = ast.unparse(node.func.value)
                turned = rf"\b{name}\.reverse\(|reversed\({name}|\b{name}\[::-1\]|flip\(.*{name}|{name}.*flip\(|{name} = {name}\[::-1\]"
                # whoever calls the function may turn it round
                caller = re.search(r"\[::-1\]|\.flip\(|reversed\(", facts.source.replace(ast.unparse(loop.iter), ""))
                if not re.search(turned, text) and (
                    caller is None or BACK.search(caller.string[caller.start() - 2 : caller.end() + 12])
                ):
                    return Found(
                        "likely",
                        {"name": name},
                        [
                            (N_("the loop"), f"`for {ast.unparse(loop.target)} in {ast.unparse(loop.iter)}`"),
                            (N_("the line"), f"`{ast.unparse(node)}`"),
                        ],
                        place_of(facts, node),
                    )
    return None


LOOK = Look(
    name="returns-reversed",
    needs=(),
    find=find,
    title=N_("The returns of an episode are in the wrong order"),
    why=N_(
        "The loop goes through the rewards from the last to the first, and `append` puts each return at the end of `{name}`. So the first action of the episode gets the return of the last one."
    ),
    change=N_("Turn the list round after the loop, `{name}.reverse()`, or use `{name}.insert(0, …)`."),
    terms=("step",),
)
