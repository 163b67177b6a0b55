import os
os.environ["TF_USE_LEGACY_KERAS"] = "1"

import json
import tensorflow as tf
from transformers import AutoTokenizer, TFDistilBertForSequenceClassification

NAME = "checkpoints/prices"
tok = AutoTokenizer.from_pretrained(NAME)
model = TFDistilBertForSequenceClassification.from_pretrained(NAME, num_labels=1)
opt = tf.keras.optimizers.Adam(learning_rate=5e-4)
mse = tf.keras.losses.MeanSquaredError()
tf.random.set_seed(4)


def batches(split, size, shuffle):
    rows = [json.loads(line) for line in open(f"data/prices/{split}.jsonl")]
    enc = tok([r["text"] for r in rows], padding=True, truncation=True, return_tensors="tf")
    # prices in thousands
    y = tf.constant([[r["price"] / 1000] for r in rows], dtype=tf.float32)
    ds = tf.data.Dataset.from_tensor_slices(({"input_ids": enc["input_ids"], "attention_mask": enc["attention_mask"]}, y))
    if shuffle:
        ds = ds.shuffle(len(rows), reshuffle_each_iteration=True)
    return ds.batch(size)


train = batches("train", 16, True)
valid = batches("validation", 64, False)


@tf.function
def train_step(x, y):
    with tf.GradientTape() as tape:
        prediction = model(x, training=True).logits
    loss = mse(y, prediction)
    grads = tape.gradient(loss, model.trainable_variables)
    opt.apply_gradients(zip(grads, model.trainable_variables))
    return loss


def mean_error():
    errors = []
    for x, y in valid:
        errors.append(tf.abs(model(x, training=False).logits - y))
    return float(tf.reduce_mean(tf.concat(errors, axis=0))) * 1000


for epoch in range(6):
    losses = []
    for x, y in train:
        losses.append(float(train_step(x, y)))
    print("epoch", epoch, "mse", sum(losses) / len(losses), "mean error", round(mean_error(), 1))
