"""Weights of classes are made of counts that are sorted by frequency, and not by class."""

from __future__ import annotations

import ast
import re

from course.diagnosis.facts import Facts
from course.diagnosis.lines import assigned, nodes, place_of
from course.diagnosis.look import Found, Look
from course.i18n import N_

SORTED = re.compile(r"sort_index|reindex|sort=False|\.loc\[|\.get\(|\.index|\.items\(|to_dict|sorted\(|\.map\(|range\(")
"""What brings counts into the order of the classes, or looks up that of one class."""
IN_ORDER = re.compile(r"\.values\b|\.to_numpy\(|\.tolist\(|\blist\(|\b(?:np|numpy)\.(?:as)?array\(")
WEIGHTS = re.compile(r"weight", re.IGNORECASE)


def find(facts: Facts) -> Found | None:
    made = assigned(facts)
    counts = {
        name: ast.unparse(value)
        for name, value in made.items()
        if "value_counts(" in ast.unparse(value) or "most_common(" in ast.unparse(value)
    }
    for node in nodes(facts):
        if not isinstance(node, ast.Assign) or not any(WEIGHTS.search(ast.unparse(each)) for each in node.targets):
            continue
        words = ast.unparse(node.value)
        used = [name for name in counts if re.search(rf"\b{re.escape(name)}\b", words)]
        whole = f"{words} {' '.join(counts[name] for name in used)}"
        direct = "value_counts(" in words or "most_common(" in words
        # the classes may have got their numbers in this very order
        if any(re.search(rf"\benumerate\({re.escape(name)}\b", facts.source) for name in used):
            continue
        if (used or direct) and IN_ORDER.search(whole) and not SORTED.search(whole):
            shown = f"`{words}`"
            return Found(
                "likely", {"counts": used[0] if used else words}, [(N_("weights"), shown)], place_of(facts, node)
            )
    return None


LOOK = Look(
    name="counts-by-frequency",
    needs=(),
    find=find,
    title=N_("The weights of the classes are in the order of their frequency"),
    why=N_(
        "`{counts}` begins with the most frequent class, whatever its number. A loss takes the first weight for class 0, the second for class 1, and so on. So classes get the weights of others, unless both orders happen to be the same."
    ),
    change=N_(
        "Put the counts into the order of the classes first: with `.sort_index()` for those of pandas, or with `np.bincount(labels)`."
    ),
    terms=("loss function", "label"),
)
