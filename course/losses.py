"""The training loss, step by step, while a model trains: a callback for Keras, one for the Trainer, one for loops.

Each is made from three functions. `on_loss` is told the loss of every step, in nats; `on_begin` and `on_end` are told when
training begins, and when it ends without an error. A loop of one's own calls the callback with the loss of each step;
`on_loss` alone is told of that.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Protocol


class MakeCallback(Protocol):
    """Makes the callback of one framework."""

    def __call__(
        self,
        on_loss: Callable[[float], None],
        on_begin: Callable[[], None] = ...,
        on_end: Callable[[], None] = ...,
    ) -> Any: ...


def _nothing() -> None:
    pass


def plain_callback(
    on_loss: Callable[[float], None], on_begin: Callable[[], None] = _nothing, on_end: Callable[[], None] = _nothing
) -> Callable[[float], None]:
    """A callback that is only ever called by a loop."""

    def told(loss: float) -> None:
        on_loss(loss)

    return told


def keras_callback(
    on_loss: Callable[[float], None], on_begin: Callable[[], None] = _nothing, on_end: Callable[[], None] = _nothing
) -> Any:
    """A callback for `model.fit`."""
    from tf_keras.callbacks import Callback

    class Losses(Callback):  # type: ignore[misc]
        def on_train_begin(self, logs: dict[str, Any] | None = None) -> None:
            on_begin()
            # else `fit` traces its step twice, the first time only to have the optimizer's variables made
            if self.model.built and hasattr(self.model.optimizer, "build"):
                self.model.optimizer.build(self.model.trainable_variables)

        def on_train_end(self, logs: dict[str, Any] | None = None) -> None:
            on_end()

        def on_epoch_begin(self, epoch: int, logs: dict[str, Any] | None = None) -> None:
            self.total = 0.0

        def on_train_batch_end(self, batch: int, logs: dict[str, Any] | None = None) -> None:
            # what Keras logs is the mean since the epoch began
            total = float((logs or {})["loss"]) * (batch + 1)
            on_loss(total - self.total)
            self.total = total

        def __call__(self, loss: float) -> None:
            on_loss(loss)

    return Losses()


def trainer_callback(
    on_loss: Callable[[float], None], on_begin: Callable[[], None] = _nothing, on_end: Callable[[], None] = _nothing
) -> Any:
    """A callback for `Trainer`, whose arguments must have `logging_steps=1`. The loss is the one it logs, rounded to four places.

    What its Trainer logs is not printed; what another one logs is.
    """
    from transformers import TrainerCallback

    class Losses(TrainerCallback):  # type: ignore[misc]
        def on_train_begin(self, args: Any, state: Any, control: Any, **kwargs: Any) -> None:
            on_begin()

        def on_train_end(self, args: Any, state: Any, control: Any, **kwargs: Any) -> None:
            on_end()

        def on_log(
            self, args: Any, state: Any, control: Any, logs: dict[str, Any] | None = None, **kwargs: Any
        ) -> None:
            # the Trainer's `PrinterCallback`, which comes after this one, prints in the first process only; only the
            # Trainer itself could remove it, and that belongs to the script
            state.is_local_process_zero = False
            if logs and "loss" in logs:
                on_loss(float(logs["loss"]))

        def __call__(self, loss: float) -> None:
            on_loss(loss)

    return Losses()
