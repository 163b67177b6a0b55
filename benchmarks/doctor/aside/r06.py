"""GPT-2 learns which work steps follow a prompt; the test measures whole generated sequences."""
from dataclasses import dataclass

import numpy as np
import pandas as pd
import tensorflow as tf
from datasets import Dataset
from transformers import AutoTokenizer, TFAutoModelForCausalLM, set_seed


@dataclass
class Config:
    checkpoint: str = "checkpoints/steps"
    epochs: int = 12
    batch_size: int = 32
    learning_rate: float = 3e-3
    max_new_tokens: int = 10
    seed: int = 11


cfg = Config()
set_seed(cfg.seed)

tokenizer = AutoTokenizer.from_pretrained(cfg.checkpoint)
tokenizer.pad_token = tokenizer.eos_token  # GPT-2 has no padding token

model = TFAutoModelForCausalLM.from_pretrained(cfg.checkpoint)


def read(split):
    return pd.read_json(f"data/steps/{split}.jsonl", lines=True)


def tokenize(batch):
    texts = [p + " " + s + tokenizer.eos_token for p, s in zip(batch["prompt"], batch["steps"])]
    return tokenizer(texts, truncation=True, max_length=32)


def collate(features):
    batch = tokenizer.pad(features, padding="longest", return_tensors="np")
    labels = batch["input_ids"].astype("int64")
    # padding must not count in the loss
    labels[batch["input_ids"] == tokenizer.pad_token_id] = -100
    return {
        "input_ids": batch["input_ids"],
        "attention_mask": batch["attention_mask"],
        "labels": labels,
    }


def tf_dataset(split, shuffle):
    ds = Dataset.from_pandas(read(split)).map(tokenize, batched=True, remove_columns=["prompt", "steps"])
    return model.prepare_tf_dataset(
        ds, batch_size=cfg.batch_size, shuffle=shuffle, collate_fn=collate, drop_remainder=False
    )


train_set = tf_dataset("train", shuffle=True)
val_set = tf_dataset("validation", shuffle=False)

steps_per_epoch = len(train_set)
schedule = tf.keras.optimizers.schedules.CosineDecay(cfg.learning_rate, steps_per_epoch * cfg.epochs)
model.compile(optimizer=tf.keras.optimizers.Adam(schedule))
history = model.fit(train_set, validation_data=val_set, epochs=cfg.epochs, verbose=2)
print(f"validation perplexity: {np.exp(history.history['val_loss'][-1]):.3f}")

# ------------------------------------------------------------------ generation
tokenizer.padding_side = "left"
test = read("test")
prompts, answers = test["prompt"].tolist(), test["steps"].tolist()

outputs = []
for start in range(0, len(prompts), 80):
    enc = tokenizer(prompts[start : start + 80], padding=True, return_tensors="tf")
    generated = model.generate(
        input_ids=enc["input_ids"],
        attention_mask=enc["attention_mask"],
        max_new_tokens=cfg.max_new_tokens,
        do_sample=False,
        pad_token_id=tokenizer.pad_token_id,
        eos_token_id=tokenizer.eos_token_id,
    )
    new_tokens = generated[:, enc["input_ids"].shape[1] :]
    outputs += [t.strip() for t in tokenizer.batch_decode(new_tokens, skip_special_tokens=True)]

exact = np.mean([o == a for o, a in zip(outputs, answers)])
length = np.mean([len(o.split()) for o in outputs])
print(f"exact match {exact:.3f}   mean length {length:.1f} (expected {np.mean([len(a.split()) for a in answers]):.1f})")
for p, a, o in list(zip(prompts, answers, outputs))[:5]:
    print(f"{p}\n    expected:  {a}\n    generated: {o}")
