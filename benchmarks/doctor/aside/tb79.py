import glob
import os
import tempfile

import keras
import numpy as np
from keras import layers
from keras.callbacks import EarlyStopping, ModelCheckpoint, ReduceLROnPlateau
from sklearn.datasets import load_wine
from sklearn.model_selection import train_test_split
from sklearn.preprocessing import StandardScaler

keras.utils.set_random_seed(13)

X, y = load_wine(return_X_y=True)
x_train, x_test, y_train, y_test = train_test_split(
    X, y, test_size=0.3, random_state=13, stratify=y)
scaler = StandardScaler().fit(x_train)
x_train, x_test = scaler.transform(x_train), scaler.transform(x_test)
y_train = keras.utils.to_categorical(y_train, 3)

model = keras.Sequential()
model.add(keras.Input(shape=(13,)))
model.add(layers.Dense(32, activation="relu"))
model.add(layers.BatchNormalization())
model.add(layers.Dropout(0.3))
model.add(layers.Dense(3, activation="softmax"))
model.compile(optimizer=keras.optimizers.Adam(0.005),
              loss="categorical_crossentropy",
              metrics=["accuracy"])

ckpt_dir = tempfile.mkdtemp()
filepath = os.path.join(ckpt_dir, "weights-{epoch:02d}-{val_acc:.3f}.keras")
callbacks = [
    ModelCheckpoint(filepath, monitor="val_loss", save_best_only=True, verbose=1),
    ReduceLROnPlateau(monitor="val_loss", factor=0.5, patience=4),
    EarlyStopping(monitor="val_loss", patience=10),
]

model.fit(x_train, y_train, validation_split=0.2,
          epochs=20, batch_size=16, verbose=2, callbacks=callbacks)

best_file = sorted(glob.glob(os.path.join(ckpt_dir, "*.keras")))[-1]
print("loading", os.path.basename(best_file))
best = keras.models.load_model(best_file)
y_pred = best.predict(x_test, verbose=0).argmax(axis=1)
print("test accuracy:", np.mean(y_pred == y_test))
