"""Short messages -> topic. Mean of word vectors, together with a few hand-made figures per message."""
import os

os.environ.setdefault("TF_CPP_MIN_LOG_LEVEL", "2")

import keras
import numpy as np
import tensorflow as tf
from keras import layers

VOCAB, LENGTH, TOPICS, EXTRA = 200, 20, 4, 3


def make_messages(n, rng):
    """Every topic likes 15 words of its own; the extra figures carry a little of the topic too."""
    topic = rng.integers(0, TOPICS, n)
    words = rng.integers(1 + 15 * TOPICS, VOCAB, (n, LENGTH))
    own = 1 + 15 * topic[:, None] + rng.integers(0, 15, (n, LENGTH))
    words = np.where(rng.random((n, LENGTH)) < 0.15, own, words)
    extra = rng.normal(0.0, 1.0, (n, EXTRA))
    extra[:, 0] += 0.5 * topic
    return words.astype("int32"), extra.astype("float32"), topic.astype("int32")


def build_model():
    words = keras.Input((LENGTH,), dtype="int32", name="words")
    extra = keras.Input((EXTRA,), name="extra")

    vectors = layers.Embedding(VOCAB, 32)(words)
    pooled = tf.reduce_mean(vectors, axis=1)

    both = layers.Concatenate()([pooled, layers.BatchNormalization()(extra)])
    hidden = layers.Dense(64, activation="relu")(both)
    hidden = layers.Dropout(0.2)(hidden)
    out = layers.Dense(TOPICS, activation="softmax")(hidden)
    return keras.Model({"words": words, "extra": extra}, out)


def dataset(words, extra, topic, training=False):
    ds = tf.data.Dataset.from_tensor_slices(({"words": words, "extra": extra}, topic))
    if training:
        ds = ds.shuffle(len(topic), seed=1)
    return ds.batch(64).prefetch(tf.data.AUTOTUNE)


def main():
    keras.utils.set_random_seed(1)
    rng = np.random.default_rng(1)
    train = dataset(*make_messages(3000, rng), training=True)
    valid = dataset(*make_messages(600, rng))
    test = dataset(*make_messages(600, rng))

    model = build_model()
    model.compile(
        optimizer=keras.optimizers.Adam(1e-3),
        loss=keras.losses.SparseCategoricalCrossentropy(),
        metrics=["accuracy"],
    )
    stop = keras.callbacks.EarlyStopping("val_loss", patience=3, restore_best_weights=True)
    model.fit(train, validation_data=valid, epochs=15, callbacks=[stop], verbose=2)
    print("test accuracy", model.evaluate(test, verbose=0, return_dict=True)["accuracy"])


if __name__ == "__main__":
    main()
