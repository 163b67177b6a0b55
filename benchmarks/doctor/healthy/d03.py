# Teach a tiny GPT-2 (TensorFlow) to complete "object place : action" with the right steps.
# Only the completion counts in the loss: prompt and padding positions get the label -100.
import os

os.environ["TF_USE_LEGACY_KERAS"] = "1"

import json

import numpy as np
import tensorflow as tf
import tf_keras
from transformers import AutoTokenizer, TFAutoModelForCausalLM

CKPT = "checkpoints/steps"
EPOCHS = 40
BATCH = 32
LR = 3e-3

tf_keras.utils.set_random_seed(3)

tokenizer = AutoTokenizer.from_pretrained(CKPT)
tokenizer.pad_token = tokenizer.eos_token
EOS = tokenizer.eos_token_id


def read(name):
    with open(f"data/steps/{name}.jsonl") as f:
        return [json.loads(line) for line in f]


def without(rows, taken):
    return [r for r in rows if r["prompt"] not in taken]


test = read("test")
val = without(read("validation"), {r["prompt"] for r in test})
train = without(read("train"), {r["prompt"] for r in test} | {r["prompt"] for r in val})
print(len(train), "training,", len(val), "validation,", len(test), "test prompts")


def examples(rows):
    for r in rows:
        prompt = tokenizer(r["prompt"])["input_ids"]
        answer = tokenizer(r["steps"])["input_ids"] + [EOS]
        yield {
            "input_ids": prompt + answer,
            "attention_mask": [1] * (len(prompt) + len(answer)),
            "labels": [-100] * len(prompt) + answer,
        }


signature = {k: tf.TensorSpec([None], tf.int32) for k in ("input_ids", "attention_mask", "labels")}
padding = {"input_ids": EOS, "attention_mask": 0, "labels": -100}


def bucketed(rows, shuffle):
    ds = tf.data.Dataset.from_generator(lambda: examples(rows), output_signature=signature)
    ds = ds.cache()
    if shuffle:
        ds = ds.shuffle(len(rows))
    return ds.bucket_by_sequence_length(
        element_length_func=lambda ex: tf.shape(ex["input_ids"])[0],
        bucket_boundaries=[10, 13],
        bucket_batch_sizes=[BATCH] * 3,
        padding_values={k: tf.constant(v, tf.int32) for k, v in padding.items()},
    ).prefetch(tf.data.AUTOTUNE)


train_ds = bucketed(train, shuffle=True)
val_ds = bucketed(val, shuffle=False)

model = TFAutoModelForCausalLM.from_pretrained(CKPT, pad_token_id=EOS)

total_steps = EPOCHS * (len(train) // BATCH + 2)
schedule = tf_keras.optimizers.schedules.CosineDecay(
    initial_learning_rate=0.0,
    decay_steps=total_steps - 20,
    warmup_target=LR,
    warmup_steps=20,
    alpha=0.05,
)
model.compile(optimizer=tf_keras.optimizers.AdamW(schedule, weight_decay=0.01, global_clipnorm=1.0), loss="auto")

history = model.fit(
    train_ds,
    validation_data=val_ds,
    epochs=EPOCHS,
    verbose=2,
    callbacks=[
        tf_keras.callbacks.EarlyStopping("val_loss", patience=5, restore_best_weights=True),
        tf_keras.callbacks.TerminateOnNaN(),
    ],
)
print("best validation perplexity", float(np.exp(min(history.history["val_loss"]))))

# Greedy decoding; for generation the padding has to be on the left
tokenizer.padding_side = "left"
hits = 0
for start in range(0, len(test), 40):
    chunk = test[start : start + 40]
    enc = tokenizer([r["prompt"] for r in chunk], padding=True, return_tensors="tf")
    out = model.generate(
        input_ids=enc["input_ids"],
        attention_mask=enc["attention_mask"],
        max_new_tokens=8,
        do_sample=False,
    )
    completions = tokenizer.batch_decode(out[:, enc["input_ids"].shape[1] :], skip_special_tokens=True)
    for row, text in zip(chunk, completions):
        hits += text.strip() == row["steps"]
    if start == 0:
        for row, text in list(zip(chunk, completions))[:5]:
            print(f"  {row['prompt']!r} -> {text.strip()!r}")

print(f"exact match on the test prompts: {hits / len(test):.4f}")
