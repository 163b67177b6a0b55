import keras
import numpy as np
import pandas as pd
import tensorflow as tf
from keras import layers, ops

keras.utils.set_random_seed(11)


class PriceRegressor(keras.Model):
    """Predicts the price of a classified ad; trained with a Huber-like loss of my own."""

    def __init__(self, vectorizer, dim=64, **kwargs):
        super().__init__(**kwargs)
        self.vectorizer_size = vectorizer.vocabulary_size()
        self.embedding = layers.Embedding(self.vectorizer_size, dim)
        self.conv = layers.Conv1D(dim, 3, padding="same", activation="relu")
        self.pool = layers.GlobalMaxPooling1D()
        self.hidden = layers.Dense(dim, activation="relu")
        self.out = layers.Dense(1)
        self.loss_tracker = keras.metrics.Mean(name="loss")
        self.mae_tracker = keras.metrics.Mean(name="mae")

    @property
    def metrics(self):
        return [self.loss_tracker, self.mae_tracker]

    def call(self, tokens, training=False):
        x = self.embedding(tokens)
        x = self.conv(x)
        x = self.pool(x)
        return self.out(self.hidden(x))

    def compute(self, y, y_pred):
        error = y - ops.squeeze(y_pred, axis=-1)
        small = ops.abs(error) < 1.0
        loss = ops.where(small, 0.5 * ops.square(error), ops.abs(error) - 0.5)
        return ops.mean(loss), ops.mean(ops.abs(error))

    def train_step(self, data):
        x, y = data
        with tf.GradientTape() as tape:
            y_pred = self(x, training=True)
            loss, mae = self.compute(y, y_pred)
        grads = tape.gradient(loss, self.trainable_variables)
        self.optimizer.apply(grads, self.trainable_variables)
        self.loss_tracker.update_state(loss)
        self.mae_tracker.update_state(mae)
        return {m.name: m.result() for m in self.metrics}

    def test_step(self, data):
        x, y = data
        loss, mae = self.compute(y, self(x, training=False))
        self.loss_tracker.update_state(loss)
        self.mae_tracker.update_state(mae)
        return {m.name: m.result() for m in self.metrics}


splits = {s: pd.read_json(f"data/prices/{s}.jsonl", lines=True) for s in ("train", "validation", "test")}
mean, std = splits["train"].price.mean(), splits["train"].price.std()

vectorizer = layers.TextVectorization(output_sequence_length=16, standardize="lower")
vectorizer.adapt(splits["train"].text.to_numpy(dtype=str))


def make_ds(df, shuffle=False):
    x = np.asarray(vectorizer(tf.constant(df.text.tolist())))
    y = ((df.price - mean) / std).to_numpy("float32")
    ds = tf.data.Dataset.from_tensor_slices((x, y))
    if shuffle:
        ds = ds.shuffle(1000)
    return ds.batch(32)


model = PriceRegressor(vectorizer)
model.compile(optimizer=keras.optimizers.Adam(2e-3))
model.fit(make_ds(splits["train"], True), validation_data=make_ds(splits["validation"]),
          epochs=40, verbose=2)

pred = model.predict(make_ds(splits["test"]), verbose=0)[:, 0] * std + mean
truth = splits["test"].price.to_numpy()
ss_res, ss_tot = np.sum((truth - pred) ** 2), np.sum((truth - truth.mean()) ** 2)
print("first predictions:", pred[:5].round(), "truth:", truth[:5])
print(f"test MAE {np.abs(truth - pred).mean():.1f}   R2 {1 - ss_res / ss_tot:.3f}")
