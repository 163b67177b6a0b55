"""Calls `can_learn` with models of two layers, small enough for hundreds of steps."""

from types import ModuleType
from typing import Any

import numpy as np
import tensorflow as tf
from transformers import PretrainedConfig, TFPreTrainedModel
from transformers.modeling_tf_outputs import TFSequenceClassifierOutput
from transformers.modeling_tf_utils import TFSequenceClassificationLoss, unpack_inputs


class Watch:
    """The classifier of a model, or of a copy of it, after its first change in a call: dimensions x labels, or None.

    What happens in a graph is not seen.
    """

    def __init__(self) -> None:
        self.start()

    def start(self) -> None:
        self.models: list[Any] = []
        self.before: Any = None
        self.moved: Any = None

    def look(self, *more: Any) -> None:
        if not tf.executing_eagerly():
            return
        self.models += [model for model in more if all(model is not known for known in self.models)]
        for model in self.models if self.moved is None else []:
            weights = model.classifier.kernel.numpy()
            if self.before is None:
                self.before = weights
            elif not np.array_equal(self.before, weights):
                self.moved = weights


WATCH = Watch()


class WatchedSGD(tf.keras.optimizers.SGD):  # type: ignore[misc]
    """Plain gradient descent, seen by `WATCH` after each step."""

    def apply_gradients(self, *arguments: Any, **named: Any) -> Any:
        result = super().apply_gradients(*arguments, **named)
        WATCH.look()
        return result


class MeanOfEmbeddings(
    TFPreTrainedModel,  # type: ignore[misc]
    TFSequenceClassificationLoss,  # type: ignore[misc]
):
    """The logits are the mean of a row's embeddings times the weights of a classifier."""

    config_class = PretrainedConfig

    def __init__(self, config: Any) -> None:
        super().__init__(config)
        self.embeddings = tf.keras.layers.Embedding(config.vocab_size, config.hidden_size)
        self.embeddings.build(None)
        self.classifier = tf.keras.layers.Dense(config.num_labels, use_bias=False)
        self.classifier.build((None, config.hidden_size))

    @unpack_inputs  # type: ignore[untyped-decorator]
    def call(
        self,
        input_ids: Any = None,
        attention_mask: Any = None,
        labels: Any = None,
        output_attentions: Any = None,
        output_hidden_states: Any = None,
        return_dict: Any = None,
        training: bool = False,
    ) -> Any:
        WATCH.look(self)
        # of the layers the weights alone: a call of each would take as long as all of this
        mask = tf.cast(attention_mask, tf.float32)
        words = tf.gather(self.embeddings.embeddings, input_ids)
        mask /= tf.reduce_sum(mask, axis=1, keepdims=True)
        hidden = tf.linalg.matvec(words, mask, transpose_a=True)
        logits = tf.matmul(hidden, self.classifier.kernel)
        loss = None
        if labels is not None:
            loss = tf.nn.sparse_softmax_cross_entropy_with_logits(labels, logits)
        return TFSequenceClassifierOutput(loss=loss, logits=logits)


def tried(answer: ModuleType, trial: dict[str, Any]) -> tuple[Any, Any]:
    """Call `can_learn` for one trial; gives its result, and the model as it was left."""
    vocabulary, width = trial["embeddings"].shape
    config = PretrainedConfig(
        vocab_size=vocabulary,
        hidden_size=width,
        num_labels=trial["classifier"].shape[1],
    )
    model = MeanOfEmbeddings(config)
    batch = {key: tf.constant(value) for key, value in trial["batch"].items()}
    model(batch)
    model.set_weights([trial["embeddings"], trial["classifier"]])
    model.embeddings.trainable = not trial["frozen"]

    def make_optimizer() -> Any:
        return WatchedSGD(trial["rate"], weight_decay=trial["decay"] or None, momentum=trial["momentum"])

    WATCH.start()
    return answer.can_learn(model, batch, make_optimizer), model


def batches(answer: ModuleType, given: dict[str, Any]) -> dict[str, Any]:
    return {str(place): tried(answer, trial)[0] for place, trial in enumerate(given["batches"])}


def learning_rates(answer: ModuleType, given: dict[str, Any]) -> dict[str, Any]:
    return {str(place): tried(answer, trial)[0] for place, trial in enumerate(given["learning-rates"])}


def as_found(answer: ModuleType, given: dict[str, Any]) -> dict[str, Any]:
    handed = {}
    for place, trial in enumerate(given["as-found"]):
        verdict, model = tried(answer, trial)
        handed[str(place)] = {
            "verdict": verdict,
            "embeddings": model.embeddings.weights[0],
            "classifier": model.classifier.weights[0],
            "moved classifier": WATCH.moved,
            "trainable embeddings": model.embeddings.trainable,
            "trainable classifier": model.classifier.trainable,
        }
    return handed
