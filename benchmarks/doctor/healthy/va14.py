# Breast cancer, Keras 3 on TensorFlow, with a training step of our own
import os

os.environ.setdefault("TF_CPP_MIN_LOG_LEVEL", "2")

import numpy as np
import tensorflow as tf
from sklearn.datasets import load_breast_cancer
from sklearn.metrics import balanced_accuracy_score
from sklearn.model_selection import train_test_split

tf.keras.utils.set_random_seed(99)
EPOCHS, BATCH = 40, 32

X, y = load_breast_cancer(return_X_y=True)
X, y = X.astype("float32"), y.astype("float32")
X_rest, X_test, y_rest, y_test = train_test_split(X, y, test_size=0.2, stratify=y, random_state=9)
X_fit, X_val, y_fit, y_val = train_test_split(X_rest, y_rest, test_size=0.2, stratify=y_rest, random_state=9)

norm = tf.keras.layers.Normalization()
norm.adapt(X_fit)

inputs = tf.keras.Input((X.shape[1],))
h = norm(inputs)
h = tf.keras.layers.Dense(32, use_bias=False)(h)
h = tf.keras.layers.BatchNormalization(momentum=0.9)(h)
h = tf.keras.layers.ReLU()(h)
h = tf.keras.layers.Dropout(0.3)(h)
logit = tf.keras.layers.Dense(1)(h)
model = tf.keras.Model(inputs, logit)

# the rarer class counts for more
n_pos, n_neg = y_fit.sum(), (1 - y_fit).sum()
weight = {0: len(y_fit) / (2 * n_neg), 1: len(y_fit) / (2 * n_pos)}
row_weight = np.where(y_fit > 0.5, weight[1], weight[0]).astype("float32")

fit_ds = (
    tf.data.Dataset.from_tensor_slices((X_fit, y_fit[:, None], row_weight))
    .shuffle(len(y_fit), seed=9)
    .batch(BATCH)
)
steps = EPOCHS * fit_ds.cardinality().numpy()

bce = tf.keras.losses.BinaryCrossentropy(from_logits=True)
opt = tf.keras.optimizers.Adam(tf.keras.optimizers.schedules.CosineDecay(3e-3, decay_steps=int(steps)))
opt.build(model.trainable_variables)


@tf.function
def train_step(x, t, w):
    with tf.GradientTape() as tape:
        loss = bce(t, model(x, training=True), sample_weight=w)
    grads = tape.gradient(loss, model.trainable_variables)
    opt.apply_gradients(zip(grads, model.trainable_variables))
    return loss


def predict(x):
    # a logit above zero is a probability above one half
    return (model(x, training=False).numpy().ravel() > 0).astype(int)


best_loss, best_weights = np.inf, model.get_weights()
for epoch in range(EPOCHS):
    losses = [float(train_step(*batch)) for batch in fit_ds]
    val_loss = float(bce(y_val[:, None], model(X_val, training=False)))
    if val_loss < best_loss:
        best_loss, best_weights = val_loss, model.get_weights()
    if epoch % 10 == 9:
        val = balanced_accuracy_score(y_val, predict(X_val))
        print(f"epoch {epoch + 1}: loss {np.mean(losses):.4f}  val loss {val_loss:.4f}  val bal. acc {val:.3f}")

model.set_weights(best_weights)
print(f"test balanced accuracy {balanced_accuracy_score(y_test, predict(X_test)):.3f}")
