"""Tag words with a small convolutional tagger, warmup + cosine learning rate."""
import json
import math

import numpy as np
import tensorflow as tf

MAX_LEN = 40
BATCH_SIZE = 16
EPOCHS = 15
PEAK_LR = 4e-3

tf.keras.utils.set_random_seed(5)


class WarmupCosine(tf.keras.optimizers.schedules.LearningRateSchedule):
    def __init__(self, peak, warmup_steps, total_steps):
        self.peak = peak
        self.warmup_steps = warmup_steps
        self.total_steps = total_steps

    def __call__(self, step):
        step = tf.cast(step, tf.float32)
        warm = (step + 1.0) / tf.cast(self.warmup_steps, tf.float32)
        progress = (step - self.warmup_steps) / (self.total_steps - self.warmup_steps)
        cosine = 0.5 * (1.0 + tf.cos(math.pi * tf.clip_by_value(progress, 0.0, 1.0)))
        return self.peak * tf.where(step < self.warmup_steps, warm, cosine)

    def get_config(self):
        return {"peak": self.peak, "warmup_steps": self.warmup_steps, "total_steps": self.total_steps}


def load(split):
    return [json.loads(l) for l in open(f"data/tags/{split}.jsonl")]


train_rows, val_rows = load("train"), load("validation")
vocab = {w: i + 2 for i, w in enumerate(sorted({w for r in train_rows for w in r["words"]}))}


def arrays(rows):
    x = np.zeros((len(rows), MAX_LEN), "int32")
    y = np.zeros((len(rows), MAX_LEN), "int32")
    for i, r in enumerate(rows):
        words, tags = r["words"][:MAX_LEN], r["tags"][:MAX_LEN]
        x[i, :len(words)] = [vocab.get(w, 1) for w in words]
        y[i, :len(tags)] = tags
    return x, y


x_train, y_train = arrays(train_rows)
x_val, y_val = arrays(val_rows)
train_ds = tf.data.Dataset.from_tensor_slices((x_train, y_train)).shuffle(len(x_train)).batch(BATCH_SIZE)

model = tf.keras.Sequential([
    tf.keras.layers.Embedding(len(vocab) + 2, 48),
    tf.keras.layers.Conv1D(64, 3, padding="same", activation="relu"),
    tf.keras.layers.Conv1D(64, 3, padding="same", activation="relu"),
    tf.keras.layers.Dropout(0.1),
    tf.keras.layers.Dense(4),
])
total_steps = len(train_ds) * EPOCHS
schedule = WarmupCosine(PEAK_LR, warmup_steps=total_steps // 5, total_steps=total_steps)
optimizer = tf.keras.optimizers.AdamW(schedule, weight_decay=1e-4)
ce = tf.keras.losses.SparseCategoricalCrossentropy(from_logits=True, reduction="none")


@tf.function
def train_on_batch(x, y):
    w = tf.cast(x > 0, tf.float32)
    with tf.GradientTape() as tape:
        loss = tf.reduce_sum(ce(y, model(x, training=True)) * w) / tf.reduce_sum(w)
    grads = tape.gradient(loss, model.trainable_variables)
    optimizer.apply_gradients(zip(grads, model.trainable_variables))
    return loss


for epoch in range(EPOCHS):
    losses = [train_on_batch(x, y).numpy() for x, y in train_ds]
    pred = model.predict(x_val, verbose=0).argmax(-1)
    named = (y_val > 0) & (x_val > 0)
    print(f"epoch {epoch + 1:2d}  loss {np.mean(losses):.4f}  all words {(pred == y_val)[x_val > 0].mean():.4f}"
          f"  named words {(pred == y_val)[named].mean():.4f}")
