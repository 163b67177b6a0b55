"""Is the digit an eight?  Keras, weighted rows, threshold chosen on the validation part."""
import os

os.environ.setdefault("TF_CPP_MIN_LOG_LEVEL", "2")

import keras
import numpy as np
import tensorflow as tf
from keras import layers
from sklearn.datasets import load_digits
from sklearn.metrics import classification_report, precision_recall_curve
from sklearn.model_selection import train_test_split

BATCH = 32
AUTO = tf.data.AUTOTUNE
keras.utils.set_random_seed(99)

bunch = load_digits()
images = bunch.images.astype("float32")[..., None]
target = (bunch.target == 8).astype("float32")[:, None]

# 60 / 20 / 20, the share of eights equal in all parts
idx_train, idx_rest = train_test_split(np.arange(len(target)), train_size=0.6, stratify=target, random_state=0)
idx_val, idx_test = train_test_split(idx_rest, test_size=0.5, stratify=target[idx_rest], random_state=0)

n_pos = target[idx_train].sum()
n_neg = len(idx_train) - n_pos
row_weight = np.where(target == 1, len(idx_train) / (2 * n_pos), len(idx_train) / (2 * n_neg)).astype("float32")[:, 0]


def pipeline(idx, training):
    if training:
        ds = tf.data.Dataset.from_tensor_slices((images[idx], target[idx], row_weight[idx]))
        ds = ds.shuffle(len(idx), reshuffle_each_iteration=True)
    else:
        ds = tf.data.Dataset.from_tensor_slices((images[idx], target[idx]))
    return ds.batch(BATCH).prefetch(AUTO)


train_ds = pipeline(idx_train, True)
val_ds = pipeline(idx_val, False)
test_ds = pipeline(idx_test, False)

model = keras.Sequential(
    [
        keras.Input((8, 8, 1)),
        layers.Rescaling(1.0 / 16),
        layers.RandomTranslation(0.06, 0.06, fill_mode="constant"),
        layers.Conv2D(16, 3, padding="same", activation="relu"),
        layers.MaxPooling2D(),
        layers.Conv2D(32, 3, padding="same", activation="relu"),
        layers.Flatten(),
        layers.Dropout(0.3),
        layers.Dense(1),
    ]
)

epochs = 25
schedule = keras.optimizers.schedules.CosineDecay(2e-3, decay_steps=epochs * int(train_ds.cardinality()))
model.compile(
    optimizer=keras.optimizers.Adam(schedule),
    loss=keras.losses.BinaryCrossentropy(from_logits=True),
    metrics=[keras.metrics.AUC(curve="PR", from_logits=True, name="pr_auc")],
)
model.fit(
    train_ds,
    validation_data=val_ds,
    epochs=epochs,
    callbacks=[
        keras.callbacks.EarlyStopping(monitor="val_pr_auc", mode="max", patience=8, restore_best_weights=True),
    ],
    verbose=2,
)


def probabilities(ds):
    return keras.ops.convert_to_numpy(keras.ops.sigmoid(model.predict(ds, verbose=0)))[:, 0]


# the threshold with the best F1 on the validation rows
precision, recall, thresholds = precision_recall_curve(target[idx_val, 0], probabilities(val_ds))
f1 = 2 * precision * recall / np.maximum(precision + recall, 1e-9)
threshold = thresholds[int(np.argmax(f1[:-1]))]
print(f"threshold {threshold:.3f}, F1 on validation {f1[:-1].max():.3f}")

# once, at the end
decision = probabilities(test_ds) >= threshold
print(classification_report(target[idx_test, 0].astype(int), decision.astype(int), target_names=["other", "eight"]))

os.makedirs("out/if15", exist_ok=True)
model.save("out/if15/eight.keras")
