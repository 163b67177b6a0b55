"""What the harness notes of a training in PyTorch."""

import math
from collections.abc import Callable

import pytest
from support.marks import PINNED

from course.cases.harness._run import Ran

pytestmark = PINNED["pt"]


def trained(step: Callable[..., None]) -> Ran:
    """How a training of four steps on a single weight ran."""
    import torch

    from course.cases.harness._torch import training_watched

    ran = Ran()
    weight = torch.nn.Parameter(torch.ones(1))
    optimizer = torch.optim.SGD([weight], lr=0.1)
    with training_watched(ran):
        for _ in range(4):
            step(weight, optimizer)
    return ran


def test_a_right_loop_leaves_nothing_to_note() -> None:
    def step(weight, optimizer):  # type: ignore[no-untyped-def]
        (weight * 3).sum().backward()
        optimizer.step()
        optimizer.zero_grad()

    ran = trained(step)
    assert (ran.old_gradients, ran.lost_gradients, ran.trained) == (0, 0, 1)
    assert math.isclose(ran.first_loss, 3)
    assert math.isclose(ran.mean_rate, 1)


def test_accumulated_gradients_are_neither_old_nor_lost() -> None:
    def step(weight, optimizer):  # type: ignore[no-untyped-def]
        optimizer.zero_grad()
        weight.sum().backward()
        weight.sum().backward()
        optimizer.step()

    ran = trained(step)
    assert (ran.old_gradients, ran.lost_gradients) == (0, 0)


def test_gradients_that_are_not_cleared_are_old() -> None:
    def step(weight, optimizer):  # type: ignore[no-untyped-def]
        weight.sum().backward()
        optimizer.step()

    assert trained(step).old_gradients == 3


@pytest.mark.parametrize("to_none", [True, False])
def test_gradients_that_are_cleared_before_their_step_are_lost(to_none: bool) -> None:
    def step(weight, optimizer):  # type: ignore[no-untyped-def]
        weight.sum().backward()
        optimizer.zero_grad(set_to_none=to_none)
        weight.sum().backward()
        optimizer.step()
        optimizer.zero_grad()

    # the parameters of an optimizer are known from its first step on
    assert trained(step).lost_gradients == 3


def test_what_an_attack_leaves_behind_is_cleared_before_the_step() -> None:
    def step(weight, optimizer):  # type: ignore[no-untyped-def]
        weight.sum().backward()
        optimizer.zero_grad()
        weight.sum().backward()
        optimizer.step()

    assert trained(step).old_gradients == 0


def test_gradients_that_no_step_comes_after_were_only_measured() -> None:
    calls: list[object] = []

    def step(weight, optimizer):  # type: ignore[no-untyped-def]
        calls.append(weight.sum().backward())
        if len(calls) == 1:
            optimizer.step()
        optimizer.zero_grad()

    assert trained(step).lost_gradients == 0
