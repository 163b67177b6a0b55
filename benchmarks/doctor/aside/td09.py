import numpy as np
import tensorflow as tf

tf.keras.utils.set_random_seed(9)

EPOCHS = 40
BATCH_SIZE = 32
CLASSES = 3


def spirals(n_per_class, rng):
    points, labels = [], []
    for k in range(CLASSES):
        r = rng.uniform(0.1, 1.0, n_per_class)
        angle = 4.5 * r + 2 * np.pi * k / CLASSES + rng.normal(0, 0.12, n_per_class)
        points.append(np.stack([r * np.cos(angle), r * np.sin(angle)], axis=1))
        labels.append(np.full(n_per_class, k))
    return np.concatenate(points).astype(np.float32), np.concatenate(labels).astype(np.int32)


rng = np.random.default_rng(9)
x_train, y_train = spirals(500, rng)
x_val, y_val = spirals(150, rng)

train_ds = (
    tf.data.Dataset.from_tensor_slices((x_train, y_train))
    .shuffle(len(x_train))
    .batch(BATCH_SIZE)
    .prefetch(tf.data.AUTOTUNE)
)
val_ds = tf.data.Dataset.from_tensor_slices((x_val, y_val)).batch(BATCH_SIZE)

inputs = tf.keras.Input((2,))
x = tf.keras.layers.Dense(64, activation="relu")(inputs)
x = tf.keras.layers.Dense(64, activation="relu")(x)
outputs = tf.keras.layers.Dense(CLASSES, activation="softmax")(x)
model = tf.keras.Model(inputs, outputs)

lr_schedule = tf.keras.optimizers.schedules.CosineDecay(
    initial_learning_rate=5e-3,
    decay_steps=EPOCHS,
)
model.compile(
    optimizer=tf.keras.optimizers.Adam(lr_schedule),
    loss=tf.keras.losses.SparseCategoricalCrossentropy(),
    metrics=["accuracy"],
)
history = model.fit(train_ds, validation_data=val_ds, epochs=EPOCHS, verbose=0)

for epoch in (0, 1, 4, 9, 19, EPOCHS - 1):
    row = {name: round(values[epoch], 4) for name, values in history.history.items()}
    print(f"epoch {epoch + 1:2d}", row)
