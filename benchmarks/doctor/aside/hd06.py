"""Fine-tune the tiny GPT-2 to write the work steps for a prompt."""
import json
import random

import numpy as np
import tensorflow as tf
import tf_keras
from transformers import AutoTokenizer, TFGPT2LMHeadModel

PATH, MAX_LEN, EPOCHS, BS = "checkpoints/steps", 24, 12, 16
tf_keras.utils.set_random_seed(1)

tokenizer = AutoTokenizer.from_pretrained(PATH)
eos = tokenizer.eos_token_id
model = TFGPT2LMHeadModel.from_pretrained(PATH)


def load(name):
    rows = [json.loads(line) for line in open(f"data/steps/{name}.jsonl")]
    return {r["prompt"]: r["steps"] for r in rows}


def pack(pairs):
    ids, mask, labels = [], [], []
    for prompt, steps in pairs.items():
        p = tokenizer(prompt)["input_ids"]
        s = tokenizer(steps)["input_ids"] + [eos]
        seq = (p + s)[:MAX_LEN]
        lab = ([-100] * len(p) + s)[:MAX_LEN]
        pad = MAX_LEN - len(seq)
        ids.append(seq + [eos] * pad)
        mask.append([1] * len(seq) + [0] * pad)
        labels.append(lab + [-100] * pad)
    ids, mask, labels = (np.array(a, dtype="int32") for a in (ids, mask, labels))
    # inputs without the last token, targets without the first
    return ids[:, :-1], mask[:, :-1], labels[:, 1:]


train = load("train")
valid = {k: v for k, v in load("validation").items() if k not in train}
test = {k: v for k, v in load("test").items() if k not in train and k not in valid}

train_ds = tf.data.Dataset.from_tensor_slices(pack(train)).shuffle(len(train)).batch(BS)
valid_ds = tf.data.Dataset.from_tensor_slices(pack(valid)).batch(64)
optimizer = tf_keras.optimizers.Adam(1e-3)


@tf.function
def train_step(ids, mask, labels):
    with tf.GradientTape() as tape:
        out = model(input_ids=ids, attention_mask=mask, labels=labels, training=True)
        loss = tf.reduce_mean(out.loss)
    grads = tape.gradient(loss, model.trainable_variables)
    grads, _ = tf.clip_by_global_norm(grads, 1.0)
    optimizer.apply_gradients(zip(grads, model.trainable_variables))
    return loss


@tf.function
def eval_step(ids, mask, labels):
    out = model(input_ids=ids, attention_mask=mask, labels=labels, training=False)
    return tf.reduce_mean(out.loss)


for epoch in range(EPOCHS):
    tr = np.mean([float(train_step(*b)) for b in train_ds])
    va = np.mean([float(eval_step(*b)) for b in valid_ds])
    print(f"epoch {epoch + 1}: train {tr:.3f} valid {va:.3f}")

hits = 0
sample = random.Random(0).sample(sorted(test), 15)
for prompt in sample:
    enc = tokenizer(prompt, return_tensors="tf")
    out = model.generate(enc["input_ids"], attention_mask=enc["attention_mask"],
                         max_new_tokens=8, do_sample=False, pad_token_id=eos)
    text = tokenizer.decode(out[0, enc["input_ids"].shape[1]:], skip_special_tokens=True)
    hits += text.strip() == test[prompt]
    print(f"{prompt!r} -> {text.strip()!r} (wanted {test[prompt]!r})")
print(f"exact: {hits}/{len(sample)}")
