"""Desk routing without a transformer: TextVectorization adapted on train rows, EMA weights, warm-up then decay."""
import os

os.environ.setdefault("TF_CPP_MIN_LOG_LEVEL", "3")
import keras
import pandas as pd
import tensorflow as tf
from keras import layers


class WarmDecay(keras.optimizers.schedules.LearningRateSchedule):
    def __init__(self, peak, warm, total):
        self.peak, self.warm, self.total = peak, warm, total

    def __call__(self, step):
        step = tf.cast(step, tf.float32)
        up = (step + 1.0) / self.warm
        down = (self.total - step) / (self.total - self.warm)
        return self.peak * tf.clip_by_value(tf.minimum(up, down), 0.01, 1.0)

    def get_config(self):
        return {"peak": self.peak, "warm": self.warm, "total": self.total}


def read(part):
    return pd.read_json(f"data/tickets/{part}.jsonl", lines=True)


keras.utils.set_random_seed(50)
EPOCHS, BATCH = 20, 16
test, valid, train = read("test"), read("validation"), read("train")
valid = valid[~valid["text"].isin(test["text"])]
train = train[~train["text"].isin(test["text"]) & ~train["text"].isin(valid["text"])]


def raw(frame):
    return tf.data.Dataset.from_tensor_slices((frame["text"].tolist(), frame["desk_id"].to_numpy()))


vectorize = layers.TextVectorization(max_tokens=500, output_mode="int", output_sequence_length=64)
vectorize.adapt(raw(train).map(lambda s, _: s).batch(128))


def pipeline(frame, shuffle=False):
    ds = raw(frame).batch(128).map(lambda s, y: (vectorize(s), y)).unbatch().cache()
    if shuffle:
        ds = ds.shuffle(len(frame), seed=1)
    return ds.batch(BATCH if shuffle else 80).prefetch(tf.data.AUTOTUNE)


steps = -(-len(train) // BATCH)
model = keras.Sequential([
    keras.Input((64,), dtype="int64"),
    layers.Embedding(vectorize.vocabulary_size(), 32),      # no mask: the maximum below does not mind the padding
    layers.SpatialDropout1D(0.1),
    layers.Conv1D(64, 3, activation="relu"),
    layers.GlobalMaxPooling1D(),
    layers.Dropout(0.2),
    layers.Dense(train["desk_id"].nunique(), activation="softmax"),
])
model.compile(
    optimizer=keras.optimizers.Adam(WarmDecay(4e-3, 2.0 * steps, float(EPOCHS * steps)), use_ema=True, ema_momentum=0.97),
    loss=keras.losses.SparseCategoricalCrossentropy(),
    metrics=[keras.metrics.SparseCategoricalAccuracy(name="acc")])

# validation is measured with the averaged weights; at the end of fit Keras writes them into the model
model.fit(pipeline(train, shuffle=True), validation_data=pipeline(valid), epochs=EPOCHS, verbose=2,
          callbacks=[keras.callbacks.SwapEMAWeights()])
print("validation", model.evaluate(pipeline(valid), verbose=0, return_dict=True))
print("test      ", model.evaluate(pipeline(test), verbose=0, return_dict=True))
