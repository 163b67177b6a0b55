"""The examples of a triplet are in the wrong order."""

from __future__ import annotations

import ast
import re
from collections.abc import Mapping

from course.diagnosis.facts import Facts
from course.diagnosis.lines import assigned, last_part, nodes, place_of
from course.diagnosis.look import Found, Look
from course.diagnosis.looks.text.divergence_of_wrong_sign import terms_of
from course.i18n import N_

POSITIVE = re.compile(r"(?<![a-z])(?:p|pos|positives?|ap)(?![a-z])|(?:^|_)(?:pos|positive)", re.IGNORECASE)
NEGATIVE = re.compile(r"(?<![a-z])(?:n|neg|negatives?|an)(?![a-z])|(?:^|_)(?:neg|negative)", re.IGNORECASE)
DISTANCE = re.compile(
    r"^(?:d|dist|distance)s?_|_(?:d|dist|distance)s?$|^(?:dp|dn|dap|dan)$|dist(?:ance)?\(|norm\(", re.IGNORECASE
)
"""The names of distances, which a likeness is the opposite of."""
LIKENESS = re.compile(r"cos|sim|dot|inner|matmul|@|\w+ \* \w+")
"""What is in the text of a likeness."""
FLOORED = ("relu", "clamp", "clip", "maximum", "max", "clamp_min")
LOSS = re.compile(r"triplet\w*(?:loss|margin)\w*$|Triplet\w*\([^()]*\)$|^triplet$", re.IGNORECASE)
"""How losses of triplets are called."""


def find(facts: Facts) -> Found | None:
    known = assigned(facts)
    losses = {
        name for name, value in known.items() if isinstance(value, ast.Call) and "Triplet" in ast.unparse(value.func)
    }
    own = {
        node.name: [each.arg for each in node.args.args] for node in nodes(facts) if isinstance(node, ast.FunctionDef)
    }
    for node in nodes(facts):
        if not isinstance(node, ast.Call):
            continue
        func = ast.unparse(node.func)
        parameters = [each for each in own.get(last_part(node.func), []) if each != "self"]
        if (func in losses or LOSS.search(func)) and not in_own_order(parameters) and wrong_order(node):
            return told(facts, node)
        if func.rpartition(".")[2] in FLOORED:
            for each in node.args:
                far, near = difference(each)
                if far and is_distance(far, known) and is_distance(near, known) and exchanged(text(far), text(near)):
                    return told(facts, node)
        # the texts of an example for such a loss
        texts = next((each.value for each in node.keywords if each.arg == "texts"), None)
        given = [ast.unparse(each) for each in texts.elts] if isinstance(texts, ast.List) else []
        if "TripletLoss" in facts.source and len(given) == 3 and exchanged(given[1], given[2]):
            return told(facts, node)
    return None


def wrong_order(call: ast.Call) -> bool:
    """Whether the second and the third argument, or those named so, are the negative and the positive example."""
    named = {each.arg: ast.unparse(each.value) for each in call.keywords}
    if "positive" in named and "negative" in named:
        return exchanged(named["positive"], named["negative"])
    given = [ast.unparse(each) for each in call.args]
    return len(given) >= 3 and exchanged(given[1], given[2]) and not NEGATIVE.search(given[0])


def in_own_order(parameters: list[str]) -> bool:
    """Whether a function of the program's own takes the negative example first."""
    return len(parameters) > 2 and exchanged(parameters[1], parameters[2])


def exchanged(positive: str, negative: str) -> bool:
    """Whether what stands for the positive example has the name of a negative one, and the other way round."""
    return (
        NEGATIVE.search(positive) is not None
        and POSITIVE.search(negative) is not None
        and POSITIVE.search(positive) is None
        and NEGATIVE.search(negative) is None
    )


def difference(node: ast.AST) -> tuple[ast.AST | None, ast.AST | None]:
    """Of a sum with a margin, the term that is added and the one that is subtracted, if there is one of each."""
    terms = [(each, sign) for each, sign in terms_of(node) if not isinstance(each, ast.Constant)]
    terms = [(each, sign) for each, sign in terms if not re.search(r"margin|alpha|delta", ast.unparse(each))]
    added, taken = [each for each, sign in terms if sign > 0], [each for each, sign in terms if sign < 0]
    return (added[0], taken[0]) if len(added) == len(taken) == 1 else (None, None)


def text(node: ast.AST | None) -> str:
    """A term as it is written; of a call, its last argument."""
    if isinstance(node, ast.Call) and node.args:
        return ast.unparse(node.args[-1])
    return ast.unparse(node) if node is not None else ""


def is_distance(node: ast.AST | None, known: Mapping[str, ast.expr]) -> bool:
    """Whether a term is a distance, by its name or by what was calculated."""
    words = ast.unparse(node) if node is not None else ""
    made = ast.unparse(known[words]) if words in known else ""
    return DISTANCE.search(words) is not None and not LIKENESS.search(made)


def told(facts: Facts, node: ast.Call) -> Found:
    return Found("likely", {}, [(N_("the line"), f"`{ast.unparse(node)}`")], place_of(facts, node))


LOOK = Look(
    name="triplets-exchanged",
    needs=(),
    find=find,
    title=N_("The positive and the negative example of the triplets are exchanged"),
    why=N_(
        "A triplet loss brings the second example near to the first, and moves the third one away. By their names, the second is the one that is unlike the first. So the model learns to put together what is different."
    ),
    change=N_("The order is anchor, positive, negative: the loss is `max(0, d_pos - d_neg + margin)`."),
    terms=("loss function", "example"),
)
