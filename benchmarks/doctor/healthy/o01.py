"""Ticket routing: fine-tune the small DistilBERT with our own loop.

Micro-batches of 8 tickets, gradients summed over 4 of them before each update.
"""
import json
import math
import os
import random
from pathlib import Path

os.environ["TF_USE_LEGACY_KERAS"] = "1"
os.environ.setdefault("TF_CPP_MIN_LOG_LEVEL", "2")

import numpy as np
import tensorflow as tf
from transformers import AutoTokenizer, TFDistilBertForSequenceClassification

SEED = 13
MICRO, ACCUM, EPOCHS, PEAK_LR = 8, 4, 8, 1e-3
OUT = Path("outputs/o01")
OUT.mkdir(parents=True, exist_ok=True)
random.seed(SEED)
np.random.seed(SEED)
tf.random.set_seed(SEED)


def read(split):
    with open(f"data/tickets/{split}.jsonl", encoding="utf-8") as handle:
        return [json.loads(line) for line in handle]


train, dev, test = read("train"), read("validation"), read("test")
test_texts = {r["text"] for r in test}
dev = [r for r in dev if r["text"] not in test_texts]
held_out = test_texts | {r["text"] for r in dev}
train = [r for r in train if r["text"] not in held_out]
print(f"{len(train)} train / {len(dev)} dev / {len(test)} test tickets")

tok = AutoTokenizer.from_pretrained("checkpoints/tickets")


def encode(rows):
    enc = tok([r["text"] for r in rows], padding="max_length", truncation=True, max_length=32, return_tensors="np")
    return {
        "input_ids": enc["input_ids"].astype("int32"),
        "attention_mask": enc["attention_mask"].astype("int32"),
        "labels": np.array([r["desk_id"] for r in rows], dtype="int32"),
    }


train_ds = (
    tf.data.Dataset.from_tensor_slices(encode(train))
    .shuffle(len(train), seed=SEED, reshuffle_each_iteration=True)
    .batch(MICRO)
)
dev_ds = tf.data.Dataset.from_tensor_slices(encode(dev)).batch(64)
test_ds = tf.data.Dataset.from_tensor_slices(encode(test)).batch(64)

model = TFDistilBertForSequenceClassification.from_pretrained("checkpoints/tickets", num_labels=4)

micro_per_epoch = math.ceil(len(train) / MICRO)
total_updates = math.ceil(micro_per_epoch / ACCUM) * EPOCHS
warmup = max(1, total_updates // 10)


class WarmupLinear(tf.keras.optimizers.schedules.LearningRateSchedule):
    def __call__(self, step):
        step = tf.cast(step, tf.float32) + 1.0
        rising = step / warmup
        falling = (total_updates - step + 1.0) / (total_updates - warmup + 1.0)
        return PEAK_LR * tf.maximum(0.0, tf.minimum(rising, falling))


optimizer = tf.keras.optimizers.AdamW(learning_rate=WarmupLinear(), weight_decay=0.01)
optimizer.exclude_from_weight_decay(var_names=["bias", "LayerNorm", "layer_norm"])
optimizer.build(model.trainable_variables)

# the per-row losses are *summed*; the division by the row count happens once per update
sum_of_losses = tf.keras.losses.SparseCategoricalCrossentropy(
    from_logits=True, reduction=tf.keras.losses.Reduction.SUM
)
buffers = [tf.Variable(tf.zeros_like(v), trainable=False) for v in model.trainable_variables]
rows_seen = tf.Variable(0.0, trainable=False)


@tf.function(reduce_retracing=True)
def accumulate(batch):
    with tf.GradientTape() as tape:
        logits = model(
            {"input_ids": batch["input_ids"], "attention_mask": batch["attention_mask"]}, training=True
        ).logits
        loss = sum_of_losses(batch["labels"], logits)
    grads = tape.gradient(loss, model.trainable_variables)
    for buf, g in zip(buffers, grads):
        buf.assign_add(tf.convert_to_tensor(g))
    rows_seen.assign_add(tf.cast(tf.shape(logits)[0], tf.float32))
    return loss


@tf.function
def update():
    grads = [buf / rows_seen for buf in buffers]
    grads, norm = tf.clip_by_global_norm(grads, 1.0)
    optimizer.apply_gradients(zip(grads, model.trainable_variables))
    for buf in buffers:
        buf.assign(tf.zeros_like(buf))
    rows_seen.assign(0.0)
    return norm


@tf.function(reduce_retracing=True)
def predict(batch):
    logits = model(
        {"input_ids": batch["input_ids"], "attention_mask": batch["attention_mask"]}, training=False
    ).logits
    return tf.argmax(logits, axis=-1, output_type=tf.int32)


def accuracy(dataset):
    right = total = 0
    for batch in dataset:
        right += int(tf.reduce_sum(tf.cast(predict(batch) == batch["labels"], tf.int32)))
        total += len(batch["labels"])
    return right / total


best_acc, best_weights = -1.0, None
for epoch in range(1, EPOCHS + 1):
    loss_sum = 0.0
    for i, batch in enumerate(train_ds, start=1):
        loss_sum += float(accumulate(batch))
        if i % ACCUM == 0 or i == micro_per_epoch:
            update()
    acc = accuracy(dev_ds)
    print(f"epoch {epoch:2d}  loss {loss_sum / len(train):.4f}  dev accuracy {acc:.3f}")
    if acc > best_acc:
        best_acc, best_weights = acc, model.get_weights()

model.set_weights(best_weights)
model.save_pretrained(OUT / "model")
tok.save_pretrained(OUT / "model")
print(f"updates made: {int(optimizer.iterations)} of {total_updates}")
print(f"best dev accuracy {best_acc:.3f}, test accuracy {accuracy(test_ds):.3f} (chance is about 0.27)")
