import os
os.environ["TF_USE_LEGACY_KERAS"] = "1"
import json
import numpy as np
import tensorflow as tf
from transformers import AutoTokenizer, TFAutoModel

tf.keras.utils.set_random_seed(10)
CKPT = "checkpoints/tickets"
tokenizer = AutoTokenizer.from_pretrained(CKPT)


class DeskModel(tf.keras.Model):
    def __init__(self, n_classes, rate=0.5):
        super().__init__()
        self.encoder = TFAutoModel.from_pretrained(CKPT)
        self.drop1 = tf.keras.layers.Dropout(rate)
        self.dense = tf.keras.layers.Dense(64, activation="relu")
        self.drop2 = tf.keras.layers.Dropout(rate)
        self.out = tf.keras.layers.Dense(n_classes)

    def call(self, inputs, training=False):
        hidden = self.encoder(inputs, training=training).last_hidden_state
        x = self.drop1(hidden[:, 0], training=training)
        x = self.drop2(self.dense(x), training=training)
        return self.out(x)


def dataset(split, shuffle=False):
    rows = [json.loads(l) for l in open(f"data/tickets/{split}.jsonl")]
    enc = tokenizer([r["text"] for r in rows], padding=True, truncation=True, return_tensors="np")
    y = np.array([r["desk_id"] for r in rows], dtype="int32")
    ds = tf.data.Dataset.from_tensor_slices((dict(enc), y))
    return (ds.shuffle(1000) if shuffle else ds).batch(16)


train_ds, valid_ds = dataset("train", True), dataset("validation")
model = DeskModel(4)
optimizer = tf.keras.optimizers.Adam(5e-4)
loss_fn = tf.keras.losses.SparseCategoricalCrossentropy(from_logits=True)


@tf.function
def train_step(x, y):
    with tf.GradientTape() as tape:
        logits = model(x, training=True)
        loss = loss_fn(y, logits)
    grads = tape.gradient(loss, model.trainable_variables)
    optimizer.apply_gradients(zip(grads, model.trainable_variables))
    return loss


@tf.function
def predict_step(x):
    return model(x, training=False)


def evaluate():
    metric = tf.keras.metrics.SparseCategoricalAccuracy()
    for x, y in valid_ds:
        metric.update_state(y, predict_step(x))
    return float(metric.result())


for epoch in range(4):
    losses = [float(train_step(x, y)) for x, y in train_ds]
    print(f"epoch {epoch + 1} loss {np.mean(losses):.4f} valid accuracy {evaluate():.4f}")
print("same weights, scored three times:", [round(evaluate(), 4) for _ in range(3)])
