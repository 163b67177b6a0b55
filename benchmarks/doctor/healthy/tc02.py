import os
os.environ["TF_USE_LEGACY_KERAS"] = "1"

import math
import numpy as np
import tensorflow as tf
from datasets import load_dataset
from transformers import AutoTokenizer, TFGPT2LMHeadModel, set_seed

set_seed(0)

ckpt = "checkpoints/steps"
data = load_dataset("json", data_files={s: f"data/steps/{s}.jsonl" for s in ["train", "validation"]})

tokenizer = AutoTokenizer.from_pretrained(ckpt)
tokenizer.pad_token = tokenizer.eos_token
model = TFGPT2LMHeadModel.from_pretrained(ckpt)


def tokenize(batch):
    texts = [f"{p} {s}{tokenizer.eos_token}" for p, s in zip(batch["prompt"], batch["steps"])]
    out = tokenizer(texts, padding="max_length", truncation=True, max_length=24)
    # positions that are only filling do not count in the loss
    out["labels"] = [
        [tok if m == 1 else -100 for tok, m in zip(ids, mask)]
        for ids, mask in zip(out["input_ids"], out["attention_mask"])
    ]
    return out


tokenized = data.map(tokenize, batched=True, remove_columns=["prompt", "steps"])
cols = ["input_ids", "attention_mask", "labels"]
train_set = tokenized["train"].to_tf_dataset(columns=cols, batch_size=16, shuffle=True)
val_set = tokenized["validation"].to_tf_dataset(columns=cols, batch_size=16, shuffle=False)

optimizer = tf.keras.optimizers.Adam(learning_rate=2e-3)
model.compile(optimizer=optimizer)  # the model computes its own loss
model.fit(train_set, validation_data=val_set, epochs=6, verbose=2)

print("perplexity on validation:", math.exp(model.evaluate(val_set, verbose=0)))

for row in data["validation"].select(range(4)):
    inputs = tokenizer(row["prompt"], return_tensors="tf")
    n = inputs["input_ids"].shape[1]
    gen = model.generate(**inputs, max_new_tokens=8, do_sample=False, pad_token_id=tokenizer.eos_token_id)
    print(row["prompt"], "->", tokenizer.decode(np.array(gen[0][n:]), skip_special_tokens=True), "| expected:", row["steps"])
