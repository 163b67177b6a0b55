import os
import tempfile

import tensorflow as tf
from sklearn.datasets import load_wine
from sklearn.model_selection import train_test_split
from tensorflow.keras.callbacks import EarlyStopping, ModelCheckpoint
from tensorflow.keras.layers import Dense, Dropout, Input, Normalization
from tensorflow.keras.models import Sequential

tf.keras.utils.set_random_seed(17)

X, y = load_wine(return_X_y=True)
X = X.astype("float32")
x_train, x_rest, y_train, y_rest = train_test_split(X, y, test_size=0.4, stratify=y, random_state=17)
x_val, x_test, y_val, y_test = train_test_split(x_rest, y_rest, test_size=0.5, stratify=y_rest, random_state=17)

norm = Normalization()
norm.adapt(x_train)

model = Sequential()
model.add(Input(shape=(13,)))
model.add(norm)
model.add(Dense(24, activation="relu"))
model.add(Dropout(0.2))
model.add(Dense(3, activation="softmax"))

model.compile(optimizer="adam", loss="sparse_categorical_crossentropy", metrics=["accuracy"])

out_dir = tempfile.mkdtemp()
checkpoint_path = os.path.join(out_dir, "best_model.h5")
callbacks = [
    EarlyStopping(monitor="val_loss", patience=10, verbose=1),
    ModelCheckpoint(
        filepath=checkpoint_path,
        monitor="val_loss",
        save_best_only=True,
        save_weights_only=True,
    ),
]

model.fit(
    x_train,
    y_train,
    epochs=100,
    batch_size=16,
    validation_data=(x_val, y_val),
    callbacks=callbacks,
    verbose=0,
)

# go on with the best epoch, not with the last one
model.load_weights(checkpoint_path)
for split, xs, ys in (("val", x_val, y_val), ("test", x_test, y_test)):
    loss, acc = model.evaluate(xs, ys, verbose=0)
    print(f"{split}: loss {loss:.3f}  accuracy {acc:.3f}")
