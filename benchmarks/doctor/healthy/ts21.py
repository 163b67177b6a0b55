"""Teach a tiny GPT-2 to continue prompts with the right steps; the loss looks at the continuation only."""
import os

os.environ["TF_USE_LEGACY_KERAS"] = "1"
os.environ.setdefault("TF_CPP_MIN_LOG_LEVEL", "3")

import json
import random

import numpy as np
import tensorflow as tf
from tensorflow.keras.callbacks import EarlyStopping
from tensorflow.keras.optimizers import Adam
from transformers import AutoTokenizer, TFGPT2LMHeadModel

MODEL_DIR, DATA_DIR, MAX_LEN = "checkpoints/steps", "data/steps", 20
random.seed(2)
tf.keras.utils.set_random_seed(2)

tok = AutoTokenizer.from_pretrained(MODEL_DIR)
tok.pad_token = tok.eos_token                       # GPT-2 has no padding token of its own
model = TFGPT2LMHeadModel.from_pretrained(MODEL_DIR, from_pt=True)


def read(split):
    with open(f"{DATA_DIR}/{split}.jsonl") as f:
        return [json.loads(line) for line in f]


def to_features(rows):
    ids = np.full((len(rows), MAX_LEN), tok.pad_token_id, dtype=np.int32)
    mask = np.zeros_like(ids)
    labels = np.full_like(ids, -100)
    for i, row in enumerate(rows):
        prompt = tok(row["prompt"])["input_ids"]
        full = tok(row["prompt"] + " " + row["steps"])["input_ids"] + [tok.eos_token_id]
        assert len(full) <= MAX_LEN and full[:len(prompt)] == prompt
        ids[i, :len(full)] = full
        mask[i, :len(full)] = 1
        labels[i, len(prompt):len(full)] = full[len(prompt):]   # the model shifts the labels itself; eos is learnt too
    return {"input_ids": ids, "attention_mask": mask, "labels": labels}


def tf_dataset(rows, batch_size=16, train=False):
    ds = tf.data.Dataset.from_tensor_slices(to_features(rows))
    if train:
        ds = ds.shuffle(len(rows))
    return ds.batch(batch_size).prefetch(tf.data.AUTOTUNE)


def exact_match(rows):
    tok.padding_side = "left"                       # generation continues at the right edge
    batch = tok([r["prompt"] for r in rows], return_tensors="tf", padding=True)
    out = model.generate(batch["input_ids"], attention_mask=batch["attention_mask"], max_new_tokens=8, do_sample=False,
                         pad_token_id=tok.pad_token_id)
    texts = tok.batch_decode(out[:, batch["input_ids"].shape[1]:], skip_special_tokens=True)
    return np.mean([t.strip() == r["steps"] for t, r in zip(texts, rows)]), texts


train, val, test = read("train"), read("validation"), read("test")
unseen = {r["prompt"] for r in val + test}
train = [r for r in train if r["prompt"] not in unseen]
random.shuffle(train)

print("before: exact match %.3f" % exact_match(test[:80])[0])
model.compile(optimizer=Adam(learning_rate=3e-3, clipnorm=1.0))          # internal loss
history = model.fit(tf_dataset(train, train=True), validation_data=tf_dataset(val), epochs=10, verbose=2,
                    callbacks=[EarlyStopping(monitor="val_loss", patience=2, restore_best_weights=True)])
score, texts = exact_match(test[:80])
print("val perplexity %.3f" % np.exp(min(history.history["val_loss"])))
print("after: exact match %.3f; e.g. %r -> %r" % (score, test[0]["prompt"], texts[0]))
