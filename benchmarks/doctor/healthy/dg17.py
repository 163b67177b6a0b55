"""Breast cancer, Keras: one logit without an activation, weights for the classes."""
import math
import os

import keras
import numpy as np
from keras import layers
from sklearn.datasets import load_breast_cancer
from sklearn.metrics import balanced_accuracy_score, roc_auc_score
from sklearn.model_selection import train_test_split

keras.utils.set_random_seed(4)
EPOCHS = 40
os.makedirs("out/dg17", exist_ok=True)
BATCH = 32

x, y = load_breast_cancer(return_X_y=True)
x = x.astype("float32")
y = y.astype("float32").reshape(-1, 1)
x_rest, x_test, y_rest, y_test = train_test_split(x, y, test_size=0.2, stratify=y, random_state=4)
x_train, x_val, y_train, y_val = train_test_split(
    x_rest, y_rest, test_size=0.25, stratify=y_rest, random_state=4
)

# the statistics come from the training rows only
normalize = layers.Normalization(axis=-1)
normalize.adapt(x_train)

inputs = keras.Input(shape=(x.shape[1],))
h = normalize(inputs)
h = layers.Dense(32, activation="relu")(h)
h = layers.Dropout(0.2)(h)
h = layers.Dense(16, activation="relu")(h)
logit = layers.Dense(1, name="logit")(h)
model = keras.Model(inputs, logit)

steps = EPOCHS * math.ceil(len(x_train) / BATCH)
schedule = keras.optimizers.schedules.CosineDecay(
    initial_learning_rate=0.0,
    decay_steps=steps - steps // 10,
    warmup_target=3e-3,
    warmup_steps=steps // 10,
)
model.compile(
    optimizer=keras.optimizers.AdamW(learning_rate=schedule, weight_decay=1e-3),
    loss=keras.losses.BinaryCrossentropy(from_logits=True),
    metrics=[
        # a logit above 0 is a probability above 0.5
        keras.metrics.BinaryAccuracy(threshold=0.0, name="accuracy"),
        keras.metrics.AUC(from_logits=True, name="auc"),
    ],
)

positives = float(y_train.mean())
class_weight = {0: 0.5 / (1 - positives), 1: 0.5 / positives}

model.fit(
    x_train,
    y_train,
    validation_data=(x_val, y_val),
    epochs=EPOCHS,
    batch_size=BATCH,
    class_weight=class_weight,
    verbose=2,
    callbacks=[
        keras.callbacks.ModelCheckpoint(
            "out/dg17/best.weights.h5",
            monitor="val_loss",
            mode="min",
            save_best_only=True,
            save_weights_only=True,
        )
    ],
)

model.load_weights("out/dg17/best.weights.h5")
scores = model.predict(x_test, verbose=0).ravel()
truth = y_test.ravel().astype(int)
print("test auc: %.3f" % roc_auc_score(truth, scores))
print("test balanced accuracy: %.3f" % balanced_accuracy_score(truth, (scores > 0).astype(int)))
print("positives in training: %.2f" % np.mean(y_train))
