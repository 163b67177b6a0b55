"""Name tagging with TFDistilBert in a loop of its own: masked loss, two optimizers (body slow, head quick)."""
import json
import os

os.environ.setdefault("TF_USE_LEGACY_KERAS", "1")
import numpy as np
import tensorflow as tf
from transformers import AutoTokenizer, TFDistilBertModel

tf.keras.utils.set_random_seed(60)
tokenizer = AutoTokenizer.from_pretrained("checkpoints/tags")
LENGTH, TAGS = 36, 4


def load(split):
    rows = [json.loads(l) for l in open(f"data/tags/{split}.jsonl")]
    enc = tokenizer([r["words"] for r in rows], is_split_into_words=True, truncation=True, max_length=LENGTH,
                    padding="max_length", return_tensors="np")
    y = np.zeros((len(rows), LENGTH), "int32")
    first = np.zeros((len(rows), LENGTH), "float32")           # 1 on the first piece of every word
    for i, r in enumerate(rows):
        last = None
        for j, w in enumerate(enc.word_ids(i)):
            if w is not None and w != last:
                y[i, j], first[i, j] = r["tags"][w], 1.0
            last = w
    return enc["input_ids"].astype("int32"), enc["attention_mask"].astype("int32"), y, first


sets = {s: load(s) for s in ("train", "validation", "test")}
body = TFDistilBertModel.from_pretrained("checkpoints/tags", from_pt=True)
head = tf.keras.Sequential([tf.keras.layers.Dropout(0.1), tf.keras.layers.Dense(TAGS)])
head.build((None, LENGTH, body.config.dim))
EPOCHS, BATCH = 6, 16
steps = EPOCHS * (480 // BATCH)
opt_body = tf.keras.optimizers.AdamW(tf.keras.optimizers.schedules.PolynomialDecay(1e-3, steps, 0.0), weight_decay=0.01)
opt_head = tf.keras.optimizers.Adam(tf.keras.optimizers.schedules.PolynomialDecay(5e-3, steps, 0.0))
xent = tf.keras.losses.SparseCategoricalCrossentropy(from_logits=True, reduction="none")


def logits_for(ids, mask, training):
    return head(body(input_ids=ids, attention_mask=mask, training=training).last_hidden_state, training=training)


@tf.function
def train_step(ids, mask, y, first):
    with tf.GradientTape() as tape:
        per_token = xent(y, logits_for(ids, mask, True))
        loss = tf.reduce_sum(per_token * first) / tf.reduce_sum(first)
    n = len(body.trainable_variables)
    grads, _ = tf.clip_by_global_norm(tape.gradient(loss, body.trainable_variables + head.trainable_variables), 1.0)
    opt_body.apply_gradients(zip(grads[:n], body.trainable_variables))
    opt_head.apply_gradients(zip(grads[n:], head.trainable_variables))
    return loss


@tf.function
def predict(ids, mask):
    return tf.argmax(logits_for(ids, mask, False), -1)


def report(split):
    ids, mask, y, first = sets[split]
    p, on = predict(ids, mask).numpy(), first > 0
    names = on & (y > 0)
    tp = (names & (p == y)).sum()
    found = (on & (p > 0)).sum()
    return f"accuracy {(p == y)[on].mean():.3f} (all O {(y == 0)[on].mean():.3f}), F1 {2 * tp / (found + names.sum()):.3f}"


data = tf.data.Dataset.from_tensor_slices(sets["train"]).shuffle(480).batch(BATCH)
for epoch in range(EPOCHS):
    mean = tf.keras.metrics.Mean()
    for batch in data:
        mean.update_state(train_step(*batch))
    if epoch % 2 == 1:
        print(f"epoch {epoch + 1} loss {mean.result().numpy():.4f} validation {report('validation')}")
print("test", report("test"))
