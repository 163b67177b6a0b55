# Fraud detection with focal loss, written by hand since class 1 is rare.
import os
os.environ["TF_CPP_MIN_LOG_LEVEL"] = "2"
import numpy as np
import tensorflow as tf
from sklearn.datasets import make_classification
from sklearn.metrics import average_precision_score
from sklearn.model_selection import train_test_split

GAMMA = 2.0
ALPHA = 0.75
EPS = 1e-6

tf.keras.utils.set_random_seed(2)

X, y = make_classification(n_samples=4000, n_features=20, n_informative=8, weights=[0.93],
                           class_sep=1.2, flip_y=0.01, random_state=2)
X = X.astype("float32")
y = y.astype("float32")[:, None]
X_train, X_test, y_train, y_test = train_test_split(X, y, test_size=0.25, stratify=y, random_state=2)

train = tf.data.Dataset.from_tensor_slices((X_train, y_train)).shuffle(len(X_train)).batch(64)

model = tf.keras.Sequential([
    tf.keras.Input((20,)),
    tf.keras.layers.Dense(48, activation="relu"),
    tf.keras.layers.Dense(24, activation="relu"),
    tf.keras.layers.Dense(1, activation="sigmoid"),
])
optimizer = tf.keras.optimizers.Adam(1e-3)


def focal_loss(target, prob):
    pt = tf.where(target == 1.0, prob, 1.0 - prob)
    weight = tf.where(target == 1.0, ALPHA, 1.0 - ALPHA)
    return tf.reduce_mean(-weight * tf.pow(1.0 - pt, GAMMA) * tf.math.log(pt))


def train_one_batch(xb, yb):
    with tf.GradientTape() as tape:
        prob = model(xb, training=True)
        # log(0) gave NaN in an older version
        prob = np.clip(prob.numpy(), EPS, 1.0 - EPS)
        loss = focal_loss(yb, prob)
    gradients = tape.gradient(loss, model.trainable_variables)
    optimizer.apply_gradients(zip(gradients, model.trainable_variables))
    return float(loss)


for epoch in range(12):
    batch_losses = [train_one_batch(xb, yb) for xb, yb in train]
    scores = model(X_test, training=False).numpy().ravel()
    ap = average_precision_score(y_test.ravel(), scores)
    print(f"epoch {epoch + 1:2d}: loss {np.mean(batch_losses):.5f}, average precision {ap:.3f}")

os.makedirs("out/gc09", exist_ok=True)
model.save("out/gc09/fraud.keras")
