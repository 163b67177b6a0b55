"""Tickets: encoder and head trained by two optimizers from one persistent tape."""
import json

import numpy as np
import tensorflow as tf
import tf_keras
from transformers import AutoTokenizer, TFDistilBertModel

CKPT = "checkpoints/tickets"
EPOCHS, BATCH = 10, 16
tf_keras.utils.set_random_seed(10)


def rows(split):
    with open(f"data/tickets/{split}.jsonl") as f:
        return {r["text"]: r["desk_id"] for r in map(json.loads, f)}


train = rows("train")
valid = {t: v for t, v in rows("validation").items() if t not in train}
test = {t: v for t, v in rows("test").items() if t not in train and t not in valid}
tok = AutoTokenizer.from_pretrained(CKPT)


def dataset(part, shuffle=False):
    # the appliance is named in the first words, so cutting the end off is harmless
    enc = tok(list(part), padding="max_length", truncation=True, max_length=32, return_tensors="np")
    ds = tf.data.Dataset.from_tensor_slices((
        enc["input_ids"].astype("int32"),
        enc["attention_mask"].astype("int32"),
        np.array(list(part.values()), dtype="int32")))
    return ds.shuffle(len(part)).batch(BATCH) if shuffle else ds.batch(64)


train_ds, valid_ds, test_ds = dataset(train, True), dataset(valid), dataset(test)

body = TFDistilBertModel.from_pretrained(CKPT)
head = tf_keras.Sequential([
    tf_keras.layers.InputLayer((body.config.dim,)),
    tf_keras.layers.Dropout(0.1),
    tf_keras.layers.Dense(4),
])
total = len(train_ds) * EPOCHS
body_opt = tf_keras.optimizers.Adam(
    tf_keras.optimizers.schedules.PolynomialDecay(5e-4, total, end_learning_rate=0.0))
head_opt = tf_keras.optimizers.Adam(
    tf_keras.optimizers.schedules.PolynomialDecay(2e-3, total, end_learning_rate=0.0))
loss_fn = tf_keras.losses.SparseCategoricalCrossentropy(from_logits=True)


def forward(ids, mask, training):
    hidden = body(input_ids=ids, attention_mask=mask, training=training).last_hidden_state
    return head(hidden[:, 0], training=training)


@tf.function
def train_step(ids, mask, y):
    with tf.GradientTape(persistent=True) as tape:
        loss = loss_fn(y, forward(ids, mask, True))
    body_grads = tape.gradient(loss, body.trainable_variables)
    head_grads = tape.gradient(loss, head.trainable_variables)
    del tape
    body_opt.apply_gradients(zip(body_grads, body.trainable_variables))
    head_opt.apply_gradients(zip(head_grads, head.trainable_variables))
    return loss


@tf.function
def predict(ids, mask):
    return tf.argmax(forward(ids, mask, False), axis=-1, output_type=tf.int32)


def accuracy(ds):
    hit = [tf.cast(predict(i, m) == y, tf.float32) for i, m, y in ds]
    return float(tf.reduce_mean(tf.concat(hit, 0)))


for epoch in range(EPOCHS):
    losses = [float(train_step(*batch)) for batch in train_ds]
    print(f"epoch {epoch + 1}: loss {np.mean(losses):.4f} valid {accuracy(valid_ds):.3f}")
print(f"test accuracy {accuracy(test_ds):.3f}")
