"""Digits with Keras 3 on TensorFlow, training loop written out by hand."""
import os

os.environ["TF_CPP_MIN_LOG_LEVEL"] = "2"

import keras
import numpy as np
import tensorflow as tf
from sklearn.datasets import load_digits
from sklearn.model_selection import train_test_split

SEED, BATCH, EPOCHS = 19, 32, 15
OUT = "out/fg14"
os.makedirs(OUT, exist_ok=True)
keras.utils.set_random_seed(SEED)

digits = load_digits()
x = (digits.images[..., np.newaxis] / 16.0).astype("float32")
y = digits.target.astype("int32")
x_rest, x_test, y_rest, y_test = train_test_split(x, y, test_size=300, stratify=y, random_state=SEED)
x_train, x_val, y_train, y_val = train_test_split(
    x_rest, y_rest, test_size=300, stratify=y_rest, random_state=SEED
)

train_ds = (
    tf.data.Dataset.from_tensor_slices((x_train, y_train))
    .cache()
    .shuffle(len(x_train), seed=SEED)
    .batch(BATCH)
    .prefetch(tf.data.AUTOTUNE)
)
val_ds = tf.data.Dataset.from_tensor_slices((x_val, y_val)).batch(256)
test_ds = tf.data.Dataset.from_tensor_slices((x_test, y_test)).batch(256)

model = keras.Sequential(
    [
        keras.Input((8, 8, 1)),
        keras.layers.Conv2D(24, 3, padding="same", use_bias=False),
        keras.layers.BatchNormalization(momentum=0.9),
        keras.layers.ReLU(),
        keras.layers.MaxPooling2D(),
        keras.layers.Conv2D(48, 3, padding="same", activation="relu"),
        keras.layers.GlobalAveragePooling2D(),
        keras.layers.Dropout(0.1),
        keras.layers.Dense(10),  # logits
    ]
)

steps = len(train_ds) * EPOCHS
schedule = keras.optimizers.schedules.CosineDecay(
    initial_learning_rate=0.0, decay_steps=steps - 50, warmup_target=5e-3, warmup_steps=50
)
optimizer = keras.optimizers.Adam(schedule)
optimizer.build(model.trainable_variables)
loss_fn = keras.losses.SparseCategoricalCrossentropy(from_logits=True)

train_loss = keras.metrics.Mean()
val_loss = keras.metrics.Mean()
accuracy = keras.metrics.SparseCategoricalAccuracy()


@tf.function
def train_step(images, labels):
    with tf.GradientTape() as tape:
        loss = loss_fn(labels, model(images, training=True))
    grads = tape.gradient(loss, model.trainable_variables)
    optimizer.apply_gradients(zip(grads, model.trainable_variables))
    return loss


@tf.function
def predict_step(images):
    return model(images, training=False)


def evaluate(ds):
    val_loss.reset_state()
    accuracy.reset_state()
    for images, labels in ds:
        logits = predict_step(images)
        val_loss.update_state(loss_fn(labels, logits), sample_weight=len(labels))
        accuracy.update_state(labels, logits)
    return float(val_loss.result()), float(accuracy.result())


best = float("inf")
weights = os.path.join(OUT, "best.weights.h5")
for epoch in range(EPOCHS):
    train_loss.reset_state()
    for images, labels in train_ds:
        train_loss.update_state(train_step(images, labels), sample_weight=len(labels))
    v_loss, v_acc = evaluate(val_ds)
    if v_loss < best:
        best = v_loss
        model.save_weights(weights)
    print(f"{epoch + 1:2d}  loss {float(train_loss.result()):.4f}  val loss {v_loss:.4f}  val acc {v_acc:.4f}")

model.load_weights(weights)
t_loss, t_acc = evaluate(test_ds)
print(f"test: loss {t_loss:.4f}  accuracy {t_acc:.4f}")

# probabilities for the first three, the softmax is not part of the model
print(tf.nn.softmax(predict_step(x_test[:3])).numpy().round(3), y_test[:3])
