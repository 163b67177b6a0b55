"""Breast cancer data with tf.data and a hand-written training loop."""
import os

os.environ.setdefault("TF_CPP_MIN_LOG_LEVEL", "2")

import keras
import numpy as np
import tensorflow as tf
from sklearn.datasets import load_breast_cancer
from sklearn.metrics import classification_report

keras.utils.set_random_seed(77)

x, y = load_breast_cancer(return_X_y=True)
x, y = x.astype("float32"), y.astype("float32")
n = len(x)
n_test, n_val = n // 5, n // 5
n_train = n - n_test - n_val

# one fixed order, cut into three parts; only the training part is shuffled again at each epoch
rows = tf.data.Dataset.from_tensor_slices((x, y)).shuffle(n, seed=77, reshuffle_each_iteration=False)
test_rows = rows.take(n_test)
val_rows = rows.skip(n_test).take(n_val)
train_rows = rows.skip(n_test + n_val)

train_ds = train_rows.cache().shuffle(n_train).batch(32).prefetch(tf.data.AUTOTUNE)
val_ds = val_rows.batch(128).cache()
test_ds = test_rows.batch(128)

norm = keras.layers.Normalization()
norm.adapt(train_rows.batch(128).map(lambda features, _: features))

inputs = keras.Input((x.shape[1],))
h = norm(inputs)
h = keras.layers.Dense(32, use_bias=False)(h)
h = keras.layers.BatchNormalization(momentum=0.9)(h)
h = keras.layers.ReLU()(h)
h = keras.layers.Dropout(0.3)(h)
model = keras.Model(inputs, keras.layers.Dense(1)(h))  # logits

EPOCHS = 25
steps_per_epoch = int(np.ceil(n_train / 32))
schedule = keras.optimizers.schedules.CosineDecay(5e-3, decay_steps=EPOCHS * steps_per_epoch)
optimizer = keras.optimizers.Adam(schedule)
optimizer.build(model.trainable_variables)
loss_fn = keras.losses.BinaryCrossentropy(from_logits=True)

train_loss = keras.metrics.Mean()
val_loss = keras.metrics.BinaryCrossentropy(from_logits=True)
val_auc = keras.metrics.AUC(from_logits=True)


@tf.function
def train_step(xb, yb):
    with tf.GradientTape() as tape:
        logits = model(xb, training=True)
        loss = loss_fn(yb[:, None], logits)
    grads = tape.gradient(loss, model.trainable_variables)
    optimizer.apply_gradients(zip(grads, model.trainable_variables))
    train_loss.update_state(loss, sample_weight=tf.cast(tf.shape(xb)[0], tf.float32))


@tf.function
def val_step(xb, yb):
    logits = model(xb, training=False)
    val_loss.update_state(yb[:, None], logits)
    val_auc.update_state(yb[:, None], logits)


best, best_weights = np.inf, None
for epoch in range(EPOCHS):
    for metric in (train_loss, val_loss, val_auc):
        metric.reset_state()
    for xb, yb in train_ds:
        train_step(xb, yb)
    for xb, yb in val_ds:
        val_step(xb, yb)
    current = float(val_loss.result())
    if current < best:
        best, best_weights = current, model.get_weights()  # numpy copies
    print(f"epoch {epoch + 1:2d}  loss {float(train_loss.result()):.4f}  "
          f"val loss {current:.4f}  val auc {float(val_auc.result()):.4f}")

model.set_weights(best_weights)
truth, guess = [], []
for xb, yb in test_ds:
    logits = model(xb, training=False)
    truth.append(yb.numpy())
    guess.append((logits.numpy()[:, 0] > 0).astype("float32"))
print(classification_report(np.concatenate(truth), np.concatenate(guess), target_names=["malignant", "benign"]))
os.makedirs("out/gd14", exist_ok=True)
model.save("out/gd14/model.keras")
