"""A standard deviation is taken for a variance, a variance for a standard deviation, or a logarithm for either."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator

from course.diagnosis.facts import Facts
from course.diagnosis.lines import assigned, called, nodes, place_of
from course.diagnosis.look import Found, Look
from course.i18n import N_

DEVIATION = re.compile(r"(?<![a-z])(?:std|stds|stddev|std_dev|sigmas?|scale|deviation)(?![a-z0-9]|_?sq)", re.IGNORECASE)
VARIANCE = re.compile(r"(?<![a-z])(?<!log_)(?<!log)(?:var|vars|variance|variances)(?![a-z])", re.IGNORECASE)
LOG_VARIANCE = re.compile(r"^(?:self\.)?(?:z_|q_|enc_)?log_?(?:var(?:iance)?s?|sigma2|sigma_sq)$", re.IGNORECASE)
SHORT = re.compile(r"^(?:self\.)?lv$")
"""A short name for the logarithm of a variance, where it is made a power."""
SQUARED = re.compile(r"\*\* ?2|square|pow\(|var|\b2(?:\.0)? ?\*|\* ?2\b|(\w+) \* \1\b", re.IGNORECASE)
"""What makes a variance of a standard deviation."""
ROOTED = re.compile(r"0\.5|\*\* ?\(?1 ?/|sqrt|/ ?2|std|rsqrt|\b5e-1", re.IGNORECASE)
"""What makes a standard deviation of a variance, or of its logarithm."""
NOISE = re.compile(r"(?<![a-z])(?:randn|randn_like|normal|normal_like|eps|epsilon|noise)(?![a-z])", re.IGNORECASE)
NORMAL = ("Normal", "MultivariateNormalDiag", "normal")
"""The distributions and functions whose second argument is a standard deviation."""


def find(facts: Facts) -> Found | None:
    for node, given in mistaken(facts):
        return Found(
            "likely",
            {"given": given},
            [(N_("the line"), f"`{ast.unparse(node)}`")],
            place_of(facts, node),
        )
    return None


def mistaken(facts: Facts) -> Iterator[tuple[ast.AST, str]]:
    losses = {
        name
        for name, value in assigned(facts).items()
        if ast.unparse(value).partition("(")[0].endswith("GaussianNLLLoss")
    }
    # the gradient of the density of a normal distribution, and a distance, are divided by the variance
    negated = {id(each.operand) for each in nodes(facts) if isinstance(each, ast.UnaryOp)}
    products = [each for each in nodes(facts) if isinstance(each, ast.BinOp) and isinstance(each.op, ast.Mult)]
    factors = {ast.unparse(side) for each in products for side in (each.left, each.right)}
    for node in nodes(facts):
        given = ""
        if isinstance(node, ast.Call):
            func = ast.unparse(node.func)
            if func in losses or called(node) == "gaussian_nll_loss" or func.endswith("GaussianNLLLoss()"):
                given = argument(node, 2, "var")
                given = given if DEVIATION.search(given) and not SQUARED.search(given) else ""
            elif called(node) in NORMAL and len(node.args) + len(node.keywords) > 1:
                given = argument(node, 1, "scale")
                of_logarithm = "exp(" in given and re.search(r"log_?var", given) is not None
                given = given if (VARIANCE.search(given) or of_logarithm) and not ROOTED.search(given) else ""
        elif isinstance(node, ast.BinOp) and isinstance(node.op, ast.Mult):
            given = next(filter(None, (noise_times(node.left, node.right), noise_times(node.right, node.left))), "")
        elif isinstance(node, ast.Assign) and len(node.targets) == 1:
            name = ast.unparse(node.targets[0])
            given = ast.unparse(node.value) if DEVIATION.fullmatch(name) and power_of_variance(node.value) else ""
        elif isinstance(node, ast.BinOp) and isinstance(node.op, ast.Div) and isinstance(node.left, ast.BinOp):
            mean = isinstance(node.left.op, ast.Sub) and re.search(r"mean|mu\b", ast.unparse(node.left.right))
            below = ast.unparse(node.right)
            divided = id(node) in negated or ast.unparse(node.left) in factors
            given = below if mean and not divided and VARIANCE.search(below) and not ROOTED.search(below) else ""
        if given:
            yield node, given


def noise_times(noise: ast.expr, size: ast.expr) -> str:
    """What noise is multiplied by, if that is the logarithm of a variance or a variance."""
    if not isinstance(noise, ast.Call | ast.Name) or not NOISE.search(ast.unparse(noise)):
        return ""
    words = ast.unparse(size)
    return words if LOG_VARIANCE.match(words) or power_of_variance(size) else ""


def power_of_variance(node: ast.expr) -> bool:
    """Whether it is `exp` of the logarithm of a variance."""
    if not isinstance(node, ast.Call) or called(node) != "exp":
        return False
    of = node.args[0] if node.args else node.func.value if isinstance(node.func, ast.Attribute) else node
    return LOG_VARIANCE.match(ast.unparse(of)) is not None or SHORT.match(ast.unparse(of)) is not None


def argument(call: ast.Call, place: int, name: str) -> str:
    """An argument of a call by its place or its name, as it is written; empty if it is not there."""
    for each in call.keywords:
        if each.arg == name:
            return ast.unparse(each.value)
    return ast.unparse(call.args[place]) if len(call.args) > place else ""


LOOK = Look(
    name="deviation-or-variance",
    needs=(),
    find=find,
    title=N_("A standard deviation and a variance are mixed up"),
    why=N_(
        "By its name, `{given}` is not what this line expects: a variance is the square of a standard deviation, and many models give the logarithm of one of them. So the model learns another spread than it is asked for."
    ),
    change=N_("The standard deviation is `exp(0.5 * log_var)`, and the variance is `exp(log_var)`, or `std ** 2`."),
    terms=("loss function",),
)
