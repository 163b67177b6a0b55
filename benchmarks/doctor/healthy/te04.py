import os
os.environ["TF_USE_LEGACY_KERAS"] = "1"

"""
Fine-tune a tiny GPT-2 to continue a prompt ("glass in school : dry") with the work steps that belong to it.
Own training loop, because I want full control over the loss.
"""
import json

import numpy as np
import tensorflow as tf
from transformers import AutoTokenizer, TFAutoModelForCausalLM

tf.keras.utils.set_random_seed(0)

CKPT = "checkpoints/steps"
MAX_LEN = 24
BATCH = 32
EPOCHS = 8

tokenizer = AutoTokenizer.from_pretrained(CKPT)
tokenizer.pad_token = tokenizer.eos_token
model = TFAutoModelForCausalLM.from_pretrained(CKPT, from_pt=True)


def read(split):
    return [json.loads(line) for line in open(f"data/steps/{split}.jsonl")]


def make_dataset(rows):
    # the end-of-text token is written behind every example, so that generation learns to stop
    texts = [r["prompt"] + " " + r["steps"] + " " + tokenizer.eos_token for r in rows]
    enc = tokenizer(texts, padding="max_length", max_length=MAX_LEN, truncation=True, return_tensors="np")
    ds = tf.data.Dataset.from_tensor_slices((enc["input_ids"], enc["attention_mask"]))
    return ds.shuffle(len(rows), seed=0).batch(BATCH)


train_rows, valid_rows = read("train"), read("validation")
train_ds = make_dataset(train_rows)

cross_entropy = tf.keras.losses.SparseCategoricalCrossentropy(from_logits=True, reduction="none")
optimizer = tf.keras.optimizers.Adam(2e-3)


def lm_loss(input_ids, mask, logits):
    targets = input_ids[:, 1:]
    logits = logits[:, :-1]
    weights = tf.cast(mask[:, 1:], tf.float32)  # padding does not count
    losses = cross_entropy(targets, logits)
    return tf.reduce_sum(losses * weights) / tf.reduce_sum(weights)


@tf.function
def train_step(input_ids, mask):
    with tf.GradientTape() as tape:
        logits = model(input_ids, attention_mask=mask, training=True).logits
        loss = lm_loss(input_ids, mask, logits)
    grads = tape.gradient(loss, model.trainable_variables)
    optimizer.apply_gradients(zip(grads, model.trainable_variables))
    return loss


def generate(prompts):
    tokenizer.padding_side = "left"
    enc = tokenizer(prompts, padding=True, return_tensors="tf")
    tokenizer.padding_side = "right"
    out = model.generate(
        **enc, max_new_tokens=7, do_sample=False, pad_token_id=tokenizer.pad_token_id
    )
    new = out[:, enc["input_ids"].shape[1]:]
    return [t.strip() for t in tokenizer.batch_decode(new, skip_special_tokens=True)]


for epoch in range(EPOCHS):
    losses = [float(train_step(ids, mask)) for ids, mask in train_ds]
    print(f"epoch {epoch + 1}: loss {np.mean(losses):.4f}")

answers = generate([r["prompt"] for r in valid_rows])
hits = [a == r["steps"] for a, r in zip(answers, valid_rows)]
for a, r in list(zip(answers, valid_rows))[:5]:
    print(f"{r['prompt']!r} -> {a!r}   (expected {r['steps']!r})")
print(f"exact match on validation: {np.mean(hits):.3f}")
