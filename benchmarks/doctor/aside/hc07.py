import os

import keras
import pandas as pd
import tensorflow as tf
from keras import layers

keras.utils.set_random_seed(8)
os.makedirs("out/hc07", exist_ok=True)

VOCAB, LENGTH, BATCH = 6000, 48, 64

# ---------------------------------------------------------------- SST-2
train = pd.read_parquet("data/glue/sst2/train-00000-of-00001.parquet")
dev = pd.read_parquet("data/glue/sst2/validation-00000-of-00001.parquet")
train = train.drop_duplicates("sentence")
train = train[~train["sentence"].isin(dev["sentence"])]
train = train.sample(frac=1.0, random_state=8)
hold = train.iloc[:250]
train = train.iloc[250:]

vectorize = layers.TextVectorization(max_tokens=VOCAB, output_sequence_length=LENGTH)
vectorize.adapt(train["sentence"].tolist())


def dataset(frame, training=False):
    ds = tf.data.Dataset.from_tensor_slices(
        (frame["sentence"].tolist(), frame["label"].to_numpy("float32"))
    )
    if training:
        ds = ds.shuffle(len(frame), seed=8)
    ds = ds.batch(BATCH)
    return ds.map(lambda s, y: (vectorize(s), y), num_parallel_calls=2).prefetch(2)


# ---------------------------------------------------------------- model
def build_model():
    tokens = keras.Input((LENGTH,), dtype="int64", name="tokens")
    h = layers.Embedding(VOCAB, 64)(tokens)
    h = layers.SpatialDropout1D(0.3)(h)
    h = layers.Conv1D(64, 3, padding="same", activation="relu")(h)
    # average and maximum over the words
    avg = tf.reduce_mean(h, axis=1)
    top = tf.reduce_max(h, axis=1)
    h = layers.Concatenate()([avg, top])
    h = layers.Dropout(0.4)(h)
    out = layers.Dense(1, activation="sigmoid")(h)
    return keras.Model(tokens, out, name="cnn_sst2")


model = build_model()
model.compile(
    optimizer=keras.optimizers.Adam(1e-3),
    loss="binary_crossentropy",
    metrics=["accuracy"],
)
model.fit(
    dataset(train, training=True),
    validation_data=dataset(hold),
    epochs=6,
    callbacks=[keras.callbacks.EarlyStopping(patience=2, restore_best_weights=True)],
    verbose=2,
)
print("dev set:", model.evaluate(dataset(dev), verbose=0, return_dict=True))
model.save("out/hc07/cnn.keras")
