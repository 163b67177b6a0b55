import os
os.environ["TF_USE_LEGACY_KERAS"] = "1"
import json, random
import numpy as np
import tensorflow as tf
from transformers import AutoTokenizer, TFDistilBertForTokenClassification

random.seed(0); np.random.seed(0); tf.random.set_seed(0)
tok = AutoTokenizer.from_pretrained("checkpoints/tags")
read = lambda s: [json.loads(l) for l in open(f"data/tags/{s}.jsonl")]
train_rows, dev_rows = read("train"), read("validation")
NUM = 1 + max(t for r in train_rows for t in r["tags"])
IGNORE = -1

def batchify(rows):
    enc = tok([r["words"] for r in rows], is_split_into_words=True, padding="max_length", max_length=48, truncation=True)
    y = np.full((len(rows), 48), IGNORE, dtype=np.int32)
    for i, r in enumerate(rows):
        seen = set()
        for j, w in enumerate(enc.word_ids(i)):
            if w is not None and w not in seen:
                y[i, j] = r["tags"][w]
                seen.add(w)
    return {k: tf.constant(enc[k]) for k in ("input_ids", "attention_mask")}, tf.constant(y)

def masked_loss(y, logits):
    keep = tf.cast(tf.not_equal(y, IGNORE), tf.float32)
    ce = tf.nn.sparse_softmax_cross_entropy_with_logits(labels=tf.maximum(y, 0), logits=logits)
    return tf.reduce_sum(ce * keep) / tf.reduce_sum(keep)

model = TFDistilBertForTokenClassification.from_pretrained("checkpoints/tags", num_labels=NUM)
opt = tf.keras.optimizers.Adam(1e-3)

@tf.function
def step(x, y):
    with tf.GradientTape() as tape:
        loss = masked_loss(y, model(x, training=True).logits)
    grads = tape.gradient(loss, model.trainable_variables)
    opt.apply_gradients(zip(grads, model.trainable_variables))
    return loss

dev = [batchify(dev_rows[i:i + 32]) for i in range(0, len(dev_rows), 32)]
for epoch in range(6):
    random.shuffle(train_rows)
    losses = []
    for i in range(0, len(train_rows), 16):
        x, y = batchify(train_rows[i:i + 16])
        losses.append(float(step(x, y)))
    good = n = base = 0
    for x, y in dev:
        p = tf.argmax(model(x, training=False).logits, -1).numpy()
        g = y.numpy()
        good += (p == g)[g >= 0].sum(); n += (g >= 0).sum(); base += (g == 0).sum()
    print(f"{epoch}: {np.mean(losses):.3f}  dev {good / n:.3f} (always O: {base / n:.3f})")
