"""A Python variable changes, and a function that TensorFlow has traced does not see it."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator

from course.diagnosis.facts import Facts
from course.diagnosis.lines import called, calls, enclosing, is_traced, keywords, nodes, place_of
from course.diagnosis.look import Found, Look
from course.i18n import N_

TRACED = frozenset({"call", "train_step", "test_step", "compute_loss"})
"""The methods of a model or a layer that Keras traces."""


def find(facts: Facts) -> Found | None:
    for node in nodes(facts):
        if not isinstance(node, ast.FunctionDef) or not is_traced(node):
            continue
        outer = {name for each in ast.walk(node) if isinstance(each, ast.Nonlocal | ast.Global) for name in each.names}
        for each in ast.walk(node):
            if not isinstance(each, ast.AugAssign):
                continue
            target = ast.unparse(each.target)
            if (target in outer or target.startswith("self.")) and is_read(target, node, facts):
                return Found(
                    "likely",
                    {"target": target, "function": node.name},
                    [
                        (N_("line of code"), ast.unparse(each)[:120]),
                        (N_("inside the function"), f"@tf.function {node.name}"),
                    ],
                    place_of(facts, each),
                )
    ways = (attribute_set_outside, attribute_set_in_loop, set_from_outside, name_set_in_loop)
    return next(filter(None, (way(facts) for way in ways)), None)


def name_set_in_loop(facts: Facts) -> Found | None:
    """A number that a traced function reads from outside, and that a loop which calls the function sets anew."""
    if any(calls(facts, "run_functions_eagerly")):
        return None
    numbers = {
        ast.unparse(target)
        for node in nodes(facts)
        if isinstance(node, ast.Assign)
        and isinstance(node.value, ast.Constant)
        and isinstance(node.value.value, int | float)
        for target in node.targets
    }
    around = enclosing(facts)
    for function in nodes(facts):
        if not isinstance(function, ast.FunctionDef) or not is_traced(function):
            continue
        own = {each.arg for each in ast.walk(function) if isinstance(each, ast.arg)}
        names = [each for each in ast.walk(function) if isinstance(each, ast.Name)]
        own |= {each.id for each in names if isinstance(each.ctx, ast.Store)}
        read = {each.id for each in names} & numbers - own
        for loop in nodes(facts):
            inside = [*ast.walk(loop)] if isinstance(loop, ast.For | ast.While) else []
            # a function that is made anew in each pass is traced anew
            if function in inside or not any(
                isinstance(each, ast.Call) and called(each) == function.name for each in inside
            ):
                continue
            place = around.get(id(loop))
            said = (
                {name for each in ast.walk(place) if isinstance(each, ast.Global) for name in each.names}
                if place
                else set()
            )
            # a name of another function is another variable
            same = read if place is around.get(id(function)) else read & said
            for node in inside:
                if not isinstance(node, ast.Assign | ast.AugAssign):
                    continue
                target = ast.unparse(node.targets[0] if isinstance(node, ast.Assign) else node.target)
                if target in same:
                    return Found(
                        "likely",
                        {"target": target, "function": function.name},
                        [
                            (N_("line of code"), ast.unparse(node)[:120]),
                            (N_("read inside the function"), function.name),
                        ],
                        place_of(facts, node),
                    )
    return None


def attribute_set_in_loop(facts: Facts) -> Found | None:
    """A number that a traced method reads from `self`, and that a loop in another method of the class sets anew."""
    if any(calls(facts, "run_functions_eagerly")):
        return None
    for kind in (node for node in nodes(facts) if isinstance(node, ast.ClassDef)):
        methods = {each.name: each for each in kind.body if isinstance(each, ast.FunctionDef)}
        traced = [each for each in methods.values() if is_traced(each)]
        numbers = numbers_of(methods["__init__"]) if "__init__" in methods else set()
        for loop in (
            node
            for method in methods.values()
            if method not in traced
            for node in ast.walk(method)
            if isinstance(node, ast.For | ast.While)
        ):
            within = {ast.unparse(each.func) for each in ast.walk(loop) if isinstance(each, ast.Call)}
            # a method that the loop calls may set it
            helpers = [each for each in methods.values() if f"self.{each.name}" in within and each not in traced]
            for node in (each for part in (loop, *helpers) for each in ast.walk(part)):
                if not isinstance(node, ast.Assign | ast.AugAssign):
                    continue
                target = node.targets[0] if isinstance(node, ast.Assign) else node.target
                if not isinstance(target, ast.Attribute) or target.attr not in numbers:
                    continue
                for method in traced:
                    if f"self.{method.name}" in within and reads(method, ast.unparse(target)):
                        return Found(
                            "likely",
                            {"target": ast.unparse(target), "function": method.name},
                            [
                                (N_("line of code"), ast.unparse(node)[:120]),
                                (N_("read inside the function"), f"{kind.name}.{method.name}"),
                            ],
                            place_of(facts, node),
                        )
    return None


def instances(facts: Facts, kind: str) -> set[str]:
    """The names that are set to an object of a class."""
    return {
        ast.unparse(target)
        for node in nodes(facts)
        if isinstance(node, ast.Assign) and isinstance(node.value, ast.Call) and called(node.value) == kind
        for target in node.targets
    }


def set_from_outside(facts: Facts) -> Found | None:
    """A number that a traced method reads from `self`, and that a loop which calls the method sets on the object."""
    if any(calls(facts, "run_functions_eagerly")):
        return None
    for kind in (node for node in nodes(facts) if isinstance(node, ast.ClassDef)):
        methods = {each.name: each for each in kind.body if isinstance(each, ast.FunctionDef)}
        traced = [each for each in methods.values() if is_traced(each)]
        numbers = numbers_of(methods["__init__"]) if traced and "__init__" in methods else set()
        made = instances(facts, kind.name) if numbers else set()
        for loop in (node for node in nodes(facts) if made and isinstance(node, ast.For | ast.While)):
            inside = [*ast.walk(loop)]
            within = {ast.unparse(each.func) for each in inside if isinstance(each, ast.Call)}
            # an object that is made anew is traced anew
            if kind.name in within:
                continue
            for node in inside:
                target = node.targets[0] if isinstance(node, ast.Assign) else None
                if (
                    not isinstance(target, ast.Attribute)
                    or ast.unparse(target.value) not in made
                    or target.attr not in numbers
                ):
                    continue
                for method in traced:
                    if f"{ast.unparse(target.value)}.{method.name}" in within and reads(method, f"self.{target.attr}"):
                        return Found(
                            "likely",
                            {"target": ast.unparse(target), "function": method.name},
                            [
                                (N_("line of code"), ast.unparse(node)[:120]),
                                (N_("read inside the function"), f"{kind.name}.{method.name}"),
                            ],
                            place_of(facts, node),
                        )
    return None


def reads(function: ast.FunctionDef, name: str) -> bool:
    """Whether a function reads what has this name."""
    return any(
        isinstance(each, ast.Attribute) and isinstance(each.ctx, ast.Load) and ast.unparse(each) == name
        for each in ast.walk(function)
    )


def attribute_set_outside(facts: Facts) -> Found | None:
    """A number that a traced method reads from `self`, and that is set anew elsewhere, as a callback does."""
    eager = any(each.arg == "run_eagerly" and ast.unparse(each.value) == "True" for each in keywords(facts))
    if facts.way != "keras" or eager or any(calls(facts, "run_functions_eagerly")):
        return None
    for kind in (node for node in nodes(facts) if isinstance(node, ast.ClassDef)):
        methods = {each.name: each for each in kind.body if isinstance(each, ast.FunctionDef)}
        # the statements that set an attribute outside of the class, of those that are numbers
        outside = {
            name: statement
            for name, statement in set_outside(facts, kind.name)
            if "__init__" in methods and name in numbers_of(methods["__init__"])
        }
        for name in sorted(TRACED & {*methods}) if outside else ():
            for read in ast.walk(methods[name]):
                own = isinstance(read, ast.Attribute) and isinstance(read.ctx, ast.Load)
                attribute = ast.unparse(read).removeprefix("self.") if own else ""
                if attribute in outside:
                    setting = outside[attribute]
                    return Found(
                        "likely",
                        {"target": f"self.{attribute}", "function": name},
                        [
                            (N_("line of code"), ast.unparse(setting)[:120]),
                            (N_("read inside the function"), f"{kind.name}.{name}"),
                        ],
                        place_of(facts, setting),
                    )
    return None


def numbers_of(function: ast.FunctionDef) -> set[str]:
    """The attributes of `self` that a function sets to a plain number, or to one of its arguments."""
    found: set[str] = set()
    arguments = {each.arg for each in ast.walk(function) if isinstance(each, ast.arg)}
    for node in ast.walk(function):
        if not isinstance(node, ast.Assign):
            continue
        for target in node.targets:
            pair = (target, node.value)
            ones, values = ([*each.elts] if isinstance(each, ast.Tuple) else [each] for each in pair)
            for one, value in zip(ones, values, strict=False):
                given = isinstance(value, ast.Name) and value.id in arguments
                number = isinstance(value, ast.Constant) and isinstance(value.value, int | float)
                if isinstance(one, ast.Attribute) and ast.unparse(one.value) == "self" and (given or number):
                    found.add(one.attr)
    return found


def set_outside(facts: Facts, kind: str) -> Iterator[tuple[str, ast.stmt]]:
    """The attributes of the objects of a class that a callback, or a loop around `fit`, sets, each with the statement."""
    made = instances(facts, kind)
    for place in nodes(facts):
        callback = isinstance(place, ast.FunctionDef) and re.match("on_(?!train_begin)", place.name)
        if not callback and not isinstance(place, ast.For | ast.While):
            continue
        within = {called(each) for each in ast.walk(place) if isinstance(each, ast.Call)}
        # a model that is made or compiled again is traced again
        if within & {"compile", "make_train_function", kind} or not (callback or "fit" in within):
            continue
        for node in ast.walk(place):
            if isinstance(node, ast.Assign | ast.AugAssign):
                for target in node.targets if isinstance(node, ast.Assign) else [node.target]:
                    if isinstance(target, ast.Attribute) and ast.unparse(target.value) in {"self.model", *made}:
                        yield target.attr, node


def is_read(target: str, function: ast.FunctionDef, facts: Facts) -> bool:
    """Whether something is computed from a variable: in the function itself, or from an attribute in any function.

    Who counts how often a function is traced only prints it, or looks at it outside.
    """
    within: list[ast.AST] = [function]
    if target.startswith("self."):
        within = [each for each in nodes(facts) if isinstance(each, ast.FunctionDef)]
    shown = {
        id(each)
        for one in within
        for node in ast.walk(one)
        if isinstance(node, ast.Assert) or (isinstance(node, ast.Call) and called(node) == "print")
        for each in ast.walk(node)
    }
    return any(
        isinstance(each, ast.Name | ast.Attribute)
        and isinstance(each.ctx, ast.Load)
        and ast.unparse(each) == target
        and id(each) not in shown
        for one in within
        for each in ast.walk(one)
    )


LOOK = Look(
    name="state-in-graph",
    needs=("source",),
    find=find,
    title=N_("A function that TensorFlow traces does not see that a Python variable changes"),
    why=N_(
        "TensorFlow runs the Python code of `{function}` only when it traces it, once for each kind of inputs. Whatever was computed from `{target}` stays as it was then. What Keras calls in `fit`, such as `call` and `train_step`, is traced too."
    ),
    change=N_(
        "Keep it in a `tf.Variable` and change that with `assign`, or compute it outside the function and pass it in as a tensor. For a learning rate, use a schedule."
    ),
    cases=("no-progress-with-warmup",),
    terms=("tracing",),
)
