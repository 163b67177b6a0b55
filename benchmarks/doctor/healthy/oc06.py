import json

import numpy as np
import tensorflow as tf
from transformers import AutoTokenizer, TFAutoModelForCausalLM

tf.keras.utils.set_random_seed(5)

CKPT = "checkpoints/steps"
MAX_LEN = 24


def load(split):
    with open(f"data/steps/{split}.jsonl") as f:
        return [json.loads(l) for l in f]


train_rows, test_rows = load("train"), load("test")

tokenizer = AutoTokenizer.from_pretrained(CKPT)
tokenizer.pad_token = tokenizer.eos_token
model = TFAutoModelForCausalLM.from_pretrained(CKPT)
model.config.pad_token_id = tokenizer.pad_token_id

# ---- training data: "prompt steps </s>", loss on everything that is not padding
texts = [f"{r['prompt']} {r['steps']} {tokenizer.eos_token}" for r in train_rows]
enc = tokenizer(texts, padding="max_length", max_length=MAX_LEN, truncation=True, return_tensors="np")
labels = np.where(enc["attention_mask"] == 1, enc["input_ids"], -100)

ds = tf.data.Dataset.from_tensor_slices(
    {"input_ids": enc["input_ids"], "attention_mask": enc["attention_mask"], "labels": labels}
)
ds = ds.shuffle(len(texts)).batch(16)

model.compile(optimizer=tf.keras.optimizers.Adam(2e-3))
model.fit(ds, epochs=10, verbose=2)

# ---- generate for the test prompts
tokenizer.padding_side = "left"
hits, shown = 0, 0
for start in range(0, len(test_rows), 32):
    rows = test_rows[start:start + 32]
    batch = tokenizer([r["prompt"] for r in rows], padding=True, return_tensors="tf")
    out = model.generate(
        input_ids=batch["input_ids"],
        attention_mask=batch["attention_mask"],
        max_new_tokens=6,
        do_sample=False,
        pad_token_id=tokenizer.pad_token_id,
    )
    answers = tokenizer.batch_decode(out[:, batch["input_ids"].shape[1]:], skip_special_tokens=True)
    for r, a in zip(rows, answers):
        hits += a.strip() == r["steps"]
        if shown < 8:
            print(f"{r['prompt']!r:40} -> {a.strip()!r:32} should be {r['steps']!r}")
            shown += 1
print("exact match: %.3f" % (hits / len(test_rows)))
