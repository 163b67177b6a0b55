"""The batches are used up after the first epoch."""

from __future__ import annotations

import ast

from course.diagnosis.facts import Facts
from course.diagnosis.lines import called, nodes, place_of, seen_from
from course.diagnosis.look import Found, Look
from course.i18n import N_


def endless(value: ast.AST) -> bool:
    """Whether an expression makes batches without an end."""
    if isinstance(value, ast.GeneratorExp):
        return endless(value.generators[0].iter)
    if not isinstance(value, ast.Call):
        return False
    name, given = called(value), value.args
    if name in ("zip", "map", "filter", "enumerate"):
        return all(map(endless, given[name in ("map", "filter") :]))
    if name == "iter":
        return len(given) > 1 or any(map(endless, given))
    return name in ("cycle", "count")


def goes_on(loop: ast.AST) -> bool:
    """Whether a loop gives out one value after the other without an end."""
    if isinstance(loop, ast.While):
        stays = isinstance(loop.test, ast.Constant) and bool(loop.test.value)
    else:
        stays = isinstance(loop, ast.For) and endless(loop.iter)
    inside = [*ast.walk(loop)] if stays else []
    gives = any(isinstance(each, ast.Yield | ast.YieldFrom) for each in inside)
    return gives and not any(isinstance(each, ast.Return | ast.Break) for each in inside)


def find(facts: Facts) -> Found | None:
    makers = {
        node.name
        for node in nodes(facts)
        if isinstance(node, ast.FunctionDef)
        and any(isinstance(each, ast.Yield | ast.YieldFrom) for each in ast.walk(node))
        and not any(goes_on(each) for each in ast.walk(node))
    }

    def once(value: ast.AST) -> bool:
        if endless(value):
            return False
        if isinstance(value, ast.GeneratorExp):
            return True
        return (
            isinstance(value, ast.Call)
            and isinstance(value.func, ast.Name)
            and value.func.id in makers | {"iter", "zip", "map", "filter"}
        )

    for outer in nodes(facts):
        if not isinstance(outer, ast.For):
            continue
        inside = {id(each) for each in ast.walk(outer)}
        named = {
            target.id: node
            for node in seen_from(facts, outer)
            if id(node) not in inside and once(node.value)
            for target in node.targets
            if isinstance(target, ast.Name)
        }
        for loop in ast.walk(outer):
            if loop is outer or not isinstance(loop, ast.For):
                continue
            source = loop.iter
            while (
                isinstance(source, ast.Call)
                and isinstance(source.func, ast.Name)
                and source.func.id in ("enumerate", "tqdm")
                and source.args
            ):
                source = source.args[0]
            again = isinstance(source, ast.Name) and source.id in named
            made_again = isinstance(source, ast.Name) and any(
                isinstance(node, ast.Assign)
                and any(isinstance(each, ast.Name) and each.id == source.id for each in node.targets)
                for node in ast.walk(outer)
            )
            if again and not made_again and isinstance(source, ast.Name):
                return Found(
                    "likely",
                    {"name": source.id},
                    [
                        (N_("where it is made"), ast.unparse(named[source.id])[:120]),
                        (N_("where it is used"), f"for … in {ast.unparse(loop.iter)}"[:120]),
                    ],
                    place_of(facts, named[source.id]),
                )
    return None


LOOK = Look(
    name="batches-used-up",
    needs=("source",),
    find=find,
    title=N_("The batches are used up after the first epoch"),
    why=N_(
        "`{name}` gives its batches only once. It is made before the loop over the epochs, so from the second epoch on the inner loop has nothing to go through."
    ),
    change=N_(
        "Make it inside the loop over the epochs, or use a list, a `DataLoader` or a data set, which can be gone through again."
    ),
    terms=(
        "epoch",
        "generator",
        "batch",
    ),
)
