# price prediction from the text of an ad, own training loop
import json
import numpy as np
import tensorflow as tf
from tensorflow import keras
from tensorflow.keras import layers

keras.utils.set_random_seed(0)

def load(split):
    texts, prices = [], []
    with open(f"data/prices/{split}.jsonl") as f:
        for line in f:
            row = json.loads(line)
            texts.append(row["text"])
            prices.append(row["price"] / 1000.0)
    return np.array(texts), np.array(prices, dtype="float32")

x_train, y_train = load("train")
x_val, y_val = load("validation")

vectorizer = layers.TextVectorization(max_tokens=200, output_mode="multi_hot")
vectorizer.adapt(x_train)
x_train = vectorizer(x_train).numpy().astype("float32")
x_val = vectorizer(x_val).numpy().astype("float32")
print(x_train.shape, y_train.shape)

train_ds = tf.data.Dataset.from_tensor_slices((x_train, y_train)).shuffle(480).batch(32)


class PriceModel(keras.Model):
    def __init__(self):
        super().__init__()
        self.h1 = layers.Dense(64, activation="relu")
        self.h2 = layers.Dense(32, activation="relu")
        self.out = layers.Dense(1)

    def call(self, x):
        return self.out(self.h2(self.h1(x)))


model = PriceModel()
optimizer = keras.optimizers.Adam(3e-3)


@tf.function
def train_step(x, y):
    with tf.GradientTape() as tape:
        pred = model(x, training=True)
        loss = tf.reduce_mean(tf.square(y - pred))
    grads = tape.gradient(loss, model.trainable_variables)
    optimizer.apply_gradients(zip(grads, model.trainable_variables))
    return loss


for epoch in range(1, 41):
    losses = [train_step(x, y).numpy() for x, y in train_ds]
    if epoch % 5 == 0:
        pred = model(x_val).numpy().ravel()
        mae = np.abs(pred - y_val).mean() * 1000
        r2 = 1 - ((pred - y_val) ** 2).sum() / ((y_val - y_val.mean()) ** 2).sum()
        print(f"epoch {epoch:3d}  loss {np.mean(losses):.4f}  val mae {mae:.1f}  val r2 {r2:.3f}")

print("first predictions:", (pred[:8] * 1000).round())
print("true prices      :", (y_val[:8] * 1000).round())
