"""Fine-tune a little GPT-2 to complete a recipe: the loss is on the steps only, never on the prompt."""
import json
import os

os.environ["TF_USE_LEGACY_KERAS"] = "1"

import numpy as np
import tensorflow as tf
from transformers import AutoTokenizer, TFGPT2LMHeadModel

tf.random.set_seed(0)
rng = np.random.default_rng(0)

CKPT = "checkpoints/steps"
tokenizer = AutoTokenizer.from_pretrained(CKPT)
tokenizer.pad_token = tokenizer.eos_token  # padding is excluded by the mask below, a real EOS is not
model = TFGPT2LMHeadModel.from_pretrained(CKPT)


def jsonl(path):
    with open(path) as f:
        return [json.loads(line) for line in f]


data = {s: jsonl(f"data/steps/{s}.jsonl") for s in ["train", "validation", "test"]}
other = {r["prompt"] for s in ["validation", "test"] for r in data[s]}
data["train"] = [r for r in data["train"] if r["prompt"] not in other]

LEN = 16


def to_arrays(rows):
    n = len(rows)
    ids = np.full((n, LEN), tokenizer.pad_token_id, np.int32)
    attn = np.zeros((n, LEN), np.int32)
    loss_mask = np.zeros((n, LEN), np.float32)
    for i, r in enumerate(rows):
        p = tokenizer(r["prompt"])["input_ids"]
        s = tokenizer(r["steps"])["input_ids"] + [tokenizer.eos_token_id]
        assert len(p) + len(s) <= LEN
        ids[i, : len(p) + len(s)] = p + s
        attn[i, : len(p) + len(s)] = 1
        loss_mask[i, len(p) : len(p) + len(s)] = 1.0
    return ids, attn, loss_mask


train = to_arrays(data["train"])
val = to_arrays(data["validation"])

optimizer = tf.keras.optimizers.AdamW(learning_rate=2e-3, weight_decay=0.01)
optimizer.exclude_from_weight_decay(var_names=["bias", "ln_"])


def lm_loss(ids, attn, mask, training):
    logits = model(input_ids=ids, attention_mask=attn, training=training).logits
    # position t predicts token t+1
    ce = tf.keras.losses.sparse_categorical_crossentropy(ids[:, 1:], logits[:, :-1], from_logits=True)
    m = mask[:, 1:]
    return tf.reduce_sum(ce * m), tf.reduce_sum(m)


@tf.function(reduce_retracing=True)
def step(ids, attn, mask):
    with tf.GradientTape() as tape:
        total, count = lm_loss(ids, attn, mask, True)
        loss = total / count
    vs = model.trainable_variables
    g, _ = tf.clip_by_global_norm(tape.gradient(loss, vs), 1.0)
    optimizer.apply_gradients(zip(g, vs))
    return total, count


@tf.function(reduce_retracing=True)
def evaluate(ids, attn, mask):
    return lm_loss(ids, attn, mask, False)


def exact(rows):
    tokenizer.padding_side = "left"
    enc = tokenizer([r["prompt"] for r in rows], padding=True, return_tensors="tf")
    out = model.generate(
        input_ids=enc["input_ids"],
        attention_mask=enc["attention_mask"],
        max_new_tokens=8,
        do_sample=False,
        pad_token_id=tokenizer.pad_token_id,
        eos_token_id=tokenizer.eos_token_id,
    )
    new = out[:, enc["input_ids"].shape[1] :]
    texts = tokenizer.batch_decode(new, skip_special_tokens=True)
    return float(np.mean([t.strip() == r["steps"] for t, r in zip(texts, rows)]))


print("validation exact match before: %.3f" % exact(data["validation"]))
B = 16
for epoch in range(8):
    order = rng.permutation(len(train[0]))
    tot = cnt = 0.0
    for i in range(0, len(order), B):
        idx = order[i : i + B]
        t, c = step(*[tf.constant(a[idx]) for a in train])
        tot += float(t)
        cnt += float(c)
    vt, vc = evaluate(*[tf.constant(a) for a in val])
    print(f"epoch {epoch}: train loss/token {tot / cnt:.4f}  val loss/token {float(vt / vc):.4f}")

print("validation exact match after: %.3f" % exact(data["validation"]))
print("test exact match: %.3f" % exact(data["test"]))
