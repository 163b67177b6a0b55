# Token tagging with a TF model and an own training loop
import json

import numpy as np
import tensorflow as tf
from transformers import AutoTokenizer, TFAutoModelForTokenClassification

tf.keras.utils.set_random_seed(1)
tokenizer = AutoTokenizer.from_pretrained("checkpoints/tags")
model = TFAutoModelForTokenClassification.from_pretrained("checkpoints/tags", num_labels=5, from_pt=True)


def load(split):
    rows = [json.loads(line) for line in open(f"data/tags/{split}.jsonl")]
    enc = tokenizer([r["words"] for r in rows], is_split_into_words=True, padding=True, truncation=True,
                    return_tensors="np")
    labels = np.full(enc["input_ids"].shape, -100, dtype=np.int32)
    for i, r in enumerate(rows):
        last = None
        for j, w in enumerate(enc.word_ids(i)):
            if w is not None and w != last:
                labels[i, j] = r["tags"][w]
            last = w
    return enc["input_ids"].astype(np.int32), enc["attention_mask"].astype(np.int32), labels


train, val, test = load("train"), load("validation"), load("test")
ds = tf.data.Dataset.from_tensor_slices(train).shuffle(480, reshuffle_each_iteration=True).batch(16)

EPOCHS = 6
steps = EPOCHS * len(ds)
lr = tf.keras.optimizers.schedules.PolynomialDecay(2e-3, steps, end_learning_rate=0.0)
optimizer = tf.keras.optimizers.Adam(lr)
ce = tf.keras.losses.SparseCategoricalCrossentropy(from_logits=True, reduction="none")


def masked_loss(labels, logits):
    keep = tf.cast(labels != -100, tf.float32)
    per_token = ce(tf.where(labels == -100, 0, labels), logits)
    return tf.reduce_sum(per_token * keep) / tf.reduce_sum(keep)


@tf.function
def step(ids, mask, labels):
    with tf.GradientTape() as tape:
        logits = model(input_ids=ids, attention_mask=mask, training=True).logits
        loss = masked_loss(labels, logits)
    grads = tape.gradient(loss, model.trainable_variables)
    optimizer.apply_gradients(zip(grads, model.trainable_variables))
    return loss


def scores(data):
    ids, mask, labels = data
    logits = model(input_ids=ids, attention_mask=mask, training=False).logits.numpy()
    keep = labels != -100
    pred, gold = logits.argmax(-1)[keep], labels[keep]
    names = gold != 0
    return (pred == gold).mean(), (pred[names] == gold[names]).mean()


for epoch in range(EPOCHS):
    losses = [float(step(*batch)) for batch in ds]
    if epoch % 3 == 2:
        acc, name_acc = scores(val)
        print(f"epoch {epoch + 1:2d} loss {np.mean(losses):.4f} val accuracy {acc:.4f} on names {name_acc:.4f}")
print("test: all words %.4f, names %.4f" % scores(test))
