"""The Kullback-Leibler term of a variational autoencoder has the wrong sign."""

from __future__ import annotations

import ast
import re
from collections.abc import Mapping

from course.diagnosis.facts import Facts
from course.diagnosis.lines import called, last_part, nodes, place_of
from course.diagnosis.look import Found, Look
from course.i18n import N_

BOUND = re.compile(r"elbo|bound|log_?lik|log_?p|neg_|minus", re.IGNORECASE)
"""What programs have in them that make a bound as large as possible, and turn its sign at the end."""
LOSS = re.compile(r"\w*(?:elbo_?loss|loss_?elbo)\w*", re.IGNORECASE)
"""Names that say that their sign is turned already."""
SQUARES = ("pow", "square")
TIMES = ("mul", "mul_", "multiply", "multiply_")


def find(facts: Facts) -> Found | None:
    if BOUND.search(LOSS.sub("", facts.source)) and turned_somewhere(facts):
        return None
    above = {id(child): node for node in nodes(facts) for child in ast.iter_child_nodes(node)}
    for node in nodes(facts):
        inside = above.get(id(node))
        whole = not (isinstance(inside, ast.BinOp) and isinstance(inside.op, ast.Add | ast.Sub))
        sign = divergence(node) if whole or divergence(inside) == 0 else 0
        # PyTorch's own function has the right sign
        if isinstance(node, ast.Call) and called(node) == "kl_divergence":
            sign = 1
        if not sign:
            continue
        statement, sign = sign_above(node, sign, above)
        name = given_name(statement, above)
        turned = name and turns(facts, name)
        if (sign < 0 and not turned) or (sign > 0 and name and subtracted(facts, name)):
            words = ast.unparse(statement).splitlines()[0]
            shown = name or ast.unparse(node)
            return Found("likely", {"name": shown}, [(N_("the term"), f"`{words}`")], place_of(facts, node))
    return None


def turned_somewhere(facts: Facts) -> bool:
    """Whether the program changes the sign of anything but a plain number."""
    return any(
        (isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub) and not isinstance(node.operand, ast.Constant))
        or (
            isinstance(node, ast.BinOp)
            and isinstance(node.op, ast.Mult)
            and -1 in (number(node.left), number(node.right))
        )
        or (isinstance(node, ast.BinOp) and isinstance(node.op, ast.Sub) and ast.unparse(node.left) in ("0", "0.0"))
        or (isinstance(node, ast.Call) and called(node) in ("neg", "negative", "log_prob"))
        or (isinstance(node, ast.keyword) and node.arg == "maximize")
        for node in nodes(facts)
    )


def number(node: ast.AST) -> float | None:
    """The value of a plain number with a minus."""
    constant = node.operand if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub) else None
    return -constant.value if isinstance(constant, ast.Constant) and isinstance(constant.value, int | float) else None


def sign_above(node: ast.AST, sign: int, above: Mapping[int, ast.AST]) -> tuple[ast.AST, int]:
    """The statement that an expression is in, and the sign that the expression has there."""
    inner = node
    while not isinstance(inner, ast.stmt) and id(inner) in above:
        outer = above[id(inner)]
        if isinstance(outer, ast.UnaryOp) and isinstance(outer.op, ast.USub):
            sign = -sign
        if isinstance(outer, ast.BinOp):
            other = outer.left if outer.right is inner else outer.right
            if isinstance(outer.op, ast.Mult | ast.Div) and negative(other):
                sign = -sign
            if isinstance(outer.op, ast.Sub) and outer.right is inner:
                sign = -sign
        if isinstance(outer, ast.Call) and called(outer) in TIMES and any(map(negative, outer.args)):
            sign = -sign
        inner = outer
    return inner, sign


def terms_of(node: ast.AST, sign: int = 1) -> list[tuple[ast.AST, int]]:
    """The terms of a sum, each with its sign."""
    if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Add | ast.Sub):
        return terms_of(node.left, sign) + terms_of(node.right, sign if isinstance(node.op, ast.Add) else -sign)
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub):
        return terms_of(node.operand, -sign)
    return [(node, sign)]


def divergence(node: ast.AST | None) -> int:
    """1 for `exp(log_var) + mean² - 1 - log_var`, -1 for the same with all signs changed, 0 for anything else."""
    terms = terms_of(node) if isinstance(node, ast.BinOp) else []
    if len(terms) != 4:
        return 0
    ones = [sign for each, sign in terms if isinstance(each, ast.Constant) and each.value in (1, 1.0)]
    squares = [sign for each, sign in terms if is_square(each)]
    powers = [sign for each, sign in terms if isinstance(each, ast.Call) and called(each) == "exp"]
    logarithms = [sign for each, sign in terms if is_logarithm(each)]
    # the variance may be given as a square
    large = powers + squares
    if len(ones) != 1 or len(large) != 2 or len(logarithms) != 1 or len(powers) > 1:
        return 0
    return large[0] if ones[0] == logarithms[0] == -large[0] == -large[1] else 0


def is_square(node: ast.AST) -> bool:
    power = isinstance(node, ast.BinOp) and isinstance(node.op, ast.Pow)
    product = (
        isinstance(node, ast.BinOp) and isinstance(node.op, ast.Mult) and ast.dump(node.left) == ast.dump(node.right)
    )
    return power or product or (isinstance(node, ast.Call) and called(node) in SQUARES)


def is_logarithm(node: ast.AST) -> bool:
    """Whether it is a name, as that of the logarithm of a variance, a call of `log`, or twice one of these."""
    if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Mult) and isinstance(node.left, ast.Constant):
        return is_logarithm(node.right)
    return isinstance(node, ast.Name | ast.Attribute) or (isinstance(node, ast.Call) and called(node) == "log")


def negative(node: ast.AST) -> bool:
    """Whether it is a plain number with a minus, or a product with an odd number of these."""
    if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Mult | ast.Div):
        return negative(node.left) != negative(node.right)
    return isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub) and isinstance(node.operand, ast.Constant)


def given_name(node: ast.AST, above: Mapping[int, ast.AST]) -> str:
    """What a statement gives a value to; of a `return`, the function's name."""
    if isinstance(node, ast.Assign) and len(node.targets) == 1:
        return ast.unparse(node.targets[0])
    while isinstance(node, ast.stmt) and not isinstance(node, ast.FunctionDef) and id(node) in above:
        node = above[id(node)]
    return node.name if isinstance(node, ast.FunctionDef) else ""


def turns(facts: Facts, name: str) -> bool:
    """Whether anything subtracts a name, or what calculates with it, or changes its sign."""
    uses = re.compile(rf"(?<!\w){re.escape(name)}(?!\w)")
    for node in nodes(facts):
        if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub) and uses.search(ast.unparse(node.operand)):
            return True
        if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Sub) and uses.search(ast.unparse(node.right)):
            return True
        if isinstance(node, ast.AugAssign):
            if isinstance(node.op, ast.Sub) and uses.search(ast.unparse(node.value)):
                return True
            if (
                isinstance(node.op, ast.Mult | ast.Div)
                and negative(node.value)
                and uses.search(ast.unparse(node.target))
            ):
                return True
        if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Mult | ast.Div):
            for one, other in ((node.left, node.right), (node.right, node.left)):
                if negative(one) and uses.search(ast.unparse(other)):
                    return True
    return False


def subtracted(facts: Facts, name: str) -> bool:
    """Whether a loss is made by subtracting this very name, and keeps its sign."""
    for node in nodes(facts):
        value = node.value if isinstance(node, ast.Assign | ast.Return) else None
        if isinstance(value, ast.BinOp) and isinstance(value.op, ast.Sub) and last_part(value.right) == name:
            loss = ast.unparse(node.targets[0]) if isinstance(node, ast.Assign) else ""
            return not (loss and turns(facts, loss))
    return False


LOOK = Look(
    name="divergence-of-wrong-sign",
    needs=(),
    find=find,
    title=N_("The Kullback-Leibler term has the wrong sign"),
    why=N_(
        "`{name}` is the divergence with a minus: it is never above 0, and the loss falls when the codes move away from the normal distribution. The loss may even go below 0."
    ),
    change=N_("The divergence is `-0.5 * sum(1 + log_var - mean ** 2 - exp(log_var))`, and it is added to the loss."),
    terms=("loss function",),
)
