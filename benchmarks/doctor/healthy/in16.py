# %% Prompt -> list of steps with a small GPT-2 in TensorFlow. Only the answer counts in the loss.
import json
import math

import numpy as np
import tensorflow as tf
import tf_keras
from transformers import AutoTokenizer, TFGPT2LMHeadModel

tf_keras.utils.set_random_seed(16)
NAME = "checkpoints/steps"
tok = AutoTokenizer.from_pretrained(NAME)
model = TFGPT2LMHeadModel.from_pretrained(NAME)
EOS = tok.eos_token_id

# %% rows; a prompt belongs to one part only
def read(split):
    with open(f"data/steps/{split}.jsonl") as f:
        return [json.loads(line) for line in f]

test = list({r["prompt"]: r for r in read("test")}.values())
taken = {r["prompt"] for r in test}
val = list({r["prompt"]: r for r in read("validation") if r["prompt"] not in taken}.values())
taken |= {r["prompt"] for r in val}
train = list({r["prompt"]: r for r in read("train") if r["prompt"] not in taken}.values())
print(len(train), len(val), len(test))

# %% prompt + answer + end, padded on the right; -100 where nothing is to be learnt
def encode(rows):
    pairs = []
    for r in rows:
        prompt = tok(r["prompt"], add_special_tokens=False)["input_ids"]
        answer = tok(r["steps"], add_special_tokens=False)["input_ids"] + [EOS]
        pairs.append((prompt, answer))
    length = max(len(p) + len(a) for p, a in pairs)
    assert length <= model.config.n_positions
    ids = np.full((len(rows), length), EOS, "int32")
    mask = np.zeros_like(ids)
    labels = np.full_like(ids, -100)
    for i, (p, a) in enumerate(pairs):
        end = len(p) + len(a)
        ids[i, :end] = p + a
        mask[i, :end] = 1
        labels[i, len(p):end] = a
    return {"input_ids": ids, "attention_mask": mask, "labels": labels}

BATCH, EPOCHS = 16, 30
train_ds = tf.data.Dataset.from_tensor_slices(encode(train)).shuffle(len(train), seed=16).batch(BATCH).prefetch(2)
val_ds = tf.data.Dataset.from_tensor_slices(encode(val)).batch(64)

# %% the model shifts the labels itself
total = EPOCHS * math.ceil(len(train) / BATCH)
rate = tf_keras.optimizers.schedules.PolynomialDecay(2e-3, decay_steps=total, end_learning_rate=2e-5)
model.compile(optimizer=tf_keras.optimizers.Adam(rate, global_clipnorm=1.0))
model.fit(train_ds, validation_data=val_ds, epochs=EPOCHS, verbose=2)

# %% greedy answers; prompts are padded on the left so that each one ends where writing starts
def answer(rows):
    prompts = [tok(r["prompt"], add_special_tokens=False)["input_ids"] for r in rows]
    length = max(map(len, prompts))
    ids = np.full((len(rows), length), EOS, "int32")
    mask = np.zeros_like(ids)
    for i, p in enumerate(prompts):
        ids[i, length - len(p):] = p
        mask[i, length - len(p):] = 1
    out = model.generate(input_ids=tf.constant(ids), attention_mask=tf.constant(mask), do_sample=False,
                         max_new_tokens=10, pad_token_id=EOS, eos_token_id=EOS)
    return tok.batch_decode(out[:, length:].numpy(), skip_special_tokens=True)

written = answer(test)
right = [w.split() == r["steps"].split() for w, r in zip(written, test)]
for w, r in list(zip(written, test))[:3]:
    print(f"{r['prompt']!r}: {w!r} (wanted {r['steps']!r})")
print("whole answers right on unseen prompts:", round(float(np.mean(right)), 3))
