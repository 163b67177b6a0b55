"""How far does a plain MLP get on crowd-labelled digits (about 30 % of the labels are wrong)?"""
import numpy as np
import tensorflow as tf
import keras
from sklearn.datasets import load_digits

keras.utils.set_random_seed(21)
rng = np.random.default_rng(21)

pixels, truth = load_digits(return_X_y=True)
pixels = (pixels / 16.0).astype("float32")

# what the crowd said
crowd = truth.copy()
wrong = rng.random(len(crowd)) < 0.3
crowd[wrong] = (crowd[wrong] + rng.integers(1, 10, wrong.sum())) % 10

N = len(pixels)
N_TRAIN = int(0.8 * N)

full = tf.data.Dataset.from_tensor_slices((pixels, crowd.astype("int32")))
full = full.shuffle(N, seed=21)
train_ds = full.take(N_TRAIN).batch(32).prefetch(2)
val_ds = full.skip(N_TRAIN).batch(256)

model = keras.Sequential([
    keras.Input((64,)),
    keras.layers.Dense(256, activation="relu"),
    keras.layers.Dense(256, activation="relu"),
    keras.layers.Dense(10),
])
optimizer = keras.optimizers.Adam(1e-3)
optimizer.build(model.trainable_variables)
criterion = keras.losses.SparseCategoricalCrossentropy(from_logits=True)


@tf.function
def train_step(x, y):
    with tf.GradientTape() as tape:
        loss = criterion(y, model(x, training=True))
    grads = tape.gradient(loss, model.trainable_variables)
    optimizer.apply_gradients(zip(grads, model.trainable_variables))
    return loss


@tf.function
def predict(x):
    return tf.argmax(model(x, training=False), axis=-1, output_type=tf.int32)


history = []
for epoch in range(40):
    epoch_loss = [float(train_step(x, y)) for x, y in train_ds]
    hits = total = 0
    for x, y in val_ds:
        hits += int(tf.reduce_sum(tf.cast(predict(x) == y, tf.int32)))
        total += len(y)
    history.append(hits / total)
    if epoch % 4 == 3:
        print(f"epoch {epoch + 1:2d}: loss {np.mean(epoch_loss):.3f}, "
              f"agreement with the crowd on validation rows {history[-1]:.3f}")

print(f"after {len(history)} epochs: validation agreement {history[-1]:.3f}")
