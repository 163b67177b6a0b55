"""The best value so far is compared with, and never replaced."""

from __future__ import annotations

import ast
import re

from course.diagnosis.facts import Facts
from course.diagnosis.lines import nodes, place_of
from course.diagnosis.look import Found, Look
from course.i18n import N_

BEST = re.compile(r"best|^(?:min|max|lowest|highest)_", re.IGNORECASE)
"""The names of the best value so far."""
KEEPING = re.compile(r"save|state_dict|deepcopy|patience|waited|wait|counter", re.IGNORECASE)
"""What is done with a model that is better than all before."""


def find(facts: Facts) -> Found | None:
    made: dict[str, list[ast.AST]] = {}
    for node in nodes(facts):
        if isinstance(node, ast.Assign | ast.AnnAssign | ast.AugAssign | ast.NamedExpr):
            targets = node.targets if isinstance(node, ast.Assign) else [node.target]
            for target in targets:
                for each in ast.walk(target):
                    if isinstance(each, ast.Name | ast.Attribute):
                        made.setdefault(ast.unparse(each), []).append(node)
    for node in nodes(facts):
        if not isinstance(node, ast.If) or not isinstance(node.test, ast.Compare) or len(node.test.ops) != 1:
            continue
        if not isinstance(node.test.ops[0], ast.Gt | ast.GtE | ast.Lt | ast.LtE):
            continue
        for each in (node.test.left, node.test.comparators[0]):
            name = ast.unparse(each)
            if not isinstance(each, ast.Name | ast.Attribute) or not BEST.search(name.rpartition(".")[2]):
                continue
            kept = KEEPING.search("\n".join(map(ast.unparse, node.body))) is not None
            if kept and len(made.get(name, ())) == 1 and is_constant(made[name][0]):
                return Found(
                    "likely",
                    {"name": name},
                    [(N_("compared"), f"`{ast.unparse(node.test)}`"), (N_("lines that change it afterwards"), 0)],
                    place_of(facts, node),
                )
    return None


def is_constant(node: ast.AST) -> bool:
    """Whether a name gets a number, or infinity."""
    value = node.value if isinstance(node, ast.Assign | ast.AnnAssign) else None
    return (
        value is not None
        and re.fullmatch(r"-?(?:[\d.e+]+|float\(.*\)|(?:np|math|torch)\.inf)", ast.unparse(value)) is not None
    )


LOOK = Look(
    name="best-never-updated",
    needs=(),
    find=find,
    title=N_("The best value so far is never replaced"),
    why=N_(
        "`{name}` keeps the value with which it began: nothing sets it to the new one. So nearly every epoch counts as better than all before, and what is kept in the end is the last model, not the best."
    ),
    change=N_("Set `{name}` to the new value where you keep the model."),
    terms=("epoch", "checkpoint"),
)
