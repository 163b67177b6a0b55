import os
os.environ["TF_USE_LEGACY_KERAS"] = "1"
os.environ["TF_CPP_MIN_LOG_LEVEL"] = "3"

import numpy as np
import tensorflow as tf
from datasets import load_dataset
from transformers import AutoTokenizer, TFAutoModelForCausalLM

tf.random.set_seed(42)

ds = load_dataset("data/steps")
tok = AutoTokenizer.from_pretrained("checkpoints/steps")
tok.pad_token = tok.eos_token
lm = TFAutoModelForCausalLM.from_pretrained("checkpoints/steps", from_pt=True)

# --- build the training sequences: prompt, steps, end of text
texts = [f"{p} {s} {tok.eos_token}" for p, s in zip(ds["train"]["prompt"], ds["train"]["steps"])]
enc = tok(texts, padding=True, truncation=True, max_length=24, return_tensors="np")
ids, mask = enc["input_ids"], enc["attention_mask"]

# the target of every position is the following token; padding does not count
labels = np.full_like(ids, -100)
labels[:, :-1] = np.where(mask[:, 1:] == 1, ids[:, 1:], -100)

train = tf.data.Dataset.from_tensor_slices({"input_ids": ids, "attention_mask": mask, "labels": labels})
train = train.shuffle(len(ids), seed=42).batch(16)

lm.compile(optimizer=tf.keras.optimizers.Adam(3e-3))
lm.fit(train, epochs=8, verbose=2)

# --- generate for a few validation prompts
tok.padding_side = "left"
val = ds["validation"].select(range(32))
q = tok(list(val["prompt"]), padding=True, return_tensors="tf")
out = lm.generate(**q, max_new_tokens=8, do_sample=False, pad_token_id=tok.pad_token_id)
answers = tok.batch_decode(out[:, q["input_ids"].shape[1]:], skip_special_tokens=True)

hits = 0
for p, a, s in zip(val["prompt"], answers, val["steps"]):
    hits += a.strip() == s
    if hits < 3:
        print(f"{p!r:40} -> {a!r:40} ({s})")
print("exact match:", hits / len(val))
