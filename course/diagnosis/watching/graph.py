"""Reads the graph that PyTorch has kept of a calculation: what stands between the weights and the loss."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Any

LEAF = "torch::autograd::AccumulateGrad"
"""The name of the node of a weight."""
LAYERS = re.compile(r"(Addmm|Mm|Convolution|MkldnnConvolution|MkldnnLinear)Backward\d*")
"""The nodes of linear layers."""
LINEAR = re.compile(
    r"(Addmm|Mm|\w*Convolution|MkldnnLinear|Add|Sub|Rsub|Mul|Div|Neg|T|Transpose|Permute|View|UnsafeView|ReshapeAlias|Squeeze"
    r"|Unsqueeze|Expand|Select|Slice|Split|Unbind|Mean|Sum|Clone|Alias|Cat|Stack|ToCopy|NativeBatchNorm|NativeDropout"
    r"|AvgPool\d[dD]|AdaptiveAvgPool\d[dD])Backward\d*"
)
"""The nodes that leave a linear function linear, if no two of their inputs depend on the data."""
SUMS = re.compile(r"(Add|Sub|Cat|Stack)Backward\d*")
"""The nodes of which several inputs may depend on the data."""
THROUGH = re.compile(r"(Mean|Sum|View|Squeeze|Unsqueeze|Reshape\w*|Alias|Clone|ToCopy)Backward\d*")
"""The nodes that keep the sign of what they get."""
CHOICES = re.compile(r"(Index|Gather)Backward\d*")
"""The nodes that choose some of the numbers they get."""
CRITERIA = {
    "NllLoss": "cross_entropy",
    "NllLossNd": "cross_entropy",
    "NllLoss2D": "cross_entropy",
    "MseLoss": "mse_loss",
    "SmoothL1Loss": "smooth_l1_loss",
    "HuberLoss": "huber_loss",
    "BinaryCrossEntropy": "binary_cross_entropy",
    "BinaryCrossEntropyWithLogits": "binary_cross_entropy_with_logits",
}
"""The nodes of losses that are the smaller, the better the outputs are, each with its function."""
MEAN = 1
"""The reduction of a loss to its mean, as PyTorch numbers it."""
COMPARABLE = 0.1
"""The share of one factor in the other from which on two terms of a loss are meant to count about the same."""
MOST = 20_000
"""How many nodes of a graph are read."""


def kind(node: Any) -> str:
    """The name of a node without its ending, such as `LogSoftmax`."""
    return re.sub(r"Backward\d*$", "", node.name())


def inputs(node: Any) -> list[Any]:
    """The nodes that a node gets its numbers from, but for constants."""
    return [each for each, _ in node.next_functions if each is not None]


def leaves(loss: Any) -> Iterator[Any]:
    """What a loss has a gradient of: weights, and whatever else asks for one."""
    level: list[Any] = [loss.grad_fn]
    seen: set[Any] = set()
    while level and len(seen) < MOST:
        node = level.pop()
        if node is None or node in seen:
            continue
        seen.add(node)
        if node.name() == LEAF:
            yield node.variable
        level += inputs(node)


def is_of_weights(node: Any) -> bool:
    """Whether a node depends on no data: a weight, turned or in another shape."""
    while node.name() != LEAF:
        below = inputs(node)
        if len(below) != 1 or LINEAR.fullmatch(node.name()) is None:
            return False
        node = below[0]
    return True


def linear_layers(loss: Any) -> list[Any]:
    """The nodes of the linear layers that follow one another, from the last to the first, of a model that has nothing else between them; else none."""
    found: list[Any] = []
    level = [loss.grad_fn]
    seen: set[Any] = set()
    while level:
        node = level.pop()
        if node is None or node in seen or len(seen) > MOST:
            continue
        seen.add(node)
        if LAYERS.fullmatch(node.name()) and any(is_of_weights(each) for each in inputs(node)):
            chain = _chain(node)
            if chain is None:
                return []
            found = max(found, chain, key=len)
            continue
        level += inputs(node)
    return found


def _chain(last: Any) -> list[Any] | None:
    """The linear layers below one of them, with it; None if something that is not linear is there."""
    chain = [last]
    level = [each for each in inputs(last) if not is_of_weights(each)]
    count = 0
    while level:
        node = level.pop()
        count += 1
        data = [each for each in inputs(node) if not is_of_weights(each)]
        if LINEAR.fullmatch(node.name()) is None or count > MOST:
            return None
        if len(data) > 1 and SUMS.fullmatch(node.name()) is None:
            return None
        if LAYERS.fullmatch(node.name()):
            chain.append(node)
        level += data
    return chain


def used_elsewhere(loss: Any, chain: list[Any]) -> bool:
    """Whether what comes out of a layer in the middle goes to more than the next one, as to a loss of its own."""
    count: dict[Any, int] = {}
    level, seen = [loss.grad_fn], {loss.grad_fn}
    while level and len(seen) < MOST:
        for each in inputs(level.pop()):
            count[each] = count.get(each, 0) + 1
            if each not in seen:
                seen.add(each)
                level.append(each)
    middle = {node for node, times in count.items() if times > 1 and node.name() != LEAF}
    return any(_above(node, middle, chain[0]) for node in chain[1:])


def _above(node: Any, middle: set[Any], last: Any) -> bool:
    """Whether one of some nodes lies between a layer and the last one, or is the layer itself."""
    level, passed = [last], set()
    reached = False
    while level:
        each = level.pop()
        if each in passed:
            continue
        passed.add(each)
        if each is node:
            reached = True
            continue
        level += [below for below in inputs(each) if not is_of_weights(below)]
    return reached and bool(middle & (passed - {last}))


def weights_of(chain: list[Any]) -> list[Any]:
    """The weights of some linear layers."""
    found = []
    for node in chain:
        leaf = next((each for each in inputs(node) if is_of_weights(each)), None)
        while leaf is not None and leaf.name() != LEAF:
            leaf = inputs(leaf)[0]
        found.append(leaf)
    return found


def widths(chain: list[Any]) -> tuple[int, ...]:
    """How many numbers go into the first of the linear layers, come out of it, and so on; empty if that is unknown."""
    sizes = []
    for node in reversed(chain):
        size = getattr(node, "_saved_mat2_sym_sizes", None)
        if size is None:
            return ()
        sizes.append(tuple(int(each) for each in size))
    return (sizes[0][0], *(out for _, out in sizes))


def has_bottleneck(sizes: Sequence[int]) -> bool:
    """Whether one of the numbers in the middle, of those that go into layers and come out of them, is smaller than both ends."""
    return len(sizes) > 2 and min(sizes[1:-1]) < min(sizes[0], sizes[-1])


def in_vain(loss: Any) -> int:
    """How many linear layers follow one another, if one alone could do the same; else 0."""
    chain = linear_layers(loss)
    if len(chain) < 2 or kind(chain[0]) not in ("Addmm", "Mm") or used_elsewhere(loss, chain):
        return 0
    # one that is used again and again moves a state on, and a bottleneck is there on purpose
    sizes = widths(chain)
    return 0 if has_bottleneck(sizes) or len({*weights_of(chain)}) < len(chain) else len(chain)


def wrong_sign(loss: Any, similarities: dict[Any, str]) -> str:
    """What a loss makes worse with each step: a similarity or a likelihood that it lets fall, or a loss that it lets rise; empty if nothing is known.

    `similarities` are the nodes of what should rise, each with the function that it comes from.
    """
    node, sign, chosen = loss.grad_fn, 1.0, False
    for _ in range(MOST):
        if node is None:
            break
        name = kind(node)
        if node in similarities:
            return similarities[node] if sign > 0 else ""
        if name in CRITERIA:
            return CRITERIA[name] if sign < 0 else ""
        if name in ("LogSoftmax", "LogSigmoid"):
            return "log_softmax" if sign > 0 and chosen else ""
        below = inputs(node)
        if len(below) != 1:
            break
        if name in ("Neg", "Rsub") or (name == "Sub" and node.next_functions[0][0] is None):
            sign = -sign
        elif name in ("Mul", "Div"):
            other = node.next_functions[0][0] is None and getattr(node, "_saved_self", None)
            other = getattr(node, "_saved_other", None) if other is False else other
            # rewards, or weights, that are not below 0 on the whole
            if other is None or other.requires_grad or (other.numel() > 1 and float(other.double().mean()) <= 0):
                break
            sign *= 1.0 if other.numel() > 1 else float(other)
        elif CHOICES.fullmatch(node.name()):
            chosen = True
        elif THROUGH.fullmatch(node.name()) is None and name not in ("Add", "Sub"):
            break
        node = below[0]
    return ""


def terms(node: Any, factor: float = 1.0) -> Iterator[tuple[float, Any]]:
    """The terms that a loss is the sum of, each with the number that it is multiplied by."""
    name = kind(node)
    below = inputs(node)
    if name in ("Add", "Sub") and below:
        first, *others = (each for each, _ in node.next_functions)
        for number, each in enumerate((first, *others)):
            if each is not None:
                yield from terms(each, -factor if name == "Sub" and number else factor)
    elif name in ("Mul", "Div", "Neg") and len(below) == 1:
        other = getattr(node, "_saved_other", None)
        by = -1.0 if name == "Neg" else float(other) if other is not None and other.numel() == 1 else 0.0
        if by:
            yield from terms(below[0], factor / by if name == "Div" else factor * by)
    else:
        yield factor, node


def sum_beside_mean(loss: Any, rows: int) -> tuple[int, ...] | None:
    """The shape of what the divergence of a variational autoencoder adds up, if the other term of the loss is a mean.

    None if the divergence of a row counts much less than the mean; empty if that is unknown.
    """
    summed: tuple[int, ...] = ()
    weight = of_row = mean = by_hand = 0.0
    for factor, node in terms(loss.grad_fn):
        if kind(node) in ("Sum", "Mean") and {"Exp", "Pow"} <= {kind(each) for each in near(node)}:
            sizes = tuple(int(each) for each in getattr(node, "_saved_self_sym_sizes", ()))
            of_rows = kind(node) == "Sum" and sizes[:1] == (rows,)
            weight, of_row = abs(factor), abs(factor) * (rows if of_rows else 1)
            summed = sizes if of_rows and len(sizes) > 1 and rows > 1 else ()
        elif getattr(node, "_saved_reduction", None) == MEAN:
            mean = max(mean, abs(factor))
        elif kind(node) == "Mean":
            by_hand = max(by_hand, abs(factor))
    if 0 < of_row < COMPARABLE * max(mean, by_hand):
        return None
    return summed if mean and weight >= COMPARABLE * mean else ()


def near(node: Any, deep: int = 6) -> Iterator[Any]:
    """The nodes that are at most so many steps below one."""
    for each in inputs(node) if deep else ():
        yield each
        yield from near(each, deep - 1)


def saturating(loss: Any) -> int:
    """The most sigmoid and tanh functions that follow one another between the loss and a weight."""
    most = 0
    best: dict[Any, int] = {}
    level = [(loss.grad_fn, 0)]
    while level and len(best) < MOST:
        node, count = level.pop()
        if node is None or best.get(node, -1) >= count:
            continue
        if "Norm" in kind(node):
            # what is normalized between does not vanish
            return 0
        best[node] = count
        most = max(most, count)
        count += kind(node) in ("Sigmoid", "Tanh")
        level += [(each, count) for each in inputs(node)]
    return most
