# %% digits, small convnet  (exported from the notebook)
import os

os.environ["TF_CPP_MIN_LOG_LEVEL"] = "2"
import glob

import numpy as np
import keras
from keras import layers
from sklearn.datasets import load_digits
from sklearn.model_selection import train_test_split

keras.utils.set_random_seed(0)
out_dir = "out/df03"
os.makedirs(out_dir, exist_ok=True)

# %% data
X, y = load_digits(return_X_y=True)
X = (X / 16.0).astype("float32").reshape(-1, 8, 8, 1)
X_tr, X_te, y_tr, y_te = train_test_split(X, y, test_size=0.2, stratify=y, random_state=0)
X_tr, X_va, y_tr, y_va = train_test_split(X_tr, y_tr, test_size=0.2, stratify=y_tr, random_state=0)
print(X_tr.shape, X_va.shape, X_te.shape)

# %% model
model = keras.Sequential(
    [
        keras.Input((8, 8, 1)),
        layers.Conv2D(16, 3, padding="same", activation="relu"),
        layers.MaxPooling2D(),
        layers.Conv2D(32, 3, padding="same", activation="relu"),
        layers.GlobalAveragePooling2D(),
        layers.Dropout(0.2),
        layers.Dense(10, activation="softmax"),
    ]
)
model.compile(
    optimizer=keras.optimizers.Adam(3e-3),
    loss="sparse_categorical_crossentropy",
    metrics=["accuracy"],
)
model.summary()

# %% keep every epoch, so that we can average the last few later
callbacks = [
    keras.callbacks.ModelCheckpoint(
        filepath=out_dir + "/epoch{epoch:02d}-acc{val_acc:.3f}.weights.h5",
        save_weights_only=True,
        verbose=1,
    ),
    keras.callbacks.CSVLogger(out_dir + "/log.csv"),
]

# %% train
history = model.fit(
    X_tr,
    y_tr,
    validation_data=(X_va, y_va),
    epochs=15,
    batch_size=32,
    callbacks=callbacks,
    verbose=2,
)

# %% average the last three epochs
files = sorted(glob.glob(out_dir + "/epoch*.weights.h5"))[-3:]
collected = []
for f in files:
    model.load_weights(f)
    collected.append(model.get_weights())
model.set_weights([np.mean(w, axis=0) for w in zip(*collected)])

# %% test
print("averaged:", model.evaluate(X_te, y_te, verbose=0, return_dict=True))
