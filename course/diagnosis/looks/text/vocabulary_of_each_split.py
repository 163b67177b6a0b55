"""Each split of the data gets a vocabulary of its own."""

from __future__ import annotations

import ast
import re
from collections.abc import Callable

from course.diagnosis.facts import Facts
from course.diagnosis.lines import called, calls, nodes, place_of
from course.diagnosis.look import Found, Look
from course.diagnosis.looks.text.fitted_again import OTHERS
from course.i18n import N_

VOCABULARY = re.compile(r"vocab|stoi|(?:word|token|char|term)s?_?(?:2|to_?)_?(?:id|idx|index|ix)|w2i", re.IGNORECASE)
"""What is in the names of dictionaries that number words."""
TRAINING = re.compile(r"(?<![a-z])train", re.IGNORECASE)
"""How the data are named that a model is trained on."""


def find(facts: Facts) -> Found | None:
    for name in builders(facts, numbers_words):
        uses = for_each_split(facts, name, given_one)
        if uses is not None:
            rows = [(N_("line of code"), f"`{ast.unparse(each)}`") for each in uses]
            return Found("likely", {"name": name}, rows, place_of(facts, uses[1]))
    return None


def builders(facts: Facts, numbers: Callable[[ast.FunctionDef], bool]) -> list[str]:
    """The functions that number something of the rows that they get, and the classes whose `__init__` does."""
    classes = [each for each in nodes(facts) if isinstance(each, ast.ClassDef)]
    methods = {each: owner.name for owner in classes for each in owner.body if isinstance(each, ast.FunctionDef)}
    functions = [each for each in nodes(facts) if isinstance(each, ast.FunctionDef) and numbers(each)]
    return [methods.get(each, each.name) for each in functions if each not in methods or each.name == "__init__"]


def for_each_split(
    facts: Facts, name: str, unless: Callable[[ast.Call], bool] = lambda _: False, by_first: bool = False
) -> tuple[ast.Call, ast.Call] | None:
    """A call of a function for the training rows, and one for others; None if it is not called for both.

    Args:
        unless: the calls that do not count.
        by_first: whether only their first argument says which rows they are for.
    """
    texts = {
        each: ", ".join([*map(ast.unparse, (*each.args, *each.keywords))][: 1 if by_first else None])
        for each in calls(facts, name)
        if not unless(each)
    }
    training = next((each for each, text in texts.items() if TRAINING.search(text) and not OTHERS.search(text)), None)
    later = next((each for each, text in texts.items() if OTHERS.search(text) and not TRAINING.search(text)), None)
    return (training, later) if training is not None and later is not None else None


def numbers_words(function: ast.FunctionDef) -> bool:
    """Whether a function gives each new word the next number, in a dictionary that it makes itself."""
    made = {
        ast.unparse(target)
        for node in ast.walk(function)
        if isinstance(node, ast.Assign) and isinstance(node.value, ast.Dict | ast.DictComp)
        for target in node.targets
        if VOCABULARY.search(ast.unparse(target))
    }
    return any(numbers_next(each, made) for each in ast.walk(function))


def numbers_next(node: ast.AST, made: set[str]) -> bool:
    """Whether this gives a word the next number in one of these dictionaries."""
    if isinstance(node, ast.Call):
        return called(node) == "setdefault" and ast.unparse(node.func).removesuffix(".setdefault") in made
    if not isinstance(node, ast.Assign):
        return False
    target, value = node.targets[0], ast.unparse(node.value)
    if isinstance(target, ast.Subscript):
        return ast.unparse(target.value) in made and "len(" in value
    return isinstance(node.value, ast.DictComp) and ast.unparse(target) in made and "enumerate" in value


def given_one(call: ast.Call) -> bool:
    """Whether a call hands over a vocabulary."""
    given = (*call.args, *(each.value for each in call.keywords))
    return any(VOCABULARY.search(ast.unparse(each)) for each in given)


LOOK = Look(
    name="vocabulary-of-each-split",
    needs=(),
    find=find,
    title=N_("Each split of the data has a vocabulary of its own"),
    why=N_(
        "`{name}` numbers the words of the rows that it gets, and it is called for the training rows and for others. The same word then has one number in training and another one later, so the model reads other words than it has learned. It looks like overfitting."
    ),
    change=N_(
        "Make the vocabulary once, of the training rows, and hand it over for all other rows. A word that is not in it gets the number of the unknown word."
    ),
    terms=("overfitting", "training set", "validation set"),
)
