"""Sentiment with averaged word embeddings (Keras). Official validation split of sst2 serves as test."""
import os

import keras
import numpy as np
import pandas as pd
import tensorflow as tf

keras.utils.set_random_seed(0)

test = pd.read_parquet("data/glue/sst2/validation-00000-of-00001.parquet")
pool = pd.read_parquet("data/glue/sst2/train-00000-of-00001.parquet")
norm = lambda s: s.str.strip().str.lower()
pool = pool[~norm(pool["sentence"]).isin(norm(test["sentence"]))]
pool = pool[~norm(pool["sentence"]).duplicated()]
pool = pool.sample(frac=1.0, random_state=0)
n_val = len(pool) // 6
val, train = pool.iloc[:n_val], pool.iloc[n_val:]
print(len(train), len(val), len(test))

vectorize = keras.layers.TextVectorization(max_tokens=3000, output_sequence_length=96, ngrams=2)  # 41 words at most
vectorize.adapt(tf.constant(train["sentence"].tolist()))


def dataset(frame, shuffle=False):
    ids = vectorize(tf.constant(frame["sentence"].tolist()))
    ds = tf.data.Dataset.from_tensor_slices((ids, frame["label"].to_numpy().astype("float32")))
    if shuffle:
        ds = ds.shuffle(len(frame), seed=0)
    return ds.batch(32).prefetch(tf.data.AUTOTUNE)


inputs = keras.Input((96,), dtype="int64")
x = keras.layers.Embedding(vectorize.vocabulary_size(), 32, mask_zero=True)(inputs)
x = keras.layers.GlobalAveragePooling1D()(x)      # takes the mask: padding is not averaged in
x = keras.layers.Dropout(0.3)(x)
x = keras.layers.Dense(16, activation="relu")(x)
logit = keras.layers.Dense(1)(x)
model = keras.Model(inputs, logit)

model.compile(
    optimizer=keras.optimizers.Adam(3e-3),
    loss=keras.losses.BinaryCrossentropy(from_logits=True),
    metrics=[keras.metrics.BinaryAccuracy(threshold=0.0, name="acc")],   # logit 0 is probability one half
)

os.makedirs("out/wa11", exist_ok=True)
best = "out/wa11/best.weights.h5"
model.fit(
    dataset(train, shuffle=True),
    validation_data=dataset(val),
    epochs=15,
    verbose=2,
    callbacks=[keras.callbacks.ModelCheckpoint(best, monitor="val_loss", save_best_only=True, save_weights_only=True)],
)
model.load_weights(best)
loss, acc = model.evaluate(dataset(test), verbose=0)
share = float(np.mean(test["label"]))
print(f"test loss {loss:.4f}  accuracy {acc:.4f}  majority {max(share, 1 - share):.4f}")
