"""Several models are saved to one file, because the function that names the file ignores which one it is asked for."""

from __future__ import annotations

import ast

from course.diagnosis.facts import Facts
from course.diagnosis.lines import called, nodes, place_of
from course.diagnosis.look import Found, Look
from course.i18n import N_

WRITING = {"save", "save_weights", "save_pretrained", "save_model", "dump"}
READING = {"load", "load_weights", "from_pretrained", "load_model", "load_state_dict"}


def find(facts: Facts) -> Found | None:
    for function in nodes(facts):
        if not isinstance(function, ast.FunctionDef) or len(function.args.args) != 1:
            continue
        asked = function.args.args[0].arg
        names = {each.id for node in function.body for each in ast.walk(node) if isinstance(each, ast.Name)}
        if asked in names or asked == "self" or asked.startswith("_") or not is_named(facts, function.name):
            continue
        return Found(
            "likely",
            {"function": function.name, "argument": asked},
            [(N_("line of code"), f"`{ast.unparse(function.body[-1])[:120]}`")],
            place_of(facts, function.body[-1]),
        )
    return None


def is_named(facts: Facts, name: str) -> bool:
    """Whether a function says where something is written, and where it is read."""
    done = {
        called(outer)
        for outer in nodes(facts)
        if isinstance(outer, ast.Call) and called(outer) in WRITING | READING
        if any(isinstance(each, ast.Call) and called(each) == name for part in outer.args for each in ast.walk(part))
    }
    return bool(done & WRITING and done & READING)


LOOK = Look(
    name="same-file-for-all",
    needs=(),
    find=find,
    title=N_("Several models are saved to the same file"),
    why=N_(
        "`{function}` does not use its argument `{argument}`, so it always returns the same path. Each model overwrites the one before, and what is read back later is always the last one, whichever is asked for."
    ),
    change=N_("Put `{argument}` into the name of the file."),
    terms=("checkpoint", "weight"),
)
