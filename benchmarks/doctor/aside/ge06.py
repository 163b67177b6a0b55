# notebook export: wine cultivars with tf.data
# %%
import os

os.environ["TF_CPP_MIN_LOG_LEVEL"] = "2"

import tensorflow as tf
from sklearn.datasets import load_wine
from sklearn.model_selection import train_test_split

tf.keras.utils.set_random_seed(21)
AUTOTUNE = tf.data.AUTOTUNE
BATCH = 16
EPOCHS = 40

# %% data
features, cultivar = load_wine(return_X_y=True)
features = features.astype("float32")
cultivar = cultivar.astype("int32")

f_train, f_test, c_train, c_test = train_test_split(
    features, cultivar, test_size=0.2, stratify=cultivar, random_state=0
)
f_train, f_val, c_train, c_val = train_test_split(
    f_train, c_train, test_size=0.2, stratify=c_train, random_state=0
)

mean = f_train.mean(axis=0)
std = f_train.std(axis=0)


def scale(x, y):
    return (x - mean) / std, y


# %% pipelines
train_ds = (
    tf.data.Dataset.from_tensor_slices((f_train, c_train))
    .map(scale, num_parallel_calls=AUTOTUNE)
    .cache()
    .shuffle(len(f_train), seed=21)
    .prefetch(AUTOTUNE)
)

val_ds = (
    tf.data.Dataset.from_tensor_slices((f_val, c_val))
    .map(scale, num_parallel_calls=AUTOTUNE)
    .batch(BATCH)
    .prefetch(AUTOTUNE)
)

test_ds = (
    tf.data.Dataset.from_tensor_slices((f_test, c_test))
    .map(scale, num_parallel_calls=AUTOTUNE)
    .batch(BATCH)
)

# %% model
inputs = tf.keras.Input(shape=(features.shape[1],), name="chemistry")
h = tf.keras.layers.Dense(32, activation="relu")(inputs)
h = tf.keras.layers.Dropout(0.3)(h)
h = tf.keras.layers.Dense(16, activation="relu")(h)
logits = tf.keras.layers.Dense(3)(h)
model = tf.keras.Model(inputs, logits)

model.compile(
    optimizer=tf.keras.optimizers.Adam(learning_rate=3e-3),
    loss=tf.keras.losses.SparseCategoricalCrossentropy(from_logits=True),
    metrics=["accuracy"],
)

# %% training
hist = model.fit(
    train_ds,
    validation_data=val_ds,
    epochs=EPOCHS,
    callbacks=[
        tf.keras.callbacks.EarlyStopping(
            monitor="val_loss", patience=6, restore_best_weights=True
        )
    ],
    verbose=2,
)

# %% report
test_loss, test_acc = model.evaluate(test_ds, verbose=0)
print(f"epochs: {len(hist.epoch)}  test loss: {test_loss:.3f}  test accuracy: {test_acc:.3f}")
