"""The training loss, step by step, while a model trains: a callback for Keras and one for the Trainer."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from course.lesson import Framework


def callback(
    framework: Framework,
    on_loss: Callable[[float], None],
    on_begin: Callable[[], None] = lambda: None,
    on_end: Callable[[], None] = lambda: None,
) -> Any:
    """A callback for `model.fit` or for `Trainer` that tells `on_loss` the loss of every step, in nats.

    A loop of one's own may call it with the loss of each step, and is then told of by `on_loss` alone.

    `on_begin` and `on_end` are told when training begins, and when it ends without an error. For the Trainer the arguments must have `logging_steps=1`, and the loss is the one it logs, rounded to four places.
    """
    make = _keras if framework == "tf" else _trainer
    return make(on_loss, on_begin, on_end)


def _keras(on_loss: Callable[[float], None], on_begin: Callable[[], None], on_end: Callable[[], None]) -> Any:
    from tf_keras.callbacks import Callback

    class Losses(Callback):  # type: ignore[misc]
        def on_train_begin(self, logs: dict[str, Any] | None = None) -> None:
            on_begin()

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


def _trainer(on_loss: Callable[[float], None], on_begin: Callable[[], None], on_end: Callable[[], None]) -> Any:
    from transformers import TrainerCallback

    class Losses(TrainerCallback):  # type: ignore[misc]
        def on_train_begin(self, args: Any, state: Any, control: Any, **kwargs: Any) -> None:
            on_begin()

        def on_train_end(self, args: Any, state: Any, control: Any, **kwargs: Any) -> None:
            on_end()

        def on_log(
            self, args: Any, state: Any, control: Any, logs: dict[str, Any] | None = None, **kwargs: Any
        ) -> None:
            if logs and "loss" in logs:
                on_loss(float(logs["loss"]))

        def __call__(self, loss: float) -> None:
            on_loss(loss)

    return Losses()
