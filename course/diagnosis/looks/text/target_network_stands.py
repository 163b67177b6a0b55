"""The target network of reinforcement learning is never brought up to date."""

from __future__ import annotations

import ast
import re
from collections.abc import Mapping

from course.diagnosis.facts import Facts
from course.diagnosis.lines import called, last_part, nodes, place_of
from course.diagnosis.look import Found, Look
from course.i18n import N_

LEARNING = re.compile(r"\b(?:rewards?|env|dqn|gamma|replay\w*)\b", re.IGNORECASE)
"""What programs of reinforcement learning have in them."""
RANDOM = re.compile(r"predictor|distill|\brnd\b|intrinsic|novelty", re.IGNORECASE)
"""What programs have in them whose target is random on purpose."""
TARGET = re.compile(r"(?:^|_)target(?:_|$)|target(?:net|model|q)", re.IGNORECASE)
"""The names of target networks."""
NETWORK = re.compile(
    r"[A-Z]|(?:deep)?copy|clone|build|make|create|get_|init|net|model|critic|actor|policy|mlp|(?:^|_)q(?:_|$)"
)
"""How the names of what makes a network begin, or what is in them."""
MOVING = ("to", "cuda", "cpu", "eval", "train", "double", "float", "requires_grad_")
"""Methods that return the network itself."""
READING = ("eval", "train", "to", "predict", "requires_grad_", "forward", "call", "parameters", "state_dict")
"""The methods that leave a network's weights as they are."""


def find(facts: Facts) -> Found | None:
    # what a comment or a text says does not count
    names = {last_part(node) for node in nodes(facts)} | {
        node.arg for node in nodes(facts) if isinstance(node, ast.arg)
    }
    if not LEARNING.search(" ".join(names)) or RANDOM.search(facts.source):
        return None
    for node in nodes(facts):
        if not isinstance(node, ast.Assign) or not isinstance(node.value, ast.Call) or len(node.targets) != 1:
            continue
        name = ast.unparse(node.targets[0]).rpartition(".")[2]
        # a network is made and called; what is only calculated has the same name at times
        network = TARGET.search(name) and makes_network(facts, node.value) and is_called(facts, name)
        if network and not changed(facts, name, node):
            return Found(
                "likely",
                {"name": ast.unparse(node.targets[0])},
                [(N_("made once"), f"`{ast.unparse(node)}`"), (N_("changed in the loop"), 0)],
                place_of(facts, node),
            )
    return None


def makes_network(facts: Facts, value: ast.Call) -> bool:
    """Whether a call returns a new network, as far as its name says; what has a name of its own is called itself."""
    made: ast.expr = value
    while isinstance(made, ast.Call) and isinstance(made.func, ast.Attribute) and made.func.attr in MOVING:
        made = made.func.value
    if not isinstance(made, ast.Call) or called(made) == "predict" or NETWORK.search(called(made)) is None:
        return False
    stored = (node for node in nodes(facts) if isinstance(node, ast.Name | ast.Attribute))
    return called(made) not in {last_part(node) for node in stored if isinstance(node.ctx, ast.Store)}


def is_called(facts: Facts, name: str) -> bool:
    """Whether something with this name is called like a network, or handed to a function."""
    for node in nodes(facts):
        if isinstance(node, ast.Call):
            func = (
                node.func.value if isinstance(node.func, ast.Attribute) and node.func.attr == "predict" else node.func
            )
            if last_part(func) == name or name in map(last_part, node.args):
                return True
    return False


def changed(facts: Facts, name: str, made: ast.Assign) -> bool:
    """Whether anything but what is done once gives a network other weights, or may do so."""
    functions = {node.name: node for node in nodes(facts) if isinstance(node, ast.FunctionDef)}
    once = done_once(facts, made, functions)
    for node in nodes(facts):
        if id(node) in once:
            continue
        if isinstance(node, ast.Attribute) and last_part(node.value) == name and node.attr not in READING:
            return True
        if isinstance(node, ast.Assign) and node is not made and name in map(last_part, node.targets):
            return True
        if isinstance(node, ast.Call):
            own = functions.get(last_part(node.func))
            for place, each in enumerate(node.args):
                if last_part(each) == name and not (own is not None and only_reads(own, place)):
                    return True
            if any(last_part(each.value) == name for each in node.keywords):
                return True
        if isinstance(node, ast.Tuple | ast.List) and name in map(last_part, node.elts):
            return True
        if isinstance(node, ast.For | ast.comprehension) and re.search(rf"\b{name}\.", ast.unparse(node.iter)):
            return True
    return False


def done_once(facts: Facts, made: ast.Assign, functions: Mapping[str, ast.FunctionDef]) -> set[int]:
    """What is in no loop and no function, or in the function that makes the network, or in one that only this calls."""
    looped = {id(each) for node in nodes(facts) if isinstance(node, ast.For | ast.While) for each in ast.walk(node)}
    inside = {id(each): name for name, function in functions.items() for each in ast.walk(function)}
    maker = inside.get(id(made), "")
    calls = [(last_part(node.func), inside.get(id(node), "")) for node in nodes(facts) if isinstance(node, ast.Call)]
    # a loop calls a function again and again
    again = {last_part(node.func) for node in nodes(facts) if isinstance(node, ast.Call) and id(node) in looped}
    helpers = {
        name
        for name in {*functions} - again
        if (callers := {by for one, by in calls if one == name}) and callers == {maker}
    }
    return {
        id(node)
        for node in nodes(facts)
        if id(node) not in looped and inside.get(id(node), "") in {"", maker, *helpers}
    }


def only_reads(function: ast.FunctionDef, place: int) -> bool:
    """Whether a function does no more with a parameter than to call it."""
    parameters = [each.arg for each in function.args.args]
    if place >= len(parameters):
        return False
    uses = [each for each in ast.walk(function) if isinstance(each, ast.Name) and each.id == parameters[place]]
    called = [each.func for each in ast.walk(function) if isinstance(each, ast.Call)]
    return bool(uses) and all(any(use is func for func in called) for use in uses)


LOOK = Look(
    name="target-network-stands",
    needs=(),
    find=find,
    title=N_("The target network is never brought up to date"),
    why=N_(
        "`{name}` says what the next state is worth, and its weights stay as they were in the beginning. So the values that are learned rest on those of an untrained network, and rewards that come later never count."
    ),
    change=N_(
        "Copy the weights every so many steps: `{name}.load_state_dict(…)` in PyTorch, `{name}.set_weights(…)` in Keras, or move them a little at each step."
    ),
    terms=("weight", "step"),
)
