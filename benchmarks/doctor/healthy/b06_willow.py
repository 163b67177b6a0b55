"""A frozen encoder and a small trained head, put together with the functional API."""
import argparse
import os

os.environ["TF_USE_LEGACY_KERAS"] = "1"

import tensorflow as tf
from datasets import load_dataset
from tensorflow import keras
from transformers import AutoTokenizer, TFAutoModel


class MaskedMean(keras.layers.Layer):
    """The mean over the real tokens of a sequence."""

    def call(self, inputs):
        hidden, mask = inputs
        weight = tf.cast(mask, hidden.dtype)[:, :, None]
        return tf.reduce_sum(hidden * weight, axis=1) / tf.reduce_sum(weight, axis=1)


def build_model(checkpoint, length, classes, lr):
    encoder = TFAutoModel.from_pretrained(checkpoint)
    encoder.trainable = False
    ids = keras.Input((length,), dtype=tf.int32, name="input_ids")
    mask = keras.Input((length,), dtype=tf.int32, name="attention_mask")
    hidden = encoder(ids, attention_mask=mask, training=False).last_hidden_state
    x = MaskedMean()([hidden, mask])
    x = keras.layers.Dense(64, activation="relu")(x)
    x = keras.layers.Dropout(0.1)(x)
    probabilities = keras.layers.Dense(classes, activation="softmax")(x)
    model = keras.Model([ids, mask], probabilities)
    model.compile(keras.optimizers.Adam(lr), loss="sparse_categorical_crossentropy", metrics=["accuracy"])
    return model


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--checkpoint", default="checkpoints/tickets")
    parser.add_argument("--length", type=int, default=32)
    parser.add_argument("--epochs", type=int, default=20)
    parser.add_argument("--lr", type=float, default=5e-3)
    args = parser.parse_args()
    keras.utils.set_random_seed(42)

    tokenizer = AutoTokenizer.from_pretrained(args.checkpoint)
    dataset = load_dataset("data/tickets")

    def arrays(split):
        enc = tokenizer(list(dataset[split]["text"]), padding="max_length", truncation=True, max_length=args.length, return_tensors="tf")
        return [enc["input_ids"], enc["attention_mask"]], tf.constant(list(dataset[split]["desk_id"]))

    model = build_model(args.checkpoint, args.length, 4, args.lr)
    model.summary()
    x, y = arrays("train")
    model.fit(x, y, validation_data=arrays("validation"), batch_size=32, epochs=args.epochs, verbose=2)
    print(dict(zip(model.metrics_names, model.evaluate(*arrays("test"), verbose=0))))


if __name__ == "__main__":
    main()
