"""The training and the validation part of a directory were drawn with two seeds."""

from __future__ import annotations

import ast
import re

from course.diagnosis.facts import Facts
from course.diagnosis.lines import assigned, calls, nodes, place_of
from course.diagnosis.look import Found, Look
from course.i18n import N_

READING = ("image_dataset_from_directory", "text_dataset_from_directory", "audio_dataset_from_directory")
SEED = re.compile(r"(?:seed=|random_state=|manual_seed\()(\w+)")
"""How the seed of a split is given."""


def find(facts: Facts) -> Found | None:
    return from_directories(facts) or split_twice(facts)


def from_directories(facts: Facts) -> Found | None:
    """The parts of one directory, read with two calls."""
    known = assigned(facts)
    parts: dict[str, tuple[ast.Call, str, str]] = {}
    for call in calls(facts, *READING):
        given = {each.arg: each.value for each in call.keywords if each.arg is not None}
        if "subset" not in given or "seed" not in given:
            continue
        seed = ast.unparse(known.get(ast.unparse(given["seed"]), given["seed"]))
        directory = call.args[0] if call.args else given.get("directory", call)
        parts[ast.unparse(given["subset"])] = (call, seed, ast.unparse(directory))
    if len(parts) != 2 or "shuffle=False" in facts.source:
        return None
    (_, first, here), (call, second, there) = parts.values()
    drawn = "rand" in first and "rand" in second
    numbers = first.isdecimal() and second.isdecimal() and first != second
    if here != there or not (drawn or numbers):
        return None
    return Found(
        "certain",
        {"first": first, "second": second},
        [(f"`subset={subset}`", f"`seed={seed}`") for subset, (_, seed, _) in parts.items()],
        place_of(facts, next((each.value for each in call.keywords if each.arg == "seed"), call)),
    )


def split_twice(facts: Facts) -> Found | None:
    """The same data are split twice, and of each split one part is taken."""
    made: dict[str, list[tuple[ast.Assign, str, str]]] = {}
    for node in nodes(facts):
        if not isinstance(node, ast.Assign):
            continue
        words, target = ast.unparse(node.value), node.targets[0]
        names = [ast.unparse(each) for each in target.elts] if isinstance(target, ast.Tuple) else []
        part = re.fullmatch(r"(.+\.train_test_split)\(.*\)\[['\"](train|test)['\"]\]", words, re.DOTALL)
        seed = SEED.search(words)
        if seed is None:
            continue
        if part is not None:
            made.setdefault(part[1], []).append((node, part[2], seed[1]))
        elif words.startswith(("random_split(", "torch.utils.data.random_split(")) and len(names) == 2 and "_" in names:
            of = ast.unparse(node.value.args[0]) if isinstance(node.value, ast.Call) and node.value.args else ""
            made.setdefault(f"random_split({of}", []).append((node, str(names.index("_")), seed[1]))
    for found in made.values():
        (_, one, first), (node, other, second) = found[0], found[-1]
        if one != other and first != second:
            return Found(
                "certain",
                {"first": first, "second": second},
                [(f"`{ast.unparse(each.targets[0])}`", f"`seed={seed}`") for each, _, seed in (found[0], found[-1])],
                place_of(facts, node),
            )
    return None


LOOK = Look(
    name="splits-of-two-seeds",
    needs=(),
    find=find,
    title=N_("The two parts of the data were drawn with two seeds"),
    why=N_(
        "The data are shuffled with the seed `{first}` for one part and with the seed `{second}` for the other, and each part takes its share of its own order. So many examples are in both parts, and the validation measures what the model was trained on."
    ),
    change=N_("Split once, and use both parts of this split; or give both calls the same seed."),
    terms=("training set", "validation set"),
)
