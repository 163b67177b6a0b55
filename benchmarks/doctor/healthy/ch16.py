"""Breast cancer screening net in Keras: logits, class weights, threshold from validation."""
import os

os.environ["TF_CPP_MIN_LOG_LEVEL"] = "2"

import keras
import numpy as np
import tensorflow as tf
from keras import layers
from sklearn.datasets import load_breast_cancer
from sklearn.metrics import balanced_accuracy_score, roc_auc_score
from sklearn.model_selection import train_test_split

keras.utils.set_random_seed(11)
BATCH, EPOCHS = 32, 60

X, y = load_breast_cancer(return_X_y=True)
X = X.astype("float32")
y = (1 - y).astype("float32")  # 1 = malignant
X_fit, X_test, y_fit, y_test = train_test_split(X, y, test_size=0.2, stratify=y, random_state=11)
X_train, X_val, y_train, y_val = train_test_split(
    X_fit, y_fit, test_size=0.25, stratify=y_fit, random_state=11)


def pipeline(features, target, training):
    ds = tf.data.Dataset.from_tensor_slices((features, target[:, None]))
    if training:
        ds = ds.shuffle(len(features), reshuffle_each_iteration=True)
    return ds.batch(BATCH).prefetch(tf.data.AUTOTUNE)


train_ds = pipeline(X_train, y_train, True)
val_ds = pipeline(X_val, y_val, False)
test_ds = pipeline(X_test, y_test, False)

normalise = layers.Normalization()
normalise.adapt(X_train)

inputs = keras.Input(shape=(X.shape[1],))
h = normalise(inputs)
h = layers.Dense(32, activation="relu")(h)
h = layers.BatchNormalization()(h)
h = layers.Dropout(0.3)(h)
logit = layers.Dense(1)(h)
model = keras.Model(inputs, logit)

steps = len(train_ds) * EPOCHS
model.compile(
    optimizer=keras.optimizers.Adam(keras.optimizers.schedules.CosineDecay(2e-3, decay_steps=steps)),
    loss=keras.losses.BinaryCrossentropy(from_logits=True),
    metrics=[
        keras.metrics.BinaryAccuracy(threshold=0.0, name="accuracy"),
        keras.metrics.AUC(from_logits=True, name="auc"),
    ],
)

share = y_train.mean()
model.fit(
    train_ds,
    validation_data=val_ds,
    epochs=EPOCHS,
    class_weight={0: 0.5 / (1 - share), 1: 0.5 / share},
    callbacks=[keras.callbacks.EarlyStopping(
        monitor="val_loss", mode="min", patience=12, restore_best_weights=True)],
    verbose=0,
)


def collect(ds):
    """Logits and labels of the same pass."""
    pairs = [(model(x, training=False).numpy(), t.numpy()) for x, t in ds]
    logits, truth = (np.concatenate(part).ravel() for part in zip(*pairs))
    return logits, truth.astype(int)


val_logits, val_truth = collect(val_ds)
grid = np.unique(val_logits)
balanced = [balanced_accuracy_score(val_truth, val_logits >= cut) for cut in grid]
cut = grid[int(np.argmax(balanced))]

logits, truth = collect(test_ds)
print(f"cut on the logit {cut:.2f}, chosen on validation")
print(f"test AUC               {roc_auc_score(truth, logits):.4f}")
print(f"test balanced accuracy {balanced_accuracy_score(truth, logits >= cut):.4f}")
