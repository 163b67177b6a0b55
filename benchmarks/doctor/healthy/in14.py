# Token tags with a TF checkpoint and a loop by hand. One label per word: the first piece carries it.
import json
import math

import numpy as np
import tensorflow as tf
import tf_keras
from transformers import AutoTokenizer, TFAutoModelForTokenClassification

tf_keras.utils.set_random_seed(14)
CKPT, IGNORE, MAX_LEN, LABELS = "checkpoints/tags", -100, 64, 4
tokenizer = AutoTokenizer.from_pretrained(CKPT)


def rows_of(split, without=frozenset()):
    with open(f"data/tags/{split}.jsonl") as f:
        rows = [json.loads(line) for line in f]
    return [r for r in rows if tuple(r["words"]) not in without]


def keys(rows):
    return frozenset(tuple(r["words"]) for r in rows)


def arrays(rows):
    enc = tokenizer([r["words"] for r in rows], is_split_into_words=True, truncation=True,
                    max_length=MAX_LEN, padding="longest", return_tensors="np")
    labels = np.full(enc["input_ids"].shape, IGNORE, dtype="int32")
    for i, r in enumerate(rows):
        previous = None
        for j, w in enumerate(enc.word_ids(i)):
            if w is not None and w != previous:
                labels[i, j] = r["tags"][w]
            previous = w
    return enc["input_ids"].astype("int32"), enc["attention_mask"].astype("int32"), labels


test_rows = rows_of("test")
val_rows = rows_of("validation", without=keys(test_rows))
train_rows = rows_of("train", without=keys(test_rows) | keys(val_rows))
train, val, test = arrays(train_rows), arrays(val_rows), arrays(test_rows)

EPOCHS, BATCH = 25, 16
train_ds = tf.data.Dataset.from_tensor_slices(train).shuffle(len(train[0]), seed=14).batch(BATCH).prefetch(1)

model = TFAutoModelForTokenClassification.from_pretrained(CKPT, num_labels=LABELS)
schedule = tf_keras.optimizers.schedules.CosineDecay(
    1e-3, decay_steps=EPOCHS * math.ceil(len(train[0]) / BATCH), alpha=0.01)
optimizer = tf_keras.optimizers.AdamW(schedule, weight_decay=0.01, global_clipnorm=1.0)
optimizer.exclude_from_weight_decay(var_names=["bias", "LayerNorm", "layer_norm"])
optimizer.build(model.trainable_variables)
per_token = tf_keras.losses.SparseCategoricalCrossentropy(from_logits=True, reduction="none")


@tf.function(reduce_retracing=True)
def step(ids, mask, labels):
    counted = tf.cast(labels != IGNORE, tf.float32)
    with tf.GradientTape() as tape:
        logits = model({"input_ids": ids, "attention_mask": mask}, training=True).logits
        losses = per_token(tf.maximum(labels, 0), logits)
        loss = tf.reduce_sum(losses * counted) / tf.reduce_sum(counted)
    grads = tape.gradient(loss, model.trainable_variables)
    optimizer.apply_gradients(zip(grads, model.trainable_variables))
    return loss


def scores(part):
    ids, mask, labels = part
    said = np.concatenate([
        model({"input_ids": ids[i:i + 80], "attention_mask": mask[i:i + 80]}, training=False).logits.numpy().argmax(-1)
        for i in range(0, len(ids), 80)])
    real = labels != IGNORE
    said, truth = said[real], labels[real]
    f1 = []
    for k in range(1, LABELS):  # 0 is "no name"
        hit = ((said == k) & (truth == k)).sum()
        f1.append(2 * hit / max(1, (said == k).sum() + (truth == k).sum()))
    return (said == truth).mean(), float(np.mean(f1))


best_f1, best_weights = -1.0, None
for epoch in range(EPOCHS):
    mean_loss = tf_keras.metrics.Mean()
    for batch in train_ds:
        mean_loss.update_state(step(*batch))
    acc, f1 = scores(val)
    print(f"epoch {epoch:2d} loss {float(mean_loss.result()):.3f} val acc {acc:.3f} val f1 {f1:.3f}")
    if f1 > best_f1:
        best_f1, best_weights = f1, model.get_weights()

model.set_weights(best_weights)
acc, f1 = scores(test)
print(f"test: accuracy {acc:.3f}, F1 of the names {f1:.3f}, nothing but zeros {(test[2][test[2] != IGNORE] == 0).mean():.3f}")
