"""GPT-2 in TensorFlow: learn to list the steps, own loss and own loop."""
import os
os.environ["TF_USE_LEGACY_KERAS"] = "1"
import json

import numpy as np
import tensorflow as tf
from transformers import AutoTokenizer, TFGPT2LMHeadModel

tf.keras.utils.set_random_seed(19)
CKPT, EPOCHS, BATCH = "checkpoints/steps", 10, 16

tokenizer = AutoTokenizer.from_pretrained(CKPT)
model = TFGPT2LMHeadModel.from_pretrained(CKPT)
optimizer = tf.keras.optimizers.Adam(learning_rate=7e-4)


def rows(split):
    with open(f"data/steps/{split}.jsonl") as f:
        return [json.loads(line) for line in f]


def encode(split):
    tokenizer.pad_token = tokenizer.eos_token
    texts = [f"{r['prompt']} {r['steps']} {tokenizer.eos_token}" for r in rows(split)]
    enc = tokenizer(texts, padding=True, return_tensors="np")
    return enc["input_ids"].astype("int32"), enc["attention_mask"].astype("int32")


def lm_loss(input_ids, mask, logits):
    targets = input_ids
    weight = tf.cast(mask, tf.float32)
    per_token = tf.nn.sparse_softmax_cross_entropy_with_logits(labels=targets, logits=logits)
    return tf.reduce_sum(per_token * weight) / tf.reduce_sum(weight)


@tf.function
def train_step(input_ids, mask):
    with tf.GradientTape() as tape:
        logits = model(input_ids=input_ids, attention_mask=mask, training=True).logits
        loss = lm_loss(input_ids, mask, logits)
    grads = tape.gradient(loss, model.trainable_variables)
    optimizer.apply_gradients(zip(grads, model.trainable_variables))
    return loss


train = tf.data.Dataset.from_tensor_slices(encode("train")).shuffle(480).batch(BATCH, drop_remainder=True)
for epoch in range(EPOCHS):
    losses = [float(train_step(ids, mask)) for ids, mask in train]
    print(f"epoch {epoch}: loss {np.mean(losses):.4f}")


def complete(prompt, limit=8):
    ids = tokenizer(prompt)["input_ids"]
    start = len(ids)
    for _ in range(limit):
        logits = model(input_ids=tf.constant([ids]), attention_mask=tf.ones((1, len(ids)), tf.int32), training=False).logits
        token = int(tf.argmax(logits[0, -1]))
        if token == tokenizer.eos_token_id:
            break
        ids.append(token)
    return tokenizer.decode(ids[start:])


sample = rows("validation")[:12]
outputs = [complete(r["prompt"]) for r in sample]
for r, text in list(zip(sample, outputs))[:5]:
    print(f"{r['prompt']} => {text} (should be: {r['steps']})")
print("exact match:", np.mean([text.strip() == r["steps"] for r, text in zip(sample, outputs)]))
