"""Training set and validation set number the classes differently."""

from __future__ import annotations

import ast
import re
from functools import partial

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

LABELLED = r"label|target|class|\by\b"
"""What a line has in it that numbers classes."""
LABELS = re.compile(r"(?:^|[._])(?:labels?|targets?|ys?)$", re.IGNORECASE)
"""How labels are named."""
SORTED = re.compile(r"\bsort|\.categories\b")
"""What gives them in one order, whatever rows there are."""
OTHER_CLASSES = re.compile(
    r"episod|few.?shot|prototyp|retriev|triplet|contrastive|siamese|metric.learning", re.IGNORECASE
)
"""What programs have in them whose splits may have other classes each."""


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
    if OTHER_CLASSES.search(facts.source):
        return None
    # without a loss over classes, what is numbered may be groups, as the queries of a search
    classes = any(re.search("(?<!binary_)cross_entropy|nll", call.name) for call in facts.loss_calls)
    factorized = re.compile("" if classes else LABELLED, re.IGNORECASE)
    for name in builders(facts, partial(numbers_classes, factorized=factorized)):
        # where it numbers them in any case, it can only get the rows first, and no numbers
        always = name in builders(facts, partial(numbers_always, factorized=factorized))
        uses = for_each_split(facts, name) or (for_each_split(facts, name, by_first=True) if always else None)
        if uses is not None and (always or given(uses[1]) <= given(uses[0])):
            return Found(
                "likely",
                {},
                [(N_("line of code"), f"`{ast.unparse(each)}`") for each in uses],
                place_of(facts, uses[1]),
            )
    return None


def given(call: ast.Call) -> int:
    """How many arguments a call gives, but for None."""
    values = (*call.args, *(each.value for each in call.keywords))
    return sum(not (isinstance(each, ast.Constant) and each.value is None) for each in values)


def numbers_classes(function: ast.FunctionDef, factorized: re.Pattern[str]) -> bool:
    """Whether a function gives the classes numbers in the order in which they appear in its rows.

    Args:
        factorized: what a line has in it that numbers classes by `factorize`.
    """
    return any(numbers_in(each, function, factorized) for each in ast.walk(function))


def numbers_always(function: ast.FunctionDef, factorized: re.Pattern[str]) -> bool:
    """Whether it does so whatever it gets: what it may get in place of None may be the numbers."""
    optional = [*function.args.defaults, *function.args.kw_defaults]
    if any(isinstance(each, ast.Constant) and each.value is None for each in optional):
        return False
    return any(numbers_in(each, function, factorized) for each in function.body)


def numbers_in(node: ast.AST, function: ast.FunctionDef, factorized: re.Pattern[str]) -> bool:
    """Whether this is the line of a function that gives the classes numbers."""
    if isinstance(node, ast.Assign) and isinstance(node.value, ast.DictComp):
        name, text = ast.unparse(node.targets[0]), ast.unparse(function)
        numbers = (
            "enumerate" in ast.unparse(node.value)
            and SORTED.search(text) is None
            and APPEARANCE.search(text) is not None
        )
        return numbers and (NUMBERED.search(name) is not None or makes_labels(name, function))
    if not isinstance(node, ast.Assign | ast.Return | ast.Expr):
        return False
    parts = [*ast.walk(node)]
    if factorized.search(ast.unparse(node)) is None or any(isinstance(each, ast.IfExp) for each in parts):
        return False
    return any(
        isinstance(each, ast.Call) and called(each) == "factorize" and "sort=True" not in ast.unparse(each)
        for each in parts
    )


def makes_labels(name: str, function: ast.FunctionDef) -> bool:
    """Whether a function looks up labels in this dictionary."""
    return any(
        isinstance(part, ast.Subscript) and ast.unparse(part.value) == name
        for each in ast.walk(function)
        if isinstance(each, ast.Assign) and LABELS.search(ast.unparse(each.targets[0]))
        for part in ast.walk(each.value)
    )


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
