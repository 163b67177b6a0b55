"""What a pipeline calls the labels is compared with names that the model does not know."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from course.diagnosis.facts import Facts
from course.diagnosis.lines import called, crash_place, is_equal, model_place, nodes, place_of, said
from course.diagnosis.look import Found, Look
from course.i18n import N_

OF_CLASSES = ("text-classification", "sentiment-analysis", "token-classification", "ner", "image-classification")
"""The pipelines that return names of labels."""
SCORES = ("accuracy_score", "f1_score", "classification_report", "confusion_matrix", "compute")
"""What compares predictions with labels, all at once."""


def find(facts: Facts) -> Found | None:
    assert facts.model is not None
    if facts.crash is not None and (unknown := said(facts, r"^'?LABEL_\d+'?$")) is not None:
        rows = [(N_("error message"), f"{facts.crash.error}: {unknown.string}")]
        return Found("certain", {}, rows, model_place(facts) or crash_place(facts))
    # who knows the default names, or takes the number out of them, compares with those
    if facts.model.named or "LABEL_" in facts.source or "id2label" in facts.source or "label2id" in facts.source:
        return None
    made = {ast.unparse(target) for target, value in given_names(facts) if makes_pipeline(value)}
    if not made:
        return None
    returned = closure(facts, made)
    predicted = closure(
        facts, {ast.unparse(target) for target, value in given_names(facts) if label_in(value, returned)}
    )
    for node in nodes(facts):
        if is_equal(node) or (isinstance(node, ast.Call) and called(node) in SCORES):
            mentioned = {each.id for each in ast.walk(node) if isinstance(each, ast.Name)}
            if label_in(node, returned) or mentioned & predicted:
                place = place_of(facts, node)
                return Found("likely", {}, [(N_("line of code"), place.code)], model_place(facts) or place)
    return None


def makes_pipeline(value: ast.expr) -> bool:
    """Whether it is a call that makes a pipeline which returns names of labels."""
    if not isinstance(value, ast.Call) or called(value) != "pipeline":
        return False
    return any(isinstance(each, ast.Constant) and each.value in OF_CLASSES for each in ast.walk(value))


def given_names(facts: Facts) -> Iterator[tuple[ast.expr, ast.expr]]:
    """What is given a value in the program, by `=` or by going through something, with this value."""
    for node in nodes(facts):
        if isinstance(node, ast.Assign):
            yield from ((target, node.value) for target in node.targets)
        elif isinstance(node, ast.For | ast.comprehension):
            targets = node.target.elts if isinstance(node.target, ast.Tuple) else [node.target]
            zipped = node.iter.args if isinstance(node.iter, ast.Call) and called(node.iter) == "zip" else []
            pairs = (
                zip(targets, zipped, strict=False)
                if len(targets) == len(zipped)
                else ((each, node.iter) for each in targets)
            )
            yield from pairs


def closure(facts: Facts, names: set[str]) -> set[str]:
    """These names, and all that are given a value which comes from them."""
    found = {*names}
    for _ in range(3):
        for target, value in given_names(facts):
            if found & {each.id for each in ast.walk(value) if isinstance(each, ast.Name)}:
                found.add(ast.unparse(target))
    return found


def label_in(node: ast.AST, returned: set[str]) -> bool:
    """Whether the label of what a pipeline returned is read there, as it is."""
    reads = (
        each for each in ast.walk(node) if isinstance(each, ast.Subscript) and isinstance(each.slice, ast.Constant)
    )
    return any(
        each.slice.value in ("label", "entity", "entity_group")  # type: ignore[attr-defined]
        and returned & {name.id for name in ast.walk(each) if isinstance(name, ast.Name)}
        for each in reads
    ) and not any(
        isinstance(each, ast.Call) and called(each) in ("split", "int", "replace", "removeprefix")
        for each in ast.walk(node)
    )


LOOK = Look(
    name="labels-without-names",
    needs=("model",),
    find=find,
    title=N_("The model has no names for its labels"),
    why=N_(
        "Nobody told the model how its labels are called, so a pipeline calls them `LABEL_0`, `LABEL_1` and so on. The program compares these with the names in the data, and they are never the same."
    ),
    change=N_(
        "Load the model with `id2label=dict(enumerate(names))` and `label2id`, its inverse. They are saved with the model."
    ),
    terms=("label", "configuration"),
    raises=True,
)
