"""Watches PyTorch's GradScaler: losses that it multiplies, and gradients that are used before it has divided them again."""

from __future__ import annotations

from collections.abc import Sequence
from functools import wraps
from typing import Any

from course.diagnosis.watching.watch import Watch, quietly

FACTOR = "_doctor_factor"
"""The attribute in which a loss carries the factor by which a GradScaler has multiplied it."""
DELIBERATE = 1e4
"""A limit for gradients from which on none is clipped, or only one that is multiplied."""


class Scaling:
    """Notes in a watch what becomes of gradients that a GradScaler has multiplied."""

    def __init__(self, watch: Watch) -> None:
        self.watch = watch
        # whether the gradients that are there are multiplied, and which weights were clipped meanwhile
        self._scaled = False
        self._clipped: set[int] = set()
        # the weights that a step was taken with since the last backward pass; None before the first one
        self._stepped: set[int] | None = None

    def begin(self) -> None:
        """Watch from now on, until the watch ends."""
        import torch

        self.watch.replace(torch.amp.GradScaler, "scale", self._scaling)
        self.watch.replace(torch.amp.GradScaler, "unscale_", self._unscaling)
        self.watch.replace(torch.amp.GradScaler, "step", self._stepping)
        # gradients that a program puts in their places itself
        self.watch.replace(torch.autograd, "grad", self._differentiating)
        for name in ("clip_grad_norm_", "clip_grad_value_"):
            self.watch.replace(torch.nn.utils, name, self._clipping)

    def went_backward(self, loss: Any) -> float:
        """Note the loss of a backward pass, and return the factor by which it is multiplied."""
        self._scaled |= hasattr(loss, FACTOR)
        self._stepped = set()
        return float(getattr(loss, FACTOR, 1.0))

    def stepped(self, held: Sequence[Any]) -> None:
        """Note a step of an optimizer with these weights."""
        self.watch.stepped_scaled += self._scaled
        self._scaled = False
        if self._stepped is not None:
            self._stepped |= {id(each) for each in held}

    def _differentiating(self, grad: Any) -> Any:
        @wraps(grad)
        def differentiating(*arguments: Any, **options: Any) -> Any:
            self._stepped = None if self._stepped is None else set()
            return grad(*arguments, **options)

        return differentiating

    def _scaling(self, scale: Any) -> Any:
        import torch

        @wraps(scale)
        def scaling(scaler: Any, outputs: Any) -> Any:
            result = scale(scaler, outputs)
            if not torch.compiler.is_compiling():
                self._note_factor(scaler, result)
            return result

        return scaling

    @quietly
    def _note_factor(self, scaler: Any, result: Any) -> None:
        """Let a loss that is multiplied carry the factor, unless the scaler is switched off or has come down to 0."""
        import torch

        factor = scaler.get_scale()
        if factor not in (0, 1):
            for each in [result] if isinstance(result, torch.Tensor) else result:
                setattr(each, FACTOR, factor)

    def _unscaling(self, unscale: Any) -> Any:
        @wraps(unscale)
        def unscaling(*arguments: Any, **options: Any) -> Any:
            result = unscale(*arguments, **options)
            self._scaled, self.watch.scaler_steps = False, True
            return result

        return unscaling

    def _stepping(self, step: Any) -> Any:
        @wraps(step)
        def stepping(scaler: Any, optimizer: Any, *arguments: Any, **options: Any) -> Any:
            held = [each for group in getattr(optimizer, "param_groups", ()) for each in group["params"]]
            self.watch.clipped_scaled += self._scaled and any(id(each) in self._clipped for each in held)
            self._scaled, self.watch.scaler_steps = False, True
            self._clipped.clear()
            before = self.watch.limits.taken
            result = step(scaler, optimizer, *arguments, **options)
            if self.watch.limits.taken == before:
                # an infinite gradient: the step is left out, and its gradients are not lost
                self.watch.gradients.stepped(held)
            return result

        return stepping

    def _clipping(self, clip: Any) -> Any:
        import torch

        @wraps(clip)
        def clipping(parameters: Any, *arguments: Any, **options: Any) -> Any:
            if not torch.compiler.is_compiling():
                # an iterator can be gone through only once
                parameters = [parameters] if isinstance(parameters, torch.Tensor) else [*parameters]
                limit = float(next(iter((*arguments, *map(options.get, ("max_norm", "clip_value")))), None) or 0)
                # a limit that is multiplied as well fits them, and without one they are only measured
                clipped = {id(each) for each in parameters} if limit < DELIBERATE else set()
                self._clipped |= clipped if self._scaled else set()
                if clipped and self._stepped is not None:
                    self.watch.clipped += 1
                    self.watch.clipped_old += clipped <= self._stepped
            return clip(parameters, *arguments, **options)

        return clipping
