"""Own training loop, Keras 3 on TensorFlow: masked per-token loss, accumulated gradients, averaged weights."""
import os

os.environ["KERAS_BACKEND"] = "tensorflow"

import keras
import numpy as np
import tensorflow as tf

keras.utils.set_random_seed(6)
rng = np.random.default_rng(6)
MAXLEN, SYMBOLS = 16, 9
MICRO, ACCUM, EPOCHS = 16, 4, 8


def make(n):
    """Is this symbol larger than the one before? (0 = padding, the first position is never scored)"""
    x = np.zeros((n, MAXLEN), "int32")
    for row, length in zip(x, rng.integers(5, MAXLEN + 1, size=n)):
        row[:length] = rng.integers(1, SYMBOLS + 1, size=length)
    y = np.zeros_like(x)
    y[:, 1:] = x[:, 1:] > x[:, :-1]
    scored = (x > 0).astype("float32")
    scored[:, 0] = 0.0
    return x, y.astype("float32"), scored


train, val, test = make(3200), make(500), make(500)
train_ds = tf.data.Dataset.from_tensor_slices(train).shuffle(3200).batch(MICRO)
val_ds = tf.data.Dataset.from_tensor_slices(val).batch(250)
test_ds = tf.data.Dataset.from_tensor_slices(test).batch(250)
assert len(train_ds) % ACCUM == 0  # 200 micro-batches, 50 whole groups

tokens = keras.Input((MAXLEN,), dtype="int32")
h = keras.layers.Embedding(SYMBOLS + 1, 24, mask_zero=True)(tokens)
h = keras.layers.GRU(48, return_sequences=True)(h)
h = keras.layers.Dropout(0.1)(h)
logits = keras.layers.Dense(1)(h)
model = keras.Model(tokens, logits)

optimizer = keras.optimizers.Adam(
    keras.optimizers.schedules.PolynomialDecay(6e-3, decay_steps=EPOCHS * len(train_ds) // ACCUM,
                                               end_learning_rate=3e-4))
variables = model.trainable_variables
optimizer.build(variables)
held = [tf.Variable(tf.zeros(v.shape), trainable=False) for v in variables]
held_count = tf.Variable(0.0, trainable=False)
average = [tf.Variable(tf.convert_to_tensor(v), trainable=False) for v in variables]


def token_losses(y, out):
    return tf.nn.sigmoid_cross_entropy_with_logits(labels=y, logits=tf.squeeze(out, -1))


@tf.function
def add_up(x, y, scored):
    with tf.GradientTape() as tape:
        loss = tf.reduce_sum(token_losses(y, model(x, training=True)) * scored)
    for store, g in zip(held, tape.gradient(loss, variables)):
        store.assign_add(tf.convert_to_tensor(g))  # the embedding's gradient comes as slices
    held_count.assign_add(tf.reduce_sum(scored))
    return loss


@tf.function
def update():
    # mean over every scored token of the group, however long its rows are
    grads, _ = tf.clip_by_global_norm([s / held_count for s in held], 1.0)
    optimizer.apply(grads, variables)
    for store in held:
        store.assign(tf.zeros_like(store))
    held_count.assign(0.0)
    for a, v in zip(average, variables):
        a.assign(0.97 * a + 0.03 * tf.convert_to_tensor(v))


def accuracy(ds):
    right = total = 0.0
    for x, y, scored in ds:
        guess = tf.cast(tf.squeeze(model(x, training=False), -1) > 0, tf.float32)
        right += float(tf.reduce_sum(tf.cast(guess == y, tf.float32) * scored))
        total += float(tf.reduce_sum(scored))
    return right / total


for epoch in range(EPOCHS):
    loss_sum = 0.0
    for i, (x, y, scored) in enumerate(train_ds, start=1):
        loss_sum += float(add_up(x, y, scored))
        if i % ACCUM == 0:
            update()
    print(f"epoch {epoch + 1}: loss per token {loss_sum / train[2].sum():.4f}, validation {accuracy(val_ds):.4f}")

plain = [tf.identity(tf.convert_to_tensor(v)) for v in variables]
plain_val = accuracy(val_ds)
for v, a in zip(variables, average):
    v.assign(tf.convert_to_tensor(a))
if accuracy(val_ds) < plain_val:  # keep the average only where it does no harm on the validation rows
    for v, p in zip(variables, plain):
        v.assign(p)
print(f"test accuracy per scored token {accuracy(test_ds):.4f}")
