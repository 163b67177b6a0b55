"""Tag the words of a sentence: TFDistilBert for token classification with an own loop."""
import json
import os

import numpy as np
import tensorflow as tf
import tf_keras
from transformers import AutoTokenizer, TFAutoModelForTokenClassification, set_seed

CKPT = "checkpoints/tags"
MAX_LEN = 64
BATCH = 16
EPOCHS = 8
NUM_TAGS = 4

set_seed(12)
os.makedirs("out/ij12", exist_ok=True)
tokenizer = AutoTokenizer.from_pretrained(CKPT)


def load(split):
    with open(f"data/tags/{split}.jsonl") as f:
        return [json.loads(line) for line in f]


def encode(rows):
    enc = tokenizer(
        [r["words"] for r in rows],
        is_split_into_words=True,
        truncation=True,
        padding="max_length",
        max_length=MAX_LEN,
        return_tensors="np",
    )
    labels = np.full((len(rows), MAX_LEN), -100, dtype=np.int32)
    for i, row in enumerate(rows):
        tags = row["tags"][:MAX_LEN]
        labels[i, :len(tags)] = tags
    return enc["input_ids"].astype(np.int32), enc["attention_mask"].astype(np.int32), labels


train_rows = load("train")
train_sentences = {tuple(r["words"]) for r in train_rows}
valid_rows = [r for r in load("validation") if tuple(r["words"]) not in train_sentences]

train_ds = tf.data.Dataset.from_tensor_slices(encode(train_rows)).shuffle(len(train_rows), seed=12).batch(BATCH)
valid_ds = tf.data.Dataset.from_tensor_slices(encode(valid_rows)).batch(64)

model = TFAutoModelForTokenClassification.from_pretrained(CKPT, num_labels=NUM_TAGS)

total = EPOCHS * len(train_ds)
schedule = tf_keras.optimizers.schedules.PolynomialDecay(2e-3, decay_steps=total, end_learning_rate=0.0)
optimizer = tf_keras.optimizers.Adam(schedule, clipnorm=1.0)


@tf.function
def train_step(ids, mask, labels):
    with tf.GradientTape() as tape:
        out = model(input_ids=ids, attention_mask=mask, labels=labels, training=True)
        loss = tf.reduce_mean(out.loss)
    variables = model.trainable_variables
    optimizer.apply_gradients(zip(tape.gradient(loss, variables), variables))
    return loss


def f1_of_tags(ds):
    """Micro F1 over the tags 1..3 (0 means: no name)."""
    tp = fp = fn = 0
    for ids, mask, labels in ds:
        logits = model(input_ids=ids, attention_mask=mask, training=False).logits
        pred = logits.numpy().argmax(axis=-1)
        gold = labels.numpy()
        used = gold != -100
        pred, gold = pred[used], gold[used]
        tp += int(((pred == gold) & (gold > 0)).sum())
        fp += int(((pred != gold) & (pred > 0)).sum())
        fn += int(((pred != gold) & (gold > 0)).sum())
    return 2 * tp / max(1, 2 * tp + fp + fn)


for epoch in range(EPOCHS):
    losses = [float(train_step(*batch)) for batch in train_ds]
    print(f"epoch {epoch + 1}: loss {np.mean(losses):.4f}, validation F1 {f1_of_tags(valid_ds):.3f}")

model.save_pretrained("out/ij12")
tokenizer.save_pretrained("out/ij12")
