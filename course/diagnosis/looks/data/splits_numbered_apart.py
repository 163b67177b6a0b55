"""Training set and validation set number the classes differently."""

from __future__ import annotations

import ast
import re

from course.diagnosis.facts import Facts
from course.diagnosis.lines import call_place, called, place_of
from course.diagnosis.look import Found, Look
from course.diagnosis.looks.text.vocabulary_of_each_split import builders, for_each_split
from course.i18n import N_

NUMBERED = re.compile(
    r"(?:label|class|tag|cat|name|intent|kind|desk|topic|genre|species|breed|type|emotion|sentiment|lang|target|answer|grade|product)"
    r"\w*_?(?:2|to_?)_?(?:id|idx|index|ix|int|num)",
    re.IGNORECASE,
)
"""What is in the names of dictionaries that number classes."""
APPEARANCE = re.compile(
    r"dict\.fromkeys\(|(?<!np)(?<!torch)(?<!numpy)\.unique\(\)|\.value_counts\(|\.drop_duplicates\("
)
"""What gives the classes in the order in which they appear, or by how many there are of each."""


def find(facts: Facts) -> Found | None:
    names = facts.data.renumbered if facts.data is not None else ()
    if not names:
        return numbered_for_each(facts)
    return Found(
        "likely",
        {},
        [(N_("classes with another number in the validation set"), ", ".join(names[:8]))],
        call_place(facts, "unique", "class_encode_column", "factorize", "set", "fromkeys"),
    )


def numbered_for_each(facts: Facts) -> Found | None:
    """A function, or a class, that numbers the classes of the rows that it gets, and is called for training rows and for others."""
    for name in builders(facts, numbers_classes):
        uses = for_each_split(facts, name)
        if uses is not None:
            return Found(
                "likely",
                {},
                [(N_("line of code"), f"`{ast.unparse(each)}`") for each in uses],
                place_of(facts, uses[1]),
            )
    return None


def numbers_classes(function: ast.FunctionDef) -> bool:
    """Whether a function gives the classes numbers in the order in which they appear in its rows."""
    text = ast.unparse(function)
    for node in ast.walk(function):
        if isinstance(node, ast.Call) and called(node) == "factorize" and "sort=True" not in ast.unparse(node):
            return True
        if isinstance(node, ast.Assign) and isinstance(node.value, ast.DictComp):
            of = ast.unparse(node.value)
            if NUMBERED.search(ast.unparse(node.targets[0])) and "enumerate" in of and "sorted(" not in text:
                return APPEARANCE.search(text) is not None
    return False


LOOK = Look(
    name="splits-numbered-apart",
    needs=(),
    find=find,
    title=N_("Training set and validation set number the classes differently"),
    why=N_(
        "The same class has one number in the training set and another one in the validation set. So the model is trained for one numbering and measured by another."
    ),
    change=N_("Make the table from class to number once, from the training set, and use it for every split."),
    terms=(
        "label",
        "split",
        "validation set",
    ),
)
