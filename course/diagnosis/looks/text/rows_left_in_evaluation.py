"""The data loader of an evaluation leaves out the last batch, or draws rows at random."""

from __future__ import annotations

import ast
import re
from collections.abc import Mapping

from course.diagnosis.facts import Facts
from course.diagnosis.lines import assigned, called, chain, nodes, place_of
from course.diagnosis.look import Found, Look
from course.i18n import N_

MEASURING = re.compile(
    r"(?:^|_|\.)(?:tests?|val|valid|validation|eval|evaluation|holdout)(?=_|$|loader|_?dl|_?ds|data|set|iter)",
    re.IGNORECASE,
)
"""The names of what an evaluation goes through."""
TRAIN = re.compile(r"train|speed|bench", re.IGNORECASE)
"""What is in the names of other data."""
EQUAL = re.compile(r"info_?nce|contrastive|nt_?xent|simclr|clip_loss|negatives|\btpu\b|stateful=True", re.IGNORECASE)
"""What programs have in them whose batches must be equally long in an evaluation, too."""


def find(facts: Facts) -> Found | None:
    if EQUAL.search(facts.source):
        return None
    known = assigned(facts)
    for node in nodes(facts):
        for name, made in measured_with(node):
            for option in options_of(made, known):
                value = known.get(ast.unparse(option.value), option.value)
                dropped = option.arg in ("drop_last", "drop_remainder") and ast.unparse(value) == "True"
                if dropped or (option.arg == "sampler" and draws(value)):
                    return Found(
                        "likely",
                        {"loader": name, "option": ast.unparse(option)},
                        [(N_("its argument"), f"`{ast.unparse(option)}`")],
                        place_of(facts, option.value),
                    )
    return None


def measured_with(node: ast.AST) -> list[tuple[str, ast.Call]]:
    """The calls that make what an evaluation goes through, each with the name of that."""
    made: list[tuple[str, ast.expr | None]] = []
    if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name | ast.Attribute):
        made = [(ast.unparse(node.targets[0]), node.value)]
    if isinstance(node, ast.FunctionDef):
        made = [(node.name, each.value) for each in ast.walk(node) if isinstance(each, ast.Return)]
    found = []
    for name, value in made:
        if not isinstance(value, ast.Call) or not MEASURING.search(name) or TRAIN.search(name):
            continue
        if called(value) == "DataLoader" and not (value.args and TRAIN.search(ast.unparse(value.args[0]))):
            found.append((name, value))
        found += [(name, each) for each in (value, *chain(value)) if called(each) in ("batch", "padded_batch")]
    return found


def options_of(call: ast.Call, known: Mapping[str, ast.expr]) -> list[ast.keyword]:
    """The named arguments of a call, with those that a dictionary of the program gives."""
    found = []
    for each in call.keywords:
        given = known.get(ast.unparse(each.value)) if each.arg is None else None
        found += given.keywords if isinstance(given, ast.Call) and called(given) == "dict" else [each]
    return found


def draws(node: ast.AST) -> bool:
    """Whether it makes a sampler that draws with replacement."""
    if not isinstance(node, ast.Call) or called(node) != "WeightedRandomSampler":
        return False
    return not any(each.arg == "replacement" and ast.unparse(each.value) == "False" for each in node.keywords)


LOOK = Look(
    name="rows-left-in-evaluation",
    needs=(),
    find=find,
    title=N_("The evaluation does not see each row once"),
    why=N_(
        "`{loader}` was made with `{option}`. In training, that does no harm. In an evaluation, some rows are never looked at, and others may count several times, so the score is that of other data."
    ),
    change=N_("Make `{loader}` without `{option}`: an evaluation goes through all the rows once."),
    terms=("evaluation loop", "batch"),
)
