import json
from pathlib import Path

import numpy as np
import tensorflow as tf
from datasets import Dataset
from transformers import AutoTokenizer, TFAutoModelForSequenceClassification, create_optimizer

tf.keras.utils.set_random_seed(0)

ckpt = "checkpoints/prices"
EPOCHS, BATCH = 12, 16


def read(split):
    rows = [json.loads(line) for line in Path(f"data/prices/{split}.jsonl").open()]
    return Dataset.from_list(rows)


train, val = read("train"), read("validation")
mu, sd = float(np.mean(train["price"])), float(np.std(train["price"]))

tok = AutoTokenizer.from_pretrained(ckpt)


def prep(rows):
    enc = tok(rows["text"], truncation=True, max_length=24, padding="max_length")
    enc["labels"] = [(p - mu) / sd for p in rows["price"]]
    return enc


train_tok = train.map(prep, batched=True, remove_columns=train.column_names)
val_tok = val.map(prep, batched=True, remove_columns=val.column_names)

model = TFAutoModelForSequenceClassification.from_pretrained(ckpt, num_labels=1)
train_set = model.prepare_tf_dataset(train_tok, batch_size=BATCH, shuffle=True)
val_set = model.prepare_tf_dataset(val_tok, batch_size=BATCH, shuffle=False)

# AdamW with warm-up and linear decay
num_steps = len(train_set)
optimizer, schedule = create_optimizer(
    init_lr=1e-3,
    num_train_steps=num_steps,
    num_warmup_steps=num_steps // 10,
    weight_decay_rate=0.01,
)


@tf.function
def train_step(x, y):
    with tf.GradientTape() as tape:
        out = model(x, labels=y, training=True)
        loss = tf.reduce_mean(out.loss)
    grads = tape.gradient(loss, model.trainable_variables)
    grads, _ = tf.clip_by_global_norm(grads, 1.0)
    optimizer.apply_gradients(zip(grads, model.trainable_variables))
    return loss


@tf.function
def forward(x):
    return model(x, training=False).logits[:, 0]


for epoch in range(1, EPOCHS + 1):
    losses = [float(train_step(x, y)) for x, y in train_set]
    err = [np.abs(forward(x).numpy() - y.numpy()) * sd for x, y in val_set]
    print(f"epoch {epoch:2d}  loss {np.mean(losses):.4f}  val MAE {np.concatenate(err).mean():7.1f} euro")
