"""Digits in Keras 3: mixup in the input pipeline, warm-up and cosine, early stopping with the best weights."""
import os

os.environ["KERAS_BACKEND"] = "tensorflow"

import keras
import tensorflow as tf
from sklearn.datasets import load_digits
from sklearn.model_selection import train_test_split

keras.utils.set_random_seed(1)
BATCH, EPOCHS, ALPHA = 32, 25, 0.3

digits = load_digits()
x = (digits.images[..., None] / 16.0).astype("float32")
y = digits.target
x_tr, x_rest, y_tr, y_rest = train_test_split(x, y, test_size=0.4, stratify=y, random_state=1)
x_va, x_te, y_va, y_te = train_test_split(x_rest, y_rest, test_size=0.5, stratify=y_rest, random_state=1)
one_hot = lambda labels: keras.utils.to_categorical(labels, 10).astype("float32")


def mixup(images, labels):
    n = tf.shape(images)[0]
    a, b = tf.random.gamma([n], ALPHA), tf.random.gamma([n], ALPHA)
    lam = tf.math.divide_no_nan(a, a + b)  # Beta(ALPHA, ALPHA), one per row
    other = tf.random.shuffle(tf.range(n))
    li, ll = lam[:, None, None, None], lam[:, None]
    return (li * images + (1 - li) * tf.gather(images, other),
            ll * labels + (1 - ll) * tf.gather(labels, other))


train = (tf.data.Dataset.from_tensor_slices((x_tr, one_hot(y_tr)))
         .shuffle(len(x_tr)).batch(BATCH).map(mixup, num_parallel_calls=2).prefetch(2))
val = tf.data.Dataset.from_tensor_slices((x_va, one_hot(y_va))).batch(256)
test = tf.data.Dataset.from_tensor_slices((x_te, one_hot(y_te))).batch(256)

model = keras.Sequential([
    keras.Input((8, 8, 1)),
    keras.layers.GaussianNoise(0.05),  # idle outside training
    keras.layers.Conv2D(24, 3, padding="same", activation="relu"),
    keras.layers.MaxPooling2D(),
    keras.layers.Conv2D(48, 3, padding="same", activation="relu"),
    keras.layers.Flatten(),
    keras.layers.Dropout(0.3),
    keras.layers.Dense(10),
])

total = EPOCHS * len(train)
warmup = len(train)
schedule = keras.optimizers.schedules.CosineDecay(
    initial_learning_rate=1e-4, warmup_target=3e-3, warmup_steps=warmup, decay_steps=total - warmup, alpha=0.02)
model.compile(
    optimizer=keras.optimizers.AdamW(schedule, weight_decay=1e-3, global_clipnorm=1.0),
    loss=keras.losses.CategoricalCrossentropy(from_logits=True),
    metrics=["accuracy"],  # low on mixed rows; the validation column is the one to read
)
stop = keras.callbacks.EarlyStopping(monitor="val_loss", patience=6, restore_best_weights=True)
model.fit(train, validation_data=val, epochs=EPOCHS, callbacks=[stop], verbose=2)

loss, acc = model.evaluate(test, verbose=0)
print(f"test loss {loss:.4f}, accuracy {acc:.3f}")
