# Breast cancer, Keras 3: logits out, normalisation inside of the model, cosine schedule
import math
import os

os.environ["TF_CPP_MIN_LOG_LEVEL"] = "2"

import keras
import numpy as np
from keras import layers, ops
from sklearn.datasets import load_breast_cancer
from sklearn.model_selection import train_test_split

SEED, EPOCHS, BATCH = 21, 40, 32
keras.utils.set_random_seed(SEED)
OUT = "out/cg16"
os.makedirs(OUT, exist_ok=True)
BEST = os.path.join(OUT, "best.keras")

# --- data: 60 / 20 / 20 ------------------------------------------------
raw = load_breast_cancer()
x = raw.data.astype("float32")
y = raw.target.astype("float32").reshape(-1, 1)

x_rest, x_test, y_rest, y_test = train_test_split(
    x, y, test_size=0.2, random_state=SEED, stratify=y
)
x_train, x_val, y_train, y_val = train_test_split(
    x_rest, y_rest, test_size=0.25, random_state=SEED, stratify=y_rest
)

# --- model -------------------------------------------------------------
norm = layers.Normalization()
norm.adapt(x_train)

inputs = keras.Input(shape=(x.shape[1],))
h = norm(inputs)
h = layers.Dense(32, activation="relu", kernel_regularizer=keras.regularizers.L2(1e-4))(h)
h = layers.Dropout(0.3)(h)
h = layers.Dense(16, activation="relu", kernel_regularizer=keras.regularizers.L2(1e-4))(h)
logits = layers.Dense(1)(h)
model = keras.Model(inputs, logits)

steps = EPOCHS * math.ceil(len(x_train) / BATCH)
lr = keras.optimizers.schedules.CosineDecay(initial_learning_rate=3e-3, decay_steps=steps)

model.compile(
    optimizer=keras.optimizers.Adam(learning_rate=lr),
    loss=keras.losses.BinaryCrossentropy(from_logits=True),
    metrics=[
        keras.metrics.BinaryAccuracy(threshold=0.0, name="acc"),
        keras.metrics.AUC(from_logits=True, name="auc"),
    ],
)

# benign cases are the majority, weigh the classes by what is in the training rows
n_pos = float(y_train.sum())
n_all = len(y_train)
class_weight = {0: n_all / (2 * (n_all - n_pos)), 1: n_all / (2 * n_pos)}

history = model.fit(
    x_train,
    y_train,
    validation_data=(x_val, y_val),
    epochs=EPOCHS,
    batch_size=BATCH,
    class_weight=class_weight,
    callbacks=[
        keras.callbacks.ModelCheckpoint(
            BEST, monitor="val_loss", mode="min", save_best_only=True
        )
    ],
    verbose=2,
)
print("lowest validation loss:", min(history.history["val_loss"]))

# --- the kept epoch on rows nobody has used so far -----------------------
best = keras.models.load_model(BEST)
scores = best.evaluate(x_test, y_test, verbose=0, return_dict=True)
print({k: round(float(v), 4) for k, v in scores.items()})

prob = ops.convert_to_numpy(ops.sigmoid(best.predict(x_test, verbose=0)))[:, 0]
called = prob > 0.5
truth = y_test[:, 0] == 1
print("benign found   :", int(np.sum(called & truth)), "of", int(truth.sum()))
print("malignant found:", int(np.sum(~called & ~truth)), "of", int((~truth).sum()))
