# breast cancer data, Keras 3: logits output, class weights, cosine schedule, threshold from validation
import os

os.environ.setdefault("TF_CPP_MIN_LOG_LEVEL", "2")

import math
from pathlib import Path

import keras
import numpy as np
from sklearn.datasets import load_breast_cancer
from sklearn.metrics import balanced_accuracy_score, roc_auc_score
from sklearn.model_selection import train_test_split

OUT = Path("out/vb15")
OUT.mkdir(parents=True, exist_ok=True)
BATCH, EPOCHS = 32, 30
keras.utils.set_random_seed(2)

X, y = load_breast_cancer(return_X_y=True)
X = X.astype("float32")
y = (1 - y).astype("float32").reshape(-1, 1)  # 1 = malignant, a column like the output of the net

X_rest, X_test, y_rest, y_test = train_test_split(X, y, test_size=0.2, stratify=y, random_state=2)
X_train, X_val, y_train, y_val = train_test_split(X_rest, y_rest, test_size=0.25, stratify=y_rest, random_state=2)

# the scaling sits in the model and has only ever seen the training rows
scale = keras.layers.Normalization()
scale.adapt(X_train)

inputs = keras.Input((X.shape[1],))
h = scale(inputs)
for units in (32, 16):
    h = keras.layers.Dense(units, kernel_regularizer=keras.regularizers.L2(1e-4))(h)
    h = keras.layers.Activation("relu")(h)
    h = keras.layers.Dropout(0.2)(h)
outputs = keras.layers.Dense(1)(h)  # a logit, no sigmoid
model = keras.Model(inputs, outputs)

steps = math.ceil(len(X_train) / BATCH) * EPOCHS
warmup = steps // 10
schedule = keras.optimizers.schedules.CosineDecay(
    initial_learning_rate=1e-4,
    decay_steps=steps - warmup,
    warmup_target=3e-3,
    warmup_steps=warmup,
)
model.compile(
    optimizer=keras.optimizers.Adam(schedule),
    loss=keras.losses.BinaryCrossentropy(from_logits=True),
    metrics=[keras.metrics.BinaryAccuracy(threshold=0.0, name="acc"), keras.metrics.AUC(from_logits=True, name="auc")],
)

share = float(y_train.mean())
class_weight = {0: 0.5 / (1 - share), 1: 0.5 / share}

best = OUT / "best.weights.h5"
model.fit(
    X_train,
    y_train,
    validation_data=(X_val, y_val),
    epochs=EPOCHS,
    batch_size=BATCH,
    class_weight=class_weight,
    callbacks=[
        keras.callbacks.ModelCheckpoint(
            str(best), monitor="val_loss", mode="min", save_best_only=True, save_weights_only=True
        ),
        keras.callbacks.TerminateOnNaN(),
    ],
    verbose=2,
)
model.load_weights(str(best))


def probability(rows):
    logits = model.predict(rows, batch_size=256, verbose=0).ravel()
    return 1 / (1 + np.exp(-logits.astype("float64")))


# the working point is chosen on the validation rows, the test rows only confirm it
p_val = probability(X_val)
candidates = np.linspace(0.1, 0.9, 33)
threshold = max(candidates, key=lambda t: balanced_accuracy_score(y_val.ravel(), p_val >= t))

p_test = probability(X_test)
print(f"threshold {threshold:.3f}")
print(f"test AUC {roc_auc_score(y_test.ravel(), p_test):.3f}")
print(f"test balanced accuracy {balanced_accuracy_score(y_test.ravel(), p_test >= threshold):.3f}")

# dropout left on on purpose: the spread of 50 noisy passes as a rough measure of doubt
passes = np.stack([keras.ops.convert_to_numpy(model(X_test, training=True)).ravel() for _ in range(50)])
print(f"mean spread of the logit {passes.std(axis=0).mean():.3f}")
