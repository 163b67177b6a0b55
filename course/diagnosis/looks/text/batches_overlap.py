"""A batch begins at the number of the batch, as if that were the number of a row."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator

from course.diagnosis.facts import Facts
from course.diagnosis.lines import in_full, names_in, nodes, place_of
from course.diagnosis.look import Found, Look
from course.i18n import N_

SIZE = re.compile(r"batch|(?<![a-z])bs(?![a-z])", re.IGNORECASE)
"""What is in the name of the number of rows in a batch."""


def find(facts: Facts) -> Found | None:
    for index, body in numbered(facts):
        made = {
            ast.unparse(node.targets[0]): node.value
            for node in body
            if isinstance(node, ast.Assign) and len(node.targets) == 1
        }
        # another loop, or another line, may make the number of a row of it
        again = [each.target for each in body if isinstance(each, ast.For | ast.comprehension | ast.AugAssign)]
        if any(names_in(each) & {index, *made} for each in again):
            continue
        for node in body:
            if not isinstance(node, ast.Slice) or node.lower is None or node.upper is None:
                continue
            begin, end = in_full(ast.unparse(node.lower), made), in_full(ast.unparse(node.upper), made)
            after = re.fullmatch(rf"(?:min\()?{re.escape(index)} \+ ([\w.]+)(?:, .*\))?", end)
            if begin == index and after is not None and SIZE.search(after[1]):
                return Found(
                    "likely",
                    {"begin": index, "size": after[1]},
                    [(N_("line of code"), f"`{ast.unparse(node)}`"), (N_("written out"), f"`{begin}:{end}`")],
                    place_of(facts, node.lower),
                )
    return None


def numbered(facts: Facts) -> Iterator[tuple[str, list[ast.AST]]]:
    """The name of a number of batches, and what is done for each: in a loop that counts them, or where Keras asks for one."""
    for node in nodes(facts):
        counts = (
            isinstance(node, ast.For) and isinstance(node.iter, ast.Call) and ast.unparse(node.iter.func) == "range"
        )
        # a third argument is how many rows it goes ahead
        if counts and isinstance(node, ast.For) and isinstance(node.iter, ast.Call) and len(node.iter.args) < 3:
            yield ast.unparse(node.target), [each for part in node.body for each in ast.walk(part)]
        if isinstance(node, ast.ClassDef) and any(
            ast.unparse(base).endswith(("Sequence", "PyDataset")) for base in node.bases
        ):
            for function in node.body:
                if isinstance(function, ast.FunctionDef) and function.name == "__getitem__" and function.args.args:
                    yield function.args.args[-1].arg, [*ast.walk(function)]


LOOK = Look(
    name="batches-overlap",
    needs=(),
    find=find,
    title=N_("Each batch is the one before it, moved by one row"),
    why=N_(
        "A batch begins at `{begin}`, which is the number of the batch, and not that of a row. So batch 0 begins at row 0, batch 1 at row 1, and so on: almost all rows of a batch were in the one before, and most of the data are never used."
    ),
    change=N_("Begin at `{begin} * {size}`, and end `{size}` rows after that."),
    terms=("batch",),
)
