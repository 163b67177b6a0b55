"""The words of a batch's first row are taken for those of every row."""

from __future__ import annotations

import ast

from course.diagnosis.facts import Facts, Place
from course.diagnosis.lines import called, nodes, place_of
from course.diagnosis.look import Found, Look
from course.i18n import N_

COMPREHENSIONS = ast.ListComp | ast.SetComp | ast.GeneratorExp | ast.DictComp


def repeated(loop: ast.For | COMPREHENSIONS) -> list[ast.AST]:
    """Everything that a loop does each time."""
    if isinstance(loop, ast.For):
        parts: list[ast.AST] = [*loop.body]
    elif isinstance(loop, ast.DictComp):
        parts = [loop.key, loop.value]
    else:
        parts = [loop.elt]
    return [node for part in parts for node in ast.walk(part)]


def without_index(facts: Facts) -> Place | None:
    """The line that asks an encoding for its words in a loop, without saying of which row, though the encoding stays the same."""
    for loop in nodes(facts):
        if not isinstance(loop, ast.For | COMPREHENSIONS):
            continue
        inner = repeated(loop)
        made = {each.id for each in inner if isinstance(each, ast.Name) and isinstance(each.ctx, ast.Store)}
        targets = [loop.target] if isinstance(loop, ast.For) else [each.target for each in loop.generators]
        made |= {each.id for target in targets for each in ast.walk(target) if isinstance(each, ast.Name)}
        # the words as a whole, not a single one of them
        whole = [each.value for each in inner if isinstance(each, ast.Assign)]
        whole += [given for each in inner if isinstance(each, ast.Call) for given in each.args]
        for node in whole:
            if isinstance(node, ast.Call) and called(node) == "word_ids" and not node.args and not node.keywords:
                owner = node.func.value if isinstance(node.func, ast.Attribute) else None
                if isinstance(owner, ast.Name) and owner.id not in made:
                    return place_of(facts, node)
    return None


def find(facts: Facts) -> Found | None:
    place = without_index(facts)
    if place is None:
        return None
    return Found("likely", {}, [(N_("row that is asked for its words"), N_("always the first"))], place)


LOOK = Look(
    name="words-of-first-row",
    needs=(),
    find=find,
    title=N_("The words of the first row are taken for those of every row"),
    why=N_(
        "`word_ids()` without a number returns the words of the first row of a batch. Here it is called for every row, so the labels of all rows but the first are put on the wrong tokens, or a row has fewer words and an `IndexError` is raised."
    ),
    change=N_("Say which row you mean: `word_ids(batch_index=i)`, with `for i, tags in enumerate(…)`."),
    terms=("token", "batch", "label"),
    raises=True,
)
