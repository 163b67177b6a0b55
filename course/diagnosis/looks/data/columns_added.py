"""Two columns of a batch are put one after the other."""

from __future__ import annotations

import ast

from course.diagnosis.facts import Facts
from course.diagnosis.lines import calls, keywords, last_part, nodes, place_of, said
from course.diagnosis.look import Found, Look
from course.i18n import N_

TWICE = r"expected length (\d+) but got length (\d+)"


def find(facts: Facts) -> Found | None:
    if not any(word.arg == "batched" and ast.unparse(word.value) == "True" for word in keywords(facts)):
        return None
    one_by_one = gets_rows(facts)
    for function in nodes(facts):
        if not isinstance(function, ast.FunctionDef | ast.Lambda) or not function.args.args or function in one_by_one:
            continue
        batch = function.args.args[0].arg
        for node in ast.walk(function):
            if isinstance(node, ast.Call) and node.args and isinstance(node.args[0], ast.BinOp):
                added = node.args[0]
                if isinstance(added.op, ast.Add) and _column(added.left, batch) and _column(added.right, batch):
                    return Found(
                        "certain" if is_twice(facts) else "likely",
                        {"code": ast.unparse(added)},
                        [(N_("line of code"), ast.unparse(node)[:120])],
                        place_of(facts, added),
                    )
    return None


def gets_rows(facts: Facts) -> list[ast.AST]:
    """The functions that are handed to a call that gives them one row after the other."""
    handed = [(*call.args, *call.keywords) for call in calls(facts, "map", "filter") if not is_batched(call)]
    given = [node for each in handed for part in each for node in ast.walk(part)]
    names = {last_part(each) for each in given}
    return [*given, *(each for each in nodes(facts) if isinstance(each, ast.FunctionDef) and each.name in names)]


def is_batched(call: ast.Call) -> bool:
    """Whether a call gives its function batches, or has options that are not known."""
    return any(
        word.arg is None or (word.arg == "batched" and ast.unparse(word.value) == "True") for word in call.keywords
    )


def is_twice(facts: Facts) -> bool:
    """Whether the program has ended because a column has twice as many rows as another."""
    found = said(facts, TWICE)
    return found is not None and int(found[2]) == 2 * int(found[1])


def _column(node: ast.AST, batch: str) -> bool:
    return isinstance(node, ast.Subscript) and isinstance(node.value, ast.Name) and node.value.id == batch


LOOK = Look(
    name="columns-added",
    needs=("source",),
    find=find,
    title=N_("Two columns are put one after the other"),
    why=N_(
        "With `batched=True`, a column of the batch is a list. `{code}` makes one list of both, with twice as many texts as there are rows."
    ),
    change=N_('Give the tokenizer both columns as two arguments: `tokenizer(batch["premise"], batch["hypothesis"])`.'),
    terms=(
        "column",
        "tokenizer",
        "batch",
    ),
    raises=True,
)
