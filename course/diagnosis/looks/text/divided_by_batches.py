"""What was counted over examples is divided by the number of batches."""

from __future__ import annotations

import ast
import re

from course.diagnosis.facts import Facts
from course.diagnosis.lines import assigned, called, gone_through, is_equal, nodes, place_of, scopes
from course.diagnosis.look import Found, Look
from course.diagnosis.looks.text.counts_not_reset import without_percent
from course.i18n import N_

LOADER = re.compile(r"(?:^|_)(?:data_?)?(?:loader|dl|batches|dataloader)$", re.IGNORECASE)
"""The names of what gives batches."""


def find(facts: Facts) -> Found | None:
    known = loaders(facts)
    for body in scopes(facts):
        right, batches = counted(body), counting_batches(body, known)
        for node in body:
            if not isinstance(node, ast.BinOp | ast.AugAssign) or not isinstance(node.op, ast.Div):
                continue
            above, below = (node.left, node.right) if isinstance(node, ast.BinOp) else (node.target, node.value)
            if without_percent(above) not in right:
                continue
            outer = [each for each in body if isinstance(each, ast.BinOp) and each.left is node]
            # what is divided or multiplied once more is another number
            if any(isinstance(each.op, ast.Div) or not isinstance(each.right, ast.Constant) for each in outer):
                continue
            of = (
                ast.unparse(below.args[0])
                if isinstance(below, ast.Call) and called(below) == "len" and below.args
                else ""
            )
            loader = LOADER.search(of) is not None and bool(known) and all(known.values())
            if known.get(of, loader) or ast.unparse(below) in batches:
                return Found(
                    "likely",
                    {"count": without_percent(above), "batches": ast.unparse(below)},
                    [
                        (N_("counted over examples"), f"`{without_percent(above)}`"),
                        (N_("divided by the number of batches"), f"`{ast.unparse(below)}`"),
                    ],
                    place_of(facts, node),
                )
    return None


def counted(body: list[ast.AST]) -> set[str]:
    """The names to which the number of right predictions in a batch is added."""
    return {
        ast.unparse(node.target)
        for node in body
        if isinstance(node, ast.AugAssign)
        and isinstance(node.op, ast.Add)
        and any(is_equal(each) for each in ast.walk(node.value))
        and any(isinstance(each, ast.Call) and called(each) == "sum" for each in ast.walk(node.value))
        and not any(isinstance(each, ast.Call) and called(each) in ("mean", "div") for each in ast.walk(node.value))
        and not any(isinstance(each, ast.BinOp) and isinstance(each.op, ast.Div) for each in ast.walk(node.value))
    }


def counting_batches(body: list[ast.AST], known: dict[str, bool]) -> set[str]:
    """The names to which 1 is added for each batch of more than one example."""
    found: set[str] = set()
    for loop in (each for each in body if isinstance(each, ast.For)):
        if known.get(ast.unparse(gone_through(loop))):
            # in a loop inside of it, examples may be counted one by one
            inner = {
                id(each)
                for node in ast.walk(loop)
                if isinstance(node, ast.For) and node is not loop
                for each in ast.walk(node)
            }
            found |= {
                ast.unparse(node.target)
                for node in ast.walk(loop)
                if isinstance(node, ast.AugAssign) and ast.unparse(node.value) == "1" and id(node) not in inner
            }
    return found


def loaders(facts: Facts) -> dict[str, bool]:
    """The names of DataLoaders, each with whether its batches have more than one example."""
    found: dict[str, bool] = {}
    numbers = {name: ast.unparse(value) for name, value in assigned(facts).items()}
    for node in (each for each in nodes(facts) if isinstance(each, ast.Assign)):
        if isinstance(node.value, ast.Call) and called(node.value) == "DataLoader":
            size = next((each.value for each in node.value.keywords if each.arg == "batch_size"), None)
            size = node.value.args[1] if size is None and len(node.value.args) > 1 else size
            words = ast.unparse(size) if size is not None else "1"
            option = (
                re.search(rf"--{words.rpartition('.')[2]}['\"].*default=1\b", facts.source) if "." in words else None
            )
            alone = numbers.get(words, words) in ("1", "None") or option is not None
            found.update({ast.unparse(target): not alone for target in node.targets})
    return found


LOOK = Look(
    name="divided-by-batches",
    needs=(),
    find=find,
    title=N_("What was counted over examples is divided by the number of batches"),
    why=N_(
        "`{count}` is the number of right predictions, and `{batches}` is the number of batches. So the accuracy comes out as many times too high as a batch has examples, and can be greater than 1."
    ),
    change=N_(
        "Divide by the number of examples: `len(loader.dataset)`, or add `len(labels)` in each batch. Only a sum of means, one for each batch, may be divided by the number of batches."
    ),
    terms=("accuracy", "batch", "example"),
)
