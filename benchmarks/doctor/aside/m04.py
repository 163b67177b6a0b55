"""Teach a small GPT-2 which work steps follow an instruction, then write the steps for the test prompts."""
import json
import random

import numpy as np
import tensorflow as tf
from transformers import AutoTokenizer, TFAutoModelForCausalLM

random.seed(7)
np.random.seed(7)
tf.random.set_seed(7)

checkpoint = "checkpoints/steps"
max_length = 32
batch_size = 16
num_epochs = 10


def load_jsonl(split):
    with open("data/steps/{}.jsonl".format(split)) as f:
        return [json.loads(line) for line in f]


train, valid, test = load_jsonl("train"), load_jsonl("validation"), load_jsonl("test")

tokenizer = AutoTokenizer.from_pretrained(checkpoint)
tokenizer.pad_token = tokenizer.eos_token

model = TFAutoModelForCausalLM.from_pretrained(checkpoint)


def build(rows):
    texts = [r["prompt"] + " " + r["steps"] + tokenizer.eos_token for r in rows]
    enc = tokenizer(
        texts,
        padding="max_length",
        truncation=True,
        max_length=max_length,
        return_tensors="np",
    )
    labels = np.where(enc["attention_mask"] == 1, enc["input_ids"], -100)
    return {
        "input_ids": enc["input_ids"],
        "attention_mask": enc["attention_mask"],
        "labels": labels,
    }


train_set = (
    tf.data.Dataset.from_tensor_slices(build(train))
    .shuffle(len(train))
    .batch(batch_size, drop_remainder=True)
    .prefetch(tf.data.AUTOTUNE)
)
valid_set = tf.data.Dataset.from_tensor_slices(build(valid)).batch(batch_size)

n_steps = len(train_set) * num_epochs
schedule = tf.keras.optimizers.schedules.PolynomialDecay(
    initial_learning_rate=3e-3, decay_steps=n_steps, end_learning_rate=1e-5
)
model.compile(optimizer=tf.keras.optimizers.Adam(learning_rate=schedule))
model.fit(train_set, validation_data=valid_set, epochs=num_epochs, verbose=2)


def write_steps(prompts):
    answers = []
    for start in range(0, len(prompts), 32):
        batch = tokenizer(prompts[start : start + 32], padding=True, return_tensors="tf")
        output = model.generate(
            input_ids=batch["input_ids"],
            attention_mask=batch["attention_mask"],
            max_new_tokens=8,
            do_sample=False,
            pad_token_id=tokenizer.pad_token_id,
        )
        new_tokens = output[:, batch["input_ids"].shape[1] :]
        answers += tokenizer.batch_decode(new_tokens, skip_special_tokens=True)
    return [" ".join(a.split()) for a in answers]


predictions = write_steps([r["prompt"] for r in test])
exact = 0
overlap = []
for row, answer in zip(test, predictions):
    gold = row["steps"].split()
    exact += answer == row["steps"]
    overlap.append(len(set(gold) & set(answer.split())) / len(gold))

for row, answer in list(zip(test, predictions))[:6]:
    print("%-34s | %-32s | %s" % (row["prompt"], row["steps"], answer))
print("exact match: %.3f" % (exact / len(test)))
print("steps found: %.3f" % np.mean(overlap))
