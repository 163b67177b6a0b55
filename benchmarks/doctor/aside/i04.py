"""Token tagging, two stages: first train only the classifier, then unfreeze everything."""
import os
os.environ["TF_USE_LEGACY_KERAS"] = "1"
import json
import numpy as np
import tensorflow as tf
from transformers import AutoTokenizer, TFAutoModelForTokenClassification

tf.keras.utils.set_random_seed(3)
PATH = "checkpoints/tags"
MAXLEN = 40

tok = AutoTokenizer.from_pretrained(PATH)
model = TFAutoModelForTokenClassification.from_pretrained(PATH, num_labels=4, from_pt=True)


def load(split):
    rows = [json.loads(line) for line in open(f"data/tags/{split}.jsonl")]
    enc = tok([r["words"] for r in rows], is_split_into_words=True, truncation=True,
              padding="max_length", max_length=MAXLEN, return_tensors="np")
    labels = np.full(enc["input_ids"].shape, -100, dtype="int32")
    for i, r in enumerate(rows):
        last = None
        for j, w in enumerate(enc.word_ids(i)):
            if w is not None and w != last:
                labels[i, j] = r["tags"][w]
            last = w
    return enc["input_ids"].astype("int32"), enc["attention_mask"].astype("int32"), labels


train = load("train")
test = load("test")
train_ds = tf.data.Dataset.from_tensor_slices(train).shuffle(480, seed=3).batch(16)
test_ds = tf.data.Dataset.from_tensor_slices(test).batch(32)

ce = tf.keras.losses.SparseCategoricalCrossentropy(from_logits=True, reduction="none")


def masked_loss(labels, logits):
    keep = tf.cast(labels != -100, tf.float32)
    per_token = ce(tf.maximum(labels, 0), logits)
    return tf.reduce_sum(per_token * keep) / tf.reduce_sum(keep)


@tf.function
def train_step(ids, mask, labels, optimizer):
    with tf.GradientTape() as tape:
        logits = model(input_ids=ids, attention_mask=mask, training=True).logits
        loss = masked_loss(labels, logits)
    variables = model.trainable_variables
    grads = tape.gradient(loss, variables)
    optimizer.apply_gradients(zip(grads, variables))
    return loss


def evaluate():
    hits = total = 0
    for ids, mask, labels in test_ds:
        pred = tf.argmax(model(input_ids=ids, attention_mask=mask).logits, -1, output_type=tf.int32)
        keep = labels != -100
        hits += int(tf.reduce_sum(tf.cast((pred == labels) & keep, tf.int32)))
        total += int(tf.reduce_sum(tf.cast(keep, tf.int32)))
    return hits / total


def run_stage(name, optimizer, epochs):
    for epoch in range(epochs):
        mean = tf.keras.metrics.Mean()
        for ids, mask, labels in train_ds:
            mean.update_state(train_step(ids, mask, labels, optimizer))
        print(f"[{name}] epoch {epoch + 1}: loss {mean.result():.4f}  test acc {evaluate():.4f}")


model.distilbert.trainable = False
run_stage("head", tf.keras.optimizers.Adam(1e-2), epochs=2)

model.distilbert.trainable = True
run_stage("full", tf.keras.optimizers.Adam(1e-3), epochs=6)

print("final token accuracy:", round(evaluate(), 4))
