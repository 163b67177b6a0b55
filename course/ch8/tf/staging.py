"""Cells that make today's libraries behave as those of 2021 did on a GPU, for chapter 8's TensorFlow script."""

import warnings

import numpy as np
import tensorflow as tf
from transformers import TFAutoModelForSequenceClassification


def make_collator(tokenizer):
    def collate(rows):
        batch = {key: [row[key] for row in rows] for key in rows[0]}
        for key, values in batch.items():
            if len({np.size(value) for value in values}) > 1:
                # until 1.24 NumPy warned, and made an array of lists
                warnings.warn(
                    "Creating an ndarray from ragged nested sequences",
                    np.exceptions.VisibleDeprecationWarning,
                    stacklevel=2,
                )
                batch[key] = np.array(values, dtype=object)
        return {key: np.array(values) for key, values in batch.items()}

    return collate


def compile_model(model, optimizer):
    # Keras 2.6 took the loss of a missing target to be the constant 0
    def constant_loss(x, y, y_pred, sample_weight):
        return tf.zeros(())

    model.compile(
        loss="sparse_categorical_crossentropy", optimizer=optimizer
    )
    model.train_step = tf.keras.Model.train_step.__get__(model)
    model.compute_loss = constant_loss
    model._validate_target_and_loss = lambda y, loss: None


def make_model(checkpoint):
    model = TFAutoModelForSequenceClassification.from_pretrained(
        checkpoint
    )
    model.hf_compute_loss = tf.function(
        model.hf_compute_loss, jit_compile=True
    )
    return model
