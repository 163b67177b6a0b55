import os

os.environ.setdefault("TF_USE_LEGACY_KERAS", "1")

import json

import numpy as np
import tensorflow as tf
from transformers import AutoTokenizer, TFGPT2LMHeadModel

np.random.seed(3)
tf.random.set_seed(3)
MAX_LEN = 14

tokenizer = AutoTokenizer.from_pretrained("checkpoints/steps")
tokenizer.pad_token = tokenizer.eos_token


def load(split):
    with open(f"data/steps/{split}.jsonl") as f:
        return [json.loads(line) for line in f]


def build(rows):
    ids = np.full((len(rows), MAX_LEN), tokenizer.pad_token_id, dtype=np.int32)
    mask = np.zeros((len(rows), MAX_LEN), dtype=np.int32)
    labels = np.full((len(rows), MAX_LEN), -100, dtype=np.int32)
    for i, row in enumerate(rows):
        prompt = tokenizer(row["prompt"])["input_ids"]
        answer = tokenizer(" " + row["steps"])["input_ids"] + [tokenizer.eos_token_id]
        full = (prompt + answer)[:MAX_LEN]
        ids[i, : len(full)] = full
        mask[i, : len(full)] = 1
        labels[i, len(prompt) : len(full)] = full[len(prompt) :]
    return {"input_ids": ids, "attention_mask": mask, "labels": labels}


train_rows, val_rows = load("train"), load("validation")
train = tf.data.Dataset.from_tensor_slices(build(train_rows)).shuffle(len(train_rows), reshuffle_each_iteration=True).batch(16)
valid = tf.data.Dataset.from_tensor_slices(build(val_rows)).batch(32)

model = TFGPT2LMHeadModel.from_pretrained("checkpoints/steps")
model.compile(optimizer=tf.keras.optimizers.AdamW(learning_rate=3e-3, weight_decay=0.01))
history = model.fit(train, validation_data=valid, epochs=6, verbose=2)

tokenizer.padding_side = "left"
sample = val_rows[:48]
enc = tokenizer([r["prompt"] for r in sample], return_tensors="tf", padding=True)
out = model.generate(**enc, max_new_tokens=8, do_sample=False, pad_token_id=tokenizer.pad_token_id)
answers = tokenizer.batch_decode(out[:, enc["input_ids"].shape[1] :], skip_special_tokens=True)
score = np.mean([a.strip() == r["steps"] for a, r in zip(answers, sample)])
print("last validation loss", history.history["val_loss"][-1])
print("exact answers", score)
