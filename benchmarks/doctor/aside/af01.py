"""Transfer learning on the 8x8 digits: base trained on 0-4, reused for 5-9."""
import numpy as np
import tensorflow as tf
from sklearn.datasets import load_digits
from sklearn.model_selection import train_test_split

tf.keras.utils.set_random_seed(7)
layers = tf.keras.layers

digits = load_digits()
X = (digits.images / 16.0).astype("float32")[..., None]
y = digits.target.astype("int32")

old = y < 5
X_old, y_old = X[old], y[old]
X_new, y_new = X[~old], y[~old] - 5
X_tr, X_te, y_tr, y_te = train_test_split(X_new, y_new, test_size=0.3, random_state=0, stratify=y_new)

# ---- source task
base = tf.keras.Sequential([
    layers.Input((8, 8, 1)),
    layers.Conv2D(16, 3, padding="same", activation="relu"),
    layers.MaxPooling2D(),
    layers.Conv2D(32, 3, padding="same", activation="relu"),
    layers.Flatten(),
], name="base")
source = tf.keras.Sequential([base, layers.Dense(5)])
source.compile("adam", tf.keras.losses.SparseCategoricalCrossentropy(from_logits=True), metrics=["accuracy"])
source.fit(X_old, y_old, epochs=4, batch_size=32, verbose=0)
print("source task accuracy", source.evaluate(X_old, y_old, verbose=0)[1])

# ---- target task
model = tf.keras.Sequential([base, layers.Dropout(0.2), layers.Dense(5, name="new_head")])
loss_fn = tf.keras.losses.SparseCategoricalCrossentropy(from_logits=True)
train_ds = tf.data.Dataset.from_tensor_slices((X_tr, y_tr)).shuffle(1000, seed=1).batch(32)


def accuracy():
    pred = model.predict(X_te, verbose=0).argmax(-1)
    return (pred == y_te).mean()


def run_epochs(n, optimizer):
    for epoch in range(n):
        losses = []
        for xb, yb in train_ds:
            with tf.GradientTape() as tape:
                loss = loss_fn(yb, model(xb, training=True))
            grads = tape.gradient(loss, model.trainable_variables)
            optimizer.apply_gradients(zip(grads, model.trainable_variables))
            losses.append(float(loss))
        print(f"  epoch {epoch}: loss {np.mean(losses):.4f}  test acc {accuracy():.4f}")


base.trainable = False
optimizer = tf.keras.optimizers.Adam(2e-3)
print("head only:", len(model.trainable_variables), "trainable variables")
run_epochs(4, optimizer)

base.trainable = True
optimizer.learning_rate.assign(5e-4)
print("whole network:", len(model.trainable_variables), "trainable variables")
run_epochs(4, optimizer)
print("final test accuracy", accuracy())
