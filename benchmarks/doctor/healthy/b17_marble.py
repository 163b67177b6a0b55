import os

os.environ["TF_USE_LEGACY_KERAS"] = "1"

import numpy as np
import tensorflow as tf
from datasets import load_dataset
from transformers import AutoTokenizer, TFAutoModel


class PriceModel(tf.keras.Model):
    def __init__(self, checkpoint):
        super().__init__()
        self.body = TFAutoModel.from_pretrained(checkpoint)
        self.hidden = tf.keras.layers.Dense(64, activation="gelu")
        self.out = tf.keras.layers.Dense(1)

    def call(self, inputs, training=False):
        cls = self.body(inputs, training=training).last_hidden_state[:, 0]
        return tf.squeeze(self.out(self.hidden(cls)), axis=-1)


tf.keras.utils.set_random_seed(6)
tokenizer = AutoTokenizer.from_pretrained("checkpoints/prices")
raw = load_dataset("data/prices")
train_y = np.array(raw["train"]["price"], dtype="float32")
MEAN, STD = train_y.mean(), train_y.std()


def dataset(split):
    enc = tokenizer(list(raw[split]["text"]), padding=True, return_tensors="np")
    y = (np.array(raw[split]["price"], dtype="float32") - MEAN) / STD
    return tf.data.Dataset.from_tensor_slices(({"input_ids": enc["input_ids"], "attention_mask": enc["attention_mask"]}, y))


train = dataset("train").shuffle(480, seed=6).batch(16)
valid = dataset("validation").batch(80)
model = PriceModel("checkpoints/prices")
optimizer = tf.keras.optimizers.Adam(1e-3)
huber = tf.keras.losses.Huber(delta=1.0)

for x, _ in train.take(1):
    model(x)
average = [tf.Variable(v, trainable=False) for v in model.trainable_variables]
DECAY = 0.98


@tf.function
def step(x, y):
    with tf.GradientTape() as tape:
        loss = huber(y, model(x, training=True))
    optimizer.apply_gradients(zip(tape.gradient(loss, model.trainable_variables), model.trainable_variables))
    for slow, fast in zip(average, model.trainable_variables):
        slow.assign(DECAY * slow + (1.0 - DECAY) * fast)
    return loss


def mae():
    errors = [tf.abs(model(x, training=False) - y) for x, y in valid]
    return float(tf.reduce_mean(tf.concat(errors, 0))) * STD


for epoch in range(12):
    losses = [float(step(x, y)) for x, y in train]
    if epoch % 3 == 2:
        print(f"epoch {epoch + 1}: loss {np.mean(losses):.4f}, MAE {mae():.1f}")

for slow, fast in zip(average, model.trainable_variables):
    fast.assign(slow)
val_y = np.array(raw["validation"]["price"])
print(f"averaged weights: MAE {mae():.1f}; the mean alone: {np.abs(val_y - MEAN).mean():.1f}")
