"""Tiny GPT-2 on work steps; teacher-forced exact match on prompts not seen before."""
import json

import numpy as np
import tensorflow as tf
import tf_keras
from transformers import AutoTokenizer, TFAutoModelForCausalLM

PATH = "checkpoints/steps"
LENGTH, EPOCHS, BATCH, IGNORE = 24, 20, 16, -100

tf_keras.utils.set_random_seed(12)
tok = AutoTokenizer.from_pretrained(PATH)
lm = TFAutoModelForCausalLM.from_pretrained(PATH)


def read(split):
    with open(f"data/steps/{split}.jsonl") as f:
        return {r["prompt"]: r["steps"] for r in map(json.loads, f)}


def arrays(pairs):
    # </s> ends a text and also fills it up; only the filling is masked out
    ids = np.full((len(pairs), LENGTH), tok.eos_token_id, dtype="int32")
    mask = np.zeros((len(pairs), LENGTH), dtype="int32")
    labels = np.full((len(pairs), LENGTH), IGNORE, dtype="int32")
    for i, (prompt, steps) in enumerate(pairs.items()):
        p = tok(prompt)["input_ids"]
        s = tok(steps)["input_ids"] + [tok.eos_token_id]
        n = len(p) + len(s)
        assert n <= LENGTH
        ids[i, :n] = p + s
        mask[i, :n] = 1
        labels[i, len(p):n] = s
    return ids, mask, labels


train = read("train")
valid = {p: s for p, s in read("validation").items() if p not in train}
test = {p: s for p, s in read("test").items() if p not in train and p not in valid}

train_ds = tf.data.Dataset.from_tensor_slices(arrays(train)).shuffle(len(train)).batch(BATCH)
valid_ds = tf.data.Dataset.from_tensor_slices(arrays(valid)).batch(64)
test_ds = tf.data.Dataset.from_tensor_slices(arrays(test)).batch(64)

rate = tf_keras.optimizers.schedules.CosineDecay(1e-3, len(train_ds) * EPOCHS)
opt = tf_keras.optimizers.Adam(rate)


@tf.function
def train_step(ids, mask, labels):
    with tf.GradientTape() as tape:
        loss = tf.reduce_mean(
            lm(input_ids=ids, attention_mask=mask, labels=labels, training=True).loss)
    grads = tape.gradient(loss, lm.trainable_variables)
    grads, _ = tf.clip_by_global_norm(grads, 1.0)
    opt.apply_gradients(zip(grads, lm.trainable_variables))
    return loss


@tf.function
def whole_answers_right(ids, mask, labels):
    logits = lm(input_ids=ids, attention_mask=mask, training=False).logits
    guess = tf.argmax(logits[:, :-1], axis=-1, output_type=tf.int32)
    want = labels[:, 1:]
    return tf.reduce_all((guess == want) | (want == IGNORE), axis=1)


def exact(ds):
    return float(np.mean(np.concatenate([whole_answers_right(*b).numpy() for b in ds])))


for epoch in range(EPOCHS):
    loss = np.mean([float(train_step(*b)) for b in train_ds])
    if epoch % 4 == 3:
        print(f"epoch {epoch + 1}: loss {loss:.4f} valid exact {exact(valid_ds):.3f}")
print(f"test exact match {exact(test_ds):.3f} on {len(test)} prompts")
