"""Supervised contrastive training; a ticket then goes to the desk with the nearest centre."""
import os

os.environ["TF_USE_LEGACY_KERAS"] = "1"
os.environ["TF_CPP_MIN_LOG_LEVEL"] = "2"

import numpy as np
import tensorflow as tf
from datasets import load_dataset
from transformers import AutoTokenizer, TFAutoModel

rng = np.random.default_rng(5)
tf.keras.utils.set_random_seed(5)
TEMPERATURE, BATCH, STEPS = 0.2, 32, 120

tokenizer = AutoTokenizer.from_pretrained("checkpoints/tickets")
encoder = TFAutoModel.from_pretrained("checkpoints/tickets")
data = load_dataset("data/tickets")


def arrays(split):
    enc = tokenizer(list(data[split]["text"]), padding=True, truncation=True, return_tensors="np")
    return enc["input_ids"], enc["attention_mask"], np.array(data[split]["desk_id"])


def embed(ids, mask, training):
    hidden = encoder(input_ids=ids, attention_mask=mask, training=training).last_hidden_state
    m = tf.cast(mask, tf.float32)[:, :, None]
    return tf.math.l2_normalize(tf.reduce_sum(hidden * m, 1) / tf.reduce_sum(m, 1), axis=-1)


def supcon(z, y):
    n = tf.shape(z)[0]
    sim = tf.matmul(z, z, transpose_b=True) / TEMPERATURE
    sim -= 1e9 * tf.eye(n)
    log_prob = sim - tf.reduce_logsumexp(sim, axis=1, keepdims=True)
    positive = tf.cast(y[:, None] == y[None, :], tf.float32) - tf.eye(n)
    count = tf.maximum(tf.reduce_sum(positive, 1), 1.0)
    return -tf.reduce_mean(tf.reduce_sum(positive * log_prob, 1) / count)


optimizer = tf.keras.optimizers.Adam(1e-3)


@tf.function
def step(ids, mask, y):
    with tf.GradientTape() as tape:
        loss = supcon(embed(ids, mask, True), y)
    variables = encoder.trainable_variables
    optimizer.apply_gradients(zip(tape.gradient(loss, variables), variables))
    return loss


ids, mask, y = arrays("train")
for i in range(STEPS):
    pick = rng.choice(len(y), BATCH, replace=False)
    loss = step(tf.constant(ids[pick]), tf.constant(mask[pick]), tf.constant(y[pick]))
    if (i + 1) % 30 == 0:
        print(i + 1, float(loss))

z = embed(ids, mask, False).numpy()
centres = np.stack([z[y == c].mean(0) for c in range(4)])
centres /= np.linalg.norm(centres, axis=1, keepdims=True)
v_ids, v_mask, v_y = arrays("validation")
guess = (embed(v_ids, v_mask, False).numpy() @ centres.T).argmax(1)
print("validation accuracy", (guess == v_y).mean())
