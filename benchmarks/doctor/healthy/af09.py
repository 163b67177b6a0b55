import json

import numpy as np
import tensorflow as tf


class WordBag(tf.keras.layers.Layer):
    """Sum of learned word values plus a small interaction net."""

    def __init__(self, hidden=32):
        super().__init__()
        self.linear = tf.keras.layers.Dense(1)
        self.hidden = tf.keras.layers.Dense(hidden, activation="relu")
        self.out = tf.keras.layers.Dense(1, use_bias=False)

    def call(self, bags):
        return self.linear(bags) + self.out(self.hidden(bags))


def load(name):
    texts, prices = [], []
    with open("data/prices/" + name + ".jsonl") as fh:
        for line in fh:
            row = json.loads(line)
            texts.append(row["text"])
            prices.append(row["price"])
    return texts, np.array(prices, dtype=np.float32)


def mse(y_true, y_pred):
    return tf.reduce_mean(tf.square(y_true - y_pred[:, 0]))


def r2(y_true, y_pred):
    y_true, y_pred = np.ravel(y_true), np.ravel(y_pred)
    return 1 - np.sum((y_true - y_pred) ** 2) / np.sum((y_true - y_true.mean()) ** 2)


tf.keras.utils.set_random_seed(4)
train_texts, train_prices = load("train")
val_texts, val_prices = load("validation")

bag = tf.keras.layers.TextVectorization(output_mode="multi_hot", standardize=None)
bag.adapt(train_texts)
x_train, x_val = bag(train_texts).numpy().astype("float32"), bag(val_texts).numpy().astype("float32")

mu, sigma = train_prices.mean(), train_prices.std()
y_train, y_val = (train_prices - mu) / sigma, (val_prices - mu) / sigma

ds = tf.data.Dataset.from_tensor_slices((x_train, y_train)).shuffle(500, seed=0).batch(32)
model = WordBag()
opt = tf.keras.optimizers.Adam(5e-3)


@tf.function
def step(x, y):
    with tf.GradientTape() as tape:
        loss = mse(y, model(x))
    g = tape.gradient(loss, model.trainable_variables)
    opt.apply_gradients(zip(g, model.trainable_variables))
    return loss


for epoch in range(1, 31):
    losses = [step(x, y).numpy() for x, y in ds]
    if epoch % 5 == 0:
        print(f"epoch {epoch:3d}  train mse {np.mean(losses):.4f}  val R2 {r2(y_val, model(x_val)):.4f}")

pred = model(x_val).numpy().ravel() * sigma + mu
for t, p, q in list(zip(val_texts, val_prices, pred))[:6]:
    print(f"{p:8.0f} {q:8.0f}  {t}")
print("spread of prices", val_prices.std(), "spread of predictions", pred.std())
