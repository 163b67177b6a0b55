"""A model goes on learning from fold to fold."""

from __future__ import annotations

import ast
import re

from course.diagnosis.facts import Facts
from course.diagnosis.lines import call_place, called, made_by_others, names_in, nodes, place_of
from course.diagnosis.look import Found, Look
from course.i18n import N_

ANEW = ("load_state_dict", "set_weights", "load_weights", "deepcopy", "clone_model", "reset_parameters", "apply")
"""What gives a model the weights that it had at first."""
TRAINS = re.compile(r"train|fit|learn|run_epoch", re.IGNORECASE)
"""What is in the names of functions that train a model."""


def find(facts: Facts) -> Found | None:
    assert facts.training is not None
    folds = facts.training.folds
    if not folds:
        return by_column(facts)
    return Found(
        "likely",
        {},
        [(N_("folds that began with the weights of the fold before"), folds)],
        call_place(facts, "split"),
    )


def by_column(facts: Facts) -> Found | None:
    """A loop chooses its rows by the number of a fold, and trains a model that was made before."""
    assert facts.training is not None
    if facts.training.models != 1:
        # each fold has a model of its own
        return None
    for loop in nodes(facts):
        if not isinstance(loop, ast.For) or not isinstance(loop.target, ast.Name):
            continue
        inside = [*ast.walk(loop)]
        compared = {
            type(each.ops[0])
            for each in inside
            if isinstance(each, ast.Compare)
            and any(isinstance(side, ast.Name) and side.id == loop.target.id for side in (each.left, *each.comparators))
            and any(isinstance(side, ast.Subscript | ast.Attribute) for side in (each.left, *each.comparators))
        }
        inner = [each for each in inside if isinstance(each, ast.Call)]
        # the other rows, and those of the fold
        if not {ast.Eq, ast.NotEq} <= compared or any(called(each) in ANEW for each in inner):
            continue
        given = {name for each in inside for name in set_by(each)}
        # the models of other libraries begin anew with each `fit`
        made = {name for each in nodes(facts) for name in set_by(each) if not by_others(facts, each)} - given
        for call in (each for each in inner if TRAINS.search(called(each))):
            models = [each.id for each in call.args if isinstance(each, ast.Name) and "model" in each.id.lower()]
            if isinstance(call.func, ast.Attribute) and isinstance(call.func.value, ast.Name):
                models += [call.func.value.id] if "model" in call.func.value.id.lower() else []
            shared = next((each for each in models if each in made), None)
            if shared is not None:
                return Found(
                    "likely",
                    {},
                    [(N_("what the loop trains"), f"`{shared}`"), (N_("line of code"), ast.unparse(call)[:120])],
                    place_of(facts, loop),
                )
    return None


def by_others(facts: Facts, node: ast.AST) -> bool:
    """Whether a statement gives a name what another library makes."""
    return isinstance(node, ast.Assign) and made_by_others(facts, node.value)


def set_by(node: ast.AST) -> set[str]:
    """The names that a statement gives a value."""
    targets = node.targets if isinstance(node, ast.Assign) else []
    return {name for target in targets for name in names_in(target)}


LOOK = Look(
    name="folds-share-model",
    needs=("training",),
    find=find,
    title=N_("The model keeps what it has learned when the next fold begins"),
    why=N_(
        "When the next fold begins, the training goes on with the weights that the fold before has left. They were trained on rows that are now in the validation part, so from the second fold on, the scores are too good."
    ),
    change=N_("Make a new model and a new optimizer at the beginning of each fold."),
    terms=("validation set", "weight"),
)
