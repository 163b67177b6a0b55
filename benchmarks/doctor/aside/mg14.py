# Custom training loop for tumour classification, after the Keras guide "Writing a training loop from scratch".
import os
os.environ["TF_CPP_MIN_LOG_LEVEL"] = "2"

import keras
import tensorflow as tf
from sklearn.datasets import load_breast_cancer
from sklearn.model_selection import train_test_split
from sklearn.preprocessing import StandardScaler

keras.utils.set_random_seed(31)

features, target = load_breast_cancer(return_X_y=True)
x_train, x_val, y_train, y_val = train_test_split(features, target, test_size=0.3, stratify=target, random_state=31)
scaler = StandardScaler()
x_train = scaler.fit_transform(x_train).astype("float32")
x_val = scaler.transform(x_val).astype("float32")
y_train = y_train.astype("float32").reshape(-1, 1)
y_val = y_val.astype("float32").reshape(-1, 1)

train_ds = tf.data.Dataset.from_tensor_slices((x_train, y_train)).shuffle(len(x_train)).batch(32)
val_ds = tf.data.Dataset.from_tensor_slices((x_val, y_val)).batch(64)

model = keras.Sequential([
    keras.Input((x_train.shape[1],)),
    keras.layers.Dense(24, activation="relu"),
    keras.layers.Dropout(0.2),
    keras.layers.Dense(1),
])
optimizer = keras.optimizers.Adam(learning_rate=5e-4)
loss_fn = keras.losses.BinaryCrossentropy(from_logits=True)

train_acc = keras.metrics.BinaryAccuracy(threshold=0.0)
train_loss = keras.metrics.Mean()
val_acc = keras.metrics.BinaryAccuracy(threshold=0.0)


@tf.function
def train_step(x, y):
    with tf.GradientTape() as tape:
        logits = model(x, training=True)
        loss = loss_fn(y, logits)
    grads = tape.gradient(loss, model.trainable_weights)
    optimizer.apply_gradients(zip(grads, model.trainable_weights))
    train_loss.update_state(loss)
    train_acc.update_state(y, logits)


@tf.function
def test_step(x, y):
    val_acc.update_state(y, model(x, training=False))


for epoch in range(20):
    for x, y in train_ds:
        train_step(x, y)
    for x, y in val_ds:
        test_step(x, y)

    print(f"epoch {epoch + 1:2d}  loss {float(train_loss.result()):.4f}  "
          f"accuracy {float(train_acc.result()):.4f}  val accuracy {float(val_acc.result()):.4f}")
    train_loss.reset_state()
    train_acc.reset_state()

print(f"final validation accuracy: {float(val_acc.result()):.4f}")
